// SPDX-License-Identifier: Apache-2.0
// Does each piece of work once and prints its name: run under callgrind by `check`.
#include "tests/cost/measured.h"
#include "tests/cost/work.h"

#include <QHashSeed>
#include <QTextStream>

using namespace lockmaster::cost;

int main()
{
    QHashSeed::setDeterministicGlobalSeed();
    QTextStream out(stdout);
    std::vector<Work> all = monitorWork();
    for (Work &work : sourceWork())
        all.push_back(std::move(work));
    for (const Work &work : all) {
        if (!measured(work.prepare())) {
            QTextStream(stderr) << work.name << ": it did something else.\n";
            return 1;
        }
        out << work.name << '\n';
    }
    return 0;
}

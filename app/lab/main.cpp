// SPDX-License-Identifier: Apache-2.0
#include "core/text/literallog.h"
#include "core/lab/contention/worker.h"
#include "core/lab/election/candidate.h"
#include "core/lab/servers/keeperprocess.h"
#include "core/lab/traffic/traffic.h"

#include <QByteArrayList>
#include <QCoreApplication>

#include <cstdio>

/** The helper behind the private servers: not for people, who use `lockctl sandbox`. */
int main(int argc, char **argv)
{
    lockmaster::logLiterally();
    const QByteArrayView mode = argc > 1 ? QByteArrayView(argv[1]) : QByteArrayView();
    if (mode == "keep")
        return lockmaster::runKeeper();
    // Qt's database drivers want to know that a program runs.
    const QCoreApplication application(argc, argv);
    if (mode == "contention")
        return lockmaster::runContentionWorker(QByteArrayList(argv + 2, argv + argc));
    if (mode == "traffic")
        return lockmaster::traffic::run(QByteArrayList(argv + 2, argv + argc));
    if (mode == "candidate")
        return lockmaster::runCandidate(QByteArrayList(argv + 2, argv + argc));
    std::fputs("lockmaster-lab is started by lockmaster and lockctl; see `lockctl sandbox`.\n",
               stderr);
    return 2;
}

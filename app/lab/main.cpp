// SPDX-License-Identifier: Apache-2.0
#include "core/lab/keeperprocess.h"
#include "core/lab/traffic/traffic.h"

#include <QByteArrayList>

#include <cstdio>

/** The helper behind the private servers: not for people, who use `lockctl sandbox`. */
int main(int argc, char **argv)
{
    const QByteArrayView mode = argc > 1 ? QByteArrayView(argv[1]) : QByteArrayView();
    if (mode == "keep")
        return lockmaster::runKeeper();
    if (mode == "traffic")
        return lockmaster::traffic::run(QByteArrayList(argv + 2, argv + argc));
    std::fputs("lockmaster-lab is started by lockmaster and lockctl; see `lockctl sandbox`.\n",
               stderr);
    return 2;
}

// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/windowpreview.h"

#include "ui/window/firsthints.h"
#include "ui/window/pagewindows.h"
#include "ui/window/sandboxstrip.h"

#include <QTimer>

namespace lockmaster::test {

void showWindowState(MainWindow &window, QSettings &settings, const QString &state)
{
    if (state == u"hints") {
        auto *hints = new FirstHints(window, settings);
        QTimer::singleShot(0, hints, &FirstHints::begin); // after the table has laid its rows out
    }
    if (state.startsWith(u"sandbox")) {
        auto *strip = new SandboxStrip;
        window.addStrip(strip);
        strip->showEnded({ErrorKind::Network,
                          0,
                          QStringLiteral("The sandbox has ended: its Redis ended by itself."),
                          {}});
        if (state.endsWith(u"failed"))
            strip->showFailure({ErrorKind::NotFound, 0,
                                QStringLiteral("redis-server is not installed."),
                                QStringLiteral("Install it: apt-get install redis-server")});
    }
    if (state.endsWith(u"-alone")) {
        window.setRefreshState(true, {});
        window.pageWindows().open(window.page());
    }
}

} // namespace lockmaster::test

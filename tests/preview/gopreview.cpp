// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/gopreview.h"

#include "core/display/alivechecks.h"
#include "ui/window/gobox.h"
#include "ui/window/gocontroller.h"
#include "ui/window/ownerscontroller.h"

#include <QLineEdit>
#include <QTimer>

namespace lockmaster::test {

void showGoState(MainWindow &window, LockStore &store, ViewFeed &feed)
{
    static AliveChecks checks(systemClock()); // outlives the window
    auto *owners = new OwnersController(window, store, systemClock(), checks);
    auto *go = new GoController(window, store);
    QObject::connect(go, &GoController::openChanged, owners, &OwnersController::setWantedElsewhere);
    // After the text has got its size.
    QTimer::singleShot(600, go, [go, &feed, &window] {
        go->open();
        feed.query = window.query();
        feed.build({});
        go->box().line().setText(qEnvironmentVariable("LOCKMASTER_PREVIEW_TYPED"));
    });
}

} // namespace lockmaster::test

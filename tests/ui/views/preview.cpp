// SPDX-License-Identifier: Apache-2.0
// Shows the window in a state of choice, fed by hand: `lockmaster-preview STATE [light|dark]
// [WxH]`. For looking at states that are hard to reach with servers. Not a test, not installed.
#include "tests/support/viewfixtures.h"
#include "ui/theme/theme.h"
#include "ui/views/filteredit.h"
#include "ui/views/locksview.h"
#include "ui/views/mainwindow.h"
#include "ui/views/sidebar.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace {

std::vector<SystemInfo> systems()
{
    const auto entry = [](const char *id, const char *label, const char *text, BackendKind kind) {
        return SystemInfo{QString::fromLatin1(id), QString::fromLatin1(label),
                          QString::fromLatin1(text), kind};
    };
    return {entry("dist_lock", "dist_lock", "Lock table", BackendKind::MySql),
            entry("leader", "leader", "Leader table", BackendKind::MySql),
            entry("user_lock", "GET_LOCK", "MySQL user-level lock", BackendKind::MySql),
            entry("redis_string", "SET NX", "Redis string lock", BackendKind::Redis),
            entry("redisson", "Redisson", "Redisson lock", BackendKind::Redis)};
}

void addEvents(ViewFeed &feed, const Clock &clock)
{
    const auto at = [&feed](int row) { return feed.locks[static_cast<size_t>(row)]; };
    const auto event = [&](EventKind kind, int row) {
        Event made;
        made.kind = kind;
        made.backend = at(row).backend;
        made.seenAt = clock.now();
        made.wallTime = clock.wallNow();
        made.after = makeLock(at(row), clock);
        made.before = made.after;
        return made;
    };
    feed.events = {event(EventKind::Renewed, 0), event(EventKind::Appeared, 5),
                   event(EventKind::Expired, 7), event(EventKind::Gone, 9),
                   event(EventKind::Blocked, 11)};
}

void addHostile(ViewFeed &feed)
{
    feed.locks.push_back({.name = "<b>bold</b><img src=x>", .owner = "<script>alert(1)</script>"});
    feed.locks.push_back({.name = QByteArray("nul\0 and\nnewline", 16), .owner = "\xff\xfe"});
    feed.locks.push_back({.name = "right \u202e to left", .owner = ""});
    feed.locks.push_back(
        {.name = QByteArray("장바구니-락-").repeated(12), .owner = "가나다라마바사"});
    feed.locks.push_back({.name = "", .owner = "x"});
}

Problem offlineProblem()
{
    return {{},
            {ErrorKind::Network, 111,
             QStringLiteral("legacy at 10.0.0.9:3306 refuses the connection."),
             QStringLiteral("Is the server running, and is the port right?")}};
}

void fill(ViewFeed &feed, const QString &state, const Clock &clock)
{
    if (state == u"empty")
        return;
    fillShowcase(feed, clock);
    if (state == u"hostile")
        addHostile(feed);
    if (state == u"showcase")
        addEvents(feed, clock);
    if (state == u"connecting" || state == u"nothing" || state == u"offline-all"
        || state == u"filtered")
        feed.locks.clear();
    if (state == u"filtered")
        feed.filteredOut = 214;
    if (state == u"connecting") {
        for (BackendStatus &status : feed.backends)
            status.state = BackendState::Connecting;
    }
    if (state == u"nothing") {
        feed.backends.back().state = BackendState::Online;
        feed.backends.back().dataFrom = clock.now();
    }
    if (state == u"offline" || state == u"offline-all") {
        feed.backends.back().state = BackendState::Offline;
        feed.backends.back().problems = {offlineProblem()};
    }
    if (state == u"many" || state == u"hundred") {
        const std::vector<LockSpec> few = feed.locks;
        const int count = state == u"many" ? 10'000 : 100;
        for (int i = 0; i < count; ++i) {
            LockSpec spec = few[static_cast<size_t>(i) % few.size()];
            spec.name += '#' + QByteArray::number(i);
            feed.locks.push_back(spec);
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const QStringList arguments = QApplication::arguments();
    const QString state = arguments.value(1, QStringLiteral("showcase"));
    Theme theme;
    theme.setChoice(themeChoiceFromName(arguments.value(2)).value_or(ThemeChoice::System));
    QTemporaryDir directory;
    QSettings settings(directory.filePath(QStringLiteral("preview.ini")), QSettings::IniFormat);
    LockStore store;
    MainWindow window(store, SystemNames(systems()), systemClock(), settings,
                      {.addBackend = true, .settings = true});
    ViewFeed feed(store, systemClock());
    fill(feed, state, systemClock());
    if (state == u"filtered" || state == u"wrong") {
        window.filterEdit().setFocus();
        window.filterEdit().setFilterText(state == u"wrong" ? QStringLiteral("state:held ttl<5q")
                                                            : QStringLiteral("state:held ttl<1m"));
        feed.query = window.query();
    }
    feed.publish();
    const QStringList size = arguments.value(3, QStringLiteral("1280x720")).split(u'x');
    window.resize(size.value(0).toInt(), size.value(1).toInt());
    window.show();
    if (state == u"showcase" || state == u"hostile") {
        const size_t row = state == u"hostile" ? feed.locks.size() - 5 : 3;
        window.locksView().table().selectLock(makeLock(feed.locks[row], systemClock())->id);
    }
    if (state == u"backend") {
        ViewScope scope;
        scope.backend = QStringLiteral("billing-db");
        window.sidebar().setCurrentIndex({});
    }
    // Alive: the same rows again and again, read just now, as a monitor would deliver them.
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &window, [&] {
        for (BackendStatus &status : feed.backends) {
            if (status.state == BackendState::Online)
                status.dataFrom = systemClock().now();
        }
        feed.publishRows(store.view()->rows);
    });
    if (state != u"still")
        poll.start(1s);
    QObject::connect(&window, &MainWindow::queryChanged, &window,
                     [&feed](const ViewQuery &query) { feed.query = query; });
    return QApplication::exec();
}

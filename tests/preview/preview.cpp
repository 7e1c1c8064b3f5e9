// SPDX-License-Identifier: Apache-2.0
// Shows the window in a state of choice, fed by hand: `lockmaster-preview STATE [light|dark]
// [WxH] [PICTURE [alone]]`. With PICTURE, writes what is shown there and ends; alone: the dialog.
// For looking at states that are hard to reach with servers. LOCKMASTER_PREVIEW_LANGUAGE=ko_KR,
// LOCKMASTER_PREVIEW_TEXT=150 and LOCKMASTER_PREVIEW_PRESENT=1 change how it looks;
// LOCKMASTER_PREVIEW_TYPED is what was typed in `go`. `lockmaster-preview list` names the states
// that are looked at; `lockmaster-preview check` says what of them does not fit, and fails.
// Not installed.
#include "tests/support/alertfixtures.h"
#include "tests/support/leaderfixtures.h"
#include "tests/support/viewfixtures.h"
#include "tests/preview/chainspreview.h"
#include "tests/preview/dialogspreview.h"
#include "tests/preview/fitting.h"
#include "tests/preview/gopreview.h"
#include "tests/preview/historypreview.h"
#include "tests/preview/overviewpreview.h"
#include "tests/preview/ownerspreview.h"
#include "tests/preview/labpreview.h"
#include "tests/preview/lanespreview.h"
#include "tests/preview/settingspreview.h"
#include "tests/preview/states.h"
#include "tests/preview/viewspreview.h"
#include "tests/preview/windowpreview.h"
#include "ui/release/allowwritesdialog.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/kit/dock.h"
#include "ui/kit/confirmation.h"
#include "ui/release/releasedialog.h"
#include "core/actions/writelifts.h"
#include "ui/kit/density.h"
#include "ui/kit/roomystyle.h"
#include "ui/kit/textsize.h"
#include "ui/kit/theme.h"
#include "ui/alerts/alertlist.h"
#include "ui/leaders/leadersview.h"
#include "ui/release/liftstrip.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/lockactions.h"
#include "ui/locks/locksview.h"
#include "ui/window/mainwindow.h"
#include "ui/window/viewscontroller.h"
#include "ui/servers/sidebar.h"
#include "core/display/translations.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>

#include <array>

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

void fillLeaderState(ViewFeed &feed, const QString &state, const Clock &clock,
                     Millis later = Millis(0))
{
    feed.leaders.clear();
    if (state != u"leaders-none")
        fillLeaders(feed, clock, later);
    if (state == u"leaders-offline") {
        feed.backends.front().state = BackendState::Offline;
        feed.backends.front().dataFrom = clock.now() - 12s;
        for (auto &watch : feed.leaders) {
            auto lost = std::make_shared<LeaderWatch>(*watch);
            auto history = std::make_shared<LeaderHistory>(*watch->history);
            history->unseen.push_back({clock.now() - 12s, std::nullopt});
            lost->history = history;
            watch = lost;
        }
    }
    if (state == u"leaders-vacant")
        feed.leaders.push_back(
            LeaderStory({.name = "report-builder", .system = QStringLiteral("leader")}, clock)
                .vacant(26min + 3s + later)
                .watch());
    for (int i = 0; state == u"leaders-many" && i < 300; ++i) {
        const QByteArray name = "service-" + QByteArray::number(i);
        feed.leaders.push_back(LeaderStory({.name = name,
                                            .system = QStringLiteral("leader"),
                                            .owner = "pod-" + name,
                                            .ttl = 2000ms,
                                            .granted = 3000ms},
                                           clock)
                                   .reigns("pod-" + name, 60'400ms + later)
                                   .watch());
    }
}

/** So many of them, of which a tenth is lost and some are told of changes. */
void fillMany(ViewFeed &feed, const Clock &clock, int count)
{
    constexpr std::array environments = {Environment::Production, Environment::Production,
                                         Environment::Staging, Environment::Development};
    feed.backends.clear();
    feed.locks.clear();
    for (int i = 0; i < count; ++i) {
        const bool redis = i % 3 == 0;
        BackendStatus status =
            makeStatus(QStringLiteral("%1-%2")
                           .arg(redis ? QStringLiteral("cache") : QStringLiteral("orders-db"))
                           .arg(i, 2, 10, QLatin1Char('0')),
                       redis ? BackendKind::Redis : BackendKind::MySql, clock);
        status.environment = environments[static_cast<size_t>(i) % environments.size()];
        status.updates = redis ? UpdateKind::Tracking : UpdateKind::Polled;
        status.readOnly = i % 7 == 0;
        if (i % 10 == 3) {
            status.state = BackendState::Offline;
            status.problems = {offlineProblem()};
        } else if (i == 24) {
            status.state = BackendState::Stale;
            status.dataFrom = clock.now() - 5s;
        }
        for (int lock = 0; lock < 40; ++lock)
            feed.locks.push_back(
                {.name = "order:" + QByteArray::number(1000 * i + lock),
                 .backend = status.name,
                 .system = redis ? QStringLiteral("redisson") : QStringLiteral("dist_lock"),
                 .source = redis ? QStringLiteral("db 0") : QStringLiteral("orders.dist_lock"),
                 .state =
                     status.state == BackendState::Offline ? LockState::Unknown : LockState::Held,
                 .ttl = Millis(9'000 + 1'700 * lock)});
        feed.backends.push_back(std::move(status));
    }
}

/** Its views are a builder's, as the worker makes them. */
bool isBuilt(const QString &state)
{
    return state.startsWith(u"go") || state.startsWith(u"overview") || state == u"pins";
}

void fill(ViewFeed &feed, const QString &state, const Clock &clock)
{
    if (state == u"fifty" || state == u"finding" || state == u"go" || state == u"overview") {
        fillMany(feed, clock, state == u"fifty" ? 50 : 100);
        return;
    }
    if (state.endsWith(u"empty"))
        return;
    fillShowcase(feed, clock);
    if (state.endsWith(u"hostile"))
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
    if (state.startsWith(u"leaders"))
        fillLeaderState(feed, state, clock);
    if (state == u"many" || state == u"hundred" || state == u"huge") {
        const std::vector<LockSpec> few = feed.locks;
        const int count = state == u"huge" ? 100'000 : state == u"many" ? 10'000 : 100;
        for (int i = 0; i < count; ++i) {
            LockSpec spec = few[static_cast<size_t>(i) % few.size()];
            spec.name += '#' + QByteArray::number(i);
            feed.locks.push_back(spec);
        }
    }
}

std::vector<LockAction> previewActions(const LockRecord &)
{
    return {{QStringLiteral("kill"),
             {},
             QStringLiteral("Release this holder"),
             QStringLiteral("#840 takes it next. The old holder is not told; its next statement "
                            "fails."),
             false},
            {QStringLiteral("kill-waiter"), "840", QStringLiteral("End the statement of a waiter"),
             QStringLiteral("Its GET_LOCK fails."), false}};
}

std::vector<LockAction> leaderActions(const LockRecord &)
{
    return {{QStringLiteral("expire"),
             {},
             QStringLiteral("Expire the lease"),
             QStringLiteral("Whoever asks next leads. A leader that lives may take it again at its "
                            "next tick."),
             false},
            {QStringLiteral("step-down"),
             {},
             QStringLiteral("Step down"),
             QStringLiteral("Nobody leads until somebody asks."),
             true}};
}

ReleasePreview previewOf(const QString &state)
{
    ReleasePreview preview;
    if (state.endsWith(u"-renewed"))
        return preview;
    preview.losses = {QStringLiteral("user:43:card, which the same connection holds")};
    preview.warnings = {QStringLiteral("Its open transaction is rolled back.")};
    if (state.endsWith(u"-denied"))
        preview.refusal = ReleaseOutcome{
            ReleaseResult::Denied, ChangeDetail::None, false,
            QStringLiteral("billing-db does not let the account monitor end connections."),
            QStringLiteral("Grant it CONNECTION ADMIN.")};
    return preview;
}

void showRelease(MainWindow &window, LockStore &store, ViewFeed &feed, const QString &state)
{
    // Only a lease can be renewed: a session's lock has none.
    const bool renewed = state.endsWith(u"-renewed");
    const size_t row = renewed ? 2 : 3;
    const LockPointer lock = store.view()->rows[row].lock.record();
    auto *dialog = new ReleaseDialog(
        {lock,
         Environment::Production,
         renewed ? QStringLiteral("leader table") : QStringLiteral("MySQL user-level lock"),
         renewed ? leaderActions : previewActions,
         QStringList(),
         {},
         {},
         LockNote{"*", QStringLiteral("Nobody needs it for longer than 30 s."),
                  QStringLiteral("https://wiki.example/locks")}},
        store, systemClock(), &window);
    const QString command =
        renewed ? QStringLiteral(
            "UPDATE `billing`.`service_leader_lock` SET `timestamp`='1970-01-02 00:00:00' WHERE "
            "`name`='batch-leader' AND CAST(CONVERT(`name` USING utf8mb4) AS BINARY)<=>"
            "'batch-leader' AND CAST(CONVERT(`container_id` USING utf8mb4) AS BINARY)<=>"
            "'pod-7f9c' AND `timestamp`='2026-11-21 03:14:07'")
                : QStringLiteral("KILL CONNECTION IF(IS_USED_LOCK(_utf8mb4 "
                                 "X'757365723A34323A63617264')=812,812,0)");
    dialog->open();
    if (state.endsWith(u"-past"))
        dialog->setPast(previewPast());
    dialog->inquiry().setWritable(!state.endsWith(u"-read-only"));
    dialog->inquiry().setPreview(previewOf(state), command, command);
    auto *asks = dialog->findChild<Confirmation *>();
    asks->reasonEdit().setText(QStringLiteral("pooled connection leaked the lock, OPS-311"));
    asks->wordEdit().setText(QString::fromUtf8(lock->id.name).chopped(4));
    if (renewed) {
        feed.locks[row].ttl = 1150ms;
        feed.publish();
    }
    if (state.endsWith(u"-changed")) {
        feed.locks[3].owner = "840";
        feed.locks[3].label = QStringLiteral("#840 app@10.0.0.9");
        feed.publish();
    }
    if (state.endsWith(u"-done")) {
        asks->wordEdit().setText(QStringLiteral("user:42:card"));
        dialog->findChildren<QPushButton *>().back()->click();
        ReleaseReport report;
        report.outcome = {ReleaseResult::Released,
                          ChangeDetail::None,
                          true,
                          QStringLiteral("Connection 812 of billing-db was ended."),
                          {}};
        report.auditId = QStringLiteral("2026-11/7");
        report.now =
            *makeLock({.name = "user:42:card", .owner = "#840 app@10.0.0.9"}, systemClock());
        dialog->inquiry().setReport(report);
    }
}

/** A plan of holders that are gone, of whom one lives again, and the next are asked about. */
void showGonePlan(BulkReleaseDialog &dialog)
{
    dialog.setPlan(QStringLiteral("From the plan web-3.plan, made 14:03:12. Chosen by --gone. Only "
                                  "of holders who are gone: your own check is asked before each "
                                  "is let go of. Good until 14:13:12."));
    auto *asks = dialog.findChild<Confirmation *>();
    asks->reasonEdit().setText(QStringLiteral("OPS-311"));
    asks->wordEdit().setText(dialog.wantedWord());
    dialog.findChildren<QPushButton *>().back()->click();
    const std::vector<int> waiting = dialog.model().rowsIn(BulkReleaseModel::State::Waiting);
    for (size_t i = 0; i < std::min<size_t>(waiting.size(), 3); ++i) {
        ReleaseReport report;
        report.outcome.result = i == 1 ? ReleaseResult::Changed : ReleaseResult::Released;
        if (i == 1) {
            report.outcome.detail = ChangeDetail::NotGone;
            report.outcome.message = QStringLiteral("Its holder is not known to be gone: nothing "
                                                    "was sent. By your own check it lives.");
        }
        dialog.setReport(waiting[i], report);
    }
    dialog.setNotice(Tone::Muted, QStringLiteral("Asking whether their holders are gone …"));
}

void showBulk(MainWindow &window, LockStore &store, const QString &state)
{
    std::vector<BulkTarget> targets;
    for (const ViewRow &row : store.view()->rows) {
        BulkTarget target{row.lock.record(), Environment::Production, std::nullopt};
        if (target.lock->state == LockState::Held)
            target.action = previewActions(*target.lock).front();
        targets.push_back(std::move(target));
    }
    auto *dialog = new BulkReleaseDialog(std::move(targets), systemClock(), &window);
    dialog->open();
    for (const int row : dialog->model().rowsIn(BulkReleaseModel::State::Looking))
        dialog->setPreview(row, row == 3 ? previewOf(state) : ReleasePreview());
    if (state == u"bulk-read-only")
        dialog->setReadOnly({QStringLiteral("billing-db")});
    if (state == u"bulk-plan") {
        dialog->offerEvenIfNotGone();
        dialog->setPlan(QStringLiteral("From the plan web-3.plan, made 14:03:12. Chosen by --owner "
                                       "web-3. Only of holders who are gone: your own check is "
                                       "asked of each before, and again once what it said is a "
                                       "minute old. Good until 14:13:12."));
    }
    if (state == u"bulk-gone")
        showGonePlan(*dialog);
    if (state == u"bulk-saved")
        dialog->setNotice(Tone::Good,
                          QStringLiteral("The plan of 12 locks is in /home/ops/web-3.plan"),
                          QStringLiteral("Nothing was sent. It is good until ten minutes after the "
                                         "look: lockctl release --apply /home/ops/web-3.plan\n"
                                         "Left out of the plan:\ndaily-close (billing-db): "
                                         "several hold it: let go of it by itself"));
    if (!state.endsWith(u"-done"))
        return;
    auto *asks = dialog->findChild<Confirmation *>();
    asks->reasonEdit().setText(QStringLiteral("OPS-311"));
    asks->wordEdit().setText(dialog->wantedWord());
    dialog->findChildren<QPushButton *>().back()->click();
    for (const int row : dialog->model().rowsIn(BulkReleaseModel::State::Waiting)) {
        ReleaseReport report;
        report.outcome.result = row % 3 == 0 ? ReleaseResult::Changed : ReleaseResult::Released;
        report.outcome.detail = row % 3 == 0 ? ChangeDetail::Renewed : ChangeDetail::None;
        if (row < 7)
            dialog->setReport(row, report);
    }
}

/** Some that are new, known, snoozed, out of sight. */
void fillAlerts(AlertModel &model, const ViewFeed &feed, const Clock &clock)
{
    std::vector<Alert> alerts;
    const auto add = [&](size_t row, const char *rule, const char *reason, Micros ago) {
        const LockSpec &lock = feed.locks[row];
        Alert alert = makeAlert(lock.name, clock);
        alert.subject = {lock.backend, lock.system, lock.source, lock.name};
        alert.rule = QString::fromLatin1(rule);
        alert.reason = QString::fromLatin1(reason);
        alert.began = clock.wallNow() - ago;
        alerts.push_back(std::move(alert));
    };
    add(0, "held-long", "held for 1 h by web-3", 3h + 12min);
    alerts.back().acknowledged = true;
    add(3, "many-waiters", "24 wait for it", 14min);
    add(5, "no-expiry", "The lock has no expiry: only its holder ends it.", 4min);
    alerts.back().snoozedUntil = clock.wallNow() + 1h;
    add(11, "held-unusual",
        "held for 4 m 2 s by web-1; 99 of 100 of its holds were over within 38 s", 40s);
    model.setBoard(boardOf(std::move(alerts)));
}

/** One kind in masses, and five that matter. */
void fillStorm(AlertModel &model, const Clock &clock)
{
    std::vector<Alert> alerts;
    for (int at = 0; at < 233; ++at) {
        Alert alert = makeAlert("session:" + QByteArray::number(4711 + at), clock);
        alert.subject.backend = QStringLiteral("cache-eu");
        alert.subject.system = QStringLiteral("redis_string");
        alert.rule = QStringLiteral("no-expiry");
        alert.kind = AlertKind::Finding;
        alert.reason = QStringLiteral("The lock has no expiry: only its holder ends it.");
        alert.began = clock.wallNow() - std::chrono::seconds(at);
        alert.acknowledged = at >= 12;
        alerts.push_back(std::move(alert));
    }
    for (const char *name : {"billing-db", "cache-ap-1", "cache-ap-2", "search-cache", "jobs"}) {
        Alert alert = makeAlert(name, clock);
        alert.subject = {QString::fromLatin1(name), {}, {}, {}};
        alert.rule = QStringLiteral("backend-lost");
        alert.kind = AlertKind::BackendLost;
        alert.severity = AlertSeverity::Serious;
        alert.reason = QStringLiteral("no answer: connection refused");
        alert.began = clock.wallNow() - 41s;
        alerts.push_back(std::move(alert));
    }
    model.setBoard(boardOf(std::move(alerts)));
}

/** The dialogs of releases, over the window. */
void showDialog(MainWindow &window, LockStore &store, ViewFeed &feed, const QString &state)
{
    if (state.startsWith(u"release"))
        showRelease(window, store, feed, state);
    else if (state.startsWith(u"bulk"))
        showBulk(window, store, state);
    if (state == u"allow-writes") {
        BackendSpec backend;
        backend.name = QStringLiteral("billing-db");
        backend.environment = Environment::Production;
        (new AllowWritesDialog(backend, &window))->open();
    }
}

void publish(ViewFeed &feed, const QString &state)
{
    if (isBuilt(state))
        feed.build({});
    else if (!state.startsWith(u"owners"))
        feed.publish();
}

/** How a state is looked at. */
struct Look {
    QString state = QStringLiteral("showcase");
    QString theme;
    QSize size = QSize(1280, 720);
    QString picture; ///< empty: shown until somebody closes it
    bool alone = false;
    QStringList *faults = nullptr; ///< what does not fit goes there, and no picture
};

/** What is on the screen: dialogs are windows of their own. */
QPixmap pictureOf(QWidget &window, bool alone)
{
    QPixmap picture = window.grab();
    QPainter painter(&picture);
    for (const QWidget *dialog : QApplication::topLevelWidgets()) {
        if (dialog == &window || !dialog->isVisible())
            continue;
        const QPixmap grabbed = const_cast<QWidget *>(dialog)->grab();
        const QPoint at = window.rect().center() - grabbed.rect().center();
        if (alone) {
            painter.end();
            return grabbed;
        }
        painter.fillRect(picture.rect(), QColor(0, 0, 0, 90));
        painter.drawPixmap(at, grabbed);
    }
    return picture;
}

/** Ends the loop once everything is where it stays. */
void finish(QWidget &window, const Look &look, Millis after)
{
    if (look.picture.isEmpty() && !look.faults)
        return;
    QTimer::singleShot(after, &window, [&window, look] {
        if (!look.faults) {
            QApplication::exit(pictureOf(window, look.alone).save(look.picture) ? 0 : 1);
            return;
        }
        for (const QWidget *shown : QApplication::topLevelWidgets()) {
            for (const QString &fault : faultsOf(*shown))
                *look.faults << look.state + QStringLiteral(": ") + fault;
        }
        QApplication::exit(0);
    });
}

/** A part of the window by itself. */
int showAlone(QWidget &part, const Look &look)
{
    part.resize(look.size);
    part.show();
    finish(part, look, 300ms);
    return QApplication::exec();
}

/** The size of text that was asked for, once there is a window to have it. */
int previewPercent()
{
    return qEnvironmentVariableIntValue("LOCKMASTER_PREVIEW_TEXT");
}

/** Every lock changed now and then, of the second server at least so often. */
void showChanges(LockStore &store)
{
    auto changes = std::make_shared<LockChanges>();
    auto view = std::make_shared<ViewSnapshot>(*store.view());
    ViewUpdate update;
    for (const ViewRow &row : view->rows) {
        const auto number = qint64(update.newRowOfOld.size());
        changes->counted.push_back({row.lock.id(), number % 4 * (number + 7) * 3});
        update.newRowOfOld.push_back(qint32(number));
    }
    std::sort(changes->counted.begin(), changes->counted.end(),
              [](const auto &a, const auto &b) { return a.lock.name < b.lock.name; });
    for (const auto &backend : view->backends)
        changes->watched.push_back({backend->status.name, changes->watched.size() == 1, false});
    std::sort(changes->watched.begin(), changes->watched.end(),
              [](const auto &a, const auto &b) { return a.backend < b.backend; });
    view->changes = changes;
    if (view->focus)
        view->focus->changes = changes->of(view->focus->lock->id);
    update.view = view;
    store.apply(update);
}

int showState(const Look &look)
{
    const QString &state = look.state;
    Theme theme;
    theme.setChoice(themeChoiceFromName(look.theme).value_or(ThemeChoice::System));
    QTemporaryDir directory;
    QSettings settings(directory.filePath(QStringLiteral("preview.ini")), QSettings::IniFormat);
    if (const std::unique_ptr<QWidget> lanes(lanesPreview(state)); lanes)
        return showAlone(*lanes, look);
    if (const std::unique_ptr<QWidget> part(partPreview(state)); part) {
        TextSize text(settings);
        if (previewPercent() > 0)
            text.setPercent(previewPercent());
        return showAlone(*part, look);
    }
    LockStore store;
    MainWindow window(store, SystemNames(systems()), systemClock(), settings,
                      {.addBackend = true, .settings = true, .acquire = true});
    auto *views = new ViewsController(window);
    ViewFeed feed(store, systemClock());
    fill(feed, state, systemClock());
    if (state == u"filtered" || state == u"wrong") {
        window.filterEdit().setFocus();
        window.filterEdit().setFilterText(state == u"wrong" ? QStringLiteral("state:held ttl<5q")
                                                            : QStringLiteral("state:held ttl<1m"));
        feed.query = window.query();
    }
    if (state == u"lifted" || state.contains(u"read-only") || state == u"allow-writes")
        feed.backends.front().readOnly = true;
    publish(feed, state);
    if (state == u"changes") {
        window.locksView().table().setColumnShown(LockColumn::Changes, true);
        showChanges(store);
    }
    WriteGate gate;
    WriteLifts lifts(gate, AuditLog(directory.path()), QStringLiteral("preview"));
    window.addStrip(new LiftStrip(lifts));
    QObject::connect(&lifts, &WriteLifts::changed, &window,
                     [&] { window.setLifted(lifts.names()); });
    window.lockActions().setActionsOf(previewActions);
    window.leadersView().setActionsOf(leaderActions);
    if (state == u"lifted") {
        BackendSpec backend;
        backend.name = feed.backends.front().name;
        backend.readOnly = true;
        lifts.allow(backend, {});
    }
    AlertModel &alerts = *new AlertModel(SystemNames(systems()), systemClock(), &window);
    auto *alertList = new AlertList(alerts);
    window.setAlertList(alertList);
    alerts.followBackends(*store.view());
    if (state == u"alerts")
        fillAlerts(alerts, feed, systemClock());
    if (state.startsWith(u"storm"))
        fillStorm(alerts, systemClock());
    window.resize(look.size);
    window.show();
    if (state == u"alerts" || state == u"storm")
        window.dock().bring(alertList);
    if (state == u"held")
        showHeldState(window);
    window.dock().setFolded(state == u"storm-folded");
    window.dock().setAway(state == u"storm-away");
    if (previewPercent() > 0)
        window.textSize().setPercent(previewPercent());
    // In a window that is shown, as the program does it: until then its table is arranged anew.
    if (isViewsState(state)) {
        showViewsState(window, *views, feed, state);
        feed.query = window.query();
        publish(feed, state);
    }
    window.setLockNotes({{"*", QStringLiteral("Nobody needs it for longer than 30 s."),
                          QStringLiteral("https://wiki.example/locks"), true}});
    if (state == u"showcase" || state == u"hostile" || state == u"changes") {
        const size_t row = state == u"hostile" ? feed.locks.size() - 5 : 3;
        window.locksView().table().selectLock(makeLock(feed.locks[row], systemClock())->id);
    }
    if (state.startsWith(u"leaders"))
        window.showPage(PageId::Leaders);
    if (state == u"leaders-vacant" || state == u"leaders-lost") {
        const LeaderWatch &vacant = *feed.leaders.back();
        window.leadersView().choose(vacant.lock->id);
    } else if (state.startsWith(u"leaders") && !feed.leaders.empty()) {
        window.leadersView().choose(feed.leaders.front()->lock->id);
    }
    if (state == u"backend") {
        ViewScope scope;
        scope.backend = QStringLiteral("billing-db");
        window.sidebar().setCurrentIndex({});
    }
    // Alive: the same rows again and again, read just now, as a monitor would deliver them.
    QTimer poll;
    const SteadyTime begun = systemClock().now();
    QObject::connect(&poll, &QTimer::timeout, &window, [&] {
        for (BackendStatus &status : feed.backends) {
            if (status.state == BackendState::Online)
                status.dataFrom = systemClock().now();
        }
        if (state.startsWith(u"leaders"))
            fillLeaderState(feed, state, systemClock(),
                            std::chrono::duration_cast<Millis>(systemClock().now() - begun));
        if (state.startsWith(u"owners") || isBuilt(state))
            feed.build({});
        else
            feed.publishRows(store.view()->rows);
        if (state == u"changes")
            showChanges(store);
    });
    if (state.startsWith(u"lab")) {
        auto *lab = new LabView(systemClock());
        window.addPage(PageId::Lab, lab);
        window.showPage(PageId::Lab);
        QObject::connect(&window, &MainWindow::presentingChanged, lab,
                         [lab, &window] { lab->setPresenting(window.isPresenting(PageId::Lab)); });
        showLabState(*lab, state);
    }
    if (state.startsWith(u"history"))
        showHistoryState(window, store, state);
    if (state.startsWith(u"owners"))
        showOwnersState(window, store, feed);
    if (state.startsWith(u"go"))
        showGoState(window, store, feed);
    if (state.startsWith(u"overview"))
        showOverviewState(window, store, feed);
    if (state.startsWith(u"chains"))
        showChainsState(window, store, state);
    showDialog(window, store, feed, state);
    showDialogState(window, state);
    showWindowState(window, settings, state);
    showSettingsState(window, store, theme, settings, directory.path(), state);
    // As somebody would who sees it too small, or before a room.
    const bool presents =
        qEnvironmentVariableIsSet("LOCKMASTER_PREVIEW_PRESENT") || state.endsWith(u"-presented");
    QTimer::singleShot(300, &window, [&window, &settings, presents] {
        if (previewPercent() > 0)
            window.textSize().setPercent(previewPercent());
        if (qEnvironmentVariableIsSet("LOCKMASTER_PREVIEW_COMPACT"))
            Density::setCompact(settings, true);
        for (QAction *action : window.actions()) {
            if (presents && action->shortcut() == QKeySequence(Qt::Key_F11))
                action->setChecked(true);
        }
    });
    finish(window, look, look.faults ? 400ms : 1300ms);
    if (state != u"still")
        poll.start(state.startsWith(u"leaders") ? 200ms : 1000ms);
    QObject::connect(&window, &MainWindow::queryChanged, &window,
                     [&feed](const ViewQuery &query) { feed.query = query; });
    return QApplication::exec();
}

QSize sizeIn(const QString &text)
{
    const QStringList size = text.split(u'x');
    return size.size() == 2 ? QSize(size[0].toInt(), size[1].toInt()) : Look().size;
}

/** Without a display the screen is one on which the window is shown whole, and nothing larger. */
void makeScreen(const QTemporaryDir &directory, QSize size)
{
    if (qgetenv("QT_QPA_PLATFORM") != "offscreen")
        return;
    const QString path = directory.filePath(QStringLiteral("screen.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(QStringLiteral("{\"screens\":[{\"name\":\"preview\",\"x\":0,\"y\":0,\"width\":%1,"
                              "\"height\":%2,\"logicalDpi\":96,\"logicalBaseDpi\":96,\"dpr\":1}]}")
                   .arg(size.width())
                   .arg(size.height())
                   .toUtf8());
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + path.toUtf8());
}

/** One after another; says what of them does not fit. */
int checkAll(QSize screen)
{
    QStringList faults;
    for (const PreviewState &state : previewStates) {
        Look look;
        look.state = QString::fromLatin1(state.name);
        look.theme = QStringLiteral("light");
        look.size = screen;
        look.faults = &faults;
        showState(look);
    }
    QTextStream(stderr) << faults.join(u'\n') << (faults.isEmpty() ? "" : "\n");
    return faults.isEmpty() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    Look look;
    if (argc > 1)
        look.state = QString::fromLocal8Bit(argv[1]);
    if (look.state == u"list") {
        for (const PreviewState &state : previewStates)
            QTextStream(stdout) << state.name << '\n';
        return 0;
    }
    if (argc > 3)
        look.size = sizeIn(QString::fromLocal8Bit(argv[3]));
    const QTemporaryDir screen;
    makeScreen(screen, look.size);
    QApplication app(argc, argv);
    RoomyStyle::install();
    if (const QString language = qEnvironmentVariable("LOCKMASTER_PREVIEW_LANGUAGE");
        !language.isEmpty()) {
        QLocale::setDefault(QLocale(language));
        installTranslations(QLocale(language));
    }
    if (look.state == u"check")
        return checkAll(look.size);
    const QStringList arguments = QApplication::arguments();
    look.theme = arguments.value(2);
    look.picture = arguments.value(4);
    look.alone = arguments.value(5) == u"alone";
    return showState(look);
}

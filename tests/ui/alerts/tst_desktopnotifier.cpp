// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/lockstore.h"
#include "tests/support/alertfixtures.h"
#include "tests/support/fakedesktop.h"
#include "tests/support/hostiletexts.h"
#include "tests/support/manualclock.h"
#include "tests/support/secretservice.h"
#include "tests/support/testprogram.h"
#include "ui/alerts/alerting.h"

#include <QDBusConnection>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_desktopnotifier {

namespace {

constexpr int patience = 20'000;

} // namespace

/** What the desktop's notifications say, and what comes back from them. */
class TestDesktopNotifier : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<SecretService> m_bus;

    QDBusConnection connection(const char *name) const
    {
        return QDBusConnection::connectToBus(QString::fromLatin1(m_bus->address()),
                                             QString::fromLatin1(name));
    }
    AlertNews newsOf(const QByteArray &name, std::optional<AlertEnd> end = {}) const
    {
        return {makeAlert(name, m_clock), end, m_clock.wallNow()};
    }

private slots:
    void init()
    {
        QString why;
        m_bus = SecretService::startEmptyBus(&why);
        if (!m_bus && !qEnvironmentVariableIsSet("CI"))
            QSKIP(qPrintable(why));
        QVERIFY2(m_bus, qPrintable(why));
    }
    void cleanup()
    {
        QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
        QDBusConnection::disconnectFromBus(QStringLiteral("window"));
        m_bus.reset();
    }

    void beginIsReplacedByItsEnd()
    {
        FakeDesktop desktop;
        QDBusConnection theirs = connection("desktop");
        QVERIFY(theirs.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                      QDBusConnection::ExportAllContents));
        QVERIFY(theirs.registerService(QStringLiteral("org.freedesktop.Notifications")));
        DesktopNotifier notifier(connection("window"));
        AlertNews news = newsOf("<b>order</b>");
        news.alert.reason = QStringLiteral("held by <i>web</i>");
        news.alert.runbook = QStringLiteral("https://wiki.example/?a=1&b=2");
        notifier.tell({news}, false);
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 1, patience);
        const FakeDesktop::Note began = desktop.notes.front();
        QCOMPARE(began.summary, QStringLiteral("<b>order</b> (billing-db)")); // never markup
        QCOMPARE(began.body, QStringLiteral("held-long: held by &lt;i&gt;web&lt;/i&gt;\n"
                                            "https://wiki.example/?a=1&amp;b=2"));
        QVERIFY(began.actions.contains(QStringLiteral("snooze")));
        QCOMPARE(began.hints.value(QStringLiteral("suppress-sound")).toBool(), true);
        QTest::qWait(0);

        QSignalSpy shown(&notifier, &DesktopNotifier::showRequested);
        QSignalSpy snoozed(&notifier, &DesktopNotifier::snoozeRequested);
        emit desktop.ActionInvoked(began.id, QStringLiteral("show"));
        QTRY_COMPARE_WITH_TIMEOUT(shown.size(), 1, patience);
        QCOMPARE(shown[0][0].toString(), news.alert.id);
        emit desktop.ActionInvoked(began.id, QStringLiteral("snooze"));
        QTRY_COMPARE_WITH_TIMEOUT(snoozed.size(), 1, patience);
        QVERIFY(snoozed[0][0].value<AlertSubject>() == news.alert.subject);
        emit desktop.ActionInvoked(began.id + 100, QStringLiteral("show")); // of another program

        news.end = AlertEnd::Gone;
        notifier.tell({news}, false);
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 2, patience);
        QCOMPARE(desktop.notes[1].replaces, began.id);
        QVERIFY(desktop.notes[1].summary.startsWith(QStringLiteral("Over: ")));
        QVERIFY(desktop.notes[1].actions.isEmpty());
        QCOMPARE(shown.size(), 1);
        QVERIFY(notifier.problem().isEmpty());
    }

    void namesThatHideOrMoveAreShownAsTheyAre()
    {
        FakeDesktop desktop;
        QDBusConnection theirs = connection("desktop");
        QVERIFY(theirs.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                      QDBusConnection::ExportAllContents));
        QVERIFY(theirs.registerService(QStringLiteral("org.freedesktop.Notifications")));
        DesktopNotifier notifier(connection("window"));
        std::vector<AlertNews> news;
        for (const Hostile &hostile : hostiles()) {
            news.push_back(newsOf(hostile.bytes));
            news.back().alert.note = QString::fromUtf8(hostile.bytes);
            notifier.tell({news.back()}, false);
        }
        news.push_back(newsOf(QByteArray(1 << 20, '\0')));
        notifier.tell({news.back()}, false);
        notifier.tell(news, false); // together
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), qsizetype(news.size()) + 1, patience);
        for (const FakeDesktop::Note &note : std::as_const(desktop.notes)) {
            QVERIFY2(isPlain(note.summary), qPrintable(note.summary));
            QVERIFY2(isPlain(note.body, true), qPrintable(note.body));
            QVERIFY2(!note.body.contains(u'<'), qPrintable(note.body)); // what would be markup
            QVERIFY(note.summary.size() <= 200 && note.body.size() <= 2000);
        }
        for (size_t i = 0; i < hostiles().size(); ++i)
            QCOMPARE(desktop.notes[qsizetype(i)].summary,
                     literalText(hostiles()[i].bytes) + QStringLiteral(" (billing-db)"));
    }

    void clickOpensTheLock()
    {
        FakeDesktop desktop;
        QDBusConnection theirs = connection("desktop");
        QVERIFY(theirs.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                      QDBusConnection::ExportAllContents));
        QVERIFY(theirs.registerService(QStringLiteral("org.freedesktop.Notifications")));
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        QWidget window;
        LockStore store;
        Alerting alerting(store, SystemNames(), m_clock, settings, connection("window"), window);
        const AlertNews first = newsOf("first");
        const AlertNews second = newsOf("second");
        const AlertWatch::Listener tell = alerting.listener();
        tell({first}, boardOf({first.alert}));
        tell({second}, boardOf({first.alert, second.alert}));
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 2, patience);
        QTest::qWait(0);

        QSignalSpy asked(&alerting.list(), &AlertList::lockRequested);
        const auto click = [&](const QString &summary) {
            for (const FakeDesktop::Note &note : desktop.notes) {
                if (note.summary.startsWith(summary))
                    emit desktop.ActionInvoked(note.id, QStringLiteral("show"));
            }
        };
        click(QStringLiteral("first"));
        QTRY_COMPARE_WITH_TIMEOUT(asked.size(), 1, patience);
        QVERIFY(asked[0][0].value<AlertSubject>() == first.alert.subject);
        QVERIFY(window.isVisible());
        click(QStringLiteral("second"));
        QTRY_COMPARE_WITH_TIMEOUT(asked.size(), 2, patience);
        QVERIFY(asked[1][0].value<AlertSubject>() == second.alert.subject);
        // Of one that has ended there is nothing to show, and not another's lock.
        tell({}, boardOf({second.alert}));
        QTRY_COMPARE_WITH_TIMEOUT(alerting.list().countText(), QStringLiteral("1"), patience);
        window.hide();
        click(QStringLiteral("first"));
        QTRY_VERIFY_WITH_TIMEOUT(window.isVisible(), patience);
        QCOMPARE(asked.size(), 2);
    }

    /** The desktop's notifications are on the projector, too. */
    void whileSomebodyPresentsTheDesktopIsToldNothing()
    {
        FakeDesktop desktop;
        QDBusConnection theirs = connection("desktop");
        QVERIFY(theirs.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                      QDBusConnection::ExportAllContents));
        QVERIFY(theirs.registerService(QStringLiteral("org.freedesktop.Notifications")));
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        QWidget window;
        LockStore store;
        Alerting alerting(store, SystemNames(), m_clock, settings, connection("window"), window);
        const AlertWatch::Listener tell = alerting.listener();
        const AlertNews open = newsOf("open");
        const AlertNews gone = newsOf("gone");
        AlertNews over = gone;
        over.end = AlertEnd::Cleared;
        AlertNews unwatched = newsOf("unwatched");
        alerting.setPresenting(true);
        tell({open, gone}, boardOf({open.alert, gone.alert}));
        tell({unwatched}, boardOf({open.alert, gone.alert, unwatched.alert}));
        unwatched.end = AlertEnd::NotWatched;
        tell({over, unwatched}, boardOf({open.alert}));
        QTRY_COMPARE_WITH_TIMEOUT(alerting.list().countText(), QStringLiteral("1"), patience);
        // Whatever had been sent before would be there before this.
        alerting.setPresenting(false);
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 2, patience);
        QVERIFY(desktop.notes[0].summary.startsWith(QStringLiteral("open")));
        QVERIFY(desktop.notes[1].summary.startsWith(QStringLiteral("Over: gone")));
        // And afterwards as ever.
        const AlertNews next = newsOf("next");
        tell({next}, boardOf({open.alert, next.alert}));
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 3, patience);
        QVERIFY(desktop.notes[2].summary.startsWith(QStringLiteral("next")));
    }

    void endOfWhatIsNoLongerWatchedIsNotTold()
    {
        FakeDesktop desktop;
        QDBusConnection theirs = connection("desktop");
        QVERIFY(theirs.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                      QDBusConnection::ExportAllContents));
        QVERIFY(theirs.registerService(QStringLiteral("org.freedesktop.Notifications")));
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        QWidget window;
        LockStore store;
        Alerting alerting(store, SystemNames(), m_clock, settings, connection("window"), window);
        const auto newsFrom = [this](const char *backend, std::optional<AlertEnd> end) {
            AlertNews news = newsOf(backend, end);
            news.alert.subject.backend = QString::fromLatin1(backend);
            return news;
        };
        alerting.setBackends({QStringLiteral("sandbox"), QStringLiteral("billing")}, {});
        // They have ended; what their alerts say comes after. Another takes over a name.
        alerting.setBackends({}, {QStringLiteral("orders"), QStringLiteral("billing")});
        const AlertWatch::Listener tell = alerting.listener();
        tell({newsFrom("sandbox", {}), newsFrom("sandbox", AlertEnd::Cleared),
              newsFrom("billing", AlertEnd::NotWatched), newsFrom("orders", AlertEnd::Cleared)},
             boardOf({}));
        tell({newsFrom("billing", AlertEnd::Cleared)}, boardOf({}));
        tell({newsFrom("last", {})}, boardOf({}));
        QTRY_VERIFY_WITH_TIMEOUT(
            !desktop.notes.isEmpty()
                && desktop.notes.back().summary.startsWith(QStringLiteral("last")),
            patience);
        QCOMPARE(desktop.notes.size(), 3);
        QVERIFY(desktop.notes[0].summary.startsWith(QStringLiteral("Over: orders")));
        QVERIFY(desktop.notes[1].summary.startsWith(QStringLiteral("Over: billing")));
    }

    void whatNobodyWatchesAnyMoreIsClosed()
    {
        FakeDesktop desktop;
        QDBusConnection theirs = connection("desktop");
        QVERIFY(theirs.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                      QDBusConnection::ExportAllContents));
        QVERIFY(theirs.registerService(QStringLiteral("org.freedesktop.Notifications")));
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        QWidget window;
        LockStore store;
        Alerting alerting(store, SystemNames(), m_clock, settings, connection("window"), window);
        const AlertWatch::Listener tell = alerting.listener();
        tell({newsOf("stays"), newsOf("goes")}, boardOf({}));
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 2, patience);
        std::vector<AlertNews> many;
        for (const char *name : {"m1", "m2", "m3", "m4"})
            many.push_back(newsOf(name));
        tell(many, boardOf({}));
        // Its backend goes before the desktop has answered.
        tell({newsOf("early")}, boardOf({}));
        tell({newsOf("early", AlertEnd::NotWatched), newsOf("goes", AlertEnd::RuleOff)},
             boardOf({}));
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 4, patience);
        QTRY_COMPARE_WITH_TIMEOUT(desktop.closed.size(), 2, patience);
        QCOMPARE(desktop.summariesOfClosed(), (QStringList{QStringLiteral("early (billing-db)"),
                                                           QStringLiteral("goes (billing-db)")}));
        // Of several told together one is not the whole.
        std::vector<AlertNews> gone(many.begin(), many.begin() + 3);
        for (AlertNews &each : gone)
            each.end = AlertEnd::NotWatched;
        tell(gone, boardOf({}));
        Alerting::setNotifies(settings, false);
        AlertNews last = many.back();
        last.end = AlertEnd::NotWatched;
        tell({last}, boardOf({}));
        QTRY_COMPARE_WITH_TIMEOUT(desktop.closed.size(), 3, patience);
        QVERIFY(desktop.summariesOfClosed().contains(QStringLiteral("4 alerts at once")));
        QCOMPARE(desktop.notes.size(), 4);
    }

    void closedOneIsNotReplaced()
    {
        FakeDesktop desktop;
        desktop.capabilities.clear();
        QDBusConnection theirs = connection("desktop");
        QVERIFY(theirs.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                      QDBusConnection::ExportAllContents));
        QVERIFY(theirs.registerService(QStringLiteral("org.freedesktop.Notifications")));
        DesktopNotifier notifier(connection("window"));
        notifier.tell({newsOf("a<b")}, true);
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 1, patience);
        QVERIFY(desktop.notes[0].actions.isEmpty());
        QVERIFY(!desktop.notes[0].body.contains(QStringLiteral("&lt;")));
        QCOMPARE(desktop.notes[0].hints.value(QStringLiteral("sound-name")).toString(),
                 QStringLiteral("dialog-warning"));
        notifier.tell({newsOf("other")}, false);
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 2, patience);
        emit desktop.NotificationClosed(desktop.notes[0].id, 2);
        // Signals come in the order in which they were sent: who heard this heard the other.
        QSignalSpy shown(&notifier, &DesktopNotifier::showRequested);
        emit desktop.ActionInvoked(desktop.notes[1].id, QStringLiteral("show"));
        QTRY_COMPARE_WITH_TIMEOUT(shown.size(), 1, patience);
        notifier.tell({newsOf("a<b", AlertEnd::Cleared)}, false);
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 3, patience);
        QCOMPARE(desktop.notes[2].replaces, 0u);
    }

    void manyAtOnceAreOne()
    {
        FakeDesktop desktop;
        QDBusConnection theirs = connection("desktop");
        QVERIFY(theirs.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                      QDBusConnection::ExportAllContents));
        QVERIFY(theirs.registerService(QStringLiteral("org.freedesktop.Notifications")));
        DesktopNotifier notifier(connection("window"));
        std::vector<AlertNews> news;
        for (int i = 0; i < 100; ++i)
            news.push_back(newsOf("lock " + QByteArray::number(i)));
        news.push_back(newsOf("gone", AlertEnd::Gone));
        notifier.tell(news, false);
        QTRY_COMPARE_WITH_TIMEOUT(desktop.notes.size(), 2, patience);
        QCOMPARE(desktop.notes[0].summary, QStringLiteral("100 alerts at once"));
        QVERIFY(!desktop.notes[0].actions.contains(QStringLiteral("snooze")));
        QSignalSpy shown(&notifier, &DesktopNotifier::showRequested);
        QTRY_VERIFY_WITH_TIMEOUT(
            (emit desktop.ActionInvoked(desktop.notes[0].id, QStringLiteral("default")),
             !shown.isEmpty()),
            patience);
        QVERIFY(shown[0][0].toString().isEmpty());
    }

    void desktopWithoutTheServiceIsNoMatter()
    {
        DesktopNotifier notifier(connection("window"));
        notifier.tell({newsOf("a")}, false);
        QTRY_VERIFY_WITH_TIMEOUT(!notifier.problem().isEmpty(), patience);
    }

    void noBusIsNoMatter()
    {
        DesktopNotifier notifier(QDBusConnection(QStringLiteral("nowhere")));
        notifier.tell({newsOf("a")}, false);
        QVERIFY(!notifier.problem().isEmpty());
    }
};

LOCKMASTER_TEST(TestDesktopNotifier, QApplication)

} // namespace tst_desktopnotifier

#include "tst_desktopnotifier.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/display/pinplaces.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/lockactions.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/locks/pinstrip.h"
#include "ui/window/mainwindow.h"

#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_pins {

/** Pinned locks, from the key to what is said of those that have no row. */
class TestPins : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    ManualClock m_clock;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<MainWindow> m_window;

    LockTable &table() { return m_window->locksView().table(); }
    PinStrip &strip() { return m_window->locksView().pinStrip(); }
    void answer()
    {
        m_feed->query = m_window->query();
        m_feed->build({});
    }
    QString nameAt(int row) { return table().model()->index(row, 0).data().toString(); }
    void choose(const QString &name)
    {
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            if (nameAt(row) == name)
                table().selectRow(row);
        }
    }
    void pin(const QString &name)
    {
        choose(name);
        QTest::keyClick(&table(), Qt::Key_P, Qt::ControlModifier);
        answer();
    }
    /** The entries of the strip's menu: `title: what can be done`. */
    QStringList menu()
    {
        strip().button().click();
        QStringList entries;
        for (const QAction *action : strip().menu().actions()) {
            if (action->menu())
                entries << action->text();
        }
        strip().menu().close();
        return entries;
    }
    QAction *actionOf(int entry, const QString &text)
    {
        strip().button().click();
        strip().menu().close();
        for (QAction *action : strip().menu().actions().at(entry)->menu()->actions()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    }
    void openWindow()
    {
        m_window = std::make_unique<MainWindow>(*m_store, SystemNames(), m_clock, *m_settings,
                                                MainWindow::Offers{});
        answer();
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        table().setFocus();
    }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        BackendStatus billing = makeStatus(QStringLiteral("billing"), BackendKind::MySql, m_clock);
        SourceStatus source;
        source.name = QStringLiteral("billing.dist_lock");
        source.systems = {QStringLiteral("dist_lock")};
        source.complete = true;
        billing.sources = {source};
        m_feed->backends = {billing};
        for (const char *name : {"a", "b", "c", "d"})
            m_feed->locks.push_back({.name = name, .backend = QStringLiteral("billing")});
        openWindow();
    }
    void cleanup() { m_window.reset(); }

    void aKeyPinsAndUnpins()
    {
        QVERIFY(!m_window->lockActions().pin().isEnabled());
        pin(QStringLiteral("c"));
        QCOMPARE(nameAt(0), QStringLiteral("c"));
        QCOMPARE(table().model()->index(0, 0).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Lock: c, pinned"));
        QVERIFY(table().model()->index(0, 0).data(PinnedRole).toBool());
        QVERIFY(!table().model()->index(1, 0).data(PinnedRole).toBool());
        QCOMPARE(m_window->lockActions().pin().text(), QStringLiteral("Unpin"));
        table().sortBy(LockColumn::Name);
        table().sortBy(LockColumn::Name); // downwards
        answer();
        QCOMPARE(nameAt(0), QStringLiteral("c"));
        QCOMPARE(nameAt(1), QStringLiteral("d"));
        QVERIFY(strip().text().isEmpty());
        pin(QStringLiteral("c"));
        QCOMPARE(nameAt(0), QStringLiteral("d"));
        QCOMPARE(m_window->lockActions().pin().text(), QStringLiteral("Pin"));
    }

    void severalArePinnedTogether()
    {
        table().selectAll();
        QTest::keyClick(&table(), Qt::Key_P, Qt::ControlModifier);
        answer();
        for (int row = 0; row < 4; ++row)
            QVERIFY(table().model()->index(row, 0).data(PinnedRole).toBool());
    }

    void theyAreKeptFromStartToStart()
    {
        pin(QStringLiteral("d"));
        m_window.reset();
        openWindow();
        QCOMPARE(nameAt(0), QStringLiteral("d"));
    }

    void aFilterLeavesThemOutAndThatIsSaid()
    {
        pin(QStringLiteral("c"));
        m_window->filterEdit().setFilterText(QStringLiteral("name=a"));
        answer();
        QCOMPARE(table().model()->rowCount(), 1);
        QCOMPARE(nameAt(0), QStringLiteral("a"));
        QCOMPARE(strip().text(), QStringLiteral("Pinned, left out here: c"));
        QVERIFY(strip().isVisible());
        QCOMPARE(menu(), QStringList{QStringLiteral("c (billing): left out here")});
        QAction *const go = actionOf(0, QStringLiteral("Go to it"));
        QVERIFY(go && go->isEnabled());
        go->trigger();
        answer();
        QVERIFY(m_window->filterEdit().text().isEmpty());
        QCOMPARE(table().selectedLocks().front()->id.name, QByteArray("c"));
        QVERIFY(strip().text().isEmpty());
    }

    void notHeldIsSaidOnProofAlone_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *how, const char *said) {
            QTest::newRow(how) << QString::fromLatin1(how) << QString::fromLatin1(said);
        };
        row("read whole", "Pinned, not held: c");
        row("read in part", "Pinned, not seen: c");
        row("not decoded", "Pinned, not seen: c");
        row("another system", "Pinned, not seen: c");
        row("no source", "Pinned, not seen: c");
        row("late", "Pinned, not seen: c");
        row("paused", "Pinned, not seen: c");
        row("stale", "Pinned, not seen: c");
        row("fewer follow", "Pinned, not seen: c");
        row("followers are missing", "Pinned, not seen: c");
        row("of no pattern", "Pinned, not seen: c");
        row("of a pattern", "Pinned, not held: c");
    }
    void notHeldIsSaidOnProofAlone()
    {
        QFETCH(const QString, how);
        QFETCH(const QString, said);
        pin(QStringLiteral("c"));
        m_feed->locks.erase(m_feed->locks.begin() + 2);
        BackendStatus &status = m_feed->backends.front();
        SourceStatus &source = status.sources.front();
        if (how == u"read in part")
            source.complete = false;
        else if (how == u"not decoded")
            source.notDecoded = 1;
        else if (how == u"another system")
            source.systems = {QStringLiteral("shedlock")};
        else if (how == u"no source")
            status.sources.clear();
        else if (how == u"late")
            status.dataFrom = m_clock.now() - 1h;
        else if (how == u"paused")
            status.paused = true;
        else if (how == u"stale")
            status.state = BackendState::Stale;
        else if (how == u"fewer follow")
            source.fewerFollow = true;
        else if (how == u"followers are missing")
            status.server.followers = {0, 1};
        else if (how == u"of no pattern")
            status.patterns = {"lock:*", "job:*"};
        else if (how == u"of a pattern")
            status.patterns = {"lock:*", "[a-d]"};
        answer();
        answer(); // no ghost of it any more
        QCOMPARE(strip().text(), said);
        QVERIFY(strip().isVisible());
        QVERIFY(!actionOf(0, QStringLiteral("Go to it"))->isEnabled());
        // Where nothing can be gone to, it can still be given up; that comes and goes below the
        // rows.
        QVERIFY(strip().geometry().top() >= table().geometry().bottom());
        actionOf(0, QStringLiteral("Unpin"))->trigger();
        QVERIFY(strip().text().isEmpty());
    }

    /** The view before has it among the others: neither left out nor gone. */
    void nothingIsSaidOfAPinBeforeTheNextView()
    {
        choose(QStringLiteral("c"));
        QTest::keyClick(&table(), Qt::Key_P, Qt::ControlModifier);
        QVERIFY2(strip().text().isEmpty(), qPrintable(strip().text()));
        answer();
        QVERIFY(strip().text().isEmpty());
    }

    void aServerThatIsGoneIsNoProof()
    {
        pin(QStringLiteral("c"));
        m_feed->backends.front().name = QStringLiteral("other");
        m_feed->locks.clear();
        answer();
        QCOMPARE(strip().text(), QStringLiteral("Pinned, not seen: c"));
    }

    void onlyTheFirstNamesAreSaid()
    {
        table().selectAll();
        QTest::keyClick(&table(), Qt::Key_P, Qt::ControlModifier);
        m_feed->locks.clear();
        answer();
        answer();
        QCOMPARE(strip().text(), QStringLiteral("Pinned, not held: a, b, c and 1 more"));
        QCOMPARE(menu().size(), 4);
    }
};

LOCKMASTER_TEST(TestPins, QApplication)

} // namespace tst_pins

#include "tst_pins.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/buttons.h"
#include "tests/support/releasestage.h"
#include "tests/support/testprogram.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/releasedialog.h"
#include "core/display/eventmodel.h"
#include "ui/kit/banner.h"

#include <QMessageBox>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_releasewindow {

/** The window's releases from the selected lock to the outcome, on a server of its own. */
class TestReleaseWindow : public QObject
{
    Q_OBJECT

    ReleaseStage m_stage;

    bool hold(const QByteArray &name, const QByteArray &owner)
    {
        m_stage.take(name, owner);
        return QTest::qWaitFor([&] {
            const LockPointer seen = m_stage.lock(name);
            return seen && !seen->holders.empty() && seen->holders.front().raw == owner;
        });
    }
    template<typename Dialog>
    Dialog *dialog()
    {
        for (auto *each : m_stage.window->findChildren<Dialog *>()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }
    static QString said(QWidget *in) { return in->findChild<Banner *>()->text(); }
    /** `intent` or `outcome`, and what it says; oldest first. */
    QStringList audited() const
    {
        QStringList all;
        const auto lines = readAudit(m_stage.file("audit"), 100);
        for (const AuditLine &line : *lines)
            all << (line.isIntent ? line.intent.action : line.outcome.outcome);
        return all;
    }
    QByteArray stored(const QByteArray &name) { return m_stage.redis->run({"GET", name}).text; }

private slots:
    void initTestCase() { LOCKMASTER_NEEDS_REDIS(); }
    void init() { QVERIFY(m_stage.begin()); }
    void cleanup() { m_stage.end(); }

    void theLockLookedAtIsReleasedAndAudited()
    {
        m_stage.start(false);
        QVERIFY(hold("lock:a", "token-1"));
        m_stage.controller->release({m_stage.lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        QVERIFY(shown);
        const QString label = shown->inquiry().action().label;
        QTRY_VERIFY(isReady(shown, label));
        buttonOf(shown, label)->click();
        QTRY_VERIFY2(said(shown).startsWith(QStringLiteral("Released")), qPrintable(said(shown)));
        QVERIFY(stored("lock:a").isEmpty());
        QVERIFY(shown->isVisible());
        QCOMPARE(audited(),
                 QStringList({shown->inquiry().action().id, QStringLiteral("released")}));
    }

    /** The list of events is told of it, by the number under which the audit log has it. */
    void anEndThatWasMadeHereIsToldAsSuch()
    {
        m_stage.start(false);
        EventModel events(m_stage.monitor->store());
        connect(m_stage.controller, &ReleaseController::released, &events,
                &EventModel::noteRelease);
        QVERIFY(hold("lock:a", "token-1"));
        m_stage.controller->release({m_stage.lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        const QString label = shown->inquiry().action().label;
        QTRY_VERIFY(isReady(shown, label));
        buttonOf(shown, label)->click();
        const auto last = [&events] {
            return events.rowCount() == 0
                       ? QString()
                       : events.index(events.rowCount() - 1, 0).data().toString();
        };
        QTRY_VERIFY2(last().contains(QStringLiteral("released from here")), qPrintable(last()));
    }

    void aLockThatChangedHandsIsLeftAlone()
    {
        m_stage.start(false);
        QVERIFY(hold("lock:a", "token-1"));
        m_stage.controller->release({m_stage.lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        const QString label = shown->inquiry().action().label;
        QTRY_VERIFY(isReady(shown, label));
        QVERIFY(hold("lock:a", "token-2"));
        QTRY_VERIFY(said(shown).contains(QStringLiteral("changed hands")));
        QVERIFY(!isReady(shown, label));
        QCOMPARE(stored("lock:a"), QByteArray("token-2"));
        buttonOf(shown, QStringLiteral("&Look again"))->click();
        QTRY_VERIFY(isReady(shown, label));
        buttonOf(shown, label)->click();
        QTRY_VERIFY(said(shown).startsWith(QStringLiteral("Released")));
        QVERIFY(stored("lock:a").isEmpty());
    }

    void aReadOnlyServerIsWrittenToOnlyOnceThatIsAudited()
    {
        m_stage.start(true);
        QVERIFY(hold("lock:a", "token-1"));
        m_stage.controller->release({m_stage.lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        const QString label = shown->inquiry().action().label;
        QTRY_VERIFY(isReady(shown, shown->inquiry().commitLabel()));
        QVERIFY(!buttonOf(shown, label));
        m_stage.lifts->allow(m_stage.spec, {});
        QTRY_VERIFY(isReady(shown, label));
        m_stage.lifts->restore(m_stage.spec.name);
        QVERIFY(!buttonOf(shown, label));
        QCOMPARE(stored("lock:a"), QByteArray("token-1"));
        buttonOf(shown, shown->inquiry().commitLabel())->click();
        QTRY_VERIFY2(said(shown).startsWith(QStringLiteral("Released")), qPrintable(said(shown)));
        QCOMPARE(audited(),
                 QStringList({QStringLiteral("allow-writes"), QStringLiteral("allowed"),
                              QStringLiteral("allow-writes"), QStringLiteral("allowed"),
                              shown->inquiry().action().id, QStringLiteral("released")}));
        QVERIFY(m_stage.lifts->isWritable(m_stage.spec));
    }

    /** The holder that comes between the press and the permission keeps what it has. */
    void whoeverTakesItWhileWritesAreAllowedKeepsIt()
    {
        m_stage.start(true);
        QVERIFY(hold("lock:a", "token-1"));
        m_stage.controller->release({m_stage.lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        const QString label = shown->inquiry().commitLabel();
        QTRY_VERIFY(isReady(shown, label));
        m_stage.take("lock:a", "token-2"); // the window does not know yet
        buttonOf(shown, label)->click();
        QTRY_VERIFY2(said(shown).contains(QStringLiteral("Refused"))
                         || said(shown).contains(QStringLiteral("changed hands")),
                     qPrintable(said(shown)));
        QCOMPARE(stored("lock:a"), QByteArray("token-2"));
    }

    /** The log's disk is full: neither is anything allowed nor sent, and what was typed stays. */
    void withoutAnAuditLogNothingIsReleasedWithIt()
    {
        m_stage.start(true);
        QFile file(m_stage.file("audit"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(hold("lock:a", "token-1"));
        m_stage.controller->release({m_stage.lock("lock:a")});
        auto *shown = dialog<ReleaseDialog>();
        const QString label = shown->inquiry().commitLabel();
        QTRY_VERIFY(isReady(shown, label));
        buttonOf(shown, label)->click();
        QTRY_VERIFY(dialog<QMessageBox>());
        dialog<QMessageBox>()->close();
        QVERIFY(isReady(shown, label));
        QCOMPARE(stored("lock:a"), QByteArray("token-1"));
        QVERIFY(!m_stage.lifts->isWritable(m_stage.spec));
    }

    void withoutAnAuditLogNothingIsLifted()
    {
        m_stage.start(true);
        const QByteArray blocked = m_stage.file("file").toUtf8();
        QFile file(QString::fromUtf8(blocked));
        QVERIFY(file.open(QIODevice::WriteOnly));
        WriteLifts lifts(*m_stage.gate, AuditLog(file.fileName() + QStringLiteral("/audit")),
                         QStringLiteral("lockmaster"));
        bool failed = false;
        connect(&lifts, &WriteLifts::failed, this, [&failed] { failed = true; });
        lifts.allow(m_stage.spec, {});
        QTRY_VERIFY(failed);
        QVERIFY(!lifts.isWritable(m_stage.spec));
    }

    void severalAreReleasedOneByOne()
    {
        m_stage.start(false);
        constexpr int count = 40; // more than keep a ticket open
        std::vector<LockPointer> locks;
        for (int i = 0; i < count; ++i)
            QVERIFY(hold("lock:" + QByteArray::number(i), "token-1"));
        for (int i = 0; i < count; ++i)
            locks.push_back(m_stage.lock("lock:" + QByteArray::number(i)));
        m_stage.take("lock:7", "token-2");
        m_stage.controller->release(locks);
        auto *shown = dialog<BulkReleaseDialog>();
        QVERIFY(shown);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(shown, QStringLiteral("Release 39")), 20'000);
        m_stage.take("lock:8", "token-2");
        m_stage.take("lock:39", "token-2");
        buttonOf(shown, QStringLiteral("Release 39"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(shown, QStringLiteral("Close")), 20'000);
        QCOMPARE(shown->model().releasedCount(), count - 3);
        for (const char *changed : {"lock:7", "lock:8", "lock:39"})
            QCOMPARE(stored(changed), QByteArray("token-2"));
        QVERIFY(stored("lock:6").isEmpty());
    }
};

LOCKMASTER_TEST(TestReleaseWindow, QApplication)

} // namespace tst_releasewindow

#include "tst_releasewindow.moc"

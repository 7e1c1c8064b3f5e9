// SPDX-License-Identifier: Apache-2.0
#include "app/lockmaster/session.h"
#include "core/audit/auditlog.h"
#include "tests/support/buttons.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "ui/kit/banner.h"
#include "ui/kit/confirmation.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/release/liftstrip.h"
#include "ui/release/releasedialog.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_releasekeys {

namespace {

constexpr int patience = 30'000;
constexpr int lockCount = 4000;
const QString reason = QStringLiteral("OPS-311: its pod is gone");

} // namespace

/**
 * The whole program on a profile with a production server and thousands of locks, by somebody with
 * a keyboard and no time: from the list to a lock that was let go of.
 */
class TestReleaseKeys : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<Session> m_session;
    int m_acts = 0;

    QString auditDirectory() const { return m_home.filePath(QStringLiteral("lockmaster/audit")); }
    QByteArray stored(const QByteArray &name) { return m_redis->run({"GET", name}).text; }
    MainWindow &window() { return m_session->window(); }
    LockTable &table() { return window().locksView().table(); }
    ReleaseDialog *dialog()
    {
        for (auto *each : window().findChildren<ReleaseDialog *>()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }
    QString said() { return dialog() ? dialog()->findChild<Banner *>()->text() : QString(); }

    // Each is one act. Keys go where the focus is, as they do from a keyboard.
    void chord(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        ++m_acts;
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    void type(const QString &text)
    {
        ++m_acts;
        QTest::keyClicks(QApplication::focusWidget(), text);
    }
    /** From the list to the dialog that has looked at the lock: four acts. */
    void openFor(const QByteArray &name)
    {
        m_acts = 0;
        chord(Qt::Key_F, Qt::ControlModifier);
        type(QString::fromLatin1(name));
        QTRY_COMPARE_WITH_TIMEOUT(table().model()->rowCount(), 1, patience);
        chord(Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(table().selectedLocks().size(), size_t(1), patience);
        chord(Qt::Key_Delete);
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), patience);
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QTRY_VERIFY_WITH_TIMEOUT(dialog()->inquiry().phase() == ReleaseInquiry::Phase::Ready,
                                 patience);
        QCOMPARE(dialog()->inquiry().lock()->id.name, name);
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_home.path()));
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_home.path()));
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
    }
    void init()
    {
        m_redis->run({"FLUSHALL"});
        std::vector<RedisCommand> locks;
        locks.reserve(lockCount);
        for (int i = 0; i < lockCount; ++i)
            locks.push_back(lockKey("lock:order:" + QByteArray::number(10'000 + i),
                                    "web-" + QByteArray::number(i % 7), 600s));
        m_redis->runAll(locks);
        QDir(auditDirectory()).removeRecursively();
        QFile profile(m_home.filePath(QStringLiteral("night.toml")));
        QVERIFY(profile.open(QIODevice::WriteOnly | QIODevice::Truncate));
        profile.write("[[backend]]\nname = \"orders\"\nenvironment = \"production\"\n"
                      "poll = \"200ms\"\nmatch = [\"lock:*\"]\nurl = \"redis://127.0.0.1:"
                      + QByteArray::number(m_redis->port()) + "/0\"\n");
        profile.close();
        SessionOptions options;
        options.configPath = profile.fileName();
        m_session = std::make_unique<Session>(std::move(options));
        window().resize(1280, 720);
        window().show();
        m_session->start();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTRY_COMPARE_WITH_TIMEOUT(table().model()->rowCount(), lockCount, patience);
    }
    void cleanup()
    {
        if (m_session)
            m_session->end();
        m_session.reset();
    }

    void eightActsFromTheListToALockThatIsLetGoOf()
    {
        const QByteArray name = "lock:order:12345";
        openFor(name);
        type(reason);
        chord(Qt::Key_Return);
        type(QString::fromLatin1(name));
        chord(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(QStringLiteral("Released")), qPrintable(said()),
                                  patience);
        qInfo("%d acts", m_acts);
        QVERIFY(m_acts <= 8);
        QVERIFY(stored(name).isEmpty());
        QCOMPARE(m_redis->run({"DBSIZE"}).integer, lockCount - 1);

        const auto lines = readAudit(auditDirectory(), 100);
        QVERIFY(lines);
        QStringList told;
        for (const AuditLine &line : *lines) {
            told << (line.isIntent ? line.intent.action : line.outcome.outcome);
            if (line.isIntent)
                QCOMPARE(line.intent.reason, reason);
        }
        QCOMPARE(told, QStringList({QStringLiteral("allow-writes"), QStringLiteral("allowed"),
                                    QStringLiteral("delete"), QStringLiteral("released")}));
        QCOMPARE((*lines)[0].intent.backend, QStringLiteral("orders"));
        QVERIFY((*lines)[2].intent.lock && (*lines)[2].intent.lock->name == name);
        QVERIFY(verifyAudit(auditDirectory())->faults.isEmpty());

        // What was allowed counts down, and the keyboard is back among the locks, or at what is
        // said where the last that was looked for has gone.
        QTRY_VERIFY(!window().findChild<LiftStrip *>()->texts().isEmpty());
        chord(Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        QVERIFY(window().locksView().isAncestorOf(window().focusWidget()));
    }

    void whatIsChosenBehindTheDialogIsNotWhatIsReleased()
    {
        const QByteArray name = "lock:order:12345";
        openFor(name);
        const LockPointer looked = dialog()->inquiry().lock();
        window().showLocks({});
        QTRY_COMPARE_WITH_TIMEOUT(table().model()->rowCount(), lockCount, patience);
        table().selectRow(17);
        QCOMPARE(dialog()->inquiry().lock(), looked);
        type(reason);
        chord(Qt::Key_Return);
        type(QString::fromLatin1(name));
        chord(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(QStringLiteral("Released")), qPrintable(said()),
                                  patience);
        QVERIFY(stored(name).isEmpty());
        QCOMPARE(m_redis->run({"DBSIZE"}).integer, lockCount - 1);
    }

    void nothingIsAllowedForALockThatChangedHandsMeanwhile()
    {
        const QByteArray name = "lock:order:12345";
        openFor(name);
        type(reason);
        chord(Qt::Key_Return);
        m_redis->run(lockKey(name, "another", 600s));
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains(QStringLiteral("changed hands")),
                                  qPrintable(said()), patience);
        type(QString::fromLatin1(name));
        chord(Qt::Key_Return, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        chord(Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        QCOMPARE(stored(name), QByteArray("another"));
        const auto lines = readAudit(auditDirectory(), 100);
        QVERIFY(!lines || lines->empty());
    }
};

LOCKMASTER_TEST(TestReleaseKeys, QApplication)

} // namespace tst_releasekeys

#include "tst_releasekeys.moc"

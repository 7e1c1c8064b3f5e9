// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/holderchecks.h"
#include "core/trust/commandtrust.h"
#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_holderchecks {

namespace {

constexpr int patienceMs = 30'000;

} // namespace

/** Checks that rules ask: really run, on a thread of their own. */
class TestHolderChecks : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    ManualClock m_clock;

    /** Says what stands in the file `say`, and notes each run in `runs`. */
    AliveCommands commands(bool trusted = true, const char *script = "cat '%1/say'") const
    {
        const QStringList command{
            QStringLiteral("/bin/sh"), QStringLiteral("-c"),
            QString(QStringLiteral("echo $0 >> '%1/runs'; ") + QString::fromLatin1(script))
                .arg(m_folder->path()),
            QStringLiteral("{host}")};
        if (trusted && !trustCommand(aliveCheck(command)))
            qFatal("not trusted");
        return {{QStringLiteral("b"), command}};
    }
    void say(const QByteArray &word) const
    {
        QFile file(m_folder->filePath(QStringLiteral("say")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(word);
    }
    QByteArray runs() const
    {
        QFile file(m_folder->filePath(QStringLiteral("runs")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    PackedLock lock(const QByteArray &name, const QString &host, const char *backend = "b") const
    {
        LockRecord lock =
            fakeLock(fakeSource(QString::fromLatin1(backend)), name, "x", 1h, m_clock.now());
        auto detail = std::make_shared<HolderDetail>();
        detail->host = host;
        lock.holders.front().detail = detail;
        return PackedLock(lock);
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder->path()));
    }

    void aHolderIsAskedAboutOnceAMinute()
    {
        CommandChecks checks(m_clock);
        checks.setCommands(commands());
        say("gone\n");
        const PackedLock one = lock("one", QStringLiteral("web-3"));
        const PackedLock two = lock("two", QStringLiteral("web-3"));
        QCOMPARE(checks.of(lock("one", QStringLiteral("web-3"), "other")), std::nullopt);
        const auto first = checks.of(one);
        QCOMPARE(first->said.says, Life::Unknown); // it does not wait
        QCOMPARE(first->nextAsk, m_clock.now() + 1s);
        QTRY_VERIFY_WITH_TIMEOUT(checks.of(one)->said.says == Life::Gone, patienceMs);
        QCOMPARE(checks.of(two)->said.says, Life::Gone);
        QCOMPARE(checks.of(one)->askedAt, m_clock.now());
        QCOMPARE(checks.of(one)->nextAsk, m_clock.now() + 1min);
        QCOMPARE(runs(), QByteArray("web-3\n"));
        QCOMPARE(checks.problem(), QString());
        // Others are told: its arguments may be secrets.
        QCOMPARE(checks.of(one)->said.text,
                 QStringLiteral("The check of your own says it is gone."));

        say("alive\n");
        m_clock.advance(59s);
        QCOMPARE(checks.of(one)->said.says, Life::Gone);
        m_clock.advance(1s);
        QCOMPARE(checks.of(one)->said.says, Life::Gone); // until there is another word
        QTRY_VERIFY_WITH_TIMEOUT(checks.of(one)->said.says == Life::Alive, patienceMs);
        QCOMPARE(runs(), QByteArray("web-3\nweb-3\n"));
        // A holder of whom nothing fits: nothing is run.
        const PackedLock odd = lock("odd", QStringLiteral("-rf"));
        QCOMPARE(checks.of(odd)->said.says, Life::Unknown);
        QTRY_VERIFY_WITH_TIMEOUT(checks.of(odd)->said.text.contains(QStringLiteral("fits")),
                                 patienceMs);
        QCOMPARE(runs(), QByteArray("web-3\nweb-3\n"));
    }

    void aWordThatIsOldIsNone()
    {
        CommandChecks checks(m_clock);
        checks.setCommands(commands(true, "cat '%1/say'; test ! -e '%1/hang' || sleep 600"));
        say("gone\n");
        const PackedLock one = lock("one", QStringLiteral("web-3"));
        checks.of(one);
        QTRY_VERIFY_WITH_TIMEOUT(checks.of(one)->said.says == Life::Gone, patienceMs);
        QFile hang(m_folder->filePath(QStringLiteral("hang")));
        QVERIFY(hang.open(QIODevice::WriteOnly));
        m_clock.advance(4min);
        QCOMPARE(checks.of(one)->said.says, Life::Gone);
        m_clock.advance(2min);
        QCOMPARE(checks.of(one)->said.says, Life::Unknown);
        // Who goes does not wait for what hangs. Asked again each time: between the two moments the
        // question may have been of a time at which nobody wanted to know any more.
        QTRY_COMPARE_WITH_TIMEOUT((checks.of(one), runs()), QByteArray("web-3\nweb-3\n"),
                                  patienceMs);
    }

    void whatNobodyTrustedIsToldOnceAndRunNever()
    {
        CommandChecks checks(m_clock);
        checks.setCommands(commands(false));
        say("gone\n");
        const PackedLock one = lock("one", QStringLiteral("web-3"));
        checks.of(one);
        QTRY_VERIFY_WITH_TIMEOUT(
            (checks.of(one), checks.problem().contains(QStringLiteral("trust"))), patienceMs);
        QCOMPARE(checks.of(one)->said.says, Life::Unknown);
        QCOMPARE(runs(), QByteArray());
        commands(true);
        m_clock.advance(1min);
        QTRY_VERIFY_WITH_TIMEOUT(checks.of(one)->said.says == Life::Gone, patienceMs);
        QCOMPARE(checks.problem(), QString());
        // Another command has said nothing yet.
        checks.setCommands({});
        QVERIFY(!checks.of(one));
        checks.setCommands(commands());
        QCOMPARE(checks.of(one)->said.says, Life::Unknown);
    }

    /** What takes its time takes it from its own backend. */
    void commandsAreAskedByTurns()
    {
        CommandChecks checks(m_clock);
        say("alive\n");
        AliveCommands both = commands(true, "sleep 0.5; cat '%1/say'");
        both[QStringLiteral("c")] = commands().at(QStringLiteral("b"));
        checks.setCommands(both);
        for (int i = 0; i < 20; ++i)
            checks.of(lock(QByteArray::number(i), QStringLiteral("slow-%1").arg(i)));
        const PackedLock quick = lock("quick", QStringLiteral("quick"), "c");
        QTRY_VERIFY_WITH_TIMEOUT(checks.of(quick)->said.says == Life::Alive, patienceMs);
        QVERIFY2(runs().count("slow-") < 20, runs().constData());
    }

    void whatNobodyWantsAnyMoreIsNotRun()
    {
        CommandChecks checks(m_clock);
        say("alive\n");
        checks.setCommands(commands(true, "while ! test -e '%1/go'; do sleep 0.05; done; "
                                          "cat '%1/say'"));
        const PackedLock one = lock("one", QStringLiteral("web-1"));
        const PackedLock two = lock("two", QStringLiteral("web-2"));
        const PackedLock three = lock("three", QStringLiteral("web-3"));
        checks.of(one);
        QTRY_COMPARE_WITH_TIMEOUT(runs(), QByteArray("web-1\n"), patienceMs);
        checks.of(two);
        checks.of(three);
        m_clock.advance(31s);
        checks.of(three);
        QFile go(m_folder->filePath(QStringLiteral("go")));
        QVERIFY(go.open(QIODevice::WriteOnly));
        QTRY_VERIFY_WITH_TIMEOUT(checks.of(three)->said.says == Life::Alive, patienceMs);
        QCOMPARE(runs(), QByteArray("web-1\nweb-3\n"));
        // And may be wanted again.
        QTRY_VERIFY_WITH_TIMEOUT(checks.of(two)->said.says == Life::Alive, patienceMs);
    }

    /** It is given up in time, and takes nobody else's. */
    void manyHoldersAreAskedAboutOneAfterAnother()
    {
        CommandChecks checks(m_clock);
        checks.setCommands(commands());
        say("gone\n");
        std::vector<PackedLock> locks;
        for (int i = 0; i < 100; ++i)
            locks.push_back(lock(QByteArray::number(i), QStringLiteral("web-%1").arg(i)));
        const auto allGone = [&] {
            bool all = true;
            for (const PackedLock &each : locks)
                all = checks.of(each)->said.says == Life::Gone && all;
            return all;
        };
        QTRY_VERIFY_WITH_TIMEOUT(allGone(), patienceMs);
        QCOMPARE(runs().count('\n'), 100);
    }
};

LOCKMASTER_TEST(TestHolderChecks, QCoreApplication)

} // namespace tst_holderchecks

#include "tst_holderchecks.moc"

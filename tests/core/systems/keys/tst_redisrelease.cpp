// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/redisrelease.h"

#include "core/domain/followers.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_redisrelease {

namespace {

RedisReply error(const QByteArray &text)
{
    RedisReply reply;
    reply.type = RedisReply::Type::Error;
    reply.text = text;
    return reply;
}

RedisReleaseWords words(const QByteArray &key = "job")
{
    BackendSpec backend;
    backend.name = QStringLiteral("cache");
    backend.user = QStringLiteral("a");
    return {key, backend};
}

} // namespace

/** What servers answer was noted down from Redis 7.0, Redis 8.0 and Valkey 9.1. */
class TestRedisRelease : public QObject
{
    Q_OBJECT

private slots:
    /** An operator who took a replica away for good is not told of it for ever. */
    void whoFollowedIsRememberedForAnHour()
    {
        const SteadyTime start{std::chrono::hours(5)};
        const auto at = [start](int minutes) { return start + std::chrono::minutes(minutes); };
        FollowerMemory memory;
        memory.note(3, at(0));
        memory.note(1, at(100)); // that nobody looked for long is no reason to forget
        QCOMPARE(memory.most(), qint64(3));
        memory.note(2, at(130));
        memory.note(1, at(159));
        QCOMPARE(memory.most(), qint64(3));
        memory.note(1, at(160));
        QCOMPARE(memory.most(), qint64(2));
        memory.note(2, at(180)); // all of them are back
        memory.note(0, at(200));
        memory.note(0, at(259));
        QCOMPARE(memory.most(), qint64(2));
        memory.note(0, at(260));
        QCOMPARE(memory.most(), qint64(0));
        memory.note(4, at(261));
        QCOMPARE(memory.most(), qint64(4));
    }

    void whatWantsMoreReplicasSaysSo()
    {
        const Error refused = writeRefused(error("NOREPLICAS Not enough good replicas to write."),
                                           QStringLiteral("DEL"));
        QVERIFY2(refused.message.contains(u"min-replicas-to-write"), qPrintable(refused.message));
        QVERIFY(!refused.remedy.isEmpty());
    }

    void whatIsDeniedNamesItsRule_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char *what, const char *text, const char *rule) {
            QTest::newRow(what) << QByteArray(text) << QString::fromLatin1(rule);
        };
        row("command", "NOPERM this user has no permissions to run the 'eval' command", "+eval");
        row("key",
            "NOPERM this user has no permissions to access one of the keys used as "
            "arguments",
            "~job");
        row("channel",
            "NOPERM this user has no permissions to access one of the channels used as "
            "arguments",
            "\"&spring:job\"");
        row("command in a script",
            "ERR The user executing the script can't run this command or "
            "subcommand script: e6c5, on @user_script:1.",
            "+publish +del");
        row("channel in a script",
            "ERR The user executing the script can't publish to the channel "
            "mentioned in the command script: e6c5, on @user_script:1.",
            "\"&spring:job\"");
        row("command in a script, 8",
            "ERR ACL failure in script: User a has no permissions to run "
            "the 'del' command script: e6c5, on @user_script:1.",
            "+del");
        row("key in a script, 8",
            "ERR ACL failure in script: No permissions to access a key "
            "script: on @user_script:1.",
            "~job");
        row("key, 8", "NOPERM No permissions to access a key", "~job");
    }

    void whatIsDeniedNamesItsRule()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, rule);
        const RedisReply reply = error(text);
        QVERIFY(isDeniedReply(reply));
        const ReleaseOutcome outcome = words().refused(
            reply, RedisRights::of({{"PUBLISH", "spring:job", "1"}, {"DEL", "job"}}), true);
        QCOMPARE(releaseResultName(outcome.result), QStringLiteral("denied"));
        QCOMPARE(outcome.remedy, QStringLiteral("ACL SETUSER a ") + rule);
        QCOMPARE(writeRefused(reply, QStringLiteral("DEL")).kind, ErrorKind::Denied);
    }

    void otherRefusalsAreErrors_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *text, ErrorKind kind) {
            QTest::newRow(text) << QByteArray(text) << int(kind);
        };
        row("READONLY You can't write against a read only replica.", ErrorKind::Unsupported);
        row("MOVED 3999 127.0.0.1:6381", ErrorKind::Unsupported);
        row("ASK 3999 127.0.0.1:6381", ErrorKind::Unsupported);
        row("LOADING Redis is loading the dataset in memory", ErrorKind::Network);
        row("BUSY Redis is busy running a script.", ErrorKind::Network);
        row("OOM command not allowed when used memory > 'maxmemory'.", ErrorKind::Protocol);
    }

    void otherRefusalsAreErrors()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, kind);
        QVERIFY(!isDeniedReply(error(text)));
        QCOMPARE(int(writeRefused(error(text), QStringLiteral("DEL")).kind), kind);
    }

    void bytesOfAKeyAreShownLiterally()
    {
        QVERIFY(words("a\n\xff").releasedText().contains(QStringLiteral("a\\n\\xff")));
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<int>("result");
        QTest::addColumn<QString>("remedy");
        const int denied = int(ReleaseResult::Denied);
        QTest::newRow("replica") << QByteArray("READONLY You can't write against a read only "
                                               "replica.")
                                 << denied << QStringLiteral("server");
        for (const char *elsewhere : {"MOVED 866 10.0.0.7:6381", "ASK 866 10.0.0.7:6381"})
            QTest::newRow(elsewhere)
                << QByteArray(elsewhere) << int(ReleaseResult::Busy) << QStringLiteral("again");
        QTest::newRow("disk") << QByteArray("MISCONF Redis is configured to save RDB snapshots")
                              << denied << QString();
        QTest::newRow("replicas") << QByteArray("NOREPLICAS Not enough good replicas to write.")
                                  << denied << QStringLiteral("master");
        for (const char *busy : {"BUSY Redis is busy running a script.",
                                 "LOADING Redis is loading the dataset in memory"})
            QTest::newRow(busy) << QByteArray(busy) << int(ReleaseResult::Busy)
                                << QStringLiteral("Wait");
    }
    void refusals()
    {
        QFETCH(QByteArray, reply);
        QFETCH(int, result);
        QFETCH(QString, remedy);
        const ReleaseOutcome outcome = words().refused(error(reply), {}, true);
        QCOMPARE(int(outcome.result), result);
        QVERIFY2(outcome.remedy.contains(remedy), qPrintable(outcome.remedy));
        QVERIFY(outcome.message.contains(QStringLiteral("cache")));
        const bool inScript = reply.contains("script");
        QCOMPARE(outcome.message.contains(QStringLiteral("The lock was not changed.")), inScript);
        QCOMPARE(outcome.message.contains(QStringLiteral("Nothing was changed.")), !inScript);
        QVERIFY(outcome.sent);
    }

    void answersOfAScript()
    {
        const auto says = [](const QByteArray &word) {
            RedisReply reply;
            reply.type = RedisReply::Type::Bulk;
            reply.text = word;
            return redisAnswer(reply);
        };
        QCOMPARE(says("released"), std::optional(RedisAnswer::Released));
        QCOMPARE(says("changed"), std::optional(RedisAnswer::Changed));
        QCOMPARE(says("count"), std::optional(RedisAnswer::Count));
        QCOMPARE(says("renewed"), std::optional(RedisAnswer::Renewed));
        QCOMPARE(says("gone"), std::optional(RedisAnswer::Gone));
        QCOMPARE(says("released 3"), std::optional(RedisAnswer::Released));
        QVERIFY(!says("OK"));
        QVERIFY(!says("releasedx 3"));
        QVERIFY(!redisAnswer(error("released")));
    }

    void whoWasWokenIsCountedAndNotSupposed()
    {
        const auto said = [](qint64 woken) {
            return words().released(words().releasedText(), woken).message;
        };
        for (const qint64 nobody : {qint64(0), qint64(-1)})
            QVERIFY2(!said(nobody).contains(QStringLiteral("subscriber"))
                         && !said(nobody).contains(QStringLiteral("woken")),
                     qPrintable(said(nobody)));
        QVERIFY(said(1).endsWith(QStringLiteral("One subscriber was told.")));
        QVERIFY(said(12).endsWith(QStringLiteral("12 subscribers were told.")));
        RedisReply reply;
        reply.type = RedisReply::Type::Bulk;
        for (const auto &[text, told] :
             {std::pair{"released 3", 3}, {"released 0", 0}, {"released", 0}, {"released -4", 0}}) {
            reply.text = text;
            QCOMPARE(wokenByScript(reply), qint64(told));
        }
    }

    void outcomes_data()
    {
        QTest::addColumn<int>("answer");
        QTest::addColumn<int>("detail");
        const int none = int(ChangeDetail::None);
        QTest::newRow("changed") << int(RedisAnswer::Changed) << none;
        QTest::newRow("count") << int(RedisAnswer::Count) << none;
        QTest::newRow("renewed") << int(RedisAnswer::Renewed) << int(ChangeDetail::Renewed);
        QTest::newRow("gone") << int(RedisAnswer::Gone) << int(ChangeDetail::Gone);
    }
    void outcomes()
    {
        QFETCH(int, answer);
        QFETCH(int, detail);
        for (const bool sent : {true, false}) {
            const ReleaseOutcome outcome = words().refused(RedisAnswer(answer), sent);
            QCOMPARE(int(outcome.result), int(ReleaseResult::Changed));
            QCOMPARE(int(outcome.detail), detail);
            QCOMPARE(outcome.sent, sent);
            for (const char *said : {"job", "cache", "Nothing was changed"})
                QVERIFY2(outcome.message.contains(QLatin1StringView(said)), said);
        }
    }
};

LOCKMASTER_TEST(TestRedisRelease, QCoreApplication)

} // namespace tst_redisrelease

#include "tst_redisrelease.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/redisrelease.h"

#include "core/domain/followers.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace {

RedisReply error(const QByteArray &text)
{
    RedisReply reply;
    reply.type = RedisReply::Type::Error;
    reply.text = text;
    return reply;
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
        const RedisReleaseWords words("job", QStringLiteral("cache"));
        const ReleaseOutcome outcome = words.denied(
            reply, QStringLiteral("a"), {{"PUBLISH", "spring:job", "1"}, {"DEL", "job"}}, true);
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
        const RedisReleaseWords words(QByteArray("a\n\xff"), QStringLiteral("cache"));
        QVERIFY(words.released().message.contains(QStringLiteral("a\\n\\xff")));
    }
};

LOCKMASTER_TEST(TestRedisRelease, QCoreApplication)
#include "tst_redisrelease.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/releasewords.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::redisson;

namespace {

const QByteArray one = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c:302";
const QByteArray two = "9f1c0a00-0000-4000-8000-000000000001:5";

LockRecord lockOf(const QString &variant, const std::vector<QByteArray> &holders)
{
    LockRecord lock;
    lock.variant = variant;
    for (const QByteArray &holder : holders)
        lock.holders.push_back({holder, holder.size(), QString::fromLatin1(holder), 1, {}});
    return lock;
}

QStringList idsOf(const std::vector<LockAction> &actions)
{
    QStringList ids;
    for (const LockAction &action : actions)
        ids.append(action.id);
    return ids;
}

RedisReply errorReply(const QByteArray &text)
{
    RedisReply reply;
    reply.type = RedisReply::Type::Error;
    reply.text = text;
    return reply;
}

const Named named{QStringLiteral("coupon:7"), QStringLiteral("cache"), QStringLiteral("ops")};

} // namespace

class TestReleaseWords : public QObject
{
    Q_OBJECT

private slots:
    void actions_data()
    {
        QTest::addColumn<QString>("variant");
        QTest::addColumn<int>("holders");
        QTest::addColumn<QStringList>("ids");
        const QStringList release{QStringLiteral("release")};
        const QString readOne = QStringLiteral("read-one");
        QTest::newRow("plain") << QString() << 1 << release;
        QTest::newRow("fair") << QStringLiteral("fair") << 1 << release;
        QTest::newRow("fenced") << QStringLiteral("fenced") << 1 << release;
        QTest::newRow("write") << QStringLiteral("write") << 1 << release;
        QTest::newRow("writer that reads") << QStringLiteral("write") << 2 << QStringList();
        QTest::newRow("a reader") << QStringLiteral("read") << 1 << QStringList{readOne};
        QTest::newRow("readers") << QStringLiteral("read") << 2
                                 << QStringList{readOne, readOne, QStringLiteral("read-all")};
        QTest::newRow("multi") << QStringLiteral("multi") << 1 << QStringList();
        QTest::newRow("nobody") << QString() << 0 << QStringList();
    }
    void actions()
    {
        QFETCH(QString, variant);
        QFETCH(int, holders);
        QFETCH(QStringList, ids);
        std::vector<QByteArray> owners = {one, two};
        owners.resize(size_t(holders));
        const auto found = actionsOf(lockOf(variant, owners));
        QCOMPARE(idsOf(found), ids);
        for (const LockAction &action : found)
            QVERIFY(!action.label.isEmpty() && !action.consequence.isEmpty());
        if (variant == QLatin1StringView("read"))
            QCOMPARE(found.front().target, one);
    }

    void whatIsSharedHasAReason()
    {
        QVERIFY(whyNoAction(lockOf(QStringLiteral("multi"), {one})));
        QVERIFY(whyNoAction(lockOf(QStringLiteral("write"), {one, two})));
        QVERIFY(!whyNoAction(lockOf(QStringLiteral("write"), {one})));
        QVERIFY(!whyNoAction(lockOf(QStringLiteral("read"), {one, two})));
    }

    void aFencingTokenIsSpokenOf()
    {
        const auto plain = actionsOf(lockOf({}, {one}));
        const auto fenced = actionsOf(lockOf(QStringLiteral("fenced"), {one}));
        QVERIFY(fenced.front().consequence.size() > plain.front().consequence.size());
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<int>("result");
        QTest::addColumn<QString>("remedy");
        const int denied = int(ReleaseResult::Denied);
        const QString channel = QStringLiteral("&ch");
        QTest::newRow("channel, in a script")
            << QByteArray("ERR The user executing the script can't publish to the channel "
                          "mentioned in the command script: 94, on @user_script:1.")
            << denied << channel;
        QTest::newRow("channel, in a script, since 7.2")
            << QByteArray("ERR ACL failure in script: User quiet has no permissions to access the "
                          "'ch' channel script: 94, on @user_script:1.")
            << denied << channel;
        QTest::newRow("channel") << QByteArray("NOPERM this user has no permissions to access one "
                                               "of the channels used as arguments")
                                 << denied << channel;
        QTest::newRow("command") << QByteArray(
            "NOPERM this user has no permissions to run the 'del' command")
                                 << denied << QStringLiteral("+del");
        QTest::newRow("replica") << QByteArray("READONLY You can't write against a read only "
                                               "replica.")
                                 << denied << QStringLiteral("server");
        QTest::newRow("moved") << QByteArray("MOVED 866 10.0.0.7:6381") << denied
                               << QStringLiteral("server");
        QTest::newRow("asked elsewhere")
            << QByteArray("ASK 866 10.0.0.7:6381") << denied << QStringLiteral("server");
        QTest::newRow("disk") << QByteArray("MISCONF Redis is configured to save RDB snapshots")
                              << denied << QString();
        QTest::newRow("busy") << QByteArray("BUSY Redis is busy running a script.")
                              << int(ReleaseResult::Busy) << QStringLiteral("Wait");
    }
    void refusals()
    {
        QFETCH(QByteArray, reply);
        QFETCH(int, result);
        QFETCH(QString, remedy);
        const ReleaseOutcome outcome = refusedOutcome(errorReply(reply), "ch", named);
        QCOMPARE(int(outcome.result), result);
        QVERIFY2(outcome.remedy.contains(remedy), qPrintable(outcome.remedy));
        QVERIFY(outcome.message.contains(named.backend));
    }

    void answersOfTheScript()
    {
        const auto says = [](const QByteArray &word) {
            RedisReply reply;
            reply.type = RedisReply::Type::Bulk;
            reply.text = word;
            return scriptAnswer(reply);
        };
        QCOMPARE(says("released"), std::optional(ScriptAnswer::Released));
        QCOMPARE(says("changed"), std::optional(ScriptAnswer::Changed));
        QCOMPARE(says("count"), std::optional(ScriptAnswer::Count));
        QCOMPARE(says("renewed"), std::optional(ScriptAnswer::Renewed));
        QCOMPARE(says("gone"), std::optional(ScriptAnswer::Gone));
        QCOMPARE(says("released 3"), std::optional(ScriptAnswer::Released));
        QVERIFY(!says("OK"));
        QVERIFY(!says("releasedx 3"));
        QVERIFY(!scriptAnswer(errorReply("released")));
    }

    void whoWasWokenIsCountedAndNotSupposed()
    {
        const auto said = [](qint64 told) {
            return outcomeOf(ScriptAnswer::Released, ReleaseAim::Kind::Single, named, told).message;
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
            QCOMPARE(toldByScript(reply), qint64(told));
        }
    }

    void outcomes_data()
    {
        QTest::addColumn<int>("answer");
        QTest::addColumn<int>("result");
        QTest::addColumn<int>("detail");
        const int changed = int(ReleaseResult::Changed);
        const int none = int(ChangeDetail::None);
        QTest::newRow("released") << int(ScriptAnswer::Released) << int(ReleaseResult::Released)
                                  << none;
        QTest::newRow("changed") << int(ScriptAnswer::Changed) << changed << none;
        QTest::newRow("count") << int(ScriptAnswer::Count) << changed << none;
        QTest::newRow("renewed") << int(ScriptAnswer::Renewed) << changed
                                 << int(ChangeDetail::Renewed);
        QTest::newRow("gone") << int(ScriptAnswer::Gone) << changed << int(ChangeDetail::Gone);
    }
    void outcomes()
    {
        QFETCH(int, answer);
        QFETCH(int, result);
        QFETCH(int, detail);
        for (const auto kind : {ReleaseAim::Kind::Single, ReleaseAim::Kind::OneReader,
                                ReleaseAim::Kind::AllReaders, ReleaseAim::Kind::Writer}) {
            const ReleaseOutcome outcome = outcomeOf(ScriptAnswer(answer), kind, named);
            QCOMPARE(int(outcome.result), result);
            QCOMPARE(int(outcome.detail), detail);
            QVERIFY(outcome.message.contains(named.lock)
                    && outcome.message.contains(named.backend));
        }
    }
};

LOCKMASTER_TEST(TestReleaseWords, QCoreApplication)
#include "tst_releasewords.moc"

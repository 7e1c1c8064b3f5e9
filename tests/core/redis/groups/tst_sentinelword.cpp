// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/sentinelword.h"
#include "tests/support/redisreplies.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_sentinelword {

namespace {

using State = GroupMember::State;

NodeAddress at(const char *host, quint16 port = 6379)
{
    return {QString::fromLatin1(host), port};
}

/** A sentinel of three that sees nothing wrong. */
SentinelAnswer answer(const QByteArray &id, const char *master = "db1")
{
    SentinelAnswer said;
    said.from = {QString::fromLatin1(id), 26379};
    said.id = id;
    said.master = at(master);
    said.runId = QByteArray("run of ") + master;
    said.others = 2;
    said.quorum = 2;
    return said;
}

SilentSentinel silent(const char *host)
{
    return {{QString::fromLatin1(host), 26379},
            {ErrorKind::Timeout, 0, QStringLiteral("It did not answer."), {}}};
}

SentinelWord word(const std::vector<SentinelAnswer> &answers,
                  const std::vector<SilentSentinel> &others = {})
{
    return sentinelWord(QStringLiteral("m"), answers, others);
}

RedisReply fields(const QList<QByteArray> &texts)
{
    std::vector<RedisReply> elements;
    for (const QByteArray &text : texts)
        elements.push_back(bulk(text));
    return array(std::move(elements));
}

} // namespace

/** What several sentinels say together, and what one of them says. */
class TestSentinelWord : public QObject
{
    Q_OBJECT

private slots:
    void allAgree()
    {
        const SentinelWord said = word({answer("a"), answer("b"), answer("c")});
        QCOMPARE(said.group.state, State::Settled);
        QVERIFY(said.byMost);
        QVERIFY(said.master == at("db1"));
        QCOMPARE(said.runId, QByteArray("run of db1"));
        QVERIFY(said.group.trouble.message.isEmpty());
        QCOMPARE(said.group.size, qint64(3));
    }

    void twoOfThreeAreMost()
    {
        QCOMPARE(word({answer("a"), answer("b")}, {silent("c")}).group.state, State::Settled);
    }

    void oneOfThreeIsAHint()
    {
        const SentinelWord said = word({answer("a")}, {silent("b"), silent("c")});
        QCOMPARE(said.group.state, State::Partial);
        QVERIFY(!said.byMost);
        QVERIFY(said.master == at("db1"));
        QVERIFY(said.group.trouble.message.contains(u"It did not answer."));
    }

    /** Also where the profile names one alone: it tells of the others itself. */
    void theOthersCountThoughNobodyNamesThem()
    {
        QCOMPARE(word({answer("a")}).group.state, State::Partial);
        SentinelAnswer alone = answer("a");
        alone.others = 0;
        alone.quorum = 1;
        QCOMPARE(word({alone}).group.state, State::Settled);
    }

    /** One that has just forgotten the others is no majority by itself. */
    void thoseThatAreNamedCountThoughNobodyKnowsThem()
    {
        SentinelAnswer forgetful = answer("a");
        forgetful.others = 0;
        QCOMPARE(word({forgetful}, {silent("b"), silent("c")}).group.state, State::Partial);
    }

    /** By its name and by its number. */
    void oneProcessHasOneVote()
    {
        QCOMPARE(word({answer("a"), answer("a")}).group.state, State::Partial);
        SentinelAnswer stranger = answer("");
        stranger.isNamed = false;
        QCOMPARE(word({answer("a"), stranger}).group.state, State::Partial);
        QCOMPARE(word({answer(""), answer("")}).group.state, State::Partial);
    }

    void fewerThanTheQuorumDecideNothing()
    {
        std::vector<SentinelAnswer> answers{answer("a"), answer("b")};
        for (SentinelAnswer &each : answers)
            each.quorum = 3;
        QCOMPARE(word(answers, {silent("c")}).group.state, State::Partial);
    }

    void notAllHaveHeardOfTheNewestFailover()
    {
        SentinelAnswer late = answer("c", "db3");
        QCOMPARE(word({answer("a"), answer("b", "db2"), late}).group.state, State::Switching);
        const SentinelWord most = word({answer("a", "db2"), answer("b", "db2"), answer("c")});
        QCOMPARE(most.group.state, State::Settled);
        QVERIFY(most.master == at("db2"));
    }

    void aFailoverIsUnderWay()
    {
        std::vector<SentinelAnswer> answers{answer("a"), answer("b"), answer("c")};
        answers[2].failsOver = true;
        QCOMPARE(word(answers).group.state, State::Switching);
        answers[2].failsOver = false;
        answers[2].isDown = true;
        QCOMPARE(word(answers).group.state, State::Settled);
        answers[1].isDown = true;
        QCOMPARE(word(answers).group.state, State::Switching);
    }

    void aTiltedSentinelHasNoVote()
    {
        std::vector<SentinelAnswer> answers{answer("a"), answer("b"), answer("c")};
        answers[0].isTilted = true;
        QCOMPARE(word(answers).group.state, State::Settled);
        answers[1].isTilted = true;
        const SentinelWord said = word(answers);
        QCOMPARE(said.group.state, State::Partial);
        QVERIFY(said.group.trouble.message.contains(u"clocks"));
        answers[2].isTilted = true;
        QVERIFY(!word(answers).master);
        QVERIFY(word(answers).group.trouble.message.startsWith(u"No sentinel says"));
    }

    void twoSayThatTheyAreTheMaster()
    {
        std::vector<SentinelAnswer> answers{answer("a"), answer("b"), answer("c")};
        answers[1].replicas = {{at("db2"), false, true}};
        const SentinelWord said = word(answers);
        QCOMPARE(said.group.state, State::Split);
        QCOMPARE(said.others.size(), size_t(1));
        QVERIFY(said.others.front() == at("db2"));
        answers[1].replicas = {{at("db2"), true, true}}; // dead since
        QCOMPARE(word(answers).group.state, State::Settled);
    }

    void oneAnswerIsRead()
    {
        const auto said =
            sentinelAnswer({fields({"name", "m", "ip", "10.0.0.1", "port", "6379", "runid", "abc",
                                    "flags", "master,o_down", "num-other-sentinels", "2", "quorum",
                                    "2", "down-after-milliseconds", "30000"}),
                            array({fields({"ip", "::1", "port", "6380", "flags", "slave",
                                           "role-reported", "master"}),
                                   fields({"ip", "10.0.0.3", "port", "0"})}),
                            array({fields({"ip", "10.0.0.9", "port", "26379"})}),
                            bulk("# Sentinel\r\nsentinel_tilt:0\r\n")},
                           at("s1", 26379));
        QVERIFY(said);
        QVERIFY(said->master == at("10.0.0.1"));
        QCOMPARE(said->runId, QByteArray("abc"));
        QVERIFY(said->failsOver);
        QVERIFY(!said->isDown);
        QCOMPARE(said->others, qint64(2));
        QCOMPARE(said->quorum, qint64(2));
        QCOMPARE(said->replicas.size(), size_t(1)); // a port 0 is no address
        QVERIFY(said->replicas.front().address == at("::1", 6380));
        QVERIFY(said->replicas.front().saysMaster);
        QVERIFY(said->sentinels.front() == at("10.0.0.9", 26379));
        QVERIFY(!said->isTilted);
    }

    /** Whatever it sends, it is an answer within bounds or none. */
    void whatMakesNoSenseIsNone()
    {
        const RedisReply good = fields({"ip", "db1", "port", "6379"});
        const RedisReply info = bulk({});
        QVERIFY(sentinelAnswer({good, array({}), array({}), info}, at("s1")));
        QVERIFY(!sentinelAnswer({good, array({}), array({})}, at("s1")));
        QVERIFY(!sentinelAnswer(
            {fields({"ip", "db 1", "port", "6379"}), array({}), array({}), info}, at("s1")));
        QVERIFY(!sentinelAnswer(
            {fields({"ip", "db1", "port", "99999"}), array({}), array({}), info}, at("s1")));
        QVERIFY(!sentinelAnswer({fields({"ip"}), array({}), array({}), info}, at("s1")));
        const RedisReply refused = errorReply("NOPERM no");
        const auto denied = sentinelAnswer({refused, array({}), array({}), info}, at("s1"));
        QVERIFY(!denied);
        QCOMPARE(denied.error().kind, ErrorKind::Denied);

        const RedisReply crowd = array(std::vector<RedisReply>(10'000, good));
        const auto many =
            sentinelAnswer({fields({"ip", "db1", "port", "6379", "num-other-sentinels",
                                    "999999999999", "quorum", "-5"}),
                            crowd, crowd, info},
                           at("s1"));
        QVERIFY(many);
        QCOMPARE(many->replicas.size(), size_t(64));
        QCOMPARE(many->sentinels.size(), size_t(32));
        QCOMPARE(many->others, qint64(1000));
        QCOMPARE(many->quorum, qint64(0));
    }
};

LOCKMASTER_TEST(TestSentinelWord, QCoreApplication)

} // namespace tst_sentinelword

#include "tst_sentinelword.moc"

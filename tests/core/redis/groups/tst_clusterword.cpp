// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/clusterword.h"
#include "tests/support/redisreplies.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_clusterword {

namespace {

using State = GroupMember::State;

/** `a...a`, forty times. */
QByteArray id(char letter)
{
    return QByteArray(40, letter);
}

/** A line of CLUSTER NODES; `slots` as they stand there. */
QByteArray line(char letter, const QByteArray &flags, quint64 epoch, const QByteArray &ranges = {},
                char follows = '-')
{
    const QByteArray master = follows == '-' ? QByteArray("-") : id(follows);
    const QByteArray port = QByteArray::number(7000 + letter - 'a');
    return id(letter) + " 10.0.0.1:" + port + "@17000 " + flags + ' ' + master + " 0 0 "
           + QByteArray::number(epoch) + " connected" + (ranges.isEmpty() ? "" : ' ' + ranges)
           + '\n';
}

/** Three masters and one that follows each, as `own` tells of them. */
QByteArray nodesBy(char own, const QByteArray &slotsOfA = "0-5460",
                   const QByteArray &slotsOfB = "5461-10922")
{
    const auto flags = [own](char letter, const QByteArray &role) {
        return letter == own ? "myself," + role : role;
    };
    return line('a', flags('a', "master"), 1, slotsOfA)
           + line('b', flags('b', "master"), 2, slotsOfB)
           + line('c', flags('c', "master"), 3, "10923-16383")
           + line('d', flags('d', "slave"), 1, {}, 'a') + line('e', flags('e', "slave"), 2, {}, 'b')
           + line('f', flags('f', "slave"), 3, {}, 'c');
}

Result<ClusterAnswer> parsed(const QByteArray &nodes,
                             const QByteArray &info = "cluster_state:ok\r\n", bool byName = false)
{
    return clusterAnswer({bulk(nodes), bulk(info),
                          bulk("master_replid:abc\r\n"
                               "master_repl_offset:390\r\n"),
                          array({bulk("1700000000"), bulk("0")})},
                         {QStringLiteral("seed"), 7000}, byName, SteadyTime{1s}, SteadyTime{1s});
}

ClusterAnswer answer(const QByteArray &nodes)
{
    return *parsed(nodes);
}

std::vector<ClusterAnswer> allThree()
{
    return {answer(nodesBy('a')), answer(nodesBy('b')), answer(nodesBy('c'))};
}

QString troubleText(const ClusterWord &word, int slot)
{
    const auto trouble = word.troubleOf(slot);
    return trouble ? trouble->message : QString();
}

} // namespace

/** What the nodes of a cluster say together, and what one of them says. */
class TestClusterWord : public QObject
{
    Q_OBJECT

private slots:
    /** Until one of them has taken another epoch. */
    void withOneEpochTheSmallerIdHasIt()
    {
        const auto nodes = [](char own, const QByteArray &ofA, const QByteArray &ofB) {
            const auto flags = [own](char letter) {
                return letter == own ? QByteArray("myself,master") : QByteArray("master");
            };
            return line('a', flags('a'), 5, ofA) + line('b', flags('b'), 5, ofB);
        };
        const ClusterAnswer one = answer(nodes('a', "0-8000", "8001-16383"));
        const ClusterAnswer other = answer(nodes('b', "0-7999", "8000-16383"));
        for (const auto &answers : {std::vector{one, other}, std::vector{other, one}}) {
            const ClusterWord word = clusterWord(answers, {});
            QCOMPARE(word.ownerOf(8000)->id, id('a'));
            QCOMPARE(word.stateOf(8000), State::Split);
        }
    }

    void whoAgreesIsBelieved()
    {
        const ClusterWord word = clusterWord(allThree(), {});
        QCOMPARE(word.group.state, State::Settled);
        QVERIFY(word.group.trouble.message.isEmpty());
        QCOMPARE(word.masters.size(), size_t(3));
        QCOMPARE(word.ownerOf(0)->id, id('a'));
        QCOMPARE(word.ownerOf(5461)->address.text(), QStringLiteral("10.0.0.1:7001"));
        QCOMPARE(word.ownerOf(16383)->ranges, (std::vector<SlotRange>{{10923, 16383}}));
        for (int slot = 0; slot < redisSlotCount; ++slot)
            QVERIFY(!word.troubleOf(slot));
        QCOMPARE(word.identity, id('a'));
        QCOMPARE(word.group.nodes.size(), size_t(6));
        QCOMPARE(word.group.nodes[1].follows, QStringLiteral("10.0.0.1:7000"));
        QVERIFY(word.hasSameMap(clusterWord(allThree(), {})));
    }

    /** One that was not heard takes its own slots out of what is known, and those alone. */
    void whoIsSilentIsMissed()
    {
        std::vector<ClusterAnswer> two = allThree();
        two.erase(two.begin() + 1);
        const SilentNode silent{
            id('b'), {}, {ErrorKind::Timeout, 0, QStringLiteral("It said nothing."), {}}};
        const ClusterWord word = clusterWord(two, {silent});
        QCOMPARE(word.group.state, State::Partial);
        QVERIFY(troubleText(word, 6000).contains(u"It said nothing."));
        QVERIFY(!word.troubleOf(0));
        QCOMPARE(word.group.nodes[2].trouble, QStringLiteral("It said nothing."));

        // Once the others doubt it as well, who follows it is about to take its place.
        const auto doubting = [](QByteArray nodes) {
            return answer(
                nodes.replace("10.0.0.1:7001@17000 master", "10.0.0.1:7001@17000 master,fail?"));
        };
        const ClusterWord later =
            clusterWord({doubting(nodesBy('a')), doubting(nodesBy('c'))}, {silent});
        QCOMPARE(later.group.state, State::Switching);
        QVERIFY(troubleText(later, 6000).contains(u"take its place"));

        // One of three proves nothing, not even of itself.
        const ClusterWord alone = clusterWord({answer(nodesBy('a'))}, {silent});
        QCOMPARE(alone.group.state, State::Partial);
        QVERIFY(troubleText(alone, 0).contains(u"Only 1 of the 3"));
    }

    /** As after a failover: the old one still has them by its own word. */
    void theHigherEpochWins()
    {
        std::vector<ClusterAnswer> all = allThree();
        const QByteArray after = line('a', "master,fail", 1) + line('b', "master", 2, "5461-10922")
                                 + line('c', "myself,master", 3, "10923-16383")
                                 + line('d', "master", 8, "0-5460");
        all[2] = answer(after);
        QByteArray byD = after;
        byD.replace("myself,", "")
            .replace(line('d', "master", 8, "0-5460"), line('d', "myself,master", 8, "0-5460"));
        all.push_back(answer(byD));
        const ClusterWord word = clusterWord(all, {});
        QCOMPARE(word.ownerOf(0)->id, id('d'));
        QCOMPARE(word.group.state, State::Split);
        QVERIFY2(troubleText(word, 0).contains(u"both say"), qPrintable(troubleText(word, 0)));
        QVERIFY(!word.troubleOf(6000));

        // Without its own word it is a disagreement that passes.
        all.erase(all.begin());
        const ClusterWord spreading = clusterWord(all, {});
        QCOMPARE(spreading.group.state, State::Switching);
        QVERIFY(troubleText(spreading, 0).contains(u"do not agree"));
    }

    /** Who gives away comes first, so that nothing slips past who looks. */
    void slotsOnTheirWayAreToldAndExportersComeFirst()
    {
        std::vector<ClusterAnswer> all = {answer(nodesBy('a', "0-5460 [93-<-" + id('b') + ']')),
                                          answer(nodesBy('b')), answer(nodesBy('c'))};
        QVERIFY(clusterWord(all, {}).troubleOf(93));
        all[1] = answer(nodesBy('b', "0-5460", "5461-10922 [6000->-" + id('a') + ']'));
        const ClusterWord word = clusterWord(all, {});
        QCOMPARE(word.masters.front().id, id('b'));
        QCOMPARE(word.masters.back().id, id('a'));
        QCOMPARE(word.ownerOf(6000)->id, id('b'));
        QCOMPARE(word.group.state, State::Switching);
        QVERIFY(troubleText(word, 6000).contains(u"about to leave"));
        QVERIFY(!word.troubleOf(6001));
        QVERIFY(word.hasSameMap(clusterWord(allThree(), {})));
    }

    void whatNobodyHasIsTold()
    {
        const auto lacking = [](char own) { return answer(nodesBy(own, "0-5000")); };
        const ClusterWord word = clusterWord({lacking('a'), lacking('b'), lacking('c')}, {});
        QCOMPARE(word.group.state, State::Partial);
        QVERIFY(!word.ownerOf(5001));
        QVERIFY(troubleText(word, 5001).contains(u"5001-5460"));
        QVERIFY(!word.troubleOf(0));
        QVERIFY(!word.hasSameMap(clusterWord(allThree(), {})));
    }

    /** A node by a name and by a number is one; without a host it is where it was asked. */
    void addressesAreUnderstood()
    {
        const QByteArray nodes = id('a') + " :7000@17000 myself,master - 0 0 1 connected 0-5460\n"
                                 + id('b')
                                 + " ::1:7001@17001,two.example,shard-id=x master - 0 0 2 connected"
                                   " 5461-10922\n"
                                 + id('c') + " 10.0.0.1:7002 master - 0 0 3 connected 10923-16383\n"
                                 + id('d') + " :0@0 master,noaddr - 0 0 3 disconnected\n" + id('e')
                                 + " 10.0.0.9:7004@1 handshake - 0 0 0 connected\n";
        const auto numbers = parsed(nodes);
        QVERIFY2(numbers, nodes.constData());
        QCOMPARE(numbers->nodes.size(), size_t(3));
        QCOMPARE(numbers->self().address.text(), QStringLiteral("seed:7000"));
        QCOMPARE(numbers->nodes[1].address.text(), QStringLiteral("[::1]:7001"));
        QCOMPARE(numbers->nodes[2].address.text(), QStringLiteral("10.0.0.1:7002"));
        QCOMPARE(numbers->offset, qint64(390));
        const auto names = parsed(nodes, "cluster_state:ok\r\n", true);
        QVERIFY(names);
        QCOMPARE(names->nodes[1].address.text(), QStringLiteral("two.example:7001"));
        QCOMPARE(clusterWord({*numbers, *numbers}, {}).masters.size(), size_t(3));
    }

    void whatMakesNoSenseIsNoAnswer()
    {
        const QByteArray good = nodesBy('a');
        for (const QByteArray &nodes :
             {QByteArray(), QByteArray("nonsense"), QByteArray(good).replace("myself,", ""),
              QByteArray(good).replace("0-5460", "5460-0"),
              QByteArray(good).replace("0-5460", "0-16384"),
              QByteArray(good).replace("0-5460", "[x->-y]"),
              QByteArray(good).replace("10.0.0.1:7000", "10.0.0.1"), good.repeated(200)})
            QVERIFY2(!parsed(nodes), nodes.left(200).constData());
        QVERIFY(!clusterAnswer({}, {}, false, {}, {}));
        const auto alone =
            clusterAnswer({errorReply("ERR This instance has cluster support disabled"), bulk({}),
                           bulk({}), bulk({})},
                          {QStringLiteral("db"), 6379}, false, {}, {});
        QVERIFY(!alone);
        QCOMPARE(alone.error().kind, ErrorKind::Config);
        const auto down = parsed(good, "cluster_state:fail\r\n");
        QVERIFY(down && down->isDown);
        QVERIFY(clusterWord({*down, answer(nodesBy('b')), answer(nodesBy('c'))}, {}).troubleOf(0));
        QCOMPARE(clusterWord({}, {}).masters.size(), size_t(0));
    }

    void slotsOfKeys()
    {
        for (const auto &[key, slot] :
             std::initializer_list<std::pair<const char *, int>>{{"123456789", 12739},
                                                                 {"foo{}{bar}", 8363},
                                                                 {"foo{{bar}}zap", 4015},
                                                                 {"foo{bar}{zap}", 5061},
                                                                 {"", 0},
                                                                 {"a{b", 13340}})
            QCOMPARE(redisSlot(key), slot);
        QCOMPARE(slotRangesText({{0, 5460}, {7, 7}}), QStringLiteral("0-5460, 7"));
    }
};

LOCKMASTER_TEST(TestClusterWord, NoApplication)

} // namespace tst_clusterword

#include "tst_clusterword.moc"

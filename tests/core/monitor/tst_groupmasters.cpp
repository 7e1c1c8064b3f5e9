// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/groupmasters.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_groupmasters {

namespace {

GroupNode master(const char *address, std::vector<SlotRange> ranges = {}, const char *trouble = "")
{
    return {QString::fromLatin1(address),
            NodeRole::Master,
            QString::fromLatin1(trouble),
            {},
            std::move(ranges)};
}

GroupNode replica(const char *address, const char *of = "")
{
    return {QString::fromLatin1(address), NodeRole::Replica, {}, QString::fromLatin1(of), {}};
}

GroupMember groupOf(std::vector<GroupNode> nodes,
                    GroupMember::State state = GroupMember::State::Settled)
{
    GroupMember group;
    group.state = state;
    group.nodes = std::move(nodes);
    return group;
}

/** `shard 1=n1` of those that are known. */
QString told(GroupMasters &masters, const std::optional<GroupMember> &group)
{
    QStringList texts;
    for (const LockRecord &lock : masters.look(group)) {
        texts << QString::fromUtf8(lock.id.name) + u'=' + lock.holders.front().label;
        if (masters.find(lock.id)->shown.state() != LockState::Held)
            texts << QStringLiteral("!");
    }
    return texts.join(QStringLiteral(", "));
}

BackendSpec cluster()
{
    BackendSpec spec;
    spec.name = QStringLiteral("c");
    spec.kind = BackendKind::Redis;
    spec.cluster = {{QStringLiteral("n1"), 6379}};
    return spec;
}

} // namespace

class TestGroupMasters : public QObject
{
    Q_OBJECT

private slots:
    void sentinelsNameOne()
    {
        BackendSpec spec;
        spec.name = QStringLiteral("s");
        spec.kind = BackendKind::Redis;
        spec.sentinel.hosts = {{QStringLiteral("s1"), 26379}};
        spec.sentinel.master = QStringLiteral("m");
        GroupMasters masters(spec);
        QCOMPARE(told(masters, groupOf({master("a"), replica("b")})), QStringLiteral("m=a"));
        // While they do not agree it may be any, and nobody is told to be it.
        QCOMPARE(told(masters, groupOf({master("a"), replica("b")}, GroupMember::State::Switching)),
                 QString());
        QCOMPARE(told(masters, groupOf({master("b"), master("a")}, GroupMember::State::Split)),
                 QString());
        QCOMPARE(told(masters, std::nullopt), QString());
        const LockId id{std::make_shared<const SourceId>(SourceId{
                            QStringLiteral("s"), GroupMasters::system, QStringLiteral("masters")}),
                        "m"};
        QCOMPARE(masters.find(id)->shown.state(), LockState::Unknown);
        QCOMPARE(told(masters, groupOf({master("b"), replica("a")})), QStringLiteral("m=b"));
    }

    void aShardStaysTheSame()
    {
        GroupMasters masters(cluster());
        const std::vector<SlotRange> low{{0, 99}};
        const std::vector<SlotRange> high{{100, 199}};
        QCOMPARE(told(masters, groupOf({master("b", high), master("a", low), replica("r", "b")})),
                 QStringLiteral("shard 1=a, shard 2=b"));
        // Down, and not replaced yet: the other one goes on.
        QCOMPARE(
            told(masters, groupOf({master("b", high, "down"), master("a", low), replica("r", "b")},
                                  GroupMember::State::Switching)),
            QStringLiteral("shard 1=a"));
        QCOMPARE(told(masters, groupOf({master("a", low), master("r", high)})),
                 QStringLiteral("shard 1=a, shard 2=r"));
        // Slots move: the shards stay with their masters.
        QCOMPARE(told(masters, groupOf({master("a", {{0, 49}}), master("r", {{50, 199}})})),
                 QStringLiteral("shard 1=a, shard 2=r"));
        QCOMPARE(told(masters, groupOf({master("r", {{50, 199}}), master("n", {{10, 49}}),
                                        master("a", {{0, 9}})})),
                 QStringLiteral("shard 1=a, shard 3=n, shard 2=r"));
        // One without slots is none, and two that say the same are none yet.
        QCOMPARE(told(masters, groupOf({master("a", {{0, 9}}), master("x")})),
                 QStringLiteral("shard 1=a"));
        QCOMPARE(told(masters, groupOf({master("a", {{0, 9}}), master("z", {{0, 9}})},
                                       GroupMember::State::Split)),
                 QString());
    }

    /** Its slots went to others: nobody is its master, and nobody will be. */
    void aShardMayGo()
    {
        GroupMasters masters(cluster());
        const auto both =
            masters.look(groupOf({master("a", {{0, 99}}), master("b", {{100, 199}})}));
        QCOMPARE(both.size(), size_t(2));
        const LockId second = both[1].id;
        (void)masters.look(groupOf({master("a", {{0, 99}})}, GroupMember::State::Partial));
        QVERIFY(!masters.find(second)->isDissolved);
        (void)masters.look(groupOf({master("a", {{0, 199}}), master("b")}));
        QVERIFY(masters.find(second)->isDissolved);
        (void)masters.look(std::nullopt);
        QVERIFY(!masters.find(second)->isDissolved); // not known
        QCOMPARE(told(masters, groupOf({master("a", {{0, 99}}), master("b", {{100, 199}})})),
                 QStringLiteral("shard 1=a, shard 2=b"));
    }

    /** Nobody saw whom the new one followed: its slots tell. */
    void whoHasTheSlotsTookItOver()
    {
        GroupMasters masters(cluster());
        QCOMPARE(told(masters, groupOf({master("a", {{0, 99}}), master("b", {{100, 199}})})),
                 QStringLiteral("shard 1=a, shard 2=b"));
        QCOMPARE(told(masters, groupOf({master("x", {{0, 99}}), master("b", {{100, 199}})})),
                 QStringLiteral("shard 1=x, shard 2=b"));
    }

    void aServerByItselfHasNone()
    {
        BackendSpec spec;
        spec.kind = BackendKind::Redis;
        GroupMasters masters(spec);
        QCOMPARE(told(masters, groupOf({master("a")})), QString());
    }
};

LOCKMASTER_TEST(TestGroupMasters, NoApplication)

} // namespace tst_groupmasters

#include "tst_groupmasters.moc"

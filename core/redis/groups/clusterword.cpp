// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/clusterword.h"

#include "core/text/words.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <array>
#include <utility>

namespace lockmaster {

namespace {

template<typename Visit>
void forEachSlot(const std::vector<SlotRange> &ranges, Visit visit)
{
    for (const SlotRange &range : ranges) {
        for (int slot = range.first; slot <= range.last; ++slot)
            visit(size_t(slot));
    }
}

std::vector<SlotRange> rangesOf(const std::vector<quint16> &owners, quint16 owner)
{
    std::vector<SlotRange> ranges;
    for (size_t slot = 0; slot < owners.size(); ++slot) {
        if (owners[slot] != owner)
            continue;
        if (!ranges.empty() && ranges.back().last + 1U == slot)
            ranges.back().last = quint16(slot);
        else
            ranges.push_back({quint16(slot), quint16(slot)});
    }
    return ranges;
}

/** Of two things that are wrong with a slot the worse one is told. */
int gravity(GroupMember::State state)
{
    switch (state) {
    case GroupMember::State::Settled: return 0;
    case GroupMember::State::Switching: return 1;
    case GroupMember::State::Partial: return 2;
    case GroupMember::State::Split: return 3;
    }
    Q_UNREACHABLE();
}

QString waitForIt()
{
    return Words::tr("The nodes settle it among themselves within their node timeout: look again "
                     "then.");
}

/** Puts together what all of them say. */
class Merger
{
public:
    Merger(const std::vector<ClusterAnswer> &answers, const std::vector<SilentNode> &silent)
        : m_silent(silent)
    {
        for (size_t at = 0; at < answers.size(); ++at) {
            // A name and a number may lead to the same one.
            const bool isNew =
                std::none_of(m_answers.begin(), m_answers.end(), [&](const auto &one) {
                    return one.first->self().id == answers[at].self().id;
                });
            if (isNew)
                m_answers.emplace_back(&answers[at], at);
        }
    }

    ClusterWord run()
    {
        gather();
        settleOwners();
        m_word.doubts.assign(redisSlotCount, 0);
        doubtUnowned();
        doubtUnheard();
        doubtOpen();
        doubtDisagreement();
        doubtFew();
        judge();
        list();
        return std::move(m_word);
    }

private:
    using Answer = std::pair<const ClusterAnswer *, size_t>;
    using State = GroupMember::State;

    const ClusterAnswer *answerOf(const QByteArray &id) const
    {
        const auto found = std::find_if(m_answers.begin(), m_answers.end(), [&](const Answer &one) {
            return one.first->self().id == id;
        });
        return found == m_answers.end() ? nullptr : found->first;
    }

    /** A master with slots, by its own word: its word counts. */
    static bool votes(const ClusterAnswer &answer)
    {
        return answer.self().isMaster && !answer.self().ranges.empty();
    }

    bool isDoubted(const QByteArray &id) const { return m_doubted.contains(id); }

    /** Each node once, as it tells of itself, or as the first that knows it. */
    void gather()
    {
        for (const Answer &answer : m_answers) {
            m_nodes.insert(answer.first->self().id, answer.first->self());
            for (const ClusterNode &node : answer.first->nodes) {
                if (!m_nodes.contains(node.id))
                    m_nodes.insert(node.id, node);
                if (votes(*answer.first) && (node.isDoubted || node.isGivenUp))
                    m_doubted.insert(node.id);
            }
            for (const auto &[slot, to] : answer.first->leaving)
                m_word.leaving.insert_or_assign(slot, to);
        }
        for (const ClusterNode &node : std::as_const(m_nodes)) {
            if (m_word.identity.isEmpty() || node.id < m_word.identity)
                m_word.identity = node.id;
        }
    }

    /** Of two with one epoch the one with the smaller id takes another soon. */
    static bool goesBefore(const ClusterNode &node, const ClusterNode &other)
    {
        return node.epoch != other.epoch ? node.epoch > other.epoch : node.id < other.id;
    }

    void settleOwners()
    {
        std::vector<const ClusterNode *> claims(redisSlotCount, nullptr);
        for (const Answer &answer : m_answers) {
            for (const ClusterNode &node : answer.first->nodes) {
                if (!node.isMaster)
                    continue;
                forEachSlot(node.ranges, [&](size_t slot) {
                    if (!claims[slot] || goesBefore(node, *claims[slot]))
                        claims[slot] = &node;
                });
            }
        }
        QHash<QByteArray, quint16> places;
        m_word.owners.assign(redisSlotCount, ClusterWord::nobody);
        for (size_t slot = 0; slot < claims.size(); ++slot) {
            if (!claims[slot])
                continue;
            const QByteArray &id = claims[slot]->id;
            if (!places.contains(id)) {
                places.insert(id, quint16(m_word.masters.size()));
                m_word.masters.push_back({id, m_nodes.value(id).address, {}, {}});
            }
            m_word.owners[slot] = places.value(id);
        }
        exportersFirst();
        for (size_t place = 0; place < m_word.masters.size(); ++place) {
            ClusterWord::Master &master = m_word.masters[place];
            master.ranges = rangesOf(m_word.owners, quint16(place));
            const auto own =
                std::find_if(m_answers.begin(), m_answers.end(),
                             [&](const Answer &one) { return one.first->self().id == master.id; });
            if (own != m_answers.end())
                master.answer = own->second;
        }
    }

    /** Then no key that moves meanwhile is missed: it is met at both, or where it came to. */
    void exportersFirst()
    {
        const auto rank = [this](const ClusterWord::Master &master) {
            const ClusterAnswer *answer = answerOf(master.id);
            return !answer ? 1 : !answer->leaving.empty() ? 0 : answer->arriving.empty() ? 1 : 2;
        };
        std::vector<quint16> order(m_word.masters.size());
        for (size_t place = 0; place < order.size(); ++place)
            order[place] = quint16(place);
        std::stable_sort(order.begin(), order.end(), [&](quint16 a, quint16 b) {
            return rank(m_word.masters[a]) < rank(m_word.masters[b]);
        });
        std::vector<ClusterWord::Master> sorted;
        std::vector<quint16> places(order.size());
        for (const quint16 before : order) {
            places[before] = quint16(sorted.size());
            sorted.push_back(std::move(m_word.masters[before]));
        }
        m_word.masters = std::move(sorted);
        for (quint16 &owner : m_word.owners) {
            if (owner != ClusterWord::nobody)
                owner = places[owner];
        }
    }

    /** @return what to give to `mark`. */
    quint8 reason(State state, Error why)
    {
        constexpr size_t most = 255;
        if (m_word.reasons.size() == most)
            return quint8(most);
        m_word.reasons.push_back({state, std::move(why)});
        return quint8(m_word.reasons.size());
    }
    void mark(size_t slot, quint8 reason)
    {
        quint8 &now = m_word.doubts[slot];
        const auto gravityOf = [this](quint8 of) {
            return of == 0 ? 0 : gravity(m_word.reasons[of - 1U].state);
        };
        if (gravityOf(now) < gravityOf(reason))
            now = reason;
    }
    void markAll(const std::vector<SlotRange> &ranges, quint8 reason)
    {
        forEachSlot(ranges, [&](size_t slot) { mark(slot, reason); });
    }

    void doubtUnowned()
    {
        const std::vector<SlotRange> unowned = rangesOf(m_word.owners, ClusterWord::nobody);
        if (unowned.empty())
            return;
        markAll(unowned,
                reason(State::Partial,
                       {ErrorKind::Unsupported, 0,
                        Words::tr("No node has the slots %1: keys in them are not served.")
                            .arg(slotRangesText(unowned)),
                        Words::tr("Bring their node back, or give them to another one.")}));
    }

    Error unheard(const ClusterWord::Master &master) const
    {
        const QString address = master.address.text();
        const auto why = std::find_if(m_silent.begin(), m_silent.end(), [&](const SilentNode &one) {
            return one.id == master.id || (one.id.isEmpty() && one.from == master.address);
        });
        if (why == m_silent.end())
            return {ErrorKind::Timeout,
                    0,
                    Words::tr("There was no time left to ask the node %1.").arg(address),
                    {}};
        return {why->why.kind, 0,
                Words::tr("A node that has slots of the cluster was not heard: %1")
                    .arg(why->why.message),
                why->why.remedy};
    }

    void doubtUnheard()
    {
        for (const ClusterWord::Master &master : m_word.masters) {
            const QString address = master.address.text();
            const bool others = isDoubted(master.id);
            const bool hasReplica =
                std::any_of(m_nodes.begin(), m_nodes.end(), [&](const ClusterNode &node) {
                    return node.follows == master.id && !node.isGivenUp;
                });
            if (others && hasReplica) {
                markAll(master.ranges,
                        reason(State::Switching,
                               {ErrorKind::Unsupported, 0,
                                Words::tr("Other nodes do not reach %1: one that follows it is "
                                          "about to take its place.")
                                    .arg(address),
                                waitForIt()}));
            } else if (!master.answer) {
                markAll(master.ranges, reason(State::Partial, unheard(master)));
            } else if (others) {
                markAll(master.ranges,
                        reason(State::Partial,
                               {ErrorKind::Unsupported, 0,
                                Words::tr("Other nodes do not reach %1, and nothing follows it.")
                                    .arg(address),
                                Words::tr("Look to the network between the nodes.")}));
            } else if (const ClusterAnswer *answer = answerOf(master.id); answer->isDown) {
                markAll(master.ranges,
                        reason(State::Partial,
                               {ErrorKind::Unsupported, 0,
                                Words::tr("The node %1 serves no keys: by its word the cluster is "
                                          "down.")
                                    .arg(address),
                                Words::tr("See which nodes are missing; with "
                                          "cluster-require-full-coverage all of them wait for "
                                          "each.")}));
            }
        }
    }

    /** Slots that move key by key. */
    void doubtOpen()
    {
        for (const Answer &answer : m_answers) {
            std::vector<quint16> leaving;
            for (const auto &[slot, to] : answer.first->leaving)
                leaving.push_back(slot);
            for (const bool leaves : {true, false}) {
                const std::vector<quint16> &open = leaves ? leaving : answer.first->arriving;
                if (open.empty())
                    continue;
                const size_t slot = open.front();
                const QString address = answer.first->self().address.text();
                const quint8 why = reason(
                    State::Switching,
                    {ErrorKind::Unsupported, 0,
                     leaves ? Words::tr("Slot %1 is about to leave %2, and its keys one by one.")
                                  .arg(slot)
                                  .arg(address)
                            : Words::tr("Slot %1 is about to come to %2, and its keys one by one.")
                                  .arg(slot)
                                  .arg(address),
                     Words::tr("Wait until it has moved; where nobody moves it any more, "
                               "redis-cli --cluster fix ends that.")});
                for (const quint16 one : open)
                    mark(one, why);
            }
        }
    }

    /** Where the masters, asked one by one, tell of different owners. */
    void doubtDisagreement()
    {
        quint8 disagree = 0;
        QHash<QByteArray, quint16> places;
        for (const ClusterWord::Master &master : m_word.masters)
            places.insert(master.id, quint16(places.size()));
        for (const Answer &answer : m_answers) {
            // Also one that has slots by the word of others alone.
            if (!votes(*answer.first) && !places.contains(answer.first->self().id))
                continue;
            std::vector<quint16> view(redisSlotCount, ClusterWord::nobody);
            for (const ClusterNode &node : answer.first->nodes) {
                // One that has nothing any more by the others' word is nobody.
                const quint16 owner = places.value(node.id, ClusterWord::nobody);
                if (node.isMaster)
                    forEachSlot(node.ranges, [&](size_t slot) { view[slot] = owner; });
            }
            quint8 split = 0;
            for (size_t slot = 0; slot < view.size(); ++slot) {
                if (view[slot] == m_word.owners[slot])
                    continue;
                bool itsOwn = std::any_of(
                    answer.first->self().ranges.begin(), answer.first->self().ranges.end(),
                    [slot](const SlotRange &range) { return range.contains(int(slot)); });
                // Handed over: who gave it away has not heard yet that it is done.
                itsOwn = itsOwn && !m_word.leaving.contains(quint16(slot));
                if (itsOwn && split == 0)
                    split = reason(State::Split, twoOwners(*answer.first, slot));
                if (!itsOwn && disagree == 0)
                    disagree = reason(
                        State::Switching,
                        {ErrorKind::Unsupported, 0,
                         Words::tr("The nodes do not agree yet on who has slot %1.").arg(slot),
                         waitForIt()});
                mark(slot, itsOwn ? split : disagree);
            }
        }
    }

    Error twoOwners(const ClusterAnswer &answer, size_t slot) const
    {
        const ClusterWord::Master *owner = m_word.ownerOf(int(slot));
        return {ErrorKind::Unsupported, 0,
                Words::tr("%1 and %2 both say that slot %3 is theirs: what is written to the one "
                          "that loses it is lost.")
                    .arg(answer.self().address.text(),
                         owner ? owner->address.text() : Words::tr("nobody"))
                    .arg(slot),
                waitForIt()};
    }

    /** Those that are cut off from most do not know it yet. */
    void doubtFew()
    {
        const auto heard = std::count_if(
            m_word.masters.begin(), m_word.masters.end(),
            [](const ClusterWord::Master &master) { return master.answer.has_value(); });
        const auto all = qint64(m_word.masters.size());
        if (heard >= all / 2 + 1)
            return;
        const quint8 why =
            reason(State::Partial,
                   {ErrorKind::Unsupported, 0,
                    Words::tr("Only %1 of the %2 masters of the cluster were heard: others may "
                              "have taken their place.")
                        .arg(heard)
                        .arg(all),
                    Words::tr("See why the others are not reached; say with 'nodes' where a node "
                              "is dialled that announces itself elsewhere.")});
        for (size_t slot = 0; slot < size_t(redisSlotCount); ++slot)
            mark(slot, why);
    }

    void judge()
    {
        for (size_t at = 0; at < m_word.reasons.size(); ++at) {
            const auto &[state, why] = m_word.reasons[at];
            const bool counts = std::find(m_word.doubts.begin(), m_word.doubts.end(), at + 1)
                                != m_word.doubts.end();
            if (!counts || gravity(state) <= gravity(m_word.group.state))
                continue;
            m_word.group.state = state;
            m_word.group.trouble = why;
        }
        m_word.group.size = qint64(m_word.masters.size());
        const auto replicas = std::count_if(m_nodes.begin(), m_nodes.end(),
                                            [](const ClusterNode &node) { return !node.isMaster; });
        m_word.group.role = Words::tr("a cluster of %1 masters and %2 replicas")
                                .arg(m_word.masters.size())
                                .arg(replicas);
    }

    QString troubleOfNode(const ClusterNode &node) const
    {
        const auto why = std::find_if(m_silent.begin(), m_silent.end(), [&](const SilentNode &one) {
            return one.id == node.id || (one.id.isEmpty() && one.from == node.address);
        });
        if (why != m_silent.end())
            return why->why.message;
        return isDoubted(node.id) ? Words::tr("Other nodes do not reach it.") : QString();
    }

    /** Masters by their slots, each with those that follow it; then whoever is left. */
    void list()
    {
        std::vector<const ClusterWord::Master *> masters;
        for (const ClusterWord::Master &master : m_word.masters)
            masters.push_back(&master);
        std::sort(masters.begin(), masters.end(), [](const auto *a, const auto *b) {
            return a->ranges.front().first < b->ranges.front().first;
        });
        std::vector<const ClusterNode *> rest;
        for (const ClusterNode &node : std::as_const(m_nodes))
            rest.push_back(&node);
        std::sort(rest.begin(), rest.end(), [](const ClusterNode *a, const ClusterNode *b) {
            return a->address.text() < b->address.text();
        });
        for (const ClusterWord::Master *master : masters) {
            const ClusterNode node = m_nodes.value(master->id);
            m_word.group.nodes.push_back(
                {node.address.text(), NodeRole::Master, troubleOfNode(node), {}, master->ranges});
            std::erase_if(rest, [&](const ClusterNode *one) {
                if (one->follows == master->id)
                    m_word.group.nodes.push_back({one->address.text(),
                                                  NodeRole::Replica,
                                                  troubleOfNode(*one),
                                                  node.address.text(),
                                                  {}});
                return one->follows == master->id || one->id == master->id;
            });
        }
        for (const ClusterNode *node : rest) {
            m_word.group.nodes.push_back({node->address.text(),
                                          node->isMaster ? NodeRole::Master : NodeRole::Replica,
                                          troubleOfNode(*node),
                                          {},
                                          {}});
        }
    }

    const std::vector<SilentNode> &m_silent;
    std::vector<Answer> m_answers;
    QHash<QByteArray, ClusterNode> m_nodes;
    QSet<QByteArray> m_doubted; ///< nodes that some master does not reach
    ClusterWord m_word;
};

} // namespace

std::optional<Error> ClusterWord::troubleOf(int slot) const
{
    const quint8 reason = doubts.empty() ? quint8(0) : doubts[size_t(slot)];
    return reason == 0 ? std::nullopt : std::optional(reasons[reason - 1U].why);
}

GroupMember::State ClusterWord::stateOf(int slot) const
{
    const quint8 reason = doubts.empty() ? quint8(0) : doubts[size_t(slot)];
    return reason == 0 ? GroupMember::State::Settled : reasons[reason - 1U].state;
}

bool ClusterWord::hasSameMap(const ClusterWord &other) const
{
    return masters.size() == other.masters.size()
           && std::all_of(masters.begin(), masters.end(), [&other](const Master &mine) {
                  return std::any_of(other.masters.begin(), other.masters.end(),
                                     [&mine](const Master &its) {
                                         return its.id == mine.id && its.ranges == mine.ranges;
                                     });
              });
}

GroupMember silentCluster(const Error &why)
{
    return {GroupMember::State::Partial, Words::tr("no node of the cluster answers"), why, 0, {}};
}

ClusterWord clusterWord(const std::vector<ClusterAnswer> &answers,
                        const std::vector<SilentNode> &silent)
{
    return Merger(answers, silent).run();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/groups/clusternodes.h"
#include "core/redis/redisclient.h"

#include <deque>
#include <map>
#include <span>

namespace lockmaster {

/**
 * All masters of a cluster as if they were one server, for whoever reads: each command goes where
 * its key is, and to several at the same time; SCAN goes from one to the next, its cursor says
 * which; subscribers are counted at all of them, sharded channels (Redis 7) included. A key that is
 * on its way is asked for once more where it was said to be. Commands without a key go to one and
 * the same node.
 *
 * What a node does not answer is an error reply (`CLUSTERDOWN`), and the page of a SCAN there is
 * empty: it is seen by asking the nodes again afterwards, and the keys are not taken for gone until
 * then. Errors: of the last one, where no node answers any more.
 *
 * Never writes: a write is not sent again.
 */
class ClusterClient final : public RedisClient
{
public:
    /** What a command is routed by. */
    enum class By : quint8 {
        First,    ///< the word behind it
        Second,   ///< the one behind that
        Nothing,  ///< any node will do
        Scan,     ///< the node in its cursor
        Clock,    ///< any node; beside a SCAN, that one's
        Everyone, ///< all nodes count
    };

    ClusterClient(ClusterNodes &nodes, const QString &user);
    ~ClusterClient() override;

    /** From now on, with nothing under way. */
    void use(const ClusterWord &word);

    /** Why the look is over; none: some nodes answer. */
    const std::optional<Error> &over() const { return m_over; }
    /** Why some keys were not looked for; none: all nodes with slots answered all the time. */
    const std::optional<Error> &lost() const { return m_lost; }
    /** Whether that node has answered whatever it was asked. */
    bool isAnswering(const QByteArray &id) const;
    /** The connections are the nodes' again; until the next `use` nothing can be asked. */
    void rest();

    QByteArray anyKey() const override;
    QString user() const override { return m_user; }
    Result<void> send(const RedisRequest &request) override;
    Result<std::vector<RedisReply>> replies(SteadyTime deadline) override;

private:
    struct Lane;
    struct Batch;
    /** Where one command was sent: to a lane, to nobody, or to all of them. */
    using Place = quint16;
    static constexpr Place nobody = 0xffff;
    static constexpr Place everybody = 0xfffe;

    Place placeOf(const RedisRequest::Part &command, By by, Place beside) const;
    void addScan(const RedisRequest::Part &command, Place place);
    Place reference() const;
    bool isAnswering(Place place) const;
    std::span<const Place> lanesOf(Place place) const;
    void post(Lane &lane, const RedisRequest &request);
    std::vector<RedisReply> await(Lane &lane, quint64 ticket, size_t count, SteadyTime deadline);
    void lose(Lane &lane, const Error &why);
    RedisReply pageOf(RedisReply reply, Place place) const;
    void follow(const Batch &batch, std::vector<RedisReply> &replies, SteadyTime deadline);
    std::vector<std::unique_ptr<Lane>>::const_iterator
    laneOf(const QByteArray &slot, const QByteArray &where, bool isAsk) const;
    RedisReply notReached(Place place) const;

    ClusterNodes &m_nodes;
    const QString m_user;
    std::vector<std::unique_ptr<Lane>> m_lanes; ///< as the masters of the word
    std::vector<Place> m_places;                ///< of all lanes
    std::vector<quint16> m_owners;              ///< of each slot
    std::map<quint16, QByteArray> m_leaving;    ///< slots on their way, and to whom
    std::deque<Batch> m_batches;
    quint64 m_lastTicket = 0;
    std::optional<Error> m_over;
    std::optional<Error> m_lost;
};

} // namespace lockmaster

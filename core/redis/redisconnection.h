// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/transport/endpoint.h"
#include "core/redis/redisclient.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace lockmaster {

class SocketInterrupt;

/** What a Redis-like server is, asked once when the connection opens. */
struct RedisServer {
    QString product;       ///< `Redis`, `Valkey`, `Redict`: what it calls itself
    QString versionText;   ///< empty: the account may not ask (INFO)
    int version = 0;       ///< 70015 for 7.0.15; 0: not known
    QString clientLibrary; ///< `hiredis 0.14.1`
    QString tlsProtocol;   ///< `TLSv1.3`; empty: plaintext
    QString cipher;        ///< empty: plaintext
    bool replica = false;
    bool cluster = false;
    bool sentinel = false;   ///< it has no keys: it watches servers that have
    bool infoDenied = false; ///< INFO was refused: what it would tell is not known
    QByteArray runId;        ///< another after each start of the server; empty: not known
    std::optional<std::chrono::seconds> upFor; ///< when it was asked; none: not told
    qint64 replicas = 0;       ///< how many follow it and can confirm, as far as that is told
    bool replicasTold = false; ///< by ROLE or INFO
    std::vector<NodeAddress> replicasAt; ///< of those, as ROLE tells them; at most 64
    /**
     * It keeps what those missed that follow, of whom there may be none left: the last one is gone
     * for repl-backlog-ttl at most, or it followed another until then. A master that was frozen
     * over a failover has lost its replicas by the time it answers, and this not.
     */
    bool backlog = false;
    bool followersTold = false; ///< INFO replication was answered: else there may be some
    /// Of which history its data are, and how far it has come; the one that it went on from before,
    /// and the first byte that it did not have of that. Empty and negative: not told.
    QByteArray replicationId;
    qint64 offset = -1;
    QByteArray idBefore;
    qint64 offsetBefore = -1;
    qint64 connectionId = 0;
    QByteArray group; ///< of which cluster it was reached as a node; empty: it stands for itself
    QByteArray node;  ///< which node of that it is

    /** As far as it tells by itself: of those that left it knows that there were some. */
    Followers followers() const { return {replicas, std::max<qint64>(replicas, backlog ? 1 : 0)}; }
};

/**
 * One RESP2 connection: hiredis' formatter and reader over a Qt socket (TCP, TLS or unix).
 *
 * Lives on the thread that opened it; `interrupt()` alone may be called from any thread. Blocks at
 * most until the deadline given. After an error of kind Network, Timeout or Protocol the connection
 * is over (`usable()` is false): open a new one. An error *reply* is a value, not an `Error`.
 *
 * Errors by kind: Network, Timeout, Auth, Denied, Tls, Protocol, Truncated (a reply beyond limits).
 */
class RedisConnection final : public RedisClient
{
public:
    /**
     * Connects, shakes hands (own timeout), AUTH, SELECT, PING; learns what the server is. An
     * `interrupt` given can end this call too, and every later one.
     */
    static Result<std::unique_ptr<RedisConnection>>
    open(const Endpoint &endpoint, SteadyTime deadline, const RedisLimits &limits = {},
         std::shared_ptr<SocketInterrupt> interrupt = {});
    ~RedisConnection() override;

    const RedisServer &server() const;
    const Endpoint &endpoint() const;
    /** See `RedisServer::group`: whoever knows the cluster says so. */
    void setGroup(const QByteArray &group, const QByteArray &node);
    QString user() const override;
    bool usable() const;

    Result<void> send(const RedisRequest &request) override;
    Result<std::vector<RedisReply>> replies(SteadyTime deadline) override;
    Result<RedisReply> command(const RedisCommand &command, SteadyTime deadline);

    /**
     * Whether the server follows another one by now: REPLICAOF leaves connections open. Where the
     * account may not ask: as it was at the beginning. Notes who follows it, too.
     */
    Result<bool> isReplica(SteadyTime deadline);
    /** `RedisServer::followers` as they are by now; notes its role as well. */
    Result<Followers> followers(SteadyTime deadline);

    /**
     * SUBSCRIBE, with nothing under way. From then on the connection is for `receive()` alone: a
     * command is refused (Protocol) without being sent. Errors: also Denied, for a channel closed
     * to this account; the connection is over then.
     */
    Result<void> subscribe(const std::vector<QByteArray> &channels, SteadyTime deadline);
    /** PSUBSCRIBE, likewise: messages are `pmessage`, pattern, channel, text. */
    Result<void> subscribeToPatterns(const std::vector<QByteArray> &patterns, SteadyTime deadline);
    /**
     * Whether the server still answers; also on a connection for messages, of which none is lost.
     * Errors: also Truncated, for messages beyond the limits before the answer.
     */
    Result<void> ping(SteadyTime deadline);
    /**
     * The next message (`message`, channel, text), in the order sent; none by the deadline, which
     * is no error: what came of a message so far is kept. With a deadline that is past, only what
     * is there already.
     */
    Result<std::optional<RedisReply>> receive(SteadyTime deadline);

    /** To wait for several at once, after `receive()` brought nothing: readable once there is
     * something, or it is over. */
    int descriptor() const;

    /** A blocked call returns at once with Network. Any thread. */
    void interrupt() noexcept;

private:
    struct Private;
    explicit RedisConnection(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/** Who answers, as it is shown; without what only more than one look tells. */
ServerInfo serverInfoOf(const RedisServer &server, const BackendSpec &spec);

/**
 * An error reply to `what` (a command or a server's address) as an `Error`: NOPERM is Denied,
 * NOAUTH and WRONGPASS Auth, "not now" (LOADING, MASTERDOWN, BUSY, too many clients) Network,
 * unknown commands Unsupported, others Protocol. At most 200 characters of the server's words are
 * quoted.
 */
Error errorOfReply(const RedisReply &reply, const QString &what);

/** An error reply of a cluster's node: another one has the key, or is about to. */
bool isElsewhere(const RedisReply &reply);

/** An error reply that passes by itself, and nothing was done: the server, or that part of a
 * cluster, does not serve now. */
bool isNotNow(const RedisReply &reply);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/passwordsource.h"
#include "core/redis/groups/clusterword.h"
#include "core/transport/endpoint.h"

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace lockmaster {

class RedisConnection;
class SocketInterrupt;
struct RedisServer;

/**
 * The nodes of one Redis Cluster, one connection to each that has slots, asked who has which. They
 * are found from some of them; whoever was met once, by another of these as well, is asked again
 * where these do not answer. Lives on one thread.
 *
 * Every address but those in the profile goes through the backend's `nodes` and its tunnel, and the
 * node that answers has to be the one that was promised there. One that is silent for a second, or
 * a quarter of the time that there is, is left alone for five.
 */
class ClusterNodes
{
public:
    /** `interrupt` ends what is waited for. */
    ClusterNodes(const BackendSpec &spec, PasswordSource password,
                 std::shared_ptr<SocketInterrupt> interrupt);
    ~ClusterNodes();
    ClusterNodes(const ClusterNodes &) = delete;
    ClusterNodes &operator=(const ClusterNodes &) = delete;

    /**
     * What they say by now. Errors: of one of them, where none answers; Config where it is no
     * cluster.
     */
    Result<ClusterWord> ask(SteadyTime deadline);
    /** What each of them said of itself, as the last word counts them. */
    const std::vector<ClusterAnswer> &answers() const { return m_answers; }

    /** To the node of that id; null: it is not reached, and `whyNot` tells why. */
    RedisConnection *connection(const QByteArray &id) const;
    Error whyNot(const QByteArray &id) const;
    /** What was asked of it otherwise has failed. */
    void lose(const QByteArray &id, const Error &why);

    /**
     * Another connection to a master that answered, on which it has said that it is that one.
     * Errors: as `RedisConnection::open`; Network, where another node answers there by now.
     */
    Result<std::unique_ptr<RedisConnection>>
    openAnother(const ClusterWord &word, const ClusterWord::Master &master, SteadyTime deadline,
                const std::shared_ptr<SocketInterrupt> &interrupt);

private:
    struct Node;

    Result<Endpoint> endpointAt(const NodeAddress &dialled, SteadyTime deadline);
    Node *find(const QByteArray &id) const;
    void connect(Node &node, Millis patience, SteadyTime deadline);
    void fail(Node &node, Error why);
    void post(Node &node);
    void hear(Node &node, SteadyTime deadline);
    void askSome(const std::vector<Node *> &some, SteadyTime deadline);
    void meetThoseBefore();
    Node *meet(const ClusterWord::Master &master);
    void keepOnly(const ClusterWord &word);
    bool isStranger(const ClusterAnswer &answer) const;
    void dropTwins(const Node &node);
    void leaveOutLoners();
    std::optional<Error> mixedClusters() const;
    std::vector<SilentNode> silent() const;

    const BackendSpec m_spec;
    const PasswordSource m_password;
    const std::shared_ptr<SocketInterrupt> m_interrupt;
    std::vector<std::unique_ptr<Node>> m_nodes; ///< those that are named come first
    std::vector<ClusterAnswer> m_answers;       ///< of the round under way, or of the last
    std::set<QByteArray> m_known;               ///< nodes, by the last word
    std::optional<Secret> m_secret;             ///< for the round under way: asking may take long
};

/** The oldest of its masters that are reached: what it can, all can. */
RedisServer oldestServer(const ClusterNodes &nodes, const ClusterWord &word);

} // namespace lockmaster

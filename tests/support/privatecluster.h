// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/redisslot.h"
#include "tests/support/privateredis.h"

#include <vector>

namespace lockmaster::test {

/**
 * A Redis Cluster of three masters with a third of the slots each, and one that follows each, which
 * takes its place a second after it fell silent. All of them have the same password.
 */
class PrivateCluster
{
public:
    static constexpr size_t shards = 3;

    enum class Login : quint8 { Password, Open };

    /** All nodes agree; null if not in time, which is logged. */
    static std::unique_ptr<PrivateCluster> start(Login login = Login::Password);

    /** By the nodes of those numbers. */
    BackendSpec spec(const std::vector<size_t> &named = {0}) const;

    /** The first three are the masters until others take their places, who follow in turn. */
    PrivateRedis &node(size_t number) { return *m_nodes.at(number); }
    size_t size() const { return m_nodes.size(); }
    QByteArray id(size_t number) const { return m_ids.at(number); }
    /** What the node says; nil where it says nothing within a second. Any thread. */
    RedisReply ask(size_t number, const RedisCommand &command) const;
    /** The last of the replies, likewise. */
    RedisReply askAll(size_t number, const std::vector<RedisCommand> &commands) const;
    /** Which node has the slot by the word of node `asked`; `size()` where it does not tell. */
    size_t ownerOf(int slot, size_t asked = 0) const;
    PrivateRedis &ownerOf(const QByteArray &key) { return node(ownerOf(redisSlot(key))); }

    /** A node with nothing, that all others know. @return its number. */
    size_t addEmptyNode();
    /** Its slots are about to leave one node for another: key by key. */
    void open(int slot, size_t from, size_t to);
    /** Some of its keys have moved. */
    void moveKeys(int slot, size_t from, size_t to, int count);
    void close(int slot, size_t from, size_t to);
    /** All agree, every master has one that follows it. */
    bool isSettled() const;

private:
    bool startNode();
    bool meetAll() const;

    QByteArray m_password;
    std::vector<std::unique_ptr<PrivateRedis>> m_nodes;
    std::vector<quint16> m_busPorts;
    std::vector<QByteArray> m_ids;
};

} // namespace lockmaster::test

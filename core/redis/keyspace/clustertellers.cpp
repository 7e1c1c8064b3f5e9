// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/clusterclient.h"
#include "core/redis/groups/clusterclocks.h"
#include "core/redis/keyspace/rediskeyspace.h"
#include "core/redis/keyspace/redislistener.h"
#include "core/redis/keyspace/redistellers.h"
#include "core/redis/redisconnection.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

class ClusterTellers final : public RedisTellers
{
public:
    ClusterTellers(const BackendSpec &spec, PasswordSource password)
        : m_patterns(spec.patterns), m_nodes(spec, std::move(password), m_interrupt),
          m_client(m_nodes, spec.user)
    {
    }

    Result<UpdateKind> open(SteadyTime deadline) override;
    Result<bool> listen(ToldChanges &changes, SteadyTime deadline) override;
    Result<Observation> read(RedisKeyspace &keyspace, const std::vector<QByteArray> &names,
                             SteadyTime deadline) override;
    Result<void> checkMasters(SteadyTime deadline) override;
    Result<void> check(SteadyTime deadline) override;
    void interrupt() noexcept override { m_interrupt->interrupt(); }

private:
    Result<ClusterWord> ask(SteadyTime deadline);

    const std::vector<QByteArray> m_patterns;
    const std::shared_ptr<SocketInterrupt> m_interrupt = std::make_shared<SocketInterrupt>();
    ClusterNodes m_nodes;
    ClusterClient m_client;
    ClusterWord m_word;   ///< of the moment when it began
    RedisServer m_server; ///< one of its nodes: what all can
    std::vector<QByteArray> m_runs;
    std::vector<std::unique_ptr<RedisListener>> m_listeners; ///< as the masters of the word
};

/** Which runs of its masters a word is about. */
std::vector<QByteArray> runsOf(const ClusterWord &word, const std::vector<ClusterAnswer> &answers)
{
    std::vector<QByteArray> runs;
    for (const ClusterWord::Master &master : word.masters) {
        const QByteArray run = master.answer ? answers[*master.answer].runId : QByteArray();
        runs.push_back(master.id + ' ' + run);
    }
    std::sort(runs.begin(), runs.end());
    return runs;
}

/** Errors: also where the nodes are not at one. */
Result<ClusterWord> ClusterTellers::ask(SteadyTime deadline)
{
    auto word = m_nodes.ask(deadline);
    if (word && word->group.state != GroupMember::State::Settled)
        return tl::make_unexpected(passing(word->group.trouble));
    return word;
}

Result<UpdateKind> ClusterTellers::open(SteadyTime deadline)
{
    auto word = ask(deadline);
    if (!word)
        return passOn(word);
    m_word = std::move(*word);
    m_runs = runsOf(m_word, m_nodes.answers());
    m_server = oldestServer(m_nodes, m_word);
    auto listeners = listenToMasters(m_nodes, m_word, m_patterns, deadline, m_interrupt);
    if (!listeners)
        return passOn(listeners);
    m_listeners = std::move(*listeners);
    if (const auto checked = check(deadline); !checked)
        return passOn(checked);
    return updatesOf(m_listeners);
}

/** Some messages of each at a time: nobody talks over the others for long. */
Result<bool> ClusterTellers::listen(ToldChanges &changes, SteadyTime deadline)
{
    constexpr int atOnce = 100;
    for (;;) {
        bool isTold = false;
        for (const auto &listener : m_listeners) {
            for (int count = 0; count < atOnce; ++count) {
                const auto heard = listener->listen(changes, {});
                if (!heard)
                    return passOn(heard);
                if (!*heard)
                    break;
                isTold = true;
            }
        }
        if (isTold || std::chrono::steady_clock::now() >= deadline)
            return isTold;
        RedisListener::awaitAny(m_listeners, deadline);
    }
}

Result<Observation> ClusterTellers::read(RedisKeyspace &keyspace,
                                         const std::vector<QByteArray> &names, SteadyTime deadline)
{
    m_client.use(m_word);
    Observation seen = keyspace.readNamed(m_client, m_server, names, deadline);
    const auto lost = m_client.over() ? m_client.over() : m_client.lost();
    m_client.rest();
    if (lost)
        return tl::make_unexpected(*lost);
    shiftEnds(seen, m_word, m_nodes.answers());
    return seen;
}

/** Not every node tells of the keys that it drops because their slot is another one's by now. */
Result<void> ClusterTellers::checkMasters(SteadyTime deadline)
{
    const auto word = ask(deadline);
    if (!word)
        return passOn(word);
    if (word->hasSameMap(m_word) && runsOf(*word, m_nodes.answers()) == m_runs)
        return {};
    return failure(ErrorKind::Network,
                   Words::tr("Slots moved from one node to another, or a node was started anew."));
}

Result<void> ClusterTellers::check(SteadyTime deadline)
{
    if (auto masters = checkMasters(deadline); !masters)
        return masters;
    for (size_t at = 0; at < m_listeners.size(); ++at) {
        RedisConnection *beside = m_nodes.connection(m_word.masters[at].id);
        if (!beside)
            return tl::make_unexpected(passing(m_nodes.whyNot(m_word.masters[at].id)));
        if (auto checked = m_listeners[at]->check(*beside, deadline); !checked)
            return checked;
    }
    return {};
}

} // namespace

Result<std::vector<std::unique_ptr<RedisListener>>>
listenToMasters(ClusterNodes &nodes, const ClusterWord &word,
                const std::vector<QByteArray> &patterns, SteadyTime deadline,
                const std::shared_ptr<SocketInterrupt> &interrupt)
{
    std::vector<std::unique_ptr<RedisListener>> listeners;
    for (const ClusterWord::Master &master : word.masters) {
        if (!master.answer)
            return tl::make_unexpected(nodes.whyNot(master.id));
        const auto own = std::make_shared<SocketInterrupt>(interrupt);
        const auto connect = [&, own](SteadyTime until) {
            return nodes.openAnother(word, master, until, own);
        };
        auto listener = RedisListener::open({connect, patterns}, deadline);
        if (!listener) {
            Error why = listener.error();
            const QString address = master.address.text();
            if (!why.message.contains(address))
                why.message = Words::tr("The node %1: %2").arg(address, why.message);
            return tl::make_unexpected(std::move(why));
        }
        listeners.push_back(std::move(*listener));
    }
    return listeners;
}

UpdateKind updatesOf(const std::vector<std::unique_ptr<RedisListener>> &listeners)
{
    const bool areEvents =
        std::any_of(listeners.begin(), listeners.end(), [](const auto &listener) {
            return listener->kind() == UpdateKind::Notifications;
        });
    return areEvents ? UpdateKind::Notifications : UpdateKind::Tracking;
}

std::unique_ptr<RedisTellers> makeClusterTellers(const BackendSpec &spec, PasswordSource password)
{
    return std::make_unique<ClusterTellers>(spec, std::move(password));
}

} // namespace lockmaster

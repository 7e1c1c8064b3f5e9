// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/redisaccess.h"

#include "core/redis/acltext.h"
#include "core/redis/groups/clusternodes.h"
#include "core/redis/groups/redissentinels.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

tl::unexpected<Error> isSentinel(RedisConnection &connection, SteadyTime deadline)
{
    return failure(ErrorKind::Config,
                   Words::tr("%1 is a sentinel, which has no locks: it knows where servers are.")
                       .arg(connection.endpoint().address),
                   Words::tr("Write redis+sentinel://host/master/0. %1")
                       .arg(mastersText(connection, deadline)));
}

GroupMember unknownGroup(const BackendSpec &spec, const Error &why)
{
    GroupMember group;
    group.state = GroupMember::State::Partial;
    group.size = qint64(spec.sentinel.hosts.size());
    group.role = Words::tr("no sentinel says who is %1").arg(spec.sentinel.master);
    group.trouble = why;
    return group;
}

} // namespace

RedisAccess::RedisAccess(const BackendSpec &spec, PasswordSource password,
                         std::shared_ptr<SocketInterrupt> interrupt, const QByteArray &key)
    : m_spec(spec), m_password(std::move(password)), m_slot(redisSlot(key))
{
    if (!m_spec.isGroup())
        return;
    if (!interrupt)
        interrupt = std::make_shared<SocketInterrupt>();
    if (m_spec.sentinel.isSet())
        m_sentinels = std::make_unique<RedisSentinels>(m_spec, m_password, std::move(interrupt));
    else
        m_cluster = std::make_unique<ClusterNodes>(m_spec, m_password, std::move(interrupt));
}

RedisAccess::~RedisAccess() = default;
RedisAccess::RedisAccess(RedisAccess &&) noexcept = default;
RedisAccess &RedisAccess::operator=(RedisAccess &&) noexcept = default;

/** Where the master is, as it can be dialled. */
Result<Endpoint> RedisAccess::masterEndpoint(Secret password, SteadyTime deadline)
{
    auto word = m_sentinels->ask(deadline);
    if (!word) {
        m_group = unknownGroup(m_spec, word.error());
        m_byMost = false;
        return passOn(word);
    }
    take(*word);
    const bool isTold = !password.isEmpty() && m_spec.tls == TlsMode::Off;
    if (!word->master || (!word->byMost && isTold)) {
        Error why = m_group->trouble;
        if (word->master)
            why.message += u' ' + Words::tr("The password is not sent there in plain text.");
        return tl::make_unexpected(std::move(why));
    }
    const NodeAddress dialled = m_spec.dialledAt(*word->master);
    if (meansThisMachine(m_spec, dialled)) {
        const Error why{ErrorKind::Config, 0,
                        Words::tr("The sentinels say that the master of %1 is %2, which from here "
                                  "is this machine.")
                            .arg(m_spec.sentinel.master, dialled.text()),
                        Words::tr("Say with 'nodes' how it is reached from here, or have the "
                                  "server announce an address (replica-announce-ip).")};
        doubt(why);
        return tl::make_unexpected(why);
    }
    Endpoint endpoint = endpointOf(m_spec, std::move(password));
    endpoint.host = dialled.host;
    endpoint.port = dialled.port;
    endpoint.address = m_spec.tunnel.reached(
        Words::tr("%1, the master of %2").arg(dialled.text(), m_spec.sentinel.master));
    return endpoint;
}

Result<std::unique_ptr<RedisConnection>>
RedisAccess::open(SteadyTime deadline, std::shared_ptr<SocketInterrupt> interrupt)
{
    m_hasMoved = false;
    if (m_cluster)
        return openOwner(deadline, interrupt);
    auto password = m_password(deadline);
    if (!password)
        return passOn(password);
    if (!m_sentinels) {
        auto opened = RedisConnection::open(endpointOf(m_spec, std::move(*password)), deadline, {},
                                            std::move(interrupt));
        if (opened && (*opened)->server().sentinel)
            return isSentinel(**opened, deadline);
        return opened;
    }
    const auto endpoint = masterEndpoint(std::move(*password), deadline);
    if (!endpoint)
        return passOn(endpoint);
    auto opened = RedisConnection::open(*endpoint, deadline, {}, std::move(interrupt));
    if (!opened) {
        doubt(opened.error());
        return opened;
    }
    const QByteArray &runId = (*opened)->server().runId;
    if (!runId.isEmpty() && !m_runId.isEmpty() && runId != m_runId) {
        opened =
            failure(ErrorKind::Network,
                    Words::tr("%1 is not the server that the sentinels mean: it was started "
                              "anew a moment ago, or another one answers at that address.")
                        .arg(endpoint->address),
                    Words::tr("If it was started anew, the sentinels notice within ten seconds; "
                              "else say with 'nodes' how it is reached from here."));
        doubt(opened.error());
        return opened;
    }
    judge(**opened);
    return opened;
}

/** How the cluster stands as far as the key's slot goes. */
void RedisAccess::take(const ClusterWord &word)
{
    m_group = word.group;
    m_group->state = word.stateOf(m_slot);
    m_group->trouble = word.troubleOf(m_slot).value_or(Error());
}

/** Nobody says anything. */
void RedisAccess::takeSilence(const Error &why)
{
    m_byMost = false;
    m_hasMoved = false;
    m_group = silentCluster(why);
}

/** To the node that has the slot, by a connection of its own. */
Result<std::unique_ptr<RedisConnection>>
RedisAccess::openOwner(SteadyTime deadline, const std::shared_ptr<SocketInterrupt> &interrupt)
{
    const auto word = m_cluster->ask(deadline);
    if (!word) {
        takeSilence(word.error());
        return passOn(word);
    }
    take(*word);
    const ClusterWord::Master *owner = word->ownerOf(m_slot);
    if (!owner || !owner->answer) {
        m_byMost = false;
        return tl::make_unexpected(m_group->trouble);
    }
    auto opened = m_cluster->openAnother(*word, *owner, deadline, interrupt);
    if (!opened)
        return opened;
    m_byMost = isNamedBy(*word);
    return opened;
}

/** Most say so, and nobody else does, whatever else is going on. */
bool RedisAccess::isNamedBy(const ClusterWord &word) const
{
    const GroupMember::State state = word.stateOf(m_slot);
    return state == GroupMember::State::Settled || state == GroupMember::State::Switching;
}

/** Whether it is still the one that has the slot. */
void RedisAccess::lookAtOwner(const RedisConnection &connection, SteadyTime deadline)
{
    const auto word = m_cluster->ask(deadline);
    if (!word)
        return takeSilence(word.error());
    take(*word);
    const RedisServer &server = connection.server();
    const ClusterWord::Master *owner = word->ownerOf(m_slot);
    const bool isHeard = owner && owner->answer;
    const bool isHere = isHeard && owner->id == server.node
                        && m_cluster->answers()[*owner->answer].runId == server.runId;
    m_hasMoved = isHeard && !isHere;
    m_byMost = isHere && isNamedBy(*word);
    if (!m_hasMoved)
        return;
    m_group->state = GroupMember::State::Switching;
    m_group->trouble = {ErrorKind::Unsupported, 0,
                        Words::tr("The slot of the lock is not at %1 any more: by the nodes' word "
                                  "%2 has it, or it was started anew.")
                            .arg(connection.endpoint().address, owner->address.text()),
                        Words::tr("Look at it again there.")};
}

void RedisAccess::take(const SentinelWord &word)
{
    m_group = word.group;
    m_runId = word.runId;
    m_others = word.others;
    m_replicas = word.replicasUp;
    m_byMost = word.byMost;
}

void RedisAccess::doubt(const Error &why)
{
    if (m_group->state != GroupMember::State::Settled)
        return;
    m_group->state = GroupMember::State::Switching;
    m_group->trouble = why;
}

/** What the sentinels cannot know: whether this connection leads to that server. */
void RedisAccess::judge(const RedisConnection &connection)
{
    const RedisServer &server = connection.server();
    // They ask every ten seconds, and the master sees at once who follows it again.
    std::erase_if(m_others, [&](const NodeAddress &other) {
        const bool follows = std::find(server.replicasAt.begin(), server.replicasAt.end(), other)
                             != server.replicasAt.end();
        for (GroupNode &node : m_group->nodes) {
            if (follows && node.address == other.text())
                node = {node.address, NodeRole::Replica, {}};
        }
        return follows;
    });
    if (m_group->state == GroupMember::State::Split && m_others.empty()) {
        m_group->state = GroupMember::State::Settled;
        m_group->trouble = {};
    }
    if (m_group->state != GroupMember::State::Settled)
        return;
    Error &why = m_group->trouble;
    if (server.replica) {
        why = {
            ErrorKind::Unsupported, 0,
            Words::tr("%1 follows another server by now, of which its sentinels do not know yet.")
                .arg(connection.endpoint().address),
            Words::tr("Wait until they do, and look again.")};
    } else if (server.runId.isEmpty()) {
        why = {ErrorKind::Denied, 0,
               Words::tr("Whether %1 is the server that the sentinels mean is not told.")
                   .arg(connection.endpoint().address),
               aclStatement(m_spec.user, {"+info"})};
    } else if (server.runId != m_runId) {
        why = {ErrorKind::Unsupported, 0,
               Words::tr("The sentinels do not know yet what runs at %1.")
                   .arg(connection.endpoint().address),
               Words::tr("They ask every ten seconds: look again then.")};
    } else if (server.replicasTold && server.replicas == 0 && m_replicas > 0) {
        why = {ErrorKind::Unsupported, 0,
               Words::tr("Nothing follows %1, though its sentinels see %2 replicas: it may be cut "
                         "off, and another about to take its place.")
                   .arg(connection.endpoint().address)
                   .arg(m_replicas),
               Words::tr("Look why they do not follow it.")};
    } else {
        return;
    }
    m_group->state = GroupMember::State::Switching;
}

const std::optional<GroupMember> &RedisAccess::look(const RedisConnection &connection,
                                                    SteadyTime deadline)
{
    if (m_cluster)
        lookAtOwner(connection, deadline);
    if (!m_sentinels)
        return m_group;
    auto word = m_sentinels->ask(deadline);
    if (!word) {
        m_group = unknownGroup(m_spec, word.error());
        m_byMost = false;
        return m_group;
    }
    take(*word);
    const Endpoint &here = connection.endpoint();
    m_hasMoved =
        word->byMost && m_spec.dialledAt(*word->master) != NodeAddress{here.host, here.port};
    if (m_hasMoved) {
        m_group->state = GroupMember::State::Switching;
        m_group->trouble = {ErrorKind::Unsupported, 0,
                            Words::tr("%1 is not the master of %2 any more: by its sentinels %3 "
                                      "is.")
                                .arg(NodeAddress{here.host, here.port}.text(),
                                     m_spec.sentinel.master, word->master->text()),
                            Words::tr("Look at it again there.")};
        return m_group;
    }
    judge(connection);
    return m_group;
}

} // namespace lockmaster

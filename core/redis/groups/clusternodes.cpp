// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/clusternodes.h"

#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Millis leastPatience = 1s;       ///< with each node
constexpr Millis restOfSilent = 5s;        ///< from one that was silent
constexpr Millis restOfAbsent = 1s;        ///< from one that said at once that it is not there
constexpr Millis graceForAnswer = 50ms;    ///< for an answer that should be there already
constexpr Millis shortestPatience = 500ms; ///< with one that is connected to
constexpr int mostRounds = 8;
constexpr size_t mostMet = 1000;

SteadyTime steadyNow()
{
    return std::chrono::steady_clock::now();
}

Millis patienceUntil(SteadyTime deadline)
{
    return std::max(leastPatience,
                    std::chrono::duration_cast<Millis>((deadline - steadyNow()) / 4));
}

/**
 * The masters that were met, for whoever asks the same cluster next in this program: those that are
 * named may be gone by then. Any thread.
 */
class MetBefore
{
public:
    struct Masters {
        std::map<QByteArray, NodeAddress> addresses; ///< by their ids, as they announce themselves
        std::set<QByteArray> known;                  ///< all nodes of that cluster
    };

    static Masters of(const BackendSpec &spec)
    {
        const std::scoped_lock guard(mutex());
        const auto met = all().find(keyOf(spec));
        return met == all().end() ? Masters() : met->second;
    }
    static void keep(const BackendSpec &spec, const ClusterWord &word,
                     const std::set<QByteArray> &known)
    {
        constexpr size_t mostClusters = 64;
        Masters masters;
        for (const ClusterWord::Master &master : word.masters)
            masters.addresses.emplace(master.id, master.address);
        masters.known = known;
        const std::scoped_lock guard(mutex());
        if (all().size() >= mostClusters && !all().contains(keyOf(spec)))
            all().clear();
        all()[keyOf(spec)] = std::move(masters);
    }

private:
    /** The same addresses lead elsewhere through another tunnel. */
    static QString keyOf(const BackendSpec &spec)
    {
        return spec.name + u'\n' + spec.tunnel.reached(spec.address());
    }
    static std::mutex &mutex()
    {
        static std::mutex one;
        return one;
    }
    static std::map<QString, Masters> &all()
    {
        static std::map<QString, Masters> met;
        return met;
    }
};

} // namespace

struct ClusterNodes::Node {
    NodeAddress dialled;
    bool isNamed = true; ///< in the profile
    std::shared_ptr<SocketInterrupt> interrupt;
    QByteArray id = {}; ///< empty: one that is named, and was not heard yet
    std::unique_ptr<RedisConnection> connection = {};
    std::optional<Error> trouble = {}; ///< why it is silent
    SteadyTime again{};                ///< is tried then
    SteadyTime asked{};
    bool awaited = false; ///< it was asked, and has not answered yet

    bool isThere() const { return connection && connection->usable(); }
};

ClusterNodes::ClusterNodes(const BackendSpec &spec, PasswordSource password,
                           std::shared_ptr<SocketInterrupt> interrupt)
    : m_spec(spec), m_password(std::move(password)), m_interrupt(std::move(interrupt))
{
    for (const NodeAddress &seed : m_spec.cluster)
        m_nodes.push_back(std::make_unique<Node>(
            Node{seed, true, std::make_shared<SocketInterrupt>(m_interrupt)}));
}

ClusterNodes::~ClusterNodes() = default;

ClusterNodes::Node *ClusterNodes::find(const QByteArray &id) const
{
    const auto found = std::find_if(m_nodes.begin(), m_nodes.end(),
                                    [&id](const auto &node) { return node->id == id; });
    return found == m_nodes.end() ? nullptr : found->get();
}

RedisConnection *ClusterNodes::connection(const QByteArray &id) const
{
    const Node *node = find(id);
    return node && node->isThere() ? node->connection.get() : nullptr;
}

Error ClusterNodes::whyNot(const QByteArray &id) const
{
    const Node *node = find(id);
    return node && node->trouble
               ? *node->trouble
               : Error{
                   ErrorKind::Network, 0, Words::tr("A node of the cluster is not reached."), {}};
}

void ClusterNodes::lose(const QByteArray &id, const Error &why)
{
    if (Node *node = find(id))
        fail(*node, why);
}

Result<Endpoint> ClusterNodes::endpointAt(const NodeAddress &dialled, SteadyTime deadline)
{
    if (meansThisMachine(m_spec, dialled)) {
        return failure(ErrorKind::Config,
                       Words::tr("The cluster says that a node of it is %1, which from here is "
                                 "this machine.")
                           .arg(dialled.text()),
                       Words::tr("Say with 'nodes' how it is reached from here, or have the "
                                 "node announce an address (cluster-announce-ip)."));
    }
    if (!m_secret) {
        auto password = m_password(deadline);
        if (!password)
            return passOn(password);
        m_secret = std::move(*password);
    }
    Endpoint endpoint = endpointOf(m_spec, *m_secret);
    endpoint.host = dialled.host;
    endpoint.port = dialled.port;
    endpoint.socketPath.clear();
    endpoint.address = Words::tr("the node %1").arg(m_spec.tunnel.reached(dialled.text()));
    return endpoint;
}

namespace {

/** Whether the node at the other end is the one of that id. */
Result<void> checkNode(RedisConnection &connection, const QByteArray &id, SteadyTime deadline)
{
    const SteadyTime asked = std::chrono::steady_clock::now();
    const auto replies = connection.pipeline(clusterQuestions(), deadline);
    if (!replies)
        return passOn(replies);
    const Endpoint &there = connection.endpoint();
    const auto answer = clusterAnswer(*replies, {there.host, there.port}, false, asked, asked);
    if (!answer)
        return passOn(answer);
    if (answer->self().id == id)
        return {};
    // It passes: a name may lead elsewhere the next time.
    Error other = anotherNode(there.address);
    other.kind = ErrorKind::Network;
    return tl::make_unexpected(std::move(other));
}

} // namespace

Result<std::unique_ptr<RedisConnection>>
ClusterNodes::openAnother(const ClusterWord &word, const ClusterWord::Master &master,
                          SteadyTime deadline, const std::shared_ptr<SocketInterrupt> &interrupt)
{
    // By the name that led to it, which may lead to another one now; then where it says it is.
    const NodeAddress from = m_answers[*master.answer].from;
    const NodeAddress itself = m_spec.dialledAt(master.address);
    Result<std::unique_ptr<RedisConnection>> opened;
    for (const NodeAddress &dialled : {from, itself}) {
        auto endpoint = endpointAt(dialled, deadline);
        if (!endpoint)
            return passOn(endpoint);
        opened = RedisConnection::open(*endpoint, deadline, {}, interrupt);
        if (opened) {
            if (const auto checked = checkNode(**opened, master.id, deadline); !checked)
                opened = passOn(checked);
        }
        if (opened || dialled == itself)
            break;
    }
    if (opened)
        (*opened)->setGroup(word.identity, master.id);
    return opened;
}

void ClusterNodes::connect(Node &node, Millis patience, SteadyTime deadline)
{
    node.connection.reset(); // before the next one: they share the interrupt
    auto endpoint = endpointAt(node.dialled, deadline);
    if (!endpoint)
        return fail(node, endpoint.error());
    endpoint->timeout = std::min(m_spec.timeout, patience);
    auto opened = RedisConnection::open(*endpoint, deadline, {}, node.interrupt);
    if (!opened)
        return fail(node, opened.error());
    node.connection = std::move(*opened);
    node.trouble.reset();
}

/** It rests, unless it is not its fault. */
void ClusterNodes::fail(Node &node, Error why)
{
    const bool wasReached = node.connection != nullptr;
    node.connection.reset();
    node.awaited = false;
    if (m_interrupt->interrupted())
        return;
    // What was asked for was too much, or somebody closed the connection: the node is not silent.
    const bool isSilent =
        why.kind != ErrorKind::Truncated && !(wasReached && why.kind == ErrorKind::Network);
    const bool isAbsent = !wasReached && why.kind == ErrorKind::Network;
    if (isSilent)
        node.again = steadyNow() + (isAbsent ? restOfAbsent : restOfSilent);
    node.trouble = std::move(why);
}

void ClusterNodes::post(Node &node)
{
    static const RedisRequest request(clusterQuestions());
    node.asked = steadyNow();
    if (const auto sent = node.connection->send(request); sent)
        node.awaited = true;
    else
        fail(node, sent.error());
}

void ClusterNodes::hear(Node &node, SteadyTime deadline)
{
    const auto replies = node.connection->replies(deadline);
    node.awaited = false;
    if (!replies)
        return fail(node, replies.error());
    auto answer = clusterAnswer(*replies, node.dialled, m_spec.tls == TlsMode::Verify, node.asked,
                                steadyNow());
    if (!answer) {
        Error why = answer.error();
        // Who has our words may say them again.
        const QByteArray &password = node.connection->endpoint().password.reveal();
        if (!password.isEmpty() && why.message.toUtf8().contains(password))
            why.message =
                Words::tr("What %1 says of its cluster makes no sense.").arg(node.dialled.text());
        if (why.kind == ErrorKind::Denied)
            why.remedy = aclStatement(m_spec.user, {"+cluster|nodes", "+cluster|info"});
        return fail(node, std::move(why));
    }
    // A name may lead to one node today and to another tomorrow, and a cluster be made anew there;
    // a node that was never heard must not lead to another cluster.
    const bool isOther = !node.id.isEmpty() && answer->self().id != node.id;
    const bool isNew = isStranger(*answer);
    if (isNew && node.isNamed && node.id.isEmpty()) {
        return fail(
            node,
            {ErrorKind::Config, 0,
             Words::tr("%1 is of another cluster than the nodes before.").arg(node.dialled.text()),
             Words::tr("Name the nodes of one cluster only.")});
    }
    if ((isOther || isNew) && !node.isNamed)
        return fail(node, anotherNode(node.dialled.text()));
    node.id = answer->self().id;
    dropTwins(node);
    answer->runId = node.connection->server().runId;
    m_answers.push_back(std::move(*answer));
}

/** It is in another cluster by now: it knows few of the nodes that there were. */
bool ClusterNodes::isStranger(const ClusterAnswer &answer) const
{
    const auto shared =
        std::count_if(answer.nodes.begin(), answer.nodes.end(),
                      [this](const ClusterNode &one) { return m_known.contains(one.id); });
    return size_t(shared) * 2 < m_known.size();
}

/** It was met by another address as well. */
void ClusterNodes::dropTwins(const Node &node)
{
    for (const auto &other : m_nodes) {
        if (other.get() == &node || other->id != node.id || other->awaited)
            continue;
        other->id.clear();
        other->connection.reset();
        other->trouble.reset();
    }
}

namespace {

bool knowsOwners(const ClusterAnswer &answer)
{
    return std::any_of(answer.nodes.begin(), answer.nodes.end(),
                       [](const ClusterNode &node) { return !node.ranges.empty(); });
}

} // namespace

/** One that was taken out goes on by itself, and has no slots. */
void ClusterNodes::leaveOutLoners()
{
    if (std::any_of(m_answers.begin(), m_answers.end(), knowsOwners))
        std::erase_if(m_answers, [&](const ClusterAnswer &answer) { return !knowsOwners(answer); });
}

/** Those that were named have no node in common. */
std::optional<Error> ClusterNodes::mixedClusters() const
{
    for (const ClusterAnswer &answer : m_answers) {
        const auto &first = m_answers.front().nodes;
        const bool isSame =
            std::any_of(first.begin(), first.end(), [&answer](const ClusterNode &one) {
                return std::any_of(answer.nodes.begin(), answer.nodes.end(),
                                   [&one](const ClusterNode &other) { return other.id == one.id; });
            });
        if (isSame)
            continue;
        return Error{ErrorKind::Config, 0,
                     Words::tr("%1 and %2 are nodes of different clusters.")
                         .arg(m_answers.front().from.text(), answer.from.text()),
                     Words::tr("Name the nodes of one cluster only.")};
    }
    return std::nullopt;
}

void ClusterNodes::askSome(const std::vector<Node *> &some, SteadyTime deadline)
{
    std::set<Node *> reused;
    for (Node *node : some) {
        if (!node->isThere())
            continue;
        reused.insert(node);
        post(*node);
    }
    for (size_t at = 0; at < some.size(); ++at) {
        Node *node = some[at];
        const bool wasLost = !node->awaited && steadyNow() + graceForAnswer < deadline;
        if (!wasLost || m_interrupt->interrupted())
            continue;
        // Those behind one that is silent have to have their time.
        const auto left = std::chrono::duration_cast<Millis>(deadline - steadyNow());
        const auto waiting = Millis::rep(some.size() - at + 1);
        connect(*node, std::max(left / waiting, shortestPatience), deadline);
        if (node->isThere())
            post(*node);
    }
    // Behind one that is silent the others have answered long since.
    const SteadyTime due = std::min(deadline, steadyNow() + patienceUntil(deadline));
    for (Node *node : some) {
        if (!node->awaited || m_interrupt->interrupted())
            continue;
        hear(*node, std::max(due, steadyNow() + graceForAnswer));
        // One that was idle may have been closed, which shows once it is asked.
        const bool wasClosed = reused.contains(node) && !node->isThere() && node->trouble
                               && node->trouble->kind == ErrorKind::Network;
        if (!wasClosed || steadyNow() + graceForAnswer >= deadline)
            continue;
        connect(*node, shortestPatience, deadline);
        if (node->isThere())
            post(*node);
        if (node->awaited)
            hear(*node, std::max(due, steadyNow() + shortestPatience));
    }
}

/** Where none that is named says anything, others may: they have to be of the same cluster. */
void ClusterNodes::meetThoseBefore()
{
    const MetBefore::Masters met = MetBefore::of(m_spec);
    m_known = met.known;
    for (const auto &[id, address] : met.addresses) {
        const NodeAddress dialled = m_spec.dialledAt(address);
        const bool isThere =
            std::any_of(m_nodes.begin(), m_nodes.end(),
                        [&dialled](const auto &node) { return node->dialled == dialled; });
        if (!isThere)
            m_nodes.push_back(std::make_unique<Node>(
                Node{dialled, false, std::make_shared<SocketInterrupt>(m_interrupt), id}));
    }
}

/** The node with those slots, which may be one that was named. */
ClusterNodes::Node *ClusterNodes::meet(const ClusterWord::Master &master)
{
    if (Node *known = find(master.id))
        return known;
    if (m_nodes.size() >= mostMet)
        return nullptr;
    m_nodes.push_back(
        std::make_unique<Node>(Node{m_spec.dialledAt(master.address), false,
                                    std::make_shared<SocketInterrupt>(m_interrupt), master.id}));
    return m_nodes.back().get();
}

/** Those that hold nothing are of no use, but to tell of the others where nobody else does. */
void ClusterNodes::keepOnly(const ClusterWord &word)
{
    for (const auto &node : m_nodes) {
        const bool isOwner =
            std::any_of(word.masters.begin(), word.masters.end(),
                        [&](const ClusterWord::Master &master) { return master.id == node->id; });
        if (isOwner)
            continue;
        node->connection.reset();
        node->trouble.reset();
    }
    m_known.clear();
    for (const ClusterAnswer &answer : m_answers) {
        for (const ClusterNode &node : answer.nodes)
            m_known.insert(node.id);
    }
    MetBefore::keep(m_spec, word, m_known);
    // Those that left the cluster may be in another one by now.
    std::erase_if(m_nodes, [this](const auto &node) {
        return !node->isNamed && !node->isThere() && !m_known.contains(node->id);
    });
}

std::vector<SilentNode> ClusterNodes::silent() const
{
    std::vector<SilentNode> silent;
    for (const auto &node : m_nodes) {
        if (!node->isThere() && node->trouble)
            silent.push_back({node->id, node->dialled, *node->trouble});
    }
    return silent;
}

Result<ClusterWord> ClusterNodes::ask(SteadyTime deadline)
{
    m_answers.clear();
    m_secret.reset();
    std::vector<Node *> some;
    std::set<Node *> tried;
    for (const auto &node : m_nodes) {
        if (node->awaited) // what an earlier round left unanswered is of no use to this one
            node->connection.reset();
        node->awaited = false;
        if (node->isThere())
            some.push_back(node.get());
    }
    askSome(some, deadline);
    tried.insert(some.begin(), some.end());
    // At first all that are named: they have to be of one cluster. Later whoever is left, where
    // nobody tells of masters any more.
    some.clear();
    const bool isFirst = m_known.empty();
    const bool knowsNobody = std::none_of(m_answers.begin(), m_answers.end(), knowsOwners);
    for (const auto &node : m_nodes) {
        const bool isDue = steadyNow() >= node->again && !tried.contains(node.get());
        if (isDue && (knowsNobody || (isFirst && node->isNamed)))
            some.push_back(node.get());
    }
    askSome(some, deadline);
    tried.insert(some.begin(), some.end());
    if (isFirst && m_answers.empty()) {
        meetThoseBefore();
        some.clear();
        for (const auto &node : m_nodes) {
            if (!node->isNamed)
                some.push_back(node.get());
        }
        askSome(some, deadline);
        tried.insert(some.begin(), some.end());
    }
    leaveOutLoners();
    if (const auto mixed = mixedClusters())
        return tl::make_unexpected(*mixed);
    for (int round = 0; round < mostRounds && !m_answers.empty(); ++round) {
        some.clear();
        const ClusterWord word = clusterWord(m_answers, {});
        for (const ClusterWord::Master &master : word.masters) {
            Node *node = master.answer ? nullptr : meet(master);
            if (node && !tried.contains(node) && steadyNow() >= node->again)
                some.push_back(node);
        }
        if (some.empty())
            break;
        askSome(some, deadline);
        tried.insert(some.begin(), some.end());
    }
    if (m_interrupt->interrupted())
        return failure(ErrorKind::Network,
                       Words::tr("Gave up waiting for %1.").arg(m_spec.address()));
    const std::vector<SilentNode> silent = this->silent();
    if (m_answers.empty()) {
        Error why =
            silent.empty()
                ? Error{ErrorKind::Timeout,
                        0,
                        Words::tr("There was no time left to ask %1.").arg(m_spec.address()),
                        {}}
                : silent.front().why;
        if (silent.size() > 1)
            why.message =
                Words::tr("None of %1 nodes answers: %2").arg(silent.size()).arg(why.message);
        return tl::make_unexpected(std::move(why));
    }
    ClusterWord word = clusterWord(m_answers, silent);
    keepOnly(word);
    return word;
}

RedisServer oldestServer(const ClusterNodes &nodes, const ClusterWord &word)
{
    RedisServer oldest;
    for (const ClusterWord::Master &master : word.masters) {
        const RedisConnection *connection = nodes.connection(master.id);
        const bool isOlder =
            connection
            && (oldest.product.isEmpty() || connection->server().version < oldest.version);
        if (isOlder)
            oldest = connection->server();
    }
    return oldest;
}

} // namespace lockmaster

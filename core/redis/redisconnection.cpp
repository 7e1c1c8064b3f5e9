// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisconnection.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/transport/loginadvice.h"
#include "core/redis/redisdecoder.h"
#include "core/redis/redisinfo.h"
#include "core/redis/redissocket.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

namespace lockmaster {

namespace {

/** Whom a server follows, and who follows it. */
struct Role {
    bool replica = false;
    qint64 replicas = 0; ///< of a server that follows nobody: those that can confirm something
    std::vector<NodeAddress> replicasAt = {};
    qint64 offset = -1; ///< of such a server: how far it has come
};

} // namespace

struct RedisConnection::Private {
    Private(const Endpoint &where, const RedisLimits &limits) : endpoint(where), decoder(limits) {}

    Endpoint endpoint;
    RedisServer server;
    std::shared_ptr<SocketInterrupt> interrupt;
    std::unique_ptr<RedisSocket> socket;
    RedisDecoder decoder;
    bool over = false;
    bool subscribed = false;
    std::deque<RedisReply> messages; ///< that came along with others
    std::deque<size_t> underWay;     ///< of each that was sent and is not answered, how many
    QByteArray came;                 ///< bytes of the next answers

    Result<void> send(const RedisRequest &request);
    Result<void> await(std::vector<RedisReply> &replies, SteadyTime deadline);
    Result<void> mayBeAsked() const;
    Result<void> nothingUnasked();
    Result<void> takeMessages(const Result<QByteArray> &bytes);
    Result<void> awaitMessage(SteadyTime deadline);
    Result<void> awaitSubscribed(size_t channels, const QByteArray &command, SteadyTime deadline);
    Result<void> subscribe(const QByteArray &command, const std::vector<QByteArray> &channels,
                           SteadyTime deadline);
    Result<void> awaitPong(SteadyTime deadline);
    tl::unexpected<Error> isOver() const;
    Result<void> logIn(SteadyTime deadline);
    Result<void> checkLogin(const RedisReply &auth, const RedisReply &select,
                            const RedisReply &ping) const;
    tl::unexpected<Error> sentTooMuch() const;
    Error noDatabase() const;
    Error loginRefused(const RedisReply &auth) const;
    Error noUsers() const;
    void learnRole(const std::optional<Role> &role);
    void learnReplication(const RedisReply &role, const RedisReply &info);
    void learn(const std::vector<RedisReply> &replies);
    void learnFromInfo(const QByteArray &info);
};

namespace {

/** `7.0.15` as 70015; 0 where it is no version. */
int versionNumber(const QByteArray &text)
{
    const auto parts = text.split('.');
    int number = 0;
    for (qsizetype i = 0; i < 3; ++i) {
        bool ok = true;
        const int part = i < parts.size() ? parts[i].toInt(&ok) : 0;
        if (!ok || part < 0 || part > 9999)
            return 0;
        number = number * 100 + std::min(part, 99);
    }
    return number;
}

/** Servers that speak as Redis does, by what their INFO calls them. */
struct Relative {
    const char *versionField;
    const char *serverName;
    const char *product;
    bool numberedAsRedis; ///< its version tells what it can do, as that of a Redis does
};
constexpr std::array relatives = {
    Relative{"valkey_version", "valkey", "Valkey", true},
    Relative{"redict_version", "redict", "Redict", true},
    Relative{"dragonfly_version", "dragonfly", "Dragonfly", false},
    Relative{"garnet_version", "garnet", "Garnet", false},
    Relative{"kvrocks_version", "kvrocks", "Kvrocks", false},
};

/** What an answer to ROLE says; none where it is no answer. */
std::optional<Role> roleOf(const RedisReply &role)
{
    if (!role.isArray() || role.elements.empty())
        return {};
    const bool replica = role.elements.front().text == "slave";
    constexpr size_t followers = 2;
    const bool lists = !replica && role.elements.size() > followers;
    if (!lists)
        return Role{replica, 0};
    constexpr size_t mostListed = 64;
    Role told{replica};
    told.offset = role.elements[1].integer;
    for (const RedisReply &one : role.elements[followers].elements) {
        // A program that only reads along tells no port, and never confirms anything.
        if (one.elements.size() >= 2 && one.elements[1].text == "0")
            continue;
        ++told.replicas;
        if (one.elements.size() < 2 || told.replicasAt.size() == mostListed)
            continue;
        told.replicasAt.push_back(
            {QString::fromUtf8(one.elements[0].text), one.elements[1].text.toUShort()});
    }
    return told;
}

/** The same of INFO, which lists those as well that are not up to date yet. */
std::optional<Role> roleOfInfo(const RedisReply &info)
{
    const QByteArray role = infoField(info.text, "role");
    if (role.isEmpty())
        return {};
    const QByteArrayList lines = info.text.split('\n');
    Role told{role == "slave"};
    told.replicas = std::count_if(lines.begin(), lines.end(), [](const QByteArray &line) {
        return line.startsWith("slave") && line.contains(",state=online,")
               && !line.contains(",port=0,");
    });
    told.offset = told.replica ? -1 : infoNumber(info.text, "master_repl_offset");
    return told;
}

/** The commands of a login, in the order in which their replies are looked at. */
enum LoginStep { Auth, Select, Ping, Name, NoTouch, Id, Info, Replication, Cluster, AskRole };

} // namespace

Result<void> RedisConnection::Private::send(const RedisRequest &request)
{
    underWay.push_back(request.size());
    return socket->send(request.bytes());
}

/** `replies` holds what came, also where the rest did not. */
Result<void> RedisConnection::Private::await(std::vector<RedisReply> &replies, SteadyTime deadline)
{
    Q_ASSERT(!underWay.empty());
    const size_t wanted = underWay.front();
    underWay.pop_front();
    replies.reserve(wanted);
    decoder.beginBatch();
    for (;;) {
        const auto taken = decoder.feed(came.constData(), came.size(), replies, wanted);
        if (!taken)
            return passOn(taken);
        came.remove(0, *taken);
        if (replies.size() == wanted)
            break;
        auto bytes = socket->receive(deadline);
        if (!bytes)
            return passOn(bytes);
        came = std::move(*bytes);
    }
    if (underWay.empty() && (!came.isEmpty() || decoder.isMidReply()))
        return sentTooMuch();
    return {};
}

Result<void> RedisConnection::Private::mayBeAsked() const
{
    if (over)
        return isOver();
    if (!subscribed)
        return {};
    return failure(ErrorKind::Protocol,
                   Words::tr("This connection to %1 is for messages only.").arg(endpoint.address));
}

/** Between two calls a server has nothing to say: what is there now would pass for an answer. */
Result<void> RedisConnection::Private::nothingUnasked()
{
    const auto bytes = socket->receiveNow();
    if (!bytes)
        return passOn(bytes);
    if (bytes->isEmpty())
        return {};
    return sentTooMuch();
}

/** The bounds hold for all that waits to be received, and for the message under way. */
Result<void> RedisConnection::Private::takeMessages(const Result<QByteArray> &bytes)
{
    if (!bytes)
        return passOn(bytes);
    std::vector<RedisReply> taken;
    const auto fed = decoder.feed(bytes->constData(), bytes->size(), taken);
    std::move(taken.begin(), taken.end(), std::back_inserter(messages));
    return fed ? Result<void>() : passOn(fed);
}

Result<void> RedisConnection::Private::awaitMessage(SteadyTime deadline)
{
    auto taken = takeMessages(socket->receiveNow());
    while (taken && messages.empty() && std::chrono::steady_clock::now() < deadline) {
        const auto bytes = socket->receive(deadline);
        if (!bytes && bytes.error().kind == ErrorKind::Timeout)
            return {};
        taken = takeMessages(bytes);
    }
    return taken;
}

/** The first messages may come in one piece with the confirmations, which come first. */
Result<void> RedisConnection::Private::awaitSubscribed(size_t channels, const QByteArray &command,
                                                       SteadyTime deadline)
{
    while (messages.size() < channels) {
        if (auto taken = takeMessages(socket->receive(deadline)); !taken)
            return taken;
        if (!messages.empty() && messages.front().isError())
            return tl::make_unexpected(
                errorOfReply(messages.front(), QString::fromLatin1(command)));
    }
    messages.erase(messages.begin(), messages.begin() + std::ptrdiff_t(channels));
    return {};
}

Result<void> RedisConnection::Private::subscribe(const QByteArray &command,
                                                 const std::vector<QByteArray> &channels,
                                                 SteadyTime deadline)
{
    RedisCommand whole = {command};
    whole.insert(whole.end(), channels.begin(), channels.end());
    auto done = nothingUnasked();
    if (done) {
        decoder.beginBatch();
        done = socket->send(RedisRequest({whole}).bytes());
    }
    if (done)
        done = awaitSubscribed(channels.size(), command, deadline);
    subscribed = true;
    over = !done;
    return done;
}

/** Messages that come before it stay where they are. A refusal is an answer as well. */
Result<void> RedisConnection::Private::awaitPong(SteadyTime deadline)
{
    const auto isPong = [](const RedisReply &message) {
        return message.isError()
               || (message.isArray() && !message.elements.empty()
                   && message.elements.front().text == "pong");
    };
    size_t seen = 0;
    for (;;) {
        const auto begin = messages.begin() + std::ptrdiff_t(seen);
        const auto pong = std::find_if(begin, messages.end(), isPong);
        if (pong != messages.end()) {
            messages.erase(pong);
            return {};
        }
        seen = messages.size();
        if (auto taken = takeMessages(socket->receive(deadline)); !taken)
            return taken;
    }
}

tl::unexpected<Error> RedisConnection::Private::isOver() const
{
    return failure(ErrorKind::Network,
                   Words::tr("The connection to %1 is over.").arg(endpoint.address));
}

tl::unexpected<Error> RedisConnection::Private::sentTooMuch() const
{
    return failure(ErrorKind::Protocol,
                   Words::tr("%1 sent more than was asked for.").arg(endpoint.address));
}

Error RedisConnection::Private::noUsers() const
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("%1 is older than Redis 6: it has no users.").arg(endpoint.address),
            Words::tr("Give the password without a user.")};
}

/** Who has our words may say them again: what was said to AUTH is told, and not quoted. */
Error RedisConnection::Private::loginRefused(const RedisReply &auth) const
{
    Error error = errorOfReply(auth, endpoint.address);
    const QByteArray &password = endpoint.password.reveal();
    const bool repeatsIt = !password.isEmpty() && auth.text.contains(password);
    if (password.isEmpty() && error.kind == ErrorKind::Auth)
        error.remedy = whereToPutAPassword();
    else if (repeatsIt || error.kind == ErrorKind::Unsupported)
        error.message = Words::tr("%1 does not take a login in this way.").arg(endpoint.address);
    return error;
}

Error RedisConnection::Private::noDatabase() const
{
    return {ErrorKind::NotFound, 0,
            Words::tr("%1 has no database %2.").arg(endpoint.address).arg(endpoint.redisDatabase),
            Words::tr("Check the database number.")};
}

Result<void> RedisConnection::Private::checkLogin(const RedisReply &auth, const RedisReply &select,
                                                  const RedisReply &ping) const
{
    if (auth.isError() && auth.text.startsWith("ERR wrong number of arguments"))
        return tl::make_unexpected(noUsers());
    // A password for a server that wants none is no reason to stay away.
    if (auth.isError() && !auth.text.startsWith("NOPERM")
        && !auth.text.contains("no password is set")
        && !auth.text.contains("without any password configured"))
        return tl::make_unexpected(loginRefused(auth));
    if (ping.isError() && !ping.text.startsWith("NOPERM"))
        return tl::make_unexpected(errorOfReply(ping, endpoint.address));
    if (endpoint.redisDatabase == 0 || !select.isError())
        return {};
    if (select.text.startsWith("ERR"))
        return tl::make_unexpected(noDatabase());
    return tl::make_unexpected(errorOfReply(select, QStringLiteral("SELECT")));
}

void RedisConnection::Private::learnFromInfo(const QByteArray &info)
{
    server.product = QStringLiteral("Redis");
    QByteArray version = infoField(info, "redis_version");
    server.version = versionNumber(version);
    server.runId = infoField(info, "run_id");
    // One that is not known yet is called what it calls itself.
    const QByteArray name = infoField(info, "server_name");
    if (!name.isEmpty() && name.compare("redis", Qt::CaseInsensitive) != 0)
        server.product = literalText(name);
    bool told = false;
    const qint64 seconds = infoField(info, "uptime_in_seconds").toLongLong(&told);
    if (told)
        server.upFor = std::chrono::seconds(seconds);
    // All of them tell which Redis they are compatible with as well.
    for (const Relative &relative : relatives) {
        const QByteArray own = infoField(info, relative.versionField);
        if (own.isEmpty() && name != relative.serverName)
            continue;
        server.product = QString::fromLatin1(relative.product);
        version = own.isEmpty() ? version : own;
        if (relative.numberedAsRedis)
            server.version = versionNumber(version);
        break;
    }
    server.versionText = QString::fromUtf8(version);
    const QByteArray own = infoField(info, "server_mode");
    const QByteArray mode = own.isEmpty() ? infoField(info, "redis_mode") : own;
    server.cluster = server.cluster || mode == "cluster";
    server.sentinel = server.sentinel || mode == "sentinel";
}

/** Where it was not told: as it was. */
void RedisConnection::Private::learnRole(const std::optional<Role> &role)
{
    if (!role)
        return;
    server.replica = role->replica;
    server.replicas = role->replicas;
    server.replicasAt = role->replicasAt;
    if (role->offset >= 0)
        server.offset = role->offset;
    server.replicasTold = true;
}

void RedisConnection::Private::learnReplication(const RedisReply &role, const RedisReply &info)
{
    const auto told = roleOfInfo(info);
    const auto asked = roleOf(role);
    server.replicasTold = false;
    learnRole(asked ? asked : told);
    server.followersTold = told.has_value();
    if (!told)
        return;
    server.backlog = infoField(info.text, "repl_backlog_active") == "1";
    server.replicationId = infoField(info.text, "master_replid");
    server.idBefore = infoField(info.text, "master_replid2");
    server.offset = infoNumber(info.text, "master_repl_offset");
    server.offsetBefore = infoNumber(info.text, "second_repl_offset");
}

void RedisConnection::Private::learn(const std::vector<RedisReply> &replies)
{
    server.clientLibrary = redisClientLibrary();
    server.tlsProtocol = socket->tlsProtocol();
    server.cipher = socket->cipher();
    server.connectionId = replies[Id].integer;
    server.infoDenied = replies[Info].isError();
    server.product = QStringLiteral("Redis");
    if (!server.infoDenied)
        learnFromInfo(replies[Info].text);
    server.cluster = server.cluster || infoField(replies[Cluster].text, "cluster_enabled") == "1";
    const auto &role = replies[AskRole].elements;
    server.sentinel = server.sentinel || (!role.empty() && role.front().text == "sentinel");
    learnReplication(replies[AskRole], replies[Replication]);
}

Result<void> RedisConnection::Private::logIn(SteadyTime deadline)
{
    const QByteArray &password = endpoint.password.reveal();
    RedisCommand auth{"PING"};
    if (!endpoint.user.isEmpty())
        auth = {"AUTH", endpoint.user.toUtf8(), password};
    else if (!password.isEmpty())
        auth = {"AUTH", password};
    RedisCommand select{"PING"};
    if (endpoint.redisDatabase != 0)
        select = {"SELECT", QByteArray::number(endpoint.redisDatabase)};
    std::vector<RedisReply> replies;
    auto done = send(RedisRequest({auth,
                                   select,
                                   {"PING"},
                                   {"CLIENT", "SETNAME", "lockmaster"},
                                   {"CLIENT", "NO-TOUCH", "ON"},
                                   {"CLIENT", "ID"},
                                   {"INFO", "server"},
                                   {"INFO", "replication"},
                                   {"INFO", "cluster"},
                                   {"ROLE"}}));
    if (done)
        done = await(replies, deadline);
    // A server that has no room, or that takes no strangers, says so and hangs up.
    if (!done && !replies.empty() && replies.front().isError())
        return tl::make_unexpected(errorOfReply(replies.front(), endpoint.address));
    if (!done)
        return done;
    auto checked = checkLogin(replies[Auth], replies[Select], replies[Ping]);
    if (!checked)
        return checked;
    learn(replies);
    // Redis 8.0 crashes when a client that asked for it names a key of a slot that is on its way.
    const bool mayMoveSlots = server.cluster || replies[Cluster].isError();
    if (!mayMoveSlots || replies[NoTouch].isError())
        return {};
    std::vector<RedisReply> touches;
    return send(RedisRequest({{"CLIENT", "NO-TOUCH", "OFF"}})).and_then([&] {
        return await(touches, deadline);
    });
}

ServerInfo serverInfoOf(const RedisServer &server, const BackendSpec &spec)
{
    ServerInfo info;
    info.product = server.product;
    info.version = server.versionText;
    info.clientLibrary = server.clientLibrary;
    if (!server.tlsProtocol.isEmpty())
        info.transport = spec.tunnel.reached(server.tlsProtocol);
    else if (!server.product.isEmpty() && spec.tunnel.isSet())
        info.transport = spec.tunnel.reached(QStringLiteral("plaintext"));
    else if (!server.product.isEmpty())
        info.transport =
            spec.socketPath.isEmpty() ? QStringLiteral("plaintext") : QStringLiteral("unix socket");
    info.replica = server.replica;
    return info;
}

RedisConnection::RedisConnection(std::unique_ptr<Private> parts) : d(std::move(parts)) {}

RedisConnection::~RedisConnection() = default;

Result<std::unique_ptr<RedisConnection>>
RedisConnection::open(const Endpoint &endpoint, SteadyTime deadline, const RedisLimits &limits,
                      std::shared_ptr<SocketInterrupt> interrupt)
{
    if (!interrupt)
        interrupt = std::make_shared<SocketInterrupt>();
    const auto now = [] { return std::chrono::steady_clock::now(); };
    const auto there = dialled(endpoint, deadline, *interrupt);
    if (!there)
        return passOn(there);
    auto d = std::make_unique<Private>(*there, limits);
    d->interrupt = interrupt;
    auto socket =
        RedisSocket::open(*there, std::min(deadline, now() + endpoint.timeout), interrupt);
    if (!socket)
        return tl::make_unexpected(explained(socket.error(), *there));
    d->socket = std::move(*socket);
    const auto loggedIn = d->logIn(std::min(deadline, now() + endpoint.timeout));
    if (!loggedIn)
        return tl::make_unexpected(explained(loggedIn.error(), *there));
    return std::unique_ptr<RedisConnection>(new RedisConnection(std::move(d)));
}

const RedisServer &RedisConnection::server() const
{
    return d->server;
}

const Endpoint &RedisConnection::endpoint() const
{
    return d->endpoint;
}

void RedisConnection::setGroup(const QByteArray &group, const QByteArray &node)
{
    d->server.group = group;
    d->server.node = node;
}

QString RedisConnection::user() const
{
    return d->endpoint.user;
}

bool RedisConnection::usable() const
{
    return !d->over;
}

Result<void> RedisConnection::send(const RedisRequest &request)
{
    auto sent = d->mayBeAsked();
    if (!sent)
        return sent;
    if (d->underWay.empty())
        sent = d->nothingUnasked();
    if (sent)
        sent = d->send(request);
    d->over = !sent;
    return sent;
}

Result<std::vector<RedisReply>> RedisConnection::replies(SteadyTime deadline)
{
    if (d->over)
        return d->isOver();
    std::vector<RedisReply> replies;
    if (const auto done = d->await(replies, deadline); !done) {
        d->over = true;
        return passOn(done);
    }
    return replies;
}

Result<RedisReply> RedisConnection::command(const RedisCommand &command, SteadyTime deadline)
{
    auto replies = pipeline({command}, deadline);
    if (!replies)
        return passOn(replies);
    RedisReply only = std::move(replies->front());
    return only;
}

Result<bool> RedisConnection::isReplica(SteadyTime deadline)
{
    const auto role = command({"ROLE"}, deadline);
    if (!role)
        return passOn(role);
    if (const auto told = roleOf(*role)) {
        d->learnRole(told);
        return d->server.replica;
    }
    const auto info = command({"INFO", "replication"}, deadline);
    if (!info)
        return passOn(info);
    d->learnRole(roleOfInfo(*info));
    return d->server.replica;
}

Result<Followers> RedisConnection::followers(SteadyTime deadline)
{
    const auto replies = pipeline({{"INFO", "replication"}, {"ROLE"}}, deadline);
    if (!replies)
        return passOn(replies);
    d->learnReplication(replies->back(), replies->front());
    return d->server.followers();
}

Result<void> RedisConnection::subscribe(const std::vector<QByteArray> &channels,
                                        SteadyTime deadline)
{
    if (d->over)
        return d->isOver();
    return d->subscribe(QByteArrayLiteral("SUBSCRIBE"), channels, deadline);
}

Result<void> RedisConnection::subscribeToPatterns(const std::vector<QByteArray> &patterns,
                                                  SteadyTime deadline)
{
    if (d->over)
        return d->isOver();
    return d->subscribe(QByteArrayLiteral("PSUBSCRIBE"), patterns, deadline);
}

Result<void> RedisConnection::ping(SteadyTime deadline)
{
    if (!d->subscribed) {
        const auto reply = command({"PING"}, deadline);
        return reply ? Result<void>() : passOn(reply);
    }
    if (d->over)
        return d->isOver();
    if (d->messages.empty())
        d->decoder.beginBatch();
    auto done = d->socket->send(RedisRequest({{"PING"}}).bytes());
    if (done)
        done = d->awaitPong(deadline);
    d->over = !done;
    return done;
}

Result<std::optional<RedisReply>> RedisConnection::receive(SteadyTime deadline)
{
    if (d->over)
        return d->isOver();
    if (d->messages.empty()) {
        if (const auto waited = d->awaitMessage(deadline); !waited) {
            d->over = true;
            return passOn(waited);
        }
    }
    if (d->messages.empty())
        return std::nullopt;
    RedisReply message = std::move(d->messages.front());
    d->messages.pop_front();
    if (d->messages.empty())
        d->decoder.beginBatch();
    d->over = !message.isArray();
    if (d->over)
        return d->sentTooMuch();
    return message;
}

int RedisConnection::descriptor() const
{
    return d->socket->descriptor();
}

void RedisConnection::interrupt() noexcept
{
    d->interrupt->interrupt();
}

} // namespace lockmaster

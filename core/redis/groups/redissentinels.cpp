// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/redissentinels.h"

#include "core/redis/redisconnection.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Millis patience = 1s; ///< with each sentinel
constexpr Millis rest = 5s;     ///< from one that was silent
constexpr Millis grace = 50ms;  ///< for an answer that should be there already
constexpr size_t mostAsked = 32;
constexpr RedisLimits limits{1 << 20, 1 << 14};

} // namespace

struct RedisSentinels::Sentinel {
    NodeAddress address; ///< as it is dialled
    bool isNamed = true;
    std::shared_ptr<SocketInterrupt> interrupt;
    std::unique_ptr<RedisConnection> connection = {};
    std::optional<Error> trouble = {}; ///< why it is silent
    int failures = 0;                  ///< in a row
    SteadyTime again{};                ///< is tried then
    bool awaited = false;              ///< it was asked, and has not answered yet

    bool isThere() const { return connection && connection->usable(); }
};

struct RedisSentinels::Round {
    std::vector<SentinelAnswer> answers;
    std::vector<Sentinel *> strangers; ///< that know no such master
};

RedisSentinels::RedisSentinels(const BackendSpec &spec, PasswordSource password,
                               std::shared_ptr<SocketInterrupt> interrupt)
    : m_spec(spec), m_password(std::move(password)), m_interrupt(std::move(interrupt))
{
    for (const NodeAddress &host : m_spec.sentinel.hosts) {
        if (m_sentinels.size() < mostAsked)
            m_sentinels.push_back(std::make_unique<Sentinel>(
                Sentinel{host, true, std::make_shared<SocketInterrupt>(m_interrupt)}));
    }
}

RedisSentinels::~RedisSentinels() = default;

QString mastersText(RedisConnection &sentinel, SteadyTime deadline)
{
    constexpr qsizetype mostNamed = 10;
    QStringList names;
    const auto masters = sentinel.command({"SENTINEL", "MASTERS"}, deadline);
    if (!masters || !masters->isArray())
        return Words::tr("Check the name.");
    for (const RedisReply &master : masters->elements) {
        for (size_t at = 0; at + 1 < master.elements.size(); at += 2) {
            if (master.elements[at].text == "name" && names.size() < mostNamed)
                names << literalText(master.elements[at + 1].text);
        }
    }
    return names.isEmpty() ? Words::tr("It knows no master at all.")
                           : Words::tr("It knows: %1.").arg(names.join(QStringLiteral(", ")));
}

namespace {

/** Where the sentinel at `where` is logged in to. */
Endpoint sentinelEndpoint(const BackendSpec &spec, const NodeAddress &where, Secret password)
{
    Endpoint endpoint = endpointOf(spec, std::move(password));
    endpoint.host = where.host;
    endpoint.port = where.port;
    endpoint.user = spec.sentinel.user;
    endpoint.redisDatabase = 0;
    endpoint.tls = spec.sentinel.tls.value_or(spec.tls);
    endpoint.tellsPassword = endpoint.tls == TlsMode::Off;
    endpoint.timeout = std::min(spec.timeout, patience);
    endpoint.address = Words::tr("the sentinel %1").arg(spec.tunnel.reached(where.text()));
    return endpoint;
}

} // namespace

void RedisSentinels::connect(Sentinel &sentinel, SteadyTime deadline)
{
    sentinel.connection.reset(); // before the next one: they share the interrupt
    auto password = m_password.ofSentinels(deadline);
    if (!password)
        return fail(sentinel, password.error());
    auto opened =
        RedisConnection::open(sentinelEndpoint(m_spec, sentinel.address, std::move(*password)),
                              deadline, limits, sentinel.interrupt);
    if (!opened) {
        Error why = opened.error();
        if (why.kind == ErrorKind::Auth) {
            // The server's password, which could be asked for, would not help.
            why.kind = ErrorKind::Config;
            why.remedy = Words::tr("Sentinels have a user and a password of their own: "
                                   "sentinel_user, sentinel_password_file or "
                                   "sentinel_password_command, or LOCKMASTER_SENTINEL_PASSWORD.");
        }
        return fail(sentinel, std::move(why));
    }
    if (!(*opened)->server().sentinel && !(*opened)->server().infoDenied) {
        return fail(sentinel,
                    {ErrorKind::Unsupported, 0,
                     Words::tr("%1 is no sentinel.").arg(sentinel.address.text()),
                     Words::tr("Sentinels listen on a port of their own, 26379 as usual.")});
    }
    sentinel.connection = std::move(*opened);
    sentinel.trouble.reset();
    sentinel.failures = 0;
}

/** It rests, unless it is not its fault. */
void RedisSentinels::fail(Sentinel &sentinel, Error why)
{
    sentinel.connection.reset();
    sentinel.awaited = false;
    if (m_interrupt->interrupted())
        return;
    sentinel.trouble = std::move(why);
    ++sentinel.failures;
    sentinel.again = std::chrono::steady_clock::now() + rest;
}

void RedisSentinels::post(Sentinel &sentinel, const RedisRequest &request)
{
    if (const auto sent = sentinel.connection->send(request); sent)
        sentinel.awaited = true;
    else
        fail(sentinel, sent.error());
}

void RedisSentinels::hear(Sentinel &sentinel, Round &round, SteadyTime deadline)
{
    const auto replies = sentinel.connection->replies(deadline);
    sentinel.awaited = false;
    if (!replies)
        return fail(sentinel, replies.error());
    if (isUnknownMaster(replies->front())) {
        round.strangers.push_back(&sentinel);
        return;
    }
    auto answer = sentinelAnswer(*replies, sentinel.address);
    if (!answer)
        return fail(sentinel, answer.error());
    answer->id = sentinel.connection->server().runId;
    answer->isNamed = sentinel.isNamed;
    round.answers.push_back(std::move(*answer));
}

/**
 * Those from `from` on. Whoever is connected is asked first; the others, those that failed least
 * before the rest, are connected in half of the time that there is. What a round leaves unanswered
 * is of no use to the next one.
 */
void RedisSentinels::askSome(size_t from, Round &round, SteadyTime deadline)
{
    const RedisRequest request(sentinelQuestions(m_spec.sentinel.master.toUtf8()));
    const auto now = [] { return std::chrono::steady_clock::now(); };
    const SteadyTime connectUntil = now() + (deadline - now()) / 2;
    std::vector<Sentinel *> others;
    for (size_t at = from; at < m_sentinels.size(); ++at) {
        Sentinel &sentinel = *m_sentinels[at];
        if (sentinel.awaited)
            sentinel.connection.reset();
        sentinel.awaited = false;
        const bool wasThere = sentinel.isThere();
        if (wasThere)
            post(sentinel, request);
        // One that was idle may have closed.
        if (!sentinel.awaited && (wasThere || now() >= sentinel.again))
            others.push_back(&sentinel);
    }
    std::stable_sort(others.begin(), others.end(), [](const Sentinel *a, const Sentinel *b) {
        return a->failures < b->failures;
    });
    for (Sentinel *sentinel : others) {
        if (m_interrupt->interrupted() || now() >= connectUntil)
            break;
        connect(*sentinel, connectUntil);
        if (sentinel->isThere())
            post(*sentinel, request);
    }
    // Behind one that is silent the others have answered long since.
    const SteadyTime due = std::min(deadline, now() + patience);
    std::vector<Sentinel *> awaited;
    for (size_t at = from; at < m_sentinels.size(); ++at) {
        if (m_sentinels[at]->awaited)
            awaited.push_back(m_sentinels[at].get());
    }
    for (Sentinel *sentinel : awaited) {
        if (!m_interrupt->interrupted())
            hear(*sentinel, round, std::max(due, now() + grace));
    }
}

/**
 * Where more are known than are named: those of which most of the named ones tell, so that none of
 * these can outvote the others with what it makes up, nor lead a password to where it likes.
 */
void RedisSentinels::meetOthers(const std::vector<SentinelAnswer> &answers)
{
    const size_t named = m_spec.sentinel.hosts.size();
    const auto tellers = [&answers](const NodeAddress &announced) {
        return std::count_if(answers.begin(), answers.end(), [&](const SentinelAnswer &answer) {
            return answer.isNamed
                   && std::find(answer.sentinels.begin(), answer.sentinels.end(), announced)
                          != answer.sentinels.end();
        });
    };
    for (const SentinelAnswer &answer : answers) {
        if (answer.others < qint64(named))
            continue;
        for (const NodeAddress &announced : answer.sentinels) {
            const NodeAddress address = m_spec.dialledAt(announced);
            const bool isKnown =
                std::any_of(m_sentinels.begin(), m_sentinels.end(),
                            [&](const auto &known) { return known->address == address; });
            const bool isTold = size_t(tellers(announced)) * 2 > named;
            if (isKnown || !isTold || meansThisMachine(m_spec, address)
                || m_sentinels.size() >= mostAsked)
                continue;
            m_sentinels.push_back(std::make_unique<Sentinel>(
                Sentinel{address, false, std::make_shared<SocketInterrupt>(m_interrupt)}));
        }
    }
}

Error RedisSentinels::notInTime(const Sentinel &sentinel)
{
    return {
        ErrorKind::Timeout,
        0,
        Words::tr("There was no time left to ask the sentinel %1.").arg(sentinel.address.text()),
        {}};
}

Error RedisSentinels::unknownTo(const Sentinel &sentinel) const
{
    return {ErrorKind::NotFound,
            0,
            Words::tr("The sentinel %1 knows no master called %2.")
                .arg(sentinel.address.text(), literalText(m_spec.sentinel.master)),
            {}};
}

Result<SentinelWord> RedisSentinels::ask(SteadyTime deadline)
{
    Round round;
    const size_t asked = m_sentinels.size();
    askSome(0, round, deadline);
    if (!sentinelWord(m_spec.sentinel.master, round.answers, {}).byMost)
        meetOthers(round.answers);
    if (m_sentinels.size() > asked)
        askSome(asked, round, deadline);
    const bool isCutShort = std::any_of(m_sentinels.begin(), m_sentinels.end(),
                                        [](const auto &sentinel) { return sentinel->awaited; });
    if (m_interrupt->interrupted() || isCutShort)
        return failure(ErrorKind::Network,
                       Words::tr("Gave up waiting for %1.").arg(m_spec.address()));
    if (round.answers.empty() && !round.strangers.empty()) {
        Error unknown = unknownTo(*round.strangers.front());
        unknown.remedy = mastersText(*round.strangers.front()->connection, deadline);
        return tl::make_unexpected(std::move(unknown));
    }
    std::vector<SilentSentinel> silent;
    for (const auto &sentinel : m_sentinels) {
        if (!sentinel->isThere())
            silent.push_back({sentinel->address, sentinel->trouble.value_or(notInTime(*sentinel)),
                              sentinel->isNamed});
    }
    for (Sentinel *stranger : round.strangers)
        silent.push_back({stranger->address, unknownTo(*stranger), stranger->isNamed});
    if (round.answers.empty()) {
        Error why = silent.front().why;
        if (silent.size() > 1) {
            why.message =
                Words::tr("None of %1 sentinels answers: %2").arg(silent.size()).arg(why.message);
        }
        return tl::make_unexpected(std::move(why));
    }
    return sentinelWord(m_spec.sentinel.master, round.answers, silent);
}

} // namespace lockmaster

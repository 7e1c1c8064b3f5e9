// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redisexamination.h"

#include "core/domain/redisglob.h"
#include "core/sources/keyspaceproblems.h"
#include "core/sources/redisserverclock.h"
#include "core/text/words.h"
#include "core/transport/accounttext.h"
#include "core/transport/redisconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** A thing that needs all of its commands, or with `anyOf` one of them. */
struct Need {
    QString id;
    QString subject;
    std::vector<RedisCommand> commands;
    QByteArrayList rules; ///< what ACL SETUSER has to add where a command is denied
    bool anyOf = false;
    QByteArrayList keyRules = {}; ///< and where the keys are
    /** Does the same as far as it goes: its rule belongs to the remedy where both are denied. */
    RedisCommand beside = {};
};

bool wants(const RedisKeyspace &keyspace, const QByteArray &type)
{
    return std::any_of(keyspace.formats().begin(), keyspace.formats().end(),
                       [&type](const auto &format) { return format->wantsType(type); });
}

void addReadingNeeds(const RedisKeyspace &keyspace, const QByteArray &key, std::vector<Need> &needs)
{
    needs.push_back({QStringLiteral("redis.scan"),
                     Words::tr("Finding locks"),
                     {{"SCAN", "0", "COUNT", "1"}, {"TYPE", key}},
                     {"+scan", "+type"}});
    if (wants(keyspace, "string")) {
        needs.push_back({QStringLiteral("redis.strings"),
                         Words::tr("Reading string locks"),
                         {{"GETRANGE", key, "0", "0"}, {"STRLEN", key}},
                         {"+getrange", "+strlen"}});
    }
    if (wants(keyspace, "hash")) {
        needs.push_back({QStringLiteral("redis.hashes"),
                         Words::tr("Reading hash locks"),
                         {{"HLEN", key}, {"HSCAN", key, "0", "COUNT", "1"}},
                         {"+hlen", "+hscan"}});
    }
}

std::vector<Need> needsOf(const RedisKeyspace &keyspace, const QByteArray &key)
{
    std::vector<Need> needs;
    addReadingNeeds(keyspace, key, needs);
    needs.push_back({QStringLiteral("redis.expiry"),
                     Words::tr("Time left of locks"),
                     {{"PEXPIRETIME", key}, {"PTTL", key}},
                     {},
                     true});
    needs.push_back(
        {QStringLiteral("redis.clock"), Words::tr("The server's clock"), {{"TIME"}}, {"+time"}});
    needs.push_back({QStringLiteral("redis.server"),
                     Words::tr("Version and role of the server"),
                     {{"INFO", "server"}},
                     {"+info"},
                     false,
                     {},
                     {"ROLE"}});
    for (const auto &format : keyspace.formats()) {
        for (const RedisFormat::Probe &probe : format->probes())
            needs.push_back({probe.id,
                             probe.subject,
                             {probe.command},
                             probe.commandRules,
                             false,
                             probe.keys.isEmpty() ? QByteArrayList() : keyRules({probe.keys})});
    }
    return needs;
}

/** A denied key is told from a denied command: another rule helps. */
bool isKeyDenied(const RedisReply &reply)
{
    return reply.text.startsWith("NOPERM") && !reply.text.contains("run the");
}

bool isMissing(const RedisReply &reply)
{
    return reply.isError()
           && (reply.text.startsWith("NOPERM") || reply.text.contains("unknown command"));
}

Capability capabilityOf(const Need &need, std::span<const RedisReply> replies, const QString &user,
                        const std::vector<QByteArray> &patterns)
{
    Capability capability{need.id, need.subject, true, {}, {}};
    const bool besideDenied = !need.beside.empty() && replies.back().text.startsWith("NOPERM")
                              && isMissing(replies.back());
    replies = replies.first(need.commands.size());
    const auto missing = std::count_if(replies.begin(), replies.end(), isMissing);
    capability.available =
        need.anyOf ? missing < static_cast<qint64>(replies.size()) : missing == 0;
    if (capability.available)
        return capability;
    const auto first = std::find_if(replies.begin(), replies.end(), isMissing);
    const QByteArray &name = need.commands[static_cast<size_t>(first - replies.begin())].front();
    capability.reason = errorOfReply(*first, QString::fromLatin1(name)).message;
    const bool keysDenied = std::any_of(replies.begin(), replies.end(), isKeyDenied);
    // What the server does not know, no rule brings back.
    const bool commandsDenied =
        std::any_of(replies.begin(), replies.end(), [](const RedisReply &reply) {
            return reply.text.startsWith("NOPERM") && !isKeyDenied(reply);
        });
    QByteArrayList rules;
    if (commandsDenied && besideDenied)
        rules += '+' + need.beside.front().toLower();
    if (commandsDenied)
        rules += need.rules.isEmpty() ? expiryRules(replies.front()) : need.rules;
    if (keysDenied)
        rules += need.keyRules.isEmpty() ? keyRules(patterns) : need.keyRules;
    if (!rules.isEmpty())
        capability.remedy = aclStatement(user, rules);
    return capability;
}

/**
 * An account that acts wants those that follow to confirm it. That it acts is seen by UNWATCH,
 * which changes nothing and is of no use to one that only watches. None: it does not, or nobody
 * follows.
 */
Result<std::optional<Capability>> confirmationOf(RedisClient &client, const QString &backend,
                                                 const Followers &followers, SteadyTime deadline)
{
    const auto replies = client.pipeline({{"UNWATCH"}, {"WAIT", "0", "1"}}, deadline);
    if (!replies)
        return tl::make_unexpected(replies.error());
    if (replies->front().isError())
        return std::optional<Capability>();
    const Need need{QStringLiteral("redis.confirm"),
                    Words::tr("Releases confirmed by those that "
                              "follow"),
                    {{"WAIT"}},
                    {"+wait"}};
    Capability confirmed = capabilityOf(need, std::span(*replies).last(1), client.user(), {});
    if (confirmed.available && followers.areMissing()) {
        const Error why = redisFewerFollowProblem(backend, followers);
        confirmed.available = false;
        confirmed.reason = why.message + u' ' + why.remedy;
    }
    return std::optional(std::move(confirmed));
}

/** A key to try the commands on: one that is there, or one that could be. */
Result<QByteArray> someKey(RedisClient &client, const std::vector<QByteArray> &patterns,
                           SteadyTime deadline)
{
    const QByteArray pattern = patterns.empty() ? QByteArray("*") : patterns.front();
    const auto page = client.pipeline({{"SCAN", "0", "MATCH", pattern, "COUNT", "100"}}, deadline);
    if (!page)
        return tl::make_unexpected(page.error());
    const RedisReply &reply = page->front();
    if (reply.elements.size() == 2 && !reply.elements[1].elements.empty())
        return reply.elements[1].elements.front().text;
    return redisGlobPrefix(pattern) + "lockmaster";
}

} // namespace

Result<std::vector<Capability>> examineRedis(RedisClient &client, const RedisKeyspace &keyspace,
                                             const BackendSpec &backend, const Followers &followers,
                                             SteadyTime deadline)
{
    const std::vector<QByteArray> &patterns = backend.patterns;
    const auto key = someKey(client, patterns, deadline);
    if (!key)
        return tl::make_unexpected(key.error());
    const std::vector<Need> needs = needsOf(keyspace, *key);
    std::vector<RedisCommand> commands;
    for (const Need &need : needs) {
        commands.insert(commands.end(), need.commands.begin(), need.commands.end());
        if (!need.beside.empty())
            commands.push_back(need.beside);
    }
    const auto replies = client.pipeline(commands, deadline);
    if (!replies)
        return tl::make_unexpected(replies.error());
    std::vector<Capability> capabilities;
    std::span<const RedisReply> rest(*replies);
    for (const Need &need : needs) {
        const size_t asked = need.commands.size() + (need.beside.empty() ? 0 : 1);
        capabilities.push_back(capabilityOf(need, rest.first(asked), client.user(), patterns));
        rest = rest.subspan(asked);
    }
    if (followers.most == 0)
        return capabilities;
    auto confirmation = confirmationOf(client, backend.name, followers, deadline);
    if (!confirmation)
        return tl::make_unexpected(confirmation.error());
    if (*confirmation)
        capabilities.push_back(std::move(**confirmation));
    return capabilities;
}

Capability examinePush(const RedisInterest &interest, SteadyTime deadline,
                       std::shared_ptr<SocketInterrupt> interrupt)
{
    Capability capability{
        QStringLiteral("redis.push"), Words::tr("Changes told by the server"), true, {}, {}};
    const auto listener = RedisListener::open(interest, deadline, std::move(interrupt));
    if (!listener) {
        capability.available = false;
        capability.reason = Words::tr("%1 It is polled instead.").arg(listener.error().message);
        capability.remedy = listener.error().remedy;
    } else if ((*listener)->kind() == UpdateKind::Notifications) {
        capability.reason = Words::tr("By keyspace notifications.");
    } else {
        capability.reason = Words::tr("By the invalidations of client-side caching.");
    }
    return capability;
}

} // namespace lockmaster

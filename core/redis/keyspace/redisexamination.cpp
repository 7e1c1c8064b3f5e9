// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisexamination.h"

#include "core/domain/redisglob.h"
#include "core/redis/keyspace/keyspaceproblems.h"
#include "core/redis/keyspace/redisserverclock.h"
#include "core/domain/error.h"
#include "core/text/words.h"
#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"

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

/** An account may be let to one pattern and not to the next: each has a key here. */
void addReadingNeeds(const RedisKeyspace &keyspace, const std::vector<QByteArray> &keys,
                     std::vector<Need> &needs)
{
    Need scan{QStringLiteral("redis.scan"),
              Words::tr("Finding locks"),
              {{"SCAN", "0", "COUNT", "1"}},
              {"+scan", "+type"}};
    Need strings{QStringLiteral("redis.strings"),
                 Words::tr("Reading string locks"),
                 {},
                 {"+getrange", "+strlen"}};
    Need hashes{
        QStringLiteral("redis.hashes"), Words::tr("Reading hash locks"), {}, {"+hlen", "+hscan"}};
    Need sortedSets{QStringLiteral("redis.sorted_sets"),
                    Words::tr("Reading locks in sorted sets"),
                    {},
                    {"+zcard", "+zscan"}};
    Need sets{
        QStringLiteral("redis.sets"), Words::tr("Reading locks in sets"), {}, {"+scard", "+sscan"}};
    for (const QByteArray &key : keys) {
        scan.commands.push_back({"TYPE", key});
        strings.commands.push_back({"GETRANGE", key, "0", "0"});
        strings.commands.push_back({"STRLEN", key});
        hashes.commands.push_back({"HLEN", key});
        hashes.commands.push_back({"HSCAN", key, "0", "COUNT", "1"});
        sortedSets.commands.push_back({"ZCARD", key});
        sortedSets.commands.push_back({"ZSCAN", key, "0", "COUNT", "1"});
        sets.commands.push_back({"SCARD", key});
        sets.commands.push_back({"SSCAN", key, "0", "COUNT", "1"});
    }
    needs.push_back(std::move(scan));
    if (wants(keyspace, "string"))
        needs.push_back(std::move(strings));
    if (wants(keyspace, "hash"))
        needs.push_back(std::move(hashes));
    if (wants(keyspace, "zset"))
        needs.push_back(std::move(sortedSets));
    if (wants(keyspace, "set"))
        needs.push_back(std::move(sets));
}

std::vector<Need> needsOf(const RedisKeyspace &keyspace, const std::vector<QByteArray> &keys)
{
    const QByteArray &key = keys.front();
    std::vector<Need> needs;
    addReadingNeeds(keyspace, keys, needs);
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
        return passOn(replies);
    if (replies->front().isError())
        return std::optional<Capability>();
    const Need need{QStringLiteral("redis.confirm"),
                    Words::tr("Releases confirmed by those that "
                              "follow"),
                    {{"WAIT"}},
                    {"+wait"}};
    Capability confirmed = capabilityOf(need, std::span(*replies).last(1), client.user(), {});
    if (confirmed.available && followers.areMissing()) {
        confirmed.available = false;
        confirmed.reason = errorText(redisFewerFollowProblem(backend, followers));
    }
    return std::optional(std::move(confirmed));
}

/** Keys to try the commands on, one for each pattern: one that is there, or one that could be. */
Result<std::vector<QByteArray>> someKeys(RedisClient &client, std::vector<QByteArray> patterns,
                                         SteadyTime deadline)
{
    constexpr size_t mostTried = 64;
    if (patterns.empty())
        patterns = {"*"};
    patterns.resize(std::min(patterns.size(), mostTried));
    std::vector<RedisCommand> commands;
    commands.reserve(patterns.size());
    for (const QByteArray &pattern : patterns)
        commands.push_back({"SCAN", "0", "MATCH", pattern, "COUNT", "100"});
    const auto pages = client.pipeline(commands, deadline);
    if (!pages)
        return passOn(pages);
    std::vector<QByteArray> keys;
    for (size_t i = 0; i < patterns.size(); ++i) {
        const RedisReply &page = (*pages)[i];
        const bool isFound = page.elements.size() == 2 && !page.elements[1].elements.empty();
        keys.push_back(isFound ? page.elements[1].elements.front().text
                               : redisGlobExample(patterns[i]));
    }
    return keys;
}

} // namespace

Result<std::vector<Capability>> examineRedis(RedisClient &client, const RedisKeyspace &keyspace,
                                             const BackendSpec &backend, const Followers &followers,
                                             SteadyTime deadline)
{
    const std::vector<QByteArray> &patterns = backend.patterns;
    const auto keys = someKeys(client, patterns, deadline);
    if (!keys)
        return passOn(keys);
    const std::vector<Need> needs = needsOf(keyspace, *keys);
    std::vector<RedisCommand> commands;
    for (const Need &need : needs) {
        commands.insert(commands.end(), need.commands.begin(), need.commands.end());
        if (!need.beside.empty())
            commands.push_back(need.beside);
    }
    const auto replies = client.pipeline(commands, deadline);
    if (!replies)
        return passOn(replies);
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
        return passOn(confirmation);
    if (*confirmation)
        capabilities.push_back(std::move(**confirmation));
    return capabilities;
}

void addCapabilities(std::vector<Capability> &all, std::vector<Capability> own,
                     const QString &server)
{
    for (Capability &capability : own) {
        if (!capability.available)
            capability.reason = Words::tr("The node %1: %2").arg(server, capability.reason);
        const auto known = std::find_if(
            all.begin(), all.end(), [&](const Capability &one) { return one.id == capability.id; });
        if (known == all.end())
            all.push_back(std::move(capability));
        else if (known->available)
            *known = std::move(capability);
    }
}

Capability groupCapability(const QString &id, const QString &subject, const GroupMember &group)
{
    Capability capability;
    capability.id = id;
    capability.subject = subject;
    capability.available = group.state == GroupMember::State::Settled;
    QStringList nodes;
    for (const GroupNode &node : group.nodes) {
        nodes << (node.trouble.isEmpty() ? node.title()
                                         : Words::tr("%1 (%2)").arg(node.title(), node.trouble));
    }
    capability.reason =
        (capability.available ? group.role + u'.' : group.trouble.message)
        + (nodes.isEmpty() ? QString() : u' ' + nodes.join(QStringLiteral(", ")) + u'.');
    capability.remedy = group.trouble.remedy;
    return capability;
}

Capability pushCapability(const Result<UpdateKind> &listening)
{
    Capability capability{
        QStringLiteral("redis.push"), Words::tr("Changes told by the server"), true, {}, {}};
    if (!listening) {
        capability.available = false;
        capability.reason = Words::tr("%1 It is polled instead.").arg(listening.error().message);
        capability.remedy = listening.error().remedy;
    } else if (*listening == UpdateKind::Notifications) {
        capability.reason = Words::tr("By keyspace notifications.");
    } else {
        capability.reason = Words::tr("By the invalidations of client-side caching.");
    }
    return capability;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisconnection.h"

#include "core/text/words.h"
#include "core/transport/loginadvice.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lockmaster {

namespace {

constexpr qsizetype longestQuote = 200;

QString quoted(const RedisReply &reply)
{
    return QString::fromUtf8(reply.text.left(longestQuote)).simplified();
}

bool starts(const RedisReply &reply, const char *word)
{
    return reply.text.startsWith(word);
}

Error authError(const RedisReply &reply, const QString &what)
{
    if (starts(reply, "NOAUTH")) {
        return {ErrorKind::Auth, 0, Words::tr("%1 asks for a password.").arg(what),
                whereToPutAPassword()};
    }
    return {ErrorKind::Auth, 0,
            Words::tr("%1 refused the user or the password, or the user is "
                      "disabled.")
                .arg(what),
            Words::tr("Check user and password.")};
}

Error deniedError(const RedisReply &reply, const QString &what)
{
    if (starts(reply, "DENIED")) {
        return {ErrorKind::Denied, 0,
                Words::tr("%1 is in protected mode and takes only local "
                          "connections.")
                    .arg(what),
                Words::tr("Set a password on the server, or connect from its "
                          "own machine.")};
    }
    return {ErrorKind::Denied, 0,
            Words::tr("%1 is denied to this account: %2").arg(what, quoted(reply)),
            Words::tr("Allow it to the account with ACL SETUSER.")};
}

Error notNowError(const RedisReply &reply, const QString &what)
{
    if (reply.text.contains("max number of clients")) {
        return {ErrorKind::Network, 0, Words::tr("%1 has no room for another client.").arg(what),
                Words::tr("Close connections, or raise maxclients on the server.")};
    }
    // Of a cluster, whatever was asked.
    if (isElsewhere(reply) || starts(reply, "TRYAGAIN")) {
        return {ErrorKind::Network, 0,
                Words::tr("Some keys are on their way to another node of the cluster."),
                Words::tr("Look again: where they are then is told by the cluster.")};
    }
    if (starts(reply, "CLUSTERDOWN")) {
        RedisReply why = reply;
        why.text.remove(0, qsizetype(std::strlen("CLUSTERDOWN ")));
        return {ErrorKind::Network, 0,
                Words::tr("Some keys are not served now: %1").arg(quoted(why)),
                Words::tr("See which nodes of the cluster are missing.")};
    }
    return {ErrorKind::Network, 0, Words::tr("%1 does not serve now: %2").arg(what, quoted(reply)),
            Words::tr("Wait for the server; this ends by itself.")};
}

} // namespace

bool isElsewhere(const RedisReply &reply)
{
    return reply.isError() && (starts(reply, "MOVED ") || starts(reply, "ASK "));
}

bool isNotNow(const RedisReply &reply)
{
    constexpr std::array beginnings = {"LOADING", "MASTERDOWN", "BUSY", "TRYAGAIN", "CLUSTERDOWN"};
    return isElsewhere(reply) || reply.text.contains("max number of clients")
           || std::any_of(beginnings.begin(), beginnings.end(),
                          [&reply](const char *word) { return starts(reply, word); });
}

Error errorOfReply(const RedisReply &reply, const QString &what)
{
    if (starts(reply, "NOAUTH") || starts(reply, "WRONGPASS") || starts(reply, "ERR invalid pass"))
        return authError(reply, what);
    if (starts(reply, "NOPERM") || starts(reply, "DENIED"))
        return deniedError(reply, what);
    if (isNotNow(reply))
        return notNowError(reply, what);
    if (starts(reply, "ERR unknown command") || starts(reply, "ERR unknown subcommand")) {
        return {
            ErrorKind::Unsupported, 0, Words::tr("This server does not know %1.").arg(what), {}};
    }
    return {ErrorKind::Protocol, 0, Words::tr("%1 was refused: %2").arg(what, quoted(reply)), {}};
}

} // namespace lockmaster

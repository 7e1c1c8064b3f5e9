// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisconnection.h"

#include "core/text/words.h"
#include "core/transport/loginadvice.h"

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
    return {ErrorKind::Network, 0, Words::tr("%1 does not serve now: %2").arg(what, quoted(reply)),
            Words::tr("Wait for the server; this ends by itself.")};
}

} // namespace

Error errorOfReply(const RedisReply &reply, const QString &what)
{
    if (starts(reply, "NOAUTH") || starts(reply, "WRONGPASS") || starts(reply, "ERR invalid pass"))
        return authError(reply, what);
    if (starts(reply, "NOPERM") || starts(reply, "DENIED"))
        return deniedError(reply, what);
    if (starts(reply, "LOADING") || starts(reply, "MASTERDOWN") || starts(reply, "BUSY")
        || reply.text.contains("max number of clients"))
        return notNowError(reply, what);
    if (starts(reply, "ERR unknown command") || starts(reply, "ERR unknown subcommand")) {
        return {
            ErrorKind::Unsupported, 0, Words::tr("This server does not know %1.").arg(what), {}};
    }
    return {ErrorKind::Protocol, 0, Words::tr("%1 was refused: %2").arg(what, quoted(reply)), {}};
}

} // namespace lockmaster

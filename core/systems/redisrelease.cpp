// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisrelease.h"

#include "core/domain/literaltext.h"
#include "core/transport/redisconnection.h"

#include <QCoreApplication>

#include <utility>

namespace lockmaster {

namespace {

QString lookAgain()
{
    return QCoreApplication::translate("lockmaster", "Look at it again.");
}

QByteArray runIdOf(const RedisReply &info)
{
    const QByteArray field = "run_id:";
    const qsizetype at = info.text.indexOf(field);
    return at < 0 ? QByteArray() : info.text.mid(at + field.size(), 40);
}

/** The rule that the reply says is missing; `rights` where it speaks of commands. */
QString missingRule(const RedisReply &reply, const QString &rights)
{
    if (reply.text.contains("channel"))
        return QCoreApplication::translate("lockmaster", "&channel for its channel");
    if (reply.text.contains(" key"))
        return QCoreApplication::translate("lockmaster", "~pattern for its key");
    constexpr QByteArrayView before("run the '");
    const qsizetype at = reply.text.indexOf(before);
    if (at < 0)
        return rights;
    const qsizetype start = at + before.size();
    const qsizetype end = reply.text.indexOf('\'', start);
    return QLatin1Char('+') + literalText(reply.text.mid(start, end - start));
}

} // namespace

RedisReleaseWords::RedisReleaseWords(const QByteArray &key, QString backend)
    : m_lock(literalText(key.left(256))), m_backend(std::move(backend))
{
}

ReleaseOutcome RedisReleaseWords::released() const
{
    return {
        ReleaseResult::Released,
        ChangeDetail::None,
        true,
        QCoreApplication::translate("lockmaster", "%1 on %2 was released.").arg(m_lock, m_backend),
        {}};
}

ReleaseOutcome RedisReleaseWords::changed(bool sent) const
{
    return {ReleaseResult::Changed, ChangeDetail::None, sent,
            QCoreApplication::translate("lockmaster", "%1 on %2 is not what was looked at any "
                                                      "more; nothing was changed.")
                .arg(m_lock, m_backend),
            lookAgain()};
}

ReleaseOutcome RedisReleaseWords::renewed(bool sent) const
{
    return {ReleaseResult::Changed, ChangeDetail::Renewed, sent,
            QCoreApplication::translate("lockmaster",
                                        "The holder of %1 on %2 has renewed it since: it is alive. "
                                        "Nothing was changed.")
                .arg(m_lock, m_backend),
            QCoreApplication::translate("lockmaster",
                                        "Stop the holder, or release it even if renewed.")};
}

ReleaseOutcome RedisReleaseWords::gone(bool sent) const
{
    return {ReleaseResult::Changed,
            ChangeDetail::Gone,
            sent,
            QCoreApplication::translate("lockmaster",
                                        "Nobody holds %1 on %2 any more; nothing was changed.")
                .arg(m_lock, m_backend),
            {}};
}

ReleaseOutcome RedisReleaseWords::lookLost() const
{
    return {ReleaseResult::Changed, ChangeDetail::None, false,
            QCoreApplication::translate("lockmaster",
                                        "The connection to %1 was lost, and with it what guarded "
                                        "the release; nothing was sent.")
                .arg(m_backend),
            lookAgain()};
}

ReleaseOutcome RedisReleaseWords::unknown(const Error &error) const
{
    return {
        ReleaseResult::Unknown, ChangeDetail::None, true,
        QCoreApplication::translate("lockmaster", "Whether %1 on %2 was released is not known: %3")
            .arg(m_lock, m_backend, error.message),
        lookAgain()};
}

ReleaseOutcome RedisReleaseWords::usedUp() const
{
    return {ReleaseResult::Changed, ChangeDetail::None, false,
            QCoreApplication::translate("lockmaster",
                                        "This release of %1 on %2 has been tried; nothing more was "
                                        "sent.")
                .arg(m_lock, m_backend),
            lookAgain()};
}

ReleaseOutcome RedisReleaseWords::denied(const RedisReply &reply, const QString &rights,
                                         bool sent) const
{
    return {ReleaseResult::Denied, ChangeDetail::None, sent,
            QCoreApplication::translate("lockmaster", "%1 does not let this account release %2: %3")
                .arg(m_backend, m_lock, QString::fromUtf8(reply.text.left(200)).simplified()),
            QCoreApplication::translate("lockmaster", "Allow it: ACL SETUSER ... %1")
                .arg(missingRule(reply, rights))};
}

bool isDeniedReply(const RedisReply &reply)
{
    return reply.isError()
           && (reply.text.startsWith("NOPERM") || reply.text.contains("NOPERM ")
               || reply.text.contains("ACL failure in script")
               || reply.text.contains("The user executing the script can't"));
}

Error writeRefused(const RedisReply &reply, const QString &command)
{
    if (isDeniedReply(reply)) {
        RedisReply denied = reply;
        denied.text = "NOPERM " + reply.text; // within a script the reply begins otherwise
        return errorOfReply(reply.text.startsWith("NOPERM") ? reply : denied, command);
    }
    const bool readOnly = reply.text.contains("READONLY");
    const bool elsewhere = reply.text.startsWith("MOVED") || reply.text.startsWith("ASK");
    if (!readOnly && !elsewhere)
        return errorOfReply(reply, command);
    return {ErrorKind::Unsupported, 0,
            readOnly ? QCoreApplication::translate("lockmaster",
                                                   "The server follows another one by now: nothing "
                                                   "was changed.")
                     : QCoreApplication::translate(
                         "lockmaster", "The key is on another node of a cluster by now: "
                                       "nothing was changed."),
            QCoreApplication::translate("lockmaster",
                                        "Act on the server that the locks are taken on.")};
}

Result<RedisConnectionMark> markOf(RedisConnection &connection, SteadyTime deadline)
{
    const auto info = connection.command({"INFO", "server"}, deadline);
    if (!info)
        return tl::make_unexpected(info.error());
    return RedisConnectionMark{connection.server().connectionId, runIdOf(*info)};
}

void endOnServer(RedisConnection &other, const RedisConnectionMark &mark, SteadyTime deadline)
{
    if (mark.id <= 0 || mark.serverRun.isEmpty())
        return;
    const auto info = other.command({"INFO", "server"}, deadline);
    if (!info || runIdOf(*info) != mark.serverRun)
        return;
    // What it answers is of no use: not there, ended, or not allowed.
    (void)other.command({"CLIENT", "KILL", "ID", QByteArray::number(mark.id)}, deadline);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/redisrelease.h"

#include "core/domain/redisslot.h"
#include "core/text/literaltext.h"
#include "core/domain/error.h"
#include "core/text/words.h"
#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"
#include "core/systems/keys/redisconfirmation.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

namespace lockmaster {

namespace {

QString lookAgain()
{
    return Words::tr("Look at it again.");
}

constexpr qsizetype longestName = 256; // in a sentence

/**
 * What the reply says is missing: channels, keys, or the command that it names; else all commands.
 * Only what is no more than a name of a command is passed on: the statement is there to be pasted.
 */
QByteArrayList missingRules(const RedisReply &reply, const RedisRights &rights)
{
    static const QRegularExpression named(QStringLiteral("run the '([a-z0-9_.|-]{1,64})'"));
    const auto rules = [](char sign, const QByteArrayList &of) {
        QByteArrayList all;
        for (const QByteArray &one : of)
            all.append(sign + one);
        return all;
    };
    if (reply.text.contains("channel"))
        return rules('&', rights.channels);
    if (reply.text.contains(" key"))
        return rules('~', rights.keys);
    const auto match = named.match(QString::fromLatin1(reply.text));
    return match.hasMatch() ? QByteArrayList{'+' + match.captured(1).toLatin1()}
                            : rules('+', rights.commands);
}

void addOnce(QByteArrayList &list, const QByteArray &one)
{
    if (!list.contains(one))
        list.append(one);
}

/** It ends by itself, and nothing was carried out meanwhile. */
bool isBusyReply(const QByteArray &said)
{
    return said.startsWith("BUSY") || said.startsWith("LOADING") || said.startsWith("TRYAGAIN")
           || said.startsWith("CLUSTERDOWN");
}

QString nothingChanged()
{
    return Words::tr("Nothing was changed.");
}

} // namespace

std::optional<RedisAnswer> redisAnswer(const RedisReply &reply)
{
    constexpr std::array words = {"released", "changed", "count", "renewed", "gone"};
    if (reply.isError())
        return std::nullopt;
    const QByteArray said = reply.text.split(' ').front();
    const auto word =
        std::find_if(words.begin(), words.end(), [&said](const char *one) { return said == one; });
    if (word == words.end())
        return std::nullopt;
    return static_cast<RedisAnswer>(word - words.begin());
}

qint64 wokenByScript(const RedisReply &reply)
{
    return std::max<qint64>(0, reply.text.mid(reply.text.indexOf(' ') + 1).toLongLong());
}

RedisRights RedisRights::of(const std::vector<RedisCommand> &commands)
{
    RedisRights rights;
    for (const RedisCommand &command : commands) {
        addOnce(rights.commands, command.front().toLower());
        addOnce(command.front() == "PUBLISH" ? rights.channels : rights.keys,
                aclPattern(command.at(1)));
        for (size_t more = 2; command.front() == "DEL" && more < command.size(); ++more)
            addOnce(rights.keys, aclPattern(command[more]));
    }
    return rights;
}

std::vector<RedisCommand> shardMessages(const std::vector<RedisCommand> &commands,
                                        const QByteArray &key, const BackendSpec &backend)
{
    std::vector<RedisCommand> messages;
    for (const RedisCommand &command : commands) {
        const bool isHere = !backend.cluster.empty() && command.front() == "PUBLISH"
                            && redisSlot(command.at(1)) == redisSlot(key);
        if (!isHere)
            continue;
        messages.push_back(command);
        messages.back().front() = "SPUBLISH";
    }
    return messages;
}

RedisReleaseWords::RedisReleaseWords(const QByteArray &key, const BackendSpec &backend)
    : m_lock(literalText(key.left(longestName))), m_backend(backend.name), m_user(backend.user)
{
}

QString RedisReleaseWords::releasedText() const
{
    return Words::tr("%1 on %2 was released.").arg(m_lock, m_backend);
}

/** What the server counted, and nothing where it counted nobody: some may listen elsewhere. */
ReleaseOutcome RedisReleaseWords::released(const QString &done, qint64 woken) const
{
    QString message = done;
    if (woken > 0)
        message += u' '
                   + (woken == 1 ? Words::tr("One subscriber was told.")
                                 : Words::tr("%1 subscribers were told.").arg(woken));
    return {ReleaseResult::Released, ChangeDetail::None, true, message, {}};
}

ReleaseOutcome RedisReleaseWords::refused(RedisAnswer answer, bool sent) const
{
    ReleaseOutcome made{ReleaseResult::Changed, ChangeDetail::None, sent, {}, lookAgain()};
    switch (answer) {
    case RedisAnswer::Renewed:
        made.detail = ChangeDetail::Renewed;
        made.message = Words::tr("The holder of %1 on %2 has renewed it since: it is alive.")
                           .arg(m_lock, m_backend);
        made.remedy = Words::tr("Stop the holder, or release it even if renewed.");
        break;
    case RedisAnswer::Gone:
        made.detail = ChangeDetail::Gone;
        made.message = Words::tr("Nobody holds %1 on %2 any more.").arg(m_lock, m_backend);
        made.remedy.clear();
        break;
    case RedisAnswer::Count:
        made.message = Words::tr("The holder of %1 on %2 entered or left it since the look: it is "
                                 "alive.")
                           .arg(m_lock, m_backend);
        break;
    case RedisAnswer::Released: // is told by released()
    case RedisAnswer::Changed:
        made.message =
            Words::tr("%1 on %2 is not what was looked at any more.").arg(m_lock, m_backend);
        break;
    }
    made.message += u' ' + nothingChanged();
    return made;
}

ReleaseOutcome RedisReleaseWords::lookLost() const
{
    return {ReleaseResult::Changed, ChangeDetail::None, false,
            Words::tr("The connection to %2 was lost, and with it what guarded the release of %1. "
                      "Nothing was sent.")
                .arg(m_lock, m_backend),
            lookAgain()};
}

ReleaseOutcome RedisReleaseWords::unknown(const Error &error) const
{
    return {ReleaseResult::Unknown, ChangeDetail::None, true,
            Words::tr("Whether %1 on %2 was released is not known: %3")
                .arg(m_lock, m_backend, error.message),
            Words::tr("See who holds it now before doing anything else.")};
}

ReleaseOutcome RedisReleaseWords::notConfirmed(const Error &why) const
{
    ReleaseOutcome made = unknown(why);
    made.detail = ChangeDetail::NotConfirmed;
    made.remedy = why.remedy;
    return made;
}

ReleaseOutcome RedisReleaseWords::usedUp() const
{
    return {ReleaseResult::Changed, ChangeDetail::None, false,
            Words::tr("This release of %1 on %2 is over. Nothing was sent again.")
                .arg(m_lock, m_backend),
            lookAgain()};
}

ReleaseOutcome RedisReleaseWords::noWay() const
{
    return {ReleaseResult::Denied, ChangeDetail::None, false,
            Words::tr("%1 lets this account neither run scripts nor use WATCH, so %2 cannot be "
                      "compared and released in one step.")
                    .arg(m_backend, m_lock)
                + u' ' + nothingChanged(),
            aclStatement(m_user, {"+eval"})};
}

ReleaseOutcome RedisReleaseWords::refused(const RedisReply &reply, const RedisRights &rights,
                                          bool sent) const
{
    constexpr qsizetype longestQuote = 200;
    // A script that is stopped in mid-way may have sent a message to those who wait.
    const bool inScript = reply.text.contains("script");
    const QString said = QString::fromUtf8(reply.text.left(longestQuote)).simplified() + u' '
                         + (inScript ? Words::tr("The lock was not changed.") : nothingChanged());
    ReleaseOutcome made{ReleaseResult::Denied, ChangeDetail::None, sent, {}, {}};
    if (isDeniedReply(reply) || !reply.isError()) { // an answer to ACL DRYRUN is no error
        made.message =
            Words::tr("%1 does not let this account release %2: %3").arg(m_backend, m_lock, said);
        made.remedy = aclStatement(m_user, missingRules(reply, rights));
    } else if (isBusyReply(reply.text) || isElsewhere(reply)) {
        made.result = ReleaseResult::Busy;
        made.message = Words::tr("%1 does not serve now: %2").arg(m_backend, said);
        made.remedy = isElsewhere(reply) ? lookAgain()
                                         : Words::tr("Wait for the server; this ends by itself.");
    } else {
        const Error error = writeRefused(reply, {});
        made.message = Words::tr("%1 refused to release %2: %3").arg(m_backend, m_lock, said);
        made.remedy = error.remedy;
    }
    return made;
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
    if (reply.text.contains("NOREPLICAS")) {
        return {ErrorKind::Unsupported, 0,
                Words::tr("Fewer servers follow it than it wants for a write "
                          "(min-replicas-to-write): nothing was changed."),
                findTheMaster()};
    }
    const bool readOnly = reply.text.contains("READONLY");
    const bool elsewhere = isElsewhere(reply);
    if (!readOnly && !elsewhere)
        return errorOfReply(reply, command);
    return {ErrorKind::Unsupported, 0,
            readOnly ? Words::tr("The server follows another one by now: nothing "
                                 "was changed.")
                     : Words::tr("The key is on another node of a cluster by now: "
                                 "nothing was changed."),
            Words::tr("Act on the server that the locks are taken on.")};
}

RedisConnectionMark markOf(const RedisConnection &connection)
{
    return {connection.server().connectionId, connection.server().runId};
}

void endOnServer(RedisConnection &other, const RedisConnectionMark &mark, SteadyTime deadline)
{
    if (mark.id <= 0 || mark.serverRun.isEmpty() || other.server().runId != mark.serverRun)
        return;
    // What it answers is of no use: not there, ended, or not allowed.
    (void)other.command({"CLIENT", "KILL", "ID", QByteArray::number(mark.id)}, deadline);
}

} // namespace lockmaster

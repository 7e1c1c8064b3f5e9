// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/stringticket.h"

#include "core/redis/rediscommandtext.h"
#include "core/systems/redisstring/stringrelease.h"
#include "core/text/words.h"
#include "core/redis/redisconnection.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace lockmaster {

using stringrelease::ExpiryCheck;

StringTicket::StringTicket(const ReleaseRequest &request, const ActionContext &context)
    : m_request(request), m_context(context), m_words(request.name, context.backend.name)
{
}

Result<std::unique_ptr<ReleaseTicket>>
StringTicket::open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline)
{
    if (request.action != u"delete" || !request.target.isEmpty()) {
        return failure(ErrorKind::Config, Words::tr("There is no action %1 for this "
                                                    "lock.")
                                              .arg(request.action));
    }
    std::unique_ptr<StringTicket> ticket(new StringTicket(request, context));
    if (const auto connected = ticket->connect(deadline); !connected)
        return tl::make_unexpected(connected.error());
    if (const auto looked = ticket->look(deadline); !looked)
        return tl::make_unexpected(looked.error());
    return ticket;
}

Result<void> StringTicket::connect(SteadyTime deadline)
{
    m_reader.reset();
    m_connection.reset();
    auto opened = openRedisWriter(m_context, deadline);
    if (!opened)
        return tl::make_unexpected(opened.error());
    m_connection = std::move(*opened);
    m_reader.emplace(m_context.backend, *m_connection, *m_context.clock);
    m_mark = markOf(*m_connection);
    return {};
}

/** The WATCH comes first, so that everything read after it is guarded if it has to be. */
Result<void> StringTicket::look(SteadyTime deadline)
{
    const QString user = m_context.backend.user;
    const QByteArray account = user.isEmpty() ? QByteArrayLiteral("default") : user.toUtf8();
    const auto replies = m_connection->pipeline({{"WATCH", m_request.name},
                                                 {"EVAL", "return 1", "0"},
                                                 {"ACL", "DRYRUN", account, "DEL", m_request.name}},
                                                deadline);
    if (!replies)
        return tl::make_unexpected(replies.error());
    const RedisReply &watch = replies->front();
    const RedisReply &dryRun = replies->back();
    m_scripts = !(*replies)[1].isError();
    const auto &looked = m_request.witness.looked;
    auto confirmation = RedisConfirmation::of(*m_connection, looked ? looked->followers : 0,
                                              m_context.backend, deadline);
    if (!confirmation)
        return tl::make_unexpected(confirmation.error());
    m_confirmation = std::move(*confirmation);

    auto found = find(deadline);
    if (!found)
        return tl::make_unexpected(found.error());
    m_preview.refusal = refusalOf(*found);
    m_preview.lock = std::move(found->lock);
    if (m_preview.refusal)
        return m_confirmation.refresh(*m_connection, deadline);
    prepare(*m_preview.lock);
    // Few accounts may ask this, and Redis knows it since 7: elsewhere the commit will tell.
    if (!dryRun.isError() && dryRun.text != "OK") {
        m_preview.refusal = m_words.denied(dryRun, m_context.backend.user, writes(), false);
        return {};
    }
    if (m_guard != Guard::Script && watch.isError()) {
        const auto refusal = refused(watch, QStringLiteral("WATCH"), false);
        if (!refusal)
            return tl::make_unexpected(refusal.error());
        m_preview.refusal = *refusal;
        return {};
    }
    auto value = wholeValue(m_preview.lock->holders.front(), deadline);
    if (!value)
        return tl::make_unexpected(value.error());
    if (*value)
        m_value = std::move(**value);
    else
        m_preview.refusal = m_words.changed(false);
    return {};
}

Result<StringTicket::Found> StringTicket::find(SteadyTime deadline)
{
    const auto look = m_reader->read(m_request.name, storedExpiryOf(m_request.witness), deadline);
    if (!look)
        return tl::make_unexpected(look.error());
    m_exactExpiry = m_reader->tellsExactExpiry();
    m_preview.server = momentOf(*m_connection, look->context.clock, *m_context.clock);
    Found found;
    found.keyThere = look->there();
    if (look->reading)
        found.lock = m_format.decode(*look->reading, look->context);
    return found;
}

/** What no commit can change, whatever is compared. */
std::optional<ReleaseOutcome> StringTicket::refusalOf(const Found &found) const
{
    if (!found.keyThere)
        return m_words.gone(false);
    if (!found.lock)
        return m_words.changed(false);
    const Witness now = witnessOf(*found.lock);
    const Witness &seen = m_request.witness;
    if (now.source != seen.source || now.name != seen.name || now.instance != seen.instance)
        return m_words.changed(false);
    // Written, and not known by whom, is not free.
    if (found.lock->holders.empty())
        return found.lock->state == LockState::Free ? m_words.gone(false) : m_words.changed(false);
    if (now.lease != seen.lease && !stringrelease::valueNamesHolder(*found.lock))
        return m_words.changed(false);
    return std::nullopt;
}

void StringTicket::prepare(const LockRecord &lock)
{
    const bool tells = stringrelease::valueTellsHolders(lock);
    m_preview.renewed = witnessOf(lock).lease != m_request.witness.lease;
    m_preview.canCompareInstanceOnly = stringrelease::valueNamesHolder(lock);
    m_expiryMs = lock.lease.hasExpiry ? lock.lease.stored : -1;
    m_wake = stringrelease::wakeCommands(lock);
    m_preview.indistinguishable = !tells && (m_expiryMs < 0 || !m_exactExpiry);
    m_guard = tells ? guardOfValue() : Guard::KeptWatch;
    addWarnings(lock.holders.front());
}

/** Where the value is what is compared. */
StringTicket::Guard StringTicket::guardOfValue() const
{
    return m_scripts ? Guard::Script : Guard::FreshWatch;
}

/** A WATCH that stands since the look would refuse every renewal: it is for the lease. */
StringTicket::Guard StringTicket::guardFor(Compare compare) const
{
    return comparesLease(compare) ? m_guard : guardOfValue();
}

void StringTicket::addWarnings(const Holder &holder)
{
    if (const QString warning = m_confirmation.warning(); !warning.isEmpty())
        m_preview.warnings.append(warning);
    if (m_preview.indistinguishable) {
        m_preview.warnings.append(
            Words::tr("Nothing tells this holder from another one that took the lock since "
                      "the last look: what counts is what stands here. A change from now on "
                      "is noticed."));
    }
    if (holder.truncated()) {
        m_preview.warnings.append(
            Words::tr("The value has %1 bytes: make sure that it is a lock.").arg(holder.rawBytes));
    }
}

Result<std::optional<QByteArray>> StringTicket::wholeValue(const Holder &holder,
                                                           SteadyTime deadline)
{
    if (!holder.truncated())
        return holder.raw;
    if (holder.rawBytes > mostValueBytes) {
        return failure(ErrorKind::Unsupported,
                       Words::tr("The value has %1 bytes: it is compared as a "
                                 "whole, and only up to %2.")
                           .arg(holder.rawBytes)
                           .arg(mostValueBytes));
    }
    auto whole = m_connection->command(
        {"GETRANGE", m_request.name, "0", QByteArray::number(mostValueBytes)}, deadline);
    if (!whole)
        return tl::make_unexpected(whole.error());
    if (whole->isError())
        return tl::make_unexpected(errorOfReply(*whole, QStringLiteral("GETRANGE")));
    if (whole->text.size() != holder.rawBytes || !whole->text.startsWith(holder.raw))
        return std::optional<QByteArray>();
    return std::move(whole->text);
}

bool StringTicket::comparesLease(Compare compare) const
{
    return compare == Compare::InstanceAndLease || !m_preview.canCompareInstanceOnly;
}

RedisCommand StringTicket::script(Compare compare) const
{
    ExpiryCheck check = ExpiryCheck::None;
    if (comparesLease(compare))
        check = m_exactExpiry ? ExpiryCheck::Exact : ExpiryCheck::Derived;
    return stringrelease::script(m_request.name, m_value, m_expiryMs, check, m_wake);
}

QString StringTicket::command(Compare compare) const
{
    if (m_preview.refusal) // there is none that could be sent
        return {};
    std::vector<RedisCommand> commands;
    if (guardFor(compare) == Guard::Script) {
        commands.push_back(script(compare));
    } else {
        const std::vector<RedisCommand> changes = writes();
        commands = {{"WATCH", m_request.name}, {"MULTI"}};
        commands.insert(commands.end(), changes.begin(), changes.end());
        commands.push_back({"EXEC"});
    }
    m_confirmation.addTo(commands);
    return redisCommandText(commands);
}

/** What releases it, once it is known to be the same. */
std::vector<RedisCommand> StringTicket::writes() const
{
    std::vector<RedisCommand> commands = m_wake;
    commands.push_back({"DEL", m_request.name});
    return commands;
}

Result<ReleaseOutcome> StringTicket::commit(const WritePermit &permit, Compare compare,
                                            SteadyTime deadline)
{
    if (permit.backend() != m_context.backend.name) {
        return failure(ErrorKind::Config,
                       Words::tr("The permit to write is for %1.").arg(permit.backend()));
    }
    if (std::exchange(m_committed, true))
        return m_words.usedUp();
    if (m_preview.refusal)
        return *m_preview.refusal;
    if (m_preview.renewed && comparesLease(compare))
        return m_words.renewed(false);
    return guardFor(compare) == Guard::Script ? commitScript(compare, deadline)
                                              : commitWatched(compare, deadline);
}

Result<ReleaseOutcome> StringTicket::commitScript(Compare compare, SteadyTime deadline)
{
    if (!m_connection)
        return m_words.lookLost();
    // Whether the connection still stands is asked first: what fails after that may have arrived.
    if (const auto alive = m_confirmation.refresh(*m_connection, deadline); !alive)
        return tl::make_unexpected(alive.error());
    std::vector<RedisCommand> commands{script(compare)};
    m_confirmation.addTo(commands);
    const auto replies = m_connection->pipeline(commands, deadline);
    if (!replies) {
        m_unknown = true;
        return m_words.unknown(replies.error());
    }
    const RedisReply &reply = replies->front();
    if (reply.isError())
        return refused(reply, QStringLiteral("EVAL"));
    if (reply.text == "released")
        return releasedIf(*replies);
    (void)m_confirmation.given(*replies); // whether what follows is so
    if (reply.text == "gone")
        return m_words.gone(true);
    if (reply.text == "renewed")
        return m_words.renewed(true);
    if (reply.text == "changed")
        return m_words.changed(true);
    return notUnderstood(reply, QStringLiteral("EVAL"));
}

/** By what those that follow have said. */
ReleaseOutcome StringTicket::releasedIf(const std::vector<RedisReply> &replies)
{
    const auto given = m_confirmation.given(replies);
    return given ? m_words.released(m_confirmation.isTold())
                 : m_words.notConfirmed(given.error().message, given.error().remedy);
}

Result<ReleaseOutcome> StringTicket::commitWatched(Compare compare, SteadyTime deadline)
{
    if (m_replaced || !m_connection || !m_connection->usable())
        return m_words.lookLost();
    if (guardFor(compare) == Guard::FreshWatch) {
        const auto changed = watchAgain(compare, deadline);
        if (!changed)
            return m_connection->usable()
                       ? Result<ReleaseOutcome>(tl::make_unexpected(changed.error()))
                       : m_words.lookLost();
        if (*changed)
            return **changed;
    }
    if (!m_confirmation.refresh(*m_connection, deadline))
        return m_words.lookLost();
    // On its own: what follows would be carried out unguarded if this were refused.
    const auto multi = m_connection->command({"MULTI"}, deadline);
    if (!multi)
        return m_words.lookLost();
    if (multi->isError())
        return refused(*multi, QStringLiteral("MULTI"), false);
    return execute(deadline);
}

/** None: it is what was looked at, and guarded from here on. */
Result<std::optional<ReleaseOutcome>> StringTicket::watchAgain(Compare compare, SteadyTime deadline)
{
    const auto replies = m_connection->pipeline({{"UNWATCH"}, {"WATCH", m_request.name}}, deadline);
    if (!replies)
        return tl::make_unexpected(replies.error());
    if (replies->back().isError()) {
        auto outcome = refused(replies->back(), QStringLiteral("WATCH"), false);
        if (!outcome)
            return tl::make_unexpected(outcome.error());
        return *outcome;
    }
    const auto found = find(deadline);
    if (!found)
        return tl::make_unexpected(found.error());
    if (auto refusal = refusalOf(*found))
        return refusal;
    if (comparesLease(compare) && witnessOf(*found->lock).lease != m_request.witness.lease)
        return m_words.renewed(false);
    const auto value = wholeValue(found->lock->holders.front(), deadline);
    if (!value)
        return tl::make_unexpected(value.error());
    if (*value != m_value)
        return m_words.changed(false);
    return std::optional<ReleaseOutcome>();
}

Result<ReleaseOutcome> StringTicket::execute(SteadyTime deadline)
{
    std::vector<RedisCommand> commands = writes();
    commands.push_back({"EXEC"});
    const size_t exec = commands.size() - 1;
    m_confirmation.addTo(commands);
    const auto replies = m_connection->pipeline(commands, deadline);
    if (!replies) {
        m_unknown = true;
        return m_words.unknown(replies.error());
    }
    const RedisReply &executed = (*replies)[exec];
    if (executed.isNil()) {
        (void)m_confirmation.given(*replies);
        return whatChanged(deadline);
    }
    if (executed.isError()) {
        const auto reason = std::find_if(replies->begin(), replies->end(),
                                         [](const RedisReply &reply) { return reply.isError(); });
        return refused(*reason, QStringLiteral("EXEC"));
    }
    if (executed.elements.empty())
        return notUnderstood(executed, QStringLiteral("EXEC"));
    const RedisReply &deleted = executed.elements.back();
    if (deleted.isError())
        return refused(deleted, QStringLiteral("DEL"));
    const ReleaseOutcome outcome = releasedIf(*replies);
    return deleted.integer > 0 ? outcome : m_words.gone(true);
}

Result<ReleaseOutcome> StringTicket::refused(const RedisReply &reply, const QString &command,
                                             bool sent) const
{
    if (isDeniedReply(reply))
        return m_words.denied(reply, m_context.backend.user, writes(), sent);
    const Error error = writeRefused(reply, command);
    if (!sent)
        return tl::make_unexpected(error);
    // The delete comes last, alone or in its transaction: what was refused left the lock there.
    return ReleaseOutcome{ReleaseResult::Denied, ChangeDetail::None, true, error.message,
                          error.remedy};
}

ReleaseOutcome StringTicket::notUnderstood(const RedisReply &reply, const QString &command)
{
    m_unknown = true;
    return m_words.unknown(errorOfReply(reply, command));
}

ReleaseOutcome StringTicket::whatChanged(SteadyTime deadline)
{
    const auto found = find(deadline);
    if (!found)
        return m_words.changed(true);
    if (!found->keyThere)
        return m_words.gone(true);
    const Witness &seen = m_request.witness;
    const bool renewed = found->lock && m_preview.canCompareInstanceOnly
                         && witnessOf(*found->lock).instance == seen.instance
                         && witnessOf(*found->lock).lease != seen.lease;
    return renewed ? m_words.renewed(true) : m_words.changed(true);
}

Result<std::optional<LockRecord>> StringTicket::observe(SteadyTime deadline)
{
    if (m_unknown || !m_connection || !m_connection->usable()) {
        m_replaced = true; // a WATCH went with the old one
        const RedisConnectionMark old = m_mark;
        if (const auto connected = connect(deadline); !connected)
            return tl::make_unexpected(connected.error());
        if (std::exchange(m_unknown, false))
            endOnServer(*m_connection, old, deadline);
    }
    auto found = find(deadline);
    if (!found)
        return tl::make_unexpected(found.error());
    // Behind the read: one that wakes up loses its replicas before it answers that.
    if (const auto asked = m_confirmation.refresh(*m_connection, deadline); !asked)
        return tl::make_unexpected(asked.error());
    return std::move(found->lock);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonticket.h"

#include "core/systems/redisson/redissontext.h"
#include "core/text/words.h"
#include "core/redis/acltext.h"
#include "core/redis/rediscommandtext.h"
#include "core/redis/redisconnection.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using redisson::ReleaseAim;
using redisson::ScriptAnswer;

/** Between two looks at whether the server is done with a command. */
constexpr Millis pause(20);
constexpr qsizetype lossesNamed = 16;

ReleaseOutcome sent(ReleaseOutcome outcome)
{
    outcome.sent = true;
    return outcome;
}

tl::unexpected<Error> otherWitness()
{
    return failure(ErrorKind::Config, Words::tr("The witness is of another lock."));
}

tl::unexpected<Error> noSuchAction(const QString &action)
{
    return failure(ErrorKind::Config, Words::tr("This lock has no action '%1'.").arg(action));
}

Error tooManyToProve(qint64 fields, size_t read)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("Only %1 of its %2 fields were looked at: those who were not seen "
                      "are not evicted.")
                .arg(read)
                .arg(fields),
            Words::tr("Release the readers one by one.")};
}

Error tooManyEntries(qint64 entries)
{
    return {ErrorKind::Unsupported,
            0,
            Words::tr("That reader entered %1 times: more than can be undone in "
                      "one step.")
                .arg(entries),
            {}};
}

ReleaseAim::Kind kindOf(const QString &action, const LockRecord &lock)
{
    if (action == QLatin1StringView("read-one"))
        return ReleaseAim::Kind::OneReader;
    if (action == QLatin1StringView("read-all"))
        return ReleaseAim::Kind::AllReaders;
    return lock.variant == QLatin1StringView("write") ? ReleaseAim::Kind::Writer
                                                      : ReleaseAim::Kind::Single;
}

/** `age=12` in a line of CLIENT LIST, in seconds. */
qint64 ageOf(const QByteArray &line)
{
    const qsizetype at = line.indexOf(" age=");
    return at < 0 ? 0 : line.mid(at + 5, line.indexOf(' ', at + 1) - at - 5).toLongLong();
}

} // namespace

RedissonTicket::RedissonTicket(const ReleaseRequest &request, const ActionContext &context)
    : m_request(request), m_context(context),
      m_named(redisson::Named::of(request.name, context.backend))
{
    m_aim.name = request.name;
}

RedissonTicket::~RedissonTicket() = default;

Result<std::unique_ptr<ReleaseTicket>> RedissonTicket::open(const ReleaseRequest &request,
                                                            const ActionContext &context,
                                                            SteadyTime deadline)
{
    std::unique_ptr<RedissonTicket> ticket(new RedissonTicket(request, context));
    if (const auto looked = ticket->look(deadline); !looked)
        return tl::make_unexpected(looked.error());
    return std::unique_ptr<ReleaseTicket>(std::move(ticket));
}

Result<void> RedissonTicket::connect(SteadyTime deadline)
{
    m_looker.reset();
    m_connection.reset();
    m_watching = false;
    auto opened = openRedisWriter(m_context, deadline);
    if (!opened)
        return tl::make_unexpected(opened.error());
    m_connection = std::move(*opened);
    m_connectedAt = m_context.clock->now();
    m_mark = markOf(*m_connection);
    m_looker.emplace(m_context.backend, *m_connection, *m_context.clock);
    return {};
}

/** Scripts or WATCH, which then has to come before the look. Changes nothing. */
Result<void> RedissonTicket::learnWays(SteadyTime deadline)
{
    const auto replies = m_connection->pipeline(
        {{"EVAL", "return 1", "0"}, {"PEXPIRETIME", m_request.name}}, deadline);
    if (!replies)
        return tl::make_unexpected(replies.error());
    m_scripts = !(*replies)[0].isError();
    m_exactExpiry = !(*replies)[1].isError();
    if (m_scripts && m_exactExpiry)
        return {};
    if (auto watched = watchFirst(deadline); !watched)
        return watched;
    if (!m_scripts && m_noWatch)
        m_preview.refusal = redisson::noWayOutcome(m_named);
    return {};
}

/** An empty transaction shows beforehand whether one may be carried out at all. */
Result<void> RedissonTicket::watchFirst(SteadyTime deadline)
{
    const auto replies =
        m_connection->pipeline({{"MULTI"}, {"EXEC"}, {"WATCH", m_request.name}}, deadline);
    if (!replies)
        return tl::make_unexpected(replies.error());
    m_noWatch = std::any_of(replies->begin(), replies->end(),
                            [](const RedisReply &reply) { return reply.isError(); });
    m_watching = !m_noWatch;
    // A MULTI without its EXEC would queue whatever is read next.
    const bool stillOpen = !(*replies)[0].isError() && (*replies)[1].isError();
    return stillOpen ? connect(deadline) : Result<void>();
}

Result<void> RedissonTicket::look(SteadyTime deadline)
{
    if (auto connected = connect(deadline); !connected)
        return connected;
    if (auto learnt = learnWays(deadline); !learnt)
        return learnt;
    const auto &looked = m_request.witness.looked;
    auto confirmation = RedisConfirmation::of(*m_connection, looked ? looked->followers : 0,
                                              m_context.backend, deadline);
    if (!confirmation)
        return tl::make_unexpected(confirmation.error());
    m_confirmation = std::move(*confirmation);
    const auto seen = m_looker->look(m_request.name, storedExpiryOf(m_request.witness), deadline);
    if (!seen)
        return tl::make_unexpected(seen.error());
    m_exactExpiry = m_exactExpiry && seen->exactExpiry;
    m_preview.lock = seen->lock;
    m_preview.server = momentOf(*m_connection, seen->clock, *m_context.clock);
    if (!seen->lock) {
        m_preview.refusal = outcome(seen->there ? ScriptAnswer::Changed : ScriptAnswer::Gone);
        return m_confirmation.refresh(*m_connection, deadline);
    }
    if (auto compared = compareWithWitness(*seen); !compared)
        return compared;
    if (m_seen.instance != m_request.witness.instance)
        return m_confirmation.refresh(*m_connection, deadline);
    if (auto aimed = chooseAim(*seen, deadline); !aimed)
        return aimed;
    warn(*seen);
    return predict(deadline);
}

Result<void> RedissonTicket::compareWithWitness(const RedissonLook &seen)
{
    const Witness &witness = m_request.witness;
    m_seen = witnessOf(*seen.lock);
    if (witness.source != m_seen.source || witness.name != m_seen.name
        || witness.nameHashed != m_seen.nameHashed)
        return otherWitness();
    if (witness.instance != m_seen.instance)
        m_preview.refusal = outcome(ScriptAnswer::Changed);
    else
        m_preview.renewed = witness.lease != m_seen.lease;
    return {};
}

Result<void> RedissonTicket::chooseAim(const RedissonLook &seen, SteadyTime deadline)
{
    if (const auto reason = redisson::whyNoAction(*seen.lock))
        return tl::make_unexpected(*reason);
    const std::vector<LockAction> actions = redisson::actionsOf(*seen.lock);
    const bool there = std::any_of(actions.begin(), actions.end(), [this](const LockAction &one) {
        return one.id == m_request.action && one.target == m_request.target;
    });
    if (!there)
        return noSuchAction(m_request.action);
    m_aim.kind = kindOf(m_request.action, *seen.lock);
    m_aim.expiryMs = seen.lock->lease.stored;
    if (m_aim.kind == ReleaseAim::Kind::OneReader)
        return aimAtReader(seen, deadline);
    if (m_aim.kind == ReleaseAim::Kind::AllReaders) {
        if (seen.cut)
            return tl::make_unexpected(
                tooManyToProve(seen.reading.length, seen.reading.fields.size()));
        m_aim.fields = seen.reading.fields;
        return {};
    }
    const Holder &holder = seen.lock->holders.front();
    m_aim.fields = {{holder.raw, QByteArray::number(holder.holdCount)}};
    return lookAround(seen, deadline);
}

Result<void> RedissonTicket::aimAtReader(const RedissonLook &seen, SteadyTime deadline)
{
    const auto &holders = seen.lock->holders;
    const auto reader = std::find_if(holders.begin(), holders.end(), [this](const Holder &one) {
        return one.raw == m_request.target;
    });
    if (reader->holdCount > redisson::mostEntries)
        return tl::make_unexpected(tooManyEntries(reader->holdCount));
    m_aim.fields = {{reader->raw, QByteArray::number(reader->holdCount)}};
    if (m_scripts && m_exactExpiry) {
        auto expiries =
            m_looker->entryExpiries(m_request.name, reader->raw, reader->holdCount, deadline);
        if (!expiries)
            return tl::make_unexpected(expiries.error());
        // The lock's own expiry comes last: it tells whether these are of the same look.
        if (expiries->back() != m_aim.expiryMs)
            m_preview.renewed = true;
        expiries->pop_back();
        m_aim.entryExpiriesMs = std::move(*expiries);
    }
    return lookAround(seen, deadline);
}

/** What a script sees by itself: for a fair lock's waiters, and for the other readers' lease. */
Result<void> RedissonTicket::lookAround(const RedissonLook &seen, SteadyTime deadline)
{
    m_around = {};
    m_around.fieldCount = seen.reading.length;
    if (m_aim.kind == ReleaseAim::Kind::Single) {
        auto heads = m_looker->queueHeads(m_request.name, deadline);
        if (!heads)
            return tl::make_unexpected(heads.error());
        m_aim.queueOpen = heads->has_value();
        m_around.queueHeads = std::move(*heads).value_or(std::vector<QByteArray>());
    } else if (m_aim.kind == ReleaseAim::Kind::OneReader) {
        const auto lease = m_looker->othersLease(seen, m_aim.owner(), deadline);
        if (!lease)
            return tl::make_unexpected(lease.error());
        m_around.othersLeaseMs = *lease;
    }
    return {};
}

void RedissonTicket::warn(const RedissonLook &seen)
{
    const LockRecord &lock = *seen.lock;
    if (const QString warning = m_confirmation.warning(); !warning.isEmpty())
        m_preview.warnings.append(warning);
    if (m_aim.kind == ReleaseAim::Kind::AllReaders) {
        const qsizetype named = std::min(lock.holders.size(), lossesNamed);
        for (qsizetype i = 0; i < named; ++i)
            m_preview.losses.append(Words::tr("Reader %1").arg(lock.holders[i].label));
        if (named < lock.holders.size())
            m_preview.losses.append(
                Words::tr("%1 further readers").arg(lock.holders.size() - named));
    } else if (m_aim.holdCount() != "1") {
        m_preview.losses.append(
            Words::tr("A hold count of %1").arg(QString::fromLatin1(m_aim.holdCount())));
    }
    if (m_aim.kind == ReleaseAim::Kind::Single && !m_aim.queueOpen)
        m_preview.warnings.append(
            Words::tr("The queue of a fair lock is closed to this account: should there be "
                      "one, who is next in it is not woken and sleeps on until its turn."));
    if (!lock.lease.hasExpiry)
        m_preview.warnings.append(
            Words::tr("It has no expiry, which Redisson itself always sets: those who wait "
                      "sleep until they are woken."));
}

/** Where the server tells beforehand what it would deny (Redis 7), so do we. */
Result<void> RedissonTicket::predict(SteadyTime deadline)
{
    const QByteArray user = m_named.user.toUtf8();
    const bool reader = m_aim.kind == ReleaseAim::Kind::OneReader;
    QByteArray channel = m_aim.channel();
    if (!m_around.queueHeads.empty())
        channel += ':' + m_around.queueHeads.front();
    RedisCommand remove = {"ACL", "DRYRUN", user, reader ? "HDEL" : "DEL", m_request.name};
    if (reader)
        remove.push_back(m_aim.owner());
    const auto replies =
        m_connection->pipeline({{"ACL", "DRYRUN", user, "PUBLISH", channel, "0"},
                                {"ACL", "DRYRUN", user, "PUBLISH", m_aim.channel(), "0"},
                                remove},
                               deadline);
    if (!replies)
        return tl::make_unexpected(replies.error());
    const auto denied = [](const RedisReply &reply) {
        return reply.type == RedisReply::Type::Bulk && reply.text.contains("no permissions");
    };
    if (m_preview.refusal)
        return {};
    if (denied((*replies)[0]) || denied((*replies)[1]))
        m_preview.refusal = redisson::channelDenied(channels(), m_named);
    else if (denied((*replies)[2]))
        m_preview.refusal = redisson::commandDenied(QString::fromLatin1(remove[3]), m_named);
    return {};
}

/** As a rule has to allow them. */
QByteArray RedissonTicket::channels() const
{
    const QByteArray pattern = aclPattern(m_aim.channel());
    return m_around.queueHeads.empty() ? pattern : pattern + '*';
}

bool RedissonTicket::needsWatch(Compare compare) const
{
    return !m_scripts || (compare == Compare::InstanceAndLease && !m_exactExpiry);
}

QString RedissonTicket::command(Compare compare) const
{
    if (m_aim.fields.empty())
        return {};
    std::vector<RedisCommand> commands;
    if (!needsWatch(compare)) {
        m_confirmation.addTo(commands);
        const QString script = redisson::scriptText(
            redisson::releaseScript(m_aim, compare == Compare::InstanceAndLease));
        return commands.empty() ? script : script + u'\n' + redisCommandText(commands);
    }
    commands = {{"WATCH", m_request.name}, {"MULTI"}};
    const auto transaction = redisson::releaseTransaction(m_aim, m_around);
    commands.insert(commands.end(), transaction.commands.begin(), transaction.commands.end());
    m_confirmation.addTo(commands);
    return redisCommandText(commands);
}

Result<ReleaseOutcome> RedissonTicket::commit(const WritePermit &permit, Compare compare,
                                              SteadyTime deadline)
{
    if (const auto checked = redisson::checkPermit(permit, m_context.backend); !checked)
        return tl::make_unexpected(checked.error());
    if (std::exchange(m_committed, true))
        return redisson::usedUpOutcome(m_named);
    if (m_preview.refusal)
        return *m_preview.refusal;
    if (m_preview.renewed && compare == Compare::InstanceAndLease)
        return outcome(ScriptAnswer::Renewed);
    if (!needsWatch(compare))
        return commitScript(compare, deadline);
    if (m_noWatch)
        return redisson::noWayOutcome(m_named);
    return commitUnderWatch(compare, deadline);
}

/** The script compares by itself, so a connection that ended while it idled can be replaced. */
Result<ReleaseOutcome> RedissonTicket::commitScript(Compare compare, SteadyTime deadline)
{
    auto alive = m_confirmation.refresh(*m_connection, deadline);
    if (!alive && alive.error().kind == ErrorKind::Network) {
        const QByteArray looked = m_preview.server.server;
        alive = connect(deadline);
        if (alive) {
            // The address may lead to another by now, which was not looked at.
            if (auto other = otherServer(looked, serverOf(*m_connection), m_request.name,
                                         m_context.backend.name))
                return *other;
            alive = m_confirmation.refresh(*m_connection, deadline);
        }
    }
    if (!alive)
        return tl::make_unexpected(alive.error());
    std::vector<RedisCommand> commands{
        redisson::releaseScript(m_aim, compare == Compare::InstanceAndLease)};
    m_confirmation.addTo(commands);
    const auto replies = m_connection->pipeline(commands, deadline);
    if (!replies)
        return noAnswer();
    const RedisReply &reply = replies->front();
    if (reply.isError())
        return sent(redisson::refusedOutcome(reply, channels(), m_named));
    const auto answer = redisson::scriptAnswer(reply);
    return sent(answer ? confirmed(*answer, redisson::toldByScript(reply), *replies)
                       : redisson::unknownOutcome(m_named));
}

ReleaseOutcome RedissonTicket::commitUnderWatch(Compare compare, SteadyTime deadline)
{
    if (compare == Compare::InstanceOnly) {
        if (const auto refusal = watchAnew(deadline))
            return *refusal;
    } else if (!m_watching) {
        return redisson::watchLostOutcome(m_named);
    } else {
        RedissonLook unchanged; // or EXEC refuses
        unchanged.lock = m_preview.lock;
        unchanged.reading.length = m_around.fieldCount;
        if (m_aim.kind != ReleaseAim::Kind::AllReaders && !lookAround(unchanged, deadline))
            return redisson::watchLostOutcome(m_named);
    }
    return executeTransaction(deadline);
}

ReleaseOutcome RedissonTicket::executeTransaction(SteadyTime deadline)
{
    const auto transaction = redisson::releaseTransaction(m_aim, m_around);
    if (!m_confirmation.refresh(*m_connection, deadline))
        return redisson::watchLostOutcome(m_named);
    const auto multi = m_connection->command({"MULTI"}, deadline);
    if (!multi)
        return redisson::watchLostOutcome(m_named);
    if (multi->isError())
        return isDeniedReply(*multi) ? redisson::noWayOutcome(m_named)
                                     : redisson::refusedOutcome(*multi, channels(), m_named);
    std::vector<RedisCommand> commands = transaction.commands;
    m_confirmation.addTo(commands);
    const auto replies = m_connection->pipeline(commands, deadline);
    if (!replies)
        return noAnswer();
    ReleaseOutcome made = sent(outcomeOfExec(*replies, transaction, deadline));
    if ((*replies)[transaction.commands.size() - 1].isError()) {
        // Where EXEC itself was refused, what is queued ends with the connection.
        m_looker.reset();
        m_connection.reset();
        m_watching = false;
    }
    return made;
}

/** A renewal since the look does not count: the WATCH begins now, and the instance is compared. */
std::optional<ReleaseOutcome> RedissonTicket::watchAnew(SteadyTime deadline)
{
    const auto watched = m_connection->pipeline({{"UNWATCH"}, {"WATCH", m_request.name}}, deadline);
    if (!watched)
        return redisson::watchLostOutcome(m_named);
    if (watched->back().isError())
        return redisson::refusedOutcome(watched->back(), channels(), m_named);
    const auto seen = m_looker->look(m_request.name, m_aim.expiryMs, deadline);
    if (!seen)
        return redisson::watchLostOutcome(m_named);
    if (!seen->lock)
        return outcome(seen->there ? ScriptAnswer::Changed : ScriptAnswer::Gone);
    if (witnessOf(*seen->lock).instance != m_seen.instance)
        return outcome(ScriptAnswer::Changed);
    if (m_aim.kind != ReleaseAim::Kind::AllReaders && !lookAround(*seen, deadline))
        return redisson::watchLostOutcome(m_named);
    return std::nullopt;
}

ReleaseOutcome RedissonTicket::outcomeOfExec(const std::vector<RedisReply> &replies,
                                             const redisson::Transaction &transaction,
                                             SteadyTime deadline)
{
    // What was not even queued says why; EXEC then only says that it was not.
    const auto end = replies.begin() + std::ptrdiff_t(transaction.commands.size());
    const auto error =
        std::find_if(replies.begin(), end, [](const RedisReply &reply) { return reply.isError(); });
    if (error != end)
        return redisson::refusedOutcome(*error, channels(), m_named);
    const RedisReply &exec = *(end - 1);
    if (exec.isNil()) {
        (void)m_confirmation.given(replies);
        return outcome(whatChanged(deadline));
    }
    if (!exec.isArray() || exec.elements.size() <= transaction.decisive)
        return redisson::unknownOutcome(m_named);
    const RedisReply &removed = exec.elements[transaction.decisive];
    if (removed.isError())
        return redisson::refusedOutcome(removed, channels(), m_named);
    qint64 told = 0;
    for (size_t message = 0; message < transaction.decisive; ++message)
        told += exec.elements[message].integer;
    return confirmed(removed.integer > 0 ? ScriptAnswer::Released : ScriptAnswer::Gone, told,
                     replies);
}

ReleaseOutcome RedissonTicket::confirmed(ScriptAnswer answer, qint64 told,
                                         const std::vector<RedisReply> &replies)
{
    const auto given = m_confirmation.given(replies);
    if (answer != ScriptAnswer::Released || given) {
        ReleaseOutcome done = outcome(answer, told);
        if (answer == ScriptAnswer::Released && !m_confirmation.isTold())
            done.detail = ChangeDetail::FollowersUnknown;
        return done;
    }
    return RedisReleaseWords(m_request.name, m_context.backend.name)
        .notConfirmed(given.error().message, given.error().remedy);
}

/** EXEC only says that something did. */
ScriptAnswer RedissonTicket::whatChanged(SteadyTime deadline)
{
    const auto seen = m_looker->look(m_request.name, m_aim.expiryMs, deadline);
    if (!seen)
        return ScriptAnswer::Changed;
    if (!seen->there)
        return ScriptAnswer::Gone;
    const bool same = seen->lock && witnessOf(*seen->lock).instance == m_seen.instance;
    return same ? ScriptAnswer::Renewed : ScriptAnswer::Changed;
}

ReleaseOutcome RedissonTicket::outcome(ScriptAnswer answer, qint64 told) const
{
    return redisson::outcomeOf(answer, m_aim.kind, m_named, told);
}

ReleaseOutcome RedissonTicket::noAnswer()
{
    m_unanswered = m_mark;
    m_looker.reset();
    m_connection.reset();
    return sent(redisson::unknownOutcome(m_named));
}

/** A command that is still on its way is ended there, or waited for where that is not allowed. */
Result<void> RedissonTicket::awaitTheServer(SteadyTime deadline)
{
    const QByteArray id = QByteArray::number(m_unanswered->id);
    const SteadyTime connectedAt = m_connectedAt;
    if (auto connected = connect(deadline); !connected)
        return connected;
    endOnServer(*m_connection, *m_unanswered, deadline);
    while (m_connection->server().connectionId != m_unanswered->id) {
        const auto clients = m_connection->command({"CLIENT", "LIST", "ID", id}, deadline);
        if (!clients)
            return tl::make_unexpected(clients.error());
        const auto age =
            std::chrono::floor<std::chrono::seconds>(m_context.clock->now() - connectedAt);
        // A younger one got the number after a restart; and some servers do not tell.
        if (clients->isError() || !clients->text.contains("id=" + id + ' ')
            || ageOf(clients->text) + 1 < age.count())
            break;
        if (m_context.clock->now() + pause >= deadline)
            return failure(
                ErrorKind::Timeout,
                Words::tr("%1 is not done with the release yet.").arg(m_context.backend.name));
        std::this_thread::sleep_for(pause);
    }
    m_unanswered.reset();
    return {};
}

Result<std::optional<LockRecord>> RedissonTicket::observe(SteadyTime deadline)
{
    if (m_unanswered) {
        if (const auto done = awaitTheServer(deadline); !done)
            return tl::make_unexpected(done.error());
    }
    if (!m_connection || !m_connection->usable()) {
        if (const auto connected = connect(deadline); !connected)
            return tl::make_unexpected(connected.error());
    }
    auto seen = m_looker->look(m_request.name, storedExpiryOf(m_request.witness), deadline);
    if (!seen)
        return tl::make_unexpected(seen.error());
    // Behind the read: one that wakes up loses its replicas before it answers that.
    if (const auto asked = m_confirmation.refresh(*m_connection, deadline); !asked)
        return tl::make_unexpected(asked.error());
    return std::move(seen->lock);
}

} // namespace lockmaster

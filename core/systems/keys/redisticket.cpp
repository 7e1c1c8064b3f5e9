// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/redisticket.h"

#include "core/redis/redisconnection.h"
#include "core/redis/rediscommandtext.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace lockmaster {

namespace {

/** Between two looks at whether the server is done with a command. */
constexpr Millis restBetweenLooks(20);
/** Between two questions which server it is by now. */
constexpr Millis restBetweenTries(250);

/** `age=12` in a line of CLIENT LIST, in seconds. */
qint64 ageOf(const QByteArray &line)
{
    const qsizetype at = line.indexOf(" age=");
    return at < 0 ? 0 : line.mid(at + 5, line.indexOf(' ', at + 1) - at - 5).toLongLong();
}

/** Such an answer says nothing of what was done. */
Error notUnderstood()
{
    return {ErrorKind::Protocol, 0, Words::tr("its answer makes no sense."), {}};
}

} // namespace

RedisTicket::RedisTicket(const ReleaseRequest &request, const ActionContext &context)
    : m_request(request), m_context(context), m_words(request.name, context.backend)
{
}

RedisTicket::~RedisTicket() = default;

// The look

void RedisTicket::disconnect()
{
    readOn(nullptr);
    m_connection.reset();
    m_watching = false;
}

Result<void> RedisTicket::connect(SteadyTime deadline)
{
    disconnect(); // before the next one: they share the interrupt
    auto opened = openRedisWriter(m_context, m_request.name, deadline);
    if (!opened)
        return passOn(opened);
    m_connection = std::move(*opened);
    m_connectedAt = m_context.clock->now();
    m_mark = markOf(*m_connection);
    if (m_node.isEmpty())
        m_node = m_connection->server().node;
    readOn(m_connection.get());
    return {};
}

Result<void> RedisTicket::reconnect(SteadyTime deadline)
{
    m_replaced = true;
    return connect(deadline);
}

/** Scripts or WATCH, which has to come before what it is to guard. Changes nothing. */
Result<void> RedisTicket::learnWays(SteadyTime deadline)
{
    const auto replies =
        m_connection->pipeline({{"EVAL", "return 1", "0"}, {"WATCH", m_request.name}}, deadline);
    if (!replies)
        return passOn(replies);
    m_scripts = !replies->front().isError();
    noteWatch(replies->back());
    return m_scripts ? Result<void>() : tryTransaction(deadline);
}

void RedisTicket::noteWatch(const RedisReply &watch)
{
    m_noWatch = watch.isError() ? std::optional(watch) : std::nullopt;
    m_watching = !m_noWatch;
}

/** An empty one shows beforehand whether one may be carried out at all. It ends a WATCH. */
Result<void> RedisTicket::tryTransaction(SteadyTime deadline)
{
    const auto replies =
        m_connection->pipeline({{"MULTI"}, {"EXEC"}, {"WATCH", m_request.name}}, deadline);
    if (!replies)
        return passOn(replies);
    const bool begun = !(*replies)[0].isError();
    const bool ended = !(*replies)[1].isError();
    m_noTransactions = !begun || !ended;
    noteWatch((*replies)[2]);
    // A MULTI without its EXEC would queue whatever is read next.
    return begun && !ended ? connect(deadline) : Result<void>();
}

Result<void> RedisTicket::begin(SteadyTime deadline)
{
    if (auto connected = connect(deadline); !connected)
        return connected;
    if (auto learnt = learnWays(deadline); !learnt)
        return learnt;
    const auto &looked = m_request.witness.looked;
    auto confirmation = RedisConfirmation::of(*m_connection, m_request.name,
                                              looked ? looked->followers : 0, m_context, deadline);
    if (!confirmation)
        return passOn(confirmation);
    m_confirmation = *std::move(confirmation);
    auto found = find(deadline);
    if (!found)
        return passOn(found);
    m_preview.server = momentOf(*m_connection, found->clock, *m_context.clock);
    auto refusal = compare(*found);
    if (!refusal)
        return passOn(refusal);
    m_preview.refusal = *std::move(refusal);
    m_preview.lock = std::move(found->lock);
    if (m_preview.refusal)
        return m_confirmation.refresh(*m_connection, deadline);
    m_preview.renewed = isRenewed(*m_preview.lock);
    m_preview.canCompareInstanceOnly = canCompareInstanceOnly(*m_preview.lock);
    if (const QString warning = m_confirmation.warning(); !warning.isEmpty())
        m_preview.warnings.append(warning);
    const auto aimed = aim(*m_preview.lock, deadline);
    if (!aimed)
        return passOn(aimed);
    m_aimed = *aimed;
    if (!m_aimed)
        m_preview.refusal = m_words.refused(RedisAnswer::Changed, false);
    else if (hasNoWay())
        m_preview.refusal =
            m_scripts ? m_words.refused(*m_noWatch, rights(), false) : m_words.noWay();
    return predict(deadline);
}

/** Whatever is compared, there is nothing to guard it with. */
bool RedisTicket::hasNoWay() const
{
    if (!m_scripts && (m_noWatch || m_noTransactions))
        return true;
    return m_noWatch && guardFor(true) != Guard::Script
           && (!m_preview.canCompareInstanceOnly || guardFor(false) != Guard::Script);
}

Result<RedisTicket::Found> RedisTicket::find(SteadyTime deadline)
{
    auto found = read(deadline);
    if (found)
        m_exactExpiry = found->exactExpiry;
    return found;
}

/** What no commit can change, whatever is compared. */
Result<std::optional<ReleaseOutcome>> RedisTicket::compare(const Found &found) const
{
    const auto refused = [this](RedisAnswer answer) {
        return std::optional(m_words.refused(answer, false));
    };
    if (!found.lock)
        return refused(found.there ? RedisAnswer::Changed : RedisAnswer::Gone);
    const Witness now = witnessOf(*found.lock);
    const Witness &seen = m_request.witness;
    if (now.source != seen.source || now.name != seen.name || now.nameHashed != seen.nameHashed)
        return failure(ErrorKind::Config, Words::tr("The witness is of another lock."));
    if (now.instance != seen.instance)
        return refused(RedisAnswer::Changed);
    // Written, and not known by whom, is not free.
    if (found.lock->holders.empty())
        return refused(found.lock->state == LockState::Free ? RedisAnswer::Gone
                                                            : RedisAnswer::Changed);
    if (now.lease != seen.lease && !canCompareInstanceOnly(*found.lock))
        return refused(RedisAnswer::Changed);
    return std::optional<ReleaseOutcome>();
}

bool RedisTicket::isRenewed(const LockRecord &lock) const
{
    return witnessOf(lock).lease != m_request.witness.lease;
}

/** Where the server tells beforehand what it would deny (Redis 7), so do we. */
Result<void> RedisTicket::predict(SteadyTime deadline)
{
    if (m_preview.refusal)
        return m_confirmation.refresh(*m_connection, deadline);
    const QString &user = m_context.backend.user;
    const QByteArray account = user.isEmpty() ? QByteArrayLiteral("default") : user.toUtf8();
    const RedisTransaction changes = transaction();
    // What a script tidies up after that it does as far as it may.
    const size_t count = m_scripts ? changes.decisive + 1 : changes.commands.size();
    std::vector<RedisCommand> questions;
    for (size_t at = 0; at < count; ++at) {
        RedisCommand question = {"ACL", "DRYRUN", account};
        question.insert(question.end(), changes.commands[at].begin(), changes.commands[at].end());
        questions.push_back(std::move(question));
    }
    const auto replies = m_connection->pipeline(questions, deadline);
    if (!replies)
        return passOn(replies);
    const auto denied = std::find_if(replies->begin(), replies->end(), [](const RedisReply &reply) {
        return reply.type == RedisReply::Type::Bulk && reply.text.contains("no permissions");
    });
    if (denied != replies->end())
        m_preview.refusal = m_words.refused(*denied, rights(), false);
    return {};
}

RedisRights RedisTicket::rights() const
{
    return RedisRights::of(transaction().commands);
}

QString RedisTicket::releasedText() const
{
    return m_words.releasedText();
}

QString RedisTicket::scriptText(bool withLease) const
{
    return redisCommandText({script(withLease)});
}

QString RedisTicket::command(Compare compare) const
{
    if (!m_aimed)
        return {};
    std::vector<RedisCommand> commands;
    const bool withLease = comparesLease(compare);
    if (guardFor(withLease) == Guard::Script) {
        addBehind(commands);
        const QString text = scriptText(withLease);
        return commands.empty() ? text : text + u'\n' + redisCommandText(commands);
    }
    commands = {{"WATCH", m_request.name}, {"MULTI"}};
    const RedisTransaction changes = transaction();
    commands.insert(commands.end(), changes.commands.begin(), changes.commands.end());
    commands.push_back({"EXEC"});
    addBehind(commands);
    return redisCommandText(commands);
}

/** What is sent along with a release, and is not it. */
void RedisTicket::addBehind(std::vector<RedisCommand> &commands) const
{
    const auto messages = shardMessages(transaction().commands, m_request.name, m_context.backend);
    commands.insert(commands.end(), messages.begin(), messages.end());
    m_confirmation.addTo(commands);
}

// The release

bool RedisTicket::comparesLease(Compare compare) const
{
    return compare == Compare::InstanceAndLease || !m_preview.canCompareInstanceOnly;
}

Result<ReleaseOutcome> RedisTicket::commit(const WritePermit &permit, Compare compare,
                                           SteadyTime deadline)
{
    if (const auto checked = checkPermit(permit, m_context.backend); !checked)
        return passOn(checked);
    if (std::exchange(m_committed, true))
        return m_words.usedUp();
    if (m_preview.refusal)
        return *m_preview.refusal;
    const bool withLease = comparesLease(compare);
    if (m_preview.renewed && withLease)
        return m_words.refused(RedisAnswer::Renewed, false);
    return guardFor(withLease) == Guard::Script ? commitScript(withLease, deadline)
                                                : commitWatched(withLease, deadline);
}

/** The address may lead to another by now, which was not looked at. */
std::optional<ReleaseOutcome> RedisTicket::otherServerAnswers() const
{
    if (!m_replaced)
        return std::nullopt;
    return otherServer(m_preview.server.server, serverOf(*m_connection), m_request.name,
                       m_context.backend.name);
}

/** The script compares by itself, so a connection that ended while it idled can be replaced. */
Result<ReleaseOutcome> RedisTicket::commitScript(bool withLease, SteadyTime deadline)
{
    // Whether the connection still stands is asked first: what fails after that may have arrived.
    Result<void> alive = m_connection ? m_confirmation.refresh(*m_connection, deadline)
                                      : failure(ErrorKind::Network, QString());
    if (!alive && alive.error().kind == ErrorKind::Network) {
        alive = reconnect(deadline);
        if (alive && !otherServerAnswers())
            alive = m_confirmation.refresh(*m_connection, deadline);
    }
    if (!alive)
        return passOn(alive);
    if (const auto other = otherServerAnswers())
        return *other;
    if (m_connection->server().node != m_node) {
        // Another node of the cluster has it by now, which has its own followers.
        auto confirmation =
            RedisConfirmation::of(*m_connection, m_request.name, 0, m_context, deadline);
        if (!confirmation)
            return passOn(confirmation);
        m_confirmation = *std::move(confirmation);
    }
    std::vector<RedisCommand> commands{script(withLease)};
    addBehind(commands);
    const auto replies = m_connection->pipeline(commands, deadline);
    if (!replies)
        return noAnswer(replies.error());
    const RedisReply &reply = replies->front();
    if (reply.isError()) {
        m_lookElsewhere = m_context.backend.isGroup() && isNotNow(reply);
        return m_words.refused(reply, rights(), true);
    }
    const auto answer = redisAnswer(reply);
    return answer ? confirmed(*answer, wokenByScript(reply), *replies, deadline)
                  : noAnswer(notUnderstood());
}

Result<ReleaseOutcome> RedisTicket::commitWatched(bool withLease, SteadyTime deadline)
{
    if (m_noWatch)
        return m_scripts ? m_words.refused(*m_noWatch, rights(), false) : m_words.noWay();
    if (m_replaced || !m_connection || !m_connection->usable())
        return m_words.lookLost();
    auto refusal = guard(withLease, deadline);
    if (!refusal)
        return m_connection->usable() ? Result<ReleaseOutcome>(passOn(refusal))
                                      : m_words.lookLost();
    if (*refusal)
        return **std::move(refusal);
    if (!m_confirmation.refresh(*m_connection, deadline))
        return m_words.lookLost();
    const auto multi = m_connection->command({"MULTI"}, deadline);
    if (!multi)
        return m_words.lookLost();
    if (multi->isError())
        return m_words.refused(*multi, rights(), false);
    return execute(deadline);
}

/** None: it is what was looked at, and guarded from here on. */
Result<std::optional<ReleaseOutcome>> RedisTicket::guard(bool withLease, SteadyTime deadline)
{
    if (guardFor(withLease) == Guard::FreshWatch) {
        auto refusal = watchAnew(withLease, deadline);
        if (!refusal || *refusal)
            return refusal;
    } else if (!m_watching) {
        return std::optional(m_words.lookLost());
    }
    const auto same = lookAround(deadline);
    if (!same)
        return passOn(same);
    return *same ? std::optional<ReleaseOutcome>()
                 : std::optional(m_words.refused(RedisAnswer::Changed, false));
}

/** The WATCH begins now, and what stands there is compared. */
Result<std::optional<ReleaseOutcome>> RedisTicket::watchAnew(bool withLease, SteadyTime deadline)
{
    const auto replies = m_connection->pipeline({{"UNWATCH"}, {"WATCH", m_request.name}}, deadline);
    if (!replies)
        return passOn(replies);
    if (replies->back().isError())
        return std::optional(m_words.refused(replies->back(), rights(), false));
    const auto found = find(deadline);
    if (!found)
        return passOn(found);
    auto refusal = compare(*found);
    if (!refusal || *refusal)
        return refusal;
    return withLease && isRenewed(*found->lock)
               ? std::optional(m_words.refused(RedisAnswer::Renewed, false))
               : std::optional<ReleaseOutcome>();
}

ReleaseOutcome RedisTicket::execute(SteadyTime deadline)
{
    const RedisTransaction sent = transaction();
    std::vector<RedisCommand> commands = sent.commands;
    commands.push_back({"EXEC"});
    addBehind(commands);
    const auto replies = m_connection->pipeline(commands, deadline);
    if (!replies)
        return noAnswer(replies.error());
    ReleaseOutcome made = outcomeOfExec(*replies, sent, deadline);
    // Where EXEC itself was refused, what is queued ends with the connection.
    if (m_connection && (*replies)[sent.commands.size()].isError())
        disconnect();
    return made;
}

ReleaseOutcome RedisTicket::outcomeOfExec(const std::vector<RedisReply> &replies,
                                          const RedisTransaction &sent, SteadyTime deadline)
{
    // What was not even queued says why; EXEC then only says that it was not.
    const auto exec = replies.begin() + std::ptrdiff_t(sent.commands.size());
    const auto error = std::find_if(replies.begin(), exec + 1,
                                    [](const RedisReply &reply) { return reply.isError(); });
    if (error != exec + 1) {
        m_lookElsewhere = m_context.backend.isGroup() && isNotNow(*error);
        return m_words.refused(*error, rights(), true);
    }
    if (exec->isNil()) {
        (void)m_confirmation.given(replies, *m_connection, deadline); // whether what follows is so
        return m_words.refused(whatChanged(deadline), true);
    }
    if (!exec->isArray() || exec->elements.size() <= sent.decisive)
        return noAnswer(notUnderstood());
    const RedisReply &removed = exec->elements[sent.decisive];
    if (removed.isError())
        return m_words.refused(removed, rights(), true);
    qint64 woken = 0;
    for (size_t at = 0; at < sent.decisive; ++at) {
        if (sent.commands[at].front() == "PUBLISH")
            woken += exec->elements[at].integer;
    }
    return confirmed(removed.integer > 0 ? RedisAnswer::Released : RedisAnswer::Gone, woken,
                     replies, deadline);
}

ReleaseOutcome RedisTicket::confirmed(RedisAnswer answer, qint64 woken,
                                      const std::vector<RedisReply> &replies, SteadyTime deadline)
{
    // Also whether a refusal is so.
    const auto given = m_confirmation.given(replies, *m_connection, deadline);
    if (answer != RedisAnswer::Released)
        return m_words.refused(answer, true);
    if (!given) {
        m_lookElsewhere = m_context.backend.isGroup();
        return m_words.notConfirmed(given.error());
    }
    ReleaseOutcome made = m_words.released(releasedText(), woken);
    if (!m_confirmation.isTold())
        made.detail = ChangeDetail::FollowersUnknown;
    return made;
}

/** EXEC only says that something did. */
RedisAnswer RedisTicket::whatChanged(SteadyTime deadline)
{
    const auto found = find(deadline);
    if (!found)
        return RedisAnswer::Changed;
    if (!found->there)
        return RedisAnswer::Gone;
    const bool renewed = found->lock && m_preview.canCompareInstanceOnly
                         && witnessOf(*found->lock).instance == m_request.witness.instance;
    return renewed ? RedisAnswer::Renewed : RedisAnswer::Changed;
}

ReleaseOutcome RedisTicket::noAnswer(const Error &why)
{
    m_unanswered = m_mark;
    disconnect();
    return m_words.unknown(why);
}

// The look afterwards

/** Its group knows after a while which server it is. */
Result<void> RedisTicket::reconnectToMaster(SteadyTime deadline)
{
    for (;;) {
        auto connected = reconnect(deadline);
        const bool canWait = m_lookElsewhere && !m_context.interrupt->interrupted()
                             && m_context.clock->now() + restBetweenTries < deadline;
        if (connected || !canWait)
            return connected;
        std::this_thread::sleep_for(restBetweenTries);
    }
}

/** A command that is still on its way is ended there, or waited for where that is not allowed. */
Result<void> RedisTicket::awaitTheServer(SteadyTime deadline)
{
    const QByteArray id = QByteArray::number(m_unanswered->id);
    const SteadyTime connectedAt = m_connectedAt;
    if (auto connected = reconnect(deadline); !connected)
        return connected;
    endOnServer(*m_connection, *m_unanswered, deadline);
    while (m_connection->server().connectionId != m_unanswered->id) {
        const auto clients = m_connection->command({"CLIENT", "LIST", "ID", id}, deadline);
        if (!clients)
            return passOn(clients);
        const auto age =
            std::chrono::floor<std::chrono::seconds>(m_context.clock->now() - connectedAt);
        // A younger one got the number after a restart; and some servers do not tell.
        if (clients->isError() || !clients->text.contains("id=" + id + ' ')
            || ageOf(clients->text) + 1 < age.count())
            break;
        if (m_context.clock->now() + restBetweenLooks >= deadline)
            return failure(
                ErrorKind::Timeout,
                Words::tr("%1 is not done with the release yet.").arg(m_context.backend.name));
        std::this_thread::sleep_for(restBetweenLooks);
    }
    m_unanswered.reset();
    return {};
}

Result<std::optional<LockRecord>> RedisTicket::observe(SteadyTime deadline)
{
    if (m_unanswered) {
        if (const auto done = awaitTheServer(deadline); !done)
            return passOn(done);
    }
    if (m_lookElsewhere || !m_connection || !m_connection->usable()) {
        if (const auto connected = reconnectToMaster(deadline); !connected)
            return passOn(connected);
        if (m_lookElsewhere) {
            // It has its own followers, or none yet; that it is the one its group says.
            auto confirmation =
                RedisConfirmation::of(*m_connection, m_request.name, 0, m_context, deadline);
            if (!confirmation)
                return passOn(confirmation);
            m_confirmation = *std::move(confirmation);
            m_lookElsewhere = false;
        }
    }
    auto found = find(deadline);
    if (!found)
        return passOn(found);
    // Behind the read: one that wakes up loses its replicas before it answers that.
    if (const auto asked = m_confirmation.refresh(*m_connection, deadline); !asked)
        return passOn(asked);
    return std::move(found->lock);
}

} // namespace lockmaster

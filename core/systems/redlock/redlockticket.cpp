// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redlock/redlockticket.h"

#include "core/redis/redlock/redlockshares.h"
#include "core/redis/redlock/sidebyside.h"
#include "core/systems/redlock/redlocksystem.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr qsizetype longestName = 256; // in a sentence

/** What each of them says, said once; with who says it, where not all do. */
QStringList joinedTexts(const std::vector<std::pair<QString, QStringList>> &own)
{
    QStringList all;
    for (const auto &one : own) {
        for (const QString &text : one.second) {
            QStringList saying;
            for (const auto &other : own) {
                if (other.second.contains(text))
                    saying << other.first;
            }
            const QString told = saying.size() == std::ssize(own)
                                     ? text
                                     : Words::tr("Of %1: %2").arg(saying.join(u", "), text);
            if (!all.contains(told))
                all << told;
        }
    }
    return all;
}

} // namespace

RedlockTicket::RedlockTicket(const LockSystem &system, ReadOneLock read,
                             const ReleaseRequest &request, const ActionContext &context)
    : m_system(system), m_read(read), m_request(request), m_context(context),
      m_contexts(memberContexts(context)), m_words(request.name, context.backend),
      m_witnessed(sharesOf(request.witness))
{
}

Result<std::unique_ptr<ReleaseTicket>>
RedlockTicket::open(const LockSystem &system, ReadOneLock read, const ReleaseRequest &request,
                    const ActionContext &context, SteadyTime deadline)
{
    std::unique_ptr<RedlockTicket> ticket(new RedlockTicket(system, read, request, context));
    if (const auto begun = ticket->begin(deadline); !begun)
        return passOn(begun);
    return ticket;
}

bool RedlockTicket::isLeftover() const
{
    return m_request.action == RedlockSystem::cleanUp;
}

/** How its system lets go of such a lock on one server; empty: it does not. */
QString RedlockTicket::memberAction(const LockRecord &lock) const
{
    if (!isLeftover())
        return m_request.action;
    for (const LockAction &action : m_system.actions(lock)) {
        if (action.target.isEmpty() && !action.onWaiter)
            return action.id;
    }
    return {};
}

LockId RedlockTicket::id() const
{
    return {std::make_shared<const SourceId>(m_request.witness.source), m_request.name};
}

/** The very instance that was looked at; of what was left behind, where it was seen. */
bool RedlockTicket::isMeant(size_t number) const
{
    const auto &seen = m_members[number].seen;
    if (!seen || !seen->lock)
        return false;
    const LockRecord &lock = *seen->lock;
    // Of what is longer only the start was compared with the others'.
    if (lock.holders.value(0).truncated())
        return false;
    const QByteArray instance = instanceDigest(lock);
    const auto isIt = [&](const WitnessedShare &share) {
        return share.isKnown && share.instance == instance && (isLeftover() || !share.isOther);
    };
    if (isLeftover())
        return lock.holders.value(0).raw == m_request.target && isIt(m_witnessed[number]);
    // Of one that had nothing at the look, or did not answer, what it has is meant where others had
    // that very instance then: whoever takes a lock asks one server after the other.
    return m_witnessed[number].instance.isEmpty()
               ? std::any_of(m_witnessed.begin(), m_witnessed.end(), isIt)
               : isIt(m_witnessed[number]);
}

bool RedlockTicket::isRenewedThere(size_t number) const
{
    const WitnessedShare &share = m_witnessed[number];
    return share.isKnown && !share.instance.isEmpty()
           && share.stored != m_members[number].seen->lock->lease.stored;
}

/** By what the witnessed one holds, as it stands now. */
void RedlockTicket::noteToken()
{
    for (size_t number = 0; number < m_members.size() && m_token.isEmpty(); ++number) {
        if (isMeant(number))
            m_token = redlockToken(*m_members[number].seen->lock);
    }
    for (Member &member : m_members) {
        const auto &seen = member.seen;
        member.hasToken = seen && seen->lock && redlockToken(*seen->lock) == m_token;
        member.mayHave = !seen || member.hasToken;
    }
}

/** What was left behind may be on enough of them by now, or have been on those that were silent. */
bool RedlockTicket::isHeldByNow() const
{
    return std::count_if(m_members.begin(), m_members.end(),
                         [](const Member &member) { return member.mayHave; })
           >= m_context.backend.needed();
}

Result<void> RedlockTicket::begin(SteadyTime deadline)
{
    const auto seen = readOnEach(id(), m_contexts, m_read, m_witnessed, deadline);
    if (const auto twin = twinAmong(m_context.backend, seen))
        return tl::make_unexpected(*twin);
    auto joined = joinedRead(m_context.backend, seen);
    if (!joined)
        return passOn(joined);
    if (const auto clock = clockOfFirst(seen))
        m_preview.server.at = clock->serverAt(m_context.clock->now());
    for (size_t number = 0; number < seen.size(); ++number)
        m_members.push_back({m_context.backend.redlock[number].text(), seen[number]});
    m_preview.lock = *joined;
    m_preview.server.server = redlockIdentity(m_context.backend);
    if (!m_preview.lock) {
        m_preview.refusal = m_words.refused(RedisAnswer::Gone, false);
        return {};
    }
    const Witness now = witnessOf(*m_preview.lock);
    const Witness &witness = m_request.witness;
    if (now.source != witness.source || now.name != witness.name
        || now.nameHashed != witness.nameHashed || m_witnessed.size() != m_members.size())
        return failure(ErrorKind::Config, Words::tr("The witness is of another lock."));
    noteToken();
    if (m_token.isEmpty()) {
        m_preview.refusal = m_words.refused(RedisAnswer::Changed, false);
        return {};
    }
    if (isLeftover() && isHeldByNow()) {
        m_preview.refusal = {
            ReleaseResult::Changed, ChangeDetail::None, false,
            Words::tr("%1 on %2 may be held by that now: enough servers have it, "
                      "or some do not answer. Nothing was changed.")
                .arg(literalText(m_request.name.left(longestName)), m_context.backend.name),
            Words::tr("Look at it again.")};
        return {};
    }
    beginOnEach(deadline);
    gather();
    return {};
}

/** On those that have what was looked at. */
void RedlockTicket::beginOnEach(SteadyTime deadline)
{
    sideBySide(m_members.size(), [&](size_t number) {
        if (!isMeant(number))
            return;
        Member &member = m_members[number];
        ReleaseRequest request = m_request;
        request.action = memberAction(*member.seen->lock);
        request.target.clear();
        request.witness = witnessOf(*member.seen->lock);
        const SteadyTime patience = m_context.clock->now() + 2 * m_context.backend.timeout;
        auto ticket =
            m_system.beginRelease(request, m_contexts[number], std::min(deadline, patience));
        if (ticket)
            member.ticket = std::move(*ticket);
        else
            member.outcome = passOn(ticket);
    });
}

/** What their previews say, as one. */
void RedlockTicket::gather()
{
    int willStay = 0; // whatever is done
    std::optional<ReleaseOutcome> refusal;
    bool isAny = false;
    std::vector<std::pair<QString, QStringList>> losses;
    std::vector<std::pair<QString, QStringList>> warnings;
    for (size_t number = 0; number < m_members.size(); ++number) {
        const Member &member = m_members[number];
        const ReleasePreview *own = member.ticket ? &member.ticket->preview() : nullptr;
        willStay += member.mayHave && (!own || own->refusal) ? 1 : 0;
        if (!own)
            continue;
        m_preview.renewed = m_preview.renewed || isRenewedThere(number);
        if (own->refusal) {
            refusal = own->refusal;
            continue;
        }
        isAny = true;
        m_preview.canCompareInstanceOnly =
            m_preview.canCompareInstanceOnly && own->canCompareInstanceOnly;
        m_preview.indistinguishable = m_preview.indistinguishable || own->indistinguishable;
        if (own->mostLookAge)
            m_preview.mostLookAge =
                std::min(m_preview.mostLookAge.value_or(*own->mostLookAge), *own->mostLookAge);
        if (own->leastLookAge)
            m_preview.leastLookAge =
                std::max(m_preview.leastLookAge.value_or(*own->leastLookAge), *own->leastLookAge);
        losses.emplace_back(member.address, own->losses);
        warnings.emplace_back(member.address, own->warnings);
    }
    m_preview.losses = joinedTexts(losses);
    m_preview.warnings = joinedTexts(warnings);
    if (!isAny && refusal) {
        m_preview.refusal = refusal;
    } else if (willStay >= m_context.backend.needed()) {
        m_preview.warnings.prepend(
            Words::tr("On so many servers it cannot be let go of now, or they do not answer, that "
                      "it may be held afterwards as well."));
    }
}

QString RedlockTicket::command(Compare compare) const
{
    QStringList lines;
    for (const Member &member : m_members) {
        const QString own = member.ticket ? member.ticket->command(compare) : QString();
        if (!own.isEmpty())
            lines << member.address + QStringLiteral("> ") + own;
    }
    return lines.join(u'\n');
}

Result<ReleaseOutcome> RedlockTicket::commit(const WritePermit &permit, Compare compare,
                                             SteadyTime deadline)
{
    if (const auto checked = checkPermit(permit, m_context.backend); !checked)
        return passOn(checked);
    if (std::exchange(m_committed, true))
        return m_words.usedUp();
    if (m_preview.refusal)
        return *m_preview.refusal;
    const bool comparesLease =
        compare == Compare::InstanceAndLease || !m_preview.canCompareInstanceOnly;
    if (m_preview.renewed && comparesLease)
        return m_words.refused(RedisAnswer::Renewed, false);
    sideBySide(m_members.size(), [&](size_t number) {
        Member &member = m_members[number];
        if (!member.ticket)
            return;
        // One that is silent leaves time for looking at the others.
        const SteadyTime patience = m_context.clock->now() + 2 * m_context.backend.timeout;
        member.outcome = member.ticket->commit(permit, compare, std::min(deadline, patience));
    });
    lookWhatStands(deadline);
    return outcome();
}

/** Where it was not let go of, and is not known to be gone: whether it is there after that. */
void RedlockTicket::lookWhatStands(SteadyTime deadline)
{
    sideBySide(m_members.size(), [&](size_t number) {
        Member &member = m_members[number];
        const auto &own = member.outcome;
        const bool isDone =
            own && *own
            && ((*own)->result == ReleaseResult::Released
                || ((*own)->detail == ChangeDetail::Gone && !member.ticket->doubt()));
        // What did not answer may be done yet.
        const bool isOpen = own && *own && (*own)->result == ReleaseResult::Unknown;
        member.mayHave = !isDone;
        // Nor is one asked again that was not reached a moment ago.
        if (isDone || isOpen || !member.seen)
            return;
        const auto now = readThere(id(), m_contexts[number], m_read, -1, deadline);
        member.mayHave = !now || (now->lock && redlockToken(*now->lock) == m_token);
    });
}

/** By what became of it on each: only proof counts, and who did not tell may have it. */
ReleaseOutcome RedlockTicket::outcome() const
{
    int released = 0;
    int mayStand = 0;
    bool isSent = false;
    bool isTold = true;           // whether others follow
    const Member *open = nullptr; // did not answer what it was sent
    std::optional<ReleaseOutcome> refusal;
    for (const Member &member : m_members) {
        mayStand += member.mayHave ? 1 : 0;
        if (!member.outcome || !*member.outcome)
            continue;
        const ReleaseOutcome &own = **member.outcome;
        isSent = isSent || own.sent;
        if (own.result == ReleaseResult::Released) {
            ++released;
            isTold = isTold && own.detail != ChangeDetail::FollowersUnknown;
        } else if (own.result == ReleaseResult::Unknown) {
            open = &member;
        } else if (!refusal || own.detail != ChangeDetail::Gone) {
            refusal = own;
        }
    }
    const QString lock = literalText(m_request.name.left(longestName));
    const QString &backend = m_context.backend.name;
    // What was left behind never was enough of it.
    const int needed = isLeftover() ? 1 : m_context.backend.needed();
    ReleaseOutcome made;
    if (released > 0 && mayStand < needed) {
        made.result = ReleaseResult::Released;
        made.message = m_words.releasedText();
        if (!isTold)
            made.detail = ChangeDetail::FollowersUnknown;
    } else if (released > 0) {
        made.detail = ChangeDetail::Partial;
        made.message = Words::tr("%1 on %2 was released on some servers only; whether it is held "
                                 "is not known.")
                           .arg(lock, backend);
    } else if (open) {
        made.message = Words::tr("Whether %1 on %2 was released is not known.").arg(lock, backend);
    } else if (refusal) {
        made = *refusal;
    } else {
        made.result = ReleaseResult::Changed;
        made.message = Words::tr("%1 on %2 was not released: no server that has it was reached. "
                                 "Nothing was changed.")
                           .arg(lock, backend);
        made.remedy = Words::tr("Look at it again.");
    }
    made.sent = isSent;
    made.message += u' ' + whatBecame();
    if (made.result != ReleaseResult::Unknown)
        return made;
    made.remedy = Words::tr("See who holds it now before doing anything else.");
    if (open) {
        const ReleaseOutcome &own = **open->outcome;
        made.message += u' ' + Words::tr("Of %1: %2").arg(open->address, own.message);
        made.remedy = own.remedy;
    }
    return made;
}

QString RedlockTicket::wordOf(const Member &member) const
{
    const auto stands = [&member] {
        return member.mayHave ? Words::tr("there still") : Words::tr("not there");
    };
    if (!member.outcome) {
        if (!member.seen)
            return Words::tr("not reached");
        return member.seen->lock && !member.hasToken ? Words::tr("somebody else's") : stands();
    }
    if (!*member.outcome)
        return Words::tr("not reached");
    const ReleaseOutcome &own = **member.outcome;
    switch (own.result) {
    case ReleaseResult::Released: return Words::tr("released");
    case ReleaseResult::Busy: return Words::tr("busy");
    case ReleaseResult::Denied: return Words::tr("denied");
    case ReleaseResult::Unknown: return Words::tr("not known");
    case ReleaseResult::Changed: break;
    }
    if (own.detail == ChangeDetail::Renewed)
        return Words::tr("renewed");
    return own.detail == ChangeDetail::Gone ? stands() : Words::tr("changed");
}

QString RedlockTicket::whatBecame() const
{
    QStringList words;
    for (const Member &member : m_members)
        words << Words::tr("%1: %2").arg(member.address, wordOf(member));
    return words.join(QStringLiteral("; ")) + u'.';
}

Result<std::optional<LockRecord>> RedlockTicket::observe(SteadyTime deadline)
{
    std::vector<Result<LockThere>> seen(m_members.size());
    sideBySide(m_members.size(), [&](size_t number) {
        const Member &member = m_members[number];
        if (!member.seen) {
            seen[number] = member.seen;
            return;
        }
        if (!member.ticket) {
            seen[number] = readThere(id(), m_contexts[number], m_read, -1, deadline);
            return;
        }
        auto lock = member.ticket->observe(deadline);
        if (const auto doubt = member.ticket->doubt())
            seen[number] = tl::make_unexpected(*doubt);
        else if (lock)
            seen[number] = LockThere{*std::move(lock), member.seen->clock, {}};
        else
            seen[number] = passOn(lock);
    });
    return joinedRead(m_context.backend, seen);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redlock/redlockclient.h"

#include "core/redis/redlock/redlockshares.h"
#include "core/redis/redlock/sidebyside.h"
#include "core/systems/redlock/redlockmembers.h"
#include "core/text/words.h"

#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

RedlockClient::RedlockClient(const LockSystem &system, ReadOneLock read, AcquireRequest request,
                             const ActionContext &context)
    : m_system(system), m_read(read), m_request(std::move(request)), m_context(context),
      m_contexts(memberContexts(context))
{
}

Result<std::unique_ptr<LockClient>> RedlockClient::make(const LockSystem &system, ReadOneLock read,
                                                        const AcquireRequest &request,
                                                        const ActionContext &context)
{
    AcquireRequest own = request;
    own.ownerIsNew = own.owner.isEmpty();
    std::unique_ptr<RedlockClient> client(new RedlockClient(system, read, own, context));
    if (const auto made = client->makeMembers(); !made)
        return passOn(made);
    return client;
}

/** With a token that nobody has had, unless the operator wants one. */
Result<void> RedlockClient::makeMembers()
{
    m_members.clear();
    if (m_request.ownerIsNew)
        m_request.owner = withReason(newOwner(), m_request.reason);
    for (ActionContext member : m_contexts) {
        // What one that is silent costs is lost of the lease.
        constexpr Millis shortest = 100ms;
        if (m_request.ttl)
            member.backend.timeout = std::clamp<Millis>(*m_request.ttl / 10, shortest,
                                                        std::max(shortest, member.backend.timeout));
        auto made = m_system.client(m_request, member);
        if (!made)
            return passOn(made);
        m_members.push_back(std::move(*made));
    }
    return {};
}

/** That they are as many as they are named. */
Result<void> RedlockClient::checkServers() const
{
    const LockId id{m_members.front()->own().id.source, m_request.name};
    const auto seen =
        readOnEach(id, m_contexts, m_read, {}, m_context.clock->now() + m_context.backend.timeout);
    if (const auto twin = twinAmong(m_context.backend, seen))
        return tl::make_unexpected(*twin);
    return {};
}

/** What is left of the lease is worth something. */
bool RedlockClient::isInTime(SteadyTime since) const
{
    const auto ttl = m_members.front()->own().ttl;
    const SteadyTime now = m_context.clock->now();
    return ttl && between(since, now) + redlockDrift(*ttl) < *ttl;
}

/** True where most said so, false where most cannot have; else it is not known. */
Result<bool> RedlockClient::most(const std::vector<Result<bool>> &answers) const
{
    const auto needed = m_context.backend.needed();
    int yes = 0;
    int silent = 0;
    std::optional<Error> why;
    for (const auto &answer : answers) {
        yes += answer && *answer ? 1 : 0;
        silent += answer ? 0 : 1;
        if (!answer && !why)
            why = answer.error();
    }
    if (yes < needed && yes + silent >= needed)
        return tl::make_unexpected(*why);
    return yes >= needed;
}

Result<AcquireResult> RedlockClient::tryOnce(const WritePermit &permit, const std::stop_token &stop)
{
    const SteadyTime sentAt = m_context.clock->now();
    std::vector<Result<AcquireResult>> own(m_members.size());
    sideBySide(m_members.size(), [&](size_t number) {
        own[number] = m_members[number]->acquire(permit, sentAt, stop);
    });
    const auto count = std::count_if(own.begin(), own.end(),
                                     [](const auto &result) { return result && result->acquired; });
    if (count >= m_context.backend.needed() && isInTime(sentAt) && !stop.stop_requested())
        return AcquireResult{true, {}, {}, sentAt};
    sideBySide(m_members.size(), [&](size_t number) {
        // What it says changes nothing: what stands there ends with its lease.
        (void)m_members[number]->release(m_context.clock->now() + m_context.backend.timeout);
    });
    AcquireResult result;
    std::optional<Error> why;
    int silent = 0;
    for (const auto &each : own) {
        silent += each ? 0 : 1;
        if (!each && !why)
            why = each.error();
        if (each && !each->acquired && each->heldBy && !result.heldBy) {
            result.heldBy = each->heldBy;
            result.theirTtl = each->theirTtl;
        }
    }
    if (silent > int(own.size()) - m_context.backend.needed())
        return tl::make_unexpected(*why);
    return result;
}

Result<AcquireResult> RedlockClient::acquire(const WritePermit &permit, SteadyTime until,
                                             std::stop_token stop)
{
    if (const auto checked = checkServers(); !checked)
        return passOn(checked);
    for (;;) {
        auto tried = tryOnce(permit, stop);
        const auto left = std::chrono::floor<Millis>(until - m_context.clock->now());
        if (!tried || tried->acquired || stop.stop_requested() || left <= 0ms)
            return tried;
        // At random, so that those who want it do not share it out among themselves for ever.
        restFor(std::min<Millis>(left, Millis(QRandomGenerator::global()->bounded(50, 201))), stop);
        if (stop.stop_requested())
            return AcquireResult{};
        // What a server was sent late, and has not let go of, keeps the same token out.
        if (const auto made = makeMembers(); !made)
            return passOn(made);
    }
}

/** With what of its lease can be counted on: the servers' clocks may run faster than ours. */
OwnLock RedlockClient::own() const
{
    OwnLock lock = m_members.front()->own();
    lock.doubt.clear();
    for (size_t number = 0; number < m_members.size() && lock.doubt.isEmpty(); ++number) {
        if (const QString doubt = m_members[number]->own().doubt; !doubt.isEmpty())
            lock.doubt =
                Words::tr("Of %1: %2").arg(m_context.backend.redlock[number].text(), doubt);
    }
    if (lock.ttl)
        *lock.ttl -= std::chrono::ceil<Millis>(redlockDrift(*lock.ttl));
    return lock;
}

Result<bool> RedlockClient::renew(SteadyTime deadline)
{
    const SteadyTime sentAt = m_context.clock->now();
    std::vector<Result<bool>> answers(m_members.size());
    sideBySide(m_members.size(),
               [&](size_t number) { answers[number] = m_members[number]->renew(deadline); });
    auto renewed = most(answers);
    if (renewed && *renewed && !isInTime(sentAt))
        return failure(ErrorKind::Timeout,
                       Words::tr("It took as long as the lease lasts to renew it on %1.")
                           .arg(m_context.backend.name));
    return renewed;
}

/** Those that did not answer do not keep it by themselves, where they are too few. */
Result<bool> RedlockClient::release(SteadyTime deadline)
{
    std::vector<Result<bool>> answers(m_members.size());
    sideBySide(m_members.size(),
               [&](size_t number) { answers[number] = m_members[number]->release(deadline); });
    return most(answers);
}

} // namespace lockmaster

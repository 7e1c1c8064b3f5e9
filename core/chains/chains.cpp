// SPDX-License-Identifier: Apache-2.0
#include "core/chains/chains.h"

#include "core/chains/chaingraph.h"
#include "core/domain/systemtraits.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QHash>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace lockmaster {

namespace {

QByteArray sessionKey(const QString &backend, qint64 connection)
{
    return backend.toUtf8() + " #" + QByteArray::number(connection);
}

ChainActor actorOf(const HolderDetail *detail, const QString &backend)
{
    if (!detail)
        return {};
    if (detail->connectionId)
        return {"session of " + backend.toUtf8(), QByteArray::number(*detail->connectionId)};
    if (detail->thread.isEmpty())
        return {};
    if (!detail->process.isEmpty())
        return {"process", (detail->process + u'\n' + detail->thread).toUtf8()};
    if (detail->tellsHost() && detail->pid)
        return {"process",
                (detail->host + u'\n' + QString::number(*detail->pid) + u'\n' + detail->thread)
                    .toUtf8()};
    return {};
}

QString sessionName(const HolderDetail &session)
{
    const QString number = QStringLiteral("#%1").arg(session.connectionId.value_or(0));
    if (session.user.isEmpty())
        return number;
    return QStringLiteral("%1 %2@%3")
        .arg(number, literalText(session.user), literalText(session.host));
}

/** Whether nobody else is waited for by those who wait for it. */
bool keepsOthersOut(const LockRecord &lock)
{
    return lock.state != LockState::Unknown && !electsLeaders(lock.id.source->system);
}

bool isWaitedFor(const LockRecord &lock)
{
    return keepsOthersOut(lock)
           && (!lock.waiters.list.empty() || lock.waiters.count.value_or(0) > 0);
}

/** A row is locked on top of what is written in it: who wrote that keeps nobody from the row. */
bool isOfRow(const LockRecord &lock)
{
    if (lock.state != LockState::Blocked)
        return false;
    return lock.holders.empty()
           || std::any_of(lock.holders.begin(), lock.holders.end(), [](const Holder &holder) {
                  return !holder.detail || !holder.detail->connectionId;
              });
}

class Builder
{
public:
    Builder(std::span<const LockRecord *const> locks, std::span<const BackendWaits> waits,
            const std::vector<OwnerRule> &rules)
        : m_locks(locks), m_waits(waits), m_rules(rules)
    {
    }

    WaitChains build()
    {
        for (const LockRecord *lock : m_locks) {
            if (isWaitedFor(*lock))
                addWaitedFor(*lock);
        }
        for (const BackendWaits &each : m_waits) {
            if (each.waits)
                addWaits(each.backend, *each.waits);
        }
        if (m_graph.resources.empty())
            return {};
        for (const LockRecord *lock : m_locks) {
            if (isHeld(lock->state) && keepsOthersOut(*lock))
                addHolders(*lock);
        }
        dropUnwatched();
        findChains(m_graph);
        return std::move(m_graph);
    }

private:
    size_t partyOf(OwnerId id, const QString &name)
    {
        const auto [found, isNew] = m_partyOf.emplace(id, m_graph.parties.size());
        if (isNew)
            m_graph.parties.push_back({std::move(id), name, true, {}, {}});
        return found->second;
    }
    /** Who shares an address may be anybody: their sessions stand for themselves. */
    static std::optional<OwnerId> idOfSession(const OwnerId &id, const HolderDetail *detail,
                                              const QString &backend)
    {
        const bool isSession = detail && detail->connectionId;
        if (!isSession || (id.basis != OwnerBasis::Address && id.basis != OwnerBasis::Session))
            return std::nullopt;
        return OwnerId{OwnerBasis::Session, sessionKey(backend, *detail->connectionId)};
    }
    size_t partyOf(const OwnerId &id, const HolderDetail *detail, const QString &backend,
                   const QString &label)
    {
        if (auto session = idOfSession(id, detail, backend))
            return partyOf(std::move(*session), label);
        return partyOf(id, id.name());
    }
    /** None: it waits for nothing. */
    std::optional<size_t> waitingParty(const OwnerId &id, const HolderDetail *detail,
                                       const QString &backend) const
    {
        const auto found = m_partyOf.find(idOfSession(id, detail, backend).value_or(id));
        return found == m_partyOf.end() || m_graph.parties[found->second].waits.empty()
                   ? std::nullopt
                   : std::optional(found->second);
    }
    size_t partyOf(const HolderDetail &session, const QString &backend)
    {
        const auto id = ownerOf(session, backend, m_rules);
        return partyOf(id.value_or(OwnerId()), &session, backend, sessionName(session));
    }

    size_t addResource(ChainResource resource)
    {
        m_graph.resources.push_back(std::move(resource));
        return m_graph.resources.size() - 1;
    }
    void addWait(size_t party, size_t resource, ChainActor actor, std::optional<Micros> waiting)
    {
        m_graph.parties[party].waits.push_back(m_graph.waits.size());
        m_graph.resources[resource].waits.push_back(m_graph.waits.size());
        m_graph.waits.push_back({party, resource, std::move(actor), waiting});
    }
    void addHold(size_t party, size_t resource, ChainActor actor, bool certain)
    {
        for (const size_t hold : m_graph.resources[resource].holds) {
            if (m_graph.holds[hold].party == party && m_graph.holds[hold].actor == actor)
                return;
        }
        m_graph.parties[party].holds.push_back(m_graph.holds.size());
        m_graph.resources[resource].holds.push_back(m_graph.holds.size());
        m_graph.holds.push_back({party, resource, std::move(actor), certain});
    }

    void addWaitedFor(const LockRecord &lock)
    {
        const QString &backend = lock.id.source->backend;
        const size_t resource = addResource({&lock, isOfRow(lock), backend, {}, {}, {}, {}, 0, {}});
        m_resourceOf.insert(&lock, resource);
        for (const Waiter &waiter : lock.waiters.list) {
            const auto id = ownerOf(lock, waiter, m_rules);
            if (!id) {
                std::optional<Micros> &longest = m_graph.resources[resource].unnamedLongest;
                longest = std::max(longest, waiter.waiting);
                continue;
            }
            const HolderDetail *const detail = waiter.detail.get();
            addWait(partyOf(*id, detail, backend, literalText(waiter.label)), resource,
                    actorOf(detail, backend), waiter.waiting);
            if (detail->connectionId)
                m_waitsBy.insert(sessionKey(backend, *detail->connectionId), resource);
        }
        ChainResource &added = m_graph.resources[resource];
        const qint64 all =
            std::max<qint64>(lock.waiters.count.value_or(0), lock.waiters.list.size());
        added.unnamed = std::max<qint64>(0, all - qint64(added.waits.size()));
    }

    /**
     * A session waits for one thing at a time. Where that is a row that is shown as a lock, it is
     * told there who waits, and here who keeps it.
     */
    void addWaits(const QString &backend, const std::vector<SessionWait> &waits)
    {
        std::map<qint64, std::vector<const SessionWait *>> byWaiter;
        for (const SessionWait &wait : waits) {
            if (wait.waiter.connectionId)
                byWaiter[*wait.waiter.connectionId].push_back(&wait);
        }
        // Who is kept by the same sessions waits for the same, as far as anybody can tell.
        std::map<std::tuple<SessionWait::On, QString, std::vector<qint64>>, size_t> known;
        for (const auto &[waiter, list] : byWaiter) {
            const SessionWait &first = *list.front();
            const auto told = m_waitsBy.constFind(sessionKey(backend, waiter));
            size_t resource = 0;
            if (told != m_waitsBy.constEnd()) {
                resource = *told;
                // Who has a user-level lock stands in its record.
                const ChainResource &it = m_graph.resources[resource];
                if (!it.ofRow && it.lock && it.lock->state != LockState::Blocked)
                    continue;
            } else {
                std::vector<qint64> blockers;
                for (const SessionWait *wait : list) {
                    if (wait->blocker)
                        blockers.push_back(wait->blocker->connectionId.value_or(0));
                }
                std::sort(blockers.begin(), blockers.end());
                // Nothing says that two of whom no blocker is named wait for the same.
                if (blockers.empty())
                    blockers.push_back(-waiter);
                const auto [found, isNew] = known.emplace(
                    std::tuple(first.on, first.table, blockers), m_graph.resources.size());
                if (isNew)
                    addResource({nullptr, false, backend, first.table, first.on, {}, {}, 0, {}});
                resource = found->second;
                addWait(partyOf(first.waiter, backend), resource, actorOf(&first.waiter, backend),
                        first.waiting);
            }
            for (const SessionWait *wait : list) {
                if (wait->blocker)
                    addHold(partyOf(*wait->blocker, backend), resource,
                            actorOf(&*wait->blocker, backend), wait->certain);
            }
        }
    }

    /** Of what is waited for, and all that is held by those who wait. */
    void addHolders(const LockRecord &lock)
    {
        const auto found = m_resourceOf.constFind(&lock);
        const bool isWaited = found != m_resourceOf.constEnd();
        if (isWaited && m_graph.resources[*found].ofRow)
            return addHoldersOf(lock, std::nullopt);
        addHoldersOf(lock, isWaited ? std::optional(*found) : std::nullopt);
    }
    void addHoldersOf(const LockRecord &lock, std::optional<size_t> resource)
    {
        const QString &backend = lock.id.source->backend;
        const bool isWaited = resource.has_value();
        bool anyKnown = false;
        for (const Holder &holder : lock.holders) {
            const auto id = ownerOf(lock, holder, m_rules);
            if (!id)
                continue;
            const HolderDetail *const detail = holder.detail.get();
            if (!isWaited) {
                const auto party = waitingParty(*id, detail, backend);
                if (!party)
                    continue;
                if (!resource)
                    resource = addResource({&lock, false, backend, {}, {}, {}, {}, 0, {}});
                addHold(*party, *resource, actorOf(detail, backend), true);
                continue;
            }
            anyKnown = true;
            addHold(partyOf(*id, detail, backend, literalText(holder.label)), *resource,
                    actorOf(detail, backend), true);
        }
        if (isWaited && !anyKnown && !lock.holders.empty()) {
            m_graph.parties.push_back({{}, literalText(lock.holders.front().label), false, {}, {}});
            addHold(m_graph.parties.size() - 1, *resource, {}, true);
        }
    }

    /** What has nothing to do with a lock that is watched: other rows of other programs. */
    void dropUnwatched()
    {
        if (std::all_of(m_graph.resources.begin(), m_graph.resources.end(),
                        [](const ChainResource &each) { return each.lock != nullptr; }))
            return;
        std::vector<size_t> groupOf(m_graph.parties.size() + m_graph.resources.size());
        std::iota(groupOf.begin(), groupOf.end(), size_t(0));
        const auto groupAt = [&groupOf](size_t at) {
            while (groupOf[at] != at)
                at = groupOf[at] = groupOf[groupOf[at]];
            return at;
        };
        const size_t behind = m_graph.parties.size();
        for (const ChainHold &hold : m_graph.holds)
            groupOf[groupAt(hold.party)] = groupAt(behind + hold.resource);
        for (const ChainWait &wait : m_graph.waits)
            groupOf[groupAt(wait.party)] = groupAt(behind + wait.resource);
        std::set<std::pair<QString, QString>> places; // where locks are, or would be
        for (const BackendWaits &each : m_waits) {
            for (const QString &source : each.sources)
                places.emplace(each.backend, source);
        }
        std::set<size_t> watched;
        for (size_t i = 0; i < m_graph.resources.size(); ++i) {
            const ChainResource &resource = m_graph.resources[i];
            if (resource.lock || places.count({resource.backend, resource.table}) > 0)
                watched.insert(groupAt(behind + i));
        }
        for (size_t i = 0; i < m_graph.resources.size(); ++i) {
            ChainResource &resource = m_graph.resources[i];
            if (watched.count(groupAt(behind + i)) > 0)
                continue;
            for (const size_t wait : resource.waits)
                m_graph.parties[m_graph.waits[wait].party].waits.clear();
            for (const size_t hold : resource.holds)
                m_graph.parties[m_graph.holds[hold].party].holds.clear();
            resource.waits.clear();
            resource.holds.clear();
        }
    }

    const std::span<const LockRecord *const> m_locks;
    const std::span<const BackendWaits> m_waits;
    const std::vector<OwnerRule> &m_rules;
    WaitChains m_graph;
    std::map<OwnerId, size_t> m_partyOf;
    QHash<const LockRecord *, size_t> m_resourceOf;
    QHash<QByteArray, size_t> m_waitsBy; ///< what a session waits for, as a lock's record tells
};

} // namespace

WaitChains waitChains(std::span<const LockRecord *const> locks, std::span<const BackendWaits> waits,
                      const std::vector<OwnerRule> &rules)
{
    return Builder(locks, waits, rules).build();
}

} // namespace lockmaster

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

QByteArray sessionKey(const QByteArray &server, qint64 connection)
{
    return server + " #" + QByteArray::number(connection);
}

ChainActor actorOf(const HolderDetail *detail, const QByteArray &server)
{
    if (!detail)
        return {};
    if (detail->connectionId)
        return {"session of " + server, QByteArray::number(*detail->connectionId)};
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
    QString number = QStringLiteral("#%1").arg(session.connectionId.value_or(0));
    if (session.user.isEmpty())
        return number;
    return QStringLiteral("%1 %2@%3")
        .arg(number, literalText(session.user), literalText(session.host));
}

/** Somebody has it, and keeps others out by that: who does not lead is kept from nothing. */
bool keepsOthersOut(const LockRecord &lock)
{
    return isHeld(lock.state) && !electsLeaders(lock.id.source->system);
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

    /** Everything that was given; what of it is to be left out is among `strangers()` then. */
    void gather()
    {
        for (const BackendWaits &each : m_waits)
            m_servers[each.backend] = each.server.isEmpty() ? each.backend.toUtf8() : each.server;
        for (const LockRecord *lock : m_locks) {
            if (isWaitedFor(*lock))
                addWaitedFor(*lock);
        }
        for (const BackendWaits &each : m_waits) {
            if (each.waits)
                addWaits(each.backend, *each.waits);
        }
        if (m_graph.resources.empty())
            return;
        for (const LockRecord *lock : m_locks) {
            if (keepsOthersOut(*lock))
                addHolders(*lock);
        }
        findStrangers();
    }
    WaitChains chains()
    {
        findChains(m_graph);
        return std::move(m_graph);
    }
    /** Who waits for what has nothing to do with a watched lock: by backend and session. */
    const std::set<std::pair<QString, qint64>> &strangers() const { return m_strangers; }

private:
    size_t partyOf(OwnerId id, const QString &name)
    {
        const auto [found, isNew] = m_partyOf.emplace(id, m_graph.parties.size());
        if (isNew)
            m_graph.parties.push_back({std::move(id), name, true, {}, {}});
        return found->second;
    }
    QByteArray serverOf(const QString &backend) const
    {
        const auto found = m_servers.find(backend);
        return found == m_servers.end() ? backend.toUtf8() : found->second;
    }
    /** Who shares an address may be anybody: their sessions stand for themselves. */
    std::optional<OwnerId> idOfSession(const OwnerId &id, const HolderDetail *detail,
                                       const QString &backend) const
    {
        const bool isSession = detail && detail->connectionId;
        if (!isSession || (id.basis != OwnerBasis::Address && id.basis != OwnerBasis::Session))
            return std::nullopt;
        return OwnerId{OwnerBasis::Session, sessionKey(serverOf(backend), *detail->connectionId)};
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
        const size_t resource =
            addResource({&lock, isOfRow(lock), backend, {}, {}, {}, {}, 0, {}, false});
        m_resourceOf.insert(&lock, resource);
        std::vector<ChainActor> holders;
        for (const Holder &holder : lock.holders)
            holders.push_back(actorOf(holder.detail.get(), serverOf(backend)));
        qint64 over = 0; // who waited a moment ago, and has it by now
        for (const Waiter &waiter : lock.waiters.list) {
            const ChainActor actor = actorOf(waiter.detail.get(), serverOf(backend));
            if (!actor.space.isEmpty()
                && std::find(holders.begin(), holders.end(), actor) != holders.end()) {
                ++over;
                continue;
            }
            const auto id = ownerOf(lock, waiter, m_rules);
            if (!id) {
                std::optional<Micros> &longest = m_graph.resources[resource].unnamedLongest;
                longest = std::max(longest, waiter.waiting);
                continue;
            }
            const HolderDetail *const detail = waiter.detail.get();
            addWait(partyOf(*id, detail, backend, literalText(waiter.label)), resource,
                    actorOf(detail, serverOf(backend)), waiter.waiting);
            if (detail->connectionId)
                m_waitsBy.insert(sessionKey(serverOf(backend), *detail->connectionId), resource);
        }
        ChainResource &added = m_graph.resources[resource];
        const qint64 all =
            std::max<qint64>(lock.waiters.count.value_or(0), lock.waiters.list.size());
        added.unnamed = std::max<qint64>(0, all - over - qint64(added.waits.size()));
        if (added.ofRow)
            m_rowsOf[{backend, lock.id.source->name}].push_back(resource);
    }

    using SessionWaitList = std::vector<const SessionWait *>;

    /**
     * A session waits for one thing at a time. Where that is a row that is shown as a lock, it is
     * told there who waits, and here who keeps it.
     */
    void addWaits(const QString &backend, const ToldWaits &told)
    {
        std::map<qint64, SessionWaitList> byWaiter;
        for (const SessionWait &wait : told.list) {
            if (wait.waiter.connectionId)
                byWaiter[*wait.waiter.connectionId].push_back(&wait);
        }
        const auto shown = [&](qint64 waiter) {
            const auto found = m_waitsBy.constFind(sessionKey(serverOf(backend), waiter));
            return found == m_waitsBy.constEnd() ? std::nullopt : std::optional(*found);
        };
        for (const auto &[waiter, list] : byWaiter) {
            // Who has a user-level lock stands in its record.
            if (const auto resource = shown(waiter); resource && m_graph.resources[*resource].ofRow)
                addBlockers(backend, *resource, list);
        }
        // Who is kept by the same sessions waits for the same, as far as anybody can tell.
        std::map<std::tuple<SessionWait::On, QString, std::vector<qint64>>, size_t> known;
        for (const auto &[waiter, list] : byWaiter) {
            if (shown(waiter))
                continue;
            const SessionWait &first = *list.front();
            std::vector<qint64> blockers = blockersOf(list);
            std::optional<size_t> resource = rowKeptBy(backend, first, blockers);
            if (resource) {
                --m_graph.resources[*resource].unnamed;
            } else {
                // Nothing says that two of whom no blocker is named wait for the same.
                if (blockers.empty())
                    blockers.push_back(-waiter);
                const auto [found, isNew] = known.emplace(
                    std::tuple(first.on, first.table, blockers), m_graph.resources.size());
                if (isNew)
                    addResource(
                        {nullptr, false, backend, first.table, first.on, {}, {}, 0, {}, told.cut});
                resource = found->second;
            }
            addWait(partyOf(first.waiter, backend), *resource,
                    actorOf(&first.waiter, serverOf(backend)), first.waiting);
            addBlockers(backend, *resource, list);
        }
    }
    static std::vector<qint64> blockersOf(const SessionWaitList &list)
    {
        std::vector<qint64> blockers;
        for (const SessionWait *wait : list) {
            if (wait->blocker)
                blockers.push_back(wait->blocker->connectionId.value_or(0));
        }
        std::sort(blockers.begin(), blockers.end());
        return blockers;
    }
    void addBlockers(const QString &backend, size_t resource, const SessionWaitList &list)
    {
        for (const SessionWait *wait : list) {
            if (wait->blocker)
                addHold(partyOf(*wait->blocker, backend), resource,
                        actorOf(&*wait->blocker, serverOf(backend)), wait->certain);
        }
    }
    /** The shown row that one waits for who is counted there, and not named. */
    std::optional<size_t> rowKeptBy(const QString &backend, const SessionWait &wait,
                                    const std::vector<qint64> &blockers) const
    {
        const auto rows = m_rowsOf.find({backend, wait.table});
        if (wait.on != SessionWait::On::Row || rows == m_rowsOf.end() || blockers.empty())
            return std::nullopt;
        for (const size_t row : rows->second) {
            std::vector<qint64> keepers;
            for (const size_t hold : m_graph.resources[row].holds)
                keepers.push_back(m_graph.holds[hold].actor.key.toLongLong());
            std::sort(keepers.begin(), keepers.end());
            if (m_graph.resources[row].unnamed > 0 && keepers == blockers)
                return row;
        }
        return std::nullopt;
    }

    /** Of what is waited for, and all that is held by those who wait. */
    void addHolders(const LockRecord &lock)
    {
        const auto found = m_resourceOf.constFind(&lock);
        const bool isWaited = found != m_resourceOf.constEnd() && !m_graph.resources[*found].ofRow;
        std::optional<size_t> resource;
        if (isWaited)
            resource = *found;
        const QString &backend = lock.id.source->backend;
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
                    resource = addResource({&lock, false, backend, {}, {}, {}, {}, 0, {}, false});
                addHold(*party, *resource, actorOf(detail, serverOf(backend)), true);
                continue;
            }
            anyKnown = true;
            addHold(partyOf(*id, detail, backend, literalText(holder.label)), *resource,
                    actorOf(detail, serverOf(backend)), true);
        }
        if (isWaited && !anyKnown && !lock.holders.empty()) {
            m_graph.parties.push_back({{}, literalText(lock.holders.front().label), false, {}, {}});
            addHold(m_graph.parties.size() - 1, *resource, {}, true);
        }
    }

    /** What has nothing to do with a lock that is watched: other rows of other programs. */
    void findStrangers()
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
            const ChainResource &resource = m_graph.resources[i];
            if (watched.count(groupAt(behind + i)) > 0)
                continue;
            for (const size_t wait : resource.waits)
                m_strangers.emplace(resource.backend, m_graph.waits[wait].actor.key.toLongLong());
        }
    }

    const std::span<const LockRecord *const> m_locks;
    const std::span<const BackendWaits> m_waits;
    const std::vector<OwnerRule> &m_rules;
    WaitChains m_graph;
    std::map<OwnerId, size_t> m_partyOf;
    QHash<const LockRecord *, size_t> m_resourceOf;
    std::map<QString, QByteArray> m_servers;                             ///< by backend
    std::map<std::pair<QString, QString>, std::vector<size_t>> m_rowsOf; ///< by backend and source
    std::set<std::pair<QString, qint64>> m_strangers;
    QHash<QByteArray, size_t> m_waitsBy; ///< what a session waits for, as a lock's record tells
};

} // namespace

WaitChains waitChains(std::span<const LockRecord *const> locks, std::span<const BackendWaits> waits,
                      const std::vector<OwnerRule> &rules)
{
    Builder all(locks, waits, rules);
    all.gather();
    if (all.strangers().empty())
        return all.chains();
    std::vector<BackendWaits> ours(waits.begin(), waits.end());
    for (BackendWaits &each : ours) {
        if (!each.waits)
            continue;
        ToldWaits kept = *each.waits;
        std::erase_if(kept.list, [&](const SessionWait &wait) {
            return all.strangers().count({each.backend, wait.waiter.connectionId.value_or(0)}) > 0;
        });
        each.waits = std::make_shared<const ToldWaits>(std::move(kept));
    }
    Builder own(locks, ours, rules);
    own.gather();
    return own.chains();
}

} // namespace lockmaster

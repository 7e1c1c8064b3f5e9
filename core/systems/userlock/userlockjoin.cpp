// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockjoin.h"

#include "core/systems/userlock/getlocktext.h"
#include "core/systems/userlock/lockname.h"

#include <QVarLengthArray>

#include <algorithm>

namespace lockmaster {

namespace {

/** Nearly always one. */
using Indexes = QVarLengthArray<size_t, 4>;

/** One pass over one look; see `joinUserLocks`. */
class Join
{
public:
    explicit Join(const UserLockLook &look) : m_look(look) {}

    std::vector<JoinedUserLock> run()
    {
        findFullNames();
        addListed();
        for (const QByteArray &name : m_look.known)
            addAsked(name, true);
        for (const QByteArray &name : m_look.learnt)
            addAsked(name, false);
        addWaiters();
        markChanging();
        return std::move(m_locks);
    }

private:
    size_t indexOf(const QByteArray &name);
    Indexes lookingLike(const QByteArray &shown) const;
    QByteArray spelling(const QByteArray &name) const;
    qint64 holderByAnswer(const QByteArray &name) const;

    void findFullNames();
    void addListed();
    void addAsked(const QByteArray &name, bool showFree);
    void markChanging();
    void addWaiters();
    void addListedWaiter(const UserLockRow &row);
    bool addWaiterByStatement(const SessionRow &session);
    void noWaitersKnown();

    const UserLockLook &m_look;
    std::vector<JoinedUserLock> m_locks;
    QHash<QByteArray, size_t> m_byName;
    QMultiHash<QByteArray, size_t> m_inAnotherForm;   ///< by the form that the lists show
    QMultiHash<ListedHolder, QByteArray> m_fullNames; ///< of locks listed in another form
};

size_t Join::indexOf(const QByteArray &name)
{
    const auto found = m_byName.constFind(name);
    if (found != m_byName.cend())
        return *found;
    const size_t index = m_locks.size();
    m_byName.insert(name, index);
    const QByteArray shown = shownLockName(name);
    if (shown != name)
        m_inAnotherForm.insert(shown, index);
    m_locks.push_back({name, {}, {}, true, false});
    return index;
}

/** All locks that the lists show by this name. */
Indexes Join::lookingLike(const QByteArray &shown) const
{
    Indexes indexes;
    const auto plain = m_byName.constFind(shown);
    if (plain != m_byName.cend())
        indexes.append(*plain);
    for (auto [at, end] = m_inAnotherForm.equal_range(shown); at != end; ++at)
        indexes.append(*at);
    return indexes;
}

QByteArray Join::spelling(const QByteArray &name) const
{
    const auto found = m_look.answers.constFind(name);
    return found == m_look.answers.cend() ? name : found->canonical;
}

qint64 Join::holderByAnswer(const QByteArray &name) const
{
    const auto found = m_look.answers.constFind(name);
    return found == m_look.answers.cend() ? 0 : found->connection;
}

/** Names known in full that the server's lists show in another form. */
void Join::findFullNames()
{
    for (const auto *names : {&m_look.known, &m_look.learnt}) {
        for (const QByteArray &name : *names) {
            const QByteArray full = spelling(name);
            const QByteArray shown = shownLockName(full);
            const ListedHolder listed{shown, holderByAnswer(name)};
            if (shown != full && listed.second != 0 && !m_fullNames.contains(listed, full))
                m_fullNames.insert(listed, full);
        }
    }
}

void Join::addListed()
{
    if (!m_look.holders())
        return;
    m_byName.reserve(qsizetype(m_look.holders()->size()));
    m_locks.reserve(m_look.holders()->size());
    for (const UserLockRow &row : *m_look.holders()) {
        if (row.waiting)
            continue;
        const ListedHolder listed{row.name, row.connection};
        const qint64 holder = row.connection != 0 ? row.connection : holderByAnswer(row.name);
        const auto full = m_fullNames.constFind(listed);
        if (full == m_fullNames.cend()) {
            const bool exact = !m_look.inexact.contains(listed);
            m_locks[indexOf(row.name)].holdings.push_back({holder, row.held, exact});
        } else {
            m_locks[indexOf(*full)].holdings.push_back({holder, row.held, true});
            m_fullNames.erase(full);
        }
    }
}

void Join::addAsked(const QByteArray &name, bool showFree)
{
    const qint64 holder = holderByAnswer(name);
    if (!m_look.answers.contains(name) || (holder == 0 && !showFree))
        return;
    JoinedUserLock &lock = m_locks[indexOf(spelling(name))];
    if (holder != 0 && lock.holdings.empty())
        lock.holdings.push_back({holder, std::nullopt, true});
}

/** One name has one holder, unless it stands for others: two were listed, or none for a waiter. */
void Join::markChanging()
{
    for (JoinedUserLock &lock : m_locks) {
        const auto isNobody = [](const auto &holding) { return holding.connection == 0; };
        if ((lock.holdings.empty() && !lock.waiters.empty())
            || std::any_of(lock.holdings.begin(), lock.holdings.end(), isNobody)) {
            lock.changing = true;
        } else if (lock.holdings.size() > 1
                   && (m_look.wholeNames || !mayStandForAnother(lock.name))) {
            const qint64 last = holderByAnswer(lock.name);
            std::erase_if(lock.holdings,
                          [last](const auto &holding) { return holding.connection != last; });
            lock.changing = lock.holdings.empty();
        }
    }
}

void Join::addWaiters()
{
    if (m_look.rows.offer.lostRows > 0)
        noWaitersKnown();
    if (m_look.rows.metadata) {
        for (const UserLockRow &row : *m_look.rows.metadata) {
            if (row.waiting)
                addListedWaiter(row);
        }
        return;
    }
    if (!m_look.rows.sessions || !m_look.rows.allSessions)
        noWaitersKnown();
    if (!m_look.rows.sessions)
        return;
    for (const SessionRow &session : *m_look.rows.sessions) {
        if (session.waitsForUserLock() && !addWaiterByStatement(session))
            noWaitersKnown();
    }
}

/** Where several locks look like the name waited for, it cannot be told for which one. */
void Join::addListedWaiter(const UserLockRow &row)
{
    Indexes candidates = lookingLike(row.name);
    if (candidates.isEmpty())
        candidates.append(indexOf(row.name));
    if (candidates.size() == 1) {
        // Who has just been given it is listed as waiting until that session runs again.
        JoinedUserLock &lock = m_locks[candidates.front()];
        const bool holdsIt =
            std::any_of(lock.holdings.begin(), lock.holdings.end(), [&row](const auto &holding) {
                return holding.exact && holding.connection == row.connection;
            });
        if (!holdsIt || row.connection == 0)
            lock.waiters.push_back(row.connection);
        return;
    }
    for (const size_t index : candidates)
        m_locks[index].waitersKnown = false;
}

/** @return false where the statement does not tell which lock it waits for. */
bool Join::addWaiterByStatement(const SessionRow &session)
{
    const NamedLocks named = lockNamesInStatement(session.statement);
    if (!named.all)
        return false;
    Indexes candidates;
    const auto add = [&](size_t index) {
        const auto &holdings = m_locks[index].holdings;
        const bool heldByAnother =
            std::any_of(holdings.begin(), holdings.end(), [&](const auto &holding) {
                return holding.connection != session.connection;
            });
        if (heldByAnother && !candidates.contains(index))
            candidates.append(index);
    };
    for (const QByteArray &name : named.names) {
        const QByteArray known = spelling(name);
        const auto exact = m_byName.constFind(known);
        if (exact != m_byName.cend()) {
            add(*exact);
            continue;
        }
        for (const size_t index : lookingLike(shownLockName(known)))
            add(index);
    }
    if (candidates.size() != 1)
        return false;
    m_locks[candidates.front()].waiters.push_back(session.connection);
    return true;
}

void Join::noWaitersKnown()
{
    for (JoinedUserLock &lock : m_locks)
        lock.waitersKnown = false;
}

/** By a name that its statement gives. */
bool asksForALockOfAnother(const UserLockLook &look, const SessionRow &session)
{
    const auto isHeldByAnother = [&](const QByteArray &name) {
        if (!look.holders()) {
            const qint64 holder = look.answers.value(name).connection;
            return holder != 0 && holder != session.connection;
        }
        const QByteArray shown = shownLockName(name);
        const auto &holders = *look.holders();
        return std::any_of(holders.begin(), holders.end(), [&](const UserLockRow &row) {
            return !row.waiting && row.name == shown && row.connection != session.connection;
        });
    };
    const std::vector<QByteArray> names = lockNamesInStatement(session.statement).names;
    return std::any_of(names.begin(), names.end(), isHeldByAnother);
}

} // namespace

bool JoinedUserLock::cut() const
{
    return std::any_of(holdings.begin(), holdings.end(),
                       [](const Holding &holding) { return !holding.exact; });
}

std::vector<JoinedUserLock> joinUserLocks(const UserLockLook &look)
{
    return Join(look).run();
}

bool mayMissAWaiter(const UserLockLook &look)
{
    if (look.rows.metadata || !look.rows.sessions)
        return false;
    return std::any_of(
        look.rows.sessions->begin(), look.rows.sessions->end(), [&look](const SessionRow &session) {
            return session.mayBeBetweenWaits() && asksForALockOfAnother(look, session);
        });
}

} // namespace lockmaster

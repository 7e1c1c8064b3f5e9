// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockdecoder.h"

#include "core/domain/literaltext.h"
#include "core/systems/userlock/sessiontext.h"
#include "core/systems/userlock/userlockjoin.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype mostWaitersNamed = 64;
constexpr size_t mostOtherLocksNamed = 20;

/** Makes records of the joined locks of one look. */
class Decoder
{
public:
    Decoder(const UserLockLook &look, std::vector<JoinedUserLock> locks)
        : m_look(look), m_locks(std::move(locks))
    {
        for (size_t index = 0; index < m_locks.size(); ++index) {
            for (const auto &holding : m_locks[index].holdings)
                m_locksOf[holding.connection].push_back(index);
        }
    }

    std::vector<LockRecord> records() const
    {
        std::vector<LockRecord> all;
        all.reserve(m_locks.size());
        for (const JoinedUserLock &lock : m_locks)
            all.push_back(record(lock));
        return all;
    }

private:
    LockRecord record(const JoinedUserLock &lock) const;
    SessionView view(qint64 connection) const;
    Waiters waitersOf(const JoinedUserLock &lock) const;
    QByteArray instanceOf(const SessionView &view) const;
    Attributes attributesOf(const JoinedUserLock &lock, const SessionView &view) const;

    const UserLockLook &m_look;
    const SessionLines m_lines;
    std::vector<JoinedUserLock> m_locks;
    QHash<qint64, std::vector<size_t>> m_locksOf;
};

LockState stateOf(const JoinedUserLock &lock)
{
    if (lock.changing)
        return LockState::Unknown;
    return lock.holdings.empty() ? LockState::Free : LockState::Held;
}

Finding nameCut(const JoinedUserLock &lock)
{
    QString evidence = QCoreApplication::translate(
        "lockmaster",
        "The server knows no lock of exactly this name: it shows the first 64 characters of the"
        " real one, and ? for what it cannot show.");
    if (lock.holdings.size() > 1) {
        evidence += u' '
                    + QCoreApplication::translate("lockmaster",
                                                  "%1 locks that look alike are shown as this one.")
                          .arg(lock.holdings.size());
    }
    return {FindingId::NameCut, evidence};
}

/** Exact names first, so that the holder that is shown is the one of the name that is shown. */
std::vector<JoinedUserLock::Holding> inOrder(const JoinedUserLock &lock)
{
    auto holdings = lock.holdings;
    std::sort(holdings.begin(), holdings.end(), [](const auto &a, const auto &b) {
        return std::pair(!a.exact, a.connection) < std::pair(!b.exact, b.connection);
    });
    return holdings;
}

LockRecord Decoder::record(const JoinedUserLock &lock) const
{
    LockRecord record;
    record.id = {m_look.source, lock.name};
    record.state = stateOf(lock);
    record.waiters = waitersOf(lock);
    if (lock.cut())
        record.findings.push_back(nameCut(lock));
    const auto holdings = inOrder(lock);
    if (holdings.empty())
        return record;

    qint64 last = -1;
    for (const auto &holding : holdings) {
        if (holding.connection != last) // two locks of one session that look alike
            record.holders.push_back(holderOf(view(holding.connection)));
        last = holding.connection;
    }
    const SessionView first = view(holdings.front().connection);
    record.session = instanceOf(first);
    record.holderIdle = idleTime(first);
    if (holdings.front().held) {
        record.heldSince = m_look.rows.readAt - *holdings.front().held;
        record.heldBasis = HeldBasis::Server;
    }
    record.attributes = std::make_shared<const Attributes>(attributesOf(lock, first));
    return record;
}

SessionView Decoder::view(qint64 connection) const
{
    const auto find = [connection](const auto &hash) {
        const auto found = hash.constFind(connection);
        return found == hash.cend() ? nullptr : &*found;
    };
    SessionView view;
    view.connection = connection;
    if (m_look.rows.sessions)
        view.session = find(*m_look.rows.sessions);
    if (m_look.rows.transactions) {
        view.transaction = find(*m_look.rows.transactions);
        view.transactionsKnown = true;
    }
    view.said = find(m_look.attributes);
    return view;
}

Waiters Decoder::waitersOf(const JoinedUserLock &lock) const
{
    Waiters waiters;
    waiters.basis = QStringLiteral("sessions");
    if (lock.waitersKnown)
        waiters.count = qint64(lock.waiters.size());
    for (const qint64 connection : lock.waiters) {
        const SessionView waiting = view(connection);
        waiters.list.push_back(
            {sessionLabel(waiting), connection == 0 ? std::nullopt : std::optional(connection),
             waiting.session ? waiting.session->time : std::nullopt, connection != 0});
    }
    const qsizetype named = std::min(waiters.list.size(), mostWaitersNamed);
    std::partial_sort(waiters.list.begin(), waiters.list.begin() + named, waiters.list.end(),
                      [](const Waiter &a, const Waiter &b) {
                          return a.waiting != b.waiting ? a.waiting > b.waiting
                                                        : a.connectionId < b.connectionId;
                      });
    waiters.list.resize(named);
    return waiters;
}

/** Ids start over with the server, and an account makes a chance match less likely still. */
QByteArray Decoder::instanceOf(const SessionView &view) const
{
    QByteArray instance = QByteArray::number(view.connection) + '\n' + m_look.server;
    if (view.session)
        instance += '\n' + view.session->user.toUtf8() + '@' + view.session->host.toUtf8();
    return instance;
}

Attributes Decoder::attributesOf(const JoinedUserLock &lock, const SessionView &view) const
{
    std::vector<QByteArray> others;
    qint64 count = 0;
    const auto held = m_locksOf.constFind(view.connection);
    if (view.connection != 0 && held != m_locksOf.cend()) {
        count = qint64(held->size()) - 1;
        for (const size_t index : *held) {
            if (others.size() == mostOtherLocksNamed)
                break;
            if (m_locks[index].name != lock.name)
                others.push_back(m_locks[index].name);
        }
    }
    return m_lines.of(view, others, count);
}

} // namespace

std::vector<LockRecord> decodeUserLocks(const UserLockLook &look)
{
    return Decoder(look, joinUserLocks(look)).records();
}

} // namespace lockmaster

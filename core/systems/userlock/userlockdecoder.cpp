// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockdecoder.h"

#include "core/formats/formatwords.h"
#include "core/text/literaltext.h"
#include "core/systems/userlock/sessiontext.h"
#include "core/systems/userlock/userlockjoin.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype mostWaitersNamed = 64;
constexpr size_t mostOtherLocksNamed = 20;

/** Exact names first, so that the holder that is shown is the one of the name that is shown. */
void sortHoldings(JoinedUserLock &lock)
{
    std::sort(lock.holdings.begin(), lock.holdings.end(), [](const auto &a, const auto &b) {
        return std::pair(!a.exact, a.connection) < std::pair(!b.exact, b.connection);
    });
}

/** Makes records of the joined locks of one look. */
class Decoder
{
public:
    Decoder(const UserLockLook &look, SessionMemory &sessions, LockNameBook &names)
        : m_look(look), m_names(names), m_sessions(sessions), m_locks(joinUserLocks(look))
    {
        m_held.reserve(m_locks.size());
        for (size_t index = 0; index < m_locks.size(); ++index) {
            sortHoldings(m_locks[index]);
            for (const auto &holding : m_locks[index].holdings)
                m_held.emplace_back(holding.connection, index);
        }
        std::sort(m_held.begin(), m_held.end());
        m_sessions.beginLook(look.server);
    }

    std::vector<LockRecord> records()
    {
        std::vector<LockRecord> all;
        all.reserve(m_locks.size());
        for (const JoinedUserLock &lock : m_locks)
            all.push_back(record(lock));
        return all;
    }

private:
    LockRecord record(const JoinedUserLock &lock);
    SessionView view(qint64 connection) const;
    Waiters waitersOf(const JoinedUserLock &lock);
    Attributes attributesOf(const JoinedUserLock &lock, const SessionView &view) const;

    const UserLockLook &m_look;
    LockNameBook &m_names;
    SessionMemory &m_sessions;
    const SessionLines m_lines;
    std::vector<JoinedUserLock> m_locks;
    std::vector<std::pair<qint64, size_t>> m_held; ///< by connection, then as in `m_locks`
};

LockState stateOf(const JoinedUserLock &lock)
{
    if (lock.changing)
        return LockState::Unknown;
    return lock.holdings.empty() ? LockState::Free : LockState::Held;
}

Finding nameCut(const JoinedUserLock &lock)
{
    QString evidence = Words::tr(
        "The server knows no lock of exactly this name: it shows the first 64 characters of the"
        " real one, and ? for what it cannot show.");
    if (lock.holdings.size() > 1) {
        evidence += u' '
                    + Words::tr("%1 locks that look alike are shown as this one.")
                          .arg(lock.holdings.size());
    }
    return {FindingId::NameCut, evidence};
}

LockRecord Decoder::record(const JoinedUserLock &lock)
{
    LockRecord record;
    record.id = {m_look.source, lock.name};
    // The same session may take it again, and no server tells how often it did.
    record.holdCountExact = lock.holdings.empty();
    record.state = stateOf(lock);
    record.waiters = waitersOf(lock);
    if (lock.cut())
        record.findings.push_back(nameCut(lock));
    if (lock.holdings.empty())
        return record;

    qint64 last = -1;
    record.holders.reserve(qsizetype(lock.holdings.size()));
    for (const auto &holding : lock.holdings) {
        if (holding.connection != last) // two locks of one session that look alike
            record.holders.push_back(m_sessions.wordsOf(view(holding.connection)).holder);
        last = holding.connection;
    }
    const SessionView first = view(lock.holdings.front().connection);
    record.session = m_sessions.wordsOf(first).instance;
    record.holderIdle = idleTime(first);
    if (lock.holdings.front().held) {
        record.heldSince = m_look.rows.readAt - *lock.holdings.front().held;
        record.heldBasis = HeldBasis::Server;
    }
    Attributes attributes = attributesOf(lock, first);
    const QString database = first.session ? first.session->database : QString();
    if (const auto product = m_names.find(lock.name, database)) {
        record.variant = product->title;
        // A name is all there is, and anybody may choose it.
        record.variantCertainty = Certainty::Likely;
        attributes.push_back({Attribute::Group::Owner, Words::tr("Used for"),
                              literalText(inOurLanguage(product->about))});
    }
    record.attributes = std::make_shared<const Attributes>(std::move(attributes));
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

Waiters Decoder::waitersOf(const JoinedUserLock &lock)
{
    Waiters waiters;
    waiters.basis = QStringLiteral("sessions");
    if (lock.waitersKnown)
        waiters.count = qint64(lock.waiters.size());
    waiters.list.reserve(qsizetype(lock.waiters.size()));
    for (const qint64 connection : lock.waiters) {
        const SessionView waiting = view(connection);
        const Holder &words = m_sessions.wordsOf(waiting).holder;
        waiters.list.push_back({words.label,
                                connection == 0 ? std::nullopt : std::optional(connection),
                                waiting.session ? waiting.session->time : std::nullopt,
                                connection != 0, words.detail});
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

Attributes Decoder::attributesOf(const JoinedUserLock &lock, const SessionView &view) const
{
    std::vector<QByteArray> others;
    qint64 count = 0;
    const auto [first, last] =
        std::equal_range(m_held.begin(), m_held.end(), std::pair(view.connection, size_t(0)),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
    if (view.connection != 0 && first != last) {
        count = last - first - 1;
        for (auto held = first; held != last && others.size() < mostOtherLocksNamed; ++held) {
            if (m_locks[held->second].name != lock.name)
                others.push_back(m_locks[held->second].name);
        }
    }
    return m_lines.of(view, others, count);
}

} // namespace

std::vector<LockRecord> decodeUserLocks(const UserLockLook &look, SessionMemory &sessions,
                                        LockNameBook &names)
{
    return Decoder(look, sessions, names).records();
}

std::vector<LockRecord> decodeUserLocks(const UserLockLook &look)
{
    SessionMemory sessions;
    LockNameBook names;
    return decodeUserLocks(look, sessions, names);
}

} // namespace lockmaster

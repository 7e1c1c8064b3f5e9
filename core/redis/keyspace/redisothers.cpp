// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisothers.h"

#include "core/text/literaltext.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <utility>

namespace lockmaster {

namespace {

constexpr size_t mostRemembered = 1'000'000; // some 25 MB
constexpr size_t leastSlots = 1024;
constexpr quint32 lookAgainEvery = 10; // passes
constexpr quint32 passes = 1U << 22;
constexpr size_t mostKinds = 200;
constexpr size_t mostTypes = 50; ///< beyond those kinds: a server may call types what it likes
constexpr size_t mostKindsTold = 8;
constexpr qsizetype longestStart = 32;
constexpr qsizetype longestType = 32;

/** Not the same in any two processes: a server could choose keys that fall into one place. */
quint64 hashOf(const QByteArray &key)
{
    return std::max<quint64>(1, qHash(key, QHashSeed::globalSeed()));
}

/** `session:` of `session:9f3a`; empty where its start says nothing. */
QByteArrayView startOf(const QByteArray &key)
{
    const QByteArrayView name(key);
    qsizetype at = name.indexOf(':');
    for (qsizetype i = 0; at < 0 && i < std::min(name.size(), longestStart); ++i) {
        if (QByteArrayView("/._-").contains(name[i]))
            at = i;
    }
    return at < longestStart ? name.first(at + 1) : QByteArrayView();
}

/** A quarter stays free, so that searching ends soon. */
bool isFull(size_t used, size_t places)
{
    return used * 4 >= places * 3;
}

} // namespace

void RedisOthers::beginPass()
{
    m_pass = (m_pass + 1) % passes;
    m_noLocks = 0;
    m_refused = 0;
    for (Kind &kind : m_kinds)
        kind.count = 0;
}

void RedisOthers::count(Entry entry)
{
    if (Reason(entry.reason) == Reason::Refused) {
        ++m_refused;
        return;
    }
    ++m_noLocks;
    ++m_kinds[entry.kind].count;
}

quint8 RedisOthers::kindLike(const QByteArray &type, QByteArrayView start)
{
    // Without a heap block: it is asked of each new key.
    std::array<char, longestType + 1 + longestStart> text{};
    const auto end = std::copy(type.begin(), type.end(), text.begin()) + 1;
    const auto size = std::copy(start.begin(), start.end(), end) - text.begin();
    const QByteArray name = QByteArray::fromRawData(text.data(), size);
    const auto known = m_kindOf.constFind(name);
    if (known != m_kindOf.constEnd())
        return *known;
    if (m_kinds.size() >= mostKinds && !start.isEmpty())
        return kindLike(type, {});
    if (m_kinds.size() >= mostKinds + mostTypes)
        return 0;
    const auto kind = quint8(m_kinds.size());
    m_kinds.push_back({type, start.toByteArray(), 0});
    m_kindOf.insert(QByteArray(name.constData(), name.size()), kind);
    return kind;
}

quint8 RedisOthers::kindOf(const QByteArray &key, const QByteArray &type)
{
    if (m_kinds.empty())
        kindLike({}, {}); // the first is for what cannot be told
    return kindLike(type.left(longestType), type.isEmpty() ? QByteArrayView() : startOf(key));
}

std::vector<NotDecoded> RedisOthers::kinds() const
{
    std::vector<const Kind *> seen;
    for (const Kind &kind : m_kinds) {
        if (kind.count > 0)
            seen.push_back(&kind);
    }
    std::stable_sort(seen.begin(), seen.end(),
                     [](const Kind *a, const Kind *b) { return a->count > b->count; });
    std::vector<NotDecoded> told;
    std::vector<NotDecoded> rest;
    for (const Kind *kind : seen) {
        const QString type = literalText(kind->type);
        if (told.size() < mostKindsTold && kind->count > 1 && !kind->start.isEmpty()) {
            told.push_back({type, literalText(kind->start), kind->count});
            continue;
        }
        const auto same = std::find_if(rest.begin(), rest.end(), [&type](const NotDecoded &other) {
            return other.type == type;
        });
        if (same == rest.end())
            rest.push_back({type, {}, kind->count});
        else
            same->count += kind->count;
    }
    told.insert(told.end(), rest.begin(), rest.end());
    std::stable_sort(told.begin(), told.end(),
                     [](const NotDecoded &a, const NotDecoded &b) { return a.count > b.count; });
    return told;
}

void RedisOthers::endPass()
{
    size_t met = 0;
    for (size_t i = 0; i < m_hashes.size(); ++i)
        met += m_hashes[i] != 0 && m_entries[i].pass == m_pass ? 1 : 0;
    if (met == m_used)
        return;
    size_t places = leastSlots;
    while (isFull(met, places))
        places *= 2;
    rebuild(places, /*all=*/false);
}

void RedisOthers::clear()
{
    m_hashes = {};
    m_entries = {};
    m_used = 0;
    m_kinds.clear();
    m_kindOf.clear();
    m_noLocks = 0;
    m_refused = 0;
}

bool RedisOthers::isSettled(const QByteArray &key)
{
    const quint64 hash = hashOf(key);
    Entry *const entry = find(hash);
    if (!entry)
        return false;
    if (entry->pass == m_pass)
        return true;
    const auto reason = Reason(entry->reason);
    if (reason == Reason::NotYet)
        return false;
    // Each pass looks at another tenth again: such a key may have become a lock.
    if ((hash + m_pass) % lookAgainEvery == 0)
        return false;
    entry->pass = m_pass;
    count(*entry);
    return true;
}

void RedisOthers::add(const QByteArray &key, Reason reason, const QByteArray &type)
{
    const quint64 hash = hashOf(key);
    Entry *const entry = find(hash);
    if (entry && entry->pass == m_pass)
        return;
    const quint8 kind = reason == Reason::Refused ? 0 : kindOf(key, type);
    count(entryOf(reason, kind));
    if (entry && reason == Reason::NotYet && Reason(entry->reason) != Reason::Refused)
        reason = Reason::NoLock;
    if (entry) {
        *entry = entryOf(reason, kind);
        return;
    }
    if (m_used >= mostRemembered)
        return;
    if (isFull(m_used + 1, m_hashes.size()))
        rebuild(std::max(leastSlots, m_hashes.size() * 2), /*all=*/true);
    insert(hash, entryOf(reason, kind));
}

size_t RedisOthers::slotOf(quint64 hash) const
{
    return hash & (m_hashes.size() - 1);
}

RedisOthers::Entry *RedisOthers::find(quint64 hash)
{
    if (m_hashes.empty())
        return nullptr;
    for (size_t at = slotOf(hash); m_hashes[at] != 0; at = slotOf(at + 1)) {
        if (m_hashes[at] == hash)
            return &m_entries[at];
    }
    return nullptr;
}

void RedisOthers::insert(quint64 hash, Entry entry)
{
    size_t at = slotOf(hash);
    while (m_hashes[at] != 0)
        at = slotOf(at + 1);
    m_hashes[at] = hash;
    m_entries[at] = entry;
    ++m_used;
}

void RedisOthers::rebuild(size_t places, bool all)
{
    const std::vector<quint64> hashes = std::exchange(m_hashes, std::vector<quint64>(places, 0));
    const std::vector<Entry> entries = std::exchange(m_entries, std::vector<Entry>(places));
    m_used = 0;
    for (size_t i = 0; i < hashes.size(); ++i) {
        if (hashes[i] != 0 && (all || entries[i].pass == m_pass))
            insert(hashes[i], entries[i]);
    }
}

} // namespace lockmaster

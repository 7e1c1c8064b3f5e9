// SPDX-License-Identifier: Apache-2.0
#include "core/history/historywriter.h"

#include <QCoreApplication>

#include <bit>

namespace lockmaster {

namespace {

constexpr qsizetype longestText = 512;
constexpr qsizetype ownersKept = 10'000;
/** Written in one batch, however many change: locks that are renewed all the time. */
constexpr size_t mostCounts = 1000;
/** Nobody else can write meanwhile. */
constexpr auto longestBatch = std::chrono::milliseconds(400);

/** Never null: the columns take none. */
QString bounded(const QString &text)
{
    if (text.isNull())
        return QStringLiteral("");
    return text.size() <= longestText ? text : text.first(longestText - 1) + QChar(0x2026);
}

QVariant orNull(const std::optional<qint64> &value)
{
    return value ? QVariant(*value) : QVariant();
}

QVariant orNull(const QString &text)
{
    return text.isEmpty() ? QVariant() : QVariant(text);
}

/** Empty, but not null: the column takes no null. */
QByteArray notNull(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

/** What a server says of one beginning may differ by this from look to look. */
constexpr std::chrono::milliseconds toldJitter(1500);

QString findingWords(quint32 findings)
{
    QStringList words;
    for (const FindingId id : allFindingIds) {
        if (findings & (1U << unsigned(id)))
            words.append(findingName(id));
    }
    return words.join(u',');
}

quint32 findingsIn(const QString &words)
{
    const QStringList named = words.split(u',');
    quint32 findings = 0;
    for (const FindingId id : allFindingIds) {
        if (named.contains(findingName(id)))
            findings |= 1U << unsigned(id);
    }
    return findings;
}

} // namespace

qint64 microsOf(ServerTime time)
{
    return time.time_since_epoch().count();
}

ServerTime timeOf(qint64 micros)
{
    return ServerTime(Micros(micros));
}

int spanOf(ServerTime began, ServerTime until)
{
    return std::bit_width(quint64(std::max<qint64>(0, (until - began).count())));
}

void HistoryWriter::begin()
{
    if (m_db.begin() && !m_begun)
        m_begun = std::chrono::steady_clock::now();
}

void HistoryWriter::beginRun(const QString &program, ServerTime at)
{
    begin();
    m_db.run("INSERT INTO run (program, pid, began) VALUES (?, ?, ?)",
             {bounded(program), QCoreApplication::applicationPid(), microsOf(at)});
    m_run = m_db.lastId();
    m_stretches.clear();
    m_counts.clear();
    forgetRows();
}

void HistoryWriter::endRun(ServerTime at)
{
    begin();
    m_db.run("UPDATE run SET ended = ? WHERE id = ?", {microsOf(at), m_run});
}

qint64 HistoryWriter::takeBackend(const QString &name)
{
    begin();
    m_db.run("INSERT INTO backend (name, run) VALUES (?, ?)"
             " ON CONFLICT (name) DO UPDATE SET run = excluded.run",
             {bounded(name), m_run});
    return m_db.number("SELECT id FROM backend WHERE name = ?", {bounded(name)}).value_or(0);
}

qint64 HistoryWriter::place(qint64 backend, const QString &name)
{
    const QVariantList values{backend, bounded(name)};
    if (const auto known =
            m_db.number("SELECT id FROM place WHERE backend = ? AND name = ?", values))
        return *known;
    begin();
    m_db.run("INSERT INTO place (backend, name) VALUES (?, ?)", values);
    return m_db.lastId();
}

qint64 HistoryWriter::lock(qint64 place, const QString &system, QByteArrayView name)
{
    const QVariantList values{notNull(recordedName(name.toByteArray())), place, bounded(system)};
    if (const auto known =
            m_db.number("SELECT id FROM lock WHERE name = ? AND place = ? AND system = ?", values))
        return *known;
    begin();
    m_db.run("INSERT INTO lock (name, place, system) VALUES (?, ?, ?)", values);
    return m_db.lastId();
}

std::optional<qint64> HistoryWriter::owner(const Holder *holder)
{
    if (!holder)
        return std::nullopt;
    const QString label = bounded(holder->label);
    const QByteArray key = label.toUtf8() + '\0' + holder->raw;
    if (const auto known = m_owners.constFind(key); known != m_owners.constEnd())
        return *known;
    const QVariantList values{notNull(holder->raw), label};
    std::optional<qint64> id =
        m_db.number("SELECT id FROM owner WHERE raw = ? AND label = ?", values);
    if (!id) {
        begin();
        m_db.run("INSERT INTO owner (raw, label) VALUES (?, ?)", values);
        id = m_db.lastId();
    }
    if (m_owners.size() >= ownersKept)
        m_owners.clear();
    m_owners.insert(key, *id);
    return id;
}

qint64 HistoryWriter::openHold(const NewHold &hold)
{
    begin();
    const std::optional<qint64> holder = owner(hold.holder);
    const QVariant after = hold.after ? QVariant(microsOf(*hold.after)) : QVariant();
    m_db.run("INSERT INTO hold (lock, owner, run, variant, how, began, after, waiters, findings)"
             " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
             {hold.lock, orNull(holder), m_run, orNull(bounded(hold.variant)), int(hold.how),
              microsOf(hold.began), after, orNull(hold.counts.waiters),
              orNull(findingWords(hold.counts.findings))});
    return m_db.lastId();
}

std::optional<HistoryWriter::Resumed> HistoryWriter::resumeHold(const NewHold &hold)
{
    // It was held before it was lost from sight: one that began later is another.
    QSqlQuery *query = m_db.run(
        "SELECT id, began, renewals, waiters, findings FROM hold"
        " WHERE lock = ? AND owner IS ? AND how = ? AND began BETWEEN ? AND ?"
        " AND (ended = ? OR (span IS NULL AND run <> ?))"
        " AND coalesce(until, (SELECT max(seen.until) FROM seen JOIN lock ON lock.place = "
        "seen.place"
        "   WHERE lock.id = hold.lock AND seen.run = hold.run)) >= ? ORDER BY id DESC LIMIT 1",
        {hold.lock, orNull(owner(hold.holder)), int(HistoryBegin::Told),
         microsOf(hold.began - toldJitter), microsOf(hold.began + toldJitter),
         int(HistoryEnd::Unseen), m_run, microsOf(hold.began)});
    if (!query)
        return std::nullopt;
    std::optional<Resumed> resumed;
    if (query->next()) {
        resumed = Resumed{query->value(0).toLongLong(), timeOf(query->value(1).toLongLong()),
                          hold.counts};
        resumed->counts.renewals += query->value(2).toLongLong();
        if (!query->isNull(3))
            resumed->counts.waiters =
                std::max(resumed->counts.waiters.value_or(0), query->value(3).toLongLong());
        resumed->counts.findings |= findingsIn(query->value(4).toString());
    }
    m_db.finish(*query);
    if (!resumed)
        return std::nullopt;
    begin();
    m_db.run("UPDATE hold SET run = ?, until = NULL, last = NULL, ended = ?, span = NULL"
             " WHERE id = ?",
             {m_run, int(HistoryEnd::Open), resumed->id});
    return resumed;
}

void HistoryWriter::noteCounts(qint64 hold, const Counts &counts)
{
    m_counts[hold] = counts;
}

void HistoryWriter::closeHold(qint64 hold, ServerTime began, HistoryEnd end, ServerTime until,
                              ServerTime last, const Counts &counts)
{
    begin();
    m_counts.erase(hold);
    // A wall clock may have been set back meanwhile.
    until = std::max(until, began);
    last = std::clamp(last, began, until);
    m_db.run("UPDATE hold SET until = ?, last = ?, ended = ?, span = ?, renewals = ?, waiters = ?,"
             " findings = ? WHERE id = ?",
             {microsOf(until), microsOf(last), int(end), spanOf(began, until), counts.renewals,
              orNull(counts.waiters), orNull(findingWords(counts.findings)), hold});
}

void HistoryWriter::endUnseen(qint64 hold, ServerTime last)
{
    begin();
    const auto began = m_db.number("SELECT began FROM hold WHERE id = ?", {hold});
    const ServerTime from = timeOf(began.value_or(0));
    last = std::max(last, from);
    m_db.run("UPDATE hold SET until = ?, last = ?, ended = ?, span = ? WHERE id = ?",
             {microsOf(last), microsOf(last), int(HistoryEnd::Unseen), spanOf(from, last), hold});
}

qint64 HistoryWriter::openWait(const NewWait &wait)
{
    begin();
    const Holder waiter{QByteArray(), 0, wait.waiter, 1, nullptr};
    m_db.run("INSERT INTO wait (lock, waiter, run, how, began, after) VALUES (?, ?, ?, ?, ?, ?)",
             {wait.lock, *owner(&waiter), m_run, int(wait.how), microsOf(wait.began),
              wait.after ? QVariant(microsOf(*wait.after)) : QVariant()});
    return m_db.lastId();
}

void HistoryWriter::noteWaitIsOlder(qint64 wait)
{
    begin();
    m_db.run("UPDATE wait SET how = ? WHERE id = ?", {int(HistoryBegin::FirstSeen), wait});
}

void HistoryWriter::closeWait(qint64 wait, ServerTime began, WaitEnd end, ServerTime until,
                              ServerTime last)
{
    begin();
    // A wall clock may have been set back meanwhile.
    until = std::max(until, began);
    last = std::clamp(last, began, until);
    m_db.run("UPDATE wait SET until = ?, last = ?, ended = ? WHERE id = ?",
             {microsOf(until), microsOf(last), int(end), wait});
}

void HistoryWriter::endWaitUnseen(qint64 wait, ServerTime last)
{
    begin();
    m_db.run("UPDATE wait SET until = max(began, ?), last = max(began, ?), ended = ? WHERE id = ?",
             {microsOf(last), microsOf(last), int(WaitEnd::Unseen), wait});
}

void HistoryWriter::writeCounts()
{
    // Round and round, so that each gets its turn.
    auto it = m_counts.lower_bound(m_nextCounts);
    for (size_t written = 0; !m_counts.empty() && written < mostCounts; ++written) {
        if (it == m_counts.end())
            it = m_counts.begin();
        const Counts &counts = it->second;
        m_db.run("UPDATE hold SET renewals = ?, waiters = ?, findings = ? WHERE id = ?",
                 {counts.renewals, orNull(counts.waiters), orNull(findingWords(counts.findings)),
                  it->first});
        m_nextCounts = it->first;
        it = m_counts.erase(it);
    }
}

void HistoryWriter::event(const QString &kind, qint64 backend, ServerTime at, const QString &detail,
                          std::optional<qint64> lock, const Holder *holder)
{
    begin();
    const std::optional<qint64> who = owner(holder);
    m_db.run("INSERT INTO event (at, kind, backend, lock, owner, detail) VALUES (?, ?, ?, ?, ?, ?)",
             {microsOf(at), kind, backend, orNull(lock), orNull(who), orNull(bounded(detail))});
}

qint64 HistoryWriter::beginStretch(qint64 place, ServerTime from, ServerTime until, bool complete)
{
    begin();
    m_db.run("INSERT INTO seen (place, run, began, until, complete) VALUES (?, ?, ?, ?, ?)",
             {place, m_run, microsOf(from), microsOf(std::max(from, until)), complete ? 1 : 0});
    return m_db.lastId();
}

void HistoryWriter::breathe()
{
    if (!m_begun || std::chrono::steady_clock::now() - *m_begun < longestBatch)
        return;
    commit();
    begin();
}

bool HistoryWriter::commit()
{
    if (!m_stretches.empty() || !m_counts.empty()) {
        begin();
        for (const auto &[stretch, until] : m_stretches)
            m_db.run("UPDATE seen SET until = max(began, ?) WHERE id = ?",
                     {microsOf(until), stretch});
        m_stretches.clear();
        writeCounts();
    }
    m_begun.reset();
    return m_db.isWriting() ? m_db.commit() : m_db.works();
}

void HistoryWriter::forgetRows()
{
    m_owners.clear();
}

} // namespace lockmaster

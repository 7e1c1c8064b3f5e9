// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlserverzone.h"

#include "core/sql/sqlconnection.h"
#include "core/sql/sqlerror.h"

#include <QStringList>
#include <QVariant>

#include <algorithm>
#include <array>
#include <limits>

namespace lockmaster {

namespace {

/** As many as narrow the four changes of two years down in three statements. */
constexpr size_t momentsInOne = 324;
/** No zone has changed twice within this for decades. */
constexpr qint64 coarse = qint64(6) * 24 * 3600;
constexpr qint64 back = 61 * coarse;  // a year
constexpr size_t coarseMoments = 123; // two years
constexpr auto holdsFor = std::chrono::hours(24);
/** More changes than any zone makes in that time are no zone's. */
constexpr size_t mostChanges = 16;
constexpr qint64 largestOffset = qint64(26) * 3600;
constexpr int mostRounds = 12;
constexpr qint64 latest = std::numeric_limits<quint32>::max();

using Change = SqlZoneInquiry::Change;

/** How far the zone is from UTC at one moment, in seconds UTC. */
struct Offset {
    qint64 moment = 0;
    std::optional<qint64> seconds; ///< none: beyond what the server reckons with
};

/** The moments are expressions in seconds UTC. Not prepared: that would be a round trip more. */
QString statement(const QStringList &moments)
{
    QString text = QStringLiteral("SELECT CAST(UNIX_TIMESTAMP() AS SIGNED) AS a");
    for (const QString &moment : moments)
        text += QStringLiteral(", TIMESTAMPDIFF(SECOND, '1970-01-01', FROM_UNIXTIME(%1)) AS a")
                    .arg(moment);
    return text;
}

/** @p momentAt: which one the server reckoned with, from its clock's seconds. */
template<class MomentAt>
Result<std::vector<Offset>> ask(SqlConnection &connection, const QStringList &moments,
                                const MomentAt &momentAt, SteadyTime deadline)
{
    std::vector<Offset> offsets;
    bool plausible = false;
    const auto take = [&](const SqlRow &row) {
        plausible = true;
        // Its clock may be set to any time.
        const qint64 now = std::clamp<qint64>(row.integer(0), 0, latest);
        for (int i = 0; i < moments.size(); ++i) {
            Offset &offset = offsets.emplace_back(Offset{momentAt(now, size_t(i)), {}});
            if (row.isNull(i + 1))
                continue;
            const qint64 local = row.integer(i + 1);
            plausible = plausible && local >= offset.moment - largestOffset
                        && local <= offset.moment + largestOffset;
            if (plausible)
                offset.seconds = local - offset.moment;
        }
    };
    const auto asked = connection.stream(statement(moments), deadline, take, 1);
    if (!asked)
        return passOn(asked);
    if (!plausible)
        return tl::make_unexpected(sqlError(0, {}, connection.endpoint()));
    return offsets;
}

/** A year back and a year ahead of the server's own clock, every few days. */
Result<std::vector<Offset>> askCoarsely(SqlConnection &connection, SteadyTime deadline)
{
    const auto after = [](size_t i) { return qint64(i) * coarse - back; };
    QStringList moments;
    for (size_t i = 0; i < coarseMoments; ++i)
        moments
            << QStringLiteral("GREATEST(0, CAST(UNIX_TIMESTAMP() AS SIGNED) + (%1))").arg(after(i));
    const auto momentAt = [&after](qint64 now, size_t i) {
        return std::max<qint64>(0, now + after(i));
    };
    return ask(connection, moments, momentAt, deadline);
}

/** The changes between one known moment and the next. */
std::vector<Change> changesIn(const std::vector<Offset> &offsets)
{
    std::vector<Change> changes;
    const Offset *last = nullptr;
    for (const Offset &offset : offsets) {
        if (!offset.seconds)
            continue;
        if (last && last->seconds != offset.seconds)
            changes.push_back({last->moment, offset.moment, *last->seconds, *offset.seconds});
        last = &offset;
    }
    return changes;
}

bool areFound(const std::vector<Change> &changes)
{
    return std::all_of(changes.begin(), changes.end(),
                       [](const Change &change) { return change.after - change.before <= 1; });
}

/** Puts the moments between the ends of what is not found to the second yet. */
Result<void> narrow(SqlConnection &connection, std::vector<Change> &changes, SteadyTime deadline)
{
    const size_t each = momentsInOne / changes.size();
    std::vector<qint64> moments;
    QStringList texts;
    for (const Change &change : changes) {
        const qint64 width = change.after - change.before;
        for (size_t k = 0; k < each; ++k) {
            moments.push_back(change.before + width * qint64(k + 1) / qint64(each + 1));
            texts << QString::number(moments.back());
        }
    }
    const auto momentAt = [&moments](qint64, size_t i) { return moments[i]; };
    const auto offsets = ask(connection, texts, momentAt, deadline);
    if (!offsets)
        return passOn(offsets);
    for (size_t i = 0; i < offsets->size(); ++i) {
        Change &change = changes[i / each];
        const Offset &offset = (*offsets)[i];
        if (offset.seconds == change.oldOffset)
            change.before = std::max(change.before, offset.moment);
        else
            change.after = std::min(change.after, offset.moment);
    }
    return {};
}

std::shared_ptr<const SqlServerZone> zoneOf(qint64 firstOffset, const std::vector<Change> &changes)
{
    constexpr qint64 second = Micros(std::chrono::seconds(1)).count();
    auto zone = std::make_shared<SqlServerZone>();
    zone->stretches.push_back(
        {std::numeric_limits<qint64>::min(), std::chrono::seconds(firstOffset)});
    for (const Change &change : changes)
        zone->stretches.push_back({change.after * second, std::chrono::seconds(change.newOffset)});
    zone->askedAt = std::chrono::steady_clock::now();
    return zone;
}

} // namespace

size_t SqlServerZone::stretchAt(qint64 utcMicros) const
{
    const auto after = std::upper_bound(
        stretches.begin() + 1, stretches.end(), utcMicros,
        [](qint64 moment, const Stretch &stretch) { return moment < stretch.from; });
    return size_t(after - stretches.begin()) - 1;
}

bool SqlServerZone::fits(qint64 serverNow, qint64 serverUtc) const
{
    return std::chrono::abs(Micros(serverNow - serverUtc) - offsetAt(serverUtc))
           < std::chrono::seconds(1);
}

std::shared_ptr<const SqlServerZone> SqlServerZone::fixed(Micros offset)
{
    auto zone = std::make_shared<SqlServerZone>();
    zone->stretches.push_back({std::numeric_limits<qint64>::min(), offset});
    return zone;
}

bool SqlZoneInquiry::isWanted() const
{
    return !m_zone || std::chrono::steady_clock::now() - m_zone->askedAt >= holdsFor;
}

void SqlZoneInquiry::forget()
{
    *this = {};
}

Result<void> SqlZoneInquiry::goOn(SqlConnection &connection, SteadyTime deadline, Micros roundTrip)
{
    // What is asked at the last moment costs the connection, and with it what was read.
    constexpr int patience = 4;
    using std::chrono::steady_clock;
    SteadyTime::duration slowest = roundTrip;
    for (auto now = steady_clock::now(); isWanted() && deadline - now >= patience * slowest;) {
        const auto left = deadline - now;
        // Half is for a new connection, where there is enough of it.
        const auto most = std::max(left / 2, std::min(left, patience * slowest));
        if (const auto asked = askOnce(connection, now + most); !asked)
            return asked;
        const auto asked = steady_clock::now();
        slowest = std::max(slowest, asked - now);
        now = asked;
    }
    return {};
}

/** One statement. */
Result<void> SqlZoneInquiry::askOnce(SqlConnection &connection, SteadyTime deadline)
{
    const auto fail = [&](const Error &error) -> Result<void> {
        m_refused = connection.usable() && error.kind != ErrorKind::Timeout;
        if (m_refused)
            m_changes.reset();
        return tl::make_unexpected(error);
    };
    if (m_changes) {
        if (const auto narrowed = narrow(connection, *m_changes, deadline); !narrowed)
            return fail(narrowed.error());
        ++m_rounds;
    } else {
        const auto offsets = askCoarsely(connection, deadline);
        if (!offsets)
            return fail(offsets.error());
        const auto first = std::find_if(offsets->begin(), offsets->end(), [](const Offset &offset) {
            return offset.seconds.has_value();
        });
        std::vector<Change> changes = changesIn(*offsets);
        if (first == offsets->end() || changes.size() > mostChanges)
            return fail(sqlError(0, {}, connection.endpoint()));
        m_firstOffset = *first->seconds;
        m_changes = std::move(changes);
        m_rounds = 0;
    }
    m_refused = false;
    if (areFound(*m_changes) || m_rounds >= mostRounds)
        conclude();
    return {};
}

void SqlZoneInquiry::conclude()
{
    m_zone = zoneOf(m_firstOffset, *m_changes);
    m_changes.reset();
}

} // namespace lockmaster

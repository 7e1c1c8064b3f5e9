// SPDX-License-Identifier: Apache-2.0
#include "core/sources/sqlserverzone.h"

#include "core/transport/sqlconnection.h"
#include "core/transport/sqlerror.h"

#include <QStringList>
#include <QVariant>

#include <algorithm>
#include <array>
#include <limits>

namespace lockmaster {

namespace {

constexpr size_t momentsInOne = 128;
/** No zone has changed twice within this for decades. */
constexpr qint64 coarse = qint64(6) * 24 * 3600;
constexpr qint64 back = 61 * coarse; // a year
/** More changes than any zone makes in that time are no zone's. */
constexpr size_t mostChanges = 16;
constexpr qint64 largestOffset = qint64(26) * 3600;
constexpr int mostRounds = 12;

using Moments = std::array<qint64, momentsInOne>; ///< seconds UTC

/** How far the zone is from UTC at each moment; none: beyond what the server reckons with. */
using Offsets = std::array<std::optional<qint64>, momentsInOne>;

/** One statement, always the same, so that it is prepared once. */
QString statement()
{
    const QStringList moments(
        momentsInOne, QStringLiteral("TIMESTAMPDIFF(SECOND, '1970-01-01', FROM_UNIXTIME(?))"));
    return QStringLiteral("SELECT ") + moments.join(QStringLiteral(", "));
}

/** By its own clock, which may be set to any time. */
Result<qint64> askNow(SqlConnection &connection, SteadyTime deadline)
{
    qint64 now = 0;
    const auto asked = connection.select(QStringLiteral("SELECT UNIX_TIMESTAMP()"), {}, deadline,
                                         [&now](const SqlRow &row) { now = row.integer(0); });
    if (!asked)
        return tl::make_unexpected(asked.error());
    return std::clamp<qint64>(now, 0, std::numeric_limits<quint32>::max());
}

Result<Offsets> ask(SqlConnection &connection, const Moments &moments, SteadyTime deadline)
{
    static const QString text = statement();
    QVariantList values;
    for (const qint64 moment : moments)
        values << moment;
    Offsets offsets;
    bool plausible = false;
    const auto asked = connection.select(text, values, deadline, [&](const SqlRow &row) {
        plausible = true;
        for (size_t i = 0; i < momentsInOne; ++i) {
            if (row.isNull(int(i)))
                continue;
            const qint64 local = row.integer(int(i));
            plausible = plausible && local >= moments[i] - largestOffset
                        && local <= moments[i] + largestOffset;
            if (plausible)
                offsets[i] = local - moments[i];
        }
    });
    if (!asked)
        return tl::make_unexpected(asked.error());
    if (!plausible)
        return tl::make_unexpected(sqlError(0, {}, connection.endpoint()));
    return offsets;
}

/** Somewhere after `before` and up to `after` the offset changes. Seconds. */
struct Change {
    qint64 before = 0;
    qint64 after = 0;
    qint64 oldOffset = 0;
    qint64 newOffset = 0;
};

/** The changes between one known moment and the next. */
std::vector<Change> changesIn(const Moments &moments, const Offsets &offsets)
{
    std::vector<Change> changes;
    std::optional<size_t> last;
    for (size_t i = 0; i < momentsInOne; ++i) {
        if (!offsets[i])
            continue;
        if (last && offsets[*last] != offsets[i])
            changes.push_back({moments[*last], moments[i], *offsets[*last], *offsets[i]});
        last = i;
    }
    return changes;
}

/** Puts the moments between the ends of what is not found to the second yet. */
Result<bool> narrow(SqlConnection &connection, std::vector<Change> &changes, SteadyTime deadline)
{
    const bool found = std::all_of(changes.begin(), changes.end(), [](const Change &change) {
        return change.after - change.before <= 1;
    });
    if (found)
        return true;
    const size_t each = momentsInOne / changes.size();
    Moments moments;
    moments.fill(changes.front().before);
    for (size_t i = 0; i < changes.size(); ++i) {
        const qint64 width = changes[i].after - changes[i].before;
        for (size_t k = 0; k < each; ++k)
            moments[i * each + k] = changes[i].before + width * qint64(k + 1) / qint64(each + 1);
    }
    const auto offsets = ask(connection, moments, deadline);
    if (!offsets)
        return tl::make_unexpected(offsets.error());
    for (size_t i = 0; i < changes.size(); ++i) {
        for (size_t k = 0; k < each; ++k) {
            const auto &offset = (*offsets)[i * each + k];
            const qint64 moment = moments[i * each + k];
            if (offset == changes[i].oldOffset)
                changes[i].before = std::max(changes[i].before, moment);
            else
                changes[i].after = std::min(changes[i].after, moment);
        }
    }
    return false;
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

Result<std::shared_ptr<const SqlServerZone>> askServerZone(SqlConnection &connection,
                                                           SteadyTime deadline)
{
    const auto now = askNow(connection, deadline);
    if (!now)
        return tl::make_unexpected(now.error());
    Moments moments;
    for (size_t i = 0; i < momentsInOne; ++i)
        moments[i] = std::max<qint64>(0, *now - back + qint64(i) * coarse);
    const auto offsets = ask(connection, moments, deadline);
    if (!offsets)
        return tl::make_unexpected(offsets.error());
    const auto first = std::find_if(offsets->begin(), offsets->end(),
                                    [](const auto &offset) { return offset.has_value(); });
    std::vector<Change> changes = changesIn(moments, *offsets);
    if (first == offsets->end() || changes.size() > mostChanges)
        return tl::make_unexpected(sqlError(0, {}, connection.endpoint()));
    for (int round = 0; round < mostRounds && !changes.empty(); ++round) {
        const auto found = narrow(connection, changes, deadline);
        if (!found)
            return tl::make_unexpected(found.error());
        if (*found)
            break;
    }
    return zoneOf(**first, changes);
}

} // namespace lockmaster

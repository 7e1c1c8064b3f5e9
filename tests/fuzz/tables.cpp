// SPDX-License-Identifier: Apache-2.0
#include "core/domain/systemtraits.h"
#include "core/sql/sqlserverzone.h"
#include "core/systems/leadertable/leadertabledecoder.h"
#include "core/systems/locktable/locktabledecoder.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/lockuse.h"

#include <array>

// What programs write into lock and leader tables: a selecting byte, then in parts the name, the
// owner, the time, the time at a second look, and a session that locks the row.

namespace lockmaster::fuzz {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype mostOwnerBytes = 1024;

BackendSpec backend()
{
    BackendSpec spec;
    spec.name = QStringLiteral("db");
    spec.database = QStringLiteral("app");
    return spec;
}

ClockSpec clockOf(uint8_t selector)
{
    static const std::array clocks = {
        *clockSpecFromText(QStringLiteral("server")),
        *clockSpecFromText(QStringLiteral("utc")),
        *clockSpecFromText(QStringLiteral("America/New_York")),
        *clockSpecFromText(QStringLiteral("+09:00")),
    };
    return clocks[selector % clocks.size()];
}

/** All that the input says of a row, at two looks a second apart. */
struct Row {
    SqlTableRow row;
    std::optional<qint64> timeLater;
    SqlRowLocks locks;
};

std::optional<qint64> nextTime(Parts &parts)
{
    const auto number = parts.nextNumber();
    return number ? std::optional(columnTime(*number)) : std::nullopt;
}

Row rowOf(uint8_t selector, const QByteArray &bytes)
{
    Parts parts(bytes);
    Row result;
    result.row.name = parts.next();
    const QByteArray owner = parts.next();
    result.row.hasOwner = selector & 4;
    if (result.row.hasOwner) {
        result.row.owner = owner.left(mostOwnerBytes);
        result.row.ownerBytes = owner.size();
    }
    result.row.time = nextTime(parts);
    result.timeLater = nextTime(parts);
    if (selector & 8) {
        const QString user = QString::fromUtf8(parts.next());
        const SqlLockingSession session{7, user, QString::fromUtf8(parts.next())};
        result.locks.rows.push_back({result.row.name, {{session, false}}, {session}});
    }
    return result;
}

SqlTableReading reading(const Row &row, uint8_t selector, Micros after)
{
    SqlTableReading result;
    result.rows = {row.row};
    if (after > 0us)
        result.rows.front().time = row.timeLater;
    result.timeType = QStringLiteral("datetime");
    result.precision = (selector & 16) ? Micros(0) : Micros(1s);
    result.rounds = selector & 32;
    result.serverUtc = (now + after).time_since_epoch().count();
    result.serverNow = result.serverUtc + Micros(9h).count();
    result.zone = SqlServerZone::fixed(9h);
    result.clock = {now + after, here + after, 0us};
    result.locks = row.locks;
    result.once = selector & 64;
    return result;
}

void look(SqlTableDecoder &decoder, const Row &row, uint8_t selector, Micros after)
{
    const SqlTableReading seen = reading(row, selector, after);
    Observation observation;
    decoder.decode(seen, observation);
    require(observation.records.size() == 1, "a row is not one lock");
    const LockRecord &lock = observation.records.front();
    const SqlTableRow &written = seen.rows.front();
    require(lock.id.name == written.name, "a lock has another name than its row");
    const bool leads = traitsOf(lock.id.source->system).electsLeaders;
    const bool released = written.time ? isReleasedTime(*written.time) : leads;
    const bool vacant = leads && written.owner.isEmpty();
    require(lock.state != LockState::Free || released || vacant,
            "a row with an owner and a time is free");
    if (lock.state == LockState::Held && written.hasOwner)
        require(lock.holders.size() == 1 && lock.holders.front().raw == written.owner,
                "somebody else holds it");
    useLock(lock);
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const Row row = rowOf(data[0], bytesOf(data + 1, size - 1));
    TableSpec locks = distLockTable();
    TableSpec leaders = leaderTable();
    locks.clock = leaders.clock = clockOf(data[0]);
    LockTableDecoder lockTable(backend(), locks);
    LeaderTableDecoder leaderDecoder(backend(), leaders);
    for (SqlTableDecoder *decoder : {static_cast<SqlTableDecoder *>(&lockTable),
                                     static_cast<SqlTableDecoder *>(&leaderDecoder)}) {
        look(*decoder, row, data[0], 0us);
        look(*decoder, row, data[0], 1s);
    }
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/benchmark.h"
#include "tests/bench/rawsql.h"

#include <string>
#include <unordered_map>

namespace lockmaster::bench {

namespace {

constexpr int locks = 1'000;
constexpr double mostMilliseconds = 5;
/** Waiters show another state for a moment, once a second; a plain client does not look again. */
constexpr size_t mostBetweenWaits = 20;
/** The two reads alone were measured at 1.3 to 2.5 ms on a machine at rest. */
constexpr double mostOfTwoReads = 2;

struct RawSession {
    std::string user;
    std::string host;
    std::string command;
    std::string statement;
    qint64 seconds = 0;
};

struct RawLock {
    std::string name;
    qint64 holder = 0;
    qint64 milliseconds = 0;
    std::vector<qint64> waiters;
};

std::string text(const char *value)
{
    return value ? value : "";
}

/** Who waits, by the text of their statement: `SELECT GET_LOCK('name', ...)`. */
std::string nameWaitedFor(const std::string &statement)
{
    const size_t from = statement.find('\'');
    const size_t to = statement.find('\'', from + 1);
    return to == std::string::npos ? std::string() : statement.substr(from + 1, to - from - 1);
}

/** The two lists, each read alone and joined here. */
bool readRaw(MYSQL *connection, size_t mayMiss)
{
    std::vector<RawLock> held;
    std::unordered_map<std::string, size_t> byName;
    if (!ask(connection, "SELECT THREAD_ID, TABLE_SCHEMA, LOCK_TIME_MS FROM"
                         " information_schema.METADATA_LOCK_INFO WHERE LOCK_TYPE = 'User lock'"))
        return false;
    MYSQL_RES *result = mysql_use_result(connection);
    while (const MYSQL_ROW row = mysql_fetch_row(result)) {
        byName.emplace(row[1], held.size());
        held.push_back(
            {row[1], strtoll(row[0], nullptr, 10), row[2] ? strtoll(row[2], nullptr, 10) : 0, {}});
    }
    mysql_free_result(result);

    std::unordered_map<qint64, RawSession> sessions;
    size_t waiting = 0;
    if (!ask(connection, "SHOW PROCESSLIST"))
        return false;
    result = mysql_use_result(connection);
    while (const MYSQL_ROW row = mysql_fetch_row(result)) {
        const qint64 id = strtoll(row[0], nullptr, 10);
        RawSession session{text(row[1]), text(row[2]), text(row[4]), text(row[7]),
                           row[5] ? strtoll(row[5], nullptr, 10) : 0};
        if (text(row[6]) == "User lock") {
            const auto lock = byName.find(nameWaitedFor(session.statement));
            if (lock != byName.end()) {
                held[lock->second].waiters.push_back(id);
                ++waiting;
            }
        }
        sessions.emplace(id, std::move(session));
    }
    mysql_free_result(result);
    return held.size() == locks && waiting + mayMiss >= locks
           && sessions.size() > 2 * size_t(locks);
}

/** 2,000 sessions: half of them hold a lock each, the others wait for one each. */
class Crowd
{
public:
    Result<void> gather(const PrivateMariaDb &server)
    {
        for (int i = 0; i < 2 * locks; ++i) {
            m_sessions.push_back(connectRaw(server, nullptr));
            MYSQL *const session = m_sessions.back().get();
            const bool holds = i < locks;
            const QByteArray sql = "SELECT GET_LOCK('order:" + QByteArray::number(i % locks)
                                   + (holds ? "', 0)" : "', 600)");
            if (!session || !(holds ? take(session, sql) : waitFor(session, sql)))
                return failure(ErrorKind::Network,
                               QStringLiteral("Session %1 of the crowd failed.").arg(i));
        }
        return {};
    }

private:
    static bool take(MYSQL *session, const QByteArray &sql)
    {
        if (!ask(session, sql))
            return false;
        MYSQL_RES *result = mysql_store_result(session);
        const MYSQL_ROW row = result ? mysql_fetch_row(result) : nullptr;
        const bool taken = row && row[0] && row[0][0] == '1';
        mysql_free_result(result);
        return taken;
    }
    /** Sends alone: the answer comes when the holder is gone, and nobody waits for it. */
    static bool waitFor(MYSQL *session, const QByteArray &sql)
    {
        return mysql_send_query(session, sql.constData(), static_cast<unsigned long>(sql.size()))
               == 0;
    }

    std::vector<RawConnection> m_sessions;
};

bool untilAllWait(MYSQL *connection)
{
    const SteadyTime deadline = systemClock().now() + std::chrono::seconds(30);
    while (systemClock().now() < deadline) {
        if (readRaw(connection, 0))
            return true;
    }
    return false;
}

Result<Figures> looks(bool performanceSchema)
{
    auto server = PrivateMariaDb::start(
        {.performanceSchema = performanceSchema,
         .arguments = {QStringLiteral("--max-connections=%1").arg(2 * locks + 50)}});
    if (!server)
        return tl::make_unexpected(server.error());
    Crowd crowd;
    if (const auto gathered = crowd.gather(**server); !gathered)
        return tl::make_unexpected(gathered.error());
    const RawConnection raw = connectRaw(**server, nullptr);
    if (!raw || !untilAllWait(raw.get()))
        return failure(ErrorKind::Network, QStringLiteral("The crowd does not wait."));

    BackendSpec spec = (*server)->spec();
    spec.timeout = std::chrono::seconds(30);
    spec.systems = {QStringLiteral("user_lock")};
    const auto reader = readerFor(**server, spec);
    const auto ours = [&] {
        const BackendReading reading = reader->read(BackendReader::Depth::Routine,
                                                    systemClock().now() + std::chrono::seconds(30));
        if (reading.failure || reading.observations.size() != 1
            || !reading.observations.front().complete)
            return false;
        const auto &records = reading.observations.front().records;
        return records.size() == locks
               && std::all_of(records.begin(), records.end(), [](const LockRecord &record) {
                      return record.holders.size() == 1 && record.waiters.count == 1;
                  });
    };
    const QString name = performanceSchema ? QStringLiteral("sql-user-locks-performance-schema")
                                           : QStringLiteral("sql-user-locks");
    const auto figure =
        inTurn(name, 0, 31, ours, [&] { return readRaw(raw.get(), mostBetweenWaits); });
    if (!figure)
        return tl::make_unexpected(figure.error());
    Figure ratio = *figure;
    ratio.name += QStringLiteral("-against-two-reads");
    ratio.budget = mostOfTwoReads;
    return Figures{{name, figure->unit, figure->ours, std::nullopt, mostMilliseconds}, ratio};
}

} // namespace

Result<Figures> userLockLooks()
{
    auto figures = looks(false);
    if (!figures)
        return figures;
    auto counted = looks(true);
    if (!counted)
        return counted;
    figures->insert(figures->end(), counted->begin(), counted->end());
    return figures;
}

} // namespace lockmaster::bench

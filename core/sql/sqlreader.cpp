// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlreader.h"

#include "core/tunnels/tunnelexamination.h"
#include "core/tunnels/tunnels.h"
#include "core/domain/servermoment.h"
#include "core/sql/sqlserverzone.h"
#include "core/text/words.h"
#include "core/sql/sqlcertificate.h"
#include "core/transport/socketinterrupt.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlgroup.h"
#include "core/sql/sqltablelookup.h"
#include "core/sql/sqlwaits.h"

#include <algorithm>

namespace lockmaster {

namespace {

QString transportText(const SqlConnection &connection)
{
    const Endpoint &endpoint = connection.endpoint();
    const SqlServer &server = connection.server();
    if (endpoint.isOverOwnSocket())
        return QStringLiteral("unix socket");
    return endpoint.tunnel.reached(server.cipher.isEmpty()       ? QStringLiteral("plaintext")
                                   : server.tlsVersion.isEmpty() ? server.cipher
                                                                 : server.tlsVersion);
}

ServerInfo serverInfo(const SqlConnection &connection)
{
    const SqlServer &server = connection.server();
    ServerInfo info;
    info.product = server.mariaDb ? QStringLiteral("MariaDB") : QStringLiteral("MySQL");
    info.version = server.versionText;
    info.clientLibrary = server.clientLibrary;
    info.transport = transportText(connection);
    info.replica = server.replica;
    info.readOnly = server.readOnly;
    info.group = server.group;
    // Behind a proxy each connection may be another server's.
    if (!server.proxied) {
        info.identity = serverDigest(server.lasting);
        info.run = serverDigest(server.identity);
    }
    return info;
}

constexpr std::chrono::seconds afterFirstLook(2);
constexpr std::chrono::minutes formatsHoldFor(10);

Micros since(std::chrono::steady_clock::time_point begun)
{
    return std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - begun);
}

Error followsAnother()
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("It follows another server: what it shows may lag."),
            Words::tr("Watch the server that the locks are taken on.")};
}

/**
 * User-level locks are not replicated and rows come late: what a replica does not show may be held
 * all the same.
 */
void doubt(Observation &seen)
{
    seen.complete = false;
    doubtFree(seen);
}

bool saysItIsCutOff(const Observation &seen)
{
    return std::any_of(seen.problems.begin(), seen.problems.end(), [](const Error &problem) {
        return isCutOffFromGroup(problem.nativeCode) || isBehindItsGroup(problem.nativeCode);
    });
}

class SqlReader final : public BackendReader
{
public:
    SqlReader(const BackendSpec &spec, PasswordSource password,
              std::vector<std::unique_ptr<SqlSource>> sources, const Clock &clock)
        : m_spec(spec), m_password(std::move(password)), m_sources(std::move(sources)),
          m_clock(clock)
    {
    }

    BackendReading read(Depth depth, SteadyTime deadline) override;
    Examination examine(SteadyTime deadline) override;
    std::optional<ServerCertificate> refusedCertificate() const override { return m_refused; }
    Result<void> accept(const ServerCertificate &certificate) override
    {
        return acceptShownCertificate(certificate);
    }
    void interrupt() noexcept override { m_interrupt->interrupt(); }

private:
    Result<void> connect(SteadyTime deadline);
    Result<void> lookForTables(SteadyTime deadline);
    Result<void> noteHidden(const SqlSource &source, const Error &why, SteadyTime deadline);
    Result<void> lookForFormats(SteadyTime deadline);
    Result<void> takeUp(const std::vector<SqlTableName> &tables, SteadyTime deadline);
    BackendReading readSources(Depth depth, SteadyTime deadline);
    BackendReading sampleLeaders(SteadyTime deadline);
    Result<void> noteRole(const Observation &seen, SteadyTime deadline);
    Result<void> noteGroup(SteadyTime deadline);
    bool isOfMySqlGroup() const;
    Result<void> outlive(BackendReading &reading, SteadyTime deadline);
    Result<void> askZone(const BackendReading &reading, SteadyTime deadline);
    Examination examineServer(SteadyTime deadline);
    void finish(BackendReading &reading);
    void finishWithZone(BackendReading &reading, SteadyTime deadline);
    void keepZoneOf(const SqlServer &server);
    Observation readSource(SqlSource &source, Depth depth, SteadyTime deadline);
    void noteClock(const Observation &seen);
    std::vector<Capability> capabilitiesOfServer() const;
    Error connectionLost() const;

    const BackendSpec m_spec;
    const PasswordSource m_password;
    const std::vector<std::unique_ptr<SqlSource>> m_sources;
    const Clock &m_clock;
    const std::shared_ptr<SocketInterrupt> m_interrupt = std::make_shared<SocketInterrupt>();
    std::unique_ptr<SqlConnection> m_connection;
    ServerInfo m_server;
    SteadyTime m_roleAskedAt{};
    std::optional<SteadyTime> m_lookedForTablesAt; ///< none: not since this connection is there
    SteadyTime m_lookForFormatsAt{};
    std::vector<FoundTable> m_found;
    std::vector<SqlSource *> m_read;   ///< by the read at hand, as its observations
    std::vector<Observation> m_hidden; ///< of tables that may be what is looked for
    SqlZoneInquiry m_zone; ///< of the sessions on this server: one answer for all tables
    QByteArray m_zoneOf;   ///< who that server is; empty: that cannot be told
    size_t m_finished = 0; ///< so many observations of the read at hand are whole
    std::optional<ServerCertificate> m_refused;
    SqlWaitFinder m_waits;
};

Result<void> SqlReader::connect(SteadyTime deadline)
{
    if (m_connection && m_connection->usable())
        return {};
    m_connection.reset();
    auto password = m_password(deadline);
    if (!password)
        return passOn(password);
    auto opened =
        SqlConnection::open(endpointOf(m_spec, std::move(*password)), deadline, m_interrupt);
    if (!opened)
        return passOn(opened);
    m_connection = std::move(*opened);
    m_server = serverInfo(*m_connection);
    keepZoneOf(m_connection->server());
    m_roleAskedAt = m_clock.now();
    m_lookedForTablesAt.reset();
    // A look for them may be what the connection before was lost by.
    m_lookForFormatsAt = std::max(m_lookForFormatsAt, m_clock.now() + afterFirstLook);
    for (const auto &source : m_sources)
        source->connectionChanged();
    m_waits.connectionChanged();
    return {};
}

/** A slow link may cost connections before a zone is known: the next one goes on with it. */
void SqlReader::keepZoneOf(const SqlServer &server)
{
    const QByteArray who = server.proxied ? QByteArray() : server.lasting;
    if (who.isEmpty() || who != m_zoneOf)
        m_zone.forget();
    m_zoneOf = who;
}

BackendReading SqlReader::read(Depth depth, SteadyTime deadline)
{
    if (depth == Depth::Unfed)
        return {}; // there is no feed
    if (depth == Depth::Leaders) {
        BackendReading reading = sampleLeaders(deadline);
        m_interrupt->clear();
        return reading;
    }
    const bool mayBeStale = m_connection && m_connection->usable();
    BackendReading reading = readSources(depth, deadline);
    // A server closes what was idle for too long: that is no failure, only a reason to reconnect.
    const bool lost = reading.failure && reading.failure->kind == ErrorKind::Network;
    if (lost && mayBeStale && !m_interrupt->interrupted())
        reading = readSources(depth, deadline);
    m_interrupt->clear();
    return reading;
}

/** Most of those that are looked for are on no server: they are not to cost one statement each. */
Result<void> SqlReader::lookForTables(SteadyTime deadline)
{
    using namespace std::chrono_literals;
    constexpr auto holdsFor = 10s;
    m_read.clear();
    QStringList names;
    for (const auto &source : m_sources) {
        if (!source->isTakenUp())
            names << source->place().table;
    }
    const SteadyTime now = m_clock.now();
    const bool isDue = !m_lookedForTablesAt || now - *m_lookedForTablesAt >= holdsFor;
    if (!names.isEmpty() && isDue) {
        m_hidden.clear();
        const auto found =
            findTables(*m_connection, m_spec.database, names, NamePart::Whole, deadline);
        if (!found)
            return passOn(found);
        if (auto taken = takeUp(*found, deadline); !taken)
            return taken;
        m_lookedForTablesAt = now;
    }
    for (const auto &source : m_sources) {
        if (source->isTakenUp())
            m_read.push_back(source.get());
    }
    return {};
}

/** Each table by one: where two libraries call theirs so, the first whose columns are there. */
Result<void> SqlReader::takeUp(const std::vector<SqlTableName> &tables, SteadyTime deadline)
{
    const auto isAt = [](const SqlSource &source, const SqlTableName &table) {
        const SqlTableName place = source.place();
        return place.table == table.table
               && place.schema.compare(table.schema, Qt::CaseInsensitive) == 0;
    };
    for (const SqlTableName &table : tables) {
        const bool isRead =
            std::any_of(m_sources.begin(), m_sources.end(), [&](const auto &source) {
                return source->isTakenUp() && isAt(*source, table);
            });
        const SqlSource *last = nullptr;
        Result<void> taken;
        for (const auto &source : m_sources) {
            if (isRead || !isAt(*source, table))
                continue;
            taken = source->takeUp(*m_connection, deadline);
            if (taken)
                break;
            if (!m_connection->usable())
                return taken;
            last = source.get();
        }
        if (last && !taken) {
            if (auto noted = noteHidden(*last, taken.error(), deadline); !noted)
                return noted;
        }
    }
    return {};
}

/**
 * A table of a library's name is another program's only where all of its columns may be read;
 * otherwise it may well hold locks, and is told like any that is denied.
 */
Result<void> SqlReader::noteHidden(const SqlSource &source, const Error &why, SteadyTime deadline)
{
    if (isCutOffFromGroup(why.nativeCode) || isBehindItsGroup(why.nativeCode))
        return tl::make_unexpected(why);
    if (why.kind == ErrorKind::Config || why.kind == ErrorKind::Unsupported)
        return {};
    const SqlTableName place = source.place();
    const auto schema = quotedSqlIdentifier(place.schema);
    const auto table = quotedSqlIdentifier(place.table);
    if (!schema || !table)
        return {};
    const auto whole =
        m_connection->select(QStringLiteral("SELECT * FROM %1.%2 LIMIT 0").arg(*schema, *table), {},
                             deadline, [](const SqlRow &) {});
    if (!m_connection->usable())
        return passOn(whole);
    if (whole && why.kind == ErrorKind::NotFound)
        return {};
    Observation hidden;
    hidden.source = source.name();
    hidden.systems = source.systems();
    hidden.absent = why;
    if (!whole)
        hidden.absent->kind = ErrorKind::Denied;
    m_hidden.push_back(std::move(hidden));
    return {};
}

/** For whoever wonders what else is there. */
Result<void> SqlReader::lookForFormats(SteadyTime deadline)
{
    m_lookForFormatsAt = m_clock.now() + formatsHoldFor;
    m_found.clear();
    // It helps nobody who waits for the locks.
    const SteadyTime patience = std::chrono::steady_clock::now() + m_spec.timeout / 2;
    auto found = findFormatTables(*m_connection, m_spec.database, std::min(deadline, patience));
    if (!found)
        return m_connection->usable() ? Result<void>() : passOn(found);
    for (FoundTable &table : *found) {
        const bool isWatched =
            std::any_of(m_sources.begin(), m_sources.end(), [&table](const auto &source) {
                const SqlTableName place = source->place();
                return source->isTakenUp() && place.table == table.table.table
                       && place.schema == table.table.schema;
            });
        if (!isWatched && !table.misfit && m_spec.watches(table.table.system))
            m_found.push_back(std::move(table));
    }
    return {};
}

BackendReading SqlReader::readSources(Depth depth, SteadyTime deadline)
{
    BackendReading reading;
    m_finished = 0;
    // A read that waits for a group which cannot decide would not come back: it is asked before.
    const auto connected =
        connect(deadline)
            .and_then([&] { return isOfMySqlGroup() ? noteGroup(deadline) : Result<void>(); })
            .and_then([&] { return lookForTables(deadline); });
    reading.server = m_server;
    if (!connected) {
        reading.failure = connected.error();
        return reading;
    }
    bool keptUp = true; // with the group, whatever became of the connection
    const auto begun = std::chrono::steady_clock::now();
    for (SqlSource *source : m_read) {
        keptUp = keptUp && (!isOfMySqlGroup() || m_connection->keepsUpWithGroup());
        reading.observations.push_back(readSource(*source, depth, deadline));
        const Observation &seen = reading.observations.back();
        noteClock(seen);
        const auto alive =
            outlive(reading, deadline).and_then([&] { return noteRole(seen, deadline); });
        if (!alive) {
            reading.failure = alive.error();
            break;
        }
        // The rows of many tables need not be kept at the same time where nothing is asked.
        if (m_finished + 1 == reading.observations.size() && !source->lacksZone(m_zone.zone()))
            finish(reading);
    }
    const bool broken = reading.failure.has_value();
    finishWithZone(reading, deadline);
    if (broken)
        reading.observations.pop_back();
    if (const auto grouped = noteGroup(deadline); !reading.failure && !grouped)
        reading.failure = grouped.error();
    if (!reading.failure && m_connection && m_connection->usable() && !m_interrupt->interrupted())
        reading.waits = m_waits.look(*m_connection, reading.observations, deadline);
    // Seldom, behind all that was asked for, and in one database alone: a server may have many.
    const bool mayLook = depth == Depth::Routine && !m_spec.database.isEmpty() && !reading.failure
                         && m_connection && m_connection->usable() && !m_interrupt->interrupted();
    if (mayLook && m_clock.now() >= m_lookForFormatsAt && !lookForFormats(deadline))
        m_connection.reset(); // the next read opens another; nothing of this one is missing
    reading.found = m_found;
    if (!reading.failure)
        reading.observations.insert(reading.observations.end(), m_hidden.begin(), m_hidden.end());
    const bool isUnsettled = m_server.group && m_server.group->state != GroupMember::State::Settled;
    const bool wasUnsettled = m_server.group && !keptUp;
    if ((m_server.replica || isUnsettled || wasUnsettled) && !reading.observations.empty()) {
        std::for_each(reading.observations.begin(), reading.observations.end(), doubt);
        auto &problems = reading.observations.front().problems;
        const bool isTold =
            std::any_of(reading.observations.begin(), reading.observations.end(), saysItIsCutOff);
        if (!isTold)
            problems.push_back(isUnsettled        ? m_server.group->trouble
                               : m_server.replica ? followsAnother()
                                                  : readBeforeItSettled());
    }
    reading.latency = since(begun);
    reading.server = m_server;
    return reading;
}

BackendReading SqlReader::sampleLeaders(SteadyTime deadline)
{
    BackendReading reading;
    if (!m_connection || !m_connection->usable()) {
        reading.failure = connectionLost();
        return reading;
    }
    const auto begun = std::chrono::steady_clock::now();
    for (const auto &source : m_sources) {
        if (!source->maySample())
            continue;
        Observation seen = source->sample(*m_connection, deadline);
        source->finish(seen, m_zone);
        if (!m_connection->usable()) {
            reading.failure = seen.problems.empty() ? connectionLost() : seen.problems.back();
            break;
        }
        if (m_server.mayLag())
            doubt(seen);
        reading.observations.push_back(std::move(seen));
    }
    reading.latency = since(begun);
    reading.server = m_server;
    return reading;
}

/**
 * A server keeps its connections when its role changes. Each read tells whether it may be written
 * to; whom it follows is asked when that has turned, now and then, and more often while it is not
 * the server that locks are taken on.
 */
Result<void> SqlReader::noteRole(const Observation &seen, SteadyTime deadline)
{
    using namespace std::chrono_literals;
    const SteadyTime now = m_clock.now();
    const bool turned = seen.serverReadOnly && *seen.serverReadOnly != m_server.readOnly;
    if (turned)
        m_server.readOnly = *seen.serverReadOnly;
    const auto holds = m_server.readOnly || m_server.replica ? 2s : 60s;
    if (!turned && now - m_roleAskedAt < holds)
        return {};
    m_roleAskedAt = now;
    auto asked = m_connection->askRole(deadline);
    m_server.replica = m_connection->server().replica;
    return asked;
}

/** Its sessions may wait for the group; a MariaDB's statements do by themselves. */
bool SqlReader::isOfMySqlGroup() const
{
    return m_connection->server().clustered && !m_connection->server().mariaDb;
}

/** Behind the rows: they are of a member that was settled still when they had been read. */
Result<void> SqlReader::noteGroup(SteadyTime deadline)
{
    if (!m_connection || !m_connection->usable())
        return {};
    auto asked = m_connection->askGroup(deadline);
    ServerInfo now = serverInfo(*m_connection);
    m_server.group = std::move(now.group);
    m_server.replica = now.replica;
    m_server.identity = std::move(now.identity); // who leaves a group is not its members any more
    return asked;
}

/** What is only a help (locked rows, hosts) may break off: the table was read before. */
Result<void> SqlReader::outlive(BackendReading &reading, SteadyTime deadline)
{
    const Observation &seen = reading.observations.back();
    if (m_connection->usable())
        return {};
    if (!seen.complete || m_interrupt->interrupted())
        return tl::make_unexpected(seen.problems.empty() ? connectionLost() : seen.problems.back());
    finish(reading); // before the sources are told of another connection
    return connect(deadline);
}

/** Behind everything else: however slow the link is, the rows were read by then. */
Result<void> SqlReader::askZone(const BackendReading &reading, SteadyTime deadline)
{
    const bool lacking =
        std::any_of(m_sources.begin(), m_sources.end(),
                    [this](const auto &source) { return source->lacksZone(m_zone.zone()); });
    if (lacking && m_zone.zone())
        m_zone.forget(); // there seems to be another server behind the connection
    if (!lacking && !(m_zone.zone() && m_zone.isWanted()))
        return {};
    Micros roundTrip = Micros::max();
    for (const Observation &seen : reading.observations) {
        if (seen.clock.server != ServerTime{})
            roundTrip = std::min(roundTrip, 2 * seen.clock.uncertainty);
    }
    return m_zone.goOn(*m_connection, deadline,
                       roundTrip == Micros::max() ? Micros::zero() : roundTrip);
}

void SqlReader::finish(BackendReading &reading)
{
    for (; m_finished < reading.observations.size(); ++m_finished)
        m_read[m_finished]->finish(reading.observations[m_finished], m_zone);
}

void SqlReader::finishWithZone(BackendReading &reading, SteadyTime deadline)
{
    const bool alive = !reading.failure && m_connection->usable() && !m_interrupt->interrupted();
    const auto asked = alive ? askZone(reading, deadline) : Result<void>();
    finish(reading);
    if (alive && !asked && !m_connection->usable() && !connect(deadline))
        reading.failure = asked.error();
}

Observation SqlReader::readSource(SqlSource &source, Depth depth, SteadyTime deadline)
{
    const auto begun = std::chrono::steady_clock::now();
    Observation seen = depth == Depth::Routine   ? source.poll(*m_connection, deadline)
                       : depth == Depth::Listing ? source.list(*m_connection, deadline)
                                                 : source.read(*m_connection, deadline);
    if (seen.latency == Micros::zero())
        seen.latency = since(begun);
    return seen;
}

void SqlReader::noteClock(const Observation &seen)
{
    if (seen.clock.server == ServerTime{})
        return;
    m_server.clockOffset =
        std::chrono::duration_cast<Micros>(seen.clock.serverAt(m_clock.now()) - m_clock.wallNow());
}

Examination SqlReader::examine(SteadyTime deadline)
{
    retryTunnel(m_spec.tunnel);
    Examination result = examineServer(deadline);
    addHops(result, m_spec);
    return result;
}

Examination SqlReader::examineServer(SteadyTime deadline)
{
    Examination result;
    m_refused.reset();
    const auto connected = connect(deadline).and_then([&] { return lookForTables(deadline); });
    result.server = m_server;
    if (!connected) {
        CertificateFault fault =
            withShownCertificate(connected.error(), endpointOf(m_spec, {}), deadline, *m_interrupt);
        result.problems.push_back({{}, std::move(fault.error)});
        m_refused = std::move(fault.acceptable);
        m_interrupt->clear();
        return result;
    }
    if (const auto grouped = noteGroup(deadline); !grouped)
        result.problems.push_back({{}, grouped.error()});
    result.capabilities = capabilitiesOfServer();
    const auto begun = std::chrono::steady_clock::now();
    ServerTime serverTime{};
    const auto asked = m_connection->select(
        QStringLiteral("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))"), {},
        deadline, [&](const SqlRow &row) { serverTime = ServerTime(Micros(row.integer(0))); });
    result.latency = since(begun);
    if (asked)
        m_server.clockOffset = serverTime - m_clock.wallNow();
    else
        result.problems.push_back({{}, asked.error()});
    for (SqlSource *source : m_read) {
        if (!m_connection->usable())
            break;
        for (Capability &capability : source->examine(*m_connection, deadline))
            result.capabilities.push_back(std::move(capability));
        // What stands in the way of reading is said by reading.
        if (!m_connection->usable())
            break;
        Observation seen = source->read(*m_connection, deadline);
        source->finish(seen, m_zone);
        for (const Error &problem : seen.problems)
            result.problems.push_back({source->name(), problem});
    }
    if (m_connection->usable() && lookForFormats(deadline))
        result.found = m_found;
    if (!m_connection->usable() && result.problems.empty())
        result.problems.push_back({{}, connectionLost()});
    result.server = m_server;
    m_interrupt->clear();
    return result;
}

Error SqlReader::connectionLost() const
{
    return {ErrorKind::Network, 0,
            Words::tr("The connection to %1 was lost.").arg(m_spec.address()),
            Words::tr("Try again.")};
}

std::vector<Capability> SqlReader::capabilitiesOfServer() const
{
    const SqlServer &server = m_connection->server();
    constexpr int oldestMariaDb = 100500;
    constexpr int oldestMySql = 80000;
    Capability version;
    version.id = QStringLiteral("mysql.version");
    version.subject = Words::tr("A version this program knows");
    version.available = server.version >= (server.mariaDb ? oldestMariaDb : oldestMySql);
    version.reason = QStringLiteral("%1 %2").arg(m_server.product, server.versionText);
    if (!version.available)
        version.remedy =
            Words::tr("Use MySQL 8.0 or MariaDB 10.5 or later; older ones are not tested.");

    Capability primary;
    primary.id = QStringLiteral("mysql.primary");
    primary.subject = Words::tr("The server that is written to");
    primary.available = !server.replica;
    const Error follows = followsAnother();
    primary.reason = server.replica ? follows.message : Words::tr("It follows no other server.");
    if (server.replica)
        primary.remedy = follows.remedy;
    std::vector<Capability> capabilities{version, primary};
    if (server.group)
        capabilities.push_back(groupCapability(*server.group));
    return capabilities;
}

} // namespace

std::unique_ptr<BackendReader> makeSqlReader(const BackendSpec &spec, PasswordSource password,
                                             std::vector<std::unique_ptr<SqlSource>> sources,
                                             const Clock &clock)
{
    return std::make_unique<SqlReader>(spec, std::move(password), std::move(sources), clock);
}

} // namespace lockmaster

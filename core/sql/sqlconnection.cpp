// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlconnection.h"

#include "core/text/literaltext.h"
#include "core/text/sqlname.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"
#include "core/sql/sqlcall.h"
#include "core/sql/sqlcertificate.h"
#include "core/sql/sqlerror.h"
#include "core/sql/sqlgroup.h"
#include "core/sql/sqlhandshake.h"
#include "core/sql/sqllogin.h"
#include "core/sql/sqloptions.h"
#include "core/sql/sqlserverprobe.h"
#include "core/sql/sqlstream.h"
#include "core/transport/tlserror.h"

#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QSqlQuery>

#include <fcntl.h>
#include <mysql.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace lockmaster {

namespace {

constexpr size_t mostPreparedStatements = 64;
constexpr qsizetype longestIdentifier = 64;
/** Of all statements that are kept prepared: an honest server's take a tenth of it. */
constexpr qint64 mostPrepared = 8 << 20;
constexpr qint64 mostHandedOn = 2048; ///< bytes of a streamed row: whoever takes it counts rows

/** The driver counts its connections without a lock when one is made or ends. */
std::mutex &driverMutex()
{
    static std::mutex mutex;
    return mutex;
}

QString nextConnectionName()
{
    static std::atomic<quint64> count = 0;
    return QStringLiteral("lockmaster-sql-%1").arg(++count);
}

/** The type is named after the library's struct, which differs between libraries. */
bool isMySqlPointer(const QVariant &handle)
{
    return handle.isValid() && handle.metaType().flags().testFlag(QMetaType::IsPointer)
           && QByteArrayView(handle.typeName()).contains("mysql");
}

class QueryRow final : public SqlRow
{
public:
    explicit QueryRow(const QSqlQuery &query) : m_query(query) {}

    bool isNull(int column) const override { return m_query.value(column).isNull(); }
    qint64 integer(int column) const override { return m_query.value(column).toLongLong(); }
    QString text(int column) const override { return m_query.value(column).toString(); }
    QByteArray bytes(int column) const override
    {
        const QVariant value = m_query.value(column);
        return value.typeId() == QMetaType::QByteArray ? value.toByteArray()
                                                       : value.toString().toUtf8();
    }
    QByteArrayView view(int column) const override { return m_viewed[column] = bytes(column); }

private:
    const QSqlQuery &m_query;
    mutable QHash<int, QByteArray> m_viewed;
};

} // namespace

struct SqlConnection::Private {
    Endpoint endpoint;
    SqlServer server;
    QString name = nextConnectionName();
    QSqlDatabase database;
    MYSQL *mysql = nullptr; ///< of `database`
    SqlPackets packets;
    bool describesTypes = false; ///< of MariaDB's own, with each column
    std::unordered_map<QString, std::unique_ptr<QSqlQuery>> statements;
    qint64 preparedBytes = 0; ///< that `statements` take
    qint64 greetedAs = 0;     ///< the connection's id as the handshake gave it
    QByteArray greetedBy;     ///< the version, likewise
    int socket = -1;          ///< a descriptor of our own for the connection's socket
    bool over = false;
    bool isSecondary = false;
    QByteArray groupsName;             ///< who it is, as a member of its group
    bool followsBySource = false;      ///< and not as a secondary of its group
    std::optional<bool> waitsForGroup; ///< each read of a table; none: as the server has it
    std::shared_ptr<SocketInterrupt> interrupt;

    ~Private();
    Result<void> connect(SteadyTime deadline);
    Result<void> checkSession();
    Result<void> adoptConnection();
    Error failed(const QSqlError &error, const SqlCall &call);
    Error failed(Error error, const SqlCall &call);
    Error failed(Error error, bool deadlinePassed = false);
    Result<QSqlQuery *> prepared(const QString &sql, const SqlCall &call);
    Result<QSqlQuery *> run(const QString &sql, const QVariantList &values, const SqlCall &call);
    Result<void> ready(SteadyTime deadline) const;
    Error withoutRows() const;
    Error tooManyRows(qint64 maxRows) const;
    Error tooLarge(const SqlCall &call) const;
    void forget(const QString &sql);
};

SqlConnection::Private::~Private()
{
    interrupt->detach();
    // Statements of a connection that is over must not talk to the server any more.
    over = over || interrupt->interrupted();
    if (over && socket >= 0)
        ::shutdown(socket, SHUT_RDWR);
    if (over)
        database.close();
    statements.clear();
    database.close();
    database = QSqlDatabase();
    const std::lock_guard lock(driverMutex());
    QSqlDatabase::removeDatabase(name);
    if (socket >= 0)
        ::close(socket);
}

Error SqlConnection::Private::failed(const QSqlError &error, const SqlCall &call)
{
    return failed(sqlError(error, endpoint), call);
}

Error SqlConnection::Private::failed(Error error, const SqlCall &call)
{
    if (!call.wasTooLarge() || call.deadlinePassed())
        return failed(std::move(error), call.deadlinePassed());
    over = true;
    return tooLarge(call);
}

Error SqlConnection::Private::failed(Error error, bool deadlinePassed)
{
    Error result = deadlinePassed ? sqlTimeout(endpoint) : std::move(error);
    if (interrupt->interrupted())
        result = {ErrorKind::Network,
                  0,
                  Words::tr("The conversation with %1 was ended.").arg(endpoint.address),
                  {}};
    if (interrupt->interrupted() || endsConnection(result))
        over = true;
    return result;
}

Result<void> SqlConnection::Private::connect(SteadyTime deadline)
{
    {
        const std::lock_guard lock(driverMutex());
        database = QSqlDatabase::addDatabase(QStringLiteral("QMYSQL"), name);
    }
    if (!database.isValid())
        return failure(ErrorKind::Unsupported, Words::tr("Qt's driver for MySQL is not installed."),
                       Words::tr("Install the package libqt6sql6-mysql."));
    if (!standsOnLibMariaDb() || !SqlHandshake::canBound())
        return failure(ErrorKind::Unsupported,
                       Words::tr("Qt's driver for MySQL stands on a client library whose "
                                 "connections cannot be bounded."),
                       Words::tr("Use the driver of the package "
                                 "libqt6sql6-mysql, on libmariadb."));
    // The library compares names with what is dialled, which is the near end of a tunnel.
    QByteArray verified;
    if (endpoint.tls == TlsMode::Verify && endpoint.tunnel.isSet()
        && endpoint.socketPath.isEmpty()) {
        const auto certificate = verifiedSqlCertificate(endpoint, deadline, *interrupt);
        if (!certificate)
            return passOn(certificate);
        verified = *certificate;
    }
    const auto options = sqlOptions(endpoint, verified);
    if (!options)
        return passOn(options);
    const auto key = SqlLogin::serverKey(endpoint);
    if (!key)
        return passOn(key);
    database.setHostName(options->host);
    database.setPort(options->port);
    database.setUserName(endpoint.user);
    database.setDatabaseName(endpoint.database);
    database.setConnectOptions(options->connectOptions);
    const SqlHandshake handshake(deadline, *interrupt, packets, endpoint.tls == TlsMode::Verify);
    const SqlLogin login(endpoint, *key);
    // Given here and not set: the database object forgets it again.
    const bool opened = database.open(endpoint.user, QString::fromUtf8(endpoint.password.reveal()));
    const auto done = login.refusal() ? tl::make_unexpected(*login.refusal())
                      : opened ? adoptConnection().and_then([this] { return checkSession(); })
                               : tl::make_unexpected(sqlError(database.lastError(), endpoint));
    if (handshake.wasSpokenToEarly()) {
        over = true;
        return tl::make_unexpected(
            failed(tlsError(TlsFault::SpokenToEarly, 0, endpoint.address, {})));
    }
    // A driver whose first statements are cut takes the server for one of few abilities.
    if (const SqlCall *call = handshake.call(); call && (!done || call->endedConnection()))
        return tl::make_unexpected(failed(done ? sqlTimeout(endpoint) : done.error(), *call));
    return done ? done : tl::make_unexpected(failed(done.error()));
}

Result<void> SqlConnection::Private::adoptConnection()
{
    server.clientLibrary =
        QStringLiteral("libmariadb %1").arg(QLatin1StringView(::mysql_get_client_info()));
    const QVariant handle = database.driver()->handle();
    if (!isMySqlPointer(handle))
        return failure(ErrorKind::Unsupported,
                       Words::tr("Qt's driver for MySQL does not give its connection away."),
                       Words::tr("Use the driver of the package libqt6sql6-mysql."));
    mysql = *static_cast<MYSQL *const *>(handle.constData());
    unsigned long abilities = 0;
    ::mariadb_get_infov(mysql, MARIADB_CONNECTION_EXTENDED_SERVER_CAPABILITIES, &abilities);
    describesTypes = (abilities & (MARIADB_CLIENT_EXTENDED_METADATA >> 32)) != 0;
    SqlHandshake::refuseFiles(mysql); // should it not have heard of the handshake
    socket = ::fcntl(int(::mysql_get_socket(mysql)), F_DUPFD_CLOEXEC, 0);
    // Qt's driver allows several in one text, and what is streamed is not prepared, which would
    // refuse them. A proxy may not know how; if the connection is lost, the next statement tells.
    ::mysql_set_server_option(mysql, MYSQL_OPTION_MULTI_STATEMENTS_OFF);
    greetedAs = qint64(::mysql_thread_id(mysql));
    greetedBy = ::mysql_get_server_info(mysql);
    if (const char *cipher = ::mysql_get_ssl_cipher(mysql))
        server.cipher = QString::fromLatin1(cipher);
    const char *version = nullptr;
    if (!server.cipher.isEmpty()
        && ::mariadb_get_infov(mysql, MARIADB_CONNECTION_TLS_VERSION, &version) == 0 && version)
        server.tlsVersion = QString::fromLatin1(version);
    return {};
}

Result<void> SqlConnection::Private::checkSession()
{
    if (endpoint.tls == TlsMode::Verify && server.cipher.isEmpty())
        return failure(ErrorKind::Tls,
                       Words::tr("The connection to %1 is not encrypted.").arg(endpoint.address),
                       Words::tr("Switch TLS on in the server."));
    // Without them the driver would put values into the text itself, and read cut replies as empty.
    if (!database.driver()->hasFeature(QSqlDriver::PreparedQueries))
        return failure(ErrorKind::Unsupported,
                       Words::tr("%1 refuses prepared statements.").arg(endpoint.address),
                       Words::tr("Raise the server's max_prepared_stmt_count."));
    return {};
}

Result<QSqlQuery *> SqlConnection::Private::prepared(const QString &sql, const SqlCall &call)
{
    if (const auto known = statements.find(sql); known != statements.end())
        return known->second.get();
    if (statements.size() >= mostPreparedStatements || preparedBytes > mostPrepared) {
        statements.clear();
        preparedBytes = 0;
    }
    auto query = std::make_unique<QSqlQuery>(database);
    query->setForwardOnly(true);
    packets.beginPreparation(describesTypes);
    const bool prepared = query->prepare(sql);
    preparedBytes += packets.endPreparation();
    if (!prepared) {
        const Error error = failed(query->lastError(), call);
        if (over)
            statements[sql] = std::move(query); // ends after its connection
        return tl::make_unexpected(error);
    }
    return (statements[sql] = std::move(query)).get();
}

Result<QSqlQuery *> SqlConnection::Private::run(const QString &sql, const QVariantList &values,
                                                const SqlCall &call)
{
    auto query = prepared(sql, call);
    if (!query)
        return query;
    for (int i = 0; i < values.size(); ++i)
        (*query)->bindValue(i, values[i]);
    if (!(*query)->exec()) {
        const Error error = failed((*query)->lastError(), call);
        forget(sql);
        return tl::make_unexpected(error);
    }
    return query;
}

/** After an error a statement is prepared anew: the table may not be what it was. */
void SqlConnection::Private::forget(const QString &sql)
{
    if (!over)
        statements.erase(sql);
}

Result<void> SqlConnection::Private::ready(SteadyTime deadline) const
{
    if (over || interrupt->interrupted())
        return failure(ErrorKind::Network,
                       Words::tr("The connection to %1 is closed.").arg(endpoint.address), {});
    if (std::chrono::steady_clock::now() >= deadline)
        return tl::make_unexpected(sqlTimeout(endpoint));
    return {};
}

Error SqlConnection::Private::withoutRows() const
{
    return {ErrorKind::Protocol,
            0,
            Words::tr("%1 answered a read without rows.").arg(endpoint.address),
            {}};
}

Error SqlConnection::Private::tooManyRows(qint64 maxRows) const
{
    return {ErrorKind::Truncated,
            0,
            Words::tr("%1 has more than %2 rows; the rest is not read.")
                .arg(endpoint.address)
                .arg(maxRows),
            {}};
}

Error SqlConnection::Private::tooLarge(const SqlCall &call) const
{
    QString message;
    switch (call.excess()) {
    case SqlExcess::Count:
        message = Words::tr("The connection to %1 was closed: its answer has more columns or rows "
                            "than Lockmaster is willing to read.")
                      .arg(endpoint.address);
        break;
    case SqlExcess::Length:
        message = Words::tr("The connection to %1 was closed: the columns that it describes are "
                            "larger than Lockmaster is willing to read (%2 MB).")
                      .arg(endpoint.address)
                      .arg(SqlPackets::mostClaimed >> 20);
        break;
    case SqlExcess::Early:
        message = Words::tr("The connection to %1 was closed: it answered what it was not asked.")
                      .arg(endpoint.address);
        break;
    case SqlExcess::None:
        message = Words::tr("The connection to %1 was closed: its answer is larger "
                            "than Lockmaster is willing to read (%2 MB).")
                      .arg(endpoint.address)
                      .arg(call.most() >> 20);
        break;
    }
    return {ErrorKind::Network, 0, message, {}};
}

SqlConnection::SqlConnection(std::unique_ptr<Private> p) : d(std::move(p)) {}
SqlConnection::~SqlConnection() = default;

Result<std::unique_ptr<SqlConnection>>
SqlConnection::open(const Endpoint &endpoint, SteadyTime deadline,
                    std::shared_ptr<SocketInterrupt> interrupt)
{
    std::unique_ptr<SqlConnection> connection(new SqlConnection(std::make_unique<Private>()));
    Private &d = *connection->d;
    d.interrupt = interrupt ? std::move(interrupt) : std::make_shared<SocketInterrupt>();
    auto there = dialled(endpoint, deadline, *d.interrupt);
    if (!there)
        return passOn(there);
    d.endpoint = std::move(*there);
    auto done = d.connect(deadline);
    d.endpoint.password = {};
    if (d.socket >= 0)
        d.interrupt->attach(d.socket);
    if (done)
        done = probeSqlServer(*connection, d.server, deadline);
    // A proxy counts connections of its own, or none (MySQL Router, where it ends TLS or shares
    // them), or says what it is. The handshake has room for 32 bits of the id.
    d.server.proxied =
        quint32(d.greetedAs) != quint32(d.server.connectionId) || d.greetedBy.endsWith("-router");
    if (done)
        done = prepareSqlSession(*connection, d.server, deadline);
    d.followsBySource = d.server.replica;
    d.groupsName = d.server.lasting;
    if (done)
        done = connection->askGroup(deadline);
    if (!done)
        return tl::make_unexpected(explained(done.error(), d.endpoint));
    return connection;
}

const SqlServer &SqlConnection::server() const
{
    return d->server;
}

const Endpoint &SqlConnection::endpoint() const
{
    return d->endpoint;
}

bool SqlConnection::usable() const
{
    return !d->over && !d->interrupt->interrupted();
}

Result<qint64> SqlConnection::select(const QString &sql, const QVariantList &values,
                                     SteadyTime deadline,
                                     const std::function<void(const SqlRow &)> &row, qint64 maxRows)
{
    if (const auto ready = d->ready(deadline); !ready)
        return passOn(ready);
    SqlCall call(d->socket, deadline, d->packets);
    const auto query = d->run(sql, values, call);
    if (!query)
        return passOn(query);
    QSqlQuery &answer = **query;
    if (!answer.isSelect()) {
        d->statements.erase(sql); // rows that nobody reads would be in the next one's way
        return tl::make_unexpected(d->withoutRows());
    }
    const QueryRow current(answer);
    qint64 rows = 0;
    bool more = answer.next();
    for (; more && rows < maxRows; more = answer.next(), ++rows)
        row(current);
    const QSqlError error = answer.lastError();
    // Qt's driver takes a row that the library cannot read for the end of all rows.
    const bool cut = !more && rows < answer.size();
    answer.finish();
    // The answer may be complete, but nothing can follow it.
    d->over = d->over || call.endedConnection();
    if (error.isValid() || cut) {
        const Error failed = d->failed(
            error.isValid() ? sqlError(error, d->endpoint) : sqlError(0, {}, d->endpoint), call);
        d->forget(sql);
        return tl::make_unexpected(failed);
    }
    if (more)
        return tl::make_unexpected(d->tooManyRows(maxRows));
    return rows;
}

bool SqlConnection::streamsBytes() const
{
    return d->mysql != nullptr;
}

Result<qint64> SqlConnection::stream(const QString &sql, SteadyTime deadline,
                                     const std::function<void(const SqlRow &)> &row, qint64 maxRows)
{
    if (const auto ready = d->ready(deadline); !ready)
        return passOn(ready);
    SqlCall call(d->socket, deadline, d->packets);
    const auto take = [&call, &row](const SqlRow &current) {
        call.allowRow(mostHandedOn);
        row(current);
    };
    const SqlStreamEnd end = streamSqlRows(d->mysql, sql.toUtf8(), take, maxRows);
    d->over = d->over || call.endedConnection();
    if (end.failed)
        return tl::make_unexpected(
            d->failed(sqlError(end.error, end.errorText, d->endpoint), call));
    if (!end.isSelect)
        return tl::make_unexpected(d->withoutRows());
    if (end.more)
        return tl::make_unexpected(d->tooManyRows(maxRows));
    return end.rows;
}

Result<void> SqlConnection::prepare(const QString &sql, SteadyTime deadline)
{
    if (auto ready = d->ready(deadline); !ready)
        return ready;
    SqlCall call(d->socket, deadline, d->packets);
    if (const auto query = d->prepared(sql, call); !query)
        return passOn(query);
    return {};
}

Result<void> SqlConnection::askRole(SteadyTime deadline)
{
    const auto replica = askSqlReplica(*this, d->server.mariaDb, deadline);
    if (!replica)
        return passOn(replica);
    d->followsBySource = replica->value_or(false);
    d->server.replica = d->followsBySource || d->isSecondary;
    return {};
}

Result<void> SqlConnection::askGroup(SteadyTime deadline)
{
    if (!d->server.clustered)
        return {};
    auto asked = askSqlGroup(*this, deadline);
    if (!asked)
        return passOn(asked);
    d->isSecondary = asked->isSecondary;
    d->server.replica = d->followsBySource || d->isSecondary;
    d->server.group = std::move(asked->member);
    if (d->server.mariaDb)
        return {};
    // Who runs by itself is not those whose name it has.
    const QByteArray &run = d->server.identity;
    d->server.lasting = d->server.group ? d->groupsName : run.left(run.lastIndexOf('@'));
    return keepUpWithGroup(deadline);
}

Result<void> SqlConnection::keepUpWithGroup(SteadyTime deadline)
{
    auto &group = d->server.group;
    bool wait = group && group->state == GroupMember::State::Settled;
    if (wait && d->waitsForGroup != true) {
        const auto inVain = whoWaitsInVain(*this, deadline);
        if (!inVain)
            return passOn(inVain);
        wait = *inVain == 0;
        if (!wait)
            group = withoutAnswer(*group, *inVain);
    }
    if (d->waitsForGroup == wait)
        return {};
    d->waitsForGroup.reset();
    if (const auto set = waitForGroup(*this, wait, deadline); !set)
        return passOn(set);
    d->waitsForGroup = wait;
    return {};
}

bool SqlConnection::keepsUpWithGroup() const
{
    return d->waitsForGroup == true;
}

Result<qint64> SqlConnection::execute(const QString &sql, const QVariantList &values,
                                      SteadyTime deadline)
{
    if (const auto ready = d->ready(deadline); !ready)
        return passOn(ready);
    SqlCall call(d->socket, deadline, d->packets);
    const auto query = d->run(sql, values, call);
    if (!query)
        return passOn(query);
    const qint64 matched = (*query)->numRowsAffected();
    (*query)->finish();
    d->over = d->over || call.endedConnection();
    return matched;
}

void SqlConnection::interrupt() noexcept
{
    d->interrupt->interrupt();
}

Result<QString> quotedSqlIdentifier(const QString &name)
{
    if (name.isEmpty() || name.size() > longestIdentifier || name.contains(QChar(0)))
        return failure(
            ErrorKind::Config,
            Words::tr("'%1' cannot be the name of a table or column.").arg(literalText(name)),
            Words::tr("A name has 1 to 64 characters."));
    return inBackticks(name);
}

} // namespace lockmaster

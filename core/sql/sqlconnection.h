// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/groupmember.h"
#include "core/domain/observation.h"
#include "core/transport/endpoint.h"

#include <QVariantList>

#include <functional>
#include <memory>

namespace lockmaster {

class SocketInterrupt;

/** What a MySQL-like server is, as it said when the connection opened. */
struct SqlServer {
    bool mariaDb = false;
    int version = 0;       ///< 101119 for 10.11.19, 80400 for 8.4.0
    QString versionText;   ///< as the server writes it
    QString clientLibrary; ///< `libmariadb 3.3.14`
    QString cipher;        ///< empty: plaintext
    QString tlsVersion;    ///< `TLSv1.3`; empty: plaintext, or not told by the client library
    QByteArray identity;   ///< server uuid where there is one, and start time: ids restart with it
    QByteArray lasting;    ///< who it is across restarts; the members of a cluster share it
    QString account;       ///< CURRENT_USER(), for remedies
    QString database;      ///< the session's schema; empty: none
    bool readOnly = false; ///< @@global.read_only, when the connection opened
    bool replica = false;
    bool clustered = false;           ///< it has to do with a group, and may be in none just now
    std::optional<GroupMember> group; ///< Galera or Group Replication, when it was asked last
    qint64 connectionId = 0;
    bool proxied = false; ///< whoever shook hands was not the server: it gave another id, or none
};

/** The row a `select()` callback is standing on. Columns count from 0. Valid during the call. */
class SqlRow
{
public:
    virtual ~SqlRow() = default;
    virtual bool isNull(int column) const = 0;
    virtual qint64 integer(int column) const = 0;
    virtual QString text(int column) const = 0;
    /** The bytes as sent; select `CAST(... AS BINARY)` for exact ones. */
    virtual QByteArray bytes(int column) const = 0;
    /** The same without a copy; valid during the call. */
    virtual QByteArrayView view(int column) const = 0;
};

/**
 * One session with a MySQL or MariaDB server, over QtSql's QMYSQL.
 *
 * Lives on the thread that opened it; `interrupt()` alone may be called from any thread. Every call
 * blocks at most until its deadline: a watchdog shuts the socket down then, whatever the server
 * drips. After an error of kind Network or Timeout the session is over (`usable()` is false).
 *
 * Errors by kind: Network, Timeout, Auth, Denied, Tls, NotFound, Protocol, Unsupported.
 */
class SqlConnection
{
public:
    /**
     * Connects, verifies TLS where asked (never falls back to plaintext), detects the server and
     * sets the session up for reading: autocommit, bounded lock and statement waits. The session
     * time zone is left as it is. An `interrupt` given can end this call too, and every later one.
     */
    static Result<std::unique_ptr<SqlConnection>>
    open(const Endpoint &endpoint, SteadyTime deadline,
         std::shared_ptr<SocketInterrupt> interrupt = {});
    ~SqlConnection();
    SqlConnection(const SqlConnection &) = delete;
    SqlConnection &operator=(const SqlConnection &) = delete;

    const SqlServer &server() const;
    const Endpoint &endpoint() const;
    bool usable() const;

    /**
     * Runs a prepared read and calls `row` for each of its rows, in the server's order. The
     * statement is kept open and prepared once per text. A reply that is cut in mid-rows is an
     * error, never a short or empty result. `maxRows` bounds what is read: beyond it the result is
     * `Truncated` after that many calls.
     * @return the number of rows.
     */
    Result<qint64> select(const QString &sql, const QVariantList &values, SteadyTime deadline,
                          const std::function<void(const SqlRow &)> &row,
                          qint64 maxRows = 2'000'000);

    /**
     * The same for a statement without values that may have very many rows: they are handed on
     * while they come in, past QtSql, which would keep the whole answer and make a variant of each
     * field. Not prepared.
     */
    Result<qint64> stream(const QString &sql, SteadyTime deadline,
                          const std::function<void(const SqlRow &)> &row,
                          qint64 maxRows = 2'000'000);

    /**
     * `stream()` gives text as the server sends it, in utf8mb4 and byte for byte. Otherwise it has
     * been through Unicode: select `CAST(... AS BINARY)`, which costs the server as much again.
     */
    bool streamsBytes() const;

    /** Prepares a statement ahead, so that its first run is one round trip. */
    Result<void> prepare(const QString &sql, SteadyTime deadline);

    /** Asks anew whether the server follows another; `server()` says it from then on. */
    Result<void> askRole(SteadyTime deadline);
    /**
     * Likewise what it says of its group, and whether it is a secondary of it. Reads of a MySQL
     * wait for a group that is settled from then on. Nothing where there is no group to be in.
     */
    Result<void> askGroup(SteadyTime deadline);
    /** Whether reads of tables, on a MySQL, wait for what its group decided before. */
    bool keepsUpWithGroup() const;

    /** Runs a prepared statement that returns no rows. @return the number of *matched* rows. */
    Result<qint64> execute(const QString &sql, const QVariantList &values, SteadyTime deadline);

    /** Shuts the socket down: a blocked call returns at once with Network. Any thread. */
    void interrupt() noexcept;

private:
    struct Private;
    explicit SqlConnection(std::unique_ptr<Private> d);
    Result<void> keepUpWithGroup(SteadyTime deadline);
    std::unique_ptr<Private> d;
};

/** `` `name` `` with backticks doubled; Config where no server would take it (empty, NUL, > 64). */
Result<QString> quotedSqlIdentifier(const QString &name);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/nodeaddress.h"
#include "core/domain/tunnelspec.h"
#include "core/platform/clock.h"
#include "core/platform/secret.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace lockmaster {

struct LockFormat;

enum class BackendKind : quint8 { MySql, Redis };
enum class Environment : quint8 { Unset, Development, Staging, Production };
enum class TlsMode : quint8 { Off, Verify };

/** The JSON and profile words: `mysql`, `redis`; `development`, ... ; empty for `Unset`. */
QString backendKindName(BackendKind kind);
QString environmentName(Environment environment);
std::optional<Environment> environmentFromName(QStringView name);

/** Whose clock wrote a time column without a zone. */
struct ClockSpec {
    enum class Kind : quint8 { Server, Utc, Zone, Offset };
    Kind kind = Kind::Server;
    QByteArray zone;       ///< IANA name, for `Zone`
    int offsetSeconds = 0; ///< east of UTC, for `Offset`

    friend bool operator==(const ClockSpec &, const ClockSpec &) = default;
};

/** `server`, `utc`, `Asia/Seoul`, `+09:00`. */
QString clockSpecText(const ClockSpec &spec);
/** None for anything that is not one of the four forms, or a zone this machine does not know. */
std::optional<ClockSpec> clockSpecFromText(const QString &text);

/** One table to watch, and which column means what. Identifiers are unquoted and unvalidated. */
struct TableSpec {
    QString system; ///< the id of one that is kept in tables
    QString schema; ///< empty: the backend's database
    QString table;
    std::shared_ptr<const LockFormat>
        format; ///< says all about its columns; null: the three below do
    QString nameColumn;
    QString ownerColumn;
    QString timeColumn;          ///< the expiry, or for a leader table the heartbeat
    std::optional<Micros> lease; ///< leader tables: how long a heartbeat holds; lock tables: none
    ClockSpec clock;
    /** The operator asked for it: its absence is a problem, not a remark. */
    bool named = false;

    friend bool operator==(const TableSpec &, const TableSpec &) = default;
};

/** A table of a format file that is of tables, as its library calls it and writes it. */
TableSpec tableOfFormat(const std::shared_ptr<const LockFormat> &format);

/** The reference designs' tables, as their makers wrote them. */
TableSpec distLockTable();
TableSpec leaderTable();

/** How a Redis is found that sentinels watch: they say which server is its master by now. */
struct SentinelSpec {
    static constexpr quint16 usualPort = 26379;

    std::vector<NodeAddress> hosts; ///< some of the sentinels; empty: there are none
    QString master;                 ///< what they call it
    QString user;                   ///< of the sentinels; the server has its own
    QString passwordFile;           ///< likewise
    QStringList passwordCommand;
    std::optional<TlsMode> tls; ///< none: as the server's

    bool isSet() const { return !hosts.empty(); }

    friend bool operator==(const SentinelSpec &, const SentinelSpec &) = default;
};

/**
 * One backend as the profile or a URL describes it: everything needed to reach and read it,
 * except its password, which is asked for when a connection is opened.
 */
struct BackendSpec {
    QString name; ///< unique in a profile; never empty
    BackendKind kind = BackendKind::MySql;

    QString host = QStringLiteral("127.0.0.1");
    quint16 port = 0;   ///< 0: the kind's default (3306, 6379)
    QString socketPath; ///< a unix socket; wins over host and port
    /** Where it is set, host and port, or the socket, are as the far end of it knows them. */
    TunnelSpec tunnel;
    /** Redis: where it is set, these say where the server is, and there is no host and port. */
    SentinelSpec sentinel;
    /** Redis: some of the nodes of a cluster, which tell of the others; then it is no single
     * server. */
    std::vector<NodeAddress> cluster;
    /** Redis: servers that know nothing of each other. A lock is held where most have it (Redlock).
     */
    std::vector<NodeAddress> redlock;
    std::vector<NodeDial> nodes; ///< of a group: those that are dialled elsewhere than they say
    QString user;
    QString database; ///< MySQL: the schema of unqualified tables; may be empty
    int redisDatabase = 0;

    TlsMode tls = TlsMode::Off;
    QString caFile;   ///< empty: the system's authorities
    QString certFile; ///< client certificate
    QString keyFile;
    QString publicKeyFile; ///< MySQL: the server's RSA key, for whom a password is encrypted

    Environment environment = Environment::Unset;
    bool readOnly = false;
    /** MySQL: libraries whose tables are in the database are found by themselves; then `tables` has
     * those of all that come with the program, unnamed. */
    bool autoFormats = false;
    Millis poll{1000};    ///< 200 ms to 60 s
    bool push = true;     ///< Redis: let the server tell of changes where it can
    int quorum = 0;       ///< on how many of `redlock` a lock has to be; 0: on more than half
    Millis timeout{2000}; ///< connect, and each read; 100 ms to 60 s

    QString passwordFile;
    QStringList passwordCommand; ///< argv; never through a shell
    Secret urlPassword;          ///< only from a URL on the command line
    QStringList aliveCommand;    ///< the operator's own check of holders; see alivecommand.h

    QStringList systems;           ///< ids to watch; empty: every one this kind of backend can have
    std::vector<TableSpec> tables; ///< MySQL: presets when the operator named none
    std::vector<QByteArray> userLocks; ///< MySQL: known user-level lock names
    std::vector<QByteArray> patterns;  ///< Redis: what matches is a lock
    /** Redis: formats of keys that are the operator's own; those that we ship are always read by.
     */
    std::vector<std::shared_ptr<const LockFormat>> keyFormats;
    Micros sleepingHolderAfter = std::chrono::minutes(5);
    Micros expiredNotTakenAfter = std::chrono::seconds(60);

    /** It is several servers, which tell where what is. */
    bool isGroup() const { return sentinel.isSet() || !cluster.empty(); }
    /** It is several servers that tell nothing of each other. */
    bool isQuorum() const { return !redlock.empty(); }
    /** How many of those have to have a lock. */
    int needed() const { return quorum > 0 ? quorum : int(redlock.size() / 2 + 1); }
    /** One of those, by itself. */
    BackendSpec member(size_t number) const;
    /** Where it is asked for first: its address, those of some of its sentinels or nodes, or of all
     * that it is. */
    std::vector<NodeAddress> seeds() const;
    bool watches(const QString &system) const
    {
        return systems.isEmpty() || systems.contains(system);
    }
    quint16 effectivePort() const
    {
        return port != 0 ? port : (kind == BackendKind::MySql ? 3306 : 6379);
    }
    /**
     * `host:port`, `[::1]:port` or the socket's path, and through what it is reached: `db1:3306 via
     * bastion`. For words, never for connecting.
     */
    QString address() const;
    /** The same as the far end of its tunnel knows it. */
    QString farAddress() const;
    /** Where a node of its group is dialled that says it is there. */
    NodeAddress dialledAt(const NodeAddress &announced) const;
    /** Whether a password of it, or of its sentinels, goes over the wire as it is. */
    bool tellsPassword() const
    {
        return kind == BackendKind::Redis
               && (tls == TlsMode::Off || (sentinel.isSet() && sentinel.tls == TlsMode::Off));
    }
};

/** Same in everything that is written down (passwords from a URL are not compared). */
bool operator==(const BackendSpec &a, const BackendSpec &b);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/plainredis.h"
#include "core/lab/servers/privateredis.h"

#include <stop_token>

namespace lockmaster {

/**
 * A group of our own: three Redis servers, of which one is the master, and three sentinels that
 * watch them. All of them have one random password, nothing is written to disk, and all goes with
 * this object or with the program (`Keeper`). A master that is silent for `silence` is replaced,
 * which takes one or two seconds more.
 *
 * Blocking; use it on any one thread at a time.
 */
class RedisGroup
{
public:
    static constexpr size_t size = 3;
    static constexpr Millis silence{800};

    /** Errors: those of `PrivateRedis::start`; Timeout, where they do not find each other;
     * Cancelled. */
    static Result<std::unique_ptr<RedisGroup>> start(const std::stop_token &stop);

    PrivateRedis &server(size_t number) { return *m_servers.at(number); }
    /** `127.0.0.1:6379`. */
    QString addressOf(size_t number) const;
    /** Which server most of the sentinels name; none: they are not at one. */
    std::optional<size_t> master();
    /** It knows that it is not the master; false where it says nothing. */
    bool follows(size_t number) const;
    /** Lets the sentinels put another server in the master's place, which is well. */
    Result<void> replaceMaster();
    /** As any program may connect, by whoever knows the password. */
    Result<PlainRedis> connect(size_t number) const;

    /** How programs find the master: see `RedisGroupPlaces`. Written for them. */
    QByteArray places() const;
    /** As an operator watches it, with password files. */
    const BackendSpec &watched() const { return m_watched; }
    QString configPath() const { return m_configPath; } ///< a profile with that backend

private:
    RedisGroup() = default;
    Result<void> launch(const std::stop_token &stop);
    Result<void> launchSentinel(size_t number);
    Result<void> writeProfile();
    bool isWhole();

    std::shared_ptr<Keeper> m_keeper;
    Secret m_password;
    std::vector<std::unique_ptr<PrivateRedis>> m_servers;
    std::vector<quint16> m_sentinelPorts;
    std::vector<PlainRedis> m_sentinels;
    BackendSpec m_watched;
    QString m_configPath;
};

/** What a program needs to know to find the master, and to use it. */
struct RedisGroupPlaces {
    struct Server {
        quint16 port = 0; ///< as sentinels tell it
        QString socketPath;
    };
    std::vector<Server> servers;
    QStringList sentinelSockets;
    Secret password;

    /** Which server the first sentinel names that answers; none: none does. */
    std::optional<size_t> askMaster() const;
    Result<PlainRedis> connect(size_t server, Millis patience) const;
};
RedisGroupPlaces readRedisGroupPlaces(const QByteArray &text);

} // namespace lockmaster

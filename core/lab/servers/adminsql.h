// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/platform/secret.h"

#include <QByteArrayList>

#include <memory>
#include <optional>
#include <vector>

struct st_mysql;

namespace lockmaster {

/**
 * A plain session with a private server, for setting it up and for traffic: the client library as
 * any program would use it, text statements, over the unix socket. Not for monitored servers.
 *
 * Blocking; use it on any one thread at a time.
 */
class AdminSql
{
public:
    using Row = std::vector<std::optional<QByteArray>>;

    /** Errors: Network, with the library's words and number. */
    static Result<AdminSql> open(const QString &socketPath, const QString &user,
                                 const Secret &password, const QString &database = {},
                                 const QString &programName = {});

    /** Runs statements separated by semicolons; stops at the first that is refused. */
    Result<void> run(const QByteArray &sql);
    /** Runs one statement. @return its rows; none for a statement without rows. */
    Result<std::vector<Row>> query(const QByteArray &sql);

    /** `'text'`, safe in a statement of this session. */
    QByteArray quoted(const QByteArray &text) const;
    unsigned long connectionId() const;

private:
    struct Closer {
        void operator()(st_mysql *session) const;
    };
    explicit AdminSql(st_mysql *session) : m_session(session) {}
    Error lastError() const;

    std::unique_ptr<st_mysql, Closer> m_session;
};

} // namespace lockmaster

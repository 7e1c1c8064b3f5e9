// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/rawsql.h"

#include "core/systems/registry/registry.h"

namespace lockmaster::bench {

RawConnection connectRaw(const PrivateMariaDb &server, const char *database)
{
    RawConnection connection(mysql_init(nullptr), &mysql_close);
    const QByteArray user = PrivateMariaDb::adminUser().toUtf8();
    mysql_options(connection.get(), MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (!mysql_real_connect(connection.get(), "127.0.0.1", user.constData(),
                            server.adminPassword().reveal().constData(), database, server.port(),
                            nullptr, 0))
        connection.reset();
    return connection;
}

bool ask(MYSQL *connection, const QByteArray &sql)
{
    return mysql_real_query(connection, sql.constData(), static_cast<unsigned long>(sql.size()))
           == 0;
}

std::unique_ptr<BackendReader> readerFor(const PrivateMariaDb &server, const BackendSpec &spec)
{
    const Secret password = server.adminPassword();
    return makeReader(spec, [password](SteadyTime) -> Result<Secret> { return password; });
}

} // namespace lockmaster::bench

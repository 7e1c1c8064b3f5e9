// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/privatemariadb.h"
#include "core/sources/backendreader.h"

#include <mysql.h>

#include <memory>

namespace lockmaster::bench {

using RawConnection = std::unique_ptr<MYSQL, decltype(&mysql_close)>;

/** A session as a program in C would open it, over TCP as administrator; null on failure. */
RawConnection connectRaw(const PrivateMariaDb &server, const char *database);

/** Sends a statement whose rows are read next with `mysql_use_result()`. */
bool ask(MYSQL *connection, const QByteArray &sql);

/** Our reader for one backend of that server. */
std::unique_ptr<BackendReader> readerFor(const PrivateMariaDb &server, const BackendSpec &spec);

} // namespace lockmaster::bench

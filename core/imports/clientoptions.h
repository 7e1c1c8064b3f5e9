// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <optional>
#include <span>

namespace lockmaster {

/** An option of `mysql`, `mariadb`, `redis-cli` or `valkey-cli` that says where a server is. */
struct ClientOption {
    enum class Takes : quint8 { Nothing, Value, Joined }; ///< Joined: never in the next word

    BackendKind kind;
    Takes takes;
    const char *brief; ///< `-h`; its value behind it, or in the next word; null: none
    const char *full;  ///< `--host`, `--host=value`; null: none
    bool (*apply)(BackendSpec &, const QString &value); ///< false: that can be no value of it
};

/** All of them; option files say the same without the dashes. */
std::span<const ClientOption> clientOptions();

/** What else those clients take; what it takes has to be known, or its value would pass for more.
 */
struct PassedOption {
    /** Elsewhere: where the server is, or what it is called, stands in a file that this names. */
    enum class Means : quint8 { Nothing, Something, Elsewhere };

    BackendKind kind;
    ClientOption::Takes takes;
    Means means;       ///< to a connection; what means something is not done here
    const char *names; ///< `-N --skip-column-names`, with spaces between them
};

/** The one of that name; null: it is not known, and nor is whether a value follows it. */
const PassedOption *passedOption(BackendKind kind, const QString &name);

/** What a variable says to those clients, `MYSQL_PWD`; false: nothing, or that can be no value. */
bool applyClientVariable(BackendSpec &spec, const QString &name, const QString &value);

/**
 * What stands behind `?` of other programs' URLs, as drivers of theirs call it: user, password,
 * whether TLS is a must. False: that means nothing here.
 */
bool applyDriverOption(BackendSpec &spec, const QString &name, const QString &value);

/**
 * What those clients make of a server's address: a socket is for this machine alone. `host` is
 * empty before where none was named.
 */
void settleAddress(BackendSpec &spec);

/** Its address is that of a node of a cluster, which tells of the others. */
void nameCluster(BackendSpec &spec);

} // namespace lockmaster

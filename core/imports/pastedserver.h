// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

namespace lockmaster {

/** A server as somebody wrote it down for another program. */
struct PastedServer {
    /** Its password, where one was written, as from a URL; without a host: it is not known here. */
    BackendSpec spec;
    QStringList said;    ///< options of our own URLs that it has, and `database`: by their names
    QStringList ignored; ///< names of options that mean nothing here
    QStringList notes;   ///< what else has to be known of it, in sentences

    bool says(QStringView option) const { return said.contains(option); }
};

/**
 * What is meant by a URL (`mysql`, `mariadb`, `redis`, `valkey` and their kin of drivers, a
 * password included) or by a command line of `mysql`, `mariadb`, `redis-cli` or `valkey-cli`,
 * behind variables, `sudo`, `ssh HOST`, `docker exec NAME` and `kubectl exec NAME --` as well.
 * Nothing of it is run or expanded. Errors: Config, telling what is understood.
 */
Result<PastedServer> pastedServer(const QString &text);

/** The same of a URL alone. */
Result<PastedServer> pastedUrl(const QString &url);

/**
 * Has `spec` say what was pasted: where it is and as whom, and what else was said of it. The rest
 * stays, its name as well.
 */
void takeOver(const PastedServer &pasted, BackendSpec &spec);

} // namespace lockmaster

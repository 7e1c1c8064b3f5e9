// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/** A name in backticks, whatever it is; what a server takes for one is asked elsewhere. */
QString inBackticks(QString name);

/**
 * A name as it stands first in a statement that is to be pasted: without backticks where it is a
 * name without them too, since a shell would take what stands in them for a command.
 * `behindPoint`: there even a word that means something to the server is a name.
 */
QString pastedSqlName(const QString &name, bool behindPoint);

} // namespace lockmaster

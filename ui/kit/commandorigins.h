// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QStringList>

#include <optional>

namespace lockmaster {

/** The options by which `lockctl` finds the backends that are watched here; they differ. A value.
 */
struct CommandOrigins {
    /** The options for every backend that is not in `others`. */
    QStringList usual = {};
    /** By the backend's name; none: no file holds it, so that no command can name it. */
    QHash<QString, std::optional<QStringList>> others = {};

    std::optional<QStringList> of(const QString &backend) const
    {
        return others.value(backend, usual);
    }
};

} // namespace lockmaster

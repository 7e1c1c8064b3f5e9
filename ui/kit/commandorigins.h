// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QStringList>

#include <optional>

namespace lockmaster {

/** By which options `lockctl` finds the backends that are watched here; they differ. Values. */
struct CommandOrigins {
    /** Of every backend that is not in `others`. */
    QStringList usual = {};
    /** By the backend's name; none: no file holds it, so that no command can name it. */
    QHash<QString, std::optional<QStringList>> others = {};

    std::optional<QStringList> of(const QString &backend) const
    {
        return others.value(backend, usual);
    }
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QByteArray>

#include <functional>

namespace lockmaster {

/**
 * A file of lines in which this operator accepted something on this machine. Written by one program
 * at a time, for its owner alone, whole or not at all. Any thread.
 */
struct AcceptedLines {
    QString path;
    QString what; ///< that they say, for messages: `Which servers were accepted`

    /**
     * The lines that are not empty; none where there is no file. Errors: Config, where it is there
     * and cannot be read: what was accepted is not known.
     */
    Result<QByteArrayList> read() const;

    /** Writes what `change` makes of them, or changes nothing. Errors: Config. */
    Result<void> update(const std::function<void(QByteArrayList &)> &change) const;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <QByteArray>
#include <QString>

namespace lockmaster {

/**
 * Writes a file for its owner alone, as a whole or not at all: what stands at `path` is there in
 * full or as it was. Where `replace` is false nothing may be there; otherwise a regular file may
 * be, and no link, device or pipe. Any thread. @return why not, as the operating system says it.
 */
tl::expected<void, QString> writePrivateFile(const QString &path, const QByteArray &bytes,
                                             bool replace);

} // namespace lockmaster

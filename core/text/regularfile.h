// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <QByteArray>
#include <QFile>
#include <QString>

#include <memory>

namespace lockmaster {

/// Files that are read, and nothing else that has a name in a directory: opening a pipe waits for
/// somebody who writes into it, and a device may have no end. Why one is not read is said as the
/// end of a sentence, translated. Any thread.

/** Open for reading. */
tl::expected<std::unique_ptr<QFile>, QString> openRegularFile(const QString &path);

/** All of a file that has at most `most` bytes. */
tl::expected<QByteArray, QString> readRegularFile(const QString &path, qint64 most);

/**
 * Why nobody should read what stands there, for libraries that open a path by themselves. Empty
 * for a file, and for what is not there or cannot be looked at, of which opening it tells.
 */
QString whyNotRegularFile(const QString &path);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace lockmaster {

/**
 * One field of a table after RFC 4180, UTF-8, literal text; quoted where it has to be. Names come
 * from servers: a field that a spreadsheet would take for a formula begins with an apostrophe.
 */
QByteArray csvField(const QString &value);

} // namespace lockmaster

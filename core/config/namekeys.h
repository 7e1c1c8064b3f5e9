// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilereader.h"
#include "core/text/tomltext.h"

namespace lockmaster {

inline constexpr qint64 mostNameBytes = qint64(4) * 1024 * 1024;

/**
 * Reads `[[names]]` of a profile: names, a file with one on each line, relative to the profile, or
 * a command that lists them, which is not run here. A mistake costs that one entry.
 */
void readNames(const TomlMember &member, ParsedProfile &reading);

/** One on each line, without remarks and what is no name. */
QStringList namesIn(const QByteArray &text);

/** `hashedAs` with the name in it. */
QString hashedText(const QString &hashedAs, const QString &name);

} // namespace lockmaster

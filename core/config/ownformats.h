// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"
#include "core/formats/lockformat.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/// Formats of the operator's own: files in a folder beside the profile, and `[[format]]` in a
/// profile. They are known from then on, and write nothing before they are trusted.

/** `$XDG_CONFIG_HOME/lockmaster/formats` */
QString ownFormatsFolder();

/** Reads every `*.toml` in it, by name; what is wrong is told, and costs that file alone. */
QStringList loadOwnFormats(const QString &folder = ownFormatsFolder());

/** The formats in one file, be it of a format or a profile. Errors: Config, with all mistakes. */
Result<std::vector<LockFormatPointer>> readFormatFile(const QString &path);

/** Makes `[[format]]` of a profile known; a mistake costs that format, and who watches by it. */
void readProfileFormats(const TomlMember &member, const QString &origin,
                        std::vector<ProfileProblem> &problems);

} // namespace lockmaster

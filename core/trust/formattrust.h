// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/release.h"
#include "core/domain/result.h"
#include "core/formats/lockformat.h"

#include <optional>

namespace lockmaster {

/**
 * Which formats this operator lets write on this machine, by the digest of all that they say. A
 * format comes from elsewhere, often with a profile, and may name any table: until it is trusted it
 * is looked at only, and once it changes again. Those that come with the program are trusted.
 *
 * A file of lines: digest, moment, id. Any thread.
 */

/** `$XDG_STATE_HOME/lockmaster/trusted_formats`: of this machine, and of no profile's directory. */
QString trustedFormatsPath();

/** Errors: Config, where the file is there and cannot be read. */
Result<bool> isTrusted(const LockFormat &format);

/**
 * Why no lock of this format is let go of, for one that was looked at when the format had the mark
 * `looked` (empty: not known); none: it may be. Errors: Config.
 */
Result<std::optional<ReleaseOutcome>> whyNotReleased(const LockFormat &format,
                                                     const QByteArray &looked);

/** Errors: Config; nothing is trusted then that was not before. */
Result<void> trustFormat(const LockFormat &format);

/** Whether it was trusted. Errors: Config. */
Result<bool> forgetFormat(const LockFormat &format);

} // namespace lockmaster

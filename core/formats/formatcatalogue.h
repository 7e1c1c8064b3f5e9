// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"

namespace lockmaster {

/// The formats that this program knows: those it came with, and its operator's own. Any thread.

/** What comes with the program, in the order of their ids. They live as long as it. */
const std::vector<LockFormatPointer> &shippedFormats();

/** Those, and behind them the operator's own. */
std::vector<LockFormatPointer> knownFormats();

/** Of these, who keep their locks in tables. */
std::vector<LockFormatPointer> knownTableFormats();

/** Of the operator's own, those of keys. */
std::vector<LockFormatPointer> ownKeyFormats();

/** The one of that id, or null. */
LockFormatPointer knownFormat(QStringView id);

/**
 * Makes an operator's format known, in place of one of its own that had the id before. A shipped
 * one is never replaced. Returns the one that is known from now on: where nothing changed, the
 * same.
 */
LockFormatPointer makeKnown(const LockFormatPointer &format);

} // namespace lockmaster

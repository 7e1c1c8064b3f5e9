// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QByteArray>

/// Under what name this program holds Redisson locks.
namespace lockmaster::redisson {

/**
 * This process as a Redisson client, the same for as long as it runs. Anyone who looks into a lock
 * can tell: `10c4a57e-4c4d-` means Lockmaster, and the last seven digits are the process id; what
 * is between is random. A valid UUID of version 4.
 */
QByteArray ownClient();

/** `<own client>:<number>`, with another number each time. */
QByteArray nextOwner();

/** Errors: Config for anything but `<uuid>:<integer>`. */
Result<QByteArray> checkedOwner(const QByteArray &owner);

} // namespace lockmaster::redisson

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "core/sources/changefeed.h"
#include "core/systems/contract/locksystem.h"

#include <optional>
#include <vector>

namespace lockmaster {

/** Every lock system that comes with this program, in the order in which they are shown. */
const std::vector<const LockSystem *> &lockSystems();

std::optional<SystemInfo> systemInfo(const QString &id);

/** The system of that id, a format of the operator's own as well, or null. */
const LockSystem *lockSystem(const QString &id);

/** A reader for `spec`, with the sources of every system it watches. Does not connect yet. */
std::unique_ptr<BackendReader> makeReader(const BackendSpec &spec, PasswordSource password,
                                          const Clock &clock = systemClock());

/**
 * What tells of changes in `spec`'s backend; null where its kind has no such thing, or it is to be
 * polled. Does not connect yet.
 */
std::unique_ptr<ChangeFeed> makeFeed(const BackendSpec &spec, PasswordSource password,
                                     const Clock &clock = systemClock());

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

#include <QStringList>

#include <tl/expected.hpp>

namespace lockmaster {

/**
 * A backend's `alive_command`: program and arguments, never through a shell, that say whether a
 * holder lives. `{host}` and `{pid}` in its arguments stand for what is known of the holder, which
 * comes from a server and is typed: a host is a letter or digit and at most 252 of those, dots and
 * dashes; a process is a number above zero. Pure functions; any thread.
 */

/** What is wrong with it, translated; empty: nothing. */
QString aliveCommandFault(const QStringList &command);

/** With the values in their places; or why it cannot be run for this holder, translated. */
tl::expected<QStringList, QString> aliveArguments(const QStringList &command, const Holder &holder);

} // namespace lockmaster

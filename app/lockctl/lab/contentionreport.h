// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/contention.h"

#include <QByteArray>

namespace lockmaster {

/** For people: what should happen, what did, figures and events. Literal text. */
QByteArray contentionText(const ContentionReport &report);

/** One line of JSON, as docs/guide/json.md says. */
QByteArray contentionJson(const ContentionReport &report, quint32 seed);

} // namespace lockmaster

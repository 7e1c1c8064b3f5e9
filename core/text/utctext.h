// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockmaster {

/** `2026-03-01T09:30:00.123456Z`. */
QString utcText(ServerTime time);

/** The same as bytes, for long lists of them. */
QByteArray utcBytes(ServerTime time);

/** None for anything that `utcText` did not write. */
std::optional<ServerTime> utcFromText(QByteArrayView text);

} // namespace lockmaster

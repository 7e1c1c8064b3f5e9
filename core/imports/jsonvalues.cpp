// SPDX-License-Identifier: Apache-2.0
#include "core/imports/jsonvalues.h"

namespace lockmaster {

QString textOf(const QJsonValue &value)
{
    return value.isDouble() ? QString::number(value.toInteger()) : value.toString().trimmed();
}

std::optional<quint16> portOf(const QJsonValue &value)
{
    const QString text = textOf(value);
    bool ok = text.isEmpty();
    const quint16 port = ok ? quint16(0) : text.toUShort(&ok);
    return ok ? std::optional(port) : std::nullopt;
}

} // namespace lockmaster

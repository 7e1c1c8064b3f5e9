// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>

namespace lockmaster {

/// Values of other programs' files, which write a number as one time as text and one time not.

/** The text, or the number as one, without the white space around it; else empty. */
QString textOf(const QJsonValue &value);

/** 0 for none at all; none for what is no port. */
std::optional<quint16> portOf(const QJsonValue &value);

inline QString textIn(const QJsonObject &object, const char *name)
{
    return textOf(object[QLatin1StringView(name)]);
}

inline std::optional<quint16> portIn(const QJsonObject &object, const char *name)
{
    return portOf(object[QLatin1StringView(name)]);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/jsonwriter.h"

#include <QByteArray>
#include <QString>

class QJsonObject;

namespace lockmaster {

/** SHA-256 of a line without its line break, in hexadecimal. */
QByteArray auditHash(QByteArrayView line);

/** What stands for the line before the first ever: as many zeros. */
QByteArray noAuditHash();

/** One line of the log by its place, and what it was when somebody looked. A value. */
struct AuditPlace {
    QString month; ///< empty: before the first line ever
    quint64 number = 0;
    QByteArray hash = noAuditHash();

    friend bool operator==(const AuditPlace &, const AuditPlace &) = default;
};

void writeAuditPlace(JsonWriter &json, const AuditPlace &place);
std::optional<AuditPlace> auditPlaceFrom(const QJsonObject &json);

/** `2026-11`, and nothing else. */
bool isAuditMonth(QStringView text);

} // namespace lockmaster

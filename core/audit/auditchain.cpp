// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditchain.h"

#include <QCryptographicHash>
#include <QJsonObject>
#include <QJsonValue>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype hashLength = 64;

bool isHash(const QByteArray &text)
{
    return text.size() == hashLength && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

} // namespace

QByteArray auditHash(QByteArrayView line)
{
    return QCryptographicHash::hash(line, QCryptographicHash::Sha256).toHex();
}

QByteArray noAuditHash()
{
    return QByteArray(hashLength, '0');
}

void writeAuditPlace(JsonWriter &json, const AuditPlace &place)
{
    json.beginObject();
    json.member("month", place.month);
    json.member("n", qint64(place.number));
    json.member("sha256", QString::fromLatin1(place.hash));
    json.endObject();
}

std::optional<AuditPlace> auditPlaceFrom(const QJsonObject &json)
{
    AuditPlace place;
    place.month = json.value(QLatin1StringView("month")).toString();
    const qint64 number = json.value(QLatin1StringView("n")).toInteger(-1);
    place.hash = json.value(QLatin1StringView("sha256")).toString().toLatin1();
    if (number < 0 || !isHash(place.hash) || (!place.month.isEmpty() && !isAuditMonth(place.month)))
        return std::nullopt;
    place.number = quint64(number);
    return place;
}

bool isAuditMonth(QStringView text)
{
    constexpr QStringView shape(u"0000-00");
    if (text.size() != shape.size())
        return false;
    for (qsizetype i = 0; i < shape.size(); ++i) {
        const bool fits =
            shape[i] == u'0' ? text[i] >= u'0' && text[i] <= u'9' : text[i] == shape[i];
        if (!fits)
            return false;
    }
    return true;
}

} // namespace lockmaster

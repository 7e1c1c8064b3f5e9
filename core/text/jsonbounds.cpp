// SPDX-License-Identifier: Apache-2.0
#include "core/text/jsonbounds.h"

#include "core/text/literaltext.h"

#include <cmath>

namespace lockmaster {

qint64 JsonBounds::whole(const QJsonValue &value, const char *what, qint64 least, qint64 most)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    const double number = value.toDouble(std::nan(""));
    const bool isWhole =
        value.isDouble() && std::abs(number) <= exact && std::trunc(number) == number;
    if (!isWhole || qint64(number) < least || qint64(number) > most) {
        refuse(what);
        return least;
    }
    return qint64(number);
}

qint64 JsonBounds::whole(const QJsonObject &object, const char *name, qint64 least, qint64 most)
{
    return whole(object[QLatin1String(name)], name, least, most);
}

std::optional<qint64> JsonBounds::wholeOrNone(const QJsonObject &object, const char *name,
                                              qint64 least, qint64 most)
{
    if (object[QLatin1String(name)].isNull())
        return std::nullopt;
    return whole(object, name, least, most);
}

bool JsonBounds::truth(const QJsonObject &object, const char *name)
{
    const QJsonValue value = object[QLatin1String(name)];
    if (!value.isBool())
        refuse(name);
    return value.toBool();
}

QString JsonBounds::raw(const QJsonObject &object, const char *name, qsizetype most)
{
    const QJsonValue value = object[QLatin1String(name)];
    if (value.isString() && value.toString().size() <= most)
        return value.toString();
    refuse(name);
    return {};
}

QString JsonBounds::text(const QJsonValue &value, const char *what, qsizetype most)
{
    if (value.isNull())
        return {};
    if (value.isString() && value.toString().size() <= most)
        return literalText(value.toString());
    refuse(what);
    return {};
}

QString JsonBounds::text(const QJsonObject &object, const char *name, qsizetype most)
{
    return text(object[QLatin1String(name)], name, most);
}

QJsonArray JsonBounds::list(const QJsonObject &object, const char *name, qsizetype most)
{
    const QJsonValue value = object[QLatin1String(name)];
    if (value.isArray() && value.toArray().size() <= most)
        return value.toArray();
    refuse(name);
    return {};
}

QJsonObject JsonBounds::object(const QJsonObject &object, const char *name)
{
    const QJsonValue value = object[QLatin1String(name)];
    if (!value.isObject())
        refuse(name);
    return value.toObject();
}

void JsonBounds::refuse(const char *what)
{
    if (m_wrong.isEmpty())
        m_wrong = QString::fromLatin1(what);
}

void JsonBounds::refuseWord(const char *what, const QString &word)
{
    if (isWell())
        m_unknown = literalText(word);
    refuse(what);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/sources/sqllockdata.h"

namespace lockmaster {

namespace {

std::optional<QByteArray> quotedField(const QByteArray &data)
{
    QByteArray field;
    for (qsizetype i = 1; i < data.size(); ++i) {
        if (data[i] != '\'') {
            field += data[i];
            continue;
        }
        const bool doubled = i + 1 < data.size() && data[i + 1] == '\'';
        if (!doubled)
            return field;
        field += '\'';
        ++i;
    }
    return std::nullopt;
}

} // namespace

std::optional<QByteArray> firstOfLockData(const QByteArray &data)
{
    if (data.startsWith('\''))
        return quotedField(data);
    if (data.startsWith("0x")) {
        const QByteArray digits = data.left(data.indexOf(',')).mid(2);
        return QByteArray::fromHex(data.contains(',') ? digits : data.mid(2));
    }
    return std::nullopt;
}

bool isSupremum(const QByteArray &data)
{
    return data.startsWith("supremum");
}

} // namespace lockmaster

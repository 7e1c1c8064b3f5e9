// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>

/// Shapes of text that lock libraries use for owners and tokens. All are exact: the whole text
/// fits.
namespace lockmaster {

/** Characters of a UUID in its usual form. */
constexpr qsizetype uuidLength = 36;

/** `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in hexadecimal digits of either case. */
bool isUuid(QByteArrayView text);

/** Lower-case hexadecimal digits, exactly so many. */
bool isLowerHex(QByteArrayView text, qsizetype digits);

/** A non-negative integer in plain digits that fits 63 bits; leading zeros are none. */
std::optional<qint64> plainInteger(QByteArrayView text);

/** Any 64-bit integer in plain digits, signed or not: how thread ids look. */
bool isThreadId(QByteArrayView text);

/** The first eight characters of an identifier and two dots: enough to tell owners apart. */
QString shortened(QByteArrayView identifier);
void appendShortened(QString &text, QByteArrayView identifier);

/** Who signs as `<host>_<pid>_<32 hexadecimal digits>`. */
struct HostAndPid {
    QByteArrayView host;
    qint64 pid = 0;
};
std::optional<HostAndPid> hostAndPid(QByteArrayView text);

} // namespace lockmaster

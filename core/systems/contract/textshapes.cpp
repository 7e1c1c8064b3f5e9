// SPDX-License-Identifier: Apache-2.0
#include "core/systems/contract/textshapes.h"

#include <algorithm>
#include <charconv>

namespace lockmaster {

namespace {

constexpr qsizetype longestThreadId = 20; // 64 bits in decimal, with a sign
constexpr qsizetype shownOfIdentifier = 8;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLowerHexDigit(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

bool isHexDigit(char c)
{
    return isLowerHexDigit(c) || (c >= 'A' && c <= 'F');
}

} // namespace

bool isUuid(QByteArrayView text)
{
    if (text.size() != uuidLength)
        return false;
    for (qsizetype i = 0; i < uuidLength; ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isHexDigit(text[i]))
            return false;
    }
    return true;
}

bool isLowerHex(QByteArrayView text, qsizetype digits)
{
    return text.size() == digits && std::all_of(text.begin(), text.end(), isLowerHexDigit);
}

std::optional<qint64> plainInteger(QByteArrayView text)
{
    if (text.isEmpty() || !std::all_of(text.begin(), text.end(), isDigit)
        || (text.size() > 1 && text[0] == '0'))
        return std::nullopt;
    qint64 value = 0;
    const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
    if (error != std::errc() || end != text.end())
        return std::nullopt;
    return value;
}

bool isThreadId(QByteArrayView text)
{
    if (text.startsWith('-'))
        text = text.sliced(1);
    return !text.isEmpty() && text.size() <= longestThreadId
           && std::all_of(text.begin(), text.end(), isDigit);
}

QString shortened(QByteArrayView identifier)
{
    QString text;
    text.reserve(identifier.size()); // more may follow
    appendShortened(text, identifier);
    return text;
}

void appendShortened(QString &text, QByteArrayView identifier)
{
    const bool all = identifier.size() <= shownOfIdentifier;
    text += QLatin1StringView(all ? identifier : identifier.first(shownOfIdentifier));
    if (!all)
        text += QLatin1StringView("..");
}

std::optional<HostAndPid> hostAndPid(QByteArrayView text)
{
    constexpr qsizetype tokenDigits = 32;
    const qsizetype beforeToken = text.size() - tokenDigits - 1;
    if (beforeToken < 3 || text[beforeToken] != '_'
        || !isLowerHex(text.sliced(beforeToken + 1), tokenDigits))
        return std::nullopt;
    const QByteArrayView process = text.first(beforeToken);
    const qsizetype split = process.lastIndexOf('_');
    const auto pid = plainInteger(process.sliced(split + 1));
    if (split < 1 || !pid)
        return std::nullopt;
    return HostAndPid{process.first(split), *pid};
}

} // namespace lockmaster

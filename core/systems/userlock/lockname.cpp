// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/lockname.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int shownCharacters = 64;
constexpr int mostBytes = 192;

unsigned char byteAt(const QByteArray &bytes, qsizetype at)
{
    return at < bytes.size() ? static_cast<unsigned char>(bytes.at(at)) : 0;
}

bool continues(unsigned char c)
{
    return (c & 0xc0) == 0x80;
}

/** The length of the well-formed character of at most three bytes that starts here, or 0. */
int characterLength(const QByteArray &bytes, qsizetype at)
{
    const unsigned char first = byteAt(bytes, at);
    const unsigned char second = byteAt(bytes, at + 1);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return continues(second) ? 2 : 0;
    if ((first & 0xf0) != 0xe0 || !continues(second) || !continues(byteAt(bytes, at + 2)))
        return 0;
    return first == 0xe0 && second < 0xa0 ? 0 : 3;
}

} // namespace

bool canBeLockName(const QByteArray &name, bool mariaDb)
{
    if (mariaDb)
        return !name.isEmpty() && name.size() <= mostBytes;
    const QString text = QString::fromUtf8(name);
    return text.toUtf8() == name && !text.isEmpty() && text.size() <= shownCharacters
           && std::none_of(text.begin(), text.end(), [](QChar c) { return c.isSurrogate(); });
}

QByteArray shownLockName(const QByteArray &name)
{
    // Nearly all names; asked for several times for each of them.
    const auto isPlain = [](char c) { return static_cast<signed char>(c) > 0; };
    if (name.size() <= shownCharacters && std::all_of(name.begin(), name.end(), isPlain))
        return name;
    QByteArray shown;
    int characters = 0;
    for (qsizetype at = 0; byteAt(name, at) != 0 && characters < shownCharacters; ++characters) {
        const int length = characterLength(name, at);
        if (length == 0)
            shown.append('?');
        else
            shown.append(name.mid(at, length));
        at += std::max(length, 1);
    }
    return shown;
}

bool mayStandForAnother(const QByteArray &shown)
{
    if (shown.contains('?'))
        return true;
    return shown.size() >= shownCharacters && QString::fromUtf8(shown).size() >= shownCharacters;
}

QString lockNameLiteral(const QByteArray &name)
{
    const bool isUtf8 = QString::fromUtf8(name).toUtf8() == name;
    return (isUtf8 ? QStringLiteral("_utf8mb4 X'%1'") : QStringLiteral("X'%1'"))
        .arg(QLatin1StringView(name.toHex()));
}

} // namespace lockmaster

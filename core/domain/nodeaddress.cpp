// SPDX-License-Identifier: Apache-2.0
#include "core/domain/nodeaddress.h"

#include <QStringList>

#include <algorithm>

namespace lockmaster {

QString NodeAddress::text() const
{
    const QString shown = host.contains(u':') ? u'[' + host + u']' : host;
    return shown + u':' + QString::number(port);
}

QString hostsText(const std::vector<NodeAddress> &hosts)
{
    QStringList texts;
    for (const NodeAddress &host : hosts)
        texts << host.text();
    return texts.join(QStringLiteral(", "));
}

std::optional<NodeAddress> nodeAddressFromText(const QString &text, quint16 usualPort)
{
    constexpr qsizetype longestHost = 255;
    NodeAddress address;
    QString port;
    if (text.startsWith(u'[')) {
        const qsizetype close = text.indexOf(u']');
        if (close < 0)
            return std::nullopt;
        address.host = text.sliced(1, close - 1);
        port = text.sliced(close + 1);
        if (!address.host.contains(u':'))
            return std::nullopt;
    } else {
        const qsizetype colon = text.indexOf(u':');
        address.host = colon < 0 ? text : text.first(colon);
        port = colon < 0 ? QString() : text.sliced(colon);
    }
    const bool isIpv6 = address.host.contains(u':'); // which may name an interface
    const auto isPlain = [isIpv6](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9')
               || c == u'.' || c == u'-' || c == u'_' || (isIpv6 && (c == u':' || c == u'%'));
    };
    if (address.host.isEmpty() || address.host.size() > longestHost
        || !std::all_of(address.host.cbegin(), address.host.cend(), isPlain))
        return std::nullopt;
    address.port = usualPort;
    if (port.isEmpty())
        return usualPort != 0 ? std::optional(address) : std::nullopt;
    constexpr qsizetype longestPort = 5;
    const QStringView digits = QStringView(port).sliced(1);
    const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    if (!port.startsWith(u':') || digits.isEmpty() || digits.size() > longestPort
        || !std::all_of(digits.cbegin(), digits.cend(), isDigit))
        return std::nullopt;
    bool fits = false;
    address.port = digits.toUShort(&fits);
    return fits && address.port != 0 ? std::optional(address) : std::nullopt;
}

std::optional<NodeDial> nodeDialFromText(const QString &text)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals < 0)
        return std::nullopt;
    const auto announced = nodeAddressFromText(text.first(equals).trimmed());
    const auto dialled = nodeAddressFromText(text.sliced(equals + 1).trimmed());
    if (!announced || !dialled)
        return std::nullopt;
    return NodeDial{*announced, *dialled};
}

} // namespace lockmaster

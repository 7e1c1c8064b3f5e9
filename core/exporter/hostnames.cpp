// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/hostnames.h"

#include <algorithm>

#include <arpa/inet.h>

namespace lockmaster {

namespace {

constexpr qsizetype longestName = 253;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isOfName(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.'
           || c == '_';
}

QByteArray normal(QByteArrayView name)
{
    QByteArray out = name.toByteArray().toLower();
    if (out.endsWith('.'))
        out.chop(1);
    return out;
}

bool isNumber(int family, QByteArrayView text)
{
    in6_addr address{}; // has room for either
    return ::inet_pton(family, text.toByteArray().constData(), &address) == 1;
}

/** Nothing, or a colon and digits. */
bool isPort(QByteArrayView text)
{
    return text.isEmpty()
           || (text.front() == ':' && std::all_of(text.begin() + 1, text.end(), isDigit));
}

} // namespace

Result<HostNames> HostNames::from(const QStringList &names)
{
    HostNames out;
    for (const QString &name : names) {
        const QByteArray text = name.toUtf8();
        if (text.isEmpty() || text.size() > longestName
            || !std::all_of(text.begin(), text.end(), isOfName)) {
            return failure(ErrorKind::Config, QStringLiteral("'%1' is no host's name").arg(name),
                           QStringLiteral("Write it as it stands in the address that is read, "
                                          "without a port: locks.example.org"));
        }
        out.m_names.append(normal(text));
    }
    return out;
}

bool HostNames::contain(QByteArrayView host) const
{
    if (host.size() > longestName + 7) // its port, and a dot at its end
        return false;
    if (host.startsWith('[')) {
        const qsizetype end = host.indexOf(']');
        return end > 0 && isNumber(AF_INET6, host.sliced(1, end - 1))
               && isPort(host.sliced(end + 1));
    }
    const qsizetype colon = host.indexOf(':');
    const QByteArrayView name = colon < 0 ? host : host.first(colon);
    if (colon >= 0 && !isPort(host.sliced(colon)))
        return false;
    const QByteArray asked = normal(name);
    return isNumber(AF_INET, name) || asked == "localhost" || m_names.contains(asked);
}

} // namespace lockmaster

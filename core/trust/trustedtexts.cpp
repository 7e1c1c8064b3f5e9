// SPDX-License-Identifier: Apache-2.0
#include "core/trust/trustedtexts.h"

#include <QDateTime>

#include <algorithm>

namespace lockmaster {

namespace {

bool isLineOf(const QByteArray &line, const QByteArray &digest)
{
    return !digest.isEmpty() && line.startsWith(digest + ' ');
}

} // namespace

Result<bool> TrustedTexts::has(const QByteArray &digest) const
{
    return m_lines.read().map([&digest](const QByteArrayList &lines) {
        return std::any_of(lines.begin(), lines.end(),
                           [&](const QByteArray &line) { return isLineOf(line, digest); });
    });
}

Result<void> TrustedTexts::add(const QByteArray &digest, const QString &name) const
{
    return m_lines.update([&](QByteArrayList &lines) {
        lines.removeIf([&](const QByteArray &line) { return isLineOf(line, digest); });
        lines << digest + ' ' + QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toLatin1()
                     + ' ' + name.toUtf8();
    });
}

Result<bool> TrustedTexts::remove(const QByteArray &digest) const
{
    bool was = false;
    return m_lines
        .update([&](QByteArrayList &lines) {
            was =
                lines.removeIf([&](const QByteArray &line) { return isLineOf(line, digest); }) > 0;
        })
        .map([&was] { return was; });
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/error.h"

namespace lockmaster {

QString errorKindName(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Network: return QStringLiteral("network");
    case ErrorKind::Timeout: return QStringLiteral("timeout");
    case ErrorKind::Auth: return QStringLiteral("auth");
    case ErrorKind::Denied: return QStringLiteral("denied");
    case ErrorKind::Tls: return QStringLiteral("tls");
    case ErrorKind::NotFound: return QStringLiteral("not_found");
    case ErrorKind::Protocol: return QStringLiteral("protocol");
    case ErrorKind::Unsupported: return QStringLiteral("unsupported");
    case ErrorKind::Truncated: return QStringLiteral("truncated");
    case ErrorKind::Config: return QStringLiteral("config");
    case ErrorKind::Cancelled: return QStringLiteral("cancelled");
    }
    Q_UNREACHABLE();
}

QString errorText(const Error &error)
{
    if (error.remedy.isEmpty())
        return error.message;
    // What a library said may end anyhow.
    const bool ended = error.message.endsWith(u'.') || error.message.endsWith(u'!')
                       || error.message.endsWith(u'?');
    return error.message + (ended ? QLatin1StringView(" ") : QLatin1StringView(". "))
           + error.remedy;
}

} // namespace lockmaster

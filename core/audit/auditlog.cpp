// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"

#include "core/platform/accountname.h"
#include "core/platform/privatedirectory.h"
#include "core/audit/auditwriter.h"
#include "core/text/momenttext.h"

#include <QDir>
#include <QRandomGenerator>
#include <QSysInfo>

#include <unistd.h>

namespace lockmaster {

namespace {

AuditLine lineNow(const Clock &clock)
{
    static const QString user = accountName();
    static const QString host = QSysInfo::machineHostName();
    AuditLine line;
    line.time = clock.wallNow();
    line.user = user;
    line.host = host;
    line.pid = ::getpid();
    return line;
}

/** Sorts by time, and is not met twice: logs of many machines may be read as one. */
QString newId(ServerTime time)
{
    QString id = utcText(time);
    id.remove(u'-').remove(u':');
    return id + u'-'
           + QStringLiteral("%1").arg(QRandomGenerator::system()->generate(), 8, 16,
                                      QLatin1Char('0'));
}

} // namespace

AuditLog::AuditLog(const QString &directory, const Clock &clock)
    : m_directory(QDir::cleanPath(QDir(directory).absolutePath())), m_clock(&clock)
{
}

Result<QString> AuditLog::begin(const AuditIntent &intent) const
{
    AuditLine line = lineNow(*m_clock);
    const QString id = newId(line.time);
    line.id = id;
    line.intent = intent;
    if (const Result<void> written = appendAudit(m_directory, std::move(line)); !written)
        return passOn(written);
    return id;
}

Result<void> AuditLog::finish(const QString &id, const AuditOutcome &outcome) const
{
    AuditLine line = lineNow(*m_clock);
    line.id = id;
    line.isIntent = false;
    line.outcome = outcome;
    return appendAudit(m_directory, std::move(line));
}

QString defaultAuditDirectory()
{
    return stateDirectory() + QStringLiteral("/audit");
}

} // namespace lockmaster

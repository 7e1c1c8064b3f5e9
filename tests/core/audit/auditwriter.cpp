// SPDX-License-Identifier: Apache-2.0
// Writes an audit log from a process of its own: `lockmaster-tests auditwriter MODE DIRECTORY
// NUMBER`.
#include "core/audit/auditlog.h"
#include "tests/support/testprogram.h"

#include <QCoreApplication>

#include <csignal>
#include <cstdio>

#include <sys/resource.h>
#include <unistd.h>

using namespace lockmaster;

namespace {

AuditIntent intent()
{
    AuditIntent intent;
    intent.action = QStringLiteral("expire");
    intent.backend = QStringLiteral("billing");
    intent.owner = QStringLiteral("web-3");
    intent.reason = QStringLiteral("stuck since noon");
    intent.command = QStringLiteral("UPDATE dist_lock SET expires_at = ...");
    intent.program = QStringLiteral("auditwriter");
    return intent;
}

AuditOutcome outcome()
{
    return {QStringLiteral("released"), {}, QStringLiteral("Released."), {}, true};
}

void print(const QString &line)
{
    const QByteArray bytes = line.toUtf8() + '\n';
    if (::write(STDOUT_FILENO, bytes.constData(), size_t(bytes.size())) < 0)
        ::_exit(2);
}

/** `count` actions, each with its outcome. */
int writeMany(const AuditLog &log, int count)
{
    for (int i = 0; i < count; ++i) {
        const Result<QString> id = log.begin(intent());
        if (!id || !log.finish(*id, outcome()))
            return 1;
    }
    return 0;
}

/** Tells of each intent once `begin` has returned: from there on a command would be sent. */
int sendForever(const AuditLog &log)
{
    while (true) {
        const Result<QString> id = log.begin(intent());
        if (!id)
            return 1;
        print(QStringLiteral("ready to send ") + *id);
        if (!log.finish(*id, outcome()))
            return 1;
    }
}

/** A file may grow to `most` bytes: the disk is full in the middle of a line. */
int writeOnFullDisk(const AuditLog &log, rlim_t most)
{
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {most, most};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    int written = 0;
    Result<QString> id = log.begin(intent());
    for (; id; id = log.begin(intent()))
        ++written;
    print(QStringLiteral("%1 %2").arg(written).arg(id.error().message));
    return 0;
}

int writeAs(const AuditLog &log, uid_t user)
{
    if (::setuid(user) != 0)
        return 2;
    const Result<QString> id = log.begin(intent());
    print(id ? QStringLiteral("written") : id.error().message);
    return 0;
}

int writeAudit(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const QString mode = arguments.value(1);
    const AuditLog log(arguments.value(2));
    const int number = arguments.value(3).toInt();
    if (mode == QLatin1StringView("many"))
        return writeMany(log, number);
    if (mode == QLatin1StringView("send"))
        return sendForever(log);
    if (mode == QLatin1StringView("full"))
        return writeOnFullDisk(log, rlim_t(number));
    if (mode == QLatin1StringView("as"))
        return writeAs(log, uid_t(number));
    return 2;
}

} // namespace

LOCKMASTER_TEST_MAIN(writeAudit)

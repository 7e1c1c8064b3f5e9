// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/sessiontext.h"

#include "core/domain/durationtext.h"
#include "core/domain/literaltext.h"

#include <QCoreApplication>

namespace lockmaster {

namespace {

constexpr qsizetype shownStatement = 512;

QString wholeSeconds(Micros time)
{
    return durationText(std::chrono::floor<std::chrono::seconds>(time));
}

void append(Attributes &lines, const QString &label, const QString &value)
{
    if (!value.isEmpty())
        lines.push_back({Attribute::Group::Session, label, value});
}

QString openTransaction(const SessionView &view)
{
    if (!view.transactionsKnown)
        return QCoreApplication::translate("lockmaster", "not visible to this account");
    if (!view.transaction)
        return QCoreApplication::translate("lockmaster", "none");
    const QString age = view.transaction->age
                            ? wholeSeconds(*view.transaction->age)
                            : QCoreApplication::translate("lockmaster", "unknown");
    return QCoreApplication::translate("lockmaster", "for %1, %2 rows modified")
        .arg(age)
        .arg(view.transaction->rowsModified);
}

QString listed(const std::vector<QByteArray> &names, qint64 count)
{
    QStringList texts;
    for (const QByteArray &name : names)
        texts.append(literalText(name));
    const qint64 left = count - qint64(names.size());
    const QString text = texts.join(QStringLiteral(", "));
    return left > 0
               ? QCoreApplication::translate("lockmaster", "%1 and %2 more").arg(text).arg(left)
               : text;
}

} // namespace

QString sessionLabel(const SessionView &view)
{
    if (view.connection == 0)
        return QCoreApplication::translate("lockmaster", "(unknown session)");
    const QString number = u'#' + QString::number(view.connection);
    if (!view.session || view.session->user.isEmpty())
        return number;
    return number + u' ' + view.session->user + u'@' + view.session->host;
}

Holder holderOf(const SessionView &view)
{
    Holder holder;
    holder.raw = view.connection == 0 ? QByteArray() : QByteArray::number(view.connection);
    holder.rawBytes = holder.raw.size();
    holder.label = sessionLabel(view);
    HolderDetail detail;
    if (view.connection != 0)
        detail.connectionId = view.connection;
    if (view.session) {
        detail.user = view.session->user;
        detail.host = view.session->host;
    }
    if (view.said) {
        detail.program = view.said->program;
        detail.pid = view.said->pid;
    }
    holder.detail = std::make_shared<const HolderDetail>(std::move(detail));
    return holder;
}

std::optional<Micros> idleTime(const SessionView &view)
{
    if (!view.session || !view.session->asleep() || !view.session->time)
        return std::nullopt;
    // Whole seconds: it is for people, and a record that need not change should not.
    return std::chrono::floor<std::chrono::seconds>(*view.session->time);
}

Attributes sessionAttributes(const SessionView &view, const std::vector<QByteArray> &otherLocks,
                             qint64 otherCount)
{
    Attributes lines;
    if (view.connection != 0)
        append(lines, QCoreApplication::translate("lockmaster", "Connection"),
               QString::number(view.connection));
    if (const SessionRow *session = view.session) {
        append(lines, QCoreApplication::translate("lockmaster", "User"), session->user);
        append(lines, QCoreApplication::translate("lockmaster", "Host"), session->host);
        append(lines, QCoreApplication::translate("lockmaster", "Database"), session->database);
        append(lines, QCoreApplication::translate("lockmaster", "Command"), session->command);
        append(lines, QCoreApplication::translate("lockmaster", "State"), session->state);
        if (session->time)
            append(lines,
                   session->asleep() ? QCoreApplication::translate("lockmaster", "Idle for")
                                     : QCoreApplication::translate("lockmaster", "Running for"),
                   wholeSeconds(*session->time));
        append(lines, QCoreApplication::translate("lockmaster", "Statement"),
               literalText(session->statement.left(shownStatement)));
    } else {
        append(lines, QCoreApplication::translate("lockmaster", "Session"),
               QCoreApplication::translate("lockmaster", "not visible to this account"));
    }
    if (view.said) {
        append(lines, QCoreApplication::translate("lockmaster", "Program"), view.said->program);
        if (view.said->pid)
            append(lines, QCoreApplication::translate("lockmaster", "Process id"),
                   QString::number(*view.said->pid));
    }
    append(lines, QCoreApplication::translate("lockmaster", "Open transaction"),
           openTransaction(view));
    append(lines, QCoreApplication::translate("lockmaster", "Other locks of this session"),
           listed(otherLocks, otherCount));
    return lines;
}

} // namespace lockmaster

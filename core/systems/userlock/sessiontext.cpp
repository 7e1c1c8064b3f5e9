// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/sessiontext.h"

#include "core/systems/sessions/sessionfacts.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

void append(Attributes &lines, const QString &label, const QString &value)
{
    if (!value.isEmpty())
        lines.push_back({Attribute::Group::Session, label, value});
}

QString sessionLabel(const SessionView &view)
{
    if (view.connection == 0)
        return Words::tr("(unknown session)");
    QString label = QString::number(view.connection);
    const bool named = view.session && !view.session->user.isEmpty();
    // In one piece: there may be thousands of sessions.
    label.reserve(label.size() + 3
                  + (named ? view.session->user.size() + view.session->host.size() : 0));
    label.prepend(u'#');
    if (named)
        label.append(u' ').append(view.session->user).append(u'@').append(view.session->host);
    return literalText(label);
}

} // namespace

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

SessionLines::SessionLines()
    : m_connection(Words::tr("Connection")), m_session(Words::tr("Session")),
      m_user(Words::tr("User")), m_host(Words::tr("Host")), m_database(Words::tr("Database")),
      m_command(Words::tr("Command")), m_state(Words::tr("State")),
      m_idleFor(Words::tr("Idle for")), m_runningFor(Words::tr("Running for")),
      m_statement(Words::tr("Statement")), m_program(Words::tr("Program")),
      m_processId(Words::tr("Process id")), m_openTransaction(Words::tr("Open transaction")),
      m_otherLocks(Words::tr("Other locks of this session")),
      m_notVisible(Words::tr("not visible to this account")), m_none(Words::tr("none"))
{
}

Attributes SessionLines::of(const SessionView &view, const std::vector<QByteArray> &otherLocks,
                            qint64 otherCount) const
{
    Attributes lines;
    lines.reserve(12);
    if (view.connection != 0)
        append(lines, m_connection, QString::number(view.connection));
    if (const SessionRow *session = view.session) {
        append(lines, m_user, session->user);
        append(lines, m_host, session->host);
        append(lines, m_database, session->database);
        append(lines, m_command, session->command);
        append(lines, m_state, session->state);
        if (session->time)
            append(lines, session->asleep() ? m_idleFor : m_runningFor,
                   wholeSeconds(*session->time));
        if (!session->statement.isEmpty())
            append(lines, m_statement, literalText(session->statement.left(shownStatement)));
    } else {
        append(lines, m_session, m_notVisible);
    }
    if (view.said) {
        append(lines, m_program, view.said->program);
        if (view.said->pid)
            append(lines, m_processId, QString::number(*view.said->pid));
    }
    append(lines, m_openTransaction, openTransaction(view));
    if (otherCount > 0)
        append(lines, m_otherLocks, listed(otherLocks, otherCount));
    return lines;
}

QString SessionLines::wholeSeconds(Micros time) const
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    if (m_written.first != seconds)
        m_written = {seconds, ageText(seconds)};
    return m_written.second;
}

QString SessionLines::openTransaction(const SessionView &view) const
{
    if (!view.transactionsKnown)
        return m_notVisible;
    if (!view.transaction)
        return m_none;
    QString rows = Words::tr("%1 rows modified").arg(view.transaction->rowsModified);
    if (!view.transaction->age)
        return rows;
    return Words::tr("for %1, %2").arg(wholeSeconds(*view.transaction->age), rows);
}

QString SessionLines::listed(const std::vector<QByteArray> &names, qint64 count) const
{
    QStringList texts;
    for (const QByteArray &name : names)
        texts.append(literalText(name));
    const QString text = texts.join(QStringLiteral(", "));
    const qint64 left = count - qint64(names.size());
    return left > 0 ? Words::tr("%1 and %2 more").arg(text).arg(left) : text;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/past/pastcommands.h"

#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/texttable.h"
#include "core/audit/auditentry.h"
#include "core/text/literaltext.h"
#include "core/monitor/lockjson.h"

#include <QHash>

namespace lockmaster {

namespace {

QByteArray jsonLines(const std::vector<AuditLine> &lines)
{
    QByteArray out;
    for (const AuditLine &line : lines) {
        JsonWriter json(out);
        json.beginObject();
        json.member("schema", qint64(jsonSchema));
        json.member("month", line.month);
        json.member("n", qint64(line.number));
        writeAuditMembers(json, line);
        json.endObject();
        out += '\n';
    }
    return out;
}

/** Who holds the lock once it is done. */
QString afterwards(const AuditOutcome &outcome)
{
    if (!outcome.heldByKnown)
        return QStringLiteral("?");
    return outcome.heldBy.isEmpty() ? QStringLiteral("nobody") : literalText(outcome.heldBy);
}

/** What an outcome is the outcome of stands in its intent. */
QStringList cells(const AuditLine &line, const AuditIntent &intent)
{
    QString what = intent.action;
    QString note = intent.reason;
    if (!line.isIntent) {
        what += QStringLiteral(": ") + line.outcome.outcome;
        if (!line.outcome.detail.isEmpty())
            what += QStringLiteral(" (%1)").arg(line.outcome.detail);
        note = line.outcome.message;
    }
    return {utcText(line.time).first(19) + u'Z',
            literalText(line.user + u'@' + line.host),
            orDash(what),
            intent.lock ? literalText(intent.lock->name) : QStringLiteral("-"),
            orDash(intent.backend),
            orDash(intent.owner),
            line.isIntent || !intent.lock ? QStringLiteral("-") : afterwards(line.outcome),
            orDash(note)};
}

QByteArray auditTable(const std::vector<AuditLine> &lines)
{
    TextTable table({{QStringLiteral("TIME")},
                     {QStringLiteral("WHO"), false, true},
                     {QStringLiteral("WHAT")},
                     {QStringLiteral("LOCK"), false, true},
                     {QStringLiteral("BACKEND"), false, true},
                     {QStringLiteral("OWNER"), false, true},
                     {QStringLiteral("HELD AFTER"), false, true},
                     {QStringLiteral("REASON, MESSAGE"), false, true}});
    QHash<QString, AuditIntent> intents;
    for (const AuditLine &line : lines) {
        if (line.isIntent)
            intents.insert(line.id, line.intent);
        table.addRow(cells(line, intents.value(line.id)));
    }
    return table.text(terminalWidth());
}

QByteArray verificationJson(const AuditVerification &found)
{
    QStringList open;
    for (const AuditLine &line : found.open)
        open.append(line.id);
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("directory", defaultAuditDirectory());
    json.member("ok", found.faults.isEmpty());
    json.member("files", found.files);
    json.member("lines", found.lines);
    json.member("faults", found.faults);
    json.member("torn", found.torn);
    json.member("open", open);
    json.endObject();
    return out + '\n';
}

QByteArray verificationText(const AuditVerification &found)
{
    QString text =
        QStringLiteral("%1: %2 lines in %3 files")
            .arg(found.faults.isEmpty() ? QStringLiteral("OK") : QStringLiteral("BROKEN"))
            .arg(found.lines)
            .arg(found.files);
    if (!found.open.empty())
        text += QStringLiteral(", %1 actions without an outcome").arg(found.open.size());
    if (!found.torn.isEmpty())
        text += QStringLiteral(", cut off in writing: %1")
                    .arg(found.torn.join(QLatin1StringView(", ")));
    text += u'\n';
    for (const QString &fault : found.faults)
        text += literalText(fault) + u'\n';
    return text.toUtf8();
}

ExitCode refuseAudit(const Error &error)
{
    say(errorText(error));
    return ExitCode::NotAudited;
}

ExitCode verify(bool asJson)
{
    const Result<AuditVerification> found = verifyAudit(defaultAuditDirectory());
    if (!found)
        return refuseAudit(found.error());
    if (!writeOut(asJson ? verificationJson(*found) : verificationText(*found)) && outputFailed())
        return ExitCode::OutputFailed;
    return found->faults.isEmpty() ? ExitCode::Ok : ExitCode::Tampered;
}

} // namespace

ExitCode runAudit(const Options &options)
{
    if (options.audit.verify)
        return verify(options.json);
    const auto lines = readAudit(defaultAuditDirectory(), options.audit.last);
    if (!lines)
        return refuseAudit(lines.error());
    if (lines->empty() && !options.json)
        say(QStringLiteral("Nothing was done yet: %1 holds no line.").arg(defaultAuditDirectory()));
    else if (!writeOut(options.json ? jsonLines(*lines) : auditTable(*lines)) && outputFailed())
        return ExitCode::OutputFailed;
    return ExitCode::Ok;
}

} // namespace lockmaster

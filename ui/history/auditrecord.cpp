// SPDX-License-Identifier: Apache-2.0
#include "ui/history/auditrecord.h"

#include "core/text/momenttext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/display/locktext.h"
#include "core/display/shownwords.h"

#include <QHash>
#include <QLocale>

#include <algorithm>

namespace lockmaster {

namespace {

using LogWords = QHash<QString, const char *>;

/** A word of the log that is not ours stands as it is. */
QString spokenWord(const LogWords &words, const QString &word)
{
    const char *known = words.value(word);
    return known ? AuditWords::tr(known) : literalText(word);
}

/** What was done. */
QString actionWord(const QString &word)
{
    static const LogWords words{
        {QStringLiteral("acquire"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "acquire")},
        {QStringLiteral("allow-writes"),
         QT_TRANSLATE_NOOP("lockmaster::AuditWords", "allow-writes")},
        {QStringLiteral("apply-plan"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "apply-plan")},
        {QStringLiteral("clean-up"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "clean-up")},
        {QStringLiteral("delete"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "delete")},
        {QStringLiteral("expire"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "expire")},
        {QStringLiteral("kill"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "kill")},
        {QStringLiteral("kill-waiter"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "kill-waiter")},
        {QStringLiteral("let-go"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "let-go")},
        {QStringLiteral("read-all"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "read-all")},
        {QStringLiteral("read-one"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "read-one")},
        {QStringLiteral("release"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "release")},
        {QStringLiteral("step-down"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "step-down")},
    };
    return spokenWord(words, word);
}

/** What came of it. */
QString outcomeWord(const QString &word)
{
    static const LogWords words{
        {QStringLiteral("allowed"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "allowed")},
        {QStringLiteral("released"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "released")},
        {QStringLiteral("changed"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "changed")},
        {QStringLiteral("busy"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "busy")},
        {QStringLiteral("denied"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "denied")},
        {QStringLiteral("unknown"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "unknown")},
        {QStringLiteral("acquired"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "acquired")},
        {QStringLiteral("not_acquired"),
         QT_TRANSLATE_NOOP("lockmaster::AuditWords", "not acquired")},
        {QStringLiteral("lost"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "lost")},
        {QStringLiteral("failed"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "failed")},
        {QStringLiteral("renewed"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "renewed")},
        {QStringLiteral("gone"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "gone")},
        {QStringLiteral("withdrawn"), QT_TRANSLATE_NOOP("lockmaster::AuditWords", "withdrawn")},
    };
    return spokenWord(words, word);
}

void add(std::vector<DetailRow> &rows, const QString &label, const QString &value,
         bool verbatim = false)
{
    if (!value.isEmpty())
        rows.push_back({label, literalText(value), Tone::Plain, verbatim, {}});
}

DetailSection section(const QString &title, std::vector<DetailRow> rows)
{
    return {title, std::move(rows)};
}

std::vector<DetailRow> lineRows(const AuditLine &line)
{
    std::vector<DetailRow> rows;
    const QString local = momentText(localTimeOf(line.time), TimeDetail::ToMilli);
    const QString utc = momentText(utcTimeOf(line.time), TimeDetail::ToMilli);
    if (local != utc)
        add(rows, AuditWords::tr("Local time"), local);
    add(rows, AuditWords::tr("UTC"), utc);
    add(rows, AuditWords::tr("Line"),
        AuditWords::tr("%1 of %2").arg(QString::number(line.number), line.month));
    return rows;
}

} // namespace

std::vector<AuditRecord> auditRecords(const std::vector<AuditLine> &lines)
{
    std::vector<AuditRecord> entries;
    QHash<QString, size_t> open;
    for (const AuditLine &line : lines) {
        const auto begun = open.constFind(line.id);
        if (line.isIntent) {
            open.insert(line.id, entries.size());
            entries.push_back({line, std::nullopt});
        } else if (begun != open.constEnd() && !entries[*begun].outcome) {
            entries[*begun].outcome = line;
        } else {
            entries.push_back({std::nullopt, line});
        }
    }
    std::reverse(entries.begin(), entries.end());
    return entries;
}

QString AuditWords::localTime(const AuditRecord &entry)
{
    return momentText(localTimeOf(entry.first().time));
}

QString AuditWords::utcTime(const AuditRecord &entry)
{
    return utcMomentText(entry.first().time, TimeDetail::ToMilli);
}

QString AuditWords::user(const AuditRecord &entry)
{
    return literalText(entry.first().user);
}

QString AuditWords::backend(const AuditRecord &entry)
{
    return entry.intent ? literalText(entry.intent->intent.backend) : LockText::unknown();
}

QString AuditWords::lock(const AuditRecord &entry)
{
    if (!entry.intent)
        return LockText::unknown();
    const auto &id = entry.intent->intent.lock;
    if (!id)
        return LockText::none();
    return id->name.isEmpty() ? LockText::tr("(empty name)") : literalText(id->name);
}

QString AuditWords::action(const AuditRecord &entry)
{
    if (!entry.intent)
        return LockText::unknown();
    const AuditIntent &intent = entry.intent->intent;
    const QString action = actionWord(intent.action);
    return intent.evenIfRenewed ? tr("%1, even if renewed").arg(action) : action;
}

QString AuditWords::reason(const AuditRecord &entry)
{
    return entry.intent ? literalText(entry.intent->intent.reason) : QString();
}

QString AuditWords::outcome(const AuditRecord &entry)
{
    if (!entry.outcome)
        return tr("no outcome");
    const AuditOutcome &outcome = entry.outcome->outcome;
    const QString word = outcomeWord(outcome.outcome);
    return outcome.detail.isEmpty()
               ? word
               : QStringLiteral("%1: %2").arg(word, outcomeWord(outcome.detail));
}

Tone AuditWords::outcomeTone(const AuditRecord &entry)
{
    if (!entry.outcome)
        return Tone::Expiring;
    const QString &word = entry.outcome->outcome.outcome;
    for (const QStringView bad : {u"unknown", u"lost", u"failed", u"denied"}) {
        if (word == bad)
            return Tone::Danger;
    }
    for (const QStringView refused : {u"changed", u"busy", u"not_acquired"}) {
        if (word == refused)
            return Tone::Expiring;
    }
    return Tone::Plain;
}

QString AuditWords::heldBy(const AuditRecord &entry)
{
    if (!entry.outcome || !entry.outcome->outcome.heldByKnown)
        return LockText::none();
    const QString &holder = entry.outcome->outcome.heldBy;
    return holder.isEmpty() ? tr("nobody") : literalText(holder);
}

Details AuditWords::details(const AuditRecord &entry)
{
    Details shown;
    shown.title = entry.intent && entry.intent->intent.lock ? lock(entry) : action(entry);
    shown.subtitle = QStringLiteral("%1 · %2").arg(action(entry), outcome(entry));
    const AuditLine &line = entry.first();
    std::vector<DetailRow> who;
    add(who, tr("User"), line.user);
    add(who, tr("Host"), line.host);
    add(who, tr("Process"), line.pid > 0 ? QString::number(line.pid) : QString());
    add(who, tr("Id"), line.id, true);
    if (entry.intent) {
        const AuditIntent &intent = entry.intent->intent;
        add(who, tr("Program"), intent.program);
        shown.sections.push_back(section({}, std::move(who)));
        std::vector<DetailRow> rows = lineRows(*entry.intent);
        add(rows, tr("Server"), intent.backend);
        const auto environment = environmentFromName(intent.environment);
        add(rows, tr("Environment"),
            environment ? LockText::environment(*environment) : intent.environment);
        if (intent.lock) {
            add(rows, tr("System"), intent.lock->source->system);
            add(rows, tr("Source"), sourceText(intent.lock->source->name));
            rows.push_back({tr("Lock"), literalText(intent.lock->name), Tone::Plain, true, {}});
        }
        add(rows, tr("Action"), actionWord(intent.action));
        add(rows, tr("Owner"), intent.owner);
        add(rows, tr("Reason"), intent.reason);
        if (intent.evenIfRenewed)
            add(rows, tr("Compared"), tr("the instance only, even if renewed"));
        add(rows, tr("Command"), intent.command, true);
        add(rows, tr("Witness"), intent.witness, true);
        shown.sections.push_back(section(tr("Intent"), std::move(rows)));
    } else {
        shown.sections.push_back(section({}, std::move(who)));
        shown.warning = tr("Its intent stands further back in the log.");
    }
    if (entry.outcome) {
        const AuditOutcome &outcome = entry.outcome->outcome;
        std::vector<DetailRow> rows = lineRows(*entry.outcome);
        add(rows, tr("Outcome"), outcomeWord(outcome.outcome));
        add(rows, tr("Detail"), outcomeWord(outcome.detail));
        add(rows, tr("Message"), outcome.message);
        if (outcome.heldByKnown)
            add(rows, tr("Held by then"), heldBy(entry));
        shown.sections.push_back(section(tr("Outcome"), std::move(rows)));
    } else {
        shown.warning = tr("No outcome: the program ended in between, or is at it now.");
    }
    return shown;
}

QString AuditWords::verdict(const AuditVerification &found)
{
    const QLocale locale;
    if (!found.faults.isEmpty())
        return tr("The log was tampered with or damaged: %Ln faults.", nullptr,
                  int(found.faults.size()));
    if (found.lines == 0)
        return tr("There is nothing to verify yet.");
    QString text = tr("The chain is whole: lines %1, files %2.")
                       .arg(locale.toString(found.lines), locale.toString(found.files));
    if (!found.open.empty())
        text += u' ' + tr("Without an outcome: %1.").arg(countText(qint64(found.open.size())));
    return text;
}

Details AuditWords::verification(const AuditVerification &found)
{
    Details shown;
    shown.title = tr("Verification");
    shown.subtitle = verdict(found);
    for (const QString &fault : found.faults)
        shown.findings.push_back({tr("Fault"), literalText(fault), Tone::Danger});
    std::vector<DetailRow> rows;
    add(rows, tr("Files"), countText(found.files));
    add(rows, tr("Lines"), countText(found.lines));
    add(rows, tr("No outcome"), countText(qint64(found.open.size())));
    shown.sections.push_back(section({}, std::move(rows)));
    shown.sections.push_back(
        section(tr("What this proves"),
                {{tr("Shown"),
                  tr("a line that was edited, inserted or removed, and a tail that was cut"),
                  Tone::Plain,
                  false,
                  {}},
                 {tr("Not shown"),
                  tr("files rewritten whole by someone who may write them"),
                  Tone::Plain,
                  false,
                  {}}}));
    return shown;
}

} // namespace lockmaster

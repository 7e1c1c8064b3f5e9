// SPDX-License-Identifier: Apache-2.0
#include "core/display/detailrows.h"

#include "core/display/shownwords.h"
#include "core/domain/systemtraits.h"
#include "core/domain/toldlock.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/domain/witness.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

void add(std::vector<DetailRow> &rows, const QString &label, const QString &value,
         Tone tone = Tone::Plain)
{
    if (!value.isEmpty())
        rows.push_back({label, value, tone, false, {}});
}

/** What owners call themselves: each on a line, and a token among them to be compared by eye. */
void addOwners(std::vector<DetailRow> &rows, const QString &label, const QString &value,
               const QStringList &owners, Tone tone = Tone::Plain)
{
    add(rows, label, value, tone);
    if (!value.isEmpty())
        rows.back().verbatim = std::any_of(owners.begin(), owners.end(), DetailRows::isToken);
}

void addVerbatim(std::vector<DetailRow> &rows, const QString &label, const QString &value)
{
    rows.push_back({label, value, Tone::Plain, true, {}});
}

void addAttributes(std::vector<DetailRow> &rows, const LockRecord &lock, Attribute::Group group)
{
    if (!lock.attributes)
        return;
    for (const Attribute &attribute : *lock.attributes) {
        if (attribute.group != group)
            continue;
        DetailRow row{attribute.label,
                      literalText(attribute.value),
                      Tone::Plain,
                      group == Attribute::Group::Raw,
                      {}};
        // A format may repeat what the common fields have said.
        if (!row.value.isEmpty() && std::find(rows.begin(), rows.end(), row) == rows.end())
            rows.push_back(std::move(row));
    }
}

bool tellsOfItsSession(const LockRecord &lock)
{
    return lock.attributes
           && std::any_of(lock.attributes->begin(), lock.attributes->end(),
                          [](const Attribute &a) { return a.group == Attribute::Group::Session; });
}

/** Whether the format shows `value` as a part of the raw record itself. */
bool isAttribute(const LockRecord &lock, const QString &value)
{
    return lock.attributes
           && std::any_of(lock.attributes->begin(), lock.attributes->end(),
                          [&value](const Attribute &attribute) {
                              return attribute.group == Attribute::Group::Raw
                                     && literalText(attribute.value) == value;
                          });
}

Tone findingTone(FindingId id)
{
    return id == FindingId::NoExpiry ? Tone::NoExpiry : Tone::Expiring;
}

/** What a browser opens; empty where it is no address, or not one that is shown as it is. */
QUrl webAddress(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool web = url.scheme() == u"https" || url.scheme() == u"http";
    return web && url.isValid() && !url.host().isEmpty() && literalText(text) == text ? url
                                                                                      : QUrl();
}

QString stored(const QByteArray &bytes)
{
    return bytes.isEmpty() ? QStringLiteral("\"\"") : literalText(bytes);
}

} // namespace

bool Details::sameShape(const Details &other) const
{
    const auto sameRow = [](const DetailRow &a, const DetailRow &b) {
        return a.label == b.label && a.verbatim == b.verbatim && a.links == b.links
               && a.address == b.address;
    };
    const auto sameFinding = [](const DetailFinding &a, const DetailFinding &b) {
        return a.title == b.title && a.tone == b.tone;
    };
    const auto sameSection = [&sameRow](const DetailSection &a, const DetailSection &b) {
        return a.title == b.title && a.fold == b.fold
               && std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), sameRow);
    };
    return title == other.title && subtitle == other.subtitle && warning == other.warning
           && std::equal(findings.begin(), findings.end(), other.findings.begin(),
                         other.findings.end(), sameFinding)
           && std::equal(sections.begin(), sections.end(), other.sections.begin(),
                         other.sections.end(), sameSection);
}

Details DetailRows::ofLock(const FocusedLock &focus, const BackendStatus *backend,
                           const SystemNames &names, SteadyTime now, const LockNote *note,
                           const std::optional<Verdict> &verdict)
{
    const LockRecord &lock = *focus.lock;
    Details details;
    details.title = LockText::name(lock);
    details.subtitle = QStringLiteral("%1 · %2 · %3")
                           .arg(names.description(lock.id.source->system), lock.id.source->backend,
                                sourceText(lock.id.source->name));
    if (focus.goneAt)
        details.warning = tr("Gone: this is what was last seen of it.");
    if (verdict && !focus.goneAt)
        details.findings.push_back(card(*verdict));
    if (auto said = note ? ofNote(*note) : std::nullopt)
        details.sections.push_back(std::move(*said));
    details.sections.push_back(summary(focus, backend, focus.goneAt.value_or(now)));
    if (auto signs = verdict ? signsOfLife(*verdict) : std::nullopt)
        details.sections.push_back(std::move(*signs));
    if (lock.shares)
        details.sections.push_back(servers(*lock.shares));
    details.sections.push_back(rawRecord(focus, backend, now));
    for (const Finding &finding : lock.findings)
        details.findings.push_back({LockText::findingTitle(finding.id),
                                    literalText(finding.evidence), findingTone(finding.id)});
    return details;
}

/** What each of several has of it. */
DetailSection DetailRows::servers(const LockShares &shares)
{
    DetailSection section;
    section.title = tr("On %1 of %2 servers, and it takes %3")
                        .arg(shares.count())
                        .arg(shares.all.size())
                        .arg(shares.needed);
    for (const LockShare &share : shares.all) {
        const QString who = share.holder ? literalText(share.holder->label) : QString();
        switch (share.seen) {
        case LockShare::Seen::Holder: addOwners(section.rows, share.server, who, {who}); break;
        case LockShare::Seen::Other:
            addOwners(section.rows, share.server, tr("somebody else: %1").arg(who), {who},
                      Tone::Expiring);
            break;
        case LockShare::Seen::Absent:
            add(section.rows, share.server, tr("not there"), Tone::Muted);
            break;
        case LockShare::Seen::Unknown:
            addOwners(section.rows, share.server,
                      share.holder ? tr("did not answer; last seen: %1").arg(who)
                                   : tr("did not answer"),
                      {who}, Tone::Expiring);
            break;
        }
    }
    return section;
}

std::optional<DetailSection> DetailRows::ofNote(const LockNote &note)
{
    DetailSection section;
    add(section.rows, tr("Note"), literalText(note.note));
    add(section.rows, tr("Runbook"), literalText(note.runbook));
    if (!note.runbook.isEmpty())
        section.rows.back().address = webAddress(note.runbook);
    return section.rows.empty() ? std::nullopt : std::optional(section);
}

void DetailRows::addPast(Details &lock, const DetailSection &past)
{
    lock.sections.insert(lock.sections.end() - 1, past);
}

DetailFinding DetailRows::card(const Verdict &verdict)
{
    QString word = verdict.sentence.left(verdict.headline);
    while (word.endsWith(u'.'))
        word.chop(1);
    return {word.isEmpty() ? LockText::verdict(verdict) : word,
            verdict.sentence.mid(verdict.headline).trimmed(), LockText::lifeTone(verdict.life)};
}

bool DetailRows::isToken(const QString &value)
{
    constexpr qsizetype shortest = 16;
    return value.size() >= shortest
           && std::none_of(value.begin(), value.end(), [](QChar c) { return c.isSpace(); })
           && std::any_of(value.begin(), value.end(), [](QChar c) { return c.isDigit(); });
}

/** What the verdict does not say itself: most of it decides nothing. */
std::optional<DetailSection> DetailRows::signsOfLife(const Verdict &verdict)
{
    DetailSection section;
    section.title = tr("What else tells of its holder");
    for (const LifeEvidence &each : verdict.evidence) {
        if (!verdict.sentence.contains(each.text))
            add(section.rows, evidenceText(each.source), each.text, LockText::lifeTone(each.says));
    }
    return section.rows.empty() ? std::nullopt : std::optional(section);
}

DetailSection DetailRows::summary(const FocusedLock &focus, const BackendStatus *backend,
                                  SteadyTime now)
{
    const LockRecord &lock = *focus.lock;
    DetailSection section;
    auto &rows = section.rows;
    const QString state = focus.goneAt ? tr("gone") : LockText::state(lock);
    add(rows, tr("State"), state, focus.goneAt ? Tone::Muted : LockText::stateTone(lock, now));
    if (lock.certainty == Certainty::Likely)
        add(rows, tr("Recognised"), LockText::likely(), Tone::Muted);
    else if (lock.variantCertainty == Certainty::Likely)
        add(rows, tr("Recognised"),
            tr("A lock by your pattern. That %1 wrote it is likely, by the shape of its value.")
                .arg(lock.variant),
            Tone::Muted);
    addHolder(rows, lock);
    // While nobody looks, it is known to be held until the last look, and no longer.
    const auto unseen = backend ? overdueAge(*backend, now) : std::nullopt;
    addLease(rows, lock, now, unseen ? now - *unseen : now);
    addWaiters(rows, lock);
    if (focus.changes)
        add(rows, tr("Changes"), LockText::spokenChanges(focus.changes));
    DetailRow same{tr("Same owner"), {}, Tone::Plain, false, {}};
    for (const PackedLock &other : focus.sameOwner)
        same.links.push_back({distinctName(other, focus), other.id()});
    if (!same.links.empty())
        rows.push_back(std::move(same));
    return section;
}

/** The lock's name, and where it is as far as another one here has the same. */
QString DetailRows::distinctName(const PackedLock &lock, const FocusedLock &focus)
{
    QString name = LockText::name(lock.unpack());
    const SourceId &at = *lock.source();
    bool sameName = false;
    bool sameBackend = false;
    const auto compare = [&](QByteArrayView otherName, const SourceId &other) {
        if (otherName != lock.name() || other == at)
            return;
        sameName = true;
        sameBackend = sameBackend || other.backend == at.backend;
    };
    compare(focus.lock->id.name, *focus.lock->id.source);
    for (const PackedLock &other : focus.sameOwner)
        compare(other.name(), *other.source());
    if (!sameName)
        return name;
    const QString backend = literalText(at.backend);
    return tr("%1 (%2)").arg(name, sameBackend ? backend + u' ' + sourceText(at.name) : backend);
}

void DetailRows::addHolder(std::vector<DetailRow> &rows, const LockRecord &lock)
{
    const QString owner = LockText::owner(lock);
    if (lock.holders.empty()) {
        add(rows, tr("Owner"), LockText::inWords(owner, LockText::ownerToolTip(lock)));
        return;
    }
    addOwners(rows, tr("Owner"), owner, {owner});
    const Holder &holder = lock.holders.front();
    const bool sessionTold = tellsOfItsSession(lock);
    if (holder.detail && !sessionTold) {
        const HolderDetail &known = *holder.detail;
        add(rows, tr("Connection"),
            known.connectionId ? QStringLiteral("#%1").arg(*known.connectionId) : QString());
        add(rows, tr("User"), literalText(known.user));
        add(rows, tr("Host"), literalText(known.host));
        add(rows, tr("Process"), known.pid ? QString::number(*known.pid) : QString());
        add(rows, tr("Thread"), literalText(known.thread));
        add(rows, tr("Program"), literalText(known.program));
        add(rows, tr("Reason"), literalText(known.reason));
    }
    addAttributes(rows, lock, Attribute::Group::Owner);
    addAttributes(rows, lock, Attribute::Group::Session);
    if (lock.holderIdle && !sessionTold)
        add(rows, tr("Idle for"), ageText(*lock.holderIdle));
    // Some formats have a line of their own for it.
    const QString countLabel = tr("Hold count");
    const bool isCounted =
        std::any_of(rows.begin(), rows.end(),
                    [&countLabel](const DetailRow &row) { return row.label == countLabel; });
    if (!lock.holdCountExact)
        add(rows, countLabel, tr("at least %1: the server does not tell").arg(holder.holdCount));
    else if (holder.holdCount > 1 && !isCounted)
        add(rows, countLabel, QString::number(holder.holdCount));
    QStringList others;
    for (qsizetype i = 1; i < lock.holders.size(); ++i)
        others << literalText(lock.holders[i].label.isEmpty()
                                  ? QString::fromUtf8(lock.holders[i].raw)
                                  : lock.holders[i].label);
    addOwners(rows, tr("Also held by"), others.join(u'\n'), others);
}

void DetailRows::addLease(std::vector<DetailRow> &rows, const LockRecord &lock, SteadyTime now,
                          SteadyTime seenUntil)
{
    const Tone tone = LockText::ttlTone(lock, now);
    QString left = LockText::ttl(lock, now);
    if (lock.lease.granted && lock.state != LockState::Unknown && lock.lease.hasExpiry)
        left = tr("%1 of %2").arg(left, durationText(*lock.lease.granted));
    if (!lock.lease.hasExpiry && lock.state == LockState::Held)
        left = tr("∞ none: only its holder ends it");
    add(rows, tr("TTL"), left, tone == Tone::Held ? Tone::Plain : tone);
    if (lock.lease.expiresAt)
        add(rows, tr("Expires"), LockText::expiry(lock));
    add(rows, tr("Held for"), LockText::heldInWords(lock, seenUntil));
}

void DetailRows::addWaiters(std::vector<DetailRow> &rows, const LockRecord &lock)
{
    const Waiters &waiters = lock.waiters;
    if (!waiters.count || lock.state == LockState::Unknown) {
        add(rows, tr("Waiting"),
            lock.state == LockState::Unknown ? LockText::unknown()
                                             : tr("cannot be seen for this lock"),
            Tone::Muted);
        return;
    }
    QString text = QString::number(*waiters.count);
    if (!waiters.basis.isEmpty())
        text = QStringLiteral("%1 %2").arg(text, literalText(waiters.basis));
    QStringList names;
    for (const Waiter &waiter : waiters.list) {
        names << literalText(waiter.label);
        const QString since = waiter.waiting ? ageText(*waiter.waiting) : QString();
        text += u'\n' + names.constLast();
        if (!since.isEmpty())
            text += QStringLiteral(", %1").arg(since);
    }
    addOwners(rows, tr("Waiting"), text, names);
}

DetailSection DetailRows::rawRecord(const FocusedLock &focus, const BackendStatus *backend,
                                    SteadyTime now)
{
    const LockRecord &lock = *focus.lock;
    DetailSection section;
    section.title = tr("Raw record");
    section.fold = QStringLiteral("raw");
    auto &rows = section.rows;
    if (!isAttribute(lock, stored(lock.id.name)))
        addVerbatim(rows, tr("Name"), stored(lock.id.name));
    for (const Holder &holder : lock.holders) {
        if (!isAttribute(lock, stored(holder.raw)))
            addVerbatim(rows, tr("Owner"), stored(holder.raw));
        if (holder.truncated())
            add(rows, QString(),
                tr("the first %1 of %2 bytes").arg(holder.raw.size()).arg(holder.rawBytes),
                Tone::Expiring);
    }
    addAttributes(rows, lock, Attribute::Group::Raw);
    if (!lock.node.isEmpty())
        addVerbatim(rows, tr("Node"), literalText(lock.node));
    if (!lock.pattern.isEmpty())
        addVerbatim(rows, tr("Pattern"), literalText(lock.pattern));
    std::optional<ServerMoment> looked;
    if (backend)
        looked = lookedAt(*backend);
    // The backend's data may be younger than what is shown of a lock that nobody could read since.
    if (looked && (focus.goneAt || !isTold(lock)))
        looked->at.reset();
    addVerbatim(rows, tr("Witness"), encodeWitness(witnessOf(lock, looked)));
    if (backend)
        add(rows, tr("Data"), age(*backend, now));
    return section;
}

QString DetailRows::age(const BackendStatus &backend, SteadyTime now)
{
    if (!backend.dataFrom)
        return tr("never read");
    const auto age = std::chrono::duration_cast<Micros>(now - *backend.dataFrom);
    return tr("%1 old").arg(ageText(age));
}

void DetailRows::addNotDecoded(std::vector<DetailRow> &rows, const SourceStatus &source)
{
    QString text = QString::number(source.notDecoded);
    for (const QString &more :
         {notDecodedText(source.notDecodedKinds), notDecodedRemedy(source.notDecodedKinds)}) {
        if (!more.isEmpty())
            text += u'\n' + more;
    }
    add(rows, tr("Not decoded"), text);
}

Details DetailRows::ofBackend(const BackendStatus &backend, const SystemNames &names,
                              SteadyTime now)
{
    Details details;
    details.title = backend.name;
    details.subtitle = LockText::environment(backend.environment);
    DetailSection section;
    auto &rows = section.rows;
    const bool offline = backend.state == BackendState::Offline;
    add(rows, tr("State"), backendStateText(backend.state), offline ? Tone::Danger : Tone::Plain);
    add(rows, tr("Server"),
        literalText(backend.server.product + u' ' + backend.server.version).trimmed());
    add(rows, tr("Transport"), reachedText(backend.server.transport));
    add(rows, tr("Client"), backend.server.clientLibrary);
    add(rows, tr("Role"), serverRoleText(backend.server));
    if (backend.server.clockOffset)
        add(rows, tr("Clock offset"), durationText(*backend.server.clockOffset));
    add(rows, tr("Access"), backend.readOnly ? tr("read-only") : QString());
    add(rows, tr("Poll"), tr("every %1").arg(periodText(backend.period)));
    add(rows, tr("Latency"), offline ? QString() : latencyText(backend.latency));
    add(rows, tr("Data"), age(backend, now));
    details.sections.push_back(std::move(section));
    for (const SourceStatus &source : backend.sources) {
        DetailSection part;
        part.title = sourceText(source.name);
        QStringList systems;
        for (const QString &system : source.systems) {
            if (isToldWhenNone(system))
                systems << names.description(system);
        }
        add(part.rows, tr("Systems"), systems.join(QStringLiteral(", ")));
        add(part.rows, tr("Locks"),
            source.complete ? QString::number(source.lockCount) : tr("not read completely"),
            source.complete ? Tone::Plain : Tone::Expiring);
        if (source.notDecoded > 0)
            addNotDecoded(part.rows, source);
        add(part.rows, tr("Read in"), latencyText(source.latency));
        details.sections.push_back(std::move(part));
    }
    for (const AbsentSource &absent : backend.absent) {
        DetailSection part;
        part.title = sourceText(absent.name);
        add(part.rows, tr("Not looked at"), literalText(absent.why.message));
        details.sections.push_back(std::move(part));
    }
    for (const Problem &problem : backend.problems)
        details.findings.push_back(
            {problem.source.isEmpty() ? tr("Problem") : sourceText(problem.source),
             QStringLiteral("%1 %2").arg(literalText(problem.error.message),
                                         literalText(problem.error.remedy)),
             problem.error.kind == ErrorKind::Denied ? Tone::Expiring : Tone::Danger});
    return details;
}

} // namespace lockmaster

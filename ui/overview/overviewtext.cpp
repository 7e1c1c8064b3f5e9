// SPDX-License-Identifier: Apache-2.0
#include "ui/overview/overviewtext.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

struct FoundKind {
    Trouble trouble;
    qint64 count;
    QString text;
    QString meaning = {}; ///< of a finding
};

std::vector<FoundKind> kindsOf(const OverviewRow &row)
{
    const ServerFigures &figures = row.server.figures;
    std::vector<FoundKind> kinds;
    if (figures.blocked > 0)
        kinds.push_back(
            {Trouble::Blocked, figures.blocked,
             OverviewText::tr("Blocked %1", "how many locks").arg(countText(figures.blocked))});
    for (const FindingId id : allFindingIds) {
        const qint64 count = figures.findings.at(size_t(id));
        if (count > 0)
            kinds.push_back(
                {troubleOf(id), count,
                 QStringLiteral("%1 %2").arg(LockText::findingTitle(id), countText(count)),
                 LockText::findingSentence(id)});
    }
    std::stable_sort(kinds.begin(), kinds.end(), [](const FoundKind &a, const FoundKind &b) {
        return a.trouble != b.trouble ? a.trouble < b.trouble : a.count > b.count;
    });
    return kinds;
}

QStringList textsOf(const std::vector<FoundKind> &kinds)
{
    QStringList texts;
    for (const FoundKind &kind : kinds)
        texts << kind.text;
    return texts;
}

/** What is not seen of the rest may be in these. */
bool isAnyUnknown(const OverviewRow &row)
{
    return row.seenInPart > 0 || row.server.figures.unknown > 0;
}

QString orMore(const OverviewRow &row, const QString &text, bool isLeast)
{
    return isLeast || isAnyUnknown(row) ? atLeast(text) : text;
}

} // namespace

QString OverviewText::name(const OverviewRow &row)
{
    if (!row.isGroup)
        return literalText(row.server.name);
    return LockText::environmentGroup(row.server.environment);
}

QString OverviewText::health(const OverviewRow &row, SteadyTime now)
{
    const ServerEntry &server = row.server;
    if (row.isGroup) {
        const QString all = tr("%Ln servers", nullptr, int(row.servers));
        const QString notRead =
            row.notRead > 0 ? tr("%Ln not read", nullptr, int(row.notRead)) : QString();
        const QString lost =
            tr("%1 of %2 offline").arg(countText(row.offline), countText(row.servers));
        const QString first = row.offline > 0 ? lost : all;
        return notRead.isEmpty() ? first
                                 : tr("%1, %2", "1: 12 servers; 2: 3 not read").arg(first, notRead);
    }
    switch (server.state) {
    case BackendState::Offline: return tr("offline");
    case BackendState::Connecting: return tr("connecting");
    case BackendState::Stale:
    case BackendState::Online: break;
    }
    if (server.state == BackendState::Stale && server.dataFrom) {
        const QString age = ageText(std::chrono::duration_cast<Micros>(now - *server.dataFrom));
        return server.paused ? tr("paused, %1 old").arg(age) : tr("%1 old").arg(age);
    }
    if (server.paused)
        return tr("paused");
    if (!server.isWhole)
        return tr("partly read");
    return server.problem.isEmpty() ? tr("answers") : tr("with problems");
}

Tone OverviewText::healthTone(const OverviewRow &row)
{
    const ServerEntry &server = row.server;
    if (row.isGroup && row.offline > 0)
        return Tone::Danger;
    if (row.isGroup)
        return row.notRead > 0 ? Tone::Expiring : Tone::Muted;
    switch (server.state) {
    case BackendState::Offline: return Tone::Danger;
    case BackendState::Connecting: return Tone::Muted;
    case BackendState::Stale: return server.paused ? Tone::Muted : Tone::Expiring;
    case BackendState::Online: break;
    }
    if (!server.isWhole || !server.problem.isEmpty())
        return Tone::Expiring;
    return server.paused ? Tone::Muted : Tone::Good;
}

QString OverviewText::healthSign(const OverviewRow &row)
{
    if (row.isGroup && row.offline + row.notRead == 0)
        return {};
    switch (healthTone(row)) {
    case Tone::Danger: return QStringLiteral("✕");
    case Tone::Good: return QStringLiteral("●");
    default: return QStringLiteral("○");
    }
}

QString OverviewText::healthSentence(const OverviewRow &row, SteadyTime now)
{
    const QString word = health(row, now);
    return row.server.problem.isEmpty()
               ? word
               : QStringLiteral("%1\n%2").arg(word, literalText(row.server.problem));
}

QString OverviewText::locks(const OverviewRow &row)
{
    const ServerFigures &figures = row.server.figures;
    const qint64 known = figures.locks - figures.unknown;
    if (figures.unknown == 0 && row.seenInPart > 0)
        return known == 0 ? LockText::unknown() : tr("%1 + ?").arg(countText(known));
    if (figures.unknown == 0)
        return countText(known);
    if (known == 0)
        return QStringLiteral("%1?").arg(countText(figures.unknown));
    return tr("%1 + %2?").arg(countText(known), countText(figures.unknown));
}

QString OverviewText::waiters(const OverviewRow &row)
{
    const ServerFigures &figures = row.server.figures;
    if (figures.waiters == 0 && isAnyUnknown(row))
        return LockText::unknown();
    if (figures.waiters == 0 && figures.moreMayWait)
        return LockText::none();
    return orMore(row, countText(figures.waiters), figures.moreMayWait);
}

QString OverviewText::longest(const OverviewRow &row)
{
    const bool isLeast = row.server.figures.oldestIsLeast;
    if (!row.longest)
        return isAnyUnknown(row) || isLeast ? LockText::unknown() : LockText::none();
    return orMore(row, ageText(*row.longest), isLeast);
}

QString OverviewText::findings(const OverviewRow &row)
{
    QStringList texts = textsOf(kindsOf(row));
    if (texts.isEmpty())
        return isAnyUnknown(row) ? LockText::unknown() : LockText::none();
    if (isAnyUnknown(row)) // there may be others
        texts << LockText::unknown();
    return texts.join(QStringLiteral(", "));
}

Tone OverviewText::findingsTone(const OverviewRow &row)
{
    const auto kinds = kindsOf(row);
    if (kinds.empty())
        return Tone::Muted;
    switch (kinds.front().trouble) {
    case Trouble::Conflict:
    case Trouble::Blocked: return Tone::Danger;
    case Trouble::Finding: return Tone::Expiring;
    default: return Tone::Muted;
    }
}

QString OverviewText::findingLines(const OverviewRow &row)
{
    QStringList lines;
    for (const FoundKind &kind : kindsOf(row))
        lines << (kind.meaning.isEmpty() ? kind.text
                                         : QStringLiteral("%1: %2").arg(kind.text, kind.meaning));
    return lines.join(u'\n');
}

/** Nothing was seen, and nobody looked. */
bool OverviewText::isUnwatched(const OverviewRow &row)
{
    return row.rate.isUnknown && row.rate.lastMinute == 0;
}

QString OverviewText::changes(const OverviewRow &row)
{
    if (isUnwatched(row))
        return LockText::unknown();
    const QString count = countText(row.rate.lastMinute);
    return row.rate.isLeast ? atLeast(count) : count;
}

QString OverviewText::changesSentence(const OverviewRow &row)
{
    if (isUnwatched(row))
        return tr("Nobody saw its changes within the last minute.");
    const QString said = tr("%Ln changes within the last minute that is over: taken, handed over, "
                            "let go of, expired or blocked, without renewals.",
                            nullptr, int(row.rate.lastMinute));
    return row.rate.isLeast ? tr("%1 There may have been more: not all of it was seen.").arg(said)
                            : said;
}

} // namespace lockmaster

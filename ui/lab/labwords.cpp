// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/labwords.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/lanetext.h"
#include "core/display/locktext.h"

#include <QLocale>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

bool isFrozen(const CandidateStatus &candidate)
{
    return candidate.state == CandidateState::Frozen
           || candidate.state == CandidateState::FrozenInTransaction;
}

/** One that stands still does nothing by what it believes: it does not count. */
std::vector<const CandidateStatus *> leadersOf(const ElectionSnapshot &snapshot)
{
    std::vector<const CandidateStatus *> leaders;
    for (const CandidateStatus &candidate : snapshot.candidates) {
        if (leadsByItsWord(candidate) && !isFrozen(candidate))
            leaders.push_back(&candidate);
    }
    return leaders;
}

bool namesNobody(const LeaderHistory *table)
{
    const bool isRead = table && (table->unseen.empty() || table->unseen.back().until);
    return isRead && !table->vacancies.empty() && !table->vacancies.back().until;
}

/** How the lanes call it. */
QString nameOf(const LeaderHistory *truth, int number)
{
    const auto at = size_t(number) - 1;
    if (truth && at < truth->candidates.size())
        return literalText(truth->candidates[at].label);
    return LabWords::tr("Candidate %1").arg(number);
}

/** Since when `candidate` leads without a break; none: not known. */
std::optional<SteadyTime> leadsSince(const LeaderHistory *truth, int candidate)
{
    if (!truth)
        return std::nullopt;
    for (auto reign = truth->reigns.rbegin(); reign != truth->reigns.rend(); ++reign) {
        if ((*reign)->candidate == candidate - 1 && !(*reign)->span.until)
            return (*reign)->span.from;
    }
    return std::nullopt;
}

std::optional<SteadyTime> vacantSince(const LeaderHistory *truth)
{
    if (!truth || truth->vacancies.empty() || truth->vacancies.back().until)
        return std::nullopt;
    return truth->vacancies.back().from;
}

QString sinceText(std::optional<SteadyTime> since, SteadyTime now)
{
    if (!since)
        return {};
    return LabWords::tr("for %1").arg(
        runningText(std::chrono::duration_cast<Micros>(now - *since)));
}

LabWords::Headline nobody(const ElectionSnapshot &snapshot, SteadyTime now)
{
    const auto anyIn = [&snapshot](auto wanted) {
        return std::any_of(snapshot.candidates.begin(), snapshot.candidates.end(), wanted);
    };
    const auto since = vacantSince(snapshot.truth.get());
    const bool everLed = snapshot.truth && !snapshot.truth->reigns.empty();
    const auto starts = [](const CandidateStatus &candidate) {
        return candidate.state == CandidateState::Starting;
    };
    if (!everLed && anyIn(starts))
        return {LabWords::tr("The candidates are starting"), {}, Tone::Muted};
    if (!anyIn(hasProcess))
        return {LabWords::tr("Nobody is left to lead"), LabWords::tr("restart one with R"),
                Tone::Danger};
    return {LabWords::tr("Nobody leads"), sinceText(since, now), Tone::Danger};
}

LabWords::Headline several(const LeaderHistory *truth,
                           const std::vector<const CandidateStatus *> &leaders)
{
    if (leaders.size() == 2)
        return {LockText::findingTitle(FindingId::TwoLeaders),
                LabWords::tr("%1 and %2 both believe that they lead")
                    .arg(nameOf(truth, leaders[0]->number), nameOf(truth, leaders[1]->number)),
                Tone::NoExpiry};
    return {LabWords::tr("%n candidates believe that they lead", nullptr, int(leaders.size())),
            {},
            Tone::NoExpiry};
}

} // namespace

bool leadsByItsWord(const CandidateStatus &candidate)
{
    return candidate.believes && hasProcess(candidate);
}

bool hasProcess(const CandidateStatus &candidate)
{
    return candidate.state != CandidateState::Stopped && candidate.state != CandidateState::Killed;
}

bool isPossible(CandidateAction action, const CandidateStatus &candidate)
{
    const bool frozen = isFrozen(candidate);
    switch (action) {
    case CandidateAction::Kill: return hasProcess(candidate);
    case CandidateAction::Stop:
    case CandidateAction::Freeze:
    case CandidateAction::FreezeInTransaction:
    case CandidateAction::CutConnection:
    case CandidateAction::SkewClock: return hasProcess(candidate) && !frozen;
    case CandidateAction::Thaw: return frozen;
    case CandidateAction::Restart: return true;
    }
    Q_UNREACHABLE();
}

LabWords::Headline LabWords::headline(const ElectionSnapshot &snapshot, SteadyTime now,
                                      const LeaderHistory *table)
{
    const auto leaders = leadersOf(snapshot);
    if (leaders.empty())
        return nobody(snapshot, now);
    if (leaders.size() > 1)
        return several(snapshot.truth.get(), leaders);
    const CandidateStatus &leader = *leaders.front();
    QStringList details;
    if (leader.pid > 0)
        details << tr("process %1").arg(leader.pid);
    if (const QString since = sinceText(leadsSince(snapshot.truth.get(), leader.number), now);
        !since.isEmpty())
        details << since;
    const bool tableDiffers = namesNobody(table);
    const bool leads = leader.state == CandidateState::Leading && !tableDiffers;
    if (leader.state != CandidateState::Leading)
        details.prepend(state(leader.state));
    if (tableDiffers)
        details.prepend(tr("the table says nobody"));
    const QString name = nameOf(snapshot.truth.get(), leader.number);
    return {leads ? tr("%1 leads").arg(name) : tr("%1 believes that it leads").arg(name),
            details.join(QStringLiteral(" · ")), leads ? Tone::Good : Tone::Expiring};
}

QString LabWords::setup(const ElectionSetup &setup)
{
    QStringList parts{tr("%n candidates", nullptr, setup.candidates),
                      tr("a round every %1").arg(exactDurationText(setup.period)),
                      tr("lease %1").arg(exactDurationText(setup.lease)), column(setup.precision)};
    if (setup.work > Millis(0))
        parts << tr("work %1").arg(exactDurationText(setup.work));
    if (setup.duplicateIdentity)
        parts << tr("1 and 2 share an identity");
    if (std::any_of(setup.skews.begin(), setup.skews.end(), [](Millis s) { return s != 0ms; }))
        parts << tr("skewed clocks");
    return parts.join(QStringLiteral(" · "));
}

QString LabWords::failoverWho(const LeaderHistory &truth, const Failover &failover)
{
    const QString next = nameOf(&truth, failover.to + 1);
    if (failover.from == failover.to)
        return tr("%1 again").arg(next);
    return tr("%1 to %2").arg(nameOf(&truth, failover.from + 1), next);
}

QString LabWords::state(CandidateState state)
{
    switch (state) {
    case CandidateState::Starting: return tr("starting");
    case CandidateState::Waiting: return tr("waits");
    case CandidateState::Leading: return tr("leads");
    case CandidateState::Frozen: return tr("frozen");
    case CandidateState::FrozenInTransaction: return tr("frozen in its transaction");
    case CandidateState::Disconnected: return tr("disconnected");
    case CandidateState::Stopped: return tr("stopped");
    case CandidateState::Killed: return tr("killed");
    }
    Q_UNREACHABLE();
}

QString LabWords::stateSign(CandidateState state)
{
    switch (state) {
    case CandidateState::Starting: return QStringLiteral("◌");
    case CandidateState::Waiting: return QStringLiteral("○");
    case CandidateState::Leading: return QStringLiteral("●");
    case CandidateState::Frozen:
    case CandidateState::FrozenInTransaction: return QStringLiteral("❄");
    case CandidateState::Disconnected: return QStringLiteral("!");
    case CandidateState::Stopped: return QStringLiteral("■");
    case CandidateState::Killed: return QStringLiteral("✗");
    }
    Q_UNREACHABLE();
}

Tone LabWords::stateTone(CandidateState state)
{
    switch (state) {
    case CandidateState::Starting:
    case CandidateState::Stopped: return Tone::Muted;
    case CandidateState::Waiting: return Tone::Plain;
    case CandidateState::Leading: return Tone::Good;
    case CandidateState::Frozen: return Tone::Held;
    case CandidateState::FrozenInTransaction:
    case CandidateState::Disconnected: return Tone::Expiring;
    case CandidateState::Killed: return Tone::Danger;
    }
    Q_UNREACHABLE();
}

QString LabWords::column(int precision)
{
    return precision == 0 ? QStringLiteral("DATETIME")
                          : QStringLiteral("DATETIME(%1)").arg(precision);
}

QString LabWords::skew(Millis skew)
{
    if (skew == Millis(0))
        return LockText::none();
    return (skew > Millis(0) ? QStringLiteral("+") : QStringLiteral("−"))
           + durationText(std::chrono::abs(skew));
}

} // namespace lockmaster

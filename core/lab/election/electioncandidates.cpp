// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electioncandidates.h"

#include "core/lab/election/electiontable.h"
#include "core/text/words.h"

#include <csignal>

namespace lockmaster {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Kind = CandidateReport::Kind;
using Mark = LeaderMark::Kind;

QString identityOf(const ElectionSetup &setup, int number)
{
    // The mistake: both run on hosts that are called the same.
    return QStringLiteral("pod-%1").arg(setup.duplicateIdentity && number == 2 ? 1 : number);
}

QString labelOf(const ElectionSetup &setup, int number)
{
    const QString identity = identityOf(setup, number);
    return setup.duplicateIdentity && number <= 2 ? identity + QStringLiteral(" #%1").arg(number)
                                                  : identity;
}

CandidateOrder orderFor(const LabPlace &place, const ElectionSetup &setup, const QString &table)
{
    return {.backend = place.sql,
            .password = place.sqlPassword,
            .table = table,
            .lockName = electionLockName(),
            .period = setup.period,
            .lease = setup.lease,
            .work = setup.work,
            .socketName = {}};
}

} // namespace

QString electionLockName()
{
    return QStringLiteral("leader");
}

ElectionCandidates::ElectionCandidates(const LabPlace &place, const ElectionSetup &setup,
                                       const ElectionTable &table)
    : m_keeper(place.keeper), m_order(orderFor(place, setup, table.name())),
      m_truth(SteadyClock::now(), systemClock().wallNow()), m_measurement(setup, table.rounds())
{
    for (int number = 1; number <= setup.candidates; ++number) {
        Member member;
        member.status.number = number;
        member.status.identity = identityOf(setup, number);
        if (size_t(number) <= setup.skews.size())
            member.status.skew = setup.skews.at(number - 1);
        m_truth.addCandidate(member.status.identity.toUtf8(), labelOf(setup, number));
        m_members.push_back(std::move(member));
        m_toLaunch.push_back(number);
    }
}

Result<void> ElectionCandidates::begin()
{
    auto crew = CandidateProcesses::make(
        m_keeper, m_order,
        {[this](int number, const CandidateReport &report) { reported(number, report); },
         [this](int number) { gone(number); }});
    if (!crew)
        return passOn(crew);
    m_crew = std::move(*crew);
    return {};
}

void ElectionCandidates::reported(int number, const CandidateReport &report)
{
    Member &member = this->member(number);
    const int index = number - 1;
    FailoverSeries *const series = m_measurement.series();
    m_changed = true;
    switch (report.kind) {
    case Kind::Hello:
        member.heard = true;
        if (series)
            series->started(number);
        break;
    case Kind::Connected: member.connected = true; break;
    case Kind::Led:
        member.waitedOnce = true;
        member.status.lastError.clear();
        m_truth.led(index, report.at);
        if (series)
            series->led(number, report.at);
        break;
    case Kind::Waited:
        member.waitedOnce = true;
        member.status.lastError.clear();
        noLongerLeads(number, report.at);
        break;
    case Kind::Failed:
    case Kind::Disconnected: failed(member, report); break;
    case Kind::Working: m_truth.worked(index, report.at); break;
    case Kind::Rested: m_truth.rested(index, report.at); break;
    case Kind::Freezing:
        member.frozen = true;
        member.freezing.reset();
        member.inTransaction = report.value != 0;
        m_truth.froze(index, report.at);
        mark(Mark::Frozen, member, report.at,
             member.inTransaction ? Words::tr("frozen in its transaction") : Words::tr("frozen"));
        if (member.thawWanted)
            thaw(member);
        break;
    case Kind::Woke: woke(member, report.at); break;
    case Kind::Stopped:
        member.stoppedItself = true;
        noLongerLeads(number, report.at);
        break;
    }
}

/** Told to by the lab, or by somebody else's signal. */
void ElectionCandidates::woke(Member &member, SteadyTime at)
{
    if (member.frozen)
        m_truth.thawed(member.status.number - 1, at);
    member.frozen = member.inTransaction = member.waking = false;
}

void ElectionCandidates::failed(Member &member, const CandidateReport &report)
{
    member.waitedOnce = true;
    if (report.kind == Kind::Disconnected)
        member.connected = false;
    member.status.lastError = report.text;
    noLongerLeads(member.status.number, report.at);
}

void ElectionCandidates::noLongerLeads(int number, SteadyTime at)
{
    m_truth.lost(number - 1, at);
    if (FailoverSeries *const series = m_measurement.series())
        series->waited(number);
}

void ElectionCandidates::gone(int number)
{
    Member &member = this->member(number);
    m_truth.ended(number - 1, member.killedAt.value_or(SteadyClock::now()));
    m_truth.setProcess(number - 1, {});
    const bool again = member.restart;
    const bool stoppedItself = member.stoppedItself;
    CandidateStatus status = member.status;
    status.pid = 0;
    member = {};
    member.status = status;
    member.stoppedItself = stoppedItself;
    member.waitedOnce = true;
    m_changed = true;
    if (FailoverSeries *const series = m_measurement.series())
        series->ended(number);
    if (again)
        m_toLaunch.push_back(number);
}

void ElectionCandidates::mark(LeaderMark::Kind kind, const Member &member, SteadyTime at,
                              const QString &text)
{
    m_truth.mark(kind, member.status.number - 1, at, text);
    m_changed = true;
}

void ElectionCandidates::act(int number, CandidateAction action, Millis skewBy)
{
    if (number < 1 || number > int(m_members.size()) || !m_crew)
        return;
    Member &member = this->member(number);
    if (action == CandidateAction::Restart)
        return restart(member);
    if (action == CandidateAction::SkewClock)
        return skew(member, skewBy);
    if (!m_crew->runs(number))
        return;
    if (action == CandidateAction::Kill)
        return kill(member);
    if (action == CandidateAction::Thaw)
        return thaw(member);
    // Whoever freezes hears nothing more.
    if (member.frozen || member.freezing == CandidateAction::Freeze)
        return;
    if (action == CandidateAction::Stop)
        return stop(member);
    if (action == CandidateAction::Freeze || action == CandidateAction::FreezeInTransaction)
        return freeze(member, action);
    m_crew->tell(number, cutCommand);
    mark(Mark::Cut, member, SteadyClock::now(), Words::tr("connection cut"));
}

void ElectionCandidates::kill(Member &member)
{
    if (member.killedAt)
        return;
    member.killedAt = SteadyClock::now();
    m_crew->signal(member.status.number, SIGKILL);
    mark(Mark::Killed, member, *member.killedAt, Words::tr("killed"));
}

void ElectionCandidates::stop(Member &member)
{
    if (member.stopBy)
        return;
    // It may wait for a row that another holds for ever.
    member.stopBy = SteadyClock::now() + std::chrono::seconds(3);
    m_crew->tell(member.status.number, stopCommand);
    mark(Mark::Stopped, member, SteadyClock::now(), Words::tr("told to stop"));
}

/** It does that itself, where it is asked to; told twice, it would freeze again when it is thawed.
 */
void ElectionCandidates::freeze(Member &member, CandidateAction how)
{
    if (!member.heard || member.freezing == how)
        return;
    member.freezing = how;
    m_crew->tell(member.status.number,
                 how == CandidateAction::Freeze ? freezeCommand : freezeInTransactionCommand);
}

void ElectionCandidates::thaw(Member &member)
{
    member.thawWanted = !member.frozen && member.freezing.has_value();
    if (!member.frozen)
        return;
    const SteadyTime at = SteadyClock::now();
    member.waking = true;
    member.frozen = false;
    m_crew->signal(member.status.number, SIGCONT);
    m_truth.thawed(member.status.number - 1, at);
    mark(Mark::Thawed, member, at, Words::tr("thawed"));
}

void ElectionCandidates::restart(Member &member)
{
    const int number = member.status.number;
    const bool waits = std::find(m_toLaunch.begin(), m_toLaunch.end(), number) != m_toLaunch.end();
    if (waits || member.restart)
        return;
    mark(Mark::Restarted, member, SteadyClock::now(), Words::tr("restarted"));
    if (!m_crew->runs(number)) {
        m_toLaunch.push_back(number);
        return;
    }
    member.restart = true;
    if (!member.killedAt)
        member.killedAt = SteadyClock::now();
    m_crew->signal(number, SIGKILL);
}

void ElectionCandidates::skew(Member &member, Millis by)
{
    member.status.skew = by;
    m_crew->tell(member.status.number,
                 QByteArray(skewCommand) + ' ' + QByteArray::number(qint64(by.count())));
    const QString sign = by < Millis(0) ? QString() : QStringLiteral("+");
    mark(Mark::Skewed, member, SteadyClock::now(),
         Words::tr("clock %1 ms").arg(sign + QString::number(by.count())));
}

std::optional<int> ElectionCandidates::leader() const
{
    std::optional<int> frozen;
    for (const Member &member : m_members) {
        if (!m_truth.believes(member.status.number - 1) || member.killedAt)
            continue;
        if (!member.frozen)
            return member.status.number;
        frozen = member.status.number;
    }
    return frozen;
}

void ElectionCandidates::serve(int wakeUp, Millis timeout)
{
    launchSome();
    m_crew->serve(wakeUp, std::min(timeout, untilTheSeriesWakes()));
    doWhatIsDue();
    doWhatTheSeriesOrders();
}

void ElectionCandidates::measure(int kills, quint32 seed)
{
    std::vector<int> running;
    for (const Member &member : m_members) {
        if (member.heard)
            running.push_back(member.status.number);
    }
    m_measurement.begin(kills, seed, running);
    m_changed = true;
}

void ElectionCandidates::cancelMeasuring()
{
    m_measurement.cancel();
    m_changed = true;
}

void ElectionCandidates::noteWatched(const std::vector<Failover> &failovers)
{
    m_measurement.noteWatched(failovers);
    m_changed = true;
}

Millis ElectionCandidates::untilTheSeriesWakes()
{
    const FailoverSeries *const series = m_measurement.series();
    if (!series || series->wake() == SteadyTime::max())
        return Millis::max();
    const auto left = series->wake() > SteadyClock::now() ? series->wake() - SteadyClock::now()
                                                          : SteadyClock::duration::zero();
    return std::chrono::ceil<Millis>(left);
}

void ElectionCandidates::doWhatTheSeriesOrders()
{
    FailoverSeries *const series = m_measurement.series();
    if (!series)
        return;
    for (const FailoverSeries::Order &order : series->due(SteadyClock::now()))
        follow(order);
}

void ElectionCandidates::follow(const FailoverSeries::Order &order)
{
    switch (order.kind) {
    case FailoverSeries::Order::Kind::Kill:
        act(order.candidate, CandidateAction::Kill, {});
        m_measurement.series()->killed(
            order.candidate, member(order.candidate).killedAt.value_or(SteadyClock::now()),
            systemClock().wallNow());
        break;
    case FailoverSeries::Order::Kind::Restart:
        act(order.candidate, CandidateAction::Restart, {});
        break;
    case FailoverSeries::Order::Kind::Rephase:
        m_crew->tell(order.candidate, QByteArray(phaseCommand) + ' '
                                          + QByteArray::number(qint64(order.wait.count())));
        break;
    }
}

/** Some at a time: fifty that start at once would keep two processors from the rounds. */
void ElectionCandidates::launchSome()
{
    constexpr int mostAtOnce = 3;
    while (!m_toLaunch.empty() && m_crew->unheard() < mostAtOnce && !m_error) {
        Member &next = member(m_toLaunch.front());
        m_toLaunch.pop_front();
        launch(next);
    }
}

void ElectionCandidates::launch(Member &member)
{
    const CandidateStatus &is = member.status;
    const auto pid = m_crew->launch(is.number, is.identity, is.skew);
    m_changed = true;
    if (!pid) {
        m_error = pid.error();
        return;
    }
    CandidateStatus status = is;
    status.pid = *pid;
    status.lastError.clear();
    member = {};
    member.status = status;
    m_truth.setProcess(status.number - 1, *pid);
}

void ElectionCandidates::doWhatIsDue()
{
    const SteadyTime now = SteadyClock::now();
    for (Member &member : m_members) {
        // It may have been told to go on before it had stopped itself.
        if (member.waking)
            m_crew->signal(member.status.number, SIGCONT);
        if (member.stopBy && now >= *member.stopBy && !member.killedAt)
            kill(member);
    }
}

CandidateState ElectionCandidates::stateOf(const Member &member)
{
    if (member.status.pid == 0 && !member.waitedOnce)
        return CandidateState::Starting;
    if (member.status.pid == 0)
        return member.stoppedItself ? CandidateState::Stopped : CandidateState::Killed;
    if (member.frozen)
        return member.inTransaction ? CandidateState::FrozenInTransaction : CandidateState::Frozen;
    if (!member.waitedOnce)
        return CandidateState::Starting;
    if (!member.connected)
        return CandidateState::Disconnected;
    return member.status.believes ? CandidateState::Leading : CandidateState::Waiting;
}

std::vector<CandidateStatus> ElectionCandidates::statuses() const
{
    std::vector<CandidateStatus> all;
    for (const Member &member : m_members) {
        Member now = member;
        const int index = member.status.number - 1;
        now.status.believes = m_truth.believes(index);
        now.status.working = m_truth.working(index);
        now.status.state = stateOf(now);
        all.push_back(now.status);
    }
    return all;
}

} // namespace lockmaster

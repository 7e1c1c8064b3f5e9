// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/judgedlooks.h"

#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/watching/recordedholds.h"
#include "app/lockctl/watching/watchingtime.h"
#include "core/formats/knownnames.h"
#include "core/monitor/monitor.h"
#include "core/verdict/alivecheck.h"
#include "core/verdict/judge.h"

#include <algorithm>
#include <map>
#include <memory>

namespace lockmaster {

namespace {

/** What watching for a while left, as a look that knows what came before. */
SingleLook lookOf(const BackendSnapshot &snapshot)
{
    SingleLook look;
    look.status = snapshot.status;
    Observation &all = look.reading.observations.emplace_back();
    for (const PackedLock &lock : snapshot.locks)
        all.records.push_back(lock.unpack());
    for (const LockRecord &lock : all.records)
        look.locks.push_back(&lock);
    return look;
}

using OfEach = std::map<const LockRecord *, LifeEvidence>;

/** What the operator's own checks say of those who hold these locks. */
OfEach askedAbout(const Locks &locks, const std::vector<BackendSpec> &backends, Micros inAll)
{
    constexpr std::chrono::seconds patience(10);
    AliveAsker asker(patience, systemClock().now() + inAll);
    OfEach found;
    for (const LockRecord *lock : locks) {
        const auto backend =
            std::find_if(backends.begin(), backends.end(), [lock](const BackendSpec &spec) {
                return spec.name == lock->id.source->backend;
            });
        if (backend == backends.end())
            continue;
        if (auto said = asker.about(*lock, backend->aliveCommand))
            found.emplace(lock, std::move(*said));
    }
    std::map<QString, int> untold;
    for (const auto &[lock, said] : found) {
        if (said.says == Life::Unknown)
            ++untold[said.text];
    }
    constexpr int mostSaid = 5;
    int left = mostSaid;
    for (const auto &[text, count] : untold) {
        if (left-- > 0)
            say(QStringLiteral("%1 (locks: %2)").arg(text).arg(count));
    }
    return found;
}

/** What the history has of these locks: of so many at most, each is a question to its store. */
OfEach pastsOf(const Locks &locks, const std::vector<BackendSpec> &backends, SteadyTime now)
{
    constexpr size_t most = 200;
    OfEach found;
    const RecordedHolds recorded = RecordedHolds::by(defaultHistoryPath(), backends);
    for (size_t i = 0; i < std::min(locks.size(), most); ++i) {
        if (auto past = recorded.pastOf(*locks[i], now))
            found.emplace(locks[i], std::move(*past));
    }
    return found;
}

} // namespace

void lookAtAll(const BackendChoice &choice, std::optional<Millis> time,
               const std::function<void(const Looks &looks)> &take)
{
    static Looks &looks = *new Looks;
    looks.clear();
    looks.resize(choice.backends.size());
    if (time) {
        Monitor monitor(choice.readers, choice.feeds);
        monitor.setBackends(choice.backends);
        watchFor(*time);
        const auto view = monitor.store().view();
        for (size_t i = 0; i < looks.size(); ++i) {
            const BackendSnapshot *const seen = view->backend(choice.backends[i].name);
            looks[i].status = initialStatus(choice.backends[i]);
            if (seen)
                looks[i] = lookOf(*seen);
        }
        take(looks);
        return;
    }
    size_t left = looks.size();
    lookAtEach(choice.backends, choice.readers, [&](size_t backend, SingleLook look) {
        looks[backend] = std::move(look);
        // Before this returns, so that the readers say goodbye to their servers meanwhile.
        if (--left == 0)
            take(looks);
        return true;
    });
}

void addChosen(const SingleLook &look, const Filter &filter, SteadyTime now, Locks &locks)
{
    for (const LockRecord *lock : look.locks) {
        if (filter.matches(*lock, now))
            locks.push_back(lock);
    }
}

Locks chosenLocks(const Looks &looks, const Filter &filter, SteadyTime now)
{
    Locks locks;
    for (const SingleLook &look : looks)
        addChosen(look, filter, now, locks);
    return locks;
}

Moments::Moments(const Looks &looks)
{
    for (const SingleLook &look : looks)
        m_moments.emplace_back(look.status.name, lookedAt(look.status));
}

const ServerMoment &Moments::of(const LockRecord &lock) const
{
    size_t at = 0;
    while (at + 1 < m_moments.size() && m_moments[at].first != lock.id.source->backend)
        ++at;
    return m_moments[at].second;
}

VerdictOf judgeOf(const Looks &looks, const Locks &locks, const BackendChoice &choice, bool ask,
                  SteadyTime now, Micros inAll)
{
    const OfEach checks = ask ? askedAbout(locks, choice.backends, inAll) : OfEach();
    const OfEach pasts = pastsOf(locks, choice.backends, now);
    auto byHolder = std::make_shared<LocksByHolder>();
    std::map<QString, std::optional<SteadyTime>> lookedAt;
    for (const SingleLook &look : looks) {
        lookedAt[look.status.name] = look.status.dataFrom;
        for (const LockRecord *lock : look.locks)
            byHolder->add(*lock, look.status.dataFrom);
    }
    return [byHolder, lookedAt = std::move(lookedAt), checks, pasts, now](const LockRecord &lock) {
        LifeCase it{lock, lookedAt.at(lock.id.source->backend), byHolder->relatedTo(lock), {}};
        if (const auto check = checks.find(&lock); check != checks.end())
            it.check = check->second;
        if (const auto past = pasts.find(&lock); past != pasts.end())
            it.past = past->second;
        return judge(it, now);
    };
}

bool sayProblems(const BackendSpec &spec, const BackendStatus &status)
{
    for (const Problem &problem : status.problems)
        sayProblem(status.name, problem);
    return wasAnswered(spec, status);
}

bool hasChecks(const BackendChoice &choice)
{
    return std::any_of(choice.backends.begin(), choice.backends.end(),
                       [](const BackendSpec &backend) { return !backend.aliveCommand.isEmpty(); });
}

bool asksChecks(const Options &options, const BackendChoice &choice)
{
    if (options.askAlive && !hasChecks(choice))
        say(QStringLiteral("Nobody is asked: no backend has an alive_command in the profile."));
    return options.askAlive;
}

VerdictOf remembered(const Locks &locks, const VerdictOf &verdictOf)
{
    auto known = std::make_shared<std::map<const LockRecord *, std::optional<Verdict>>>();
    for (const LockRecord *lock : locks)
        known->emplace(lock, verdictOf(*lock));
    return [known](const LockRecord &lock) {
        const auto verdict = known->find(&lock);
        return verdict == known->end() ? std::nullopt : verdict->second;
    };
}

void printVerdicts(const Locks &locks, const VerdictOf &verdictOf, bool severalBackends)
{
    constexpr size_t few = 20;
    QByteArray out;
    for (const LockRecord *lock : locks) {
        const auto verdict = verdictOf(*lock);
        if (!verdict)
            continue;
        const auto decides = [](const LifeEvidence &each) {
            return each.source == LifeEvidence::Source::Check && each.says != Life::Unknown;
        };
        const bool matters =
            verdict->contradicting || verdict->life == Life::NoSign || verdict->life == Life::Gone
            || std::any_of(verdict->evidence.begin(), verdict->evidence.end(), decides);
        if (!matters && locks.size() > few)
            continue;
        QString name = nameText(lock->id.name);
        if (severalBackends)
            name += QStringLiteral(" (%1)").arg(lock->id.source->backend);
        appendLine(out, QStringLiteral("%1: %2").arg(name, verdict->sentence));
    }
    if (!out.isEmpty())
        writeOut('\n' + out);
}

bool takeWatchingTime(const Options &options, std::optional<Millis> *time)
{
    if (options.watchFor.isEmpty())
        return true;
    *time = watchingTime(options.watchFor);
    return time->has_value();
}

} // namespace lockmaster

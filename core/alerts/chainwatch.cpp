// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/chainwatch.h"

#include "core/alerts/sight.h"
#include "core/monitor/backendwaits.h"

#include <algorithm>
#include <functional>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

bool isAboutChains(const AlertKind kind)
{
    return traitsOf(kind).subject == AlertKindTraits::Subject::Chain;
}

bool isOfChains(const CompiledRule &rule)
{
    return isAboutChains(rule.rule().kind);
}

/** Everything that is watched there was read. */
bool isReadWhole(const BackendSnapshot &snapshot)
{
    const auto &sources = snapshot.status.sources;
    return std::all_of(sources.begin(), sources.end(), std::mem_fn(&SourceStatus::complete));
}

/** What an alert about a chain is about: of a circle always the same lock of it. */
const LockRecord *subjectOf(const WaitChains &chains, const WaitChain &chain)
{
    std::vector<size_t> resources = chain.resources;
    if (chain.cycle) {
        resources.clear();
        for (const CycleStep &step : chains.cycles[*chain.cycle].steps)
            resources.push_back(chains.holds[step.hold].resource);
    }
    const auto least = [&chains](const std::vector<size_t> &among) {
        const LockRecord *found = nullptr;
        for (const size_t resource : among) {
            const LockRecord *const lock = chains.resources[resource].lock;
            if (lock && (!found || lock->id < found->id))
                found = lock;
        }
        return found;
    };
    const LockRecord *const own = least(resources);
    return own ? own : least(resourcesOf(chains, chain));
}

std::set<QString> placesOf(const WaitChains &chains, const WaitChain &chain)
{
    std::set<QString> places;
    for (const size_t resource : resourcesOf(chains, chain))
        places.insert(chains.resources[resource].backend);
    return places;
}

} // namespace

void ChainWatch::look(const std::vector<const BackendSnapshot *> &visible, bool all,
                      const Means &means)
{
    m_changed = false;
    m_due = SteadyTime::max();
    m_notBefore = means.now + 1s;
    if (std::none_of(means.rules.begin(), means.rules.end(), isOfChains))
        return;
    std::set<QString> whole;
    for (const BackendSnapshot *const snapshot : visible) {
        if (isReadWhole(*snapshot))
            whole.insert(snapshot->status.name);
    }
    const std::set<Key> stands = settle(visible, means);
    endGone(stands, whole, all && whole.size() == visible.size(), means);
}

/** What is so now, and by which rule. */
std::set<ChainWatch::Key> ChainWatch::settle(const std::vector<const BackendSnapshot *> &visible,
                                             const Means &means)
{
    ChainSources sources;
    std::map<QString, std::optional<SteadyTime>> lookedAt;
    for (const BackendSnapshot *const snapshot : visible) {
        sources.add(*snapshot);
        lookedAt[snapshot->status.name] = snapshot->status.dataFrom;
    }
    const WaitChains chains = sources.find(means.owners);
    std::set<Key> stands;
    for (const WaitChain &chain : chains.chains) {
        const LockRecord *const subject = subjectOf(chains, chain);
        if (!subject)
            continue;
        const AlertSubject about = alertSubject(subject->id);
        for (const CompiledRule &rule : means.rules) {
            const Key key{rule.rule().name, about};
            if (!isOfChains(rule) || stands.count(key) > 0)
                continue;
            AlertVerdict verdict = rule.judge(chains, chain, *subject, means.now);
            if (verdict.truth == AlertVerdict::Truth::No)
                continue;
            verdict.lookedAt = lookedAt[subject->id.source->backend];
            stands.insert(key);
            m_places[key] = placesOf(chains, chain);
            const auto standing = means.book.settle(rule.rule(), about, verdict, [subject] {
                return std::make_shared<const LockRecord>(*subject);
            });
            m_due = std::min(m_due, standing.next);
        }
    }
    return stands;
}

void ChainWatch::endGone(const std::set<Key> &stands, const std::set<QString> &whole, bool all,
                         const Means &means)
{
    const auto isGone = [&stands](const Alert &alert) {
        return isAboutChains(alert.kind) && stands.count({alert.rule, alert.subject}) == 0;
    };
    const auto canBeSeen = [&](const Alert &alert) {
        const auto places = m_places.find({alert.rule, alert.subject});
        return places == m_places.end()
                   ? all
                   : std::includes(whole.begin(), whole.end(), places->second.begin(),
                                   places->second.end());
    };
    means.book.endUnless(AlertEnd::Cleared, [&](const Alert &alert) {
        const bool hasBegun = !alert.id.isEmpty();
        return !isGone(alert) || (hasBegun && !canBeSeen(alert));
    });
    if (m_places.empty() && all)
        return;
    std::map<Key, std::set<QString>> places; // of those that there are
    for (const Key &key : stands)
        places.insert(m_places.extract(key));
    for (const Alert &alert : means.book.board().alerts) {
        const auto rule =
            std::find_if(means.rules.begin(), means.rules.end(),
                         [&alert](const CompiledRule &it) { return it.rule().name == alert.rule; });
        if (!isGone(alert) || rule == means.rules.end())
            continue;
        if (!alert.unseen)
            means.book.settle(rule->rule(), alert.subject,
                              {AlertVerdict::Truth::Unknown, SteadyTime::max(), {}}, {});
        places.insert(m_places.extract({alert.rule, alert.subject}));
    }
    m_places = std::move(places);
}

} // namespace lockmaster

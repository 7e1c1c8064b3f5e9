// SPDX-License-Identifier: Apache-2.0
#include "core/chains/chaingraph.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace lockmaster {

namespace {

constexpr size_t mostSteps = 2'000'000;    ///< in all, to count who waits behind whom
constexpr size_t mostCycleSteps = 200'000; ///< to find a circle among those who are knotted
constexpr size_t none = size_t(-1);

/**
 * What waits for what: waits, what they wait for, who holds that, and what those wait for. A hold
 * leads to the waits of its own actor, and by way of a space to those of whom it cannot be told
 * whether they are another's. Edges are as many as there are holds and waits, or a small multiple.
 */
class Links
{
public:
    explicit Links(const WaitChains &graph) : m_graph(graph)
    {
        m_firstResource = graph.waits.size();
        m_firstHold = m_firstResource + graph.resources.size();
        m_firstSpace = m_firstHold + graph.holds.size();
        m_to.resize(m_firstSpace);
        for (size_t i = 0; i < graph.waits.size(); ++i)
            m_to[i].push_back(m_firstResource + graph.waits[i].resource);
        for (size_t i = 0; i < graph.resources.size(); ++i) {
            if (graph.resources[i].waiting() == 0)
                continue;
            for (const size_t hold : graph.resources[i].holds)
                m_to[m_firstResource + i].push_back(m_firstHold + hold);
        }
        for (const ChainParty &party : graph.parties)
            linkParty(party);
    }

    size_t size() const { return m_to.size(); }
    const std::vector<size_t> &from(size_t node) const { return m_to[node]; }
    std::optional<size_t> wait(size_t node) const
    {
        return node < m_firstResource ? std::optional(node) : std::nullopt;
    }
    std::optional<size_t> resource(size_t node) const
    {
        return node >= m_firstResource && node < m_firstHold ? std::optional(node - m_firstResource)
                                                             : std::nullopt;
    }
    std::optional<size_t> hold(size_t node) const
    {
        return node >= m_firstHold && node < m_firstSpace ? std::optional(node - m_firstHold)
                                                          : std::nullopt;
    }

private:
    void linkParty(const ChainParty &party)
    {
        if (party.waits.empty() || party.holds.empty())
            return;
        std::map<QByteArray, size_t> spaces;
        std::map<std::pair<QByteArray, QByteArray>, size_t> actors;
        const auto nodeOf = [this](auto &nodes, const auto &key) {
            const auto [found, isNew] = nodes.emplace(key, m_to.size());
            if (isNew)
                m_to.emplace_back();
            return found->second;
        };
        for (const size_t wait : party.waits) {
            const ChainActor &actor = m_graph.waits[wait].actor;
            if (!actor.space.isEmpty())
                m_to[nodeOf(actors, std::pair(actor.space, actor.key))].push_back(wait);
            m_to[nodeOf(spaces, actor.space)].push_back(wait);
        }
        for (const size_t hold : party.holds) {
            // Only what somebody waits for leads on from anywhere.
            if (m_graph.resources[m_graph.holds[hold].resource].waiting() == 0)
                continue;
            const ChainActor &actor = m_graph.holds[hold].actor;
            std::vector<size_t> &to = m_to[m_firstHold + hold];
            if (const auto found = actors.find({actor.space, actor.key}); found != actors.end())
                to.push_back(found->second);
            for (const auto &[space, node] : spaces) {
                if (space != actor.space || space.isEmpty())
                    to.push_back(node);
            }
        }
    }

    const WaitChains &m_graph;
    size_t m_firstResource = 0;
    size_t m_firstHold = 0;
    size_t m_firstSpace = 0;
    std::vector<std::vector<size_t>> m_to;
};

/** Which of the nodes wait for each other, by number; without recursion, as chains are long. */
class Knots
{
public:
    explicit Knots(const Links &links) : m_links(links), m_states(links.size())
    {
        for (size_t node = 0; node < links.size(); ++node) {
            if (m_states[node].order == none)
                visit(node);
        }
    }

    size_t of(size_t node) const { return m_states[node].knot; }
    size_t count() const { return m_count; }

private:
    struct State {
        size_t order = none;
        size_t low = none;
        size_t knot = none;
        size_t next = 0; ///< of its links
    };

    void visit(size_t first)
    {
        std::vector<size_t> path;
        enter(path, first);
        while (!path.empty()) {
            const size_t node = path.back();
            State &state = m_states[node];
            const auto &links = m_links.from(node);
            if (state.next < links.size()) {
                const size_t to = links[state.next++];
                if (m_states[to].order == none)
                    enter(path, to);
                else if (m_states[to].knot == none)
                    state.low = std::min(state.low, m_states[to].order);
                continue;
            }
            path.pop_back();
            if (!path.empty())
                m_states[path.back()].low = std::min(m_states[path.back()].low, state.low);
            if (state.low == state.order)
                close(node);
        }
    }
    void enter(std::vector<size_t> &path, size_t node)
    {
        m_states[node].order = m_states[node].low = m_order++;
        m_open.push_back(node);
        path.push_back(node);
    }
    void close(size_t node)
    {
        size_t last = none;
        while (last != node) {
            last = m_open.back();
            m_open.pop_back();
            m_states[last].knot = m_count;
        }
        ++m_count;
    }

    const Links &m_links;
    std::vector<State> m_states;
    std::vector<size_t> m_open;
    size_t m_order = 0;
    size_t m_count = 0;
};

/** What one knot is made of. */
struct Knot {
    std::vector<size_t> waits;
    std::vector<size_t> resources;
    std::vector<size_t> holds;
    bool leadsOn = false; ///< somebody in it waits for somebody who is not
    std::optional<size_t> cycle;
    bool cut = false; ///< there may be a circle in it that was not found
};

class Finder
{
public:
    explicit Finder(WaitChains &graph)
        : m_graph(graph), m_links(graph), m_knotOf(m_links), m_knots(m_knotOf.count()),
          m_seen(graph.resources.size(), none)
    {
    }

    void run()
    {
        collect();
        for (Knot &knot : m_knots)
            findCycle(knot);
        rootedByParty();
        for (WaitChain &chain : m_graph.chains)
            count(chain);
        sort();
    }

private:
    void collect()
    {
        for (size_t node = 0; node < m_links.size(); ++node) {
            Knot &knot = m_knots[m_knotOf.of(node)];
            if (const auto wait = m_links.wait(node))
                knot.waits.push_back(*wait);
            else if (const auto resource = m_links.resource(node))
                knot.resources.push_back(*resource);
            else if (const auto hold = m_links.hold(node))
                knot.holds.push_back(*hold);
            for (const size_t to : m_links.from(node))
                knot.leadsOn = knot.leadsOn || m_knotOf.of(to) != m_knotOf.of(node);
        }
    }

    /**
     * A shortest one, by steps from one wait to the next, from each wait in turn as long as that
     * is little work. Who waits for what another of its own sessions holds is in no circle: its
     * other work goes on.
     */
    void findCycle(Knot &knot)
    {
        std::vector<size_t> parties;
        for (const size_t wait : knot.waits)
            parties.push_back(m_graph.waits[wait].party);
        std::sort(parties.begin(), parties.end());
        parties.erase(std::unique(parties.begin(), parties.end()), parties.end());
        if (parties.size() < 2)
            return;
        constexpr size_t mostTried = 16;
        std::optional<WaitCycle> best;
        m_cycleSteps = 0;
        for (size_t i = 0; i < std::min(knot.waits.size(), mostTried); ++i) {
            auto found = cycleThrough(knot.waits[i]);
            if (found && (!best || isBetter(*found, *best)))
                best = std::move(found);
        }
        knot.cut = m_cycleSteps >= mostCycleSteps;
        if (!best)
            return;
        knot.cycle = m_graph.cycles.size();
        m_graph.cycles.push_back(std::move(*best));
    }
    bool isBetter(const WaitCycle &a, const WaitCycle &b) const
    {
        const bool sureA = a.isSure(m_graph.holds);
        const bool sureB = b.isSure(m_graph.holds);
        return sureA != sureB ? sureA : a.steps.size() < b.steps.size();
    }

    /**
     * Breadth first, from a wait by who holds what it wants to what those wait for, within a knot.
     * Nobody is followed from a lock to a wait for the very same one.
     */
    std::optional<WaitCycle> cycleThrough(size_t first)
    {
        struct Step {
            size_t from; ///< the wait before
            size_t hold;
        };
        std::map<size_t, Step> cameBy;
        std::deque<size_t> next{first};
        while (!next.empty() && m_cycleSteps < mostCycleSteps) {
            const size_t at = next.front();
            next.pop_front();
            for (const size_t hold : m_graph.resources[m_graph.waits[at].resource].holds) {
                const ChainHold &held = m_graph.holds[hold];
                for (const size_t wait : m_graph.parties[held.party].waits) {
                    ++m_cycleSteps;
                    if (m_knotOf.of(wait) != m_knotOf.of(first)
                        || !m_graph.mayBeOne(held, m_graph.waits[wait]))
                        continue;
                    if (cameBy.emplace(wait, Step{at, hold}).second && wait != first)
                        next.push_back(wait);
                }
                if (cameBy.count(first) == 0)
                    continue;
                WaitCycle cycle;
                size_t back = first;
                do {
                    const Step &step = cameBy.at(back);
                    const ChainHold &own = m_graph.holds[step.hold];
                    cycle.steps.push_back(
                        {own.party, step.hold, back, m_graph.isOne(own, m_graph.waits[back])});
                    back = step.from;
                } while (back != first);
                std::reverse(cycle.steps.begin(), cycle.steps.end());
                if (isOfSeveral(cycle))
                    return cycle;
                cameBy.erase(first); // one that waits for itself is in no circle by that
            }
        }
        return std::nullopt;
    }
    static bool isOfSeveral(const WaitCycle &cycle)
    {
        return std::any_of(cycle.steps.begin(), cycle.steps.end(), [&cycle](const CycleStep &step) {
            return step.party != cycle.steps.front().party;
        });
    }

    /** One chain for each circle, and for each party that holds something and waits for nobody. */
    void rootedByParty()
    {
        std::map<size_t, WaitChain> byParty;
        for (size_t i = 0; i < m_knots.size(); ++i) {
            const Knot &knot = m_knots[i];
            if (knot.cycle) {
                WaitChain chain;
                chain.cycle = knot.cycle;
                chain.root = m_graph.cycles[*knot.cycle].steps.front().party;
                chain.resources = knot.resources;
                m_graph.chains.push_back(std::move(chain));
                continue;
            }
            if (knot.leadsOn)
                continue;
            for (const size_t resource : knot.resources) {
                const ChainResource &it = m_graph.resources[resource];
                if (it.waiting() == 0 || !(it.holds.empty() || knot.cut))
                    continue;
                WaitChain chain;
                chain.resources = {resource};
                m_graph.chains.push_back(std::move(chain));
                if (knot.cut)
                    break; // whom they wait for at last is not known, and once is enough
            }
            if (knot.cut)
                continue;
            for (const size_t hold : knot.holds) {
                const ChainHold &held = m_graph.holds[hold];
                if (m_graph.resources[held.resource].waiting() == 0)
                    continue;
                WaitChain &chain = byParty[held.party];
                chain.root = held.party;
                auto &list = chain.resources;
                if (std::find(list.begin(), list.end(), held.resource) == list.end())
                    list.push_back(held.resource);
            }
        }
        for (auto &[party, chain] : byParty)
            m_graph.chains.push_back(std::move(chain));
    }

    void count(WaitChain &chain)
    {
        const size_t mark = size_t(&chain - m_graph.chains.data());
        std::vector<size_t> next;
        const auto take = [&](size_t resource) {
            if (m_graph.resources[resource].waiting() > 0
                && std::exchange(m_seen[resource], mark) != mark)
                next.push_back(resource);
        };
        for (const size_t resource : chain.resources)
            take(resource);
        std::set<size_t> held; // by those who wait directly
        for (size_t at = 0; at < next.size(); ++at) {
            const ChainResource &resource = m_graph.resources[next[at]];
            const bool direct = at < chain.resources.size();
            chain.blocked += resource.waiting();
            chain.direct += direct ? resource.waiting() : 0;
            chain.longest = std::max(chain.longest, resource.unnamedLongest);
            chain.counted = chain.counted && !resource.cut;
            for (const size_t index : resource.waits) {
                const ChainWait &wait = m_graph.waits[index];
                chain.longest = std::max(chain.longest, wait.waiting);
                const ChainParty &party = m_graph.parties[wait.party];
                m_steps += party.holds.size() + 1;
                if (m_steps > mostSteps) {
                    chain.counted = false;
                    return;
                }
                bool holds = false;
                const bool tells = direct && !isOfCycle(chain, wait.party);
                for (const size_t each : party.holds) {
                    const ChainHold &hold = m_graph.holds[each];
                    if (!m_graph.mayBeOne(hold, wait))
                        continue;
                    holds = true;
                    take(hold.resource);
                    if (tells)
                        held.insert(hold.resource);
                }
                chain.holding += tells && holds ? 1 : 0;
            }
        }
        chain.held = qint64(held.size());
    }
    bool isOfCycle(const WaitChain &chain, size_t party) const
    {
        if (!chain.cycle)
            return false;
        const auto &steps = m_graph.cycles[*chain.cycle].steps;
        return std::any_of(steps.begin(), steps.end(),
                           [party](const CycleStep &step) { return step.party == party; });
    }
    void sort()
    {
        const auto nameOf = [this](const WaitChain &chain) {
            return chain.root ? m_graph.parties[*chain.root].name : QString();
        };
        std::stable_sort(m_graph.chains.begin(), m_graph.chains.end(),
                         [&nameOf](const WaitChain &a, const WaitChain &b) {
                             if (a.cycle.has_value() != b.cycle.has_value())
                                 return a.cycle.has_value();
                             if (a.blocked != b.blocked)
                                 return a.blocked > b.blocked;
                             if (a.longest != b.longest)
                                 return a.longest > b.longest;
                             return nameOf(a) < nameOf(b);
                         });
    }

    WaitChains &m_graph;
    const Links m_links;
    const Knots m_knotOf;
    std::vector<Knot> m_knots;
    std::vector<size_t> m_seen; ///< by which chain, for each resource
    size_t m_steps = 0;
    size_t m_cycleSteps = 0;
};

} // namespace

bool WaitCycle::isSure(const std::vector<ChainHold> &holds) const
{
    return std::all_of(steps.begin(), steps.end(), [&holds](const CycleStep &step) {
        return step.sure && holds[step.hold].certain;
    });
}

bool WaitChains::isOne(const ChainHold &hold, const ChainWait &wait) const
{
    return hold.party == wait.party && !hold.actor.space.isEmpty() && hold.actor == wait.actor;
}

bool WaitChains::mayBeOne(const ChainHold &hold, const ChainWait &wait) const
{
    return hold.party == wait.party && hold.resource != wait.resource
           && (hold.actor.space.isEmpty() || hold.actor.space != wait.actor.space
               || hold.actor == wait.actor);
}

std::vector<size_t> resourcesOf(const WaitChains &chains, const WaitChain &chain)
{
    std::vector<bool> seen(chains.resources.size());
    std::vector<size_t> found;
    const auto take = [&](size_t resource) {
        if (chains.resources[resource].waiting() > 0 && !seen[resource])
            found.push_back(resource);
        seen[resource] = true;
    };
    std::for_each(chain.resources.begin(), chain.resources.end(), take);
    for (size_t at = 0; at < found.size(); ++at) {
        for (const size_t index : chains.resources[found[at]].waits) {
            const ChainWait &wait = chains.waits[index];
            for (const size_t held : chains.parties[wait.party].holds) {
                if (chains.mayBeOne(chains.holds[held], wait))
                    take(chains.holds[held].resource);
            }
        }
    }
    return found;
}

void findChains(WaitChains &graph)
{
    if (graph.waits.empty()
        && std::all_of(graph.resources.begin(), graph.resources.end(),
                       [](const ChainResource &each) { return each.waiting() == 0; }))
        return;
    Finder(graph).run();
}

} // namespace lockmaster

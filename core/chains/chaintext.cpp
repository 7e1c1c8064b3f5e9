// SPDX-License-Identifier: Apache-2.0
#include "core/chains/chaintext.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <set>

namespace lockmaster {

namespace {

/** A sentence has several names in it: none of them may be all of it. */
QString brief(const QString &name)
{
    constexpr qsizetype longest = 120;
    return name.size() <= longest ? name : beginningOf(name, longest) + QStringLiteral("…");
}

QString partyText(const WaitChains &chains, size_t party)
{
    const ChainParty &it = chains.parties[party];
    const QString name = brief(it.name);
    return it.known ? name : Words::tr("somebody who signs %1").arg(name);
}

/** `for 41 m`; empty where that is not known. */
QString heldLength(const ChainResource &resource, SteadyTime now)
{
    if (!resource.lock || resource.ofRow || !resource.lock->heldSince)
        return {};
    const QString length = durationText(between(*resource.lock->heldSince, now));
    return (resource.lock->heldBasis == HeldBasis::Observed ? Words::tr("for at least %1")
                                                            : Words::tr("for %1"))
        .arg(length);
}

QString systemText(const ChainResource &resource, const SystemWords &systems)
{
    const QString &id = resource.lock->id.source->system;
    return literalText(systems ? systems(id) : id);
}

/** `order:42 (user_lock, db) for 41 m`. */
QString heldText(const ChainResource &resource, SteadyTime now, const SystemWords &systems)
{
    const QString held = heldLength(resource, now);
    const QString what = resourceText(resource, systems);
    return held.isEmpty() ? what : what + u' ' + held;
}

QString shortName(const ChainResource &resource)
{
    if (resource.lock)
        return brief(literalText(resource.lock->id.name));
    return brief(literalText(resource.table.isEmpty() ? resource.backend : resource.table));
}

/** What kind of thing it is, and where. */
QString placeText(const ChainResource &resource, const SystemWords &systems)
{
    const QString backend = literalText(resource.backend);
    if (resource.lock && !resource.ofRow)
        return QStringLiteral("%1 · %2").arg(systemText(resource, systems), backend);
    const bool isRow = resource.lock || resource.on == SessionWait::On::Row;
    return QStringLiteral("%1 · %2").arg(isRow ? Words::tr("row") : Words::tr("table"), backend);
}

QString waitersText(const WaitChain &chain)
{
    QString text =
        chain.direct == 1 ? Words::tr("one waits") : Words::tr("%1 wait").arg(chain.direct);
    if (chain.holding == 1 && chain.held == 1)
        text += Words::tr(", and holds another lock");
    else if (chain.holding == 1)
        text += Words::tr(", one of them holds %1 others").arg(chain.held);
    else if (chain.holding > 1)
        text += Words::tr(", %1 of them hold %2 others").arg(chain.holding).arg(chain.held);
    if (chain.blocked > chain.direct)
        text += Words::tr("; with those behind them %1").arg(chain.blocked);
    if (!chain.counted)
        text += Words::tr(" or more");
    if (chain.longest)
        text += Words::tr("; the longest for %1").arg(durationText(*chain.longest));
    return text;
}

QString cycleText(const WaitChains &chains, const WaitCycle &cycle, const SystemWords &systems)
{
    constexpr qsizetype mostStepsTold = 6;
    QStringList parts;
    for (const CycleStep &step : cycle.steps) {
        if (parts.size() == mostStepsTold) {
            parts << Words::tr("and %1 more").arg(cycle.steps.size() - mostStepsTold);
            break;
        }
        parts << Words::tr("%1 holds %2 and waits for %3")
                     .arg(
                         partyText(chains, step.party),
                         resourceText(chains.resources[chains.holds[step.hold].resource], systems),
                         resourceText(chains.resources[chains.waits[step.wait].resource], systems));
    }
    const QString circle = parts.join(QStringLiteral("; "));
    return cycle.isSure(chains.holds)
               ? Words::tr("They wait for each other: %1. They go on only where one gives up, or "
                           "a lease ends.")
                     .arg(circle)
               : Words::tr("They may wait for each other: %1. If it is the same work that holds "
                           "and that waits, they go on only where one gives up, or a lease ends.")
                     .arg(circle);
}

/** What hangs on what, line by line; with a stack of its own, as chains are too long for recursion.
 */
class Lines
{
public:
    Lines(const WaitChains &chains, SteadyTime now, size_t most, const SystemWords &systems)
        : m_chains(chains), m_now(now), m_most(most), m_systems(systems)
    {
    }

    std::vector<ChainLine> of(const WaitChain &chain)
    {
        if (chain.cycle) {
            // From one of them on it comes round; the others have no place of their own.
            m_cycle = &m_chains.cycles[*chain.cycle];
            const CycleStep &first = m_cycle->steps.front();
            push(What::Resource, 1, m_chains.holds[first.hold].resource, first.sure, true);
            push(What::Root, 0, first.party, true, true);
        } else {
            const int depth = chain.root ? 1 : 0;
            for (auto it = chain.resources.rbegin(); it != chain.resources.rend(); ++it)
                push(What::Resource, depth, *it, isCertain(*it, chain.root));
            if (chain.root)
                push(What::Root, 0, *chain.root);
        }
        while (!m_next.empty() && m_lines.size() < m_most) {
            const ChainLine line = std::move(m_next.back());
            m_next.pop_back();
            write(line);
        }
        if (!m_next.empty()) {
            const QString text = Words::tr("... and so on: %1 wait in all").arg(chain.blocked);
            m_lines.push_back({What::Cut, 0, 0, true, false, text, {}, text, false});
        }
        return std::move(m_lines);
    }

private:
    using What = ChainLine::What;

    bool isCertain(size_t resource, std::optional<size_t> party) const
    {
        const auto &holds = m_chains.resources[resource].holds;
        return std::all_of(holds.begin(), holds.end(), [&](size_t hold) {
            const ChainHold &it = m_chains.holds[hold];
            return it.party != party || it.certain;
        });
    }

    void push(What what, int depth, size_t index, bool certain = true, bool ofCycle = false)
    {
        m_next.push_back({what, depth, index, certain, false, {}, {}, {}, ofCycle});
    }

    void write(ChainLine line)
    {
        switch (line.what) {
        case What::Root: line.name = line.text = partyText(m_chains, line.index); break;
        case What::Resource: writeResource(line); break;
        case What::Waiter: writeWaiter(line); break;
        case What::Unnamed: {
            const ChainResource &resource = m_chains.resources[line.index];
            line.text =
                (resource.waits.empty() ? Words::tr("%1 wait, of whom nothing is told")
                                        : Words::tr("%1 more wait, of whom nothing is told"))
                    .arg(resource.unnamed);
            line.note = line.text;
            break;
        }
        case What::Cut: break;
        }
        m_lines.push_back(std::move(line));
    }

    void writeResource(ChainLine &line)
    {
        const ChainResource &resource = m_chains.resources[line.index];
        line.isAbove = !m_written.insert(line.index).second;
        line.text = heldText(resource, m_now, m_systems);
        line.name = shortName(resource);
        line.note = placeText(resource, m_systems);
        if (const QString held = heldLength(resource, m_now); !held.isEmpty())
            line.note.prepend(held + QStringLiteral(" · "));
        if (!line.certain) {
            line.text = Words::tr("%1 (maybe)").arg(line.text);
            line.note = Words::tr("maybe: %1").arg(line.note); // first: what is long is cut
        }
        if (line.isAbove) {
            line.text = Words::tr("%1: see above").arg(line.text);
            line.note = Words::tr("see above");
            return;
        }
        if (resource.unnamed > 0)
            push(What::Unnamed, line.depth + 1, line.index);
        // Who goes round is written first, then who waits longest.
        std::vector<size_t> waits = resource.waits;
        std::stable_sort(waits.begin(), waits.end(), [this](size_t a, size_t b) {
            return std::pair(waitsInCycle(a), m_chains.waits[a].waiting)
                   < std::pair(waitsInCycle(b), m_chains.waits[b].waiting);
        });
        for (const size_t wait : waits)
            push(What::Waiter, line.depth + 1, wait, true, waitsInCycle(wait));
    }

    bool waitsInCycle(size_t wait) const
    {
        return m_cycle
               && std::any_of(m_cycle->steps.begin(), m_cycle->steps.end(),
                              [wait](const CycleStep &step) { return step.wait == wait; });
    }
    bool holdsInCycle(size_t hold) const
    {
        return m_cycle
               && std::any_of(m_cycle->steps.begin(), m_cycle->steps.end(),
                              [hold](const CycleStep &step) { return step.hold == hold; });
    }

    void writeWaiter(ChainLine &line)
    {
        const ChainWait &wait = m_chains.waits[line.index];
        const QString name = partyText(m_chains, wait.party);
        line.name = name;
        line.note = wait.waiting ? Words::tr("waits for %1").arg(durationText(*wait.waiting))
                                 : Words::tr("waits");
        std::set<size_t> others;
        const auto &holds = m_chains.parties[wait.party].holds;
        for (auto held = holds.rbegin(); held != holds.rend(); ++held) {
            const ChainHold &hold = m_chains.holds[*held];
            if (!m_chains.mayBeOne(hold, wait))
                continue;
            if (m_chains.resources[hold.resource].waiting() > 0)
                push(What::Resource, line.depth + 1, hold.resource,
                     m_chains.isOne(hold, wait) && hold.certain,
                     line.ofCycle && holdsInCycle(*held));
            else
                others.insert(hold.resource);
        }
        if (others.size() == 1)
            line.note += Words::tr("; holds %1, for which nobody waits")
                             .arg(resourceText(m_chains.resources[*others.begin()], m_systems));
        else if (!others.empty())
            line.note += Words::tr("; holds %1 more, for which nobody waits").arg(others.size());
        line.text = name + u' ' + line.note;
    }

    const WaitChains &m_chains;
    const SteadyTime m_now;
    const size_t m_most;
    const SystemWords &m_systems;
    std::vector<ChainLine> m_lines;
    std::vector<ChainLine> m_next; ///< still to be written, the next last
    std::set<size_t> m_written;    ///< resources
    const WaitCycle *m_cycle = nullptr;
};

} // namespace

QString resourceText(const ChainResource &resource, const SystemWords &systems)
{
    const QString backend = literalText(resource.backend);
    if (resource.lock) {
        const QString lock = QStringLiteral("%1 (%2, %3)")
                                 .arg(brief(literalText(resource.lock->id.name)),
                                      systemText(resource, systems), backend);
        return resource.ofRow ? Words::tr("the row of %1").arg(lock) : lock;
    }
    if (resource.table.isEmpty())
        return resource.on == SessionWait::On::Row ? Words::tr("a row (%1)").arg(backend)
                                                   : Words::tr("a table (%1)").arg(backend);
    return (resource.on == SessionWait::On::Row ? Words::tr("a row of %1 (%2)")
                                                : Words::tr("the table %1 (%2)"))
        .arg(brief(literalText(resource.table)), backend);
}

QString chainSentence(const WaitChains &chains, const WaitChain &chain, SteadyTime now,
                      const SystemWords &systems)
{
    if (chain.cycle)
        return cycleText(chains, chains.cycles[*chain.cycle], systems);
    if (chain.resources.empty())
        return {};
    const ChainResource &first = chains.resources[chain.resources.front()];
    if (!chain.root)
        return Words::tr("Nothing tells who has %1; %2.")
            .arg(resourceText(first, systems), waitersText(chain));
    QString what = heldText(first, now, systems);
    if (chain.resources.size() == 2)
        what = Words::tr("%1, and %2")
                   .arg(what, heldText(chains.resources[chain.resources.back()], now, systems));
    else if (chain.resources.size() > 2)
        what =
            Words::tr("%1, and %2 others").arg(what, QString::number(chain.resources.size() - 1));
    return Words::tr("%1 holds %2; %3.")
        .arg(partyText(chains, *chain.root), what, waitersText(chain));
}

std::vector<ChainLine> chainLines(const WaitChains &chains, const WaitChain &chain, SteadyTime now,
                                  size_t most, const SystemWords &systems)
{
    return Lines(chains, now, most, systems).of(chain);
}

} // namespace lockmaster

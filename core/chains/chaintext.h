// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chains/chains.h"

#include <functional>

namespace lockmaster {

/// Chains in words. Translated; names are shown literally.

/** How a system is called; without, by its id. Who shows it knows; this room does not. */
using SystemWords = std::function<QString(const QString &id)>;

/** `order:42 (user_lock, db)`, `a row of app.orders (db)`, `the table app.orders (db)`. */
QString resourceText(const ChainResource &resource, const SystemWords &systems = {});

/**
 * One sentence: `web-3 holds order:42 (user_lock, db) for 41 m; 6 wait, 3 of them hold 11 others`,
 * or of a circle who holds what and waits for what. @p now: when it was looked at.
 */
QString chainSentence(const WaitChains &chains, const WaitChain &chain, SteadyTime now,
                      const SystemWords &systems = {});

/** One line of a chain as a tree: a resource below who holds it, who wait for it below that. */
struct ChainLine {
    enum class What : quint8 {
        Root,     ///< who holds what others wait for
        Resource, ///< what it holds, and others wait for
        Waiter,   ///< who waits for that
        Unnamed,  ///< others wait as well, of whom nothing is known
        Cut,      ///< the tree goes on
    };
    What what = What::Root;
    int depth = 0;
    size_t index = 0;     ///< of a party, a resource, or a wait
    bool certain = true;  ///< false: it is a guess that this hangs on what stands above
    bool isAbove = false; ///< what hangs on it stands further up already
    QString text;         ///< all of it: where there is one line for each
    QString name;         ///< the party or the lock alone; empty for `Unnamed` and `Cut`
    QString note;         ///< the rest, where the name stands above it
    bool ofCycle = false; ///< it is a part of the circle itself
};

/** At most `most` lines of it, from the root on; what is left out is told in the last. */
std::vector<ChainLine> chainLines(const WaitChains &chains, const WaitChain &chain, SteadyTime now,
                                  size_t most, const SystemWords &systems = {});

} // namespace lockmaster

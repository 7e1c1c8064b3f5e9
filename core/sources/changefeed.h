// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/event.h"
#include "core/domain/observation.h"

#include <QHash>

#include <functional>
#include <memory>

namespace lockmaster {

/** What a feed brought: readings of what changed, made after the server had told of it. */
struct FeedNews {
    /**
     * Each with `asked`. Of a key that changed twice while it was read, the last state. Empty when
     * nothing changed, or nothing that is a lock here.
     */
    std::vector<Observation> observations;
    /**
     * Of keys among those asked for that the server told the end of: `Expired`, `Released`
     * (deleted). Only where nothing else was told of the key since the news before, except that its
     * expiry moved: else it is open which hold ended. Empty where a server names keys and not
     * events.
     */
    QHash<QByteArray, HowEnded> ends;
    /** Anything may have changed: the keyspace was emptied, or too much happened to name it. */
    bool everything = false;
    SteadyTime begun{}; ///< when the first of these reads was sent
};

/**
 * A server's own word of what changed, on connections of its own, beside a `BackendReader` that is
 * free to look through everything meanwhile.
 *
 * Lives on one thread (the listening one), which it blocks; `interrupt()` may be called from any.
 * After an error it is over: make another, and look at everything once the new one is open, because
 * nobody knows what happened in between.
 */
class ChangeFeed
{
public:
    virtual ~ChangeFeed() = default;

    /**
     * Connects and begins to listen: what changes after this returned is told.
     * @return how. Errors: Unsupported and Denied where this server or account has no feed, with
     * the way out as the remedy: asking again soon is of no use; all others may pass.
     */
    virtual Result<UpdateKind> open(SteadyTime deadline) = 0;

    /**
     * What changed since the last call: waits for it until `until`, then reads it, until `deadline`
     * at most. Changes that come close together are one news. A `deadline` that passes is an error
     * (Timeout).
     */
    virtual Result<FeedNews> next(SteadyTime until, SteadyTime deadline) = 0;

    /** Makes sure that the server still answers on all connections. */
    virtual Result<void> check(SteadyTime deadline) = 0;

    /** Makes a blocked call return at once. Any thread. */
    virtual void interrupt() noexcept = 0;
};

/** Null for a backend that has none. */
using FeedFactory = std::function<std::unique_ptr<ChangeFeed>(const BackendSpec &)>;

} // namespace lockmaster

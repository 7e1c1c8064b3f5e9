// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/actiontools.h"
#include "core/systems/contract/lockclient.h"

#include <tl/expected.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>

namespace lockmaster {

/** A lock that an operator wants to take and keep. */
struct HoldOrder {
    BackendSpec backend;
    QString system;
    AcquireRequest request;
    Millis wait{0};             ///< how long to wait for it; 0: one try
    std::optional<Millis> hold; ///< let go after so long; none: until told
    QString reason;             ///< wanted on a production backend
};

/** How holding a lock ended. */
struct HoldEnd {
    enum class Kind : quint8 {
        LetGo,       ///< released by us, as it should be
        NotAcquired, ///< another holds it
        Lost,        ///< it was ours, and is not any more
        Failed,      ///< an error before it was ours; nothing is held
        Unsure, ///< no answer when it was taken or let go of: it may be held until its TTL ends
    };
    Kind kind = Kind::Failed;
    std::optional<Holder> heldBy; ///< with NotAcquired, where it can be told
    std::optional<Micros> theirTtl;
    std::optional<Error> error; ///< why it is Lost, Failed or Unsure
    /** Something that was done could not be written to the audit log (that it would be taken was).
     */
    std::optional<Error> notAudited;
    QString letGoId = {};       ///< of the audit log's line that tells of letting go; empty: none
    SteadyTime letGoBegun = {}; ///< with LetGo: right before anything was sent for it
};

/** Told while a lock is held, on the thread that runs the operation. Every one may be empty. */
struct HoldWatcher {
    /** `leaseEnds`: until when it is ours unless renewed; none: it has no lease. */
    std::function<void(const OwnLock &own, std::optional<SteadyTime> leaseEnds)> acquired;
    std::function<void(const OwnLock &own, std::optional<SteadyTime> leaseEnds)> renewed;
    /** A renewal did not work, and is tried again while the lease may last. */
    std::function<void(const Error &error)> renewalFailed;
    /** The renewals are over: it is being let go of. */
    std::function<void()> lettingGo;
    /** It is not ours any more. Told before anything else is done about it. */
    std::function<void(const Error &why)> lost;
};

/** Where a hold gets its client from and how it waits. Empty ones are the real ones. */
struct HoldSeams {
    std::function<Result<std::unique_ptr<LockClient>>(const HoldOrder &, const ActionContext &)>
        client;
    /** Waits until `until`, or until woken; may return early. */
    std::function<void(std::unique_lock<std::mutex> &lock, std::condition_variable &woken,
                       SteadyTime until)>
        wait;
};

/**
 * Takes a lock, renews it at a third of its lease, and lets go: audited, as the system's own
 * clients do it. A lock whose lease may have run out without a renewal counts as lost, whatever the
 * server would say, and one that was answered late is renewed before it is told to be ours. An
 * attempt without an answer is followed by letting go of what it may have taken. A wait on a
 * read-only backend ends with the time that it may be written to. A session's lock is proved alive
 * in the same way (every 10 s), and lost with its session.
 *
 * Lives on one thread and blocks until the end; the other functions may be called from any.
 */
class HoldOperation
{
public:
    HoldOperation(HoldOrder order, ActionTools tools, HoldSeams seams = {});
    ~HoldOperation();
    HoldOperation(const HoldOperation &) = delete;
    HoldOperation &operator=(const HoldOperation &) = delete;

    /** Once. */
    tl::expected<HoldEnd, NotDone> run(const HoldWatcher &watcher);

    /** Ends the wait, or lets go. */
    void stop() noexcept;
    void renewNow() noexcept;
    /** Also ends what is waited for on the network: the server may keep the lock until its TTL. */
    void abandon() noexcept;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster

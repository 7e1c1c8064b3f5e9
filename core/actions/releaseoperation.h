// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/actiontools.h"
#include "core/systems/contract/releaseticket.h"

#include <tl/expected.hpp>

namespace lockmaster {

/** One release that an operator asked for. */
struct ReleaseOrder {
    /** What was looked at is good for so long, however late its ticket was opened. */
    static constexpr std::chrono::minutes lookLife{10};

    BackendSpec backend;
    ReleaseRequest request;
    /** From whom the look showed that it is taken, as people call it; empty: nobody, or unknown. */
    QString owner = {};
    bool onWaiter = false; ///< as `LockAction::onWaiter`
    /** By the server's clock, until the commit; none: a witness of any age, also one that does not
     * say how old. */
    std::optional<Millis> maxAge = lookLife;
    /** Of a plan: nothing but what is usually done to it, and no more ends with it than this, in
     * `PlainWords`. None: of no plan. */
    std::optional<QStringList> lossesPlanned = {};
};

/** Nothing is wrong with the lock: the look is too old, or was not at this server. */
inline bool asksForAnotherLook(const ReleaseOutcome &refusal)
{
    return refusal.detail == ChangeDetail::TooOld || refusal.detail == ChangeDetail::OtherServer;
}

/** What a release came to. */
struct ReleaseReport {
    ReleaseOutcome outcome;
    QString auditId;
    QString command; ///< as it was sent, or would have been
    /** The lock as it stood when it was looked at again; none: it is not there any more. */
    std::optional<LockRecord> now;
    SteadyTime begun{};               ///< right before anything was sent
    std::optional<Error> notObserved; ///< set: `now` says nothing
    /** Whoever it was taken from stands there, as far as what is stored tells; none: nobody does,
     * it was taken from nobody, or one owner cannot be told from the next. */
    std::optional<bool> sameOwner;
    std::optional<Error> notAudited; ///< the outcome could not be written (the intent was)
    bool lookAgeIsFixed = false;     ///< whatever age the order allows
};

/**
 * A release from the first look to the last, in the only order there is: look, compare, permit,
 * intent on the disk, command, look again, outcome on the disk.
 *
 * Lives on one thread and blocks; `interrupt()` may be called from any.
 */
class ReleaseOperation
{
public:
    /** How long opening a ticket may take, and how long a commit; looking again not counted. */
    static Millis openBudget(const BackendSpec &backend);
    static Millis commitBudget(const BackendSpec &backend);

    ReleaseOperation(ReleaseOrder order, ActionTools tools);
    ~ReleaseOperation();
    ReleaseOperation(const ReleaseOperation &) = delete;
    ReleaseOperation &operator=(const ReleaseOperation &) = delete;

    /**
     * Opens the ticket, once. Also on a read-only backend: it only reads. Another server than was
     * looked at, and a look that is too old, are refusals of the preview.
     */
    tl::expected<ReleasePreview, NotDone> open(SteadyTime deadline);

    /** Valid once open. */
    QString command(Compare compare) const;

    /**
     * Valid once open; once. A preview with a refusal commits to that refusal, audited, unsent. A
     * reason is wanted on a production backend (what nobody can read is none). What was not done
     * for want of a reason, a permit or an audit log may be committed again.
     *
     * The lock is looked at again past `deadline`, with a deadline of its own. An `Unknown` stays
     * one whatever is seen then; its message tells what is seen.
     */
    tl::expected<ReleaseReport, NotDone>
    commit(Compare compare, const QString &reason, SteadyTime deadline,
           Indistinguishable indistinguishable = Indistinguishable::Refuse);

    /** Ends what `open` or `commit` waits for; a command that was sent becomes `Unknown`. */
    void interrupt() noexcept;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster

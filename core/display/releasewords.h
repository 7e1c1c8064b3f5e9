// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"
#include "core/display/detailrows.h"
#include "core/display/lookchange.h"

#include <QCoreApplication>

namespace lockmaster {

/** A message for a banner. Plain text; names in it are short. */
struct ReleaseMessage {
    Tone tone = Tone::Plain;
    QString title;
    QString text;
};

/** Who was seen to hold a lock once its release was over. */
struct LaterHolder {
    QString owner;
    std::optional<bool> same; ///< as `ReleaseReport::sameOwner`
    Micros after{0};          ///< since the release was told
};

/** Releases in words, for the dialogs: what will be let go of, and what became of it. */
class ReleaseWords
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::ReleaseWords)

public:
    /** The outcome, what to do, who holds the lock now, and where it stands in the audit log. */
    static ReleaseMessage report(const ReleaseReport &report,
                                 const std::optional<LaterHolder> &later = std::nullopt);
    /** The outcome in a word or two, for a cell. */
    static QString outcome(const ReleaseOutcome &outcome);
    static Tone outcomeTone(const ReleaseOutcome &outcome);
    /** Nothing was sent, and why. */
    static ReleaseMessage notDone(const NotDone &why);
    /** What a commit can only answer. */
    static ReleaseMessage refusal(const ReleaseOutcome &refusal);

    /**
     * What happened to the lock since the look; an empty title: nothing. @param seenAgo since the
     * change was noticed. @param instanceOnly a renewal is let pass.
     */
    static ReleaseMessage change(const LookComparison &comparison, Micros seenAgo,
                                 bool instanceOnly);

    static QString question(const LockRecord &lock, const LockAction &action);
    /** Who holds it, whether it lives, and for how long: the rows above the command. */
    static Details facts(const LockRecord &lock, const LockAction &action,
                         const std::optional<ReleasePreview> &preview, const QString &seen,
                         SteadyTime now, const std::optional<Verdict> &verdict = {});

    /** That these read-only backends are let write to with a release, as a sentence. */
    static QString lift(const QStringList &backends);
    /** What a button is called that does this as well. */
    static QString andAllowWrites(const QString &label);

    static QString owner(const LockRecord &lock); ///< short
    static QString name(const LockRecord &lock);  ///< short
};

} // namespace lockmaster

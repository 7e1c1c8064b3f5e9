// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"

namespace lockmaster {

/// How a release reads in the audit log, and to people afterwards.

/** `preview` is what was found when the ticket was opened; `command` is empty where none is sent.
 */
AuditIntent releaseIntent(const ReleaseOrder &order, const ReleasePreview &preview, Compare compare,
                          const QString &reason, const QString &command, const QString &program);

AuditOutcome releaseOutcome(const ReleaseReport &report);

/** Whether the witness is of a lock of that name; also where it holds only its digest. */
bool isNamed(const Witness &witness, const QByteArray &name);

/** Whom an action takes the lock from: its target, or the first holder of an action without one.
 * None where nobody holds it, and where the target holds nothing, as one who waits does not. */
std::optional<Holder> takenFrom(const LockRecord &lock, const QByteArray &target);

/** Whether that one, of `before`, holds it in `now`; none where nobody does, or nobody was it. */
std::optional<bool> isSameOwner(const LockRecord &before, const QByteArray &target,
                                const LockRecord &now);

/** What to know before it is done, translated: what the action means, that no release stops a
 * program, and what the preview has to say. Nothing where it is refused anyway. */
QStringList toldBeforehand(const LockAction &action, const ReleasePreview &preview);

/** The sentence of `toldBeforehand` about the holder; empty for an action on one who waits. */
QString holderGoesOn(const LockAction &action, bool renewed);

/** Who holds the lock: none where nobody does, or where that is not known. */
std::optional<Holder> holderNow(const std::optional<LockRecord> &record);

/** What the look right after a release showed. */
enum class AfterRelease : quint8 {
    NotConfirmed, ///< nobody looked: the outcome itself says why
    NotRead,      ///< the look had no answer
    NotKnown,     ///< it was answered, and does not tell
    Nameless,     ///< it is held, and nothing stored says by whom
    Nobody,
    SameAgain, ///< it was released, and the same owner has it again
    Held,
};

AfterRelease afterRelease(const ReleaseReport &report);

/**
 * The same as a translated sentence, empty where nobody looked. `owner` is who holds it as the
 * reader of the sentence is told owners.
 */
QString afterReleaseText(const ReleaseReport &report, const QString &owner);

/** That the audit log lacks what was done, and why. */
QString notAuditedText(const Error &why);

/** One translated sentence: what the server shows after a release that got no answer. */
QString seenAfterwards(const Witness &witness, const ReleaseReport &report);

} // namespace lockmaster

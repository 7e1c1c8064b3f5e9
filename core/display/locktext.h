// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/verdict/verdict.h"
#include "core/monitor/backendsnapshot.h"
#include "core/monitor/lockchanges.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QString>

namespace lockmaster {

/**
 * A lock in words: the texts of the table's cells, the details pane and copied rows, all
 * translated, plain and literal. Functions of a record and the moment on our monotonic clock.
 */
class LockText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::LockText)

public:
    static QString name(const LockRecord &lock);
    /** One line: the first holder, how often it entered, how many others there are. */
    static QString owner(const LockRecord &lock);
    /** The two largest units of what is left, `∞ none`, `−2 h`, `?`, or a dash. */
    static QString ttl(const LockRecord &lock, SteadyTime now);
    static Tone ttlTone(const LockRecord &lock, SteadyTime now);
    /** What is left of the lease, 0 to 1; none where its length is not known. */
    static std::optional<double> ttlShare(const LockRecord &lock, SteadyTime now);
    /** `≥ 20 s` where it was seen first so long ago, and may have been held before. */
    static QString held(const LockRecord &lock, SteadyTime now);
    /** The same with what that rests on, or what a sign in its place means. */
    static QString heldInWords(const LockRecord &lock, SteadyTime now);
    /** `shown` with what it leaves out in brackets, if anything. */
    static QString inWords(const QString &shown, const QString &more);
    static QString waiters(const LockRecord &lock);
    /** The word for what a server is for; empty where nothing is said. */
    static QString environment(Environment environment);
    /** The same for those servers together that are for it, or of which nothing is said. */
    static QString environmentGroup(Environment environment);
    /** The state's word; for a leader that is nobody's, `vacant`. */
    static QString state(const LockRecord &lock);
    static Tone stateTone(const LockRecord &lock, SteadyTime now);

    /** Where the expiry stands, in local time; empty where there is none. */
    static QString expiryLocal(const LockRecord &lock);
    /** The same, and in UTC behind it in a line of its own where that is another time of day. */
    static QString expiry(const LockRecord &lock);
    /** Everything a TTL cell leaves out. */
    static QString ttlToolTip(const LockRecord &lock, SteadyTime now);

    static QString heldBasis(const LockRecord &lock);
    /** What the cells of these leave out, and what a dash or a question mark in them means. */
    static QString ownerToolTip(const LockRecord &lock);
    static QString heldToolTip(const LockRecord &lock);
    static QString waitersToolTip(const LockRecord &lock);
    /** Of the last minute, `≥ 3`; none: it cannot be told. */
    static QString changes(const std::optional<SeenChanges> &changes);
    static QString spokenChanges(const std::optional<SeenChanges> &changes);
    /** A sentence, and what looking at that server again and again leaves out; null: not known. */
    static QString changesToolTip(const std::optional<SeenChanges> &changes,
                                  const BackendStatus *backend);
    /** Why a lock is no more than likely to be one, and what settles it. */
    static QString likely();
    /** In a word or two: `Alive`, `No sign of life`, `Cannot be known: contradicting`. */
    static QString verdict(const Verdict &verdict);
    static Tone lifeTone(Life life);
    /** A finding's heading: `No expiry`. */
    static QString findingTitle(FindingId id);
    /** What it says of any lock that has it, in one sentence. */
    static QString findingSentence(FindingId id);

    static QString none();    ///< does not apply here
    static QString unknown(); ///< applies, and is not known
};

/** How urgent it is that this share of a lease is left, 0 to 1; none: how much is not known. */
Tone shareTone(std::optional<double> share);

/** `text`, or its start and end with a `…` between where it is longer than `most` characters. */
QString briefText(const QString &text, qsizetype most);

/** The same of each of its lines. Qt takes seconds to break one of tens of thousands. */
QString briefLines(const QString &text, qsizetype most);

/** How old the data of a backend are, once they are older than two polls. */
std::optional<Micros> overdueAge(const BackendStatus &status, SteadyTime now);

/** A number as this machine's people write it: `1,234`. */
QString countText(qint64 count);

/** `text` for a tooltip: plain, whatever markup is in it, and with brief lines. */
QString plainToolTip(const QString &text);

/** A cell to a screen reader, which sees no headings beside it and no dashes in it. */
QString spokenCell(const QString &title, const QString &shown);

} // namespace lockmaster

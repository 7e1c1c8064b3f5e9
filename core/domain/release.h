// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

/// What can be done to a lock that somebody else holds, and what became of it.
namespace lockmaster {

/** One thing that can be done to one lock, as its system offers it. Texts are translated. */
struct LockAction {
    QString id;          ///< `expire`, `step-down`, `kill`, `kill-waiter`, `delete`, `release`, ...
    QByteArray target;   ///< which reader or waiter, where the action is about one; else empty
    QString label;       ///< for a button: `Release`, `Step down`
    QString consequence; ///< one or two sentences: what the holder and those who wait will see
    /** A later lease of the same instance is released as well, unless asked otherwise. */
    bool evenIfRenewed = false;
    bool onWaiter = false;    ///< it is about one who waits: the lock stays with its holder
    bool ofLeftovers = false; ///< nobody holds it: what was left of it is removed

    friend bool operator==(const LockAction &, const LockAction &) = default;
};

/**
 * What a release compares with the witness before it changes anything. Neither ever reaches another
 * holder.
 */
enum class Compare : quint8 {
    InstanceAndLease, ///< a holder that renewed since the look is refused: it is alive
    InstanceOnly,     ///< the stronger confirmation: also where the holder keeps renewing
};

/** What to do with a lock whose holder nothing tells from one that came after the look. */
enum class Indistinguishable : quint8 { Refuse, Release };

/** What became of a release. Never guessed, never followed by another try. */
enum class ReleaseResult : quint8 {
    Released, ///< the witnessed instance does not hold it any more, by this release
    Changed,  ///< refused: it is not what was looked at; nothing was changed
    Busy,     ///< somebody has the row locked; nothing was changed
    Denied,   ///< the server does not let this account; nothing was changed
    Unknown,  ///< sent, and no answer: it may or may not have happened, or may happen yet
};

/** The JSON word: `released`, `changed`, `busy`, `denied`, `unknown`. */
QString releaseResultName(ReleaseResult result);

/** In what way it changed, or why it is refused or not known. */
enum class ChangeDetail : quint8 {
    None,              ///< another instance, or nothing more to say
    Renewed,           ///< the same instance with another lease: its holder is alive
    Gone,              ///< nobody holds it any more
    Indistinguishable, ///< nothing tells its holder from one that came after the look
    TooOld,            ///< what was looked at is too old to act on, or does not say how old
    TooFresh,          ///< what was looked at has to be seen for longer before it is acted on
    OtherServer,       ///< another server than was looked at, or it was restarted
    /** Why it is `Unknown`: not all servers that follow confirmed it, or fewer follow than did. */
    NotConfirmed,
    NotNamed,   ///< its table was found by itself, in production, where the operator names them
    NotTrusted, ///< the lock's format is somebody else's, and nobody here accepted what it writes
    Partial,    ///< of an `Unknown`: some of several servers let go of it, and most may not have
    FollowersUnknown, ///< of a `Released`: whether others follow, who would confirm it, is not told
    NotGone,          ///< its holder had to be gone, and is not known to be
};

/** The JSON word: `renewed`, `gone`, `indistinguishable`, ...; empty for `None`. */
QString changeDetailName(ChangeDetail detail);

/** The outcome of one release. Texts are translated, plain, and name the backend. */
struct ReleaseOutcome {
    ReleaseResult result = ReleaseResult::Unknown;
    ChangeDetail detail = ChangeDetail::None;
    bool sent = false; ///< a command that can change something went to the server
    QString message;   ///< one sentence: what happened
    QString remedy;    ///< one sentence: what to do now; empty where there is nothing

    friend bool operator==(const ReleaseOutcome &, const ReleaseOutcome &) = default;
};

} // namespace lockmaster

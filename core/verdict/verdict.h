// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

/// Whether whoever holds a lock lives, and what that rests on. Values; never a permission: a
/// release compares what it is about whatever the verdict says.
namespace lockmaster {

/** What can be said of a holder. */
enum class Life : quint8 {
    Alive,   ///< something that only it does was seen a moment ago
    NoSign,  ///< what it did regularly stopped, or what it promised is over; it may be slow or cut
             ///< off
    Gone,    ///< a positive word of that: never an absence
    Unknown, ///< nothing tells, or what tells contradicts itself
};

inline constexpr std::array allLives = {Life::Alive, Life::NoSign, Life::Gone, Life::Unknown};

/** The JSON word: `alive`, `no_sign_of_life`, `gone`, `unknown`. */
QString lifeName(Life life);
/** The same for people, translated: `Alive`, `No sign of life`, `Gone`, `Cannot be known`. */
QString lifeText(Life life);

/** One thing that was observed. */
struct LifeEvidence {
    enum class Source : quint8 {
        Renewals,  ///< its renewals, as they were seen
        Heartbeat, ///< the moment it was last heard of, as it is stored
        Lease,     ///< the end of its lease
        Session,   ///< the server's session
        Process,   ///< other locks that the same process holds
        Host,      ///< locks of whatever runs on the same host
        Check,     ///< the operator's own check
        Look,      ///< what the look itself could not tell
        History,   ///< what was recorded of this hold, and of those before
    };
    Source source = Source::Look;
    Life says = Life::Unknown;    ///< `Unknown`: it decides nothing
    QString text;                 ///< one sentence, plain, translated
    std::optional<SteadyTime> at; ///< the moment that it tells of; none: it tells of none

    friend bool operator==(const LifeEvidence &, const LifeEvidence &) = default;
};

/**
 * The JSON word: `renewals`, `heartbeat`, `lease`, `session`, `process`, `host`, `check`, `look`,
 * `history`.
 */
QString evidenceName(LifeEvidence::Source source);
/** The same for people, translated: `Renewals`, `Heartbeat`, ... */
QString evidenceText(LifeEvidence::Source source);

struct Verdict {
    Life life = Life::Unknown;
    bool contradicting = false;         ///< `Unknown`, because some says one thing and some another
    QString sentence;                   ///< what one can act on: plain, translated
    std::vector<LifeEvidence> evidence; ///< what decides first
    qsizetype headline = 0;             ///< the verdict itself: so many characters of the sentence

    friend bool operator==(const Verdict &, const Verdict &) = default;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"
#include "core/domain/lockrecord.h"

#include <deque>

namespace lockmaster {

/** One renewal, as far as looks and the column tell when it was: from `low` to `high`. */
struct Heartbeat {
    SteadyTime low{};
    SteadyTime high{};
    SteadyTime silentFrom{};      ///< a renewal from here on would have changed what is stored
    SteadyTime lastShown{};       ///< the last look that still showed this one was asked for then
    SteadyTime leaseEnd{};        ///< when it stops holding; the far future where nothing ends it
    SteadyTime writtenUntil{};    ///< the latest moment that what is written may mean; none: epoch
    Micros precision{0};          ///< the column's: renewals closer than that may look like one
    std::optional<qint64> stored; ///< the moment as written, to see it go back; none: not written

    SteadyTime moment() const { return low + (high - low) / 2; }
    /** `moment()` is off by at most this much. */
    Micros uncertainty() const { return std::chrono::duration_cast<Micros>((high - low) / 2); }
};

/** What the server's clock and ours may be apart on top of the round trip. */
inline constexpr Micros readingError = Millis(10);

/**
 * The heartbeat that a look of `begun` to `answered` was the first to show: what the column and the
 * looks agree on. Where they contradict each other a clock is off, and the looks decide.
 * `lookBefore`: when the look before was asked for; none: there was none.
 */
Heartbeat heartbeatSeen(const Lease &lease, std::optional<SteadyTime> lookBefore, SteadyTime begun,
                        SteadyTime answered);

/**
 * What the recent heartbeats of one lock tell: how often a leader renews, and whether two seem to
 * renew under one name. A value; bounded.
 */
class HeartbeatTrain
{
public:
    /** The first heartbeat of a leader, or the first after a time that was not seen. */
    void start(const Heartbeat &beat);
    /** Another leads now: how often the old one renewed is no measure for it. */
    void startAnother(const Heartbeat &beat);
    /** The same leader's next one. `lookGap` is the time between the last two looks. */
    void follow(const Heartbeat &beat, Micros lookGap);
    /** A look that was asked for at `begun` still showed the last one. */
    void stillShown(SteadyTime begun);

    /** The median of recent heartbeats; none before three of one leader followed each other. */
    std::optional<RenewalPeriod> period() const { return m_period; }
    /**
     * The shortest period that is plausible for a lease of this length. A column of whole units
     * that changes with every unit may hide every second heartbeat, looks that are rare any number.
     */
    Micros shortestPeriod(Micros lease) const;

    /** What speaks for two processes under one name. */
    enum class Doubt : quint8 { None, TooFast, Interleaved, Backwards };
    /** What is doubtful about the heartbeats up to now; it stays for ten periods, at least ten
     * seconds. */
    Doubt doubt(SteadyTime now) const;
    /** What the leader kept to before the doubt came up: the two together beat faster. */
    Micros trustedPeriod() const { return m_trusted; }

private:
    struct Step {
        SteadyTime at{};
        Micros since{0};       ///< from the heartbeat before
        Micros silent{0};      ///< of it nothing was stored for at least this long
        Micros uncertainty{0}; ///< of `at`, or the column's precision where that is more
        Micros lookGap{0};
        Micros precision{0};
    };
    void estimate();
    void judge(const Heartbeat &beat);
    bool fastNow(const Step &step);
    bool interleaved() const;
    bool backwards(const Heartbeat &beat);
    Micros slope() const;

    std::optional<Heartbeat> m_last;
    std::deque<Step> m_steps; ///< of the recent leaders, oldest first
    int m_run = 0;            ///< how many at the end are of this leader without a break
    std::optional<RenewalPeriod> m_period;
    Micros m_atLeast{0};
    bool m_columnHides = false; ///< the column's precision is the limit, and not the looks
    bool m_precise = false;     ///< heartbeats are known much better than the time between them

    double m_surplus = 0; ///< heartbeats more than the period allows, and late ones less
    int m_quick = 0;      ///< bits: which of the last three came early
    int m_double = 0;     ///< bits: which of the last thirty came right after another
    int m_back = 0;       ///< bits: which of the last thirty went backwards
    Micros m_trusted{0};
    Doubt m_doubt = Doubt::None;
    SteadyTime m_doubtSince{};
    SteadyTime m_doubtUntil{};
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/observation.h"

namespace lockmaster {

/**
 * What an observer knows of its backend's feed, and when something about it is due. No thread, no
 * clock: moments are handed in, and `never` comes back for what is not to happen.
 *
 * A feed is open once the server listens, and pushing once a poll that began after that was
 * answered: only then nothing can have happened that neither has told. While it is pushing, polls
 * only reconcile. They become rarer by and by, because the search for unknown locks that was under
 * way when the feed opened has still to end. What happened untold, in a gap between two feeds or
 * because it was too much to name, leaves locks that only a search finds: polls stay as frequent as
 * without a feed for as long as one takes.
 */
class FeedWatch
{
public:
    using RealTime = std::chrono::steady_clock::time_point;
    static constexpr RealTime never = RealTime::max();

    /** `exists`: there is something to open. */
    FeedWatch(const BackendSpec &spec, bool exists);

    /** When to open one, while the backend answers. */
    RealTime opensAt() const { return m_phase == Phase::Closed ? m_opensAt : never; }
    void opening(Millis checkPeriod);
    void opened(UpdateKind kind, RealTime now);
    /** The server answered a check, or told of something. */
    void heard(RealTime now);
    /** It ended by itself; without an error: there is none, and never will be. */
    void ended(const std::optional<Error> &error, RealTime now);
    /** It was closed from here, and may be opened again at once. */
    void close();

    bool isActive() const { return m_phase != Phase::Closed; }
    bool isOpen() const { return m_phase == Phase::Open; }
    bool isPushing() const { return m_pushing; }
    RealTime lastHeard() const { return m_lastHeard; }

    void pollBegan() { m_pollBeganOpen = isOpen(); }
    /** `complete`: every source could be read to its end. */
    void pollAnswered(bool complete, RealTime now);
    void pollFailed();
    /** More happened than could be told by name. */
    void anythingChanged(RealTime now);

    /** While pushing: how long after a poll the next one reconciles. */
    Millis reconcileAfter(Millis period) const;
    /** While pushing: from here on the feed is so quiet that a poll has to tell why. */
    RealTime quietFrom() const;
    /** The feed's thread does not even notice that its server is silent. */
    RealTime lostFrom() const;

    UpdateKind updates() const { return m_pushing ? m_kind : UpdateKind::Polled; }
    QString polledBecause() const { return m_pushing ? QString() : m_because; }

private:
    enum class Phase : quint8 { Closed, Opening, Open };

    void stopPushing();

    const Millis m_slowest; ///< between two polls that reconcile
    const Millis m_timeout;
    Phase m_phase = Phase::Closed;
    UpdateKind m_kind = UpdateKind::Polled;
    RealTime m_opensAt = RealTime::min();
    RealTime m_openedAt{};
    RealTime m_lastHeard{};
    Millis m_checkPeriod{0};
    int m_failures = 0; ///< in a row
    bool m_pushing = false;
    bool m_pollBeganOpen = false;
    bool m_lastComplete = true; ///< the last poll was
    bool m_refused = false;     ///< somebody has to change something first
    int m_reconciled = 0;       ///< polls since pushing began, or the last search
    bool m_untold = false;      ///< pushing ended: what happens then is not told
    RealTime m_searchUntil{};   ///< what was not told is searched for
    QString m_because;
};

} // namespace lockmaster

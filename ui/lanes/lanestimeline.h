// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"

namespace lockmaster {

/** Which stretch of time the lanes show. Without widgets and clocks: moments come from outside. */
class LanesTimeline
{
public:
    using Span = std::chrono::nanoseconds;
    static constexpr Span usual = std::chrono::seconds(60);
    /** What a story that has only begun is shown in, until there is more of it. */
    static constexpr Span initial = std::chrono::seconds(15);
    static constexpr Span shortest = std::chrono::milliseconds(100);
    static constexpr Span usualLongest = std::chrono::hours(6);

    bool isFollowing() const { return m_following; }
    Span span() const { return m_span; }
    /** The left edge. While following it moves by whole pixels: texts and edges do not tremble. */
    SteadyTime from(SteadyTime now) const;

    /** What is known begins here: one cannot go far beyond. */
    void setBegin(SteadyTime since) { m_begin = since; }
    /** No more than this is shown at once. */
    void setLongest(Span span) { m_longest = span; }
    /** Device pixels from edge to edge. */
    void setPixels(double pixels) { m_pixels = pixels; }

    void follow() { m_following = true; }
    /** Follows, and shows what is known, from 15 s up to a minute of it, until somebody chooses
     * another stretch. */
    void followFromBegin();
    /** Time went on: shows all that is known by now, within those bounds. */
    void grow(SteadyTime now);
    void stay(SteadyTime now);
    void show(SteadyTime from, SteadyTime until);
    /** To `from`, not further than half a page away from what is known; at the end it follows. */
    void moveTo(SteadyTime from, SteadyTime now, bool live);
    /**
     * Shows `factor` times as much; the moment at `share` of the width stays where it is. Following
     * goes on where more is shown or the pointer is at the live edge: elsewhere, what one looks at
     * would run away.
     */
    void zoom(double factor, double share, SteadyTime now, bool live);

private:
    SteadyTime onPixel(SteadyTime at) const;

    Span m_span = usual;
    Span m_longest = usualLongest;
    SteadyTime m_from{};
    SteadyTime m_begin{};
    double m_pixels = 1000;
    bool m_following = true;
    bool m_growing = false;
};

} // namespace lockmaster

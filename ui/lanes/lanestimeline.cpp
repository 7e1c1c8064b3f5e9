// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanestimeline.h"

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

/** This much of the width, at the right, is the live edge. */
constexpr double edge = 0.1;

} // namespace

SteadyTime LanesTimeline::from(SteadyTime now) const
{
    if (!m_following)
        return m_from;
    // The begin stays at the edge, without a tremble, for as long as all since then is shown.
    const bool isFilled = m_growing && m_span < usual && now - m_begin >= m_span;
    return isFilled ? m_begin : onPixel(now - m_span);
}

void LanesTimeline::stay(SteadyTime now)
{
    m_from = from(now);
    m_following = false;
}

void LanesTimeline::followFromBegin()
{
    m_span = initial;
    m_growing = true;
    follow();
}

void LanesTimeline::grow(SteadyTime now)
{
    if (m_growing && m_following)
        m_span = std::clamp<Span>(now - m_begin, m_span, usual);
}

void LanesTimeline::show(SteadyTime from, SteadyTime until)
{
    m_growing = false;
    m_following = false;
    m_span = std::clamp<Span>(until - from, shortest, m_longest);
    m_from = from;
}

void LanesTimeline::moveTo(SteadyTime from, SteadyTime now, bool live)
{
    const SteadyTime last = now - m_span;
    m_following = live && from >= last;
    const SteadyTime first = std::min(last, m_begin - m_span / 2);
    m_from = std::clamp(from, first, last);
}

void LanesTimeline::zoom(double factor, double share, SteadyTime now, bool live)
{
    m_growing = false;
    if (factor < 1 && share < 1 - edge)
        stay(now);
    const auto part = [share](Span span) {
        return Span(std::llround(double(span.count()) * share));
    };
    const SteadyTime fixed = from(now) + part(m_span);
    const double wanted = std::min(double(m_span.count()) * factor, double(m_longest.count()));
    m_span = std::clamp(Span(std::llround(wanted)), shortest, m_longest);
    if (!m_following)
        moveTo(fixed - part(m_span), now, live);
}

SteadyTime LanesTimeline::onPixel(SteadyTime at) const
{
    const double pixel = std::max(1.0, double(m_span.count()) / std::max(1.0, m_pixels));
    const double pixels = std::ceil(double(at.time_since_epoch().count()) / pixel);
    return SteadyTime(Span(std::llround(pixels * pixel)));
}

} // namespace lockmaster

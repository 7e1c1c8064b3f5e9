// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/detaillines.h"
#include "app/lockctl/top/topsheet.h"
#include "core/display/eventmodel.h"

#include <functional>

namespace lockmaster {

/** Lines that somebody else makes, from the top on. */
class LinesSheet final : public TopSheet
{
public:
    using Lines = std::function<std::vector<StyledLine>(int width)>;

    using Press = std::function<bool(const TopKey &)>;

    /**
     * `step`: shows what comes next, or before; `press`: what other keys mean; both may be null.
     * `hints` outlive it.
     */
    LinesSheet(Lines lines, std::function<void(int)> step, std::span<const TopHint> hints,
               Press press = nullptr)
        : m_lines(std::move(lines)), m_step(std::move(step)), m_press(std::move(press)),
          m_hints(hints)
    {
    }

    void draw(TextScreen &screen, const TextArea &area) override;
    bool press(const TopKey &key) override;
    std::span<const TopHint> hints() const override { return m_hints; }

private:
    Lines m_lines;
    std::function<void(int)> m_step;
    Press m_press;
    std::span<const TopHint> m_hints;
    ScrolledLines m_scrolled;
    int m_page = 1;
};

/** What happened, the newest at the bottom, until somebody looks further up. */
class EventsSheet final : public TopSheet
{
public:
    /** The model outlives it. */
    explicit EventsSheet(EventModel &model);

    void draw(TextScreen &screen, const TextArea &area) override;
    bool press(const TopKey &key) override;
    std::span<const TopHint> hints() const override;

private:
    EventModel &m_model;
    QObject m_context; ///< of what follows the model
    int m_below = 0;   ///< rows below the last that is shown; 0: it follows
    int m_page = 1;
};

/** Which servers are watched, how they do, and what is wrong with each. */
std::vector<StyledLine> serverLines(const ViewSnapshot &view, SteadyTime now, int width);

} // namespace lockmaster

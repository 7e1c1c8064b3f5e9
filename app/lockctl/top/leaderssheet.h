// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/listcursor.h"
#include "app/lockctl/top/topsheet.h"
#include "core/display/lanechart.h"
#include "core/display/leadersmodel.h"

namespace lockmaster {

/** Who leads, and below it who did when, as lanes of cells. Lives on the thread of the store. */
class LeadersSheet final : public TopSheet
{
public:
    /** What it is given outlives it. */
    LeadersSheet(LeadersModel &model, const Clock &clock) : m_model(model), m_clock(clock) {}

    void draw(TextScreen &screen, const TextArea &area) override;
    bool press(const TopKey &key) override;
    std::span<const TopHint> hints() const override;

private:
    void drawFigures(TextScreen &screen, TextArea &area, const LeaderEntry &entry) const;
    void drawLanes(TextScreen &screen, const TextArea &area, const LeaderEntry &entry) const;

    LeadersModel &m_model;
    const Clock &m_clock;
    ListCursor m_cursor;
    int m_shown = 1;
    std::chrono::seconds m_span{60};
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/textscreen.h"
#include "core/display/detailrows.h"

namespace lockmaster {

/** What the pane of the window shows, in lines: what is wrong comes first. */
std::vector<StyledLine> detailLines(const Details &details, int width);

/** Lines that may be more than there is room for. A value. */
class ScrolledLines
{
public:
    void scrollBy(int lines) { m_top += lines; }
    void toTop() { m_top = 0; }
    /** With how much there is beside, where not all is seen. */
    void draw(TextScreen &screen, const TextArea &area, const std::vector<StyledLine> &lines);

private:
    int m_top = 0;
};

} // namespace lockmaster

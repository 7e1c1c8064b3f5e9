// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/listcursor.h"

#include <algorithm>

namespace lockmaster {

void ListCursor::fit(int count, int shown)
{
    m_row = std::clamp(m_row, count > 0 ? 0 : -1, count - 1);
    const int last = std::max(0, count - shown);
    m_top = std::clamp(m_top, std::max(0, m_row - shown + 1), std::max(0, m_row));
    m_top = std::min(m_top, last);
}

bool ListCursor::take(const TopKey &key, int count, int shown)
{
    using Code = TopKey::Code;
    const int page = std::max(1, shown - 1);
    switch (key.code) {
    case Code::Up: m_row -= 1; break;
    case Code::Down: m_row += 1; break;
    case Code::PageUp: m_row -= page; break;
    case Code::PageDown: m_row += page; break;
    case Code::Home: m_row = 0; break;
    case Code::End: m_row = count - 1; break;
    default:
        if (key.is(u'j'))
            m_row += 1;
        else if (key.is(u'k'))
            m_row -= 1;
        else
            return false;
    }
    fit(count, shown);
    return true;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/topkey.h"

namespace lockmaster {

/** Which row of a list is chosen, and from which on it is shown. A value. */
class ListCursor
{
public:
    int row() const { return m_row; } ///< -1: there is none
    int top() const { return m_top; }
    void setRow(int row) { m_row = row; }

    /** The list has so many rows, of which so many are shown: the chosen one is among them. */
    void fit(int count, int shown);
    /** Moves where the key means that; false: it does not. */
    bool take(const TopKey &key, int count, int shown);

private:
    int m_row = 0;
    int m_top = 0;
};

} // namespace lockmaster

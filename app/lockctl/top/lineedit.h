// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/textscreen.h"
#include "app/lockctl/top/topkey.h"

namespace lockmaster {

/** A line that is typed. What is in it is shown literally. A value. */
class LineEdit
{
public:
    explicit LineEdit(qsizetype most = 2000) : m_most(most) {}

    const QString &text() const { return m_text; }
    void setText(const QString &text);

    /** Changes it where the key means that; false: it does not. */
    bool take(const TopKey &key);
    /** With the terminal's cursor in it where it is `active`. */
    void draw(TextScreen &screen, int row, int column, int width, bool active) const;

private:
    void erase(qsizetype from, qsizetype to);
    qsizetype before(qsizetype at) const;
    qsizetype after(qsizetype at) const;

    qsizetype m_most;
    QString m_text;
    qsizetype m_at = 0;
};

} // namespace lockmaster

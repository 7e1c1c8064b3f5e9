// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/heldsheet.h"

#include "app/lockctl/top/modeltable.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <array>

namespace lockmaster {

namespace {

constexpr TopHint heldHints[] = {
    {"Del x", QT_TRANSLATE_NOOP("lockmaster", "let go"),
     QT_TRANSLATE_NOOP("lockmaster", "Of the chosen lock; what is over goes from the list")},
    {"e", QT_TRANSLATE_NOOP("lockmaster", "renew"),
     QT_TRANSLATE_NOOP("lockmaster", "Now, and not only at a third of its lease")},
};

} // namespace

std::span<const TopHint> HeldSheet::hints() const
{
    return heldHints;
}

void HeldSheet::draw(TextScreen &screen, const TextArea &area)
{
    if (m_model.rowCount() == 0) {
        screen.put(area.row + 1, 2,
                   Words::tr("No lock is held from here: a on the page of "
                             "locks takes one."),
                   {}, area.width - 4);
        return;
    }
    constexpr int below = 3;
    const int tableHeight = std::max(2, area.height - below);
    m_shown = tableHeight - 1;
    constexpr std::array figures{int(HeldModel::Lease), int(HeldModel::Length),
                                 int(HeldModel::Renewals)};
    drawTable(screen, {area.row, area.column, area.width, tableHeight}, m_model, m_cursor, figures);
    int row = area.row + tableHeight;
    for (const QString &line :
         wrappedText(literalText(m_model.lockAt(m_cursor.row()).message), area.width)) {
        if (row < area.row + area.height)
            screen.put(row++, area.column, line, {}, area.width);
    }
}

void HeldSheet::choose(int id)
{
    const int row = m_model.rowOf(id);
    if (row >= 0)
        m_cursor.setRow(row);
}

bool HeldSheet::press(const TopKey &key)
{
    const int count = m_model.rowCount();
    if (m_cursor.take(key, count, m_shown))
        return true;
    if (m_cursor.row() < 0 || m_cursor.row() >= count)
        return false;
    const HeldLock &lock = m_model.lockAt(m_cursor.row());
    const int id = lock.id;
    if (key.is(TopKey::Code::Delete) || key.is(u'x')) {
        if (lock.isLive())
            m_desk.release(id);
        else
            m_desk.dismiss(id);
    } else if (key.is(u'e')) {
        m_desk.renew(id);
    } else {
        return false;
    }
    return true;
}

} // namespace lockmaster

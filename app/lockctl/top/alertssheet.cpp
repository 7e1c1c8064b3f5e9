// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/alertssheet.h"

#include "app/lockctl/top/modeltable.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr TopHint alertHints[] = {
    {"Return", QT_TRANSLATE_NOOP("lockmaster", "its lock"),
     QT_TRANSLATE_NOOP("lockmaster", "Among the locks")},
    {"Left Right", QT_TRANSLATE_NOOP("lockmaster", "fold"),
     QT_TRANSLATE_NOOP("lockmaster", "All that one rule found in one environment; Return as well")},
    {"a", QT_TRANSLATE_NOOP("lockmaster", "acknowledge"),
     QT_TRANSLATE_NOOP("lockmaster", "Somebody knows; it stays in the list as long as it is so")},
    {"A", QT_TRANSLATE_NOOP("lockmaster", "all of this kind"),
     QT_TRANSLATE_NOOP("lockmaster", "Acknowledges all that its rule found in its environment")},
    {"z", QT_TRANSLATE_NOOP("lockmaster", "snooze"),
     QT_TRANSLATE_NOOP("lockmaster", "Say nothing of this lock for an hour")},
};

} // namespace

std::span<const TopHint> AlertsSheet::hints() const
{
    return alertHints;
}

/** The row that was chosen stays that. @return false: it is not listed any more. */
bool AlertsSheet::follow()
{
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.rowAt(row).id == m_id) {
            m_cursor.setRow(row);
            return true;
        }
    }
    return m_id.isEmpty();
}

void AlertsSheet::draw(TextScreen &screen, const TextArea &area)
{
    const auto say = [&](const QString &text) {
        int row = area.row + 1;
        for (const QString &line : wrappedText(text, std::min(area.width - 4, 72)))
            screen.put(row++, 2, line, {}, area.width - 4);
    };
    if (!m_watch)
        return say(
            Words::tr("No rule is on, or alerts are off as a whole: see [alerts] in the profile."));
    if (m_model.rowCount() == 0)
        return say(Words::tr("No alert: nothing that was seen is what a rule asks for."));
    // The reason of the chosen one in full, below.
    constexpr int below = 5;
    const int tableHeight = std::max(2, area.height - below);
    m_shown = tableHeight - 1;
    constexpr std::array figures{int(AlertModel::Since), int(AlertModel::State)};
    m_isLost = !follow() || m_isLost;
    // The alert that is drawn there, wherever it stands when it is clicked.
    const auto clickOf = [this](int row) {
        return [this, id = m_model.rowAt(row).id] {
            m_id = id;
            m_isLost = !follow();
        };
    };
    drawTable(screen, {area.row, area.column, area.width, tableHeight}, m_model, m_cursor, figures,
              clickOf);
    const AlertRow &chosen = m_model.rowAt(m_cursor.row());
    m_id = chosen.id;
    m_seen = m_model.shownOfKind(m_cursor.row());
    int row = area.row + tableHeight + 1;
    const int end = area.row + area.height;
    const auto add = [&](const QString &text, const TextStyle &style) {
        for (const QString &line : wrappedText(text, area.width)) {
            if (row < end)
                screen.put(row++, area.column, line, style, area.width);
        }
    };
    if (chosen.isHeading())
        return add(AlertGroupText::names(*chosen.group), {Tone::Muted});
    const Alert &alert = *chosen.alert;
    add(literalText(alert.reason), {});
    if (!alert.note.isEmpty())
        add(literalText(alert.note), {Tone::Muted});
    if (!alert.runbook.isEmpty())
        add(literalText(alert.runbook), {Tone::Muted});
}

bool AlertsSheet::press(const TopKey &key)
{
    const int count = m_model.rowCount();
    m_isLost = !follow() || m_isLost;
    if (m_cursor.take(key, count, m_shown)) {
        m_isLost = false;
        const bool isAny = m_cursor.row() >= 0 && m_cursor.row() < count;
        m_id = isAny ? m_model.rowAt(m_cursor.row()).id : QString();
        m_seen = isAny ? m_model.shownOfKind(m_cursor.row()) : std::vector<AlertPointer>();
        return true;
    }
    if (!m_watch || m_cursor.row() < 0 || m_cursor.row() >= count)
        return false;
    // What stands there now is not what was meant.
    const bool acts = key.is(TopKey::Code::Enter) || key.is(u'a') || key.is(u'A') || key.is(u'z');
    if (acts && std::exchange(m_isLost, false)) {
        m_id = m_model.rowAt(m_cursor.row()).id;
        m_wishes.tell(Words::tr("The alert that was chosen is over: nothing was done."));
        return true;
    }
    const AlertRow row = m_model.rowAt(m_cursor.row());
    const bool folds = key.is(TopKey::Code::Left) || key.is(TopKey::Code::Right);
    if (key.is(u'A') || (key.is(u'a') && row.isHeading()))
        m_watch->acknowledge(row.group->kind.rule, seenOfKind(m_cursor.row()));
    else if (folds || (key.is(TopKey::Code::Enter) && row.isHeading()))
        fold(key);
    else
        return !row.isHeading() && answer(row.alert->subject, key);
    return true;
}

bool AlertsSheet::answer(const AlertSubject &subject, const TopKey &key)
{
    if (key.is(TopKey::Code::Enter)) {
        if (subject.isLock())
            m_wishes.show(subject);
        else
            m_wishes.tell(Words::tr("This is about the server, and no lock."));
    } else if (key.is(u'a')) {
        m_watch->acknowledge(subject);
    } else if (key.is(u'z')) {
        m_watch->snooze(subject, 1h);
    } else {
        return false;
    }
    return true;
}

std::vector<AlertSubject> AlertsSheet::seenOfKind(int row) const
{
    std::vector<AlertSubject> subjects;
    for (const AlertPointer &alert : m_model.shownOfKind(row)) {
        if (std::any_of(m_seen.begin(), m_seen.end(),
                        [&alert](const AlertPointer &seen) { return seen->id == alert->id; }))
            subjects.push_back(alert->subject);
    }
    return subjects;
}

/** As in the window: Left leads from an alert to its heading, too. */
void AlertsSheet::fold(const TopKey &key)
{
    const int row = m_cursor.row();
    const int heading = m_model.headingOf(row);
    if (m_model.rowAt(row).isHeading())
        m_model.setFolded(row, key.is(TopKey::Code::Enter) ? !m_model.rowAt(row).folded
                                                           : key.is(TopKey::Code::Left));
    else if (key.is(TopKey::Code::Left) && heading >= 0)
        m_id = m_model.rowAt(heading).id; // which the next look follows
}

} // namespace lockmaster

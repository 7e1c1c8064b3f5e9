// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/detailrows.h"
#include "core/history/historyasker.h"

class QTimer;

namespace lockmaster {

/**
 * What was seen of one lock so far, as a section of details: since when it is held and how often
 * that was renewed, who held it before, and how long holds of it usually take. Asked on a thread of
 * the pool, and again every few seconds. GUI thread; the clock outlives it.
 */
class LockPast final : public QObject
{
    Q_OBJECT

public:
    LockPast(HistoryPlaces places, const Clock &clock, QObject *parent = nullptr);

    /** The lock whose past is asked for; none: nothing is asked. */
    void setLock(const std::optional<LockId> &id);
    /** False: nobody sees it, nothing is asked. */
    void setLive(bool live);

    const std::optional<LockId> &lock() const { return m_lock; }
    /** None: it was not asked yet, or nothing was recorded of it. */
    const std::optional<DetailSection> &section() const { return m_section; }

    /** The label of the row that compares this hold with others; it matters most. */
    static QString usualLabel();
    /** What is asked of a lock. */
    static HistoryQuestion question(const LockId &id);
    /** What of the answer is shown. */
    static std::optional<DetailSection> sectionOf(const HistoryAnswer &answer);

signals:
    /** There is another section, or none any more. */
    void changed();

private:
    void ask();
    void take(const HistoryAnswer &answer);

    HistoryAsker *m_asker;
    QTimer *m_again;
    std::optional<LockId> m_lock;
    std::optional<DetailSection> m_section;
    bool m_live = true;
};

} // namespace lockmaster

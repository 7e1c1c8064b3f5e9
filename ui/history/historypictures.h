// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyasker.h"

#include <QStackedWidget>

class QLabel;
class QTableView;
class QTabBar;

namespace lockmaster {

class ContentionMap;
class HeatMapPage;
class HoldHistogram;
class HourMap;
class LanesView;
class WantedModel;

/**
 * The pictures that an answer of the history is shown in, one at a time: lanes over time, how much
 * of each hour one lock was held, how long holds and waits took, which locks are wanted most, and
 * when those are. Only the one that is shown is asked for. GUI thread; the lanes are the caller's,
 * and become a child.
 */
class HistoryPictures final : public QStackedWidget
{
    Q_OBJECT

public:
    enum Page { Lanes, Hours, Lengths, Wanted, Times };

    explicit HistoryPictures(LanesView &lanes, QWidget *parent = nullptr);

    /** To choose one; to be put above by who shows them. */
    QTabBar &tabs() { return *m_tabs; }
    Page page() const { return Page(currentIndex()); }
    /** What the shown one takes is summed up over many rows. */
    bool asksForSums() const { return page() == Hours || isOfRanking(); }
    HourMap &hours() { return *m_hours; }
    /** Their lengths are the caller's to set. */
    HoldHistogram &lengths() { return *m_lengths; }
    HoldHistogram &waits() { return *m_waits; }
    HeatMapPage &hoursPage() { return *m_hoursPage; }
    QTableView &wanted() { return *m_wantedTable; }
    ContentionMap &times() { return *m_times; }
    HeatMapPage &timesPage() { return *m_timesPage; }

    /** Adds to a question what the picture needs beside it. */
    void completeQuestion(HistoryQuestion &question, ServerTime now) const;
    void show(const HistoryAnswer &answer);
    /** Something else is asked: sums of what was asked before are not shown beneath it. */
    void forget();

signals:
    /** Another picture is chosen: it has to be asked for. */
    void pageChosen();
    void lockWanted(const lockmaster::HistoryLock &lock);

private:
    bool isOfRanking() const { return page() == Wanted || page() == Times; }
    QWidget *buildLengths();
    QWidget *buildWanted();
    void fitLengths();
    void showHours(const HistoryAnswer &answer);
    void showWanted(const ContentionRanking &ranking);
    void showTimes(const HistoryAnswer &answer);

    QTabBar *m_tabs;
    HourMap *m_hours;
    HeatMapPage *m_hoursPage;
    HoldHistogram *m_lengths;
    HoldHistogram *m_waits;
    WantedModel *m_wanted;
    QTableView *m_wantedTable;
    QLabel *m_wantedNote;
    ContentionMap *m_times;
    HeatMapPage *m_timesPage;
};

} // namespace lockmaster

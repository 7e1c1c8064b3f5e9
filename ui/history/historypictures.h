// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyasker.h"
#include "ui/kit/picturetitle.h"
#include "ui/kit/savefile.h"

#include <QStackedWidget>

class QLabel;
class QTableView;
class QTabBar;
class QToolButton;

namespace lockmaster {

class HoldHistogram;
class HourMap;
class LanesView;
class WantedModel;

/**
 * The pictures that an answer of the history is shown in, one at a time: lanes over time, how much
 * of each hour one lock was held, how long holds and waits took, and which locks are wanted most.
 * Only the one that is shown is asked for. GUI thread; the lanes are the caller's, and become a
 * child.
 */
class HistoryPictures final : public QStackedWidget
{
    Q_OBJECT

public:
    enum Page { Lanes, Hours, Lengths, Wanted };

    explicit HistoryPictures(LanesView &lanes, QWidget *parent = nullptr);

    /** To choose one; to be put above by who shows them. */
    QTabBar &tabs() { return *m_tabs; }
    Page page() const { return Page(currentIndex()); }
    /** What the shown one takes is summed up over many rows. */
    bool asksForSums() const { return page() == Hours || page() == Wanted; }
    HourMap &hours() { return *m_hours; }
    /** Their lengths are the caller's to set. */
    HoldHistogram &lengths() { return *m_lengths; }
    HoldHistogram &waits() { return *m_waits; }
    QToolButton &exportHoursButton() { return *m_exportHours; }
    /** The hours for paper and chat, with what they are of and what the signs mean. */
    QImage hoursPicture(double scale);
    QString hoursNote() const;
    QTableView &wanted() { return *m_wantedTable; }

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
    QWidget *buildHours();
    QWidget *buildLengths();
    QWidget *buildWanted();
    void fitLengths();
    void exportHours();

    QTabBar *m_tabs;
    HourMap *m_hours;
    QLabel *m_hoursNote;
    QToolButton *m_exportHours;
    SaveNote m_hoursSaved;
    PictureTitle m_hoursTitle; ///< of what is shown
    HoldHistogram *m_lengths;
    HoldHistogram *m_waits;
    WantedModel *m_wanted;
    QTableView *m_wantedTable;
    QLabel *m_wantedNote;
};

} // namespace lockmaster

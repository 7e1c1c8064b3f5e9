// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/report/lockreport.h"
#include "ui/history/historychart.h"

#include <QPointer>
#include <QWidget>

#include <map>

class QHBoxLayout;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTimer;
class QVBoxLayout;

namespace lockmaster {

class ElidedLabel;
class FigureRow;
class HistoryModel;
class HistoryPictures;
class HistorySearch;
class HistoryTable;
class HoldHistogram;
class LanesExportButton;
class LanesView;
class MessagePage;
class ReportDesk;

/**
 * What was seen of locks, the page: a search, lanes over time, a table of holds, and how long they
 * took. What lasts until now is asked anew every few seconds while the page is seen. GUI thread;
 * store and clock outlive it.
 */
class HistoryView final : public QWidget
{
    Q_OBJECT

public:
    HistoryView(HistoryPlaces places, LockStore &store, const Clock &clock,
                QWidget *parent = nullptr);

    /** The page on this one lock. */
    void showLock(const HistoryLock &lock);
    /** False: nobody looks, the window is minimised. */
    void setLive(bool live);
    /** For a room: the picture alone, below what it is of and its figures. */
    void setPresenting(bool on);

    HistorySearch &search() { return *m_search; }
    HistoryTable &table() { return *m_table; }
    HistoryPictures &pictures() { return *m_pictures; }
    LanesView &lanes() { return *m_lanes; }
    LanesExportButton &exportButton() { return *m_export; }
    ReportDesk &reports() { return *m_reports; }
    /** A report of the chosen hold's lock in the time that is shown; none: nothing is chosen. */
    std::optional<ReportOrder> reportOrder() const;
    FigureRow &figures() { return *m_figures; }
    /** What a room is told above the picture: of what it is, and where; hidden otherwise. */
    ElidedLabel &presentedName() { return *m_presented; }
    HoldHistogram &histogram() { return *m_histogram; }
    HoldHistogram &waitHistogram() { return *m_waitHistogram; }
    MessagePage &message() { return *m_message; }
    bool isMessageShown() const;
    /** What is missing, and why. */
    QString remark() const;
    /** What is shown; null: nothing was answered yet. */
    const std::shared_ptr<const HistoryAnswer> &answer() const { return m_answer; }

signals:
    /** Another answer is shown. */
    void answerShown();
    /** The list of live locks is to be narrowed by this term of a filter. */
    void narrowRequested(const QString &term);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    struct Drawn {
        ClockReading pin;
        HistoryPicture picture;
    };

    QWidget *buildContent();
    QWidget *buildBelow();
    void connectParts();
    bool isSeen() const { return m_live && isVisible(); }
    void ask(bool anew);
    void take(const std::shared_ptr<const HistoryAnswer> &answer);
    ClockReading pinNow() const;
    void showProblem(const Error &problem);
    void showAnswer(HistoryPicture &made, bool anew);
    void showLanes(HistoryPicture &made, bool anew);
    void frameLanes();
    void showLengths();
    void markChosen();
    void fitHistograms();
    void fitFigures();
    void placeRemark();
    void setTables();
    void showTools();
    void restoreRows();
    void showMessage(const QString &text, const QString &button = {});
    void showRemark(const QString &text, Tone tone = Tone::Muted);
    void followChosen();
    void followStore();

    LockStore &m_store;
    const Clock &m_clock;
    HistoryAsker *m_asker;
    HistoryModel *m_model;
    HistorySearch *m_search;
    FigureRow *m_figures;
    HoldHistogram *m_histogram;
    HoldHistogram *m_waitHistogram;
    QWidget *m_whole = nullptr;    ///< shows the whole stretch in the lanes
    QSplitter *m_rows = nullptr;   ///< the picture, and what is below it
    QWidget *m_below = nullptr;    ///< the lanes
    QWidget *m_lengths = nullptr;  ///< beside the table
    QVBoxLayout *m_head = nullptr; ///< above the picture, and within it what stands beside the tabs
    QHBoxLayout *m_tools = nullptr;
    ElidedLabel *m_presented;
    QLabel *m_remark;
    LanesView *m_lanes;
    HistoryPictures *m_pictures;
    LanesExportButton *m_export;
    ReportDesk *m_reports;
    HistoryTable *m_table;
    MessagePage *m_message;
    QStackedWidget *m_stack;
    QTimer *m_again;
    QTimer *m_slow; ///< it takes long enough to be told
    std::optional<ClockReading> m_pin;
    std::map<std::pair<qint64, ServerTime>, QString> m_laneOf;
    OwnerHues m_hues;
    std::shared_ptr<Drawn> m_drawn; ///< of what is asked: not to be read before the answer is told
    std::shared_ptr<const HistoryAnswer> m_answer;
    size_t m_lanesLeftOut = 0;
    bool m_anew = true; ///< what is being asked is another question than what is shown
    bool m_live = true;
    bool m_isPresenting = false;
    bool m_remarkIsBelow = false;
    QPointer<QWidget> m_focusBefore; ///< somebody presented
    QList<int> m_rowsBefore;         ///< the same; empty: they stand as they did
    int m_heightBefore = 0;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"
#include "core/lab/contention/contention.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace lockmaster {

class ContentionResult;
class CourseExportButton;
class CourseRow;
struct DrawnRuns;

/**
 * The experiments with locks under contention: a list, and beside it what should happen, a button
 * that makes it happen, and what did. It asks by its signals and does nothing itself. GUI thread.
 */
class ContentionPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ContentionPanel(QWidget *parent = nullptr);

    void setExperiments(const std::vector<ContentionInfo> &experiments);
    /** `id` runs now; one at a time. */
    void showProgress(const QString &id, const QString &step, int percent);
    /** What happened so far, in between. */
    void showCourse(const QString &id, const WorkCourse &course);
    void showReport(const ContentionReport &report);
    /** `id` ended without a report; an error of kind Cancelled: it was called off.
     */
    void showFailure(const QString &id, const Error &error);

    void select(const QString &id);
    QString selectedId() const;
    QListWidget &list() { return *m_list; }
    QPushButton &runButton() { return *m_run; }
    /** How many requests, machines or shops the chosen experiment will have. */
    QSpinBox &countBox() { return *m_count; }
    /** In milliseconds; hidden where clocks play no part. */
    QSpinBox &skewBox() { return *m_skew; }
    /** Runs all variants of the chosen design, one after another, with what is chosen then. */
    QPushButton &runAllButton() { return *m_runAll; }
    CourseRow &courses() { return *m_courses; }
    CourseExportButton &exportButton() { return *m_export; }
    QPushButton &cancelButton() { return *m_cancel; }
    /** The number and its word, e.g. `18 violations`. */
    QString verdictText() const;
    QString happenedText() const;

    /** For a room: the drawings and what runs them have all the room. */
    void setPresenting(bool on);
    /** What can be recorded of what is chosen: the variants of its design that have been run. */
    std::vector<ContentionReport> recordable() const;

signals:
    /** What is recordable may be other than before. */
    void recordableChanged();
    void runRequested(const QString &id, const lockmaster::ContentionOptions &options);
    void cancelRequested();
    /** The lock table is wanted: the experiment's locks are in it. */
    void locksRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *buildList();
    QWidget *buildDetail();
    QWidget *buildOptions();
    QWidget *buildRunRow();
    void fitWidths();
    DrawnRuns drawnRuns() const;
    void offerOptions();
    void showSelected();
    void markRow(const QString &id);
    void runNext();
    std::vector<ContentionInfo> variants() const;
    const ContentionInfo *selected() const;
    ContentionOptions options() const;

    std::vector<ContentionInfo> m_experiments;
    QHash<QString, ContentionReport> m_reports;
    QHash<QString, Error> m_failures;
    QString m_running;   ///< empty: none
    QStringList m_next;  ///< run after that
    int m_nextCount = 0; ///< each with so many
    CourseRow *m_courses = nullptr;
    QPushButton *m_runAll = nullptr;
    QListWidget *m_list;
    bool m_isPresenting = false;
    QWidget *m_listBox = nullptr;
    QWidget *m_detail = nullptr;
    QWidget *m_above = nullptr; ///< the text and buttons above the drawings
    QWidget *m_about = nullptr; ///< what should happen
    QLabel *m_title = nullptr;
    QLabel *m_expectation = nullptr;
    QWidget *m_options = nullptr;
    QLabel *m_countLabel = nullptr;
    QSpinBox *m_count = nullptr;
    QLabel *m_skewLabel = nullptr;
    QSpinBox *m_skew = nullptr;
    QPushButton *m_run = nullptr;
    QPushButton *m_cancel = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_step = nullptr;
    QPushButton *m_locks = nullptr;
    CourseExportButton *m_export = nullptr;
    ContentionResult *m_result = nullptr;
    QLabel *m_error = nullptr;
};

} // namespace lockmaster

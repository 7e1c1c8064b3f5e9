// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/failoverreport.h"

#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableView;

namespace lockmaster {

class FailoverModel;
class VacancyHistogram;

/**
 * A series of killed leaders: how many, how far it is, and how long nobody led, as figures beside
 * the prediction, as a histogram and one by one. It asks by its signals and does nothing itself.
 * GUI thread.
 */
class FailoverPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit FailoverPanel(QWidget *parent = nullptr);

    /** For what is copied: the backend of a scratch table (empty: the sandbox), and how often the
     * table is watched. */
    void setWatching(const QString &backend, Millis poll);
    void setSnapshot(const std::shared_ptr<const ElectionSnapshot> &snapshot);
    /** What was measured is looked at alone. */
    void setReadOnly();
    /** Whether there is a leader to be killed at all. */
    void setPossible(bool possible);

    QSpinBox &kills() { return *m_kills; }
    QPushButton &measureButton() { return *m_measure; }
    QPushButton &cancelButton() { return *m_cancel; }
    QTableView &table() { return *m_table; }
    VacancyHistogram &histogram() { return *m_histogram; }
    /** What a figure's cell says: `median`, `p95` or `max`. */
    QString figureText(const QString &figure, bool predicted) const;

signals:
    void measureRequested(int kills);
    void cancelRequested();

private:
    void buildTable();
    QWidget *buildFigures();
    QWidget *buildHead();
    QWidget *buildControls();
    QWidget *buildResult();
    const FailoverRun &run() const;
    FailoverReport report() const;
    void updateControls();
    void updateFigures();

    struct Figure {
        QString id;
        QLabel *measured;
        QLabel *predicted;
    };
    FailoverModel *m_model;
    QSpinBox *m_kills;
    QPushButton *m_measure;
    QPushButton *m_cancel;
    QProgressBar *m_progress;
    QLabel *m_state;
    QTableView *m_table;
    VacancyHistogram *m_histogram;
    QWidget *m_result = nullptr;
    std::vector<Figure> m_figures;
    std::vector<QAction *> m_copies;
    std::shared_ptr<const ElectionSnapshot> m_snapshot; ///< null: none yet
    QString m_backend;
    Millis m_poll{0};
    bool m_possible = false;
    bool m_isReadOnly = false;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"
#include "ui/lab/electiondraft.h"

#include <QWidget>

class QButtonGroup;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QSpinBox;
class QVBoxLayout;

namespace lockmaster {

/** Where an election can run. */
struct LabChoice {
    QString id;    ///< a backend's name; empty: the sandbox
    QString label; ///< plain text
};

/**
 * What stands on the lab's page before there is an election: three ways to begin and a button that
 * begins; the rest under `More…`. Tells how far the start is and why it failed. It asks by its
 * signals and does nothing itself. GUI thread.
 */
class ElectionSetupPage final : public QWidget
{
    Q_OBJECT

public:
    explicit ElectionSetupPage(QWidget *parent = nullptr);

    /** What is chosen stays chosen where it is still offered. */
    void setChoices(const std::vector<LabChoice> &choices);
    void showProgress(const QString &step, int percent);
    void showFailure(const Error &error);
    /** Ready to start. */
    void reset();

    void setDraft(const ElectionDraft &draft);
    ElectionDraft draft() const;
    void setMoreShown(bool shown);
    /** What stands in the way of a start; empty: nothing. */
    QString problemText() const;
    QPushButton &startButton() { return *m_start; }

signals:
    void startRequested(const lockmaster::ElectionSetup &setup, const QString &place);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *buildCards();
    QWidget *buildMore();
    void buildActions(QVBoxLayout *column);
    void choosePreset(int preset);
    void check();
    void start();
    void setBusy(bool busy);
    void fitWidths();

    QButtonGroup *m_cards;
    QPushButton *m_start;
    QPushButton *m_more;
    QComboBox *m_where;
    QScrollArea *m_scroll = nullptr;
    QWidget *m_content = nullptr; ///< null until all of it is built
    QWidget *m_form;
    QSpinBox *m_candidates = nullptr;
    QLineEdit *m_period = nullptr;
    QLineEdit *m_lease = nullptr;
    QComboBox *m_column = nullptr;
    QLineEdit *m_work = nullptr;
    QComboBox *m_identity = nullptr;
    QLineEdit *m_skews = nullptr;
    QLabel *m_problem;
    QProgressBar *m_progress;
    QLabel *m_step;
    QLabel *m_error;
    QLabel *m_remedy;
    bool m_busy = false;
};

} // namespace lockmaster

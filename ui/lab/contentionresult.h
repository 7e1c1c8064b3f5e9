// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/contention.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QListWidget;

namespace lockmaster {

/** What an experiment under contention came to: the verdict, its figures, what happened when. GUI
 * thread. */
class ContentionResult final : public QWidget
{
    Q_OBJECT

public:
    explicit ContentionResult(QWidget *parent = nullptr);

    void setReport(const ContentionReport &report);
    /** The number and its word, e.g. `18 violations`. */
    QString verdictText() const;
    QString happenedText() const;

private:
    QWidget *buildVerdict();
    void showFigures(const ContentionReport &report);

    QLabel *m_number;
    QLabel *m_word;
    QLabel *m_expected;
    QLabel *m_happened;
    QGridLayout *m_figures;
    QListWidget *m_events;
};

} // namespace lockmaster

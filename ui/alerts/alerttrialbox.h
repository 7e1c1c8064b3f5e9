// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/alerts/alerttrialasker.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace lockmaster {

/**
 * How often a rule would have said something, by the history: one of the profile, on or off, or one
 * that is written down here and saved nowhere. GUI thread.
 */
class AlertTrialBox final : public QWidget
{
    Q_OBJECT

public:
    /** @param store where the history is; `clock` outlives it. */
    AlertTrialBox(const QString &store, const Clock &clock, QWidget *parent = nullptr);

    void setRules(const std::vector<AlertRule> &rules);

    QComboBox &ruleChoice() { return *m_rule; }
    QComboBox &timeChoice() { return *m_time; }
    QPlainTextEdit &draft() { return *m_draft; }
    QPushButton &button() { return *m_button; }
    QLabel &outcome() { return *m_outcome; }
    QListWidget &times() { return *m_times; }

private:
    void followChoice();
    void press();
    std::optional<AlertRule> chosenRule();
    void take(const TriedRule &tried);
    void show(const QString &outcome);
    void followAsking();

    AlertTrialAsker *m_asker;
    const Clock &m_clock;
    std::vector<AlertRule> m_rules;
    QComboBox *m_rule;
    QComboBox *m_time;
    QPlainTextEdit *m_draft;
    QPushButton *m_button;
    QLabel *m_outcome;
    QListWidget *m_times;
};

} // namespace lockmaster

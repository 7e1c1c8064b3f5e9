// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/alerts/alerttrialasker.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace lockmaster {

/** How often a rule would have said something, by the history. GUI thread. */
class AlertTrialBox final : public QWidget
{
    Q_OBJECT

public:
    /** Which rule is tried; none: there is none, which is told elsewhere. */
    using RuleOf = std::function<std::optional<AlertRule>()>;

    /** @param store where the history is; `clock` outlives it. */
    AlertTrialBox(const QString &store, RuleOf rule, const Clock &clock, QWidget *parent = nullptr);

    /** It is another rule: what was told of the one before is not told any more. */
    void forget();

    QComboBox &timeChoice() { return *m_time; }
    QPushButton &button() { return *m_button; }
    QLabel &outcome() { return *m_outcome; }
    QListWidget &times() { return *m_times; }

private:
    void press();
    void take(const TriedRule &tried);
    void show(const QString &outcome);
    void followAsking();

    AlertTrialAsker *m_asker;
    const RuleOf m_rule;
    const Clock &m_clock;
    QComboBox *m_time;
    QPushButton *m_button;
    QLabel *m_outcome;
    QListWidget *m_times;
};

} // namespace lockmaster

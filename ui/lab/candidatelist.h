// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/lab/candidatemodel.h"

#include <QWidget>

class QAction;
class QGridLayout;
class QTableView;
class QToolButton;

namespace lockmaster {

/**
 * The candidates of an election and what can be done to the selected ones: by buttons, a context
 * menu and keys. It asks by its signal and does nothing itself. GUI thread.
 */
class CandidateList final : public QWidget
{
    Q_OBJECT

public:
    explicit CandidateList(QWidget *parent = nullptr);

    /** They are looked at alone: nothing can be done to them, and no button offers it. */
    void setReadOnly();
    void setCandidates(const std::vector<CandidateStatus> &candidates);
    /** Makes the row of candidate `number` the selected one. */
    void select(int number);
    std::vector<int> selectedNumbers() const;

    CandidateModel &model() { return *m_model; }
    QTableView &table() { return *m_table; }
    QAction *action(CandidateAction action) const;

signals:
    /** `skew` is for `SkewClock` alone. */
    void actionRequested(int candidate, lockmaster::CandidateAction action,
                         lockmaster::Millis skew);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildTable();
    void buildActions();
    QGridLayout *buildDeck();
    void arrangeDeck();
    void fitHeight();
    void fitColumns();
    int processWidth() const;
    void addAction(CandidateAction action, const QString &text, const QKeySequence &keys,
                   const QString &toolTip);
    void request(CandidateAction action, Millis skew = {});
    void askSkew();
    void updateActions();
    void showMenu(const QPoint &at);
    std::vector<CandidateStatus> selected() const;

    struct Entry {
        CandidateAction action;
        QAction *item;
    };
    bool m_isReadOnly = false;
    CandidateModel *m_model;
    RowEffects m_effects;
    QTableView *m_table;
    std::vector<Entry> m_actions;
    QGridLayout *m_deck = nullptr;
    std::vector<QToolButton *> m_buttons; ///< in it, one for each action
};

} // namespace lockmaster

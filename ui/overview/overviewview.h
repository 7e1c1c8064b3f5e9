// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/changerates.h"
#include "core/monitor/lockstore.h"

#include <QWidget>

class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace lockmaster {

class ElidedLabel;
class MessagePage;
class OverviewModel;
class OverviewTable;

/**
 * All servers at a glance; the locks of one are one key away. Shows what the store's view lists,
 * which somebody has to ask for while `seenChanged(true)`; what changes is counted all the time.
 * GUI thread; store and clock outlive it.
 */
class OverviewView final : public QWidget
{
    Q_OBJECT

public:
    OverviewView(LockStore &store, const Clock &clock, QWidget *parent = nullptr);

    /** Whether servers can be added where there are none. */
    void setOffersBackends(bool offers);

    QLineEdit &find() { return *m_find; }
    OverviewTable &table() { return *m_table; }
    OverviewModel &model() { return *m_model; }
    MessagePage &message() { return *m_message; }
    bool isMessageShown() const;
    /** How many there are, and do not answer. */
    QString summary() const;
    /** That rows are kept where they are; empty: all stand where they belong. */
    QString note() const;

signals:
    /** Those of a server, or of an environment. */
    void locksWanted(const lockmaster::ViewScope &scope);
    void addBackendRequested();
    /** It came to be seen (true), or is not seen any more. */
    void seenChanged(bool seen);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void build();
    void buildFind();
    void follow();
    void updateHead();
    void updateNote();
    bool isEmptySaid();

    LockStore &m_store;
    ChangeRates m_rates;
    OverviewModel *m_model;
    QWidget *m_head;
    QLineEdit *m_find;
    OverviewTable *m_table;
    ElidedLabel *m_summary;
    QPushButton *m_showLocks;
    QWidget *m_foot;
    ElidedLabel *m_note;
    QPushButton *m_sortNow;
    MessagePage *m_message;
    QStackedWidget *m_stack;
    bool m_offersBackends = false;
};

} // namespace lockmaster

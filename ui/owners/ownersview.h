// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace lockmaster {

class ElidedLabel;
class MessagePage;
class OwnersModel;
class OwnersTable;

/**
 * Who holds what in all places, and waits for what; all of one's locks are one click. Shows what
 * the store's view lists, which somebody has to ask for while `isSeen()`. GUI thread; store and
 * clock outlive it.
 */
class OwnersView final : public QWidget
{
    Q_OBJECT

public:
    OwnersView(LockStore &store, const Clock &clock, QWidget *parent = nullptr);

    /** Whether servers can be added where there are none. */
    void setOffersBackends(bool offers);

    OwnersTable &table() { return *m_table; }
    OwnersModel &model() { return *m_model; }
    MessagePage &message() { return *m_message; }
    QPushButton &showLocks() { return *m_showLocks; }
    bool isMessageShown() const;
    /** What the list leaves out. */
    QString note() const;
    /** How many there are, and wait. */
    QString summary() const;

signals:
    /** All locks of that owner are wanted, or without what it waits for; or all there are. */
    void locksWanted(const lockmaster::OwnerId &owner, bool heldAlone);
    void allLocksWanted();
    void addBackendRequested();
    /** It came to be seen (true), or is not seen any more. */
    void seenChanged(bool seen);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildContent();
    void follow();
    bool isEmptySaid();
    void updateHead();

    LockStore &m_store;
    OwnersModel *m_model;
    OwnersTable *m_table;
    ElidedLabel *m_summary;
    ElidedLabel *m_note;
    QPushButton *m_showLocks;
    MessagePage *m_message;
    QStackedWidget *m_stack;
    bool m_offersBackends = false;
};

} // namespace lockmaster

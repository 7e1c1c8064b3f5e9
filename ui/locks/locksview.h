// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/emptystate.h"
#include "ui/locks/locktable.h"

#include <QWidget>

class QLabel;

namespace lockmaster {

class MarkedLocks;
class MessagePage;
class PinStrip;
class SnugStack;

/**
 * The lock table with what may stand in its place (why it is empty, and buttons) or above it
 * (what is missing from it). GUI thread; everything given outlives it.
 */
class LocksView final : public QWidget
{
    Q_OBJECT

public:
    LocksView(LockStore &store, LockTableModel &model, QSettings &settings,
              QWidget *parent = nullptr);

    LockTable &table() { return *m_table; }
    MessagePage &message() { return *m_message; }
    PinStrip &pinStrip() { return *m_pinStrip; }
    void setPins(MarkedLocks &pins);
    /** What is said above the table; empty: nothing. */
    QString notice() const;
    bool isTableShown() const;
    /** Stands in for "add a server" while there is no backend; ownership passes. */
    void setFirstStartPage(QWidget *page);
    /** Why what stands in the filter line is not in force; empty: it is. */
    void setFilterError(const QString &message);
    /** Shows the view as it is; also called when the store was updated. */
    void refreshState();

signals:
    void emptyActionChosen(const lockmaster::EmptyState::Offer &offer);

private:
    void showNotice(const QStringList &problems);
    QString filterNotice() const;

    LockStore &m_store;
    LockTable *m_table;
    MessagePage *m_message;
    QWidget *m_firstStart = nullptr;
    QWidget *m_noticeBar;
    QLabel *m_noticeIcon;
    QLabel *m_noticeText;
    QLabel *m_filterText; ///< instead, and whole: what is wrong with a filter and how it is mended
    QLabel *m_noticeMore; ///< how many more there are: behind what is cut where it is too long
    PinStrip *m_pinStrip;
    const Clock &m_clock;
    SnugStack *m_stack;
    EmptyState m_empty;
    QString m_filterError;
};

} // namespace lockmaster

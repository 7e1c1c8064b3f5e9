// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/pagestack.h"

#include <QWidget>

class QAction;
class QLabel;

namespace lockmaster {

class ProductionStripe;
class WholeScreen;

/**
 * One page in a window of its own, on another screen for instance, with what the main window says
 * around its pages: that production is shown, and that nobody looks for the moment. F11 gives it
 * the whole screen. Closing it is for whoever made it: the page is not the window's. GUI thread.
 */
class PageWindow final : public QWidget
{
    Q_OBJECT

public:
    PageWindow(PageId id, QWidget &page);

    PageId id() const { return m_id; }
    QWidget &page() const { return m_page; }
    /** A key of this window alone; the action belongs to it. */
    QAction *addKeys(const QList<QKeySequence> &keys);
    void setProduction(bool production);
    /** Above the page; empty: nothing is to be said. */
    void setNotice(const QString &notice);
    /** Somebody may see it: it is not minimised. */
    bool isSeen() const { return isVisible() && !isMinimized(); }
    WholeScreen &wholeScreen() { return *m_wholeScreen; }

signals:
    /** It wants to close. */
    void closing();
    void seenChanged();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    PageId m_id;
    QWidget &m_page;
    ProductionStripe *m_stripe;
    QLabel *m_notice;
    WholeScreen *m_wholeScreen;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/pagestack.h"

#include <QWidget>

class QLabel;
class QSettings;
class QSplitter;
class QVBoxLayout;

namespace lockmaster {

class Dock;
class PageStack;
class ProductionStripe;

/**
 * Where everything stands in the window: strips above; the sidebar, the page and the details of a
 * lock beside each other; the lists below. Its proportions are remembered. GUI thread; the settings
 * outlive it.
 */
class Centre final : public QWidget
{
    Q_OBJECT

public:
    /** Ownership of all parts passes. */
    struct Parts {
        QWidget *sidebar;
        QWidget *locks;   ///< the first page
        QWidget *details; ///< only beside the locks
    };

    Centre(const Parts &parts, QSettings &settings, QWidget *parent = nullptr);

    PageStack &pages() { return *m_pages; }
    /** A line between the notice and the page; ownership passes. */
    void addStrip(QWidget *strip);
    /** The lists below everything. */
    Dock &dock() { return *m_dock; }
    /** A line that stays at the top until it is called with an empty text. */
    void setNotice(const QString &text, const QString &details);
    /** A stripe at the very top. */
    void setProduction(bool production);
    bool isProductionShown() const;
    /** The page has the room of the sidebar and of all below it. */
    void setPresenting(bool on);
    void saveLayout();

protected:
    void changeEvent(QEvent *event) override;

private:
    void fitDock();
    void fitSidebar();

    QSettings &m_settings;
    PageStack *m_pages;
    QWidget *m_details;
    ProductionStripe *m_stripe;
    QLabel *m_notice;
    Dock *m_dock;
    QSplitter *m_columns;
    QSplitter *m_rows;
    QVBoxLayout *m_layout;
    double m_scale;       ///< of the text, for which the sidebar is as wide as it is
    double m_sidebar = 0; ///< how wide at the desktop's size of text, once that was another
    int m_fitted = 0;     ///< how wide that made it
};

} // namespace lockmaster

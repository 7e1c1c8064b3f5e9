// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/pagestack.h"

#include <QList>
#include <QObject>

#include <map>
#include <memory>

class QAction;
class QSettings;

namespace lockmaster {

class PageWindow;

/**
 * The pages that stand in windows of their own. Which those are, and where, is remembered. A page
 * is never lost: its window closes, or this goes, and it stands in the main window again. GUI
 * thread; all that is given outlives it.
 */
class PageWindows final : public QObject
{
    Q_OBJECT

public:
    PageWindows(PageStack &pages, QSettings &settings);
    ~PageWindows() override;

    /** Actions of the main window whose keys mean the same in each of these. */
    void setShared(const QList<QAction *> &actions) { m_shared = actions; }
    /** Likewise one more, which acts in the main window. */
    void addShared(QAction *action);
    /** Takes that page out, where it may be. */
    void open(PageId id);
    /** Its window is closed, and the page shown where it was. */
    void close(PageId id);
    /** Opens those that were open at the end of the last run. */
    void restore();
    /** Remembers where they are, and closes them. */
    void saveAndClose();

    void setProduction(bool production);
    /** Something that concerns all that is shown; empty: nothing. */
    void setNotice(const QString &notice);
    /** Of any of them. */
    bool isSeen() const;
    /** One that has the whole screen; null: none has. */
    PageWindow *presenting() const;
    /** Null: it is where the others are. */
    PageWindow *windowOf(PageId id) const;

signals:
    /** By a key of such a window: that page is wanted, in the main window or where it is. */
    void pageWanted(lockmaster::PageId id);
    /** Its finder is wanted. */
    void finderWanted(lockmaster::PageId id);
    void seenChanged();
    void presentingChanged();

private:
    std::unique_ptr<PageWindow> make(PageId id, QWidget &page);
    void takeBack(PageId id);
    void remember(PageWindow &window);

    PageStack &m_pages;
    QSettings &m_settings;
    QList<QAction *> m_shared;
    std::map<PageId, std::unique_ptr<PageWindow>> m_windows;
    QString m_notice;
    bool m_production = false;
};

} // namespace lockmaster

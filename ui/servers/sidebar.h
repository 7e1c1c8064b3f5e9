// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/typedletters.h"
#include "ui/servers/sidebarmodel.h"

#include <QTreeView>

#include <set>

class QTimer;

namespace lockmaster {

/**
 * The list at the left: pages, backends, findings. All open, but for the sources of many backends
 * and the groups that somebody folded. GUI thread.
 */
class Sidebar final : public QTreeView
{
    Q_OBJECT

public:
    explicit Sidebar(SidebarModel &model, QWidget *parent = nullptr);

    /**
     * Selects the entry of `scope`, or of a page, without asking for it again. Where there is none,
     * as of an owner, that of all locks is selected, and asks for all once it is pressed again.
     */
    void showScope(const ViewScope &scope);
    void showPage(PageId page, bool apart);
    void setLive(bool live);
    /** A group of backends shows them, or its name alone. */
    void setFolded(Environment environment, bool folded);

    /** There are so many servers that one is looked for. */
    bool offersFinding() const { return m_model.hasManyBackends(); }
    /**
     * Only the servers that these fit are listed, all folds open; none: all are. What is chosen
     * stays so.
     */
    void setSought(const TypedLetters &letters);
    /** Something fits. */
    bool hasFound() const { return m_best.isValid(); }
    /** Chooses what fits best, and takes the focus. */
    void chooseBest();

signals:
    /** A server is to be looked for; no more. */
    void findWanted();
    void findLeft();
    /** A server that is for this. */
    void addRequested(lockmaster::Environment environment);
    /** The page of the locks, narrowed to `scope`. */
    void scopeChosen(const lockmaster::ViewScope &scope);
    /** Another than the locks; of the leaders, whether those are meant that stand apart. */
    void pageChosen(lockmaster::PageId page, bool apart);

protected:
    bool event(QEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    QSize sizeHint() const override;

private:
    void showChosen();
    void chooseAgain(const QModelIndex &entry);
    void unfold();
    void narrow();
    void offerServers(const QModelIndex &heading);
    bool isFolded(const QModelIndex &heading) const;

    SidebarModel &m_model;
    QTimer *m_tick;
    PageId m_page = PageId::Locks;
    bool m_shows = false; ///< what becomes current was not chosen by anyone
    ViewScope m_scope;    ///< of the locks
    std::set<Environment> m_folded;
    TypedLetters m_sought;
    QPersistentModelIndex m_best;
    bool m_apart = false; ///< of another page
};

} // namespace lockmaster

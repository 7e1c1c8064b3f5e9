// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"
#include "core/domain/savedview.h"

#include <QObject>
#include <QStringList>

#include <functional>

class QAction;
class QKeySequence;
class QMenu;

namespace lockmaster {

class MainWindow;
class ViewAction;

/**
 * The saved views in the window: a menu beside the filter, keys, and the way from what is shown to
 * a view of the profile. Where the table departs from the view that was chosen, the menu's button
 * says so. GUI thread; a child of the window.
 */
class ViewsController final : public QObject
{
    Q_OBJECT

public:
    /** Adds a view (`replaces` empty), replaces one, or takes it out. */
    using Put =
        std::function<Result<void>(const QString &replaces, const std::optional<SavedView> &view)>;

    explicit ViewsController(MainWindow &window);

    /** `whyNot`: nothing can be saved, for that reason. */
    void setPut(Put put, const QString &whyNot = {});
    /** As the profile has them, and which servers there are. What is shown follows. */
    void setViews(const std::vector<SavedView> &views, const std::vector<BackendSpec> &backends);

    /** Shows it; where its server is not there, that is told instead. */
    void show(const QString &name);
    /** All locks, and the columns as they were before any view. */
    void leave();

    /** The view that is shown, though perhaps changed; empty: none. */
    const QString &current() const { return m_current; }
    bool isChanged() const;
    /** What is shown now, as a view without a name. */
    SavedView state() const;

    QMenu &menu() { return *m_menu; }
    QAction &saveAction() { return *m_save; }
    QAction &updateAction() { return *m_update; }
    QAction &renameAction() { return *m_rename; }
    QAction &removeAction() { return *m_remove; }

private:
    QAction *add(const std::function<QString()> &name, void (ViewsController::*act)());
    void addKeys();
    void fillMenu();
    void follow();
    ViewAction *actionOf(const QString &name);
    QString whyNotShown(const SavedView &view) const;
    void arrange(const SavedView &view);
    void followCurrent(bool isNew, bool mayFollow, const QString &whyNotBefore);
    SavedView stateLike(const SavedView &view) const;
    QString notKept() const;
    QString stateText() const;
    QStringList namesBut(const QString &name) const;
    Result<void> put(QString replaces, const std::optional<SavedView> &view);
    void askName();
    void update();
    void askNewName();
    void askRemoval();

    MainWindow &m_window;
    Put m_put;
    QString m_whyNot;
    std::vector<SavedView> m_views;
    std::vector<BackendSpec> m_backends;
    std::vector<ViewAction *> m_actions; ///< never deleted: somebody may be about to choose one
    QString m_current;
    SavedView m_shown; ///< the current one as it was when it was shown or put
    QMenu *m_menu;
    QAction *m_none;
    QAction *m_save;
    QAction *m_update;
    QAction *m_rename;
    QAction *m_remove;
    QAction *m_why;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/viewaccount.h"
#include "core/monitor/lockstore.h"
#include "core/monitor/placesearch.h"
#include "ui/window/gomodel.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>

namespace lockmaster {

struct PlacesFound;
class GoBox;
class MainWindow;

/**
 * Goes anywhere by a few letters (Ctrl+K): to the locks, owners and servers of the newest view, the
 * pages and the actions that the window has. Locks are searched aside: there may be a hundred
 * thousand. Owners are in a view only where somebody asks for them, while `openChanged(true)`. GUI
 * thread; a child of the window; the store outlives it.
 */
class GoController final : public QObject
{
    Q_OBJECT

public:
    GoController(MainWindow &window, LockStore &store);
    ~GoController() override;

    void open();
    GoBox &box() { return *m_box; }
    GoModel &model() { return *m_model; }

signals:
    void openChanged(bool open);

private:
    void look(const QString &typed);
    void search();
    void show(const PlacesFound &found);
    void followStore();
    bool isGoneToUnseen() const;
    void choose(int row);
    void go(const GoTarget &target);
    void remember(const GoTarget &target);

    std::vector<GoHit> usualHits() const;
    std::vector<GoHit> ownHits() const;
    std::vector<GoHit> fittingOwnHits() const;
    QString nothingFits() const;
    QString account(const PlacesFound &found) const;

    MainWindow &m_window;
    LockStore &m_store;
    QAction *m_open;
    GoModel *m_model;
    GoBox *m_box;
    PlaceLetters m_typed;
    std::shared_ptr<std::atomic<quint64>> m_wanted; ///< the newest search, for older ones to end
    bool m_isAnswered = true;                       ///< the hits are of what is typed
    bool m_isEntered = false;                       ///< the best hit is wanted once they are
    bool m_isUnderWay = false;                      ///< a search that is not over
    /** What the last search looked through, and what not. */
    struct Searched {
        ViewAccount account;
        bool hadOwners = false;
        qint64 moreOwners = 0;
    };
    Searched m_searched;
    QThreadPool m_pool;             ///< its own: nobody who asks a server keeps it waiting
    std::vector<GoTarget> m_recent; ///< the last one first
};

} // namespace lockmaster

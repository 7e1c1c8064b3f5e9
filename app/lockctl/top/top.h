// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/acquiresheet.h"
#include "app/lockctl/top/alertssheet.h"
#include "app/lockctl/top/heldsheet.h"
#include "app/lockctl/top/leaderssheet.h"
#include "app/lockctl/top/listsheets.h"
#include "app/lockctl/top/lockssheet.h"
#include "app/lockctl/top/releasesheet.h"
#include "core/display/alivechecks.h"
#include "core/display/lockpast.h"
#include "core/monitor/monitor.h"

#include <QTimer>

namespace lockmaster {

/**
 * The window's table in a terminal: what it shows, and what the keys do. It knows of a terminal's
 * size and keys alone, and of no terminal. Lives on the thread of the monitor, which outlives it.
 */
class Top final : public QObject
{
    Q_OBJECT

public:
    struct Tools {
        Monitor *monitor;
        std::vector<BackendSpec> backends;
        std::vector<LockNote> notes; ///< what the profile says of locks
        ActionTools actions;         ///< what they point to outlives it
        WriteLifts *lifts;
        AlertWatch *alerts; ///< null: no rule is on
        HoldController *holds;
        QString history; ///< where it is recorded; empty: nowhere
        /** Options by which the same backends are found from a shell; none: they are not. */
        std::optional<QStringList> commandOrigin;
    };

    Top(Tools tools, const Filter &filter);
    ~Top() override;

    /** The locks, until a key says otherwise. */
    void sortBy(LockColumn column, bool descending) { m_locksSheet.sortBy(column, descending); }

    TextScreen screen(int width, int height);
    void press(const TopKey &key);
    /** On what the last screen showed there. It chooses, and does nothing to a lock. */
    void click(int row, int column);
    void takeAlerts(const std::shared_ptr<const AlertBoard> &board);

signals:
    /** Another screen is to be shown: something was seen, or pressed. */
    void changed(bool byKey);
    void quit();
    void suspend();
    void redraw();
    void mouseWanted(bool on);

private:
    void drawTitle(TextScreen &screen);
    int drawHints(TextScreen &screen) const;
    static int drawFoot(TextScreen &screen, int end, const QString &text, const TextStyle &style);
    TopSheet &sheet();
    const TopSheet &sheet() const;
    bool pressAnywhere(const TopKey &key);
    bool pressOnPage(const TopKey &key);
    void showPage(int page);
    void showLockOf(const AlertSubject &subject);
    std::optional<DetailSection> pastOf(const LockId &id);
    void setMouse(bool on);
    void askLife(const LockPointer &lock);
    void openDetails();
    void openHelp();
    void openRelease(const LockPointer &lock);
    void openAcquire(const std::optional<LockId> &from);
    void followHold(int id);
    void askToQuit();
    StyledLine statusLine() const;
    QString lostText() const;
    void closeSheet();
    void tell(const QString &word);
    std::vector<StyledLine> helpLines(int width) const;
    const BackendSpec *backendOf(const QString &name) const;

    const Tools m_tools;
    LockTableModel m_locks;
    EventModel m_events;
    LeadersModel m_leaders;
    AlertModel m_alerts;
    HeldModel m_held;
    LockPast m_past;
    AliveChecks m_checks;
    LocksSheet m_locksSheet;
    LeadersSheet m_leadersSheet;
    EventsSheet m_eventsSheet;
    AlertsSheet m_alertsSheet;
    HeldSheet m_heldSheet;
    LinesSheet m_serversSheet;
    int m_page = 0;
    std::unique_ptr<TopSheet> m_above;  ///< over the page; null: none
    std::unique_ptr<TopSheet> m_closed; ///< it asked for that itself
    QString m_told;
    QList<int> m_lost;     ///< holds that ended by themselves, and nobody has acknowledged that
    QList<int> m_lostSeen; ///< those that the page of held locks has shown since it was gone to
    std::vector<TextScreen::Target> m_targets; ///< of the screen that is shown
    bool m_hasMouse = false;
    bool m_isPastWanted = false; ///< for the screen that is drawn
    bool m_isSeen = false;       ///< there was a view
    bool m_isTooSmall = false;
    bool m_isQuitAsked = false; ///< locks are held, and that was said
};

} // namespace lockmaster

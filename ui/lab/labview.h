// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/leaders/leaderwatch.h"
#include "ui/lab/electionsetuppage.h"

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace lockmaster {

class ContentionPanel;
class ElectionPanel;

/**
 * The lab: elections whose leaders can be killed, and locks under contention. Shows what it is
 * handed and asks by its parts' signals; a `LabController` connects it with experiments.
 *
 * GUI thread; the clock outlives it.
 */
class LabView final : public QWidget
{
    Q_OBJECT

public:
    enum Tab { Elections, Contention };

    explicit LabView(const Clock &clock, QWidget *parent = nullptr);

    ElectionSetupPage &setupPage() { return *m_setup; }
    ElectionPanel &election() { return *m_election; }
    ContentionPanel &contention() { return *m_contention; }

    /** An election runs from here on: its page instead of the one that starts it. */
    void showElection();
    void showSetup();
    bool isElectionShown() const;
    void setTab(Tab tab);
    Tab tab() const;
    /** While not live (window minimised), nothing moves. */
    void setLive(bool live);
    /** For a room: the lanes of an election have all the room below their buttons. */
    void setPresenting(bool on);

protected:
    void focusInEvent(QFocusEvent *event) override;

private:
    void showPart(QWidget *part);
    void focusPart();

    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    QStackedWidget *m_electionPages;
    ElectionSetupPage *m_setup;
    ElectionPanel *m_election;
    ContentionPanel *m_contention;
};

} // namespace lockmaster

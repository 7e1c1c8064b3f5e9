// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/leaders/leaderwatch.h"
#include "ui/lab/electionsetuppage.h"

#include <QPointer>
#include <QWidget>

class QPushButton;
class QStackedWidget;
class QTabBar;

namespace lockmaster {

class ContentionPanel;
class ElectionPanel;
class RecordingView;
struct LabRecording;

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
    /** Plays it until it is closed; what runs goes on behind it. */
    void openRecording(LabRecording recording);
    /** Whether what the chosen tab shows can be saved. */
    void setSavable(bool savable);
    RecordingView &recording() { return *m_recording; }
    QPushButton &openButton() { return *m_open; }
    QPushButton &saveButton() { return *m_save; }
    bool isElectionShown() const;
    void setTab(Tab tab);
    Tab tab() const;
    /** While not live (window minimised), nothing moves. */
    void setLive(bool live);
    /** For a room: the lanes of an election have all the room below their buttons. */
    void setPresenting(bool on);

signals:
    void saveRequested();
    void openRequested();
    /** What is shown is another part, or a recording, or no recording any more. */
    void tabChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    bool closesRecording(const QKeyEvent &event) const;
    void showPart(QWidget *part);
    void focusPart();

    QPointer<QWidget> m_window; ///< whose keys are looked at
    QStackedWidget *m_all;      ///< what is live, and a recording
    QTabBar *m_tabs;
    QPushButton *m_open;
    QPushButton *m_save;
    QStackedWidget *m_pages;
    QStackedWidget *m_electionPages;
    ElectionSetupPage *m_setup;
    ElectionPanel *m_election;
    ContentionPanel *m_contention;
    RecordingView *m_recording;
};

} // namespace lockmaster

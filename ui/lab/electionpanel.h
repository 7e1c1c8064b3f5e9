// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/leaders/leaderwatch.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QTimer;
class QVBoxLayout;

namespace lockmaster {

class CandidateList;
class ElidedLabel;
class FailoverPanel;
class FindingCards;
class LanesExportButton;
class LanesView;

/**
 * An election that runs: who leads in large letters, the lanes with what the table says beside what
 * the candidates believe, the candidates and what can be done to them, and measured failovers. It
 * asks by its signals and does nothing itself. GUI thread; the clock outlives it.
 */
class ElectionPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ElectionPanel(const Clock &clock, QWidget *parent = nullptr);

    void setSnapshot(const std::shared_ptr<const ElectionSnapshot> &snapshot);
    /** What watching the table tells; null: nothing yet. */
    void setWatched(const std::shared_ptr<const LeaderWatch> &watched);
    /** Both at once, so that the lanes are drawn once. */
    void setMoment(const std::shared_ptr<const ElectionSnapshot> &snapshot,
                   const std::shared_ptr<const LeaderWatch> &watched);
    /** In plain words and literal: where it runs, and as what it is watched; empty: not at all. */
    void setPlace(const QString &where, const QString &watchedAs = {});
    /** See `FailoverPanel::setWatching`. */
    void setWatching(const QString &backend, Millis poll);
    /** It is of a recording, whose origin is its place: nothing can be done to it. */
    void setRecorded();
    /** It is being ended: nothing can be asked any more. */
    void setEnding();
    /** A new election begins: what the last one left is forgotten. */
    void clear();
    /** While not live (window minimised), nothing moves. */
    void setLive(bool live);
    /** The lanes alone, and what is above them. */
    void setPresenting(bool on);

    QString headlineText() const;
    QString lastFailoverText() const;
    CandidateList &candidates() { return *m_candidates; }
    FailoverPanel &failovers() { return *m_failovers; }
    LanesView &lanes() { return *m_lanes; }
    FindingCards &findings() { return *m_findings; }
    QPushButton &killButton() { return *m_kill; }
    QPushButton &endButton() { return *m_end; }

signals:
    void actionRequested(int candidate, lockmaster::CandidateAction action,
                         lockmaster::Millis skew);
    void leaderActionRequested(lockmaster::CandidateAction action);
    void measureRequested(int kills);
    void cancelRequested();
    void endRequested();
    void leadersRequested();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildHead();
    QWidget *buildButtons(QWidget *parent);
    void buildBody();
    void fitRoom();
    void fitLanes();
    void updateHeadline();
    void updateFailover();
    void updateFindings();
    int urgency(FindingId id) const;
    void enableKill(bool enabled);
    void updateChart();
    QString pictureText() const;
    void updateTick();
    void recolor();

    const Clock &m_clock;
    std::shared_ptr<const ElectionSnapshot> m_snapshot; ///< null: none yet
    std::shared_ptr<const LeaderWatch> m_watched;
    std::shared_ptr<const LeaderHistory> m_shownTruth;
    std::shared_ptr<const LeaderHistory> m_shownWatched;
    ElidedLabel *m_headline = nullptr;
    QLabel *m_detail = nullptr;
    QLabel *m_vacancy = nullptr;
    QLabel *m_vacancyWho = nullptr;
    ElidedLabel *m_setup = nullptr;
    QPushButton *m_leaders = nullptr;
    QPushButton *m_kill = nullptr;
    QPushButton *m_end = nullptr;
    LanesExportButton *m_export = nullptr;
    QBoxLayout *m_upper = nullptr; ///< of the head: who leads, the last failover, buttons
    QBoxLayout *m_lower = nullptr;
    QWidget *m_failoverBox = nullptr;
    QBoxLayout *m_failoverLines = nullptr;
    QVBoxLayout *m_body = nullptr; ///< what is scrolled to where there is too little room
    bool m_narrow = false;
    bool m_low = false;
    bool m_scrolls = false; ///< then the lanes are as high as they need
    FindingCards *m_findings;
    LanesView *m_lanes;
    CandidateList *m_candidates;
    FailoverPanel *m_failovers;
    QSplitter *m_rows;
    QSplitter *m_below =
        nullptr; ///< candidates and failovers, beside each other where there is room
    QTimer *m_tick;
    QString m_place;
    QString m_watchedAs;
    bool m_isRecorded = false;
    bool m_ending = false;
    bool m_killHadFocus = false; ///< when it was disabled
    bool m_live = true;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/recording/labrecording.h"
#include "core/lab/recording/replayclock.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTimer;

namespace lockmaster {

class Banner;
class ContentionResult;
class CourseExportButton;
class CourseRow;
class ElectionPanel;
class ReplayedLanes;
class TransportBar;
struct DrawnRuns;
struct LaneChart;

/**
 * A recording that is played: the views of the lab with the recording's own clock, below a banner
 * that says what it is. Needs no server. GUI thread; the clock outlives it.
 */
class RecordingView final : public QWidget
{
    Q_OBJECT

public:
    explicit RecordingView(const Clock &clock, QWidget *parent = nullptr);
    ~RecordingView() override;

    /** Stands at its begin. */
    void open(LabRecording recording);
    bool isOpen() const { return m_isOpen; }
    void setLive(bool live);
    void setPresenting(bool on);

    TransportBar &transport() { return *m_transport; }
    ElectionPanel &election() { return *m_election; }
    ReplayedLanes &leaders() { return *m_leaders; }
    CourseRow &courses() { return *m_courses; }
    CourseExportButton &exportButton() { return *m_export; }
    ContentionResult &result() { return *m_result; }
    Banner &banner() { return *m_banner; }
    QPushButton &closeButton() { return *m_close; }
    const ReplayClock &clock() const { return m_clock; }

signals:
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildExperiments();
    void addKeys(QWidget &where);
    void close();
    void describe();
    void choose(const QString &id);
    void togglePlay();
    void seek(SteadyTime at);
    void step(int direction);
    DrawnRuns drawnRuns() const;
    void refresh();
    void updateTimer();

    ReplayClock m_clock;
    LabRecording m_recording;
    std::unique_ptr<ElectionReplay> m_replay; ///< null: experiments
    std::unique_ptr<LaneChart> m_story;       ///< of the whole election or watch
    std::vector<Micros> m_events;             ///< of experiments
    QString m_chosen;                         ///< experiment
    QString m_origin;                         ///< in plain words
    bool m_isOpen = false;
    bool m_isLive = true;
    bool m_isPresenting = false;
    Banner *m_banner;
    QPushButton *m_close;
    QStackedWidget *m_body;
    ElectionPanel *m_election;
    ReplayedLanes *m_leaders;
    QScrollArea *m_experiments;
    QLabel *m_title = nullptr;
    QLabel *m_expectation = nullptr;
    CourseRow *m_courses = nullptr;
    CourseExportButton *m_export = nullptr;
    ContentionResult *m_result = nullptr;
    TransportBar *m_transport;
    QTimer *m_timer;
};

} // namespace lockmaster

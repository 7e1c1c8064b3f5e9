// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/recording/labrecording.h"

#include <QWidget>

namespace lockmaster {

class ElidedLabel;
class LanesExportButton;
class LanesView;

/** Who led a lock, of a file: as far as it is played, by the clock that plays it. GUI thread. */
class ReplayedLanes final : public QWidget
{
    Q_OBJECT

public:
    /** The clock outlives it. */
    explicit ReplayedLanes(const Clock &clock, QWidget *parent = nullptr);

    /** `origin`: who exported it when, in plain words. */
    void open(const WatchRecording &recording, const QString &origin);
    void clear();
    void showAt(SteadyTime at);
    void setLive(bool live);

    QString headlineText() const;
    LanesView &lanes() { return *m_lanes; }

private:
    QString headline(const LeaderHistory &known) const;

    std::optional<WatchRecording> m_recording; ///< none: nothing is open
    ElidedLabel *m_headline;
    ElidedLabel *m_name;
    LanesExportButton *m_export;
    QString m_exportName;
    QString m_exportPlace;
    LanesView *m_lanes;
};

} // namespace lockmaster

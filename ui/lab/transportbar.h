// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace lockmaster {

/**
 * What plays a recording: from the begin, to the event before, play or pause, to the next event, a
 * slider, where it is, how fast. It asks by its signals and does nothing itself. GUI thread.
 */
class TransportBar final : public QWidget
{
    Q_OBJECT

public:
    explicit TransportBar(QWidget *parent = nullptr);

    void setLength(Micros length);
    void setPosition(Micros at);
    void setPlaying(bool playing);
    /** What was stepped to, in words. */
    void setEvent(const QString &text);

    QToolButton &playButton() { return *m_play; }
    QSlider &slider() { return *m_slider; }
    QComboBox &speedBox() { return *m_speed; }
    QString positionText() const;
    /** Faster or slower by one step. */
    void changeSpeed(int by);

signals:
    void playToggled();
    void restartRequested();
    /** 1: to the next event, -1: to the one before. */
    void stepRequested(int direction);
    void seekRequested(lockmaster::Micros at);
    void speedChosen(double factor);

protected:
    void changeEvent(QEvent *event) override;

private:
    QToolButton *addButton(const QString &sign, const QString &name, const QString &keys);
    void fitTime();

    QToolButton *m_play = nullptr;
    QSlider *m_slider;
    QLabel *m_time;
    QComboBox *m_speed;
    Micros m_length{0};
};

} // namespace lockmaster

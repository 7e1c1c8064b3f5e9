// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QToolButton>

#include <optional>

class QActionGroup;

namespace lockmaster {

/**
 * The Live / Paused button: a click pauses and goes on, its menu chooses how often is looked.
 * It only asks; what is in force it is told.
 */
class RefreshControl final : public QToolButton
{
    Q_OBJECT

public:
    explicit RefreshControl(QWidget *parent = nullptr);

    /** What is in force. No period: each backend its own. */
    void setState(bool paused, std::optional<Millis> period);
    /** What the profile's own periods come to; none: they differ. */
    void setProfilePeriod(std::optional<Millis> period);

signals:
    void pauseRequested(bool paused);
    void periodRequested(std::optional<lockmaster::Millis> period);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void addChoice(const QString &text, std::optional<Millis> period);

    QActionGroup *m_choices;
    QAction *m_off;
    void updateText();

    bool m_paused = false;
    std::optional<Millis> m_period;
    std::optional<Millis> m_profilePeriod;
};

} // namespace lockmaster

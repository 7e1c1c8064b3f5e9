// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/holdcontroller.h"

#include <QMessageBox>

namespace lockmaster {

/**
 * Asked when the window is closed while locks are held or waited for. Cancel is what Return and Esc
 * mean; whatever else is chosen comes as a signal. GUI thread.
 */
class ExitQuestion final : public QMessageBox
{
    Q_OBJECT

public:
    explicit ExitQuestion(const std::vector<HeldLock> &live, QWidget *parent = nullptr);

    QPushButton &releaseButton() { return *m_release; }
    QPushButton &whenReleasedButton() { return *m_whenReleased; }

signals:
    void releaseAndQuitChosen();
    void quitWhenReleasedChosen();
    void cancelled();

private:
    QPushButton *m_release;
    QPushButton *m_whenReleased;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockmaster {

/**
 * What stands in the window while there is no server to watch: one sentence, and the two ways on.
 * Shows the sandbox's progress, and what to do where it could not start. GUI thread.
 */
class WelcomeView : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomeView(QWidget *parent = nullptr);

    void showProgress(const QString &step, int percent);
    void showFailure(const Error &error);
    /** Back to the beginning, e.g. after the sandbox has ended. */
    void reset();

signals:
    void sandboxWanted();
    void serverWanted();
    void importWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    void recolor();
    void fitColumn();

    QWidget *m_column = nullptr; ///< all of it, in the middle
    QLabel *m_icon = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_lead = nullptr;
    QPushButton *m_sandbox = nullptr;
    QPushButton *m_server = nullptr;
    QPushButton *m_import = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_step = nullptr;
    QLabel *m_error = nullptr;
    QLabel *m_remedy = nullptr;
};

} // namespace lockmaster

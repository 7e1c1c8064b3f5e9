// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

#include <QWidget>

class QPushButton;

namespace lockmaster {

class Banner;

/**
 * A line that says that the sandbox has ended by itself, with the way on: starting it anew. Follows
 * that start; hidden while there is nothing to say. GUI thread.
 */
class SandboxStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit SandboxStrip(QWidget *parent = nullptr);

    void showEnded(const Error &why);
    /** Tells of the start that was asked for here; others have their own places to be told. */
    void showProgress(const QString &step, int percent);
    void showFailure(const Error &error);
    void clear();
    QString text() const;

signals:
    void startWanted();

private:
    Banner *m_banner;
    QPushButton *m_start;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QTimer;

namespace lockmaster {

/**
 * The line at the bottom: for each backend its latency and the age of its data, or in red why it
 * does not answer; at the right how many kinds of finding there are and what is read-only.
 */
class StatusStrip final : public QWidget
{
    Q_OBJECT

public:
    StatusStrip(LockStore &store, const Clock &clock, QWidget *parent = nullptr);

    void setLive(bool live);
    /** The read-only backends that may be written to for the moment. */
    void setLifted(const QStringList &backends);
    /** How many locks this program holds or waits for. */
    void setHeldCount(int count);
    /** What it says, left to right, for a screen reader and tests. */
    QStringList texts() const;

private:
    void refresh();
    void showBackend(QLabel &label, const BackendStatus &status);
    QString summary() const;
    QString readOnlyText() const;

    LockStore &m_store;
    const Clock &m_clock;
    QHBoxLayout *m_layout;
    std::vector<QLabel *> m_backends;
    QStringList m_lifted;
    QLabel *m_summary;
    QLabel *m_lock;
    QLabel *m_readOnly;
    int m_heldCount = 0;
    QTimer *m_tick;
};

} // namespace lockmaster

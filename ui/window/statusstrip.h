// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/display/statustext.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QTimer;

namespace lockmaster {

/**
 * The line at the bottom: for each backend its latency and how it is kept up to date, or in red why
 * it does not answer; of many backends, how many answer and which do not. At the right how many
 * kinds of finding there are and what is read-only. GUI thread.
 */
class StatusStrip final : public QWidget
{
    Q_OBJECT

public:
    StatusStrip(LockStore &store, const Clock &clock, QWidget *parent = nullptr);

    /** While not live nothing is said anew. */
    void setLive(bool live);
    /** The read-only backends that may be written to for the moment. */
    void setLifted(const QStringList &backends);
    /** How many locks this program holds or waits for. */
    void setHeldCount(int count);
    /** What is worst of the alerts, where nothing else tells of them; empty: something does. */
    void setAlerts(const QString &worst, Tone tone);
    /** What it says, left to right, for a screen reader and tests. */
    QStringList texts() const;
    QSize minimumSizeHint() const override;

signals:
    /** Somebody wants to see the alerts. */
    void alertsWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    void refresh();
    void chooseTexts();
    int roomForTexts() const;
    void shareRoom();
    void fitTexts();
    void showParts(std::vector<StatusPart> parts);
    void colour(QLabel &label, Tone tone) const;
    void colourAll();
    void showReadOnly(const StatusPart &part);
    QString summary() const;
    StatusPart readOnlyPart() const;

    LockStore &m_store;
    const Clock &m_clock;
    QHBoxLayout *m_layout;
    std::vector<QLabel *> m_backends; ///< one for each of `m_parts`
    std::vector<StatusPart> m_parts;
    QStringList m_lifted;
    QLabel *m_alerts;
    Tone m_alertsTone = Tone::Plain;
    QLabel *m_summary;
    QLabel *m_lock;
    QLabel *m_readOnly;
    StatusPart m_readOnlyPart;
    int m_heldCount = 0;
    bool m_live = true;
    QTimer *m_tick;
};

} // namespace lockmaster

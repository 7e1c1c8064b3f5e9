// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alertdelivery.h"
#include "core/alerts/webhookpost.h"

#include <QTimer>

#include <deque>

namespace lockmaster {

/** One way of telling alerts: one after another, in order. Lives on a thread with an event loop. */
class AlertSender : public QObject
{
    Q_OBJECT

public:
    explicit AlertSender(QObject *parent);

    void add(const QByteArray &json);
    const DeliveryState &state() const { return m_state; }
    bool isIdle() const { return !m_busy && m_waiting.empty(); }
    /** What was not delivered and not given up, with the one that is under way. */
    qint64 leftCount() const { return qint64(m_waiting.size()) + (m_busy ? 1 : 0); }
    /** There is little time left: what would be tried later is tried now. */
    virtual void hurry() {}

signals:
    void changed();

protected:
    /** Begins to send `json`; ends with `done()`, at once or later. */
    virtual void send(const QByteArray &json) = 0;
    /** `problem` is empty where it was delivered. */
    void done(const QString &problem);

private:
    void next();

    std::deque<QByteArray> m_waiting;
    DeliveryState m_state;
    bool m_busy = false;
};

/** Runs the user's command for each. */
class CommandSender : public AlertSender
{
    Q_OBJECT

public:
    CommandSender(const DeliverySettings &settings, QObject *parent);
    ~CommandSender() override;

protected:
    void send(const QByteArray &json) override;

private:
    struct Run;

    void write();
    void overdue();
    void ended();

    const QStringList m_command;
    QTimer m_timeout;
    std::unique_ptr<Run> m_run; ///< while one is under way
    bool m_overdue = false;
};

/** Posts each to the webhook. */
class WebhookSender : public AlertSender
{
    Q_OBJECT

public:
    WebhookSender(const DeliverySettings &settings, QObject *parent);
    ~WebhookSender() override;

    void hurry() override;

protected:
    void send(const QByteArray &json) override;

private:
    void post();
    void ended(std::optional<WebhookPost::End> end);

    const DeliverySettings m_settings;
    QTimer m_pause;
    QTimer m_timeout;
    std::unique_ptr<WebhookPost> m_post;
    QByteArray m_json;
    int m_tries = 0;
    bool m_hurries = false; ///< the end is near: pauses are short
};

} // namespace lockmaster

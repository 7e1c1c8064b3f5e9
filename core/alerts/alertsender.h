// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alertdelivery.h"

#include <QNetworkAccessManager>
#include <QPointer>
#include <QProcess>
#include <QTimer>

#include <deque>

class QNetworkReply;

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
    void ended();
    void overdue();
    void killGroup();

    const QStringList m_command;
    QTimer m_timeout;
    std::unique_ptr<QProcess> m_process;
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
    void answered(QNetworkReply &reply);
    void overdue();

    const DeliverySettings m_settings;
    QNetworkAccessManager m_network;
    QTimer m_pause;
    QTimer m_timeout;
    QPointer<QNetworkReply> m_reply;
    QByteArray m_json;
    int m_tries = 0;
    bool m_hurries = false; ///< the end is near: pauses are short
};

} // namespace lockmaster

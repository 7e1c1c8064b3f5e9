// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertdelivery.h"

#include "core/alerts/alertjson.h"
#include "core/alerts/alertsender.h"
#include "core/platform/worker.h"

#include <QThread>

#include <mutex>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr Millis deliveryEndPatience = 3s;
/** What is to be told when the program ends gets so long. */
constexpr Millis lastWords = 2s;

} // namespace

struct AlertDelivery::Shared {
    Changed changed;
    CallGate gate;

    mutable std::mutex mutex;
    DeliveryStatus status;
    std::vector<AlertNews> waiting; ///< to be told; an event says so
    UndeliveredAlerts left;         ///< of what was taken from there
};

/** Lives on the thread. */
class AlertDelivery::Worker : public QObject
{
public:
    Worker(DeliverySettings settings, std::shared_ptr<Shared> shared, const Clock &clock)
        : m_settings(std::move(settings)), m_shared(std::move(shared)), m_clock(clock)
    {
    }

    void tell()
    {
        makeSenders();
        std::vector<AlertNews> news;
        {
            const std::lock_guard lock(m_shared->mutex);
            news.swap(m_shared->waiting);
        }
        for (const AlertNews &each : news) {
            const QByteArray json = alertNewsJson(each, m_clock.now());
            for (AlertSender *sender : {m_command, m_webhook}) {
                if (sender)
                    sender->add(json);
            }
        }
        countLeft();
    }

    /** The thread ends once nothing is left to tell, or has been for long enough. */
    void end()
    {
        m_ending = true;
        for (AlertSender *sender : {m_command, m_webhook}) {
            if (sender)
                sender->hurry();
        }
        QTimer::singleShot(lastWords, this, [this] { thread()->quit(); });
        endIfIdle();
    }

private:
    /** On the thread, and not before there is anything to tell. */
    void makeSenders()
    {
        if (std::exchange(m_made, true))
            return;
        if (!m_settings.command.isEmpty())
            m_command = new CommandSender(m_settings, this);
        if (!m_settings.webhook.isEmpty())
            m_webhook = new WebhookSender(m_settings, this);
        for (AlertSender *sender : {m_command, m_webhook}) {
            if (sender)
                connect(sender, &AlertSender::changed, this, [this] { publish(); });
        }
    }

    void countLeft()
    {
        const auto leftOf = [](const AlertSender *sender) {
            return sender ? sender->leftCount() : 0;
        };
        const std::lock_guard lock(m_shared->mutex);
        m_shared->left = {leftOf(m_command), leftOf(m_webhook)};
    }

    void publish()
    {
        countLeft();
        DeliveryStatus status;
        if (m_command)
            status.command = m_command->state();
        if (m_webhook)
            status.webhook = m_webhook->state();
        {
            const std::lock_guard lock(m_shared->mutex);
            m_shared->status = status;
        }
        m_shared->gate.pass([&] {
            if (m_shared->changed)
                m_shared->changed(status);
        });
        endIfIdle();
    }

    void endIfIdle()
    {
        const auto isIdle = [](const AlertSender *sender) { return !sender || sender->isIdle(); };
        if (m_ending && isIdle(m_command) && isIdle(m_webhook))
            thread()->quit();
    }

    const DeliverySettings m_settings;
    const std::shared_ptr<Shared> m_shared;
    const Clock &m_clock;
    AlertSender *m_command = nullptr; ///< null: not wanted; children of ours
    AlertSender *m_webhook = nullptr;
    bool m_made = false;
    bool m_ending = false;
};

AlertDelivery::AlertDelivery(DeliverySettings settings, Changed changed, const Clock &clock)
    : m_shared(std::make_shared<Shared>()), m_thread(new QThread)
{
    if (!settings.command.isEmpty())
        m_shared->status.command.emplace();
    if (!settings.webhook.isEmpty())
        m_shared->status.webhook.emplace();
    m_shared->changed = std::move(changed);
    m_worker = new Worker(std::move(settings), m_shared, clock);
    m_worker->moveToThread(m_thread);
    QObject::connect(m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread->setObjectName(QStringLiteral("alert delivery"));
    m_thread->start();
}

AlertDelivery::~AlertDelivery()
{
    end();
}

UndeliveredAlerts AlertDelivery::end()
{
    if (!m_thread)
        return {};
    m_shared->gate.close();
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->end(); });
    if (m_thread->wait(QDeadlineTimer(deliveryEndPatience)))
        delete m_thread;
    else
        ThreadsLeftBehind::add(m_thread, LeftBehind::Alerting);
    m_thread = nullptr;
    const std::lock_guard lock(m_shared->mutex);
    UndeliveredAlerts left = m_shared->left;
    const auto never = qint64(m_shared->waiting.size());
    left.command += m_shared->status.command ? never : 0;
    left.webhook += m_shared->status.webhook ? never : 0;
    return left;
}

void AlertDelivery::tell(const std::vector<AlertNews> &news)
{
    if (!m_thread)
        return;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->waiting.insert(m_shared->waiting.end(), news.begin(), news.end());
    }
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->tell(); });
}

DeliveryStatus AlertDelivery::status() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->status;
}

} // namespace lockmaster

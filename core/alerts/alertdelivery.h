// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alert.h"
#include "core/platform/secret.h"

#include <QStringList>

#include <functional>
#include <memory>

class QThread;

namespace lockmaster {

/** Where alerts are told, and how patiently. */
struct DeliverySettings {
    QStringList command; ///< argv; never through a shell; empty: none
    Millis commandTimeout{10'000};
    Secret webhook; ///< http or https; may hold a token; empty: none
    Millis webhookTimeout{10'000};
    Millis firstPause{1000}; ///< before the second try; then twice as long each time
    int tries = 6;
};

/** How one way of telling goes. */
struct DeliveryState {
    qint64 delivered = 0;
    qint64 failed = 0;  ///< given up
    qint64 dropped = 0; ///< there was more to tell than could wait
    QString problem;    ///< why the last one was not delivered; empty: it was. Never an address

    friend bool operator==(const DeliveryState &, const DeliveryState &) = default;
};

struct DeliveryStatus {
    std::optional<DeliveryState> command; ///< none: not wanted
    std::optional<DeliveryState> webhook;

    friend bool operator==(const DeliveryStatus &, const DeliveryStatus &) = default;
};

/** What was not delivered when the end came; of each the last may have arrived all the same. */
struct UndeliveredAlerts {
    qint64 command = 0;
    qint64 webhook = 0;

    friend bool operator==(const UndeliveredAlerts &, const UndeliveredAlerts &) = default;
};

/**
 * Tells a command of the user's and a webhook, in order, on a thread of its own. What waits is
 * bounded; beyond that the oldest are dropped and counted.
 *
 * The command gets the JSON of `alertNewsJson()` on standard input, no terminal and none of our
 * passwords, and is killed with its children after its time. The webhook is a POST of the same; TLS
 * is verified, no redirection followed, and any answer of 2xx counts. What can be tried again (no
 * answer, 408, 429, 5xx) is, after pauses.
 *
 * Any thread may call any function; none waits, except `end()`, and the destructor, which ends it:
 * nobody may call anything else beside those two.
 * Needs a QCoreApplication.
 */
class AlertDelivery
{
public:
    static constexpr size_t mostWaiting = 500;

    /** The status is another one. On the delivery's thread, and not to wait there. */
    using Changed = std::function<void(const DeliveryStatus &status)>;

    /** `clock` must live as long as the program. */
    explicit AlertDelivery(DeliverySettings settings, Changed changed = {},
                           const Clock &clock = systemClock());
    ~AlertDelivery();
    AlertDelivery(const AlertDelivery &) = delete;
    AlertDelivery &operator=(const AlertDelivery &) = delete;

    void tell(const std::vector<AlertNews> &news);
    DeliveryStatus status() const;
    /** Gives what waits two seconds, and tells nothing after. The second call does nothing. */
    UndeliveredAlerts end();

private:
    struct Shared;
    class Worker;

    std::shared_ptr<Shared> m_shared;
    QThread *m_thread; ///< null once it has ended
    Worker *m_worker;  ///< lives on the thread, and goes with it
};

} // namespace lockmaster

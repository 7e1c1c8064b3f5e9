// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsender.h"
#include "core/text/words.h"

#include <QUrl>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr Millis longestPause = std::chrono::seconds(60);
/** Near the end, when little time is left. */
constexpr Millis shortPause{100};
/** In our own words: those of a library name the address, which may hold a token. */
QString problemOf(const WebhookPost &post, std::optional<WebhookPost::End> end)
{
    if (!end)
        return Words::tr("The webhook did not answer in time.");
    switch (*end) {
    case WebhookPost::End::Answered:
        return Words::tr("The webhook answered with status %1.").arg(post.status());
    case WebhookPost::End::NotVerified:
        return Words::tr("The webhook's certificate does not verify.");
    case WebhookPost::End::HostNotFound: return Words::tr("The webhook's host is not found.");
    case WebhookPost::End::Refused: return Words::tr("The webhook refuses connections.");
    case WebhookPost::End::NotHttp: return Words::tr("The webhook's answer is not HTTP.");
    case WebhookPost::End::NotReached:
        return Words::tr("The webhook cannot be reached (%1).").arg(post.socketError());
    }
    Q_UNREACHABLE();
}

bool mayTryAgain(int status)
{
    constexpr int timeout = 408;
    constexpr int tooMany = 429;
    constexpr int serverError = 500;
    return status == 0 || status == timeout || status == tooMany || status >= serverError;
}

} // namespace

WebhookSender::WebhookSender(const DeliverySettings &settings, QObject *parent)
    : AlertSender(parent), m_settings(settings)
{
    m_pause.setSingleShot(true);
    m_pause.callOnTimeout(this, &WebhookSender::post);
    m_timeout.setSingleShot(true);
    m_timeout.callOnTimeout(this, [this] { ended(std::nullopt); });
}

WebhookSender::~WebhookSender() = default;

void WebhookSender::send(const QByteArray &json)
{
    m_json = json;
    m_tries = 0;
    post();
}

void WebhookSender::hurry()
{
    m_hurries = true;
    if (!m_pause.isActive())
        return;
    m_pause.stop();
    post();
}

void WebhookSender::post()
{
    ++m_tries;
    const QUrl url(QString::fromUtf8(m_settings.webhook.reveal()), QUrl::StrictMode);
    m_post = std::make_unique<WebhookPost>(url, m_json);
    connect(m_post.get(), &WebhookPost::ended, this, &WebhookSender::ended);
    // For the whole of it, whatever comes meanwhile.
    m_timeout.start(m_settings.webhookTimeout);
    m_post->start();
}

/** None: it took too long. */
void WebhookSender::ended(std::optional<WebhookPost::End> end)
{
    m_timeout.stop();
    WebhookPost &post = *m_post.release();
    post.disconnect(this);
    post.deleteLater(); // it may be telling us this
    if (post.status() >= 200 && post.status() < 300) {
        done({});
        return;
    }
    if (m_tries >= m_settings.tries || !mayTryAgain(post.status())) {
        done(problemOf(post, end));
        return;
    }
    constexpr int mostDoublings = 10;
    const Millis pause = m_settings.firstPause * (1 << std::min(m_tries - 1, mostDoublings));
    m_pause.start(std::min(pause, m_hurries ? shortPause : longestPause));
}

} // namespace lockmaster

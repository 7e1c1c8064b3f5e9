// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsender.h"

#include <QCoreApplication>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QUrl>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr Millis longestPause = std::chrono::seconds(60);
/** Near the end, when little time is left. */
constexpr Millis shortPause{100};
/** Nobody reads what it answers. */
constexpr qint64 mostAnswer = qint64(64) * 1024;

/** In our own words: those of the library name the address, which may hold a token. */
QString problemOf(const QNetworkReply &reply, int status)
{
    if (status > 0) {
        return QCoreApplication::translate("lockmaster", "The webhook answered with status %1.")
            .arg(status);
    }
    switch (reply.error()) {
    case QNetworkReply::SslHandshakeFailedError:
        return QCoreApplication::translate("lockmaster",
                                           "The webhook's certificate does not verify.");
    case QNetworkReply::HostNotFoundError:
        return QCoreApplication::translate("lockmaster", "The webhook's host is not found.");
    case QNetworkReply::ConnectionRefusedError:
        return QCoreApplication::translate("lockmaster", "The webhook refuses connections.");
    case QNetworkReply::OperationCanceledError:
    case QNetworkReply::TimeoutError:
        return QCoreApplication::translate("lockmaster", "The webhook did not answer in time.");
    default:
        return QCoreApplication::translate("lockmaster", "The webhook cannot be reached (%1).")
            .arg(int(reply.error()));
    }
}

bool mayTryAgain(const QNetworkReply &reply, int status)
{
    constexpr int timeout = 408;
    constexpr int tooMany = 429;
    constexpr int serverError = 500;
    if (status > 0)
        return status == timeout || status == tooMany || status >= serverError;
    return reply.error() != QNetworkReply::ProtocolUnknownError;
}

} // namespace

WebhookSender::WebhookSender(const DeliverySettings &settings, QObject *parent)
    : AlertSender(parent), m_settings(settings)
{
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    m_pause.setSingleShot(true);
    m_pause.callOnTimeout(this, &WebhookSender::post);
    m_timeout.setSingleShot(true);
    m_timeout.callOnTimeout(this, &WebhookSender::overdue);
}

WebhookSender::~WebhookSender()
{
    if (m_reply) {
        m_reply->disconnect(this);
        m_reply->abort();
    }
}

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
    QNetworkRequest request(url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
    request.setHeader(QNetworkRequest::UserAgentHeader, QByteArray("Lockmaster"));
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    QNetworkReply *const reply = m_network.post(request, m_json);
    m_reply = reply;
    reply->setReadBufferSize(mostAnswer);
    connect(reply, &QNetworkReply::readyRead, reply, [reply] { reply->skip(mostAnswer); });
    connect(reply, &QNetworkReply::finished, this, [this, reply] { answered(*reply); });
    // For the whole of it: the library's own begins anew with every byte that comes.
    m_timeout.start(m_settings.webhookTimeout);
}

void WebhookSender::overdue()
{
    if (m_reply)
        m_reply->abort(); // and so it has finished
}

void WebhookSender::answered(QNetworkReply &reply)
{
    m_timeout.stop();
    reply.deleteLater();
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status >= 200 && status < 300) { // whatever became of the rest of the answer
        done({});
        return;
    }
    if (m_tries >= m_settings.tries || !mayTryAgain(reply, status)) {
        done(problemOf(reply, status));
        return;
    }
    constexpr int mostDoublings = 10;
    const Millis pause = m_settings.firstPause * (1 << std::min(m_tries - 1, mostDoublings));
    m_pause.start(std::min(pause, m_hurries ? shortPause : longestPause));
}

} // namespace lockmaster

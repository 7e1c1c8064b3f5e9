// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHostAddress>
#include <QObject>
#include <QTimer>
#include <QUrl>

#include <memory>
#include <vector>

class QHostInfo;
class QSslSocket;

namespace lockmaster {

/**
 * One POST of JSON to a webhook. Of the answer its status is read and nothing else: a server may
 * send as much as it likes, into the system's buffers. Lives on a thread with an event loop; ends
 * with `ended()`, once, or with its destruction.
 */
class WebhookPost : public QObject
{
    Q_OBJECT

public:
    enum class End { Answered, HostNotFound, Refused, NotVerified, NotReached, NotHttp };

    WebhookPost(const QUrl &url, const QByteArray &json);
    ~WebhookPost() override;

    void start();

    int status() const { return m_status; } ///< of the answer; 0: there is none
    int socketError() const { return m_socketError; }

signals:
    void ended(lockmaster::WebhookPost::End end);

private:
    bool isSecure() const { return m_url.scheme() == u"https"; }
    void lookedUp(const QHostInfo &info);
    void tryNextAddress();
    void connected(QSslSocket *socket);
    void failed(QSslSocket *socket);
    void write();
    void read();
    QByteArray request() const;

    const QUrl m_url;
    const QByteArray m_json;
    int m_lookup = -1;
    QList<QHostAddress> m_addresses; ///< that were not tried
    QTimer m_nextAddress;
    std::vector<std::unique_ptr<QSslSocket>> m_attempts;
    QSslSocket *m_chosen = nullptr; ///< the one that is connected; the others have been given up
    QByteArray m_head;
    int m_status = 0;
    int m_socketError = 0;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/webhookpost.h"

#include <QHostInfo>
#include <QSslSocket>

#include <algorithm>

namespace lockmaster {

namespace {

/** Enough for a status, and for the answers that may come before it. */
constexpr qsizetype longestHead = 8192;
/** An address that does not answer must not hide one that does. */
constexpr int nextAddressAfterMs = 300;

/** The status of a header that begins with `line`; 0 where it is none of HTTP. */
int statusOf(QByteArrayView line)
{
    const qsizetype space = line.indexOf(' ');
    if (!line.startsWith("HTTP/1.") || space < 0 || line.size() < space + 4)
        return 0;
    const int status = line.sliced(space + 1, 3).toInt();
    return status >= 100 && status <= 999 ? status : 0;
}

} // namespace

WebhookPost::WebhookPost(const QUrl &url, const QByteArray &json) : m_url(url), m_json(json)
{
    m_nextAddress.setSingleShot(true);
    m_nextAddress.setInterval(nextAddressAfterMs);
    m_nextAddress.callOnTimeout(this, &WebhookPost::tryNextAddress);
}

WebhookPost::~WebhookPost()
{
    if (m_lookup >= 0)
        QHostInfo::abortHostLookup(m_lookup);
    for (const auto &socket : m_attempts)
        socket->disconnect(this);
}

void WebhookPost::start()
{
    m_lookup = QHostInfo::lookupHost(m_url.host(), this,
                                     [this](const QHostInfo &info) { lookedUp(info); });
}

void WebhookPost::lookedUp(const QHostInfo &info)
{
    m_lookup = -1;
    m_addresses = info.addresses();
    if (m_addresses.isEmpty()) {
        emit ended(End::HostNotFound);
        return;
    }
    tryNextAddress();
}

void WebhookPost::tryNextAddress()
{
    if (m_addresses.isEmpty())
        return;
    const QString address = m_addresses.takeFirst().toString();
    auto *const socket = m_attempts.emplace_back(std::make_unique<QSslSocket>()).get();
    socket->setReadBufferSize(longestHead);
    connect(socket, &QAbstractSocket::connected, this, [this, socket] { connected(socket); });
    connect(socket, &QSslSocket::encrypted, this, &WebhookPost::write);
    connect(socket, &QAbstractSocket::readyRead, this, &WebhookPost::read);
    connect(
        socket, &QAbstractSocket::errorOccurred, this, [this, socket] { failed(socket); },
        Qt::QueuedConnection);
    m_nextAddress.start();
    if (isSecure())
        socket->connectToHostEncrypted(address, quint16(m_url.port(443)), m_url.host());
    else
        socket->connectToHost(address, quint16(m_url.port(80)));
}

/** The first that is connected is told, and nobody else. */
void WebhookPost::connected(QSslSocket *socket)
{
    if (m_chosen)
        return;
    m_chosen = socket;
    m_nextAddress.stop();
    m_addresses.clear();
    for (const auto &other : m_attempts) {
        if (other.get() != socket) {
            other->disconnect(this);
            other->abort();
        }
    }
    if (!isSecure())
        write();
}

void WebhookPost::failed(QSslSocket *socket)
{
    if (m_chosen && socket != m_chosen)
        return;
    // What came before it closed is an answer, too.
    if (m_chosen)
        read();
    if (m_status > 0)
        return;
    m_socketError = int(socket->error());
    const bool othersTry =
        std::any_of(m_attempts.begin(), m_attempts.end(), [](const auto &attempt) {
            return attempt->state() != QAbstractSocket::UnconnectedState;
        });
    if (!m_chosen && !m_addresses.isEmpty()) {
        tryNextAddress();
    } else if (m_chosen || !othersTry) {
        emit ended(socket->error() == QAbstractSocket::ConnectionRefusedError    ? End::Refused
                   : socket->error() == QAbstractSocket::SslHandshakeFailedError ? End::NotVerified
                                                                                 : End::NotReached);
    }
}

QByteArray WebhookPost::request() const
{
    const QUrl target =
        m_url.adjusted(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
    QByteArray path = target.toEncoded();
    if (!path.startsWith('/'))
        path.prepend('/');
    QByteArray host = m_url.host(QUrl::FullyEncoded).toLatin1();
    if (host.contains(':'))
        host = '[' + host + ']';
    if (m_url.port() >= 0)
        host += ':' + QByteArray::number(m_url.port());
    return "POST " + path + " HTTP/1.1\r\nHost: " + host
           + "\r\nUser-Agent: Lockmaster\r\nContent-Type: application/json\r\nContent-Length: "
           + QByteArray::number(m_json.size()) + "\r\nConnection: close\r\n\r\n" + m_json;
}

void WebhookPost::write()
{
    m_chosen->write(request());
}

void WebhookPost::read()
{
    if (m_status > 0 || !m_chosen)
        return;
    m_head += m_chosen->read(longestHead - m_head.size());
    for (qsizetype line = 0; (line = m_head.indexOf('\n')) >= 0;) {
        const int status = statusOf(QByteArrayView(m_head).first(line));
        if (status == 0 || status >= 200) {
            m_status = status;
            emit ended(status == 0 ? End::NotHttp : End::Answered);
            return;
        }
        // One that says that another follows.
        const qsizetype end = m_head.indexOf("\r\n\r\n");
        if (end < 0)
            break;
        m_head.remove(0, end + 4);
    }
    if (m_head.size() >= longestHead)
        emit ended(End::NotHttp);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hookserver.h"

#include <QTcpSocket>
#include <QTimer>

namespace lockmaster::test {

HookServer::HookServer()
{
    m_server.listen(QHostAddress::LocalHost);
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            const auto pending = std::make_shared<QByteArray>();
            connect(socket, &QTcpSocket::readyRead, this,
                    [this, socket, pending] { read(*socket, *pending); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
}

QByteArray HookServer::address(const QByteArray &path) const
{
    return "http://127.0.0.1:" + QByteArray::number(port()) + path;
}

void HookServer::read(QTcpSocket &socket, QByteArray &pending)
{
    pending += socket.readAll();
    const qsizetype end = pending.indexOf("\r\n\r\n");
    if (end < 0)
        return;
    const QByteArray head = pending.first(end);
    qsizetype length = 0;
    for (const QByteArray &line : head.split('\n')) {
        if (line.toLower().startsWith("content-length:"))
            length = line.sliced(15).trimmed().toInt();
    }
    if (pending.size() < end + 4 + length)
        return;
    const int status = m_statuses.isEmpty() ? 200 : m_statuses.takeFirst();
    m_requests.append({head, pending.sliced(end + 4, length), m_silent ? 0 : status});
    pending.clear();
    if (m_silent)
        return;
    if (m_dripping) {
        constexpr int pace = 20;
        socket.write("HTTP/1.1 " + QByteArray::number(status) + " X\r\n\r\n");
        auto *drip = new QTimer(&socket);
        drip->callOnTimeout(&socket, [&socket] { socket.write("."); });
        drip->start(pace);
        return;
    }
    socket.write("HTTP/1.1 " + QByteArray::number(status)
                 + " X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    socket.disconnectFromHost();
}

QList<QByteArray> HookServer::delivered() const
{
    QList<QByteArray> bodies;
    for (const Request &request : m_requests) {
        if (request.answered == 200)
            bodies.append(request.body);
    }
    return bodies;
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/httpget.h"

#include <QTcpSocket>

namespace lockmaster::test {

namespace {

constexpr int patienceMs = 60'000;

} // namespace

HttpAnswer httpGet(quint16 port, const QByteArray &path)
{
    // By the old version: the answer ends with the connection, and comes in one piece.
    return httpAsk(port, "GET " + path + " HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");
}

HttpAnswer httpAsk(quint16 port, const QByteArray &request)
{
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), port);
    HttpAnswer answer;
    if (!socket.waitForConnected(patienceMs))
        return answer;
    socket.write(request);
    QByteArray all;
    while (socket.waitForReadyRead(patienceMs))
        all += socket.readAll();
    all += socket.readAll();
    const qsizetype end = all.indexOf("\r\n\r\n");
    if (end < 0 || !all.startsWith("HTTP/"))
        return answer;
    answer.head = all.first(end);
    answer.body = all.sliced(end + 4);
    answer.status = answer.head.split(' ').value(1).toInt();
    return answer;
}

} // namespace lockmaster::test

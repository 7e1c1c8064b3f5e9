// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QTcpServer>

namespace lockmaster::test {

/**
 * A small web server on loopback that keeps what is posted to it, and answers as it is told. Lives
 * on a thread with an event loop.
 */
class HookServer : public QObject
{
    Q_OBJECT

public:
    HookServer();

    quint16 port() const { return m_server.serverPort(); }
    QByteArray address(const QByteArray &path = "/hook") const;

    /** What the next requests are answered, one after another; 200 once there is none left. */
    void answerWith(const QList<int> &statuses) { m_statuses = statuses; }
    /** From now on requests are read, and never answered. */
    void setSilent(bool silent) { m_silent = silent; }

    /** From now on answers begin as told and never end: a byte comes now and then. */
    void setDripping(bool dripping) { m_dripping = dripping; }

    struct Request {
        QByteArray head;
        QByteArray body;
        int answered = 0;
    };
    const QList<Request> &requests() const { return m_requests; }
    /** The bodies of those that were answered with 200. */
    QList<QByteArray> delivered() const;

private:
    void read(QTcpSocket &socket, QByteArray &pending);

    QTcpServer m_server;
    QList<int> m_statuses;
    QList<Request> m_requests;
    bool m_silent = false;
    bool m_dripping = false;
};

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QSsl>
#include <QString>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

class QSslSocket;

namespace lockmaster::test {

/** The TLS that a server made up by a test offers. */
struct TlsOffer {
    QString certFile;
    QString keyFile;
    QSsl::SslProtocol versions = QSsl::TlsV1_2OrLater;
};

/** What clients sent to such a server: all bytes, those within TLS decrypted. Any thread. */
class Recorder
{
public:
    void note(const QByteArray &bytes, bool encrypted);
    void noteHandshake();

    QByteArray inTheClear() const;
    QByteArray withinTls() const;
    int handshakes() const; ///< that both sides took part in to the end

private:
    mutable std::mutex m_mutex;
    QByteArray m_inTheClear;
    QByteArray m_withinTls;
    int m_handshakes = 0;
};

/**
 * A server that says what a test wants said: accepts on a random loopback port, one client at a
 * time, each handed to a script. Runs on a thread of its own until destroyed.
 */
class RogueServer
{
public:
    /** What a script does with one client. Everything ends early when the server is destroyed. */
    class Client
    {
    public:
        Client(int descriptor, const std::atomic<bool> &ending, Recorder &recorder);
        ~Client();
        Client(const Client &) = delete;
        Client &operator=(const Client &) = delete;
        /** What follows is encrypted. False where the client does not take part in it. */
        bool startTls(const TlsOffer &offer);
        bool send(const QByteArray &bytes);
        /** Waits for bytes of the client, at most so many; empty once it is gone. */
        QByteArray receive(qsizetype most = 1 << 16);
        void pause(std::chrono::milliseconds time);
        /** Until the client hangs up. */
        void stayUntilGone();
        bool isOver() const;
        /** Nothing comes any more, however much is waited for. */
        void close();

    private:
        bool sendPlain(const QByteArray &bytes);
        bool sendEncrypted(const QByteArray &bytes);
        QByteArray receivePlain(qsizetype most);
        QByteArray receiveEncrypted(qsizetype most);

        int m_descriptor;
        const std::atomic<bool> &m_ending;
        Recorder &m_recorder;
        std::unique_ptr<QSslSocket> m_tls;
    };
    using Script = std::function<void(Client &)>;

    /** `path`: a unix socket instead of a port. */
    explicit RogueServer(Script script, const QString &path = {});
    ~RogueServer();

    quint16 port() const { return m_port; }
    const Recorder &recorder() const { return m_recorder; }

private:
    void listen();
    void listenAt(const QString &path);
    void serve();

    Script m_script;
    Recorder m_recorder;
    int m_listener = -1;
    quint16 m_port = 0;
    std::atomic<bool> m_ending{false};
    std::thread m_thread;
};

/**
 * A script that answers a login as an open Redis 7 would, then does `rest`. `versions`: what its
 * INFO says it is.
 */
RogueServer::Script afterLogin(RogueServer::Script rest,
                               const QByteArray &versions = "redis_version:7.0.15");

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace lockmaster::test {

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
        Client(int descriptor, const std::atomic<bool> &ending)
            : m_descriptor(descriptor), m_ending(ending)
        {
        }
        bool send(const QByteArray &bytes);
        /** Waits for bytes of the client; empty once it is gone. */
        QByteArray receive();
        void pause(std::chrono::milliseconds time);
        /** Until the client hangs up. */
        void stayUntilGone();
        bool isOver() const;

    private:
        int m_descriptor;
        const std::atomic<bool> &m_ending;
    };
    using Script = std::function<void(Client &)>;

    explicit RogueServer(Script script);
    ~RogueServer();

    quint16 port() const { return m_port; }

private:
    void serve();

    Script m_script;
    int m_listener = -1;
    quint16 m_port = 0;
    std::atomic<bool> m_ending{false};
    std::thread m_thread;
};

/** A script that answers a login as an open Redis 7 would, then does `rest`. */
RogueServer::Script afterLogin(RogueServer::Script rest);

} // namespace lockmaster::test

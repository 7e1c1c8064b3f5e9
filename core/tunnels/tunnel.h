// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/tunnelspec.h"
#include "core/domain/result.h"
#include "core/platform/worker.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockmaster {

class TunnelProcess;

/** A server as the far end of a tunnel dials it. */
struct TunnelTarget {
    QString host;
    quint16 port = 0;
    QString socketPath; ///< on the far end; wins over host and port

    friend bool operator==(const TunnelTarget &, const TunnelTarget &) = default;
};

/** How a tunnel is doing, for people. */
struct TunnelReport {
    enum class Phase : quint8 {
        Down,     ///< nobody needs it, or it failed
        Starting, ///< its process has not said yet that it is ready
        Asking,   ///< `ssh` waits for the operator's answer
        Up,
    };
    Phase phase = Phase::Down;
    std::optional<Error> failure;    ///< why it is not up; none: it is, or it was not tried yet
    std::optional<Millis> startTook; ///< until it was ready, the last time that it was
    qsizetype targets = 0;           ///< servers that are reached through it
};

class Tunnel;

/** The near end of a tunnel to one server. The tunnel stays up as long as somebody has one. */
class TunnelEnd
{
public:
    TunnelEnd(std::shared_ptr<Tunnel> tunnel, QString socketPath, quint16 port);
    ~TunnelEnd();
    TunnelEnd(const TunnelEnd &) = delete;
    TunnelEnd &operator=(const TunnelEnd &) = delete;

    const QString &socketPath() const { return m_socketPath; } ///< empty: there is a port instead
    quint16 port() const { return m_port; }                    ///< on 127.0.0.1

    /**
     * The same error with what the tunnel's process has had to say since this end was given out:
     * a connection that is reset does not tell that the far end could not connect. Blocks for a
     * moment.
     */
    Error explained(Error error) const;

private:
    const std::shared_ptr<Tunnel> m_tunnel;
    const QString m_socketPath;
    const quint16 m_port;
    const quint64 m_heardBefore;
};

/**
 * One process that leads to servers, started when the first of them is needed, and a thread that
 * looks after it. It is started again when it is needed and has ended, after a while that grows
 * with each failure. It ends when nobody has needed it for half a minute, and with this program,
 * whatever that dies of. All functions: any thread.
 */
class Tunnel final : public std::enable_shared_from_this<Tunnel>
{
public:
    explicit Tunnel(std::unique_ptr<TunnelProcess> process);
    ~Tunnel();
    Tunnel(const Tunnel &) = delete;
    Tunnel &operator=(const Tunnel &) = delete;

    /**
     * The near end for `target`, as soon as it can be connected to. `isGivenUp` is asked every now
     * and then. Errors by kind: Network (what became of the process, in one sentence), Timeout (it
     * is still being started), Config.
     */
    Result<std::shared_ptr<const TunnelEnd>> reach(const TunnelTarget &target, SteadyTime deadline,
                                                   const std::function<bool()> &isGivenUp);
    TunnelReport report() const;
    /** The next `reach()` tries at once what failed. */
    void forgetFailure();

private:
    friend class TunnelEnd;
    struct State;

    void letGo();
    quint64 heardLines() const;
    std::optional<Error> complaintSince(quint64 line, Millis patience) const;

    const std::shared_ptr<State> m_state;
    std::unique_ptr<WorkerThread> m_worker;
};

} // namespace lockmaster

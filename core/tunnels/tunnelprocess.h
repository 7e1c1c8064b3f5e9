// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/supervisedchild.h"
#include "core/tunnels/tunnel.h"

#include <QStringList>

namespace lockmaster {

/** What a tunnel's process has written to its error output: the last lines, within bounds. */
struct TunnelComplaints {
    QStringList lines; ///< the newest last
    quint64 count = 0; ///< of all so far
};

/** Where one target is reached from here. */
struct TunnelNearEnd {
    QString socketPath;
    quint16 port = 0;
};

/** What differs between one way of getting somewhere and another. A tunnel's thread alone. */
class TunnelProcess
{
public:
    virtual ~TunnelProcess() = default;

    virtual QString threadName() const = 0;
    /** What to start. Errors: Config, Network. */
    virtual Result<SupervisedChild::Order> order() = 0;
    /** Whether it leads somewhere by now. `said`: all of its output so far, within bounds. */
    virtual bool isReady(const SupervisedChild &child, const QByteArray &said) = 0;
    /** Whether `isReady()` is to be asked again though nothing was heard. */
    virtual bool isToBeWatched() const = 0;
    /** Leads to one more server; the process is ready. Blocks for a moment. */
    virtual Result<TunnelNearEnd> lead(const TunnelTarget &target) = 0;
    /** Why it ended, in one sentence, as `status` and what it said have it. */
    virtual Error ending(int status, const TunnelComplaints &complaints) const = 0;
    /** Of a line that it wrote while it was up: why a server behind it was not reached. */
    virtual std::optional<Error> complaint(const QString &line) const = 0;
    /** A descriptor by which it asks the operator, to be handed to `takeQuestion()`; -1: none. */
    virtual int questions() const { return -1; }
    /** Somebody asks. True as long as an answer is waited for. */
    virtual bool takeQuestion() { return false; }
    /** The process is gone, and who asked for it. */
    virtual void ended() {}
};

} // namespace lockmaster

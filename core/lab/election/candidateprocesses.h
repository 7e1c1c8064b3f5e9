// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/candidate.h"
#include "core/lab/election/candidatereport.h"
#include "core/lab/servers/keeper.h"

#include <functional>
#include <map>
#include <memory>

namespace lockmaster {

/**
 * The processes of an experiment's candidates, and the socket over which they report and are told.
 * What they send is parsed within bounds; who breaks the format is killed.
 *
 * Lives on one thread; the handlers are called from `serve()`. Every process ends with this object.
 */
class CandidateProcesses
{
public:
    struct Handlers {
        std::function<void(int number, const CandidateReport &)> reported;
        std::function<void(int number)> gone; ///< its last report has been handed over
    };

    /** Errors: Denied (no socket or file in the keeper's directory). */
    static Result<std::unique_ptr<CandidateProcesses>>
    make(std::shared_ptr<Keeper> keeper, CandidateOrder order, Handlers handlers);
    ~CandidateProcesses();
    CandidateProcesses(const CandidateProcesses &) = delete;
    CandidateProcesses &operator=(const CandidateProcesses &) = delete;

    /** Starts a candidate that does not run. @return its pid. Errors: those of `Keeper::run`. */
    Result<qint64> launch(int number, const QString &identity, Millis skew);
    bool runs(int number) const { return m_members.contains(number); }
    /** How many run that have not said a word yet. */
    int unheard() const;

    void signal(int number, int signalNumber);
    /** One of the commands of candidatereport.h, without its newline. */
    void tell(int number, const QByteArray &command);

    /** Waits for reports, or for `wakeUp` to be readable, and hands them over. */
    void serve(int wakeUp, Millis timeout);

private:
    struct Member {
        int child = 0;
        qint64 serial = 0;
        int socket = -1; ///< -1: not heard of yet
    };
    struct Conversation {
        LineBuffer heard;
        int number = 0; ///< 0: it has not said who it is
    };

    CandidateProcesses(std::shared_ptr<Keeper> keeper, Handlers handlers);
    Result<void> open(CandidateOrder order);
    void accept();
    bool hear(int socket, Conversation &conversation);
    bool take(int socket, Conversation &conversation, const QByteArray &line);
    void hangUp(int socket);
    void leave(int number);
    void lookForTheDead();

    std::shared_ptr<Keeper> m_keeper;
    Handlers m_handlers;
    const SteadyTime m_since = std::chrono::steady_clock::now(); ///< nothing happened before
    int m_listener = -1;
    QString m_orderName;
    QString m_socketPath;
    qint64 m_serials = 0;
    std::map<int, Member> m_members;             ///< by number
    std::map<int, Conversation> m_conversations; ///< by socket
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/userlock/sessiontext.h"

namespace lockmaster {

/** What does not change of a session while it lives, written for records. */
struct SessionWords {
    QString user; ///< empty: it was not visible
    QString host;
    Holder holder;       ///< as one who holds a lock; its label is that of a waiter as well
    QByteArray instance; ///< tells this session from any other, also of another start of the server
};

/**
 * The words of the sessions of the last look, so that the next one need not write those anew that
 * live on: there may be thousands. One thread.
 */
class SessionMemory
{
public:
    /** A look at `server` begins: who was not in the last one is forgotten. */
    void beginLook(const QByteArray &server);
    /** The words of a session as it is seen now. Valid until the next call. */
    const SessionWords &wordsOf(const SessionView &view);
    /** As it was last seen; null: it is not remembered. */
    const SessionWords *recall(qint64 connection) const;
    /** Another server may answer from now on. */
    void clear();

private:
    struct Known {
        SessionWords words;
        quint64 seenIn = 0; ///< the look
    };
    QByteArray m_server; ///< its identity
    QHash<qint64, Known> m_known;
    quint64 m_look = 0;
};

} // namespace lockmaster

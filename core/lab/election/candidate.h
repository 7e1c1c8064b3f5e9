// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionround.h"

#include <QByteArrayList>

namespace lockmaster {

/** Everything that the candidates of one experiment have in common. */
struct CandidateOrder {
    BackendSpec backend; ///< what is needed to connect
    Secret password;
    QString table;
    QString lockName;
    Millis period{0};
    Millis lease{0};
    Millis work{0};
    QString socketName; ///< where to report, in the keeper's directory
};

/** Holds a password: for a file of mode 0600 in the keeper's directory, and nowhere else. */
QByteArray writtenOrder(const CandidateOrder &order);
std::optional<CandidateOrder> orderFromText(const QByteArray &text);

/**
 * What `lockmaster-lab candidate ORDERFILE NUMBER IDENTITY SKEW` does: a candidate that lives the
 * reference design of an election in a table, a round in each period from a random moment on, and
 * reports what it believes (`CandidateReport`) to the socket that the order names. `NUMBER` is
 * said in its first report. Its clock is UTC and `SKEW` milliseconds. A round that is late runs at
 * once, those that were missed do not. Ends when it is told to, and when nobody listens any more.
 * @return exit code.
 */
int runCandidate(const QByteArrayList &arguments);

} // namespace lockmaster

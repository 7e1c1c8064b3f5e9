// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockmaster {

/**
 * What a candidate tells its lab, at the moment it happened by the monotonic clock, which all
 * processes of a machine share. One line: `KIND NANOSECONDS VALUE TEXT`, the text percent-encoded.
 */
struct CandidateReport {
    enum class Kind : quint8 {
        Hello,        ///< value: the number the process was started under, see `CandidateOrder`
        Connected,    ///< value: the connection's id
        Led,          ///< the commit of a round that took or renewed the lead
        Waited,       ///< a round found another leading; told when it differs from the one before
        Failed,       ///< a round ended with an error, which is the text
        Disconnected, ///< the same, and the connection is lost
        Working,      ///< the leader's work began
        Rested,       ///< and ended
        Freezing,     ///< it stops itself now; value 1: in a transaction that holds the row
        Woke,         ///< goes on after that
        Stopped,      ///< ends as it was told
    };
    Kind kind = Kind::Hello;
    SteadyTime at{};
    qint64 value = 0;
    QString text = {}; ///< at most `longestText` characters

    static constexpr qsizetype longestText = 300;

    friend bool operator==(const CandidateReport &, const CandidateReport &) = default;
};

/** With its newline. */
QByteArray reportLine(const CandidateReport &report);
/** None for a line, without its newline, that no candidate writes. */
std::optional<CandidateReport> reportFromLine(const QByteArray &line);

/** What a lab tells a candidate: a line each. */
inline constexpr char stopCommand[] = "stop";
inline constexpr char cutCommand[] = "cut";
inline constexpr char freezeCommand[] = "freeze"; ///< between two rounds
inline constexpr char freezeInTransactionCommand[] = "freeze-in-transaction"; ///< at the next one
inline constexpr char skewCommand[] = "skew";                                 ///< and milliseconds
inline constexpr char phaseCommand[] = "phase"; ///< and milliseconds until the next round

/**
 * Takes lines out of bytes as they come from a socket. A line that is longer than any that is
 * written here breaks it.
 */
class LineBuffer
{
public:
    /** False: broken, now and for good. */
    bool add(QByteArrayView bytes);
    /** The next complete line without its newline. */
    std::optional<QByteArray> next();

    static constexpr qsizetype longestLine = 4096;

private:
    QByteArray m_bytes;
    bool m_broken = false;
};

} // namespace lockmaster

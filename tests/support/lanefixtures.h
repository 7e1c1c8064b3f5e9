// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"

namespace lockmaster::test {

/** A candidate that is called as its identity. */
LeaderCandidate makeCandidate(const QByteArray &identity,
                              std::optional<qint64> process = std::nullopt);

/** A reign with a heartbeat at its begin and each `period` after it; open ones beat until `now`. */
std::shared_ptr<const Reign> makeReign(int candidate, LeaderSpan span, Micros period,
                                       SteadyTime now);

/** A minute until `now`: three candidates, the leader killed once and frozen once. */
LeaderHistory twoFailovers(SteadyTime now, ServerTime wallNow);
/** The same with two that both led for a while. */
LeaderHistory withOverlap(SteadyTime now, ServerTime wallNow);
/** The same with a server that did not answer for a while. */
LeaderHistory withUnseen(SteadyTime now, ServerTime wallNow);
/** By the candidates' own reports: work, a frozen leader that woke up, a skewed clock. */
LeaderHistory labTruth(SteadyTime now, ServerTime wallNow);
/** `candidates` that each led for the whole `length` until `now`, one heartbeat a second. */
LeaderHistory longHistory(int candidates, std::chrono::seconds length, SteadyTime now,
                          ServerTime wallNow);
/** `candidates` that took turns for an hour until `now`. */
LeaderHistory manyTurns(int candidates, SteadyTime now, ServerTime wallNow);

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/contention.h"
#include "core/lab/election/electionlab.h"
#include "core/lab/recording/labrecording.h"
#include "core/leaders/leaderwatch.h"

namespace lockmaster::test {

/** Elections as a lab would publish them, made by hand: no processes, no servers. */
struct ElectionSpec {
    int candidates = 3;
    int leader = 2;    ///< who believes to lead; 0: nobody
    int alsoLeads = 0; ///< another that believes it too, frozen; 0: nobody
    int kills = 0;     ///< measured so far
    int wanted = 0;    ///< of so many
    bool running = false;
    ElectionPreset preset = ElectionPreset::AsDescribed;
};

/** About a minute in: 1 led first and was killed, then nobody, then `leader`. */
std::shared_ptr<const ElectionSnapshot> makeElection(const ElectionSpec &spec, const Clock &clock);
/** What a watcher of the same election would have made of it. */
std::shared_ptr<const LeaderWatch> makeElectionWatch(const ElectionSnapshot &snapshot,
                                                     const Clock &clock);

std::vector<ContentionInfo> makeExperiments();
ContentionReport makeContentionReport(const QString &id, int violations);
/** A minute of an election whose leader is killed in its 20th second, taken down as it went on. */
LabRecording makeElectionRecording(const Clock &clock);
/** Three masters that go, each in its way: six clients, 14 s. */
LabRecording makeMastersRecording();
/** Twenty requests, all at once or one after another. */
WorkCourse makeCourse(bool isBroken);

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electionround.h"
#include "core/lab/traffic/program.h"

#include <thread>

namespace lockmaster::traffic {

namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;

constexpr Millis heartbeat = 1s;
constexpr Millis lease = 1200ms;

/**
 * Waits for this candidate's moment just after a full second: the column keeps seconds, so a
 * heartbeat late in one would look old as soon as it is written.
 */
void waitForRound(int number)
{
    const Millis place(30 * number);
    const auto now = system_clock::now() - place;
    std::this_thread::sleep_until(std::chrono::floor<std::chrono::seconds>(now) + heartbeat
                                  + place);
}

} // namespace

void standForElection(Program &program)
{
    BackendSpec backend;
    backend.socketPath = program.accounts().mariaDbSocket;
    backend.user = QStringLiteral("election");
    backend.database = QStringLiteral("sandbox");
    const auto session =
        must(openCandidateSession(endpointOf(backend, program.accounts().electionPassword),
                                  std::chrono::steady_clock::now() + 5s));
    const ElectionTerms terms{.table = QStringLiteral("service_leader_lock"),
                              .lockName = QStringLiteral("scheduler"),
                              .identity =
                                  QStringLiteral("scheduler-6f7d9-%1").arg(program.number()),
                              .lease = lease};
    const auto now = [] { return std::chrono::floor<Micros>(system_clock::now()); };
    for (int round = 1;; ++round) {
        waitForRound(program.number());
        // The design takes an exception for "not acquired".
        if (const auto leads = standInRound(*session, terms, now); !leads && !session->usable())
            giveUp(leads.error());
        program.ready();
        // Now and then a candidate stands still for longer than the lease: another takes over.
        if (round % (40 + 17 * program.number()) == 0)
            Program::sleep(5s);
    }
}

} // namespace lockmaster::traffic

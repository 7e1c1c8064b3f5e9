// SPDX-License-Identifier: Apache-2.0
/*
 * Leader election in a table: every PERIOD each candidate locks the row, and leads if the row is
 * its own, is nobody's, or its heartbeat is older than LEASE. A leader works from its commit to
 * its next round. docs/guide/election.md tells what the checks found; tests/spec/check runs them.
 *
 * Time is discrete and urgent: a tick passes only when nobody can do anything at this moment, so
 * candidates that are not paused are never late. What is abstracted: a round takes no time unless
 * it waits for the row; all clocks agree; the column keeps the moment exactly (a coarser one is a
 * shorter LEASE).
 *
 * PAUSES: how often a candidate may stand still (frozen, swapped out, a long collection), at any
 * step, its transaction and its work included, for any time. DEATHS: how many may die.
 */
#ifndef CANDIDATES
#define CANDIDATES 3
#endif
#ifndef PERIOD
#define PERIOD 2
#endif
#ifndef LEASE
#define LEASE 3
#endif
#ifndef PAUSES
#define PAUSES 0
#endif
#ifndef DEATHS
#define DEATHS 0
#endif

#define NOBODY CANDIDATES
#define EXPIRED (LEASE + 1)

byte owner = NOBODY;  /* as the row says */
byte age = EXPIRED;   /* ticks since the heartbeat in the row; no older than EXPIRED */
byte locked = NOBODY; /* whose transaction has the row */

byte untilRound[CANDIDATES];
bool paused[CANDIDATES];
bool dead[CANDIDATES];
bool believes[CANDIDATES]; /* it leads, as far as it knows */

byte pauses = PAUSES;
byte deaths = DEATHS;
byte vacant = 0; /* ticks without anybody at work */

byte k;
byte workers;

/* A paused leader does nothing; it goes on as soon as it wakes, whatever happened meanwhile. */
inline count_workers()
{
    workers = 0;
    for (k : 0 .. CANDIDATES - 1) {
        workers = workers + (believes[k] && !paused[k] && !dead[k])
    }
    k = 0
}

proctype candidate(byte me)
{
    do
    :: dead[me] -> break
    :: atomic {
           !dead[me] && !paused[me] && untilRound[me] == 0 && locked == NOBODY;
           locked = me /* SELECT ... FOR UPDATE */
       }
        /* Here it may be paused with the row locked. Its death ends the transaction. */
        atomic {
            if
            :: dead[me] -> skip
            :: !dead[me] && !paused[me] ->
                believes[me] = (owner == me || owner == NOBODY || age == EXPIRED);
                if
                :: believes[me] -> owner = me; age = 0; vacant = 0
                :: else -> skip
                fi;
                locked = NOBODY; /* COMMIT */
                untilRound[me] = PERIOD;
                count_workers();
                assert(workers <= 1) /* no two at work */
            fi
        }
    od
}

/* Nobody can act now: paused, dead, between two rounds, or waiting for a row that is not let go. */
inline time_may_pass()
{
    k = 0;
    do
    :: k < CANDIDATES && (paused[k] || dead[k] || untilRound[k] > 0
                          || (locked != NOBODY && locked != k)) -> k++
    :: else -> break
    od
}

active proctype time()
{
    do
    :: atomic {
        time_may_pass();
        if
        :: k == CANDIDATES ->
            for (k : 0 .. CANDIDATES - 1) {
                if
                :: !paused[k] && !dead[k] && untilRound[k] > 0 -> untilRound[k]--
                :: else -> skip
                fi
            }
            age = (age == EXPIRED -> age : age + 1);
            count_workers();
            vacant = (workers > 0 -> 0 : (vacant < 255 -> vacant + 1 : vacant));
#if PAUSES == 0
            /* The next leader is there a lease and a round after the last heartbeat. */
            assert(vacant <= LEASE + 1 + PERIOD)
#endif
        :: else -> skip
        fi;
        k = 0
    }
    od
}

active proctype chance()
{
    byte who;
    do
    :: pauses > 0 ->
        select(who : 0 .. CANDIDATES - 1);
        atomic { pauses--; paused[who] = true };
        atomic {
            paused[who] = false; /* whenever it comes */
            count_workers();
            assert(workers <= 1)
        }
    :: deaths > 0 ->
        select(who : 0 .. CANDIDATES - 1);
        atomic {
            deaths--;
            dead[who] = true;
            believes[who] = false;
            locked = (locked == who -> NOBODY : locked)
        }
    od
}

init
{
    byte phase;
    byte i;
    for (i : 0 .. CANDIDATES - 1) {
        select(phase : 0 .. PERIOD - 1);
        untilRound[i] = phase
    }
    atomic {
        for (i : 0 .. CANDIDATES - 1) {
            run candidate(i)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

/// What both sides of an experiment have to know: names that a sandbox's profile shows and its
/// traffic does not use, and the designs' times, made short.
namespace lockmaster::plan {

using namespace std::chrono_literals;

inline constexpr char cardsUnlocked[] = "cards-unlocked";
inline constexpr char cardsPooled[] = "cards-pooled";
inline constexpr char cards[] = "cards";
inline constexpr char minuteJob[] = "minute-job";
inline constexpr char order[] = "order";
inline constexpr char coupon[] = "coupon";
inline constexpr char masterPlanned[] = "master-planned";
inline constexpr char masterKilled[] = "master-killed";
inline constexpr char masterFrozen[] = "master-frozen";

// B: at most two cards for a user.
inline constexpr char cardsTable[] = "contention_cards";
inline constexpr char cardsUser[] = "user:77";
inline constexpr char cardsLock[] = "user:77:card";
inline constexpr int cardsAllowed = 2;
inline constexpr Millis cardsRacePause = 500ms; ///< between count and insert, where all race
inline constexpr Millis cardsTurnPause = 150ms; ///< the same, where they take turns
inline constexpr int cardsPooledWait = 2;       ///< seconds of GET_LOCK
inline constexpr int cardsDedicatedWait = 10;
inline constexpr Millis cardsLeakShown = 1500ms;
/** Fewer connections than requests, as in any pool. */
constexpr int cardsPoolSize(int requests)
{
    return requests / 2;
}

// A: a job that runs every minute, here every three seconds.
inline constexpr char jobName[] = "minute-job";
inline constexpr Millis jobPeriod = 3s;
inline constexpr int jobPeriods = 2;
inline constexpr Millis jobHold = 1s;
inline constexpr Millis jobWork = 600ms;
inline constexpr Millis jobStarts = 200ms;    ///< within which the machines start it
inline constexpr Millis jobPastSecond = 50ms; ///< a period begins so long after a full second

// C: an order with a lock of five seconds, here of 0.8.
inline constexpr char orderKey[] = "product:2002";
inline constexpr Millis orderLease = 800ms;
inline constexpr Millis orderShortest = 1100ms;
inline constexpr Millis orderLongest = 1500ms;

// E: a coupon with a lease of one second.
inline constexpr char couponKey[] = "coupon:grand-opening";
inline constexpr Millis couponLease = 1s;
inline constexpr Millis couponShortest = 1250ms;
inline constexpr Millis couponLongest = 1600ms;

/** Between the orders, or the coupons, of one shop. */
inline constexpr Millis shopRestShortest = 150ms;
inline constexpr Millis shopRestLongest = 350ms;
/** Nobody begins an order or a coupon later than so long after the start. */
inline constexpr Millis shopHours = 4s;

// Locks that are taken all the time at a group's master, and kept, while another takes its place.
inline constexpr char groupKeys[] = "lab:group:"; ///< and then client and number
inline constexpr Millis groupLease = 120s;
inline constexpr Millis groupRest = 8ms;     ///< between two locks of a client
inline constexpr Millis groupQuiet = 1500ms; ///< before anything happens
inline constexpr Millis groupSleep = 1500ms; ///< from when another is named until the old one wakes
inline constexpr Millis groupLongest = 15s;  ///< until an old master that lives hears of it
inline constexpr Millis groupAfter = 1s;     ///< goes on so long when all has happened
/** Some clients wait for an answer as good as for ever, some ask for the master again soon. */
inline constexpr Millis groupPatient = 20s;
inline constexpr Millis groupImpatient = 1s;

} // namespace lockmaster::plan

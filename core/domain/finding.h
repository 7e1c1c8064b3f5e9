// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace lockmaster {

/** The closed list of diagnoses; it grows only with the documented schema version. */
enum class FindingId : quint8 {
    NoExpiry,         ///< `no-expiry`: nothing but its holder ends this lock
    UnsignedOwner,    ///< `unsigned-owner`: the value names no owner, anyone's release fits
    ExpiredNotTaken,  ///< `expired-not-taken`: free to take for a while, and nobody did
    SleepingHolder,   ///< `sleeping-holder`: held by a session that has run nothing for long
    ZeroLease,        ///< `zero-lease`: granted for no time at all
    ClockMismatch,    ///< `clock-mismatch`: the data contradict the clock in the profile
    NameCut,          ///< `name-cut`: the server shows only the start of the name
    RowLockSuspected, ///< `row-lock-suspected`: an open transaction holds the table; maybe this row
    LeaseMargin, ///< `lease-margin`: a leader's lease is hardly longer than its heartbeat's period
    Flapping,    ///< `flapping`: the lead changes hands again and again
    VacantTooLong,  ///< `vacant-too-long`: nobody has led for longer than a lease
    RenewedTooFast, ///< `renewed-too-fast`: two processes seem to lead under one identity
    ManyHosts,      ///< `many-hosts`: one identity's heartbeats come from several client hosts
    TwoLeaders,     ///< `two-leaders`: two believed to lead at the same time, or may have
    InvalidTime,    ///< `invalid-time`: the time of the row is none, such as a zero date
    OddCount,       ///< `odd-count`: a number that its library never writes
    LeftBehind,     ///< `left-behind`: rows of a holder that is gone are there still
    RepeatedName,   ///< `repeated-name`: several rows of the table have this name
    LostInFailover, ///< `lost-in-failover`: its holder believes to have it, and the master has it
                    ///< not
    Minority,       ///< `minority`: fewer servers have it than it takes to hold it
    TwoHolders,     ///< `two-holders`: another one may believe to hold it until its lease is over
};

inline constexpr std::array allFindingIds = {
    FindingId::NoExpiry,       FindingId::UnsignedOwner,    FindingId::ExpiredNotTaken,
    FindingId::SleepingHolder, FindingId::ZeroLease,        FindingId::ClockMismatch,
    FindingId::NameCut,        FindingId::RowLockSuspected, FindingId::LeaseMargin,
    FindingId::Flapping,       FindingId::VacantTooLong,    FindingId::RenewedTooFast,
    FindingId::ManyHosts,      FindingId::TwoLeaders,       FindingId::InvalidTime,
    FindingId::OddCount,       FindingId::LeftBehind,       FindingId::RepeatedName,
    FindingId::LostInFailover, FindingId::Minority,         FindingId::TwoHolders,
};

/** The word of the contract, e.g. `no-expiry`. */
QString findingName(FindingId id);
std::optional<FindingId> findingFromName(QStringView name);

/** A diagnosis and what it rests on. */
struct Finding {
    FindingId id = FindingId::NoExpiry;
    QString evidence; ///< one or two sentences with the figures seen; plain text, translated

    friend bool operator==(const Finding &, const Finding &) = default;
};

} // namespace lockmaster

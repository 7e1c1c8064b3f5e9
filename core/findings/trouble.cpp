// SPDX-License-Identifier: Apache-2.0
#include "core/findings/trouble.h"

#include <initializer_list>

namespace lockmaster {

namespace {

constexpr quint32 bitsOf(std::initializer_list<FindingId> ids)
{
    quint32 bits = 0;
    for (const FindingId id : ids)
        bits |= quint32(1) << int(id);
    return bits;
}

constexpr quint32 conflicts =
    bitsOf({FindingId::TwoHolders, FindingId::TwoLeaders, FindingId::LostInFailover,
            FindingId::RenewedTooFast, FindingId::RepeatedName, FindingId::Minority});
/** The server or the format is so, and nothing happened to this lock. */
constexpr quint32 descriptions =
    bitsOf({FindingId::UnsignedOwner, FindingId::NameCut, FindingId::LeaseMargin});

} // namespace

Trouble troubleOf(const PackedLock &lock)
{
    const quint32 findings = lock.findings();
    if (findings & conflicts)
        return Trouble::Conflict;
    if (lock.state() == LockState::Blocked || lock.hasFinding(FindingId::VacantTooLong))
        return Trouble::Blocked;
    if (findings & ~descriptions)
        return Trouble::Finding;
    if (lock.state() == LockState::Unknown)
        return Trouble::Unknown;
    return lock.waiterCount().value_or(0) > 0 ? Trouble::Waited : Trouble::None;
}

Trouble troubleOf(FindingId id)
{
    const quint32 finding = bitsOf({id});
    if (finding & conflicts)
        return Trouble::Conflict;
    if (id == FindingId::VacantTooLong)
        return Trouble::Blocked;
    return finding & descriptions ? Trouble::None : Trouble::Finding;
}

} // namespace lockmaster

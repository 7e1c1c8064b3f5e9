// SPDX-License-Identifier: Apache-2.0
#include "core/owners/owners.h"

#include "core/domain/redisglob.h"
#include "core/text/literaltext.h"

#include <algorithm>
#include <array>
#include <map>

namespace lockmaster {

namespace {

constexpr std::array basisNames = {"rule", "host", "process", "address", "session", "text"};

bool fits(const OwnerRule &rule, const QByteArray &text)
{
    return !text.isEmpty()
           && std::any_of(
               rule.patterns.begin(), rule.patterns.end(),
               [&text](const QByteArray &pattern) { return redisGlobMatches(pattern, text); });
}

/** What is known of somebody, whether it holds or waits. */
struct Known {
    const HolderDetail &detail;
    QByteArray raw; ///< as stored; empty: it is not, or may be anybody's
    const QString &backend;
};

std::optional<OwnerId> identityOf(const Known &known, const std::vector<OwnerRule> &rules)
{
    const HolderDetail &detail = known.detail;
    // Who waits is written nowhere as it would sign.
    const QByteArray process = detail.process.toUtf8();
    const QByteArray ofThread = process.isEmpty() || detail.thread.isEmpty()
                                    ? QByteArray()
                                    : process + ':' + detail.thread.toUtf8();
    for (const OwnerRule &rule : rules) {
        if (fits(rule, known.raw) || fits(rule, detail.host.toUtf8()) || fits(rule, process)
            || fits(rule, ofThread))
            return OwnerId{OwnerBasis::Rule, rule.name.toUtf8()};
    }
    const bool isSession = detail.connectionId.has_value();
    if (detail.tellsHost() && !isSession)
        return OwnerId{OwnerBasis::Host, detail.host.toUtf8()};
    if (!process.isEmpty())
        return OwnerId{OwnerBasis::Process, process};
    if (detail.tellsHost())
        return OwnerId{OwnerBasis::Address, detail.host.toUtf8()};
    if (isSession)
        return OwnerId{OwnerBasis::Session,
                       known.backend.toUtf8() + " #" + QByteArray::number(*detail.connectionId)};
    if (!known.raw.isEmpty())
        return OwnerId{OwnerBasis::Text, known.raw};
    return std::nullopt;
}

template<class List, class Value>
void note(List &list, const Value &value)
{
    constexpr qsizetype most = 8;
    if (qsizetype(list.size()) < most && std::find(list.begin(), list.end(), value) == list.end())
        list.push_back(value);
}

void noteText(QStringList &list, const QString &text)
{
    if (!text.isEmpty())
        note(list, literalText(text));
}

void noteDetail(Owner &owner, const HolderDetail *detail)
{
    if (!detail)
        return;
    noteText(owner.hosts, detail->host);
    noteText(owner.users, detail->user);
    noteText(owner.programs, detail->program);
    if (detail->pid)
        note(owner.pids, *detail->pid);
}

/** Once, where it stands twice among the holders or waiters of one lock. */
void noteLock(std::vector<const LockRecord *> &locks, const LockRecord &lock)
{
    if (locks.empty() || locks.back() != &lock)
        locks.push_back(&lock);
}

const HolderDetail nothingKnown;

} // namespace

QString OwnerId::name() const
{
    return literalText(key);
}

QString ownerBasisName(OwnerBasis basis)
{
    return QString::fromLatin1(basisNames.at(size_t(basis)));
}

std::optional<OwnerId> ownerOf(const LockRecord &lock, const Holder &holder,
                               const std::vector<OwnerRule> &rules)
{
    // What anybody would write, and a text that is longer than what is known of it, tell nobody.
    const bool signs = !holder.truncated() && !lock.hasFinding(FindingId::UnsignedOwner);
    return identityOf({holder.detail ? *holder.detail : nothingKnown,
                       signs ? holder.raw : QByteArray(), lock.id.source->backend},
                      rules);
}

std::optional<OwnerId> ownerOf(const HolderDetail &session, const QString &backend,
                               const std::vector<OwnerRule> &rules)
{
    return identityOf({session, {}, backend}, rules);
}

std::optional<OwnerId> ownerOf(const LockRecord &lock, const Waiter &waiter,
                               const std::vector<OwnerRule> &rules)
{
    if (!waiter.detail)
        return std::nullopt;
    return ownerOf(*waiter.detail, lock.id.source->backend, rules);
}

std::set<OwnerId> ownersCalled(const QString &name, const std::set<OwnerId> &owners)
{
    std::set<OwnerId> called;
    const QByteArray key = name.toUtf8();
    std::copy_if(owners.begin(), owners.end(), std::inserter(called, called.end()),
                 [&key](const OwnerId &id) { return id.key == key; });
    if (!called.empty())
        return called;
    std::copy_if(owners.begin(), owners.end(), std::inserter(called, called.end()),
                 [&name](const OwnerId &id) { return id.name() == name; });
    return called;
}

OwnersFound ownersAmong(const std::vector<const LockRecord *> &locks,
                        const std::vector<OwnerRule> &rules)
{
    OwnersFound found;
    std::map<OwnerId, Owner> owners;
    const auto ownerWith = [&owners](const OwnerId &id, const HolderDetail *detail) -> Owner & {
        Owner &owner = owners[id];
        owner.id = id;
        noteDetail(owner, detail);
        return owner;
    };
    for (const LockRecord *lock : locks) {
        for (const Waiter &waiter : lock->waiters.list) {
            if (const auto id = ownerOf(*lock, waiter, rules))
                noteLock(ownerWith(*id, waiter.detail.get()).waits, *lock);
        }
        if (lock->state == LockState::Unknown)
            ++found.unknown;
        if (!isHeld(lock->state))
            continue;
        bool anyKnown = false;
        for (const Holder &holder : lock->holders) {
            const auto id = ownerOf(*lock, holder, rules);
            if (!id)
                continue;
            anyKnown = true;
            Owner &owner = ownerWith(*id, holder.detail.get());
            noteLock(owner.holds, *lock);
            if (lock->heldSince && (!owner.oldest || *lock->heldSince < *owner.oldest))
                owner.oldest = lock->heldSince;
        }
        found.heldByNobodyKnown += anyKnown ? 0 : 1;
    }
    for (auto &[id, owner] : owners)
        found.owners.push_back(std::move(owner));
    std::stable_sort(found.owners.begin(), found.owners.end(), [](const Owner &a, const Owner &b) {
        return a.holds.size() != b.holds.size() ? a.holds.size() > b.holds.size()
                                                : a.waits.size() > b.waits.size();
    });
    return found;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/filter.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/lockuse.h"

#include <algorithm>

// The filter line: two texts, the second one after a byte 0xFF.

namespace lockmaster::fuzz {

namespace {

using namespace std::chrono_literals;

PackedLock lockOf(LockState state, const QByteArray &name, const QByteArray &owner)
{
    LockRecord lock;
    lock.id.source = std::make_shared<const SourceId>(SourceId{
        QStringLiteral("billing-db"), QStringLiteral("dist_lock"), QStringLiteral("billing")});
    lock.id.name = name;
    lock.state = state;
    Holder holder;
    holder.raw = owner;
    holder.rawBytes = owner.size();
    holder.label = QString::fromUtf8(owner);
    lock.holders = {holder};
    lock.heldSince = here - 90s;
    lock.waiters.count = 3;
    lock.lease.hasExpiry = true;
    lock.lease.expiresAt = now;
    lock.lease.deadline = here + 4s;
    return PackedLock(lock);
}

const std::vector<PackedLock> &someLocks()
{
    static const std::vector<PackedLock> locks = {
        lockOf(LockState::Held, "nightly-job", "web-3"),
        lockOf(LockState::Blocked, "a \"quoted\\ one\n", "\xff\xfe"),
        lockOf(LockState::Expired, "잠금", ""),
    };
    return locks;
}

void checkError(const FilterError &error, const QString &text)
{
    require(error.position >= 0 && error.length >= 0
                && error.position + error.length <= text.size(),
            "an error beyond the text");
    require(!error.message.isEmpty(), "a refusal without words");
}

/** Terms side by side are both true of what matches. */
void join(const Filter &a, const Filter &b)
{
    const auto both = Filter::parse(a.text() + u' ' + b.text());
    require(both.has_value(), "two filters are none");
    for (const PackedLock &lock : someLocks())
        require(both->matches(lock, here) == (a.matches(lock, here) && b.matches(lock, here)),
                "two filters mean something else together");
}

/** In quotes any text is looked for as it is, and a minus turns that round. */
void quote(const QString &text)
{
    QString quoted = text;
    quoted.replace(u'\\', QLatin1StringView("\\\\")).replace(u'"', QLatin1StringView("\\\""));
    quoted = QStringLiteral("name:\"") + quoted + u'"';
    const auto filter = Filter::parse(quoted);
    require(filter.has_value() || text.isEmpty(), "a text in quotes is refused");
    if (!filter)
        return;
    const PackedLock lock = lockOf(LockState::Held, "<" + text.toUtf8() + ">", "web-3");
    require(filter->matches(lock, here), "a text in quotes is not found");
    const auto negated = Filter::parse(u'-' + quoted);
    require(negated && !negated->matches(lock, here), "a minus does not turn it round");
    const auto exact = Filter::parse(Filter::exactTerm(u"name", {text}));
    require(exact.has_value(), "an exact text is refused");
    require(!exact->matches(lock, here), "an exact text is found in a longer one");
    require(exact->matches(lockOf(LockState::Held, text.toUtf8(), "web-3"), here),
            "an exact text is not found");
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Parts parts(bytesOf(data, size));
    const QString one = QString::fromUtf8(parts.next());
    const QString two = QString::fromUtf8(parts.next());
    quote(one);
    (void)Filter::completions(one, {QStringLiteral("billing-db")}, {QStringLiteral("dist_lock")});
    const auto a = Filter::parse(one);
    const auto b = Filter::parse(two);
    if (!a)
        checkError(a.error(), one);
    if (!b)
        checkError(b.error(), two);
    if (a && b)
        join(*a, *b);
    return 0;
}

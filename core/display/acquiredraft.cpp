// SPDX-License-Identifier: Apache-2.0
#include "core/display/acquiredraft.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/monitor/lockjson.h"
#include "core/systems/registry/registry.h"
#include "core/domain/error.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

std::optional<Millis> millisOf(const QString &text)
{
    const auto time = durationFromText(text.trimmed());
    if (!time)
        return std::nullopt;
    return std::chrono::ceil<Millis>(*time);
}

/** `--config`: needs no quotes. */
bool isOption(const QString &word)
{
    return word.startsWith(QLatin1StringView("--"))
           && std::all_of(word.begin(), word.end(),
                          [](QChar c) { return c == u'-' || (c >= u'a' && c <= u'z'); });
}

} // namespace

std::vector<AcquirePlace> acquirePlaces(const std::vector<BackendSpec> &backends)
{
    std::vector<AcquirePlace> places;
    for (const BackendSpec &backend : backends) {
        for (const LockSystem *system : lockSystems()) {
            const SystemInfo info = system->info();
            if (info.kind != backend.kind || !backend.watches(info.id))
                continue;
            if (const auto form = system->acquireForm(backend))
                places.push_back(
                    {backend, info, *form, [system, backend](const AcquireRequest &request) {
                         return system->check(request, backend);
                     }});
        }
    }
    return places;
}

QByteArray AcquireDraft::scratchPrefix()
{
    return QByteArrayLiteral("lockmaster-test:");
}

QByteArray AcquireDraft::scratchName()
{
    return scratchPrefix() + qEnvironmentVariable("USER", QStringLiteral("me")).toUtf8();
}

bool AcquireDraft::canBeTyped(const QByteArray &name)
{
    return name.isValidUtf8() && literalText(name) == QString::fromUtf8(name);
}

bool AcquireDraft::needsTypedName() const
{
    return isProduction() && !name.startsWith(scratchPrefix());
}

QString AcquireDraft::nameToType() const
{
    return literalText(name);
}

AcquireProblem AcquireDraft::nameProblem() const
{
    if (name.isEmpty())
        return {tr("Give the lock a name."), true};
    const qint64 most = place.form.mostNameBytes;
    if (most > 0 && name.size() > most)
        return {tr("A name has at most %1 bytes here; this one has %2.").arg(most).arg(name.size()),
                false};
    return {};
}

AcquireProblem AcquireDraft::timeProblem() const
{
    const QString form = tr("Write a time like 500ms, 30s, 5m or 1h.");
    if (place.form.hasTtl) {
        if (ttl.trimmed().isEmpty())
            return {tr("Give a TTL, e.g. 30s."), true};
        const auto time = millisOf(ttl);
        if (!time)
            return {tr("The TTL is not a time. %1").arg(form), false};
        if (*time <= Millis(0))
            return {tr("A TTL of nothing would end at once."), false};
    }
    if (!wait.trimmed().isEmpty() && !millisOf(wait))
        return {tr("How long to wait is not a time. %1").arg(form), false};
    if (holdForAWhile) {
        const auto time = millisOf(hold);
        if (hold.trimmed().isEmpty())
            return {tr("Say how long to hold it, e.g. 10m."), true};
        if (!time || *time <= Millis(0))
            return {tr("How long to hold it is not a time. %1").arg(form), false};
    }
    return {};
}

AcquireProblem AcquireDraft::systemProblem() const
{
    if (!place.check)
        return {};
    const auto checked = place.check(order().request);
    if (checked)
        return {};
    return {literalText(errorText(checked.error())), false};
}

AcquireProblem AcquireDraft::problem() const
{
    if (place.backend.name.isEmpty())
        return {tr("None of the servers shown has locks that can be taken from here."), false};
    if (AcquireProblem found = nameProblem(); !found.text.isEmpty())
        return found;
    if (AcquireProblem found = timeProblem(); !found.text.isEmpty())
        return found;
    if (AcquireProblem found = systemProblem(); !found.text.isEmpty())
        return found;
    if (!writable)
        return {tr("%1 is read-only now.").arg(literalText(place.backend.name)), false};
    if (isProduction() && isBlank(reason))
        return {tr("A production server wants a reason."), true};
    // An empty text never matches, whatever it is compared with.
    if (needsTypedName() && (typedName.isEmpty() || typedName != nameToType()))
        return {tr("Type the lock's name once more to confirm."), true};
    return {};
}

HoldOrder AcquireDraft::order() const
{
    HoldOrder order;
    order.backend = place.backend;
    order.system = place.system.id;
    order.request.source = source;
    order.request.name = name;
    order.request.variant = variant;
    if (place.form.hasOwner)
        order.request.owner = owner.trimmed().toUtf8();
    if (place.form.hasTtl)
        order.request.ttl = millisOf(ttl);
    order.wait = millisOf(wait).value_or(Millis(0));
    if (holdForAWhile)
        order.hold = millisOf(hold);
    order.reason = reason.trimmed();
    return order;
}

bool AcquireDraft::waits() const
{
    return millisOf(wait).value_or(Millis(0)) > Millis(0);
}

QString AcquireDraft::command(const QStringList &origin) const
{
    if (!canBeTyped(name))
        return {};
    QString text = QStringLiteral("lockctl acquire");
    for (const QString &word : origin)
        text += u' ' + (isOption(word) ? word : shellQuoted(word));
    const auto add = [&text](QLatin1StringView option, const QString &value) {
        if (!value.isEmpty())
            text += u' ' + option + u' ' + shellQuoted(value);
    };
    const auto addTime = [&text](QLatin1StringView option, const QString &value) {
        if (const auto time = millisOf(value); time && *time > Millis(0))
            text += u' ' + option + u' ' + durationProfileText(*time);
    };
    add(QLatin1StringView("--backend"), literalText(place.backend.name));
    text += QStringLiteral(" --system ") + place.system.id;
    if (place.form.sources.size() > 1)
        add(QLatin1StringView("--source"), literalText(source));
    if (place.form.variants.size() > 1)
        add(QLatin1StringView("--variant"), variant);
    add(QLatin1StringView("--name"), QString::fromUtf8(name));
    if (place.form.hasOwner)
        add(QLatin1StringView("--owner"), literalText(owner.trimmed()));
    if (place.form.hasTtl)
        addTime(QLatin1StringView("--ttl"), ttl);
    addTime(QLatin1StringView("--wait"), wait);
    if (holdForAWhile)
        addTime(QLatin1StringView("--hold"), hold);
    add(QLatin1StringView("--reason"), literalText(reason.trimmed()));
    if (place.backend.readOnly)
        text += QStringLiteral(" --allow-writes");
    return text;
}

LockPointer AcquireDraft::seen(const ViewSnapshot &view) const
{
    if (name.isEmpty())
        return nullptr;
    const QString from = source.isEmpty() ? place.form.sources.value(0) : source;
    const BackendSnapshot *backend = view.backend(place.backend.name);
    if (!backend)
        return nullptr;
    for (const auto &lock : backend->locks) {
        const SourceId &at = *lock.source();
        if (lock.name() == name && at.system == place.system.id
            && (from.isEmpty() || at.name == from))
            return lock.record();
    }
    return nullptr;
}

QString AcquireDraft::note(const LockRecord &seen, SteadyTime now) const
{
    const QString holder = LockText::owner(seen);
    switch (seen.state) {
    case LockState::Free: return tr("Seen here, and held by nobody.");
    case LockState::Expired: return tr("Its lease by %1 is over: it can be taken.").arg(holder);
    case LockState::Blocked:
        return tr("An open transaction has locked its row: nobody can take it now.");
    case LockState::Unknown: return tr("Seen here before; nothing is known of it now.");
    case LockState::Held: break;
    }
    const auto left = seen.lease.hasExpiry && seen.ttlAt(now) ? LockText::ttl(seen, now)
                                                              : tr("without an expiry");
    return waits() ? tr("Held by %1 (%2): you would wait.").arg(holder, left)
                   : tr("Held by %1 (%2): you would not get it.").arg(holder, left);
}

} // namespace lockmaster

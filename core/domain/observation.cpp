// SPDX-License-Identifier: Apache-2.0
#include "core/domain/observation.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockmaster {

QString serverRoleText(const ServerInfo &server)
{
    if (server.replica)
        return Words::tr("replica: what it shows may lag");
    QStringList parts;
    if (server.readOnly)
        parts << Words::tr("takes no writes now (read_only is on)");
    if (server.group)
        parts << server.group->role;
    return parts.join(QStringLiteral(", "));
}

void doubtFree(Observation &seen)
{
    for (LockRecord &record : seen.records) {
        const bool isSure =
            seen.sureSlots && seen.sureSlots->test(size_t(redisSlot(record.id.name)));
        if (record.state == LockState::Free && !isSure)
            record.state = LockState::Unknown;
    }
}

QString updateKindName(UpdateKind kind)
{
    switch (kind) {
    case UpdateKind::Polled: return QStringLiteral("polled");
    case UpdateKind::Tracking: return QStringLiteral("tracking");
    case UpdateKind::Notifications: return QStringLiteral("notifications");
    }
    return {};
}

namespace {

/** Without it everything is seen all the same, only for more of the server's time. */
bool isThrift(const Capability &capability)
{
    return capability.id == u"redis.push";
}

} // namespace

QString notDecodedText(const std::vector<NotDecoded> &kinds)
{
    QStringList parts;
    for (const NotDecoded &kind : kinds) {
        const QString count = QString::number(kind.count);
        const QString type = kind.type.isEmpty() ? Words::tr("not known") : literalText(kind.type);
        parts << (kind.start.isEmpty() ? Words::tr("%1 of type %2").arg(count, type)
                                       : Words::tr("%1 of type %2 like %3*")
                                             .arg(count, type, literalText(kind.start)));
    }
    return parts.join(QStringLiteral(", "));
}

namespace {

/** One of its words says so: `app-lock:` and `jobLocks:`, and not `clock:` or `release:`. */
bool saysLock(const QString &start)
{
    static const QStringList words =
        QStringLiteral("lock dlock distlock redlock mutex lease leader "
                       "semaphore")
            .split(u' ');
    static const QRegularExpression word(QStringLiteral("[A-Z]?[a-z]+|[A-Z]+(?![a-z])"));
    for (auto it = word.globalMatch(start); it.hasNext();) {
        const QString each = it.next().captured().toLower();
        if (words.contains(each) || (each.endsWith(u's') && words.contains(each.chopped(1))))
            return true;
    }
    return false;
}

} // namespace

std::optional<SuggestedPattern> suggestedPattern(const std::vector<NotDecoded> &kinds)
{
    // A pattern is pasted: nothing that a URL, TOML or a glob takes for something else.
    const auto mayStand = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9')
               || QStringView(u":/._-").contains(c);
    };
    std::optional<SuggestedPattern> first;
    for (const NotDecoded &kind : kinds) {
        if (kind.type != u"string" || kind.start.isEmpty()
            || !std::all_of(kind.start.begin(), kind.start.end(), mayStand))
            continue;
        const bool looksLikeLocks = saysLock(kind.start);
        if (!first || looksLikeLocks)
            first = {kind.start + u'*', kind.count, looksLikeLocks};
        if (looksLikeLocks)
            break;
    }
    return first;
}

QString notDecodedRemedy(const std::vector<NotDecoded> &kinds)
{
    const auto found = suggestedPattern(kinds);
    if (!found) {
        const bool nameless = std::any_of(kinds.begin(), kinds.end(), [](const NotDecoded &kind) {
            return kind.type == u"string" && kind.start.isEmpty();
        });
        return nameless ? Words::tr("If some of them are locks, name a pattern that matches their "
                                    "names: match in the profile or URL. Only keys that a pattern "
                                    "matches are looked at then.")
                        : QString();
    }
    return Words::tr(
               "If some of them are locks, name their pattern: match = [\"%1\"] in the "
               "profile, or match=%1 in the URL. Only keys that a pattern matches are looked at "
               "then.")
        .arg(found->pattern);
}

bool Examination::allThere() const
{
    return problems.empty()
           && std::all_of(capabilities.begin(), capabilities.end(),
                          [](const Capability &capability) {
                              return capability.available || isThrift(capability);
                          });
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keyformat/keyformatsystem.h"

#include "core/formats/formatwords.h"
#include "core/systems/keyformat/keyformat.h"
#include "core/systems/keyformat/keyformatticket.h"
#include "core/systems/keys/keylook.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

SystemInfo KeyFormatSystem::info() const
{
    return {m_format->id, m_format->title, inOurLanguage(m_format->description),
            BackendKind::Redis};
}

void KeyFormatSystem::contribute(const BackendSpec &, SourceSet &sources) const
{
    sources.redisFormats.push_back(std::make_unique<KeyFormat>(m_format));
}

QStringList KeyFormatSystem::lookCommands(const LockRecord &record,
                                          const BackendSpec &backend) const
{
    using Type = FormatKeys::Type;
    const auto shape =
        std::find_if(m_format->keys.begin(), m_format->keys.end(),
                     [&record](const FormatKeys &keys) { return keys.version == record.variant; });
    if (shape == m_format->keys.end())
        return {};
    switch (shape->type) {
    case Type::String: return keyLook(backend, "GET", record.id.name);
    case Type::Hash: return keyLook(backend, "HGETALL", record.id.name);
    case Type::SortedSet:
        return keyLook(backend, "ZRANGE", record.id.name, {"0", "-1", "WITHSCORES"});
    case Type::Set: return keyLook(backend, "SMEMBERS", record.id.name);
    }
    Q_UNREACHABLE();
}

std::vector<LockAction> KeyFormatSystem::actions(const LockRecord &record) const
{
    if (record.state == LockState::Unknown || record.state == LockState::Free)
        return {};
    const auto shape =
        std::find_if(m_format->keys.begin(), m_format->keys.end(),
                     [&record](const FormatKeys &keys) { return keys.version == record.variant; });
    if (shape == m_format->keys.end())
        return {};
    const FormatRelease &release = shape->release;
    if (release.how == FormatRelease::How::Never)
        return {};
    std::vector<LockAction> actions;
    for (const Holder &holder : record.holders) {
        if (holder.truncated())
            continue;
        LockAction action;
        action.id = KeyFormatTicket::action();
        action.label = record.holders.size() > 1 ? Words::tr("Release %1").arg(holder.label)
                                                 : Words::tr("Release");
        action.target = record.holders.size() > 1 ? holder.raw : QByteArray();
        action.consequence = inOurLanguage(release.means);
        actions.push_back(std::move(action));
    }
    return actions;
}

Result<std::unique_ptr<ReleaseTicket>> KeyFormatSystem::beginRelease(const ReleaseRequest &request,
                                                                     const ActionContext &context,
                                                                     SteadyTime deadline) const
{
    return KeyFormatTicket::open(m_format, request, context, deadline);
}

} // namespace lockmaster

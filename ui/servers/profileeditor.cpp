// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/profileeditor.h"

#include "core/imports/serverimport.h"

namespace lockmaster {

namespace {

Result<void> trustOwnTunnel(const BackendSpec &backend)
{
    if (!backend.tunnel.isSet() || !backend.tunnel.isOwn)
        return {};
    return trustCommand(foreignCommand(backend.tunnel));
}

} // namespace

ProfileEditor::ProfileEditor(QString path, QObject *parent)
    : QObject(parent), m_path(std::move(path))
{
}

Result<void> ProfileEditor::reload()
{
    auto profile = loadProfile(m_path);
    if (!profile)
        return passOn(profile);
    m_profile = std::move(*profile);
    emit changed(m_profile);
    return {};
}

Result<void> ProfileEditor::put(const QString &replaces, const BackendSpec &backend)
{
    return edit(replaces, backend).and_then([&] { return trustOwnTunnel(backend); });
}

Result<void> ProfileEditor::add(const std::vector<BackendSpec> &backends)
{
    Result<void> outcome = importServers(m_path, backends);
    for (const BackendSpec &backend : backends)
        outcome = outcome.and_then([&] { return trustOwnTunnel(backend); });
    return outcome.and_then([this] { return reload(); });
}

Result<void> ProfileEditor::remove(const QString &name)
{
    return edit(name, std::nullopt);
}

Result<void> ProfileEditor::edit(const QString &replaces, const std::optional<BackendSpec> &backend)
{
    return updateProfile(
               m_path, [&](const QByteArray &toml) { return editProfile(toml, replaces, backend); })
        .and_then([this] { return reload(); });
}

} // namespace lockmaster

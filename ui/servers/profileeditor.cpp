// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/profileeditor.h"

namespace lockmaster {

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
    return edit(replaces, backend).and_then([&]() -> Result<void> {
        if (!backend.tunnel.isSet() || !backend.tunnel.isOwn)
            return {};
        return trustCommand(foreignCommand(backend.tunnel));
    });
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

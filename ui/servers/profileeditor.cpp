// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/profileeditor.h"

#include "core/imports/serverimport.h"

#include <QFileInfo>

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

Result<void> ProfileEditor::putRules(const std::vector<AlertRule> &rules)
{
    return updateProfile(m_path,
                         [&](const QByteArray &toml) { return editAlertRules(toml, rules); })
        .and_then([this] { return reload(); });
}

QString ProfileEditor::whyNotWritable() const
{
    // It is replaced as a whole, by another file beside it.
    const QFileInfo file(m_path);
    const QFileInfo directory(file.absolutePath());
    const bool works =
        (!file.exists() || file.isWritable()) && (!directory.exists() || directory.isWritable());
    return works ? QString() : tr("The profile %1 cannot be written by you.").arg(m_path);
}

Result<void> ProfileEditor::edit(const QString &replaces, const std::optional<BackendSpec> &backend)
{
    return updateProfile(
               m_path, [&](const QByteArray &toml) { return editProfile(toml, replaces, backend); })
        .and_then([this] { return reload(); });
}

} // namespace lockmaster

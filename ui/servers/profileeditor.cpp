// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/profileeditor.h"

#include "core/imports/serverimport.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <chrono>

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
    constexpr std::chrono::milliseconds settling(200);
    m_settles.setSingleShot(true);
    m_settles.setInterval(settling);
    const auto settle = [this] { m_settles.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, settle);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, settle);
    connect(&m_settles, &QTimer::timeout, this, &ProfileEditor::notice);
}

/** The directory as well: most editors write another file and give it the name. */
void ProfileEditor::follow()
{
    const QString directory = QFileInfo(m_path).absolutePath();
    QStringList places;
    if (!m_watcher.directories().contains(directory) && QFileInfo::exists(directory))
        places << directory;
    if (!m_watcher.files().contains(m_path) && QFileInfo::exists(m_path))
        places << m_path;
    if (!places.isEmpty())
        m_watcher.addPaths(places);
}

/** Empty: there is no file, or none that can be read again. */
QByteArray ProfileEditor::digest() const
{
    constexpr qint64 enough = 4'000'000; // the reader takes less
    QFile file(m_path);
    if (!QFileInfo(m_path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    return QCryptographicHash::hash(file.read(enough), QCryptographicHash::Sha256);
}

/**
 * Other files of the directory change as well, and this one by ourselves. Nobody who is in the
 * middle of an edit means the servers below the line that is broken to be watched no more.
 */
void ProfileEditor::notice()
{
    follow();
    const QByteArray now = digest();
    if (now == m_digest)
        return;
    m_digest = now;
    const QString remedy = tr("Mend it, or choose Reload in the settings.");
    auto profile = loadProfile(m_path);
    if (!profile) {
        emit unreadable(profile.error());
        return;
    }
    if (now.isEmpty()) {
        emit unreadable({ErrorKind::Config, 0, tr("%1 is not there any more.").arg(m_path), remedy});
        return;
    }
    for (const ProfileProblem &problem : profile->problems) {
        if (problem.costsBackend) {
            emit unreadable({ErrorKind::Config, 0, profileProblemText(problem), remedy});
            return;
        }
    }
    take(std::move(*profile));
}

void ProfileEditor::take(Profile profile)
{
    m_profile = std::move(profile);
    emit changed(m_profile);
}

Result<void> ProfileEditor::reload()
{
    follow();
    m_digest = digest();
    auto profile = loadProfile(m_path);
    if (!profile)
        return passOn(profile);
    take(std::move(*profile));
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

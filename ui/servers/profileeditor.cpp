// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/profileeditor.h"

#include "core/config/specmerge.h"
#include "core/formats/knownnames.h"
#include "core/imports/serverimport.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockmaster {

namespace {

Result<void> trustOwnTunnel(const BackendSpec &backend)
{
    if (!backend.tunnel.isSet() || !backend.tunnel.isOwn)
        return {};
    return trustCommand(foreignCommand(backend.tunnel));
}

constexpr std::chrono::milliseconds settling(200);
constexpr std::chrono::milliseconds doubting(1500);

/** That of `path`, or the nearest around it that there is. */
QString nearestDirectory(const QString &path)
{
    QString directory = QFileInfo(path).absolutePath();
    while (!QFileInfo::exists(directory) && directory != QFileInfo(directory).absolutePath())
        directory = QFileInfo(directory).absolutePath();
    return directory;
}

std::optional<AlertRule> ruleOf(const std::vector<AlertRule> &rules, const QString &name)
{
    const auto found = std::find_if(rules.begin(), rules.end(),
                                    [&name](const AlertRule &rule) { return rule.name == name; });
    return found == rules.end() ? std::nullopt : std::optional(*found);
}

const BackendSpec *backendNamed(const std::vector<BackendSpec> &backends, const QString &name)
{
    const auto found =
        std::find_if(backends.begin(), backends.end(),
                     [&name](const BackendSpec &backend) { return backend.name == name; });
    return found == backends.end() ? nullptr : &*found;
}

bool losesServers(const Profile &before, const Profile &after)
{
    return std::any_of(before.backends.begin(), before.backends.end(), [&](const auto &backend) {
        return std::none_of(after.backends.begin(), after.backends.end(),
                            [&](const auto &each) { return each.name == backend.name; });
    });
}

} // namespace

ProfileEditor::ProfileEditor(QString path, QObject *parent)
    : QObject(parent), m_path(std::move(path))
{
    m_settles.setSingleShot(true);
    // Not anew each time: other files of a busy directory would put it off for ever.
    const auto settle = [this] {
        if (!m_settles.isActive())
            m_settles.start(settling);
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, settle);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, settle);
    connect(&m_settles, &QTimer::timeout, this, &ProfileEditor::notice);
}

/**
 * The directory as well, as most editors write another file and give it the name; where it is not
 * there yet, the one in which it would come. Of a link also those of what it leads to.
 */
void ProfileEditor::follow()
{
    QStringList wanted{m_path, nearestDirectory(m_path)};
    if (const QString target = QFileInfo(m_path).symLinkTarget(); !target.isEmpty())
        wanted << target << nearestDirectory(target);
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    for (const QString &place : wanted) {
        if (!watched.contains(place) && QFileInfo::exists(place))
            m_watcher.addPath(place);
    }
}

/** Empty: there is no file, or none that can be read again. */
QByteArray ProfileEditor::digest() const
{
    constexpr qint64 enough = 4'000'000; // the reader takes less
    QFile file(m_path);
    if (!QFileInfo(m_path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.read(enough);
    return text.isEmpty() ? text : QCryptographicHash::hash(text, QCryptographicHash::Sha256);
}

/**
 * Other files of the directory change as well, and this one by ourselves. Nobody who is in the
 * middle of an edit means the servers below the line that is broken, or not written yet, to be
 * watched no more.
 */
void ProfileEditor::notice()
{
    follow();
    const QByteArray now = digest();
    if (now == m_digest)
        return;
    if (std::exchange(m_seen, now) != now) {
        m_settles.start(settling); // it may go on
        return;
    }
    auto profile = loadProfile(m_path);
    if (!profile) {
        refuse(now, profile.error());
        return;
    }
    if (now.isEmpty()) {
        refuse(now,
               {ErrorKind::Config, 0, tr("%1 is empty, or not there any more.").arg(m_path), {}});
        return;
    }
    for (const ProfileProblem &problem : profile->problems) {
        if (problem.costsBackend) {
            refuse(now, {ErrorKind::Config, 0, profileProblemText(problem), {}});
            return;
        }
    }
    if (losesServers(m_profile, *profile) && std::exchange(m_doubted, now) != now) {
        m_settles.start(doubting); // cut off between two of them it reads as well
        return;
    }
    m_digest = now;
    take(std::move(*profile));
    emit readAnew();
}

/** Told once; it stays as it was before. */
void ProfileEditor::refuse(const QByteArray &digest, Error error)
{
    m_digest = digest;
    if (error.remedy.isEmpty())
        error.remedy = tr("Mend it, or choose Reload in the settings.");
    emit unreadable(error);
}

void ProfileEditor::take(Profile profile)
{
    m_doubted.clear();
    m_profile = std::move(profile);
    makeNamesKnown(m_profile.names);
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

Result<void> ProfileEditor::put(const QString &replaces, const BackendSpec &backend,
                                const std::optional<BackendSpec> &shown,
                                const std::function<void(const BackendSpec &)> &written)
{
    const BackendSpec *const known = backendNamed(m_profile.backends, replaces);
    const std::optional<BackendSpec> before = shown || !known ? shown : std::optional(*known);
    BackendSpec saved = backend;
    return updateProfile(m_path,
                         [&](const QByteArray &toml) -> Result<QByteArray> {
                             // What a colleague made of it meanwhile is not to be lost.
                             const std::vector<BackendSpec> all =
                                 parseProfile(toml, m_path).backends;
                             const BackendSpec *const now = backendNamed(all, replaces);
                             if (before && now) {
                                 auto merged = mergedSpec(*before, backend, *now);
                                 if (!merged)
                                     return passOn(merged);
                                 saved = std::move(*merged);
                             }
                             return editProfile(toml, replaces, saved);
                         })
        .and_then([&]() -> Result<void> {
            if (written)
                written(saved);
            Result<void> trusted = trustOwnTunnel(saved);
            return reload().and_then([&] { return trusted; });
        });
}

Result<void> ProfileEditor::add(const std::vector<BackendSpec> &backends)
{
    Result<void> outcome = importServers(m_path, backends);
    for (const BackendSpec &backend : backends)
        outcome = outcome.and_then([&] { return trustOwnTunnel(backend); });
    return outcome.and_then([this] { return reload(); });
}

Result<void> ProfileEditor::remove(const QString &name, const std::optional<BackendSpec> &shown)
{
    const BackendSpec *const known = backendNamed(m_profile.backends, name);
    const std::optional<BackendSpec> before = shown || !known ? shown : std::optional(*known);
    return updateProfile(
               m_path,
               [&](const QByteArray &toml) -> Result<QByteArray> {
                   // What a colleague made of it meanwhile may be another server.
                   const std::vector<BackendSpec> all = parseProfile(toml, m_path).backends;
                   const BackendSpec *const now = backendNamed(all, name);
                   const QStringList changed =
                       before && now ? differingKeys(*before, *now) : QStringList();
                   if (!changed.isEmpty())
                       return failure(
                           ErrorKind::Config,
                           tr("The profile was changed meanwhile, and says something else of %1: "
                              "%2.")
                               .arg(name, changed.join(QStringLiteral(", "))),
                           tr("Look at it as it is there now, and remove it anew."));
                   return editProfile(toml, name, std::nullopt);
               })
        .and_then([this] { return reload(); });
}

Result<void> ProfileEditor::putRules(const std::vector<AlertRuleChange> &changes)
{
    return updateProfile(
               m_path,
               [&](const QByteArray &toml) -> Result<QByteArray> {
                   // What a colleague made of a rule meanwhile is not to be lost.
                   const std::vector<AlertRule> now = parseProfile(toml, m_path).alerts.rules;
                   std::vector<AlertRule> rules;
                   QStringList removed;
                   for (const AlertRuleChange &change : changes) {
                       const QString name = (change.before ? change.before : change.after)->name;
                       if (ruleOf(now, name) != change.before)
                           return failure(
                               ErrorKind::Config,
                               tr("The rule %1 was changed in the profile meanwhile.").arg(name),
                               tr("Put back, look at it as it is there now, and change it anew."));
                       if (change.after)
                           rules.push_back(*change.after);
                       else
                           removed << name;
                   }
                   return editAlertRules(toml, rules, removed);
               })
        .and_then([this] { return reload(); });
}

Result<void> ProfileEditor::putView(const QString &replaces, const std::optional<SavedView> &view)
{
    return updateProfile(
               m_path,
               [&](const QByteArray &toml) -> Result<QByteArray> {
                   // What a colleague made of it meanwhile is not to be lost.
                   const std::vector<SavedView> now = parseProfile(toml, m_path).views;
                   const SavedView *const known = viewNamed(m_profile.views, replaces);
                   const SavedView *const is = viewNamed(now, replaces);
                   if (known && (!is || *is != *known))
                       return failure(
                           ErrorKind::Config,
                           tr("The view %1 was changed in the profile meanwhile.").arg(replaces),
                           tr("Look at it as it is now, and change it anew."));
                   return editView(toml, replaces, view);
               })
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

} // namespace lockmaster

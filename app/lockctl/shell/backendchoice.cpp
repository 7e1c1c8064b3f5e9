// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/backendchoice.h"

#include "app/lockctl/shell/output.h"
#include "core/config/backendurl.h"
#include "core/config/namecommands.h"
#include "core/config/profilefile.h"
#include "core/config/secrets.h"
#include "core/domain/systemtraits.h"
#include "core/formats/knownnames.h"
#include "core/systems/registry/registry.h"
#include "core/text/literaltext.h"
#include "core/transport/endpoint.h"

#include <QFileInfo>

#include <algorithm>

namespace lockmaster {

namespace {

/** For `ssh` and the commands that lead to servers to get there, where nobody says how long. */
constexpr Millis tunnelPatience(20'000);

/** Collects backends; what cannot be used is said at once. */
class Chooser
{
public:
    Chooser(const Options &options, Millis forNames) : m_options(options), m_forNames(forNames) {}

    std::optional<BackendChoice> run()
    {
        const bool fromProfile = m_options.urls.isEmpty() || !m_options.config.isEmpty();
        if ((fromProfile && !takeProfile()) || !takeUrls() || !takeView() || !select()
            || !selectEnvironment() || !narrow())
            return std::nullopt;
        if (!takePasswordFile())
            return std::nullopt;
        m_choice.passwords = [password = m_password](const BackendSpec &spec) -> PasswordSource {
            return {
                [spec, password](SteadyTime deadline) -> Result<Secret> {
                    return password ? Result<Secret>(*password) : resolvePassword(spec, deadline);
                },
                [spec](SteadyTime deadline) { return resolveSentinelPassword(spec, deadline); }};
        };
        m_choice.readers = [passwords = m_choice.passwords](const BackendSpec &spec) {
            return makeReader(spec, passwords(spec));
        };
        m_choice.feeds = [passwords = m_choice.passwords](const BackendSpec &spec) {
            return makeFeed(spec, passwords(spec));
        };
        const Millis patience = m_forNames > Millis::zero() ? m_forNames : tunnelPatience;
        setUpTunnels(m_choice.backends, m_begun + patience);
        return std::move(m_choice);
    }

private:
    bool takeProfile()
    {
        const QString path = profilePath(m_options);
        const Result<Profile> profile = loadProfile(path);
        if (!profile) {
            say(errorText(profile.error()));
            return false;
        }
        if (!QFileInfo::exists(path)) {
            sayNoProfile(path);
            return false;
        }
        for (const ProfileProblem &problem : profile->problems) {
            say(path + QLatin1StringView(": ") + profileProblemText(problem));
            if (problem.costsBackend) {
                m_choice.complete = false;
                m_lost.append(problem.backend);
            }
        }
        makeNamesKnown(profile->names);
        if (m_forNames > Millis::zero()) {
            for (const QString &problem : learnNames(*profile, m_begun + m_forNames))
                say(path + QLatin1StringView(": ") + problem);
        }
        m_choice.backends = profile->backends;
        m_views = profile->views;
        m_choice.locks = profile->locks;
        m_choice.owners = profile->owners;
        m_choice.history = profile->history;
        m_choice.alerts = profile->alerts;
        if (m_choice.backends.empty() && m_options.urls.isEmpty()) {
            say(QStringLiteral("%1 has no backend to look at. Add a [[backend]] with a name and a "
                               "url, or name a server with --url.")
                    .arg(path));
            return false;
        }
        return true;
    }

    void sayNoProfile(const QString &path) const
    {
        if (!m_options.config.isEmpty()) {
            say(QStringLiteral("There is no profile %1.").arg(path));
            return;
        }
        say(QStringLiteral("There is no server to look at: no --url, and no profile %1. Try "
                           "'lockctl list --url mysql://user@host/database' or "
                           "'--url redis://host:6379/0', write a profile, or start "
                           "'lockctl sandbox --traffic'.")
                .arg(path));
    }

    bool takeUrls()
    {
        if (m_options.urls.isEmpty())
            return true;
        // Also where only URLs are looked at: the profile knows which are production.
        const ServersOfProfile profile = serversOfProfile(profilePath(m_options));
        for (const QString &unread : profile.unread)
            say(unread);
        for (const QString &url : m_options.urls) {
            Result<BackendSpec> spec = parseBackendUrl(url, profile);
            if (!spec) {
                say(errorText(spec.error()));
                return false;
            }
            const bool taken =
                std::any_of(m_choice.backends.begin(), m_choice.backends.end(),
                            [&spec](const BackendSpec &other) { return other.name == spec->name; });
            if (taken) {
                say(QStringLiteral("Two backends are called '%1'. Give one another name with "
                                   "name=... in its URL.")
                        .arg(spec->name));
                return false;
            }
            m_choice.backends.push_back(std::move(*spec));
        }
        return true;
    }

    bool takeView()
    {
        if (m_options.view.isEmpty())
            return true;
        if (const SavedView *const view = viewNamed(m_views, m_options.view)) {
            m_choice.view = *view;
            return true;
        }
        QStringList names;
        for (const SavedView &view : m_views)
            names.append(literalText(view.name));
        const QString wanted = literalText(m_options.view);
        if (!m_options.urls.isEmpty() && m_options.config.isEmpty())
            say(QStringLiteral("--view is of a profile: name it with --config, beside --url."));
        else if (names.isEmpty())
            say(QStringLiteral("There is no view '%1': the profile has none that can be read.")
                    .arg(wanted));
        else
            say(QStringLiteral("There is no view '%1'. There are: %2.")
                    .arg(wanted, names.join(QLatin1StringView(", "))));
        return false;
    }

    /** What `--backend` names; in a view of one server, that one. */
    std::optional<QStringList> wantedBackends() const
    {
        const QString only = m_choice.view ? m_choice.view->backend : QString();
        if (only.isEmpty())
            return m_options.backends;
        if (m_options.backends.isEmpty() || m_options.backends.contains(only))
            return QStringList{only};
        say(QStringLiteral("The view '%1' is of the backend '%2', and --backend leaves that out.")
                .arg(literalText(m_options.view), only));
        return std::nullopt;
    }

    bool selectEnvironment()
    {
        if (!m_choice.view || !m_choice.view->environment)
            return true;
        std::erase_if(m_choice.backends, [this](const BackendSpec &spec) {
            return spec.environment != *m_choice.view->environment;
        });
        if (m_choice.backends.empty()) {
            const QString environment = environmentName(*m_choice.view->environment);
            say(QStringLiteral("The view '%1' is of %2, and there is none.")
                    .arg(literalText(m_options.view),
                         environment.isEmpty() ? QStringLiteral("servers without an environment")
                                               : QStringLiteral("servers of %1").arg(environment)));
        }
        return !m_choice.backends.empty();
    }

    bool select()
    {
        const std::optional<QStringList> chosen = wantedBackends();
        if (!chosen)
            return false;
        if (chosen->isEmpty())
            return true;
        std::vector<BackendSpec> &all = m_choice.backends;
        QStringList names;
        for (const BackendSpec &spec : all)
            names.append(spec.name);
        m_choice.complete = true;
        for (const QString &wanted : *chosen) {
            if (names.contains(wanted))
                continue;
            if (m_lost.contains(wanted)) {
                m_choice.complete = false;
                continue;
            }
            if (m_options.backends.isEmpty())
                say(QStringLiteral("The view '%1' is of one server.")
                        .arg(literalText(m_options.view)));
            say(QStringLiteral("There is no backend '%1'. There are: %2.")
                    .arg(wanted, names.join(QLatin1StringView(", "))));
            return false;
        }
        std::erase_if(all,
                      [&chosen](const BackendSpec &spec) { return !chosen->contains(spec.name); });
        return !all.empty();
    }

    /** What can have no lock of the systems asked for is not asked. */
    bool narrow()
    {
        const QStringList &wanted = m_options.lockSystems;
        if (wanted.isEmpty())
            return true;
        for (BackendSpec &spec : m_choice.backends) {
            QStringList systems = lockSystemIds(spec.kind);
            systems.removeIf([&](const QString &system) {
                return !wanted.contains(system) || !spec.watches(system);
            });
            spec.systems = systems;
        }
        std::erase_if(m_choice.backends,
                      [](const BackendSpec &spec) { return spec.systems.isEmpty(); });
        if (m_choice.backends.empty())
            say(QStringLiteral("None of the servers asked can have locks of %1.")
                    .arg(wanted.join(QLatin1StringView(", "))));
        return !m_choice.backends.empty();
    }

    /** Read once: it may be a pipe, and what cannot be read is better told before anything else. */
    bool takePasswordFile()
    {
        if (m_options.passwordFile.isEmpty())
            return true;
        constexpr std::chrono::seconds patience(30);
        Result<Secret> password =
            readPasswordFile(m_options.passwordFile, systemClock().now() + patience);
        if (!password) {
            say(errorText(password.error()));
            return false;
        }
        m_password = std::move(*password);
        return true;
    }

    const Options &m_options;
    const Millis m_forNames;
    const SteadyTime m_begun = std::chrono::steady_clock::now();
    BackendChoice m_choice;
    std::vector<SavedView> m_views;
    QStringList m_lost;
    std::optional<Secret> m_password;
};

} // namespace

QString profilePath(const Options &options)
{
    return options.config.isEmpty() ? defaultProfilePath() : options.config;
}

std::optional<BackendChoice> chooseBackends(const Options &options, Millis forNames)
{
    return Chooser(options, forNames).run();
}

std::optional<AlertKeys> chooseAlerts(const Options &options)
{
    const QString path = profilePath(options);
    const Result<Profile> profile = loadProfile(path);
    if (!profile) {
        say(errorText(profile.error()));
        return std::nullopt;
    }
    if (!options.config.isEmpty() && !QFileInfo::exists(path)) {
        say(QStringLiteral("There is no profile %1.").arg(path));
        return std::nullopt;
    }
    for (const ProfileProblem &problem : profile->problems)
        say(path + QLatin1StringView(": ") + profileProblemText(problem));
    return profile->alerts;
}

QStringList profileBackendNames(const Options &options)
{
    QStringList names;
    if (const Result<Profile> profile = loadProfile(profilePath(options))) {
        for (const BackendSpec &spec : profile->backends)
            names.append(spec.name);
    }
    return names;
}

QStringList profileViewNames(const Options &options)
{
    QStringList names;
    if (const Result<Profile> profile = loadProfile(profilePath(options))) {
        for (const SavedView &view : profile->views)
            names.append(view.name);
    }
    return names;
}

} // namespace lockmaster

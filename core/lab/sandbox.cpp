// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sandbox.h"

#include "core/config/profilefile.h"
#include "core/lab/servers/privatemariadb.h"
#include "core/lab/servers/privateredis.h"
#include "core/lab/servers/programs.h"
#include "core/lab/sandboxcontent.h"
#include "core/text/words.h"

#include <QFileInfo>

#include <csignal>
#include <thread>

namespace lockmaster {

namespace {

} // namespace

struct Sandbox::Private {
    std::shared_ptr<Keeper> keeper; ///< first in, last out
    std::unique_ptr<PrivateMariaDb> mariaDb;
    std::unique_ptr<PrivateRedis> redis;
    traffic::Accounts accounts;
    SandboxPasswords passwords{Secret(randomPassword()), Secret(randomPassword())};
    std::vector<BackendSpec> backends;
    QStringList socketPaths;
    QString configPath;

    Result<void> startServers(const Progress &progress);
    Result<void> writeProfile();
    Result<void> startTraffic(const std::stop_token &stop);
    Result<void> start(const Options &options, const Progress &progress);
    bool trafficIsReady() const;
};

Result<void> Sandbox::Private::startServers(const Progress &progress)
{
    accounts = {
        .mariaDbSocket = {},
        .redisSocket = {},
        .jobsPassword = Secret(randomPassword()),
        .electionPassword = Secret(randomPassword()),
        .cardsPassword = Secret(randomPassword()),
        .ordersPassword = Secret(randomPassword()),
        .couponsPassword = Secret(randomPassword()),
    };
    progress(Words::tr("Starting a private Redis"), 10);
    auto startedRedis =
        PrivateRedis::start({.users = sandboxRedisUsers(passwords, accounts), .keeper = keeper});
    if (!startedRedis)
        return passOn(startedRedis);
    redis = std::move(*startedRedis);

    progress(Words::tr("Starting a private MariaDB"), 20);
    auto startedMariaDb = PrivateMariaDb::start({.keeper = keeper});
    if (!startedMariaDb)
        return passOn(startedMariaDb);
    mariaDb = std::move(*startedMariaDb);

    progress(Words::tr("Creating tables and accounts"), 70);
    accounts.mariaDbSocket = mariaDb->socketPath();
    accounts.redisSocket = redis->socketPath();
    return mariaDb->run(sandboxSql(passwords, accounts));
}

Result<void> Sandbox::Private::writeProfile()
{
    const auto password = keeper->writeFile(QStringLiteral("operator.password"),
                                            passwords.operatorAccount.reveal() + '\n');
    if (!password)
        return passOn(password);
    const QByteArray profile = sandboxProfile({.mariaDbPort = mariaDb->port(),
                                               .redisPort = redis->port(),
                                               .mariaDbPasswordFile = *password,
                                               .redisPasswordFile = *password});
    const auto path = keeper->writeFile(QStringLiteral("lockmaster.toml"), profile);
    if (!path)
        return passOn(path);
    configPath = *path;
    const Profile parsed = parseProfile(profile);
    if (!parsed.problems.empty())
        return failure(ErrorKind::Config, parsed.problems.front().message);
    backends = parsed.backends;
    socketPaths = QStringList{mariaDb->socketPath(), redis->socketPath()};
    return {};
}

bool Sandbox::Private::trafficIsReady() const
{
    for (const traffic::Part &part : traffic::parts()) {
        if (!QFileInfo::exists(keeper->directory() + u'/' + traffic::readyFileName(part.role)))
            return false;
    }
    return true;
}

Result<void> Sandbox::Private::startTraffic(const std::stop_token &stop)
{
    if (auto filled = mariaDb->run(sandboxHistorySql()); !filled)
        return filled;
    if (const auto written = keeper->writeFile(QString::fromLatin1(traffic::accountsFileName),
                                               writtenAccounts(accounts));
        !written)
        return passOn(written);
    for (const traffic::Part &part : traffic::parts()) {
        const auto child =
            keeper->runLab({QStringLiteral("traffic"), QString::fromLatin1(part.role),
                            QString::number(part.number)},
                           QStringLiteral("traffic.log"));
        if (!child)
            return passOn(child);
    }
    // Worth a moment, so that whoever looks first sees something; no reason to fail.
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!stop.stop_requested() && !trafficIsReady()
           && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(Millis(20));
    return {};
}

Result<void> Sandbox::Private::start(const Options &options, const Progress &progress)
{
    // The keeper ends all that it runs, and whoever waits for one of them learns that it is gone.
    const std::stop_callback endAll(options.stop,
                                    [pid = pid_t(keeper->pid())] { ::kill(pid, SIGTERM); });
    if (auto started = startServers(progress); !started)
        return started;
    if (auto written = writeProfile(); !written)
        return written;
    if (!options.traffic)
        return {};
    progress(Words::tr("Starting programs that use locks"), 85);
    return startTraffic(options.stop);
}

Result<std::unique_ptr<Sandbox>> Sandbox::start(const Options &options, const Progress &progress)
{
    const auto tell = [&](const QString &step, int percent) {
        if (progress)
            progress(step, percent);
    };
    if (const auto installed = requireServerPrograms(); !installed)
        return passOn(installed);
    tell(Words::tr("Preparing a temporary directory"), 0);
    const auto keeper = Keeper::start();
    if (!keeper)
        return passOn(keeper);
    auto d = std::make_unique<Private>();
    d->keeper = *keeper;
    const Result<void> started = d->start(options, tell);
    if (options.stop.stop_requested()) {
        return failure(ErrorKind::Cancelled, Words::tr("The start was cancelled."));
    }
    if (!started)
        return passOn(started);
    tell(Words::tr("Ready"), 100);
    return std::unique_ptr<Sandbox>(new Sandbox(std::move(d)));
}

Sandbox::Sandbox(std::unique_ptr<Private> data) : d(std::move(data)) {}
Sandbox::~Sandbox() = default;

const std::vector<BackendSpec> &Sandbox::backends() const
{
    return d->backends;
}

const QStringList &Sandbox::socketPaths() const
{
    return d->socketPaths;
}

QString Sandbox::configPath() const
{
    return d->configPath;
}

QString Sandbox::directory() const
{
    return d->keeper->directory();
}

std::optional<Error> Sandbox::trouble() const
{
    const bool mariaDb = d->mariaDb->hasEnded();
    const bool redis = d->redis->hasEnded();
    if (!mariaDb && !redis)
        return {};
    Error error{ErrorKind::Network, 0, Words::tr("The sandbox has ended."),
                Words::tr("Start it anew.")};
    if (!redis)
        error.message = Words::tr("The sandbox's MariaDB has ended.");
    if (!mariaDb)
        error.message = Words::tr("The sandbox's Redis has ended.");
    return error;
}

LabPlace Sandbox::labPlace() const
{
    const auto forExperiments = [](BackendSpec spec, const QString &socketPath) {
        spec.socketPath = socketPath;
        spec.user = QString::fromLatin1(sandboxLab);
        spec.passwordFile.clear();
        return spec;
    };
    LabPlace place;
    place.keeper = d->keeper;
    place.sql = forExperiments(d->backends.front(), d->socketPaths.front());
    place.sqlPassword = d->passwords.labAccount;
    place.redis = forExperiments(d->backends.back(), d->socketPaths.back());
    place.redisPassword = d->passwords.labAccount;
    place.watched = d->backends.front();
    place.sandbox = true;
    return place;
}

} // namespace lockmaster

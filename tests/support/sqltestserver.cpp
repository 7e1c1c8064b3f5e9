// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sqltestserver.h"

#include "core/config/backendurl.h"
#include "tests/support/sqlsession.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTest>
#include <QThread>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace lockmaster::test {

namespace {

constexpr int setUpMs = 120'000;
constexpr int startMs = 60'000;
constexpr int stopMs = 30'000;

QString programPath(const QString &name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStandardPaths::findExecutable(
               name, {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")})
                           : found;
}

/** Every thread of it is (`T` behind the name in brackets). */
bool isStopped(qint64 processId)
{
    const QDir threads(QStringLiteral("/proc/%1/task").arg(processId));
    for (const QString &thread : threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(threads.filePath(thread + QStringLiteral("/stat")));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray stat = file.readAll();
        if (stat.mid(stat.lastIndexOf(')') + 2, 1) != "T")
            return false;
    }
    return true;
}

quint16 freePort()
{
    QTcpServer probe;
    probe.listen(QHostAddress::LocalHost);
    return probe.serverPort();
}

bool runToEnd(const QString &program, const QStringList &arguments, QString *why)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool done = process.waitForFinished(setUpMs)
                      && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (!done)
        *why = program + QLatin1String(" failed: ") + QString::fromUtf8(process.readAll());
    return done;
}

QStringList asWhom(const QString &account = {})
{
    if (geteuid() != 0)
        return {};
    return {QStringLiteral("--user=") + (account.isEmpty() ? QStringLiteral("root") : account)};
}

void writeFile(const QString &path, const QByteArray &text)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
}

} // namespace

QStringList LiveSqlServer::rich()
{
    return {QStringLiteral("--plugin-load-add=metadata_lock_info"),
            QStringLiteral("--performance-schema=ON"),
            QStringLiteral("--performance-schema-instrument=wait/lock/metadata/sql/mdl=ON")};
}

std::unique_ptr<LiveSqlServer>
LiveSqlServer::startMariaDb(QString *why, const QStringList &arguments, const QString &account)
{
    const QString program = programPath(QStringLiteral("mariadbd"));
    const QString installer = programPath(QStringLiteral("mariadb-install-db"));
    if (program.isEmpty() || installer.isEmpty()) {
        *why = QStringLiteral("MariaDB is missing: install the package mariadb-server.");
        return nullptr;
    }
    std::unique_ptr<LiveSqlServer> server(new LiveSqlServer);
    server->m_name = QStringLiteral("mariadb");
    server->m_directory = std::make_unique<QTemporaryDir>();
    if (geteuid() == 0 && !account.isEmpty()
        && !runToEnd(QStringLiteral("chown"), {account, server->m_directory->path()}, why))
        return nullptr;
    const QString data = server->m_directory->filePath(QStringLiteral("data"));
    const QStringList install =
        QStringList{QStringLiteral("--no-defaults"), QStringLiteral("--skip-test-db"),
                    QStringLiteral("--force"), // names that do not resolve do not matter here
                    QStringLiteral("--auth-root-authentication-method="
                                   "normal"),
                    // A server that starts clears away the temporary tables of its neighbours.
                    QStringLiteral("--tmpdir=") + server->m_directory->path(),
                    QStringLiteral("--datadir=") + data}
        + asWhom(account);
    if (!runToEnd(installer, install, why))
        return nullptr;
    // Its anonymous users would be taken for `user@127.0.0.1`.
    writeFile(server->m_directory->filePath(QStringLiteral("init.sql")),
              "DELETE FROM mysql.global_priv WHERE User = '';\nFLUSH PRIVILEGES;\n");
    server->m_program = program;
    server->m_arguments =
        QStringList{QStringLiteral("--no-defaults"), QStringLiteral("--datadir=") + data,
                    QStringLiteral("--tmpdir=") + server->m_directory->path(),
                    QStringLiteral("--init-file=")
                        + server->m_directory->filePath(QStringLiteral("init.sql"))}
        + asWhom(account) + arguments;
    server->m_admin.socketPath = server->m_directory->filePath(QStringLiteral("s.sock"));
    server->m_arguments += QStringLiteral("--socket=") + server->m_admin.socketPath;
    return server->start(why) ? std::move(server) : nullptr;
}

std::unique_ptr<LiveSqlServer> LiveSqlServer::startMySql(const QString &root, QString *why,
                                                         const QStringList &arguments)
{
    const QString inside = QStringLiteral("/usr/sbin/mysqld");
    if (geteuid() != 0 || !QFile::exists(root + inside)) {
        *why = QStringLiteral("No MySQL in %1, or not root (it takes chroot).").arg(root);
        return nullptr;
    }
    std::unique_ptr<LiveSqlServer> server(new LiveSqlServer);
    server->m_name = QStringLiteral("mysql");
    server->m_mariaDb = false;
    server->m_directory =
        std::make_unique<QTemporaryDir>(root + QStringLiteral("/tmp/lockmaster-XXXXXX"));
    const QString directory = server->m_directory->path().mid(root.size());
    const QString data = directory + QStringLiteral("/data");
    const QString program = programPath(QStringLiteral("chroot"));
    const QStringList common{root, inside, QStringLiteral("--no-defaults"),
                             QStringLiteral("--user=root"), QStringLiteral("--datadir=") + data};
    if (!runToEnd(program, common + QStringList{QStringLiteral("--initialize-insecure")}, why))
        return nullptr;
    // No names are looked up inside, so the administrator needs an account by address as well.
    writeFile(server->m_directory->filePath(QStringLiteral("init.sql")),
              "CREATE USER IF NOT EXISTS root@'127.0.0.1';\n"
              "GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;\n");
    server->m_program = program;
    server->m_arguments =
        common
        + QStringList{QStringLiteral("--init-file=") + directory + QStringLiteral("/init.sql"),
                      QStringLiteral("--socket=") + directory + QStringLiteral("/s.sock"),
                      QStringLiteral("--pid-file=") + directory + QStringLiteral("/pid"),
                      QStringLiteral("--mysqlx=OFF"),
                      QStringLiteral("--secure-file-priv=NULL"),
                      QStringLiteral("--skip-name-resolve")}
        + arguments;
    server->m_admin.socketPath = server->m_directory->filePath(QStringLiteral("s.sock"));
    server->m_admin.publicKeyFile =
        server->m_directory->filePath(QStringLiteral("data/public_key.pem"));
    return server->start(why) ? std::move(server) : nullptr;
}

std::unique_ptr<LiveSqlServer> LiveSqlServer::at(const QString &url, QString *why)
{
    const auto spec = parseBackendUrl(url);
    if (!spec || spec->kind != BackendKind::MySql) {
        *why = spec ? QStringLiteral("not a mysql:// URL") : spec.error().message;
        return nullptr;
    }
    std::unique_ptr<LiveSqlServer> server(new LiveSqlServer);
    server->m_name = spec->name;
    server->m_admin = endpointOf(*spec, spec->urlPassword);
    SqlSession session(server->m_admin);
    server->m_mariaDb = session.value(QStringLiteral("SELECT VERSION()"))
                            .toString()
                            .contains(QLatin1String("MariaDB"), Qt::CaseInsensitive);
    if (!session.isOpen())
        *why = session.error();
    return session.isOpen() ? std::move(server) : nullptr;
}

LiveSqlServer::~LiveSqlServer()
{
    stop();
}

Endpoint LiveSqlServer::endpoint(const QString &user, const QByteArray &password) const
{
    Endpoint endpoint = m_admin;
    if (isOurs())
        endpoint.socketPath.clear();
    if (!user.isEmpty()) {
        endpoint.user = user;
        endpoint.password = Secret(password);
    }
    return endpoint;
}

BackendSpec LiveSqlServer::spec(const QString &user) const
{
    const Endpoint reached = endpoint(user);
    BackendSpec spec;
    spec.name = m_name;
    spec.host = reached.host;
    spec.port = reached.port;
    spec.socketPath = reached.socketPath;
    spec.publicKeyFile = reached.publicKeyFile;
    spec.user = reached.user;
    spec.timeout = Millis(20'000);
    return spec;
}

bool LiveSqlServer::restart(QString *why)
{
    stop();
    return start(why);
}

bool LiveSqlServer::start(QString *why)
{
    m_admin.host = QStringLiteral("127.0.0.1");
    m_admin.user = QStringLiteral("root");
    m_admin.timeout = Millis(20'000);
    if (m_admin.port == 0)
        m_admin.port = freePort();
    m_admin.address = QStringLiteral("127.0.0.1:%1").arg(m_admin.port);
    m_process = std::make_unique<QProcess>();
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    // Nobody reads a pipe while the test goes on, and a full one would stop the server.
    const QString log = m_directory->filePath(QStringLiteral("log"));
    m_process->setStandardOutputFile(log);
    // A test that crashes or is killed for its time takes its server with it.
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process->start(m_program, m_arguments
                                    + QStringList{QStringLiteral("--bind-address=127.0.0.1"),
                                                  QStringLiteral("--port=%1").arg(m_admin.port)});
    const QDeadlineTimer deadline(startMs);
    while (!deadline.hasExpired() && m_process->state() != QProcess::NotRunning) {
        if (SqlSession(endpoint()).isOpen())
            return true;
        m_process->waitForFinished(50);
    }
    QFile said(log);
    *why = m_program + QLatin1String(" did not start: ")
           + (said.open(QIODevice::ReadOnly) ? QString::fromUtf8(said.readAll()) : QString());
    return false;
}

void LiveSqlServer::freeze()
{
    ::kill(pid_t(processId()), SIGSTOP);
    // The signal takes its time, and a thread that runs meanwhile may still answer.
    const QDeadlineTimer deadline(stopMs);
    while (!deadline.hasExpired() && !isStopped(processId()))
        QThread::msleep(1);
}

void LiveSqlServer::thaw()
{
    ::kill(pid_t(processId()), SIGCONT);
}

void LiveSqlServer::kill()
{
    m_process->kill();
    m_process->waitForFinished(stopMs);
}

void LiveSqlServer::stop()
{
    if (!m_process || m_process->state() == QProcess::NotRunning)
        return;
    m_process->terminate();
    if (!m_process->waitForFinished(stopMs))
        kill();
}

SqlServers::SqlServers()
{
    const auto keep = [this](std::unique_ptr<LiveSqlServer> server, const QString &why) {
        if (server)
            m_servers.push_back(std::move(server));
        else
            m_missing.append(why);
    };
    QString why;
    auto mariaDb = LiveSqlServer::startMariaDb(&why);
    keep(std::move(mariaDb), why);
    if (const QString root = qEnvironmentVariable("LOCKMASTER_TEST_MYSQL_ROOT"); !root.isEmpty()) {
        auto mySql = LiveSqlServer::startMySql(root, &why);
        keep(std::move(mySql), why);
    }
    const QStringList urls =
        qEnvironmentVariable("LOCKMASTER_TEST_MYSQL_URLS").split(u',', Qt::SkipEmptyParts);
    for (const QString &url : urls) {
        auto named = LiveSqlServer::at(url, &why);
        keep(std::move(named), why);
    }
}

void SqlServers::addRows() const
{
    QTest::addColumn<LiveSqlServer *>("server");
    for (const auto &server : m_servers)
        QTest::newRow(qPrintable(server->name())) << server.get();
}

} // namespace lockmaster::test

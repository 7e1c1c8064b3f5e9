// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privatemariadb.h"

#include "core/lab/servers/adminsql.h"
#include "core/lab/servers/programs.h"
#include "core/text/words.h"

#include <QFile>

#include <csignal>

#include <unistd.h>

namespace lockmaster {

namespace {

using Steady = std::chrono::steady_clock;

QString dataDirectoryIn(const Keeper &keeper)
{
    return keeper.directory() + QStringLiteral("/mariadb");
}

/** What makes a throw-away database quick; the same for making it and for running it. */
QStringList commonArguments(const Keeper &keeper)
{
    QStringList arguments = {
        QStringLiteral("--datadir=") + dataDirectoryIn(keeper),
        // Not the usual place: a starting server removes the temporary tables of all who use it.
        QStringLiteral("--tmpdir=") + keeper.directory(),
        QStringLiteral("--skip-log-bin"),
        QStringLiteral("--innodb-log-file-size=4M"),
        QStringLiteral("--innodb-buffer-pool-size=8M"),
        QStringLiteral("--innodb-flush-log-at-trx-commit=0"),
        QStringLiteral("--innodb-flush-method=nosync"),
        QStringLiteral("--innodb-fast-shutdown=2"),
        QStringLiteral("--aria-pagecache-buffer-size=1M"),
        QStringLiteral("--key-buffer-size=1M"),
    };
    if (::geteuid() == 0)
        arguments += QStringLiteral("--user=root");
    return arguments;
}

/** Only one account: no anonymous users, no administrator without a password, not for a moment. */
QByteArray accountSql(const Secret &password)
{
    return "DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';\n"
           "FLUSH PRIVILEGES;\n"
           "CREATE USER root@'%' IDENTIFIED BY '"
           + password.reveal()
           + "';\n"
             "GRANT ALL PRIVILEGES ON *.* TO root@'%' WITH GRANT OPTION;\n";
}

Error ended(const QString &lastWords)
{
    return {ErrorKind::Config,
            0,
            Words::tr("The private MariaDB ended by itself: %1").arg(lastWords),
            {}};
}

Error late(const QString &lastWords)
{
    return {ErrorKind::Timeout,
            0,
            Words::tr("The private MariaDB did not answer in time. %1").arg(lastWords),
            {}};
}

} // namespace

Result<std::unique_ptr<PrivateMariaDb>> PrivateMariaDb::start(const Options &options)
{
    std::unique_ptr<PrivateMariaDb> server(new PrivateMariaDb);
    server->m_options = options;
    const auto program =
        findServerProgram(QStringLiteral("mariadbd"), QStringLiteral("mariadb-server"));
    if (!program)
        return passOn(program);
    server->m_program = *program;
    server->m_keeper = options.keeper;
    if (!server->m_keeper) {
        const auto keeper = Keeper::start();
        if (!keeper)
            return passOn(keeper);
        server->m_keeper = *keeper;
    }
    if (const auto installed = server->install(options); !installed)
        return passOn(installed);
    if (const auto launched = server->launch(Steady::now() + options.timeout); !launched)
        return passOn(launched);
    QFile::remove(server->directory() + QStringLiteral("/mariadb-init.sql"));
    if (!options.initSql.isEmpty()) {
        if (const auto ran = server->run(options.initSql); !ran)
            return passOn(ran);
    }
    return server;
}

PrivateMariaDb::~PrivateMariaDb()
{
    if (m_keeper && m_child != 0)
        kill();
}

Result<void> PrivateMariaDb::install(const Options &options)
{
    const auto installer =
        findServerProgram(QStringLiteral("mariadb-install-db"), QStringLiteral("mariadb-server"));
    if (!installer)
        return passOn(installer);
    m_password = Secret(randomPassword());
    const auto passwordFile =
        m_keeper->writeFile(QStringLiteral("mariadb.password"), m_password.reveal() + '\n');
    if (!passwordFile)
        return passOn(passwordFile);
    m_passwordFile = *passwordFile;
    if (const auto init =
            m_keeper->writeFile(QStringLiteral("mariadb-init.sql"), accountSql(m_password));
        !init)
        return passOn(init);

    const QStringList arguments =
        QStringList{QStringLiteral("--no-defaults"), QStringLiteral("--skip-test-db"),
                    QStringLiteral("--skip-name-resolve"),
                    QStringLiteral("--force"), // names that do not resolve do not matter here
                    QStringLiteral("--auth-root-authentication-method=normal")}
        + commonArguments(*m_keeper);
    const auto child = m_keeper->run(*installer, arguments, log());
    if (!child)
        return passOn(child);
    const auto code = m_keeper->waitForExit(*child, Steady::now() + options.timeout);
    if (code != 0)
        return tl::make_unexpected(code ? ended(m_keeper->lastWords(log()))
                                        : late(m_keeper->lastWords(log())));
    return {};
}

QString PrivateMariaDb::socketPath() const
{
    return directory() + QStringLiteral("/mariadb.sock");
}

QStringList PrivateMariaDb::arguments() const
{
    QStringList list =
        QStringList{QStringLiteral("--no-defaults")} + commonArguments(*m_keeper)
        + QStringList{
            QStringLiteral("--bind-address=127.0.0.1"),
            QStringLiteral("--port=%1").arg(m_port),
            QStringLiteral("--socket=") + socketPath(),
            QStringLiteral("--pid-file=") + directory() + QStringLiteral("/mariadb.pid"),
            QStringLiteral("--secure-file-priv=") + dataDirectoryIn(*m_keeper),
            QStringLiteral("--skip-name-resolve"),
            QStringLiteral("--local-infile=OFF"),
            QStringLiteral("--character-set-server=utf8mb4"),
            QStringLiteral("--performance-schema=%1")
                .arg(m_options.performanceSchema ? u"ON" : u"OFF"),
        };
    const QString init = directory() + QStringLiteral("/mariadb-init.sql");
    if (QFile::exists(init))
        list += QStringLiteral("--init-file=") + init;
    if (m_options.performanceSchema)
        list += {QStringLiteral("--performance-schema-instrument=wait/lock/metadata/sql/mdl=ON"),
                 QStringLiteral("--performance-schema-consumer-events-statements-current=ON"),
                 QStringLiteral("--performance-schema-consumer-events-statements-history=ON")};
    if (m_options.metadataLockInfo)
        list += QStringLiteral("--plugin-load-add=metadata_lock_info");
    if (!m_options.tlsCert.isEmpty()) {
        list += QStringLiteral("--ssl-ca=") + m_options.tlsCa;
        list += QStringLiteral("--ssl-cert=") + m_options.tlsCert;
        list += QStringLiteral("--ssl-key=") + m_options.tlsKey;
    }
    return list + m_options.arguments;
}

Result<void> PrivateMariaDb::launch(SteadyTime deadline)
{
    const bool portGiven = m_port != 0;
    // Somebody else may take the port between our look and the server's.
    for (int attempt = 0; attempt < 5; ++attempt) {
        if (!portGiven)
            m_port = freeLoopbackPort();
        const auto child = m_keeper->run(m_program, arguments(), log());
        if (!child)
            return passOn(child);
        m_child = *child;
        if (waitUntilUp(deadline))
            return {};
        if (Steady::now() >= deadline)
            return tl::make_unexpected(late(m_keeper->lastWords(log())));
    }
    return tl::make_unexpected(ended(m_keeper->lastWords(log())));
}

bool PrivateMariaDb::waitUntilUp(SteadyTime deadline)
{
    while (Steady::now() < deadline && !m_keeper->child(m_child).exitCode) {
        if (AdminSql::open(socketPath(), adminUser(), m_password))
            return true;
        m_keeper->waitForExit(m_child, Steady::now() + Millis(20));
    }
    return false;
}

BackendSpec PrivateMariaDb::spec(const QString &name) const
{
    BackendSpec spec;
    spec.name = name;
    spec.kind = BackendKind::MySql;
    spec.port = m_port;
    spec.user = adminUser();
    spec.passwordFile = m_passwordFile;
    return spec;
}

Result<void> PrivateMariaDb::run(const QString &sql)
{
    auto session = AdminSql::open(socketPath(), adminUser(), m_password);
    if (!session)
        return passOn(session);
    return session->run(sql.toUtf8());
}

void PrivateMariaDb::kill()
{
    m_keeper->signal(m_child, SIGKILL);
    m_keeper->waitForExit(m_child, Steady::now() + std::chrono::seconds(10));
    QFile::remove(socketPath());
}

Result<void> PrivateMariaDb::restart()
{
    return launch(Steady::now() + m_options.timeout);
}

void PrivateMariaDb::freeze()
{
    m_keeper->signal(m_child, SIGSTOP);
}

void PrivateMariaDb::thaw()
{
    m_keeper->signal(m_child, SIGCONT);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/secretservice.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QStandardPaths>
#include <QTest>

#include <csignal>
#include <sys/prctl.h>

namespace lockmaster::test {

namespace {

constexpr int patienceMs = 20'000;

bool canStart(const char *program, QString *why)
{
    if (!QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty())
        return true;
    *why = QStringLiteral("%1 is not installed").arg(QLatin1String(program));
    return false;
}

void endWithUs(QProcess &process)
{
    process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

} // namespace

std::unique_ptr<SecretService> SecretService::startEmptyBus(QString *why)
{
    std::unique_ptr<SecretService> service(new SecretService);
    return service->startBus(why) ? std::move(service) : nullptr;
}

std::unique_ptr<SecretService> SecretService::start(QString *why)
{
    auto service = startEmptyBus(why);
    return service && service->startKeyring(why) ? std::move(service) : nullptr;
}

SecretService::~SecretService()
{
    for (QProcess *process : {&m_keyring, &m_bus}) {
        process->kill();
        process->waitForFinished();
    }
}

QStringList SecretService::environment() const
{
    return {QStringLiteral("DBUS_SESSION_BUS_ADDRESS=") + QString::fromLatin1(m_address),
            QStringLiteral("XDG_CURRENT_DESKTOP=GNOME")};
}

bool SecretService::startBus(QString *why)
{
    if (!canStart("dbus-daemon", why))
        return false;
    endWithUs(m_bus);
    // No services beside what is started here: the standard ones would start a keyring by
    // themselves.
    QFile configuration(m_directory.filePath(QStringLiteral("bus.conf")));
    if (!configuration.open(QIODevice::WriteOnly))
        return false;
    configuration.write(
        "<busconfig><type>session</type><listen>unix:dir=" + QFile::encodeName(m_directory.path())
        + "</listen><auth>EXTERNAL</auth><policy context=\"default\">"
          "<allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/>"
          "<allow own=\"*\"/></policy></busconfig>");
    configuration.close();
    m_bus.start(QStringLiteral("dbus-daemon"),
                {QStringLiteral("--config-file=") + configuration.fileName(),
                 QStringLiteral("--nofork"), QStringLiteral("--print-address=1")});
    while (!m_bus.canReadLine() && m_bus.waitForReadyRead(patienceMs)) {
    }
    m_address = m_bus.readLine().trimmed();
    if (m_address.isEmpty())
        *why =
            QStringLiteral("dbus-daemon: ") + QString::fromLocal8Bit(m_bus.readAllStandardError());
    return !m_address.isEmpty();
}

bool SecretService::startKeyring(QString *why)
{
    if (!canStart("gnome-keyring-daemon", why))
        return false;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (const char *name :
         {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
        variables.insert(QString::fromLatin1(name), m_directory.path());
    for (const QString &setting : environment())
        variables.insert(setting.section(u'=', 0, 0), setting.section(u'=', 1));
    endWithUs(m_keyring);
    m_keyring.setProcessEnvironment(variables);
    m_keyring.start(QStringLiteral("gnome-keyring-daemon"),
                    {QStringLiteral("--foreground"), QStringLiteral("--unlock"),
                     QStringLiteral("--components=secrets")});
    m_keyring.write("the keyring's own");
    m_keyring.closeWriteChannel();
    const QString name = QStringLiteral("secret service test");
    bool there = false;
    {
        QDBusConnection bus = QDBusConnection::connectToBus(QString::fromLatin1(m_address), name);
        there = bus.isConnected()
                && QTest::qWaitFor(
                    [&bus] {
                        return bus.interface()->isServiceRegistered(
                            QStringLiteral("org.freedesktop.secrets"));
                    },
                    patienceMs);
    }
    QDBusConnection::disconnectFromBus(name);
    if (!there)
        *why = QStringLiteral("gnome-keyring-daemon: ")
               + QString::fromLocal8Bit(m_keyring.readAllStandardError());
    return there;
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/privatesshd.h"

#include "tests/support/lowport.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QThread>

#include <csignal>

#include <sys/stat.h>

namespace lockmaster::test {

namespace {

constexpr int patienceMs = 20'000;

void write(const QString &path, const QByteArray &text, QFile::Permissions more = {})
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("%s cannot be written", qPrintable(path));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | more);
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray output(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished(patienceMs);
    return process.readAllStandardOutput();
}

bool accepts(quint16 port)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    return socket.waitForConnected(1000);
}

} // namespace

std::vector<qint64> descendants(qint64 process, const QByteArray &name)
{
    std::vector<qint64> all;
    std::vector<qint64> open{process};
    while (!open.empty()) {
        const qint64 at = open.back();
        open.pop_back();
        const QDir tasks(QStringLiteral("/proc/%1/task").arg(at));
        for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QByteArray children = read(tasks.filePath(task) + QStringLiteral("/children"));
            for (const QByteArray &child : children.simplified().split(' ')) {
                const qint64 number = child.toLongLong();
                if (number <= 0)
                    continue;
                open.push_back(number);
                const QString comm = QStringLiteral("/proc/%1/comm").arg(number);
                if (name.isEmpty() || read(comm).trimmed() == name)
                    all.push_back(number);
            }
        }
    }
    return all;
}

std::unique_ptr<PrivateSsh> PrivateSsh::start(QString *why)
{
    std::unique_ptr<PrivateSsh> ssh(new PrivateSsh);
    if (!ssh->prepare(why) || !ssh->launch(ssh->m_bastion, {}, why)
        || !ssh->launch(ssh->m_inner, {}, why))
        return nullptr;
    ssh->knowBoth();
    return ssh;
}

PrivateSsh::~PrivateSsh()
{
    for (Server *server : {&m_bastion, &m_inner}) {
        if (!server->process)
            continue;
        for (const qint64 child : descendants(server->process->processId()))
            ::kill(pid_t(child), SIGKILL);
        server->process->kill();
        server->process->waitForFinished(patienceMs);
    }
}

bool PrivateSsh::prepare(QString *why)
{
    const QString keygen = QStandardPaths::findExecutable(QStringLiteral("ssh-keygen"));
    const QString ssh = QStandardPaths::findExecutable(QStringLiteral("ssh"));
    if (keygen.isEmpty() || ssh.isEmpty() || !QFile::exists(QStringLiteral("/usr/sbin/sshd"))) {
        *why = QStringLiteral("openssh-server is not installed");
        return false;
    }
    for (const auto *name : {"bastion", "inner", "other", "id"})
        output(keygen, {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"),
                        QStringLiteral("-N"), QString(), QStringLiteral("-f"),
                        file(QString::fromLatin1(name))});
    write(file(QStringLiteral("authorized_keys")), read(file(QStringLiteral("id.pub"))));
    QDir().mkpath(path());
    // Where its log and its own directories are, sshd decides by what it was compiled with.
    if (::geteuid() == 0)
        ::mkdir("/run/sshd", 0755);
    write(path() + QStringLiteral("/ssh"),
          "#!/bin/sh\nexec " + QFile::encodeName(ssh) + " -F '"
              + QFile::encodeName(file(QStringLiteral("config")))
              + "' -o ServerAliveInterval=1 \"$@\"\n",
          QFile::ExeOwner);
    m_bastion.port = lowPort();
    m_inner.port = lowPort();
    writeClient({});
    return true;
}

void PrivateSsh::configure(const QByteArray &lines)
{
    writeClient(lines);
}

void PrivateSsh::writeClient(const QByteArray &lines) const
{
    QByteArray text;
    for (const Server *server : {&m_bastion, &m_inner}) {
        text += "Host " + server->name.toLatin1() + "\n  HostName 127.0.0.1\n  Port "
                + QByteArray::number(server->port) + '\n';
        if (server == &m_inner)
            text += "  ProxyJump bastion\n";
    }
    text += "Host silent\n  HostName 127.0.0.1\n  Port 1\nHost *\n  IdentityFile "
            + QFile::encodeName(file(QStringLiteral("id")))
            + "\n  IdentitiesOnly yes\n  IdentityAgent none\n  UserKnownHostsFile "
            + QFile::encodeName(file(QStringLiteral("known_hosts")))
            + "\n  GlobalKnownHostsFile /dev/null\n  StrictHostKeyChecking ask\n" + lines;
    write(file(QStringLiteral("config")), text);
}

bool PrivateSsh::launch(Server &server, const QByteArray &lines, QString *why)
{
    const QString config = file(server.name + QStringLiteral(".config"));
    write(config, "Port " + QByteArray::number(server.port) + "\nListenAddress 127.0.0.1\nHostKey "
                      + QFile::encodeName(file(server.name))
                      + "\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\n"
                        "PasswordAuthentication no\nKbdInteractiveAuthentication no\n"
                        "AuthorizedKeysFile "
                      + QFile::encodeName(file(QStringLiteral("authorized_keys"))) + '\n' + lines);
    server.process = std::make_unique<QProcess>();
    server.process->setStandardErrorFile(file(server.name + QStringLiteral(".log")));
    server.process->start(
        QStringLiteral("/usr/sbin/sshd"),
        {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"), config});
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < patienceMs && server.process->state() != QProcess::NotRunning) {
        if (accepts(server.port))
            return true;
        server.process->waitForFinished(20);
    }
    *why = QStringLiteral("sshd does not start: ")
           + QString::fromLocal8Bit(read(file(server.name + QStringLiteral(".log"))));
    return false;
}

QByteArray PrivateSsh::knownLine(const Server &server, const QString &keyOf) const
{
    return "[127.0.0.1]:" + QByteArray::number(server.port) + ' '
           + read(file(keyOf + QStringLiteral(".pub")));
}

void PrivateSsh::knowBoth()
{
    write(file(QStringLiteral("known_hosts")),
          knownLine(m_bastion, m_bastion.name) + knownLine(m_inner, m_inner.name));
}

void PrivateSsh::knowNobody()
{
    write(file(QStringLiteral("known_hosts")), {});
}

void PrivateSsh::knowWrongly()
{
    write(file(QStringLiteral("known_hosts")),
          "# a remark\n" + knownLine(m_bastion, QStringLiteral("other")));
}

bool PrivateSsh::restartBastion(const QByteArray &lines)
{
    stopBastion();
    QString why;
    return launch(m_bastion, lines, &why);
}

void PrivateSsh::stopBastion()
{
    const qint64 process = m_bastion.process->processId();
    const auto serving = descendants(process);
    m_bastion.process->kill();
    m_bastion.process->waitForFinished(patienceMs);
    for (const qint64 each : serving)
        ::kill(pid_t(each), SIGKILL);
}

QString PrivateSsh::fingerprint() const
{
    const QByteArray told =
        output(QStringLiteral("ssh-keygen"),
               {QStringLiteral("-l"), QStringLiteral("-f"), file(m_bastion.name)});
    return QString::fromLatin1(told.split(' ').value(1));
}

std::vector<qint64> PrivateSsh::sessions() const
{
    return descendants(m_bastion.process->processId());
}

std::vector<qint64> PrivateSsh::sshBelow(qint64 process)
{
    return descendants(process, "ssh");
}

} // namespace lockmaster::test

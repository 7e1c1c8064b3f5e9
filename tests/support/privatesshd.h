// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace lockmaster::test {

/**
 * Real `sshd`s on this machine, and an `ssh` before the one in the PATH that knows them by its
 * configuration: the hosts `bastion` and `inner`, which is reached by way of it. All of it in a
 * temporary directory, and ended with this object.
 */
class PrivateSsh
{
public:
    /** Null where it would not start; the reason is in `why`. */
    static std::unique_ptr<PrivateSsh> start(QString *why);
    ~PrivateSsh();

    /** A directory to be first in the PATH of whoever is to use this `ssh`. */
    QString path() const { return m_directory.filePath(QStringLiteral("bin")); }
    QString file(const QString &name) const { return m_directory.filePath(name); }

    /** What `~/.ssh/known_hosts` says of both. */
    void knowBoth();
    void knowNobody();
    /** That the bastion has another key than it has. */
    void knowWrongly();
    /** More lines for each host of the client's configuration. */
    void configure(const QByteArray &lines);
    /** The bastion, started again with this in its configuration. */
    bool restartBastion(const QByteArray &lines = {});
    void stopBastion();
    QString fingerprint() const; ///< of the bastion's host key: `SHA256:...`

    /** Of the sessions that the bastion serves: what it forked for them. */
    std::vector<qint64> sessions() const;
    /** Those of our `ssh` processes that descend from `process`. */
    static std::vector<qint64> sshBelow(qint64 process);

private:
    struct Server {
        QString name;
        quint16 port = 0;
        std::unique_ptr<QProcess> process;
    };

    PrivateSsh() = default;
    bool prepare(QString *why);
    bool launch(Server &server, const QByteArray &lines, QString *why);
    void writeClient(const QByteArray &lines) const;
    QByteArray knownLine(const Server &server, const QString &keyOf) const;

    QTemporaryDir m_directory;
    Server m_bastion{QStringLiteral("bastion"), 0, {}};
    Server m_inner{QStringLiteral("inner"), 0, {}};
};

/** Processes that `process` started, and they in turn; by their command's name, or all. */
std::vector<qint64> descendants(qint64 process, const QByteArray &name = {});

} // namespace lockmaster::test

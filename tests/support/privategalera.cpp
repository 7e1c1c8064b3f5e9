// SPDX-License-Identifier: Apache-2.0
#include "tests/support/privategalera.h"

#include "tests/support/lowport.h"
#include "tests/support/sqlsession.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QThread>

#include <algorithm>
#include <array>

namespace lockmaster::test {

namespace {

constexpr size_t size = 3;
constexpr int joinMs = 60'000;

/** A member dials before it listens: none that an outgoing connection could have. */
std::array<quint16, 3 * size> freePorts()
{
    std::array<quint16, 3 * size> ports{};
    std::generate(ports.begin(), ports.end(), lowPort);
    return ports;
}

QString status(const LiveSqlServer &node, const QString &name)
{
    SqlSession session(node.endpoint());
    return session.isOpen() ? session
                                  .value(QStringLiteral("SELECT VARIABLE_VALUE FROM "
                                                        "information_schema.GLOBAL_STATUS WHERE "
                                                        "VARIABLE_NAME = '%1'")
                                             .arg(name))
                                  .toString()
                            : QString();
}

} // namespace

std::unique_ptr<PrivateGalera> PrivateGalera::start(QString *why)
{
    const QString provider = QStringLiteral("/usr/lib/galera/libgalera_smm.so");
    if (!QFile::exists(provider)) {
        *why = QStringLiteral("Galera is missing: install the package galera-4.");
        return nullptr;
    }
    auto cluster = std::make_unique<PrivateGalera>();
    const auto ports = freePorts();
    QStringList all;
    for (size_t i = 0; i < size; ++i)
        all << QStringLiteral("127.0.0.1:%1").arg(ports.at(i));
    for (size_t i = 0; i < size; ++i) {
        const QStringList arguments = {
            QStringLiteral("--wsrep-on=ON"),
            QStringLiteral("--wsrep-provider=") + provider,
            QStringLiteral("--wsrep-cluster-name=locks"),
            QStringLiteral("--wsrep-node-name=n%1").arg(i + 1),
            QStringLiteral("--wsrep-node-address=127.0.0.1"),
            QStringLiteral("--wsrep-sst-method=rsync"),
            QStringLiteral("--wsrep-sst-receive-address=127.0.0.1:%1").arg(ports.at(2 * size + i)),
            QStringLiteral("--wsrep-cluster-address=gcomm://")
                + (i == 0 ? QString() : all.join(u',')),
            // Short, so that a member that is missed is missed in seconds.
            QStringLiteral("--wsrep-provider-options=gmcast.listen_addr=tcp://%1;"
                           "ist.recv_addr=127.0.0.1:%2;gcache.size=16M;pc.recovery=false;"
                           "evs.keepalive_period=PT0.3S;evs.inactive_check_period=PT0.3S;"
                           "evs.suspect_timeout=PT1.5S;evs.inactive_timeout=PT3S")
                .arg(all.at(qsizetype(i)))
                .arg(ports.at(size + i)),
            QStringLiteral("--binlog-format=ROW"),
            QStringLiteral("--innodb-autoinc-lock-mode=2"),
            QStringLiteral("--innodb-flush-log-at-trx-commit=0"),
            QStringLiteral("--innodb-buffer-pool-size=32M"),
            QStringLiteral("--plugin-load-add=metadata_lock_info"),
        };
        // What root starts to copy the data for who joins drops its rights.
        auto node = LiveSqlServer::startMariaDb(why, arguments, QStringLiteral("mysql"));
        if (!node)
            return nullptr;
        cluster->m_nodes.push_back(std::move(node));
        const QDeadlineTimer deadline(joinMs);
        while (status(*cluster->m_nodes.back(), QStringLiteral("WSREP_LOCAL_STATE_COMMENT"))
               != u"Synced") {
            if (deadline.hasExpired()) {
                *why = QStringLiteral("A member did not join.");
                return nullptr;
            }
            QThread::msleep(50);
        }
    }
    if (status(cluster->node(0), QStringLiteral("WSREP_CLUSTER_SIZE")) != QString::number(size)) {
        *why = QStringLiteral("They do not see one another.");
        return nullptr;
    }
    return cluster;
}

void PrivateGalera::cutOffFirst()
{
    for (size_t i = 1; i < size; ++i)
        node(i).freeze();
}

void PrivateGalera::heal()
{
    for (size_t i = 1; i < size; ++i)
        node(i).thaw();
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/privatesqlgroup.h"

#include "tests/support/lowport.h"
#include "tests/support/sqlsession.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QTest>
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

/** What a server answers, or nothing. */
QString answer(const LiveSqlServer &node, const QString &sql)
{
    SqlSession session(node.endpoint());
    return session.isOpen() ? session.value(sql).toString() : QString();
}

QString status(const LiveSqlServer &node, const QString &name)
{
    return answer(node, QStringLiteral("SELECT VARIABLE_VALUE FROM information_schema."
                                       "GLOBAL_STATUS WHERE VARIABLE_NAME = '%1'")
                            .arg(name));
}

bool runAll(const LiveSqlServer &node, const QStringList &statements, QString *why)
{
    SqlSession session(node.endpoint());
    for (const QString &each : statements) {
        if (!session.isOpen() || !session.run(each)) {
            *why = each + QLatin1String(": ") + session.error();
            return false;
        }
    }
    return true;
}

QString onlineMembers(const LiveSqlServer &node)
{
    return answer(node, QStringLiteral("SELECT COUNT(*) FROM performance_schema."
                                       "replication_group_members WHERE MEMBER_STATE = 'ONLINE'"));
}

} // namespace

std::unique_ptr<PrivateSqlGroup> PrivateSqlGroup::startGalera(QString *why)
{
    const QString provider = QStringLiteral("/usr/lib/galera/libgalera_smm.so");
    if (!QFile::exists(provider)) {
        *why = QStringLiteral("Galera is missing: install the package galera-4.");
        return nullptr;
    }
    auto cluster = std::make_unique<PrivateSqlGroup>();
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

std::unique_ptr<PrivateSqlGroup> PrivateSqlGroup::startMySql(const QString &root, QString *why)
{
    auto group = std::make_unique<PrivateSqlGroup>();
    std::array<quint16, size> ports{};
    std::generate(ports.begin(), ports.end(), lowPort);
    QStringList all;
    for (const quint16 port : ports)
        all << QStringLiteral("127.0.0.1:%1").arg(port);
    for (size_t i = 0; i < size; ++i) {
        auto node = LiveSqlServer::startMySql(
            root, why,
            {QStringLiteral("--server-id=%1").arg(i + 1), QStringLiteral("--gtid-mode=ON"),
             QStringLiteral("--enforce-gtid-consistency=ON"), QStringLiteral("--log-bin"),
             QStringLiteral("--report-host=127.0.0.1"),
             QStringLiteral("--innodb-buffer-pool-size=32M"),
             QStringLiteral("--innodb-flush-log-at-trx-commit=0"),
             QStringLiteral("--plugin-load-add=group_replication.so"),
             QStringLiteral("--loose-group-replication-group-name="
                            "6c6f636b-6d61-4374-8372-67726f757073"),
             QStringLiteral("--loose-group-replication-local-address=") + all.at(qsizetype(i)),
             QStringLiteral("--loose-group-replication-group-seeds=") + all.join(u','),
             QStringLiteral("--loose-group-replication-recovery-get-public-key=ON"),
             QStringLiteral("--loose-group-replication-start-on-boot=OFF"),
             QStringLiteral("--loose-group-replication-single-primary-mode=OFF"),
             QStringLiteral("--loose-group-replication-enforce-update-everywhere-checks=ON"),
             // Who is missed is out after five seconds, and not only after ten.
             QStringLiteral("--loose-group-replication-member-expel-timeout=0")});
        if (!node)
            return nullptr;
        group->m_nodes.push_back(std::move(node));
        QStringList steps = {
            QStringLiteral("SET sql_log_bin = 0"),
            QStringLiteral("CREATE USER copier@'%' IDENTIFIED BY 'copied'"),
            QStringLiteral("GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, "
                           "GROUP_REPLICATION_STREAM ON *.* TO copier@'%'"),
            QStringLiteral("SET sql_log_bin = 1"),
            QStringLiteral("RESET BINARY LOGS AND GTIDS"),
            QStringLiteral("CHANGE REPLICATION SOURCE TO SOURCE_USER = 'copier', SOURCE_PASSWORD = "
                           "'copied' FOR CHANNEL 'group_replication_recovery'")};
        const QString first = QStringLiteral("SET GLOBAL group_replication_bootstrap_group = %1");
        if (i == 0)
            steps << first.arg(QStringLiteral("ON"));
        steps << QStringLiteral("START GROUP_REPLICATION");
        if (i == 0)
            steps << first.arg(QStringLiteral("OFF"));
        if (!runAll(*group->m_nodes.back(), steps, why))
            return nullptr;
        const QDeadlineTimer deadline(joinMs);
        while (onlineMembers(*group->m_nodes.back()) != QString::number(i + 1)) {
            if (deadline.hasExpired()) {
                *why = QStringLiteral("A member did not join.");
                return nullptr;
            }
            QThread::msleep(50);
        }
    }
    return group;
}

QString PrivateSqlGroup::name() const
{
    return m_nodes.front()->isMariaDb() ? QStringLiteral("galera") : QStringLiteral("mysql");
}

void PrivateSqlGroup::leaveOnePrimary()
{
    SqlSession session(node(0).endpoint());
    QVERIFY2(session.isOpen(), qPrintable(session.error()));
    session.value(QStringLiteral("SELECT group_replication_switch_to_single_primary_mode("
                                 "@@server_uuid)"));
    QVERIFY2(session.error().isEmpty(), qPrintable(session.error()));
}

void PrivateSqlGroup::cutOffFirst()
{
    for (size_t i = 1; i < size; ++i)
        node(i).freeze();
}

void PrivateSqlGroup::heal()
{
    for (size_t i = 1; i < size; ++i)
        node(i).thaw();
    // Whom the others gave up meanwhile has to be taken in again.
    const QDeadlineTimer deadline(joinMs);
    for (size_t i = 0; i < size && !node(i).isMariaDb(); ++i) {
        while (onlineMembers(node(i)) != QString::number(size) && !deadline.hasExpired()) {
            const QString state =
                answer(node(i), QStringLiteral("SELECT MEMBER_STATE FROM performance_schema."
                                               "replication_group_members WHERE MEMBER_ID = "
                                               "@@server_uuid"));
            QString why;
            if (state == u"ERROR" || state == u"OFFLINE")
                runAll(node(i),
                       {QStringLiteral("STOP GROUP_REPLICATION"),
                        QStringLiteral("START GROUP_REPLICATION")},
                       &why);
            QThread::msleep(200);
        }
    }
}

} // namespace lockmaster::test

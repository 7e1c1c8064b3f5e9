// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/config/tablereader.h"
#include "core/domain/systemtraits.h"
#include "core/formats/formatcatalogue.h"
#include "core/sql/sqlsource.h"
#include "core/redis/keyspace/redisformat.h"
#include "core/systems/registry/registry.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_systemtraits {

/** What other rooms know of lock systems fits the systems. */
class TestSystemTraits : public QObject
{
    Q_OBJECT

private slots:
    void everySystemHasThem()
    {
        QCOMPARE(systemTraits().size() + shippedFormats().size(), lockSystems().size());
        size_t at = 0;
        for (const SystemTraits &traits : systemTraits()) {
            const LockSystem *system = lockSystems()[at++];
            QCOMPARE(traits.id, system->info().id);
            QCOMPARE(traits.kind, system->info().kind);
            QCOMPARE(&traitsOf(system->info().id), &traits);
        }
        for (const LockFormatPointer &format : shippedFormats()) {
            QCOMPARE(lockSystems()[at++]->info().id, format->id);
            QCOMPARE(lockSystemIds(BackendKind::MySql).contains(format->id), !format->isOfKeys());
            QCOMPARE(lockSystemIds(BackendKind::Redis).contains(format->id), format->isOfKeys());
        }
    }

    void whatIsKeptInTablesIsWhole()
    {
        for (const SystemTraits &traits : systemTraits()) {
            const bool inTables = traits.table != nullptr;
            QCOMPARE(!traits.clockOption.isEmpty(), inTables);
            QCOMPARE(traits.tableLabel != nullptr, inTables);
            QCOMPARE(traits.addLabel != nullptr, inTables);
            QCOMPARE(!traits.leaseOption.isEmpty(), inTables && traits.table().lease.has_value());
            if (!inTables)
                continue;
            const TableSpec table = traits.table();
            QCOMPARE(table.system, traits.id);
            QVERIFY(!table.table.isEmpty() && !table.nameColumn.isEmpty());
            QVERIFY(!table.ownerColumn.isEmpty() && !table.timeColumn.isEmpty());
        }
    }

    void tablesAreReadBySystemsThatAreKeptInThem()
    {
        for (const LockSystem *system : lockSystems()) {
            const QString id = system->info().id;
            if (system->info().kind != BackendKind::MySql)
                continue;
            const auto format = formatTable(id);
            const auto table = format ? format : tablePreset(id);
            BackendSpec backend;
            backend.systems = {id};
            SourceSet without;
            system->contribute(backend, without);
            if (table)
                backend.tables = {*table};
            SourceSet with;
            system->contribute(backend, with);
            QCOMPARE(with.sqlSources.size(), 1u);
            QCOMPARE(without.sqlSources.empty(), table.has_value());
        }
    }

    void librariesInAnyRedisAreToldWhereTheyAre()
    {
        for (const LockSystem *system : lockSystems()) {
            const LockFormatPointer format = knownFormat(system->info().id);
            QCOMPARE(isToldWhenNone(system->info().id), !format || !format->isOfKeys());
        }
        QVERIFY(isToldWhenNone(u"redis_string"));
        QVERIFY(!isToldWhenNone(u"gitlab_lease"));
        QVERIFY(isToldWhenNone(u"nobody's"));
    }

    void urlsNameTablesOfEachSystem()
    {
        for (const SystemTraits *traits : tableSystems()) {
            QString url = QStringLiteral("mysql://db?%1=ops.mine&%2=Asia/Seoul")
                              .arg(traits->id, traits->clockOption);
            if (!traits->leaseOption.isEmpty())
                url += QStringLiteral("&%1=1234").arg(traits->leaseOption);
            const auto spec = parseBackendUrl(url);
            QVERIFY2(spec, qPrintable(url));
            TableSpec table = traits->table();
            table.schema = QStringLiteral("ops");
            table.table = QStringLiteral("mine");
            table.clock = *clockSpecFromText(QStringLiteral("Asia/Seoul"));
            if (table.lease)
                table.lease = Millis(1234);
            table.named = true;
            QCOMPARE(spec->tables, std::vector{table});
        }
    }

    /** A history may hold what a later version, or an earlier one, watched. */
    void nothingIsTrueOfAnUnknownSystem_data()
    {
        QTest::addColumn<QString>("id");
        for (const char *id : {"", "leader_table", "Leader", "leade", "redis"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }

    void nothingIsTrueOfAnUnknownSystem()
    {
        QFETCH(QString, id);
        const SystemTraits &traits = traitsOf(id);
        QVERIFY(traits.id.isEmpty());
        QVERIFY(!traits.electsLeaders && traits.expires && !traits.asksByName && !traits.table);
    }
};

LOCKMASTER_TEST(TestSystemTraits, QCoreApplication)

} // namespace tst_systemtraits

#include "tst_systemtraits.moc"

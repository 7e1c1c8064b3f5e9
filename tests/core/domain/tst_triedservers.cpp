// SPDX-License-Identifier: Apache-2.0
#include "core/domain/triedservers.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_triedservers {

/** Which servers' versions this program knows its way around. */
class TestTriedServers : public QObject
{
    Q_OBJECT

private slots:
    void seriesAreToldApart_data()
    {
        QTest::addColumn<QString>("product");
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *product, const char *version, const char *expected) {
            QTest::addRow("%s %s", product, version)
                << QString::fromLatin1(product) << QString::fromLatin1(version)
                << QString::fromLatin1(expected);
        };
        row("MariaDB", "10.11.19-MariaDB-0+deb12u1", "");
        row("MariaDB", "5.5.5-10.11.19-MariaDB", "");
        row("MariaDB", "11.4.2-MariaDB", "never tried with MariaDB 11.4.");
        row("MariaDB", "10.1.9-MariaDB", "never tried with MariaDB 10.1.");
        row("MySQL", "8.0.36", "never tried with MySQL 8.0.");
        row("MySQL", "8.4.3-log", "never tried with MySQL 8.4.");
        row("MySQL", "9.7.0", "");
        row("Redis", "7.0.15", "");
        row("Redis", "6.2.14", "never tried with Redis 6.2.");
        row("Valkey", "8.0.1", "never tried with Valkey 8.0.");
        row("Dragonfly\n", "1.2.3", "never tried with Dragonfly\\n 1.2.");
    }

    void seriesAreToldApart()
    {
        QFETCH(QString, product);
        QFETCH(QString, version);
        QFETCH(QString, expected);
        ServerInfo server;
        server.product = product;
        server.version = version;
        QCOMPARE(wasTried(server), std::optional(expected.isEmpty()));
        QCOMPARE(untriedText(server).isEmpty(), expected.isEmpty());
        QVERIFY2(untriedText(server).contains(expected), qPrintable(untriedText(server)));
    }

    void whatIsNotToldIsNotJudged()
    {
        ServerInfo server;
        QVERIFY(!wasTried(server) && untriedText(server).isEmpty());
        server.product = QStringLiteral("Redis");
        for (const char *version : {"", "seven", "7", "7.0", "7.x.1"}) {
            server.version = QString::fromLatin1(version);
            QVERIFY(!wasTried(server) && untriedText(server).isEmpty());
        }
    }
};

LOCKMASTER_TEST(TestTriedServers, NoApplication)

} // namespace tst_triedservers

#include "tst_triedservers.moc"

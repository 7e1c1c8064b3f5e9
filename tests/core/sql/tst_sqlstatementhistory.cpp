// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlstatementhistory.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_sqlstatementhistory {

/** Which digests write to a table; how they are read is tried on real servers. */
class TestSqlStatementHistory : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhichTableIsWritten_data()
    {
        QTest::addColumn<QString>("digest");
        QTest::addColumn<bool>("writes");
        const auto row = [](const char *digest, bool writes) {
            QTest::newRow(digest) << QString::fromLatin1(digest) << writes;
        };
        row("UPDATE `lead` SET TIMESTAMP = UTC_TIMESTAMP (?) WHERE NAME = ?", true);
        row("UPDATE LOW_PRIORITY IGNORE `lead` SET `x` = ?", true);
        row("EXECUTE UPDATE `lead` SET `x` = ?", true);
        row("UPDATE `app` . `lead` SET `x` = ?", true);
        row("INSERT INTO `lead` ( NAME ) VALUES (?)", true);
        row("INSERT IGNORE INTO `app` . `lead` VALUES (...)", true);
        row("REPLACE INTO `lead` VALUES (...)", true);
        row("UPDATE `other` . `lead` SET `x` = ?", false);
        row("UPDATE `leader` SET `x` = ?", false);
        row("UPDATE `jobs` , `lead` SET `x` = ?", false);
        row("UPDATE `lead` , `jobs` SET `jobs` . `x` = ?", false);
        row("UPDATE `lead` JOIN `jobs` SET `x` = ?", false);
        row("PREPARE UPDATE `lead` SET `x` = ?", false);
        row("SELECT * FROM `lead` FOR UPDATE", false);
        row("INSERT INTO `jobs` SELECT * FROM `lead`", false);
        row("DELETE FROM `lead`", false);
        row("UPDATE", false);
        row("EXECUTE UPDATE `app` .", false);
        row("", false);
    }
    void tellsWhichTableIsWritten()
    {
        QFETCH(QString, digest);
        QFETCH(bool, writes);
        SqlTableShape shape;
        shape.schema = QStringLiteral("app");
        shape.table = QStringLiteral("lead");
        QCOMPARE(digestWritesTable(digest, QStringLiteral("app"), shape), writes);
    }

    void aTableWithoutADatabaseIsNotOurs()
    {
        SqlTableShape shape;
        shape.schema = QStringLiteral("app");
        shape.table = QStringLiteral("le`ad");
        const QString digest = QStringLiteral("UPDATE `le``ad` SET `x` = ?");
        QVERIFY(digestWritesTable(digest, QStringLiteral("app"), shape));
        QVERIFY(!digestWritesTable(digest, QString(), shape));
        QVERIFY(!digestWritesTable(digest, QStringLiteral("other"), shape));
    }
};

LOCKMASTER_TEST(TestSqlStatementHistory, QCoreApplication)

} // namespace tst_sqlstatementhistory

#include "tst_sqlstatementhistory.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/text/csvtable.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_csvtable {

/** Names as they stand in a table for a spreadsheet. */
class TestCsvTable : public QObject
{
    Q_OBJECT

private slots:
    void fieldsAreQuotedWhereTheyHaveTo_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("plain") << QStringLiteral("pod-1") << QByteArray("pod-1");
        QTest::newRow("empty") << QString() << QByteArray();
        QTest::newRow("comma") << QStringLiteral("a,b") << QByteArray("\"a,b\"");
        QTest::newRow("quote") << QStringLiteral("a\"b") << QByteArray("\"a\"\"b\"");
        QTest::newRow("line") << QStringLiteral("a\nb\t") << QByteArray("a\\nb\\t");
        QTest::newRow("moved") << QStringLiteral("a\u202e,b") << QByteArray("\"a\\u202e,b\"");
        QTest::newRow("formula") << QStringLiteral("=1+1") << QByteArray("'=1+1");
        QTest::newRow("wide formula") << QStringLiteral("\uff1d1+1") << QByteArray("'\uff1d1+1");
        QTest::newRow("quoted formula") << QStringLiteral("@a,b") << QByteArray("\"'@a,b\"");
    }

    void fieldsAreQuotedWhereTheyHaveTo()
    {
        QFETCH(QString, value);
        QTEST(csvField(value), "field");
    }
};

LOCKMASTER_TEST(TestCsvTable, QCoreApplication)

} // namespace tst_csvtable

#include "tst_csvtable.moc"

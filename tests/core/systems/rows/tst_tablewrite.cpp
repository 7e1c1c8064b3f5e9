// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/tablewrite.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_tablewrite {

namespace {

SqlTableShape shape(bool nullable)
{
    SqlTableShape made;
    made.quotedTable = QStringLiteral("`s`.`t`");
    made.name.quoted = QStringLiteral("`name`");
    made.name.bytes = QStringLiteral("B(`name`)");
    made.name.characterSet = QStringLiteral("utf8mb4");
    made.owner.quoted = QStringLiteral("`owner`");
    made.owner.bytes = QStringLiteral("B(`owner`)");
    made.owner.nullable = nullable;
    made.time.quoted = QStringLiteral("`t?`");
    return made;
}

} // namespace

class TestTableWrite : public QObject
{
    Q_OBJECT

private slots:
    void writesValuesOut_data();
    void writesValuesOut();
    void readsAsItIsSent();
    void whatWasLetGoOfDoesNotMatch();
    void anOwnerCanBeCleared();
};

void TestTableWrite::writesValuesOut_data()
{
    QTest::addColumn<QVariant>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("text") << QVariant(QStringLiteral("it's")) << QStringLiteral("'it''s'");
    QTest::newRow("Korean") << QVariant(QStringLiteral("정산")) << QStringLiteral("'정산'");
    QTest::newRow("empty") << QVariant(QStringLiteral("")) << QStringLiteral("''");
    QTest::newRow("NULL") << QVariant(QMetaType(QMetaType::QString)) << QStringLiteral("NULL");
    QTest::newRow("number") << QVariant(7LL) << QStringLiteral("7");
    QTest::newRow("bytes") << QVariant(QByteArray("web-3")) << QStringLiteral("'web-3'");
    QTest::newRow("not UTF-8") << QVariant(QByteArray("\xff\x01")) << QStringLiteral("X'ff01'");
    QTest::newRow("backslash") << QVariant(QStringLiteral("a\\"))
                               << QStringLiteral("_utf8mb4 X'615c'");
    QTest::newRow("new line") << QVariant(QStringLiteral("a\n"))
                              << QStringLiteral("_utf8mb4 X'610a'");
    QTest::newRow("moves text") << QVariant(QStringLiteral("a\u202e"))
                                << QStringLiteral("_utf8mb4 X'61e280ae'");
}

void TestTableWrite::writesValuesOut()
{
    QFETCH(QVariant, value);
    QFETCH(QString, text);
    QCOMPARE(sqlLiteral(value), text);
}

void TestTableWrite::readsAsItIsSent()
{
    const SqlExactRow seen{"o'", true, QStringLiteral("2026-11-21 01:02:03")};
    const SqlText both = releaseStatement(shape(true), "a", seen, {seen.time}, {});
    QCOMPARE(both.sql(),
             QStringLiteral("UPDATE `s`.`t` SET `t?` = '1970-01-02 00:00:00' WHERE `name` = ? AND "
                            "B(`name`) <=> ? AND B(`owner`) <=> ? AND (CAST(`t?` AS CHAR) <=> ?)"));
    QCOMPARE(both.readable(),
             QStringLiteral("UPDATE `s`.`t` SET `t?` = '1970-01-02 00:00:00' WHERE `name` = 'a' "
                            "AND B(`name`) <=> 'a' AND B(`owner`) <=> 'o''' AND "
                            "(CAST(`t?` AS CHAR) <=> '2026-11-21 01:02:03')"));
    QCOMPARE(both.values().size(), 4);
    const SqlText instance = releaseStatement(shape(true), "a", {{}, false, {}}, {}, {});
    QVERIFY(instance.readable().contains(QLatin1String("B(`owner`) <=> NULL AND")));
    QVERIFY(instance.values().at(2).isNull());
    const SqlText nobody = releaseStatement(shape(true), "a", {{}, true, {}}, {{}}, {});
    QVERIFY(!nobody.values().at(2).isNull());
    QVERIFY(nobody.readable().endsWith(QLatin1String("B(`owner`) <=> '' AND "
                                                     "(CAST(`t?` AS CHAR) <=> NULL)")));
}

void TestTableWrite::whatWasLetGoOfDoesNotMatch()
{
    const SqlExactRow seen{"o", true, {}};
    const QString endless = releaseStatement(shape(true), "a", seen, {}, {}).sql();
    QVERIFY2(
        endless.endsWith(QLatin1String("<=> ? AND (`t?` > '1970-01-02 00:00:00' OR `t?` IS NULL)")),
        qPrintable(endless));
    const QString nobodys = releaseStatement(shape(true), "a", seen, {}, {false, true}).sql();
    QVERIFY2(nobodys.endsWith(QLatin1String("<=> ? AND `t?` > '1970-01-02 00:00:00'")),
             qPrintable(nobodys));
}

void TestTableWrite::anOwnerCanBeCleared()
{
    const SqlExactRow seen{"o", true, {}};
    QVERIFY(releaseStatement(shape(true), "a", seen, {}, {true, false})
                .sql()
                .contains(QLatin1String(", `owner` = NULL WHERE")));
    QVERIFY(releaseStatement(shape(false), "a", seen, {}, {true, false})
                .sql()
                .contains(QLatin1String(", `owner` = '' WHERE")));
}

LOCKMASTER_TEST(TestTableWrite, QCoreApplication)

} // namespace tst_tablewrite

#include "tst_tablewrite.moc"

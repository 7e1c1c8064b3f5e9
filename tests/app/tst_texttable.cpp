// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/texttable.h"
#include "tests/support/testprogram.h"

#include <QScopeGuard>
#include <QTest>

#include <clocale>

using namespace lockmaster;

namespace tst_texttable {

/** Columns stay columns, whatever stands in them. */
class TestTextTable : public QObject
{
    Q_OBJECT

private slots:
    void wideCharactersCountTwo_data();
    void wideCharactersCountTwo();
    void noLocaleIsNeeded();
    void elidedTextFits_data();
    void elidedTextFits();
    void columnsAreAligned();
    void elasticColumnsGiveWay();
    void narrowTerminalKeepsSomeOfEachColumn();
    void longTablesComeInPiecesOfWholeLines();
    void nothingComesAfterAReaderHasGone();
    void theHeadingCanBeLeftOut();
};

void TestTextTable::wideCharactersCountTwo_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");
    QTest::newRow("ASCII") << QStringLiteral("abc") << 3;
    QTest::newRow("empty") << QString() << 0;
    QTest::newRow("Korean") << QStringLiteral("\uD68C\uC6D0") << 4;
    QTest::newRow("Japanese") << QStringLiteral("\u304B\u30CA\u6F22") << 6;
    QTest::newRow("full width") << QStringLiteral("\uFF21") << 2;
    QTest::newRow("half width") << QStringLiteral("\uFF71") << 1;
    QTest::newRow("accent apart") << QStringLiteral("e\u0301") << 1;
    QTest::newRow("Korean, letter by letter") << QStringLiteral("\u1112\u1175\u11AB") << 2;
    QTest::newRow("emoji") << QStringLiteral("\U0001F512") << 2;
    QTest::newRow("rare ideograph") << QStringLiteral("\U00020000") << 2;
    QTest::newRow("Latin") << QStringLiteral("\u00E9\u2026") << 2;
}

void TestTextTable::wideCharactersCountTwo()
{
    QFETCH(QString, text);
    QFETCH(int, width);
    QCOMPARE(textWidth(text), width);
}

void TestTextTable::noLocaleIsNeeded()
{
    const QByteArray before = std::setlocale(LC_ALL, nullptr);
    const auto restore = qScopeGuard([&] { std::setlocale(LC_ALL, before.constData()); });
    std::setlocale(LC_ALL, "C");
    QCOMPARE(textWidth(QStringLiteral("\uD68C\uC6D0e\u0301\U0001F512")), 7);
    // Nor is it another one for what comes after.
    QCOMPARE(QByteArray(std::setlocale(LC_ALL, nullptr)), QByteArray("C"));
}

void TestTextTable::theHeadingCanBeLeftOut()
{
    TextTable table({{QStringLiteral("LOCK")}, {QStringLiteral("WAIT"), true}});
    table.addRow({QStringLiteral("\uD68C\uC6D0"), QStringLiteral("1")});
    QByteArray all;
    QByteArray rows;
    table.print(0, [&all](QByteArrayView piece) { return !all.append(piece).isNull(); });
    table.print(
        0, [&rows](QByteArrayView piece) { return !rows.append(piece).isNull(); },
        TextTable::Heading::LeaveOut);
    QCOMPARE(rows, all.mid(all.indexOf('\n') + 1));
    QCOMPARE(rows.count('\n'), 1);
}

void TestTextTable::elidedTextFits_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");
    QTest::addColumn<QString>("elided");
    QTest::newRow("fits") << QStringLiteral("abcdef") << 6 << QStringLiteral("abcdef");
    QTest::newRow("even") << QStringLiteral("abcdefgh") << 6 << QStringLiteral("abc\u2026gh");
    QTest::newRow("odd") << QStringLiteral("abcdefgh") << 5 << QStringLiteral("ab\u2026gh");
    QTest::newRow("wide") << QStringLiteral("\uAC00\uAC01\uAC02\uAC03") << 6
                          << QStringLiteral("\uAC00\u2026\uAC03");
    QTest::newRow("emoji are not cut") << QStringLiteral("\U0001F512\U0001F512\U0001F512") << 4
                                       << QStringLiteral("\U0001F512\u2026");
}

void TestTextTable::elidedTextFits()
{
    QFETCH(QString, text);
    QFETCH(int, width);
    QFETCH(QString, elided);
    QCOMPARE(elidedMiddle(text, width), elided);
    QVERIFY(textWidth(elided) <= width);
}

void TestTextTable::columnsAreAligned()
{
    TextTable table(
        {{QStringLiteral("LOCK")}, {QStringLiteral("TTL"), true}, {QStringLiteral("S")}});
    table.addRow({QStringLiteral("\uD68C\uC6D0:1"), QStringLiteral("1 s"), QStringLiteral("held")});
    table.addRow({QStringLiteral("a"), QStringLiteral("12 m 3 s"), QString()});
    QCOMPARE(QString::fromUtf8(table.text(0)), QStringLiteral("LOCK         TTL  S\n"
                                                              "\uD68C\uC6D0:1       1 s  held\n"
                                                              "a       12 m 3 s\n"));
}

void TestTextTable::elasticColumnsGiveWay()
{
    TextTable table({{QStringLiteral("LOCK"), false, true}, {QStringLiteral("STATE")}});
    table.addRow({QString(100, u'x'), QStringLiteral("held")});
    const QString narrow = QString::fromUtf8(table.text(40));
    for (const QString &line : narrow.split(u'\n'))
        QVERIFY2(textWidth(line) <= 40, qPrintable(line));
    QVERIFY(narrow.contains(QStringLiteral("x\u2026x")));
    QVERIFY(narrow.contains(QStringLiteral("  held\n")));
    QVERIFY(QString::fromUtf8(table.text(0)).contains(QString(100, u'x')));
}

void TestTextTable::narrowTerminalKeepsSomeOfEachColumn()
{
    TextTable table(
        {{QStringLiteral("LOCK"), false, true}, {QStringLiteral("OWNER"), false, true}});
    table.addRow({QString(50, u'x'), QString(50, u'y')});
    const QString narrow = QString::fromUtf8(table.text(5));
    QVERIFY(narrow.contains(QStringLiteral("xxxxxx\u2026xxxxx  yyyyyy\u2026yyyyy")));
}

void TestTextTable::longTablesComeInPiecesOfWholeLines()
{
    TextTable table({{QStringLiteral("LOCK")}, {QStringLiteral("STATE")}});
    for (int i = 0; i < 10'000; ++i)
        table.addRow({QString::number(i), QStringLiteral("held")});
    QByteArray joined;
    int pieces = 0;
    table.print(0, [&](QByteArrayView piece) {
        ++pieces;
        joined += piece;
        return piece.endsWith('\n') && piece.size() < 65 * 1024;
    });
    QVERIFY2(pieces > 1, qPrintable(QString::number(pieces)));
    QCOMPARE(joined.count('\n'), 10'001);
    QVERIFY(joined.endsWith("9999  held\n"));
    QCOMPARE(joined, table.text(0));
}

void TestTextTable::nothingComesAfterAReaderHasGone()
{
    TextTable table({{QStringLiteral("LOCK")}});
    for (int i = 0; i < 100; ++i)
        table.addRow({QString(2000, u'x')});
    int pieces = 0;
    table.print(0, [&pieces](QByteArrayView) { return ++pieces < 2; });
    QCOMPARE(pieces, 2);
}

LOCKMASTER_TEST(TestTextTable, QCoreApplication)

} // namespace tst_texttable

#include "tst_texttable.moc"

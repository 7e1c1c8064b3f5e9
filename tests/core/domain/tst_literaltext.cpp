// SPDX-License-Identifier: Apache-2.0
#include "core/domain/literaltext.h"

#include <QTest>

using namespace lockmaster;

class TestLiteralText : public QObject
{
    Q_OBJECT

private slots:
    void bytesAreShownAsTheyAre_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QByteArray("daily-close") << QStringLiteral("daily-close");
        QTest::newRow("Korean") << QByteArray("정산") << QStringLiteral("정산");
        QTest::newRow("emoji") << QByteArray("🔒") << QStringLiteral("🔒");
        QTest::newRow("markup") << QByteArray("<b>x</b>") << QStringLiteral("<b>x</b>");
        QTest::newRow("backslash") << QByteArray("App\\Job") << QStringLiteral("App\\Job");
        QTest::newRow("newline") << QByteArray("a\nb\r\t") << QStringLiteral("a\\nb\\r\\t");
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QStringLiteral("a\\x00b");
        QTest::newRow("right to left") << QByteArray("a\u202eb") << QStringLiteral("a\\u202eb");
        QTest::newRow("line separator") << QByteArray("a\u2028b") << QStringLiteral("a\\u2028b");
        QTest::newRow("tag plane") << QByteArray("\U000e0041") << QStringLiteral("\\U000e0041");
        QTest::newRow("not UTF-8") << QByteArray("a\xff가\xc3") << QStringLiteral("a\\xff가\\xc3");
        QTest::newRow("overlong") << QByteArray("\xc0\x80") << QStringLiteral("\\xc0\\x80");
        QTest::newRow("surrogate")
            << QByteArray("\xed\xa0\x80") << QStringLiteral("\\xed\\xa0\\x80");
    }
    void bytesAreShownAsTheyAre()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(literalText(bytes), shown);
    }
    void beginningHasWholeCharacters()
    {
        const QString locks = QStringLiteral("a🔒🔒");
        QCOMPARE(beginningOf(locks, 0), QString());
        QCOMPARE(beginningOf(locks, 1), QStringLiteral("a"));
        QCOMPARE(beginningOf(locks, 2), QStringLiteral("a"));
        QCOMPARE(beginningOf(locks, 3), QStringLiteral("a🔒"));
        QCOMPARE(beginningOf(locks, 4), QStringLiteral("a🔒"));
        QCOMPARE(beginningOf(locks, 5), locks);
        QCOMPARE(beginningOf(locks, 60), locks);
    }
};

QTEST_GUILESS_MAIN(TestLiteralText)
#include "tst_literaltext.moc"

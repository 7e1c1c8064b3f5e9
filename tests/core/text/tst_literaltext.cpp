// SPDX-License-Identifier: Apache-2.0
#include "core/text/literallog.h"
#include "core/text/literaltext.h"
#include "tests/support/testprogram.h"

#include <QTemporaryFile>
#include <QTest>

#include <cstdio>

#include <unistd.h>

using namespace lockmaster;

namespace tst_literaltext {

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
    void blankIsWhatNobodyCanRead()
    {
        for (const char *blank : {"",
                                  " ",
                                  " \t\r\n",
                                  "\u200b",
                                  " \u200b\u200b ",
                                  "\u00a0\u3000\u2003",
                                  "\ufeff",
                                  "\u2060",
                                  "\u00ad",
                                  "\u202e\u202c",
                                  "\u3164",
                                  "\uffa0",
                                  "\u115f\u1160",
                                  "\u2800",
                                  "\ufffc",
                                  "\U0001d159",
                                  "\u034f",
                                  "\ufe0f",
                                  "\u0301",
                                  "\u180e",
                                  "\U000e0020\U000e007f",
                                  "\ue000",
                                  "\x01\x7f",
                                  "\u2028"})
            QVERIFY2(isBlank(QString::fromUtf8(blank)), blank);
        for (const char *said : {"x", ".", "정산", "🔒", " \u200bOPS-311", "e\u0301", "-"})
            QVERIFY2(!isBlank(QString::fromUtf8(said)), said);
    }
    void plainNamesHideNothing()
    {
        for (const char *plain : {"billing", "billing db", "정산", "db1:3306/a", "é"})
            QVERIFY2(isPlainName(QString::fromUtf8(plain)), plain);
        for (const char *other :
             {"", " ", "a\nb", "a\tb", "a\u202eb", "a\u200bb", "a\033[2J", "\u3164"})
            QVERIFY2(!isPlainName(QString::fromUtf8(other)), other);
    }
    void warningsReachTheTerminalLiterally()
    {
        QTemporaryFile file;
        QVERIFY(file.open());
        const int before = ::dup(STDERR_FILENO);
        ::dup2(file.handle(), STDERR_FILENO);
        logLiterally();
        qWarning("MySQL: \"%s\"", "a\033[2J\033]0;title\007\nb\u202e");
        qInstallMessageHandler(nullptr);
        std::fflush(stderr);
        ::dup2(before, STDERR_FILENO);
        ::close(before);
        file.seek(0);
        QCOMPARE(file.readAll(), QByteArray("MySQL: \"a\\x1b[2J\\x1b]0;title\\x07\\nb\\u202e\"\n"));
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

LOCKMASTER_TEST(TestLiteralText, QCoreApplication)

} // namespace tst_literaltext

#include "tst_literaltext.moc"

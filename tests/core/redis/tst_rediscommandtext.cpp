// SPDX-License-Identifier: Apache-2.0
#include "core/redis/rediscommandtext.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_rediscommandtext {

class RedisCommandTextTest : public QObject
{
    Q_OBJECT

private slots:
    void wordsAndBytes_data()
    {
        QTest::addColumn<QByteArray>("argument");
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QByteArray("job-lock:a.b/{1}")
                               << QStringLiteral("job-lock:a.b/{1}");
        QTest::newRow("empty") << QByteArray("") << QStringLiteral("\"\"");
        QTest::newRow("space") << QByteArray("a b") << QStringLiteral("\"a b\"");
        QTest::newRow("quotes") << QByteArray("a\"b\\'") << QStringLiteral("\"a\\\"b\\\\'\"");
        QTest::newRow("control") << QByteArray("\n\r\t\a\b\x01\x7f", 7)
                                 << QStringLiteral("\"\\n\\r\\t\\a\\b\\x01\\x7f\"");
        QTest::newRow("NUL and not UTF-8")
            << QByteArray("a\0\xff", 3) << QStringLiteral("\"a\\x00\\xff\"");
        QTest::newRow("UTF-8") << QByteArray("\xea\xb0\x80")
                               << QStringLiteral("\"\\xea\\xb0\\x80\"");
        QTest::newRow("a shell's words") << QByteArray("$(x)|;&") << QStringLiteral("\"$(x)|;&\"");
        const QByteArray many(300, 'x');
        const QString first(256, QLatin1Char('x'));
        QTest::newRow("long") << many << QStringLiteral("\"%1\"... (300 bytes)").arg(first);
    }

    void wordsAndBytes()
    {
        QFETCH(QByteArray, argument);
        QFETCH(QString, text);
        QCOMPARE(redisCommandText(RedisCommand{"DEL", argument}), QStringLiteral("DEL ") + text);
    }

    void scriptsStandInFull()
    {
        const QByteArray script(300, 'x');
        QCOMPARE(redisCommandText(RedisCommand{"EVAL", script + ' ', "0"}),
                 QStringLiteral("EVAL \"%1 \" 0").arg(QString::fromLatin1(script)));
    }

    void severalStandOnLinesOfTheirOwn()
    {
        QCOMPARE(redisCommandText(std::vector<RedisCommand>{{"MULTI"}, {"DEL", ""}, {"EXEC"}}),
                 QStringLiteral("MULTI\nDEL \"\"\nEXEC"));
    }
};

LOCKMASTER_TEST(RedisCommandTextTest, QCoreApplication)

} // namespace tst_rediscommandtext

#include "tst_rediscommandtext.moc"

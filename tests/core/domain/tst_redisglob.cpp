// SPDX-License-Identifier: Apache-2.0
#include "core/domain/redisglob.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace lockmaster;

namespace tst_redisglob {

class TestRedisGlob : public QObject
{
    Q_OBJECT

private slots:
    void patterns_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArrayList>("matching");
        QTest::addColumn<QByteArrayList>("others");
        const auto row = [](const char *pattern, const QByteArrayList &matching,
                            const QByteArrayList &others) {
            QTest::newRow(pattern) << QByteArray(pattern) << matching << others;
        };
        row("*", {"", "a", "lock:1"}, {});
        row("", {""}, {"a"});
        row("lock:*", {"lock:", "lock:1", "lock:*"}, {"lock", "Lock:1", "xlock:1"});
        row("*:lock", {":lock", "a:lock", "a:lock:lock"}, {"a:lock:b", "lock"});
        row("a*b*c", {"abc", "axxbyyc", "abcbc"}, {"ab", "acb", "abcd"});
        row("h?llo", {"hello", "h*llo"}, {"hllo", "heello"});
        row("h[ae]llo", {"hello", "hallo"}, {"hillo", "hllo"});
        row("h[^e]llo", {"hallo", "h^llo"}, {"hello"});
        row("h[a-c]llo", {"hallo", "hbllo", "hcllo"}, {"hdllo", "h-llo"});
        row("h[c-a]llo", {"hallo", "hbllo", "hcllo"}, {"hdllo"});
        row("h[a\\]]llo", {"hallo", "h]llo"}, {"h\\llo"});
        row("h\\*llo", {"h*llo"}, {"hello", "h\\*llo"});
        row("a[", {}, {"a", "a[", "ab"});
        row("a[b", {"ab"}, {"a", "a[b"});
        row("a[]b", {}, {"ab", "a]b"});
        row("a[^]b", {"axb", "a]b"}, {"ab"});
        row("a\\", {"a\\"}, {"a"});
        row("{a}*", {"{a}", "{a}:1"}, {"a"});
        row("**", {"a"}, {""}); // as the server has it
    }
    void patterns()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArrayList, matching);
        QFETCH(QByteArrayList, others);
        for (const QByteArray &key : matching)
            QVERIFY2(redisGlobMatches(pattern, key), key.constData());
        for (const QByteArray &key : others)
            QVERIFY2(!redisGlobMatches(pattern, key), key.constData());
    }

    void bytesAreNotText()
    {
        QVERIFY(redisGlobMatches(QByteArray("a\0*", 3), QByteArray("a\0b", 3)));
        QVERIFY(!redisGlobMatches(QByteArray("a\0b", 3), QByteArray("a\0c", 3)));
        QVERIFY(redisGlobMatches("?", "\xff"));
        QVERIFY(!redisGlobMatches("?", "\xc3\xa4"));
    }

    void manyStarsDoNotHang()
    {
        QElapsedTimer timer;
        timer.start();
        const QByteArray key(50'000, 'a');
        QVERIFY(!redisGlobMatches(QByteArray("a*").repeated(40) + 'b', key));
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    }

    void prefixes()
    {
        QCOMPARE(redisGlobPrefix("lock:*"), QByteArray("lock:"));
        QCOMPARE(redisGlobPrefix("lock\\*:?"), QByteArray("lock*:"));
        QCOMPARE(redisGlobPrefix("[a]b"), QByteArray());
        QCOMPARE(redisGlobPrefix("plain"), QByteArray("plain"));
    }

    void anExampleMatches_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("example");
        const auto row = [](const char *pattern, const char *example) {
            QTest::newRow(pattern) << QByteArray(pattern) << QByteArray(example);
        };
        row("*", "lockmaster");
        row("lock:*", "lock:lockmaster");
        row("order:*:lock", "order:lockmaster:lock");
        row("a*b*", "alockmasterblockmaster");
        row("**:x", "lockmaster:x");
        row("a?c", "axc");
        row("[0-9]", "0");
        row("[^a-z]x", "{x");
        row("a\\*b", "a*b");
        row("a\\", "a\\");
    }
    void anExampleMatches()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, example);
        const QByteArray made = redisGlobExample(pattern);
        QCOMPARE(made, example);
        QVERIFY2(redisGlobMatches(pattern, made), made.constData());
    }

    void oneServerPatternCoversAll()
    {
        QCOMPARE(redisGlobCovering({}), QByteArray());
        QCOMPARE(redisGlobCovering({"a?[b]*"}), QByteArray("a?[b]*"));
        QCOMPARE(redisGlobCovering({"lock:a*", "lock:b*"}), QByteArray("lock:[ab]*"));
        QCOMPARE(redisGlobCovering({"lock:*", "lock:b*"}), QByteArray("lock:*"));
        QCOMPARE(redisGlobCovering({"lock:*", "mutex:*"}), QByteArray("[lm][ou][ct][ke][:x]*"));
        QCOMPARE(redisGlobCovering({"lock:a*", "*:lock"}), QByteArray());
        QCOMPARE(redisGlobCovering({"a\\*b:1", "a\\*b:2"}), QByteArray("a\\*b:[12]*"));
        QCOMPARE(redisGlobCovering({"lock", "lock:*"}), QByteArray("lock*"));
        QCOMPARE(redisGlobCovering({"a-\\]", "a]b*", "a^c"}), QByteArray("a[\\-\\]\\^][\\]bc]*"));
    }

    void whatOneOfThemMatchesIsCovered_data()
    {
        QTest::addColumn<QByteArrayList>("patterns");
        QTest::addColumn<QByteArrayList>("keys");
        QTest::newRow("different") << QByteArrayList{"lock:*", "mutex:*", "{hangfire}:*"}
                                   << QByteArrayList{"lock:1", "mutex:", "{hangfire}:x"};
        QTest::newRow("one within another")
            << QByteArrayList{"a*", "ab?", "abc"} << QByteArrayList{"a", "abd", "abc", "ax"};
        QTest::newRow("special bytes")
            << QByteArrayList{"\\[a*", "\\]a*", "-a*", "^a*", "\\\\a*", "\\*a*"}
            << QByteArrayList{"[a", "]a", "-a1", "^a", "\\a", "*a"};
        QTest::newRow("bytes beyond ASCII")
            << QByteArrayList{"\xff*", "\x01*", "a*"} << QByteArrayList{"\xff", "\x01", "a"};
    }
    void whatOneOfThemMatchesIsCovered()
    {
        QFETCH(QByteArrayList, patterns);
        QFETCH(QByteArrayList, keys);
        const QByteArray covering = redisGlobCovering(patterns);
        for (const QByteArray &key : keys)
            QVERIFY2(redisGlobMatches(covering, key), (covering + " of " + key).constData());
        QVERIFY2(!redisGlobMatches(covering, "zz"), covering.constData());
    }
};

LOCKMASTER_TEST(TestRedisGlob, QCoreApplication)

} // namespace tst_redisglob

#include "tst_redisglob.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/getlocktext.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_getlocktext {

class TestGetLockText : public QObject
{
    Q_OBJECT

private slots:
    void findsTheNamesThatStandInAStatement_data();
    void findsTheNamesThatStandInAStatement();
    void saysWhenALockIsNotNamed_data();
    void saysWhenALockIsNotNamed();
};

void TestGetLockText::findsTheNamesThatStandInAStatement_data()
{
    QTest::addColumn<QByteArray>("statement");
    QTest::addColumn<QByteArrayList>("names");

    const auto row = [](const char *tag, const QByteArray &statement, const QByteArrayList &names) {
        QTest::newRow(tag) << statement << names;
    };
    row("plain", "select get_lock('Foo',50)", {"Foo"});
    row("double quotes", "DO GET_LOCK(\"a b\", 3)", {"a b"});
    row("spaces and newlines", "SELECT GET_LOCK (\n 'a' , 3 )", {"a"});
    row("character set", "SELECT GET_LOCK(_utf8mb4'a', 3)", {"a"});
    row("character set and space", "SELECT GET_LOCK(_utf8mb4 'a', 3)", {"a"});
    row("national", "SELECT GET_LOCK(N'a', 3)", {"a"});
    row("hexadecimal", "SELECT GET_LOCK(X'6162', 3)", {"ab"});
    row("hexadecimal number", "SELECT GET_LOCK(0x6162, 3)", {"ab"});
    row("doubled quote", "SELECT GET_LOCK('it''s', 3)", {"it's"});
    row("escapes", "SELECT GET_LOCK('a\\n\\0\\'b', 3)", {QByteArray("a\n\0'b", 5)});
    row("parenthesis in the name", "SELECT GET_LOCK('a),(', 3)", {"a),("});
    row("several", "SELECT GET_LOCK('a',1), get_lock('b',1)", {"a", "b"});
    row("not UTF-8", "SELECT GET_LOCK('\xff\xfe', 3)", {"\xff\xfe"});
    row("inside a longer statement", "INSERT INTO t SELECT 1 WHERE GET_LOCK('x', 1) = 1", {"x"});
}

void TestGetLockText::findsTheNamesThatStandInAStatement()
{
    QFETCH(QByteArray, statement);
    QFETCH(QByteArrayList, names);

    const NamedLocks named = lockNamesInStatement(statement);

    QCOMPARE(QByteArrayList(named.names.begin(), named.names.end()), names);
    QVERIFY(named.all);
}

void TestGetLockText::saysWhenALockIsNotNamed_data()
{
    QTest::addColumn<QByteArray>("statement");

    QTest::newRow("placeholder") << QByteArray("select get_lock(?,?)");
    QTest::newRow("variable") << QByteArray("select get_lock(@name, 3)");
    QTest::newRow("expression") << QByteArray("select get_lock(concat('a', 'b'), 3)");
    QTest::newRow("adjacent literals") << QByteArray("select get_lock('a' 'b', 3)");
    QTest::newRow("sum of literals") << QByteArray("select get_lock('a' + 1, 3)");
    QTest::newRow("one literal, one not") << QByteArray("select get_lock('a',1), get_lock(?,1)");
    QTest::newRow("cut in the name") << QByteArray("select get_lock('abc");
    QTest::newRow("cut in an escape") << QByteArray("select get_lock('abc\\");
    QTest::newRow("cut at the parenthesis") << QByteArray("select get_lock(");
    QTest::newRow("cut at the function") << QByteArray("select get_lock");
    QTest::newRow("odd hexadecimal") << QByteArray("select get_lock(x'616', 1)");
    QTest::newRow("another function") << QByteArray("select my_get_lock('a', 3)");
    QTest::newRow("a name like a call") << QByteArray("select get_lock('a),get_lock(', 3)");
    QTest::newRow("none") << QByteArray("execute s using @a");
    QTest::newRow("empty") << QByteArray();
}

void TestGetLockText::saysWhenALockIsNotNamed()
{
    QFETCH(QByteArray, statement);

    QVERIFY(!lockNamesInStatement(statement).all);
}

LOCKMASTER_TEST(TestGetLockText, NoApplication)

} // namespace tst_getlocktext

#include "tst_getlocktext.moc"

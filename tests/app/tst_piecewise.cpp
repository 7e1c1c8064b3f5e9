// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/piecewise.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_piecewise {

/** A long list, rendered by several threads. */
class TestPiecewise : public QObject
{
    Q_OBJECT

    std::vector<LockRecord> m_records;
    std::vector<const LockRecord *> m_locks;

    static void render(QByteArray &out, const LockRecord &lock) { out += lock.id.name + '\n'; }

private slots:
    void initTestCase();
    void keepsTheOrder_data();
    void keepsTheOrder();
    void endsWhenNobodyReads();
};

void TestPiecewise::initTestCase()
{
    const auto source = fakeSource(QStringLiteral("billing"));
    for (int i = 0; i < 20'000; ++i)
        m_records.push_back(fakeLock(source, "job-" + QByteArray::number(i), "web-3"));
    for (const LockRecord &record : m_records)
        m_locks.push_back(&record);
}

void TestPiecewise::keepsTheOrder_data()
{
    QTest::addColumn<size_t>("count");
    for (const size_t count : {0u, 1u, 1023u, 1024u, 1025u, 20'000u})
        QTest::addRow("%zu", count) << count;
}

void TestPiecewise::keepsTheOrder()
{
    QFETCH(const size_t, count);
    QByteArray expected;
    for (size_t i = 0; i < count; ++i)
        render(expected, m_records[i]);
    QByteArray passed;
    const auto pass = [&passed](const QByteArray &piece) {
        passed += piece;
        return true;
    };
    QVERIFY(renderPiecewise({m_locks.begin(), m_locks.begin() + qsizetype(count)}, render, pass));
    QCOMPARE(passed, expected);
}

void TestPiecewise::endsWhenNobodyReads()
{
    int pieces = 0;
    const auto pass = [&pieces](const QByteArray &) { return ++pieces < 3; };
    QVERIFY(!renderPiecewise(m_locks, render, pass));
    QCOMPARE(pieces, 3);
}

LOCKMASTER_TEST(TestPiecewise, QCoreApplication)

} // namespace tst_piecewise

#include "tst_piecewise.moc"

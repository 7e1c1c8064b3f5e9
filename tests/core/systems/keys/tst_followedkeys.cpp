// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/followedkeys.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_followedkeys {

namespace {

constexpr int keys = 10;

QByteArray key(int number)
{
    return "lock:" + QByteArray::number(number);
}

void fill(FollowedKeys<int> &all)
{
    for (int number = 0; number < keys; ++number)
        all.add(key(number), number);
}

/** Every `step`th, around and around: what a poll of other keys does in between. */
bool findsAll(FollowedKeys<int> &all, int step)
{
    for (int i = 0; i < keys; ++i) {
        const int number = i * step % keys;
        const int *found = all.find(key(number));
        if (!found || *found != number)
            return false;
    }
    return true;
}

} // namespace

class TestFollowedKeys : public QObject
{
    Q_OBJECT

private slots:
    void isFoundInAnyOrder();
    void whoIsForgottenIsFollowedNoMore();
    void whatIsNotThereIsNotFound();
};

void TestFollowedKeys::isFoundInAnyOrder()
{
    FollowedKeys<int> all;
    fill(all);
    for (const int step : {1, 1, 3, 7, 1, 9, 3, 3, 1})
        QVERIFY2(findsAll(all, step), qPrintable(QString::number(step)));
}

void TestFollowedKeys::whoIsForgottenIsFollowedNoMore()
{
    FollowedKeys<int> all;
    fill(all);
    QVERIFY(findsAll(all, 1));
    QVERIFY(findsAll(all, 1));
    all.sweep([](int number) { return number % 2 == 1; });
    QCOMPARE(all.size(), size_t(keys / 2));
    for (int round = 0; round < 2; ++round) {
        for (int number = 0; number < keys; ++number)
            QCOMPARE(all.find(key(number)) != nullptr, number % 2 == 0);
    }
    all.add(key(1), 1);
    QCOMPARE(*all.find(key(0)), 0);
    QCOMPARE(*all.find(key(1)), 1);
    QCOMPARE(*all.find(key(2)), 2);
}

void TestFollowedKeys::whatIsNotThereIsNotFound()
{
    FollowedKeys<int> all;
    QVERIFY(!all.find(key(0)));
    all.add(key(0), 0);
    QVERIFY(!all.find(key(1)));
    QVERIFY(all.find(key(0)));
    QVERIFY(!all.find(key(1)));
}

LOCKMASTER_TEST(TestFollowedKeys, QCoreApplication)

} // namespace tst_followedkeys

#include "tst_followedkeys.moc"

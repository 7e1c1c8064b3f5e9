// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/lockactions.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::redisson;

namespace tst_lockactions {

namespace {

const QByteArray one = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c:302";
const QByteArray two = "9f1c0a00-0000-4000-8000-000000000001:5";

LockRecord lockOf(const QString &variant, const std::vector<QByteArray> &holders)
{
    LockRecord lock;
    lock.variant = variant;
    for (const QByteArray &holder : holders)
        lock.holders.push_back({holder, holder.size(), QString::fromLatin1(holder), 1, {}});
    return lock;
}

QStringList idsOf(const std::vector<LockAction> &actions)
{
    QStringList ids;
    for (const LockAction &action : actions)
        ids.append(action.id);
    return ids;
}

} // namespace

class TestLockActions : public QObject
{
    Q_OBJECT

private slots:
    void actions_data()
    {
        QTest::addColumn<QString>("variant");
        QTest::addColumn<int>("holders");
        QTest::addColumn<QStringList>("ids");
        const QStringList release{QStringLiteral("release")};
        const QString readOne = QStringLiteral("read-one");
        QTest::newRow("plain") << QString() << 1 << release;
        QTest::newRow("fair") << QStringLiteral("fair") << 1 << release;
        QTest::newRow("fenced") << QStringLiteral("fenced") << 1 << release;
        QTest::newRow("write") << QStringLiteral("write") << 1 << release;
        QTest::newRow("writer that reads") << QStringLiteral("write") << 2 << QStringList();
        QTest::newRow("a reader") << QStringLiteral("read") << 1 << QStringList{readOne};
        QTest::newRow("readers") << QStringLiteral("read") << 2
                                 << QStringList{readOne, readOne, QStringLiteral("read-all")};
        QTest::newRow("multi") << QStringLiteral("multi") << 1 << QStringList();
        QTest::newRow("nobody") << QString() << 0 << QStringList();
    }
    void actions()
    {
        QFETCH(QString, variant);
        QFETCH(int, holders);
        QFETCH(QStringList, ids);
        std::vector<QByteArray> owners = {one, two};
        owners.resize(size_t(holders));
        const auto found = actionsOf(lockOf(variant, owners));
        QCOMPARE(idsOf(found), ids);
        for (const LockAction &action : found)
            QVERIFY(!action.label.isEmpty() && !action.consequence.isEmpty());
        if (variant == QLatin1StringView("read"))
            QCOMPARE(found.front().target, one);
    }

    void whatIsSharedHasAReason()
    {
        QVERIFY(whyNoAction(lockOf(QStringLiteral("multi"), {one})));
        QVERIFY(whyNoAction(lockOf(QStringLiteral("write"), {one, two})));
        QVERIFY(!whyNoAction(lockOf(QStringLiteral("write"), {one})));
        QVERIFY(!whyNoAction(lockOf(QStringLiteral("read"), {one, two})));
    }

    void aFencingTokenIsSpokenOf()
    {
        const auto plain = actionsOf(lockOf({}, {one}));
        const auto fenced = actionsOf(lockOf(QStringLiteral("fenced"), {one}));
        QVERIFY(fenced.front().consequence.size() > plain.front().consequence.size());
    }
};

LOCKMASTER_TEST(TestLockActions, QCoreApplication)

} // namespace tst_lockactions

#include "tst_lockactions.moc"

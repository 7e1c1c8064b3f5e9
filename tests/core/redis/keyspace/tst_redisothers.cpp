// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisothers.h"
#include "tests/support/testprogram.h"

#include <QHash>
#include <QTest>

#include <algorithm>

using namespace lockmaster;

namespace tst_redisothers {

class TestRedisOthers : public QObject
{
    Q_OBJECT

private slots:
    /**
     * A server that knew where keys fall could make searching for them slow. Which tenth of them is
     * looked at again in a pass goes by the same hash: it is no tenth that can be told beforehand.
     */
    void whereKeysFallIsNoServersToKnow()
    {
        constexpr quint32 secondPass = 2;
        QHashSeed::resetRandomGlobalSeed();
        QVERIFY(QHashSeed::globalSeed() != 0);
        std::vector<QByteArray> chosen;
        for (int i = 0; chosen.size() < 100; ++i) {
            const QByteArray key = "session:" + QByteArray::number(i);
            if ((quint64(qHash(key)) + secondPass) % 10 == 0)
                chosen.push_back(key);
        }
        RedisOthers others;
        others.beginPass();
        for (const QByteArray &key : chosen)
            others.add(key, RedisOthers::Reason::NoLock, "string");
        others.endPass();
        others.beginPass();
        QVERIFY(std::any_of(chosen.begin(), chosen.end(),
                            [&others](const QByteArray &key) { return others.isSettled(key); }));
    }
};

LOCKMASTER_TEST(TestRedisOthers, QCoreApplication)

} // namespace tst_redisothers

#include "tst_redisothers.moc"

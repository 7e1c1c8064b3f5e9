// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlfulldisk {

/** A disk that is full: before a release is written down, and between its intent and its outcome.
 */
class TestLockctlFullDisk : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void whatCannotBeWrittenDownIsNotDone();
    void whatWasDoneIsToldThoughItCannotBeWrittenDown();

private:
    QStringList release(const char *key);
    QStringList environment() const
    {
        return {QStringLiteral("XDG_STATE_HOME=") + m_state->path()};
    }
    QString auditDirectory() const { return m_state->filePath(QStringLiteral("lockmaster/audit")); }
    QByteArray log() const;
    bool isThere(const char *key) { return m_redis->run({"EXISTS", key}).integer == 1; }

    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<QTemporaryDir> m_state;
};

void TestLockctlFullDisk::initTestCase()
{
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
}

void TestLockctlFullDisk::init()
{
    m_state = std::make_unique<QTemporaryDir>();
    const auto expiry = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 3'600'000);
    for (const char *key : {"lock:a", "lock:b"})
        m_redis->run({"SET", key, "token-of-web-3-0001", "PXAT", expiry});
}

/** The arguments that release what is held there now. */
QStringList TestLockctlFullDisk::release(const char *key)
{
    const QString url =
        QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=lock:*").arg(m_redis->port());
    const LockctlOutcome listed = runLockctl(
        {QStringLiteral("list"), QStringLiteral("--json"), QStringLiteral("--url"), url});
    for (const QJsonValue &value :
         jsonObject(listed.out).value(QStringLiteral("locks")).toArray()) {
        const QJsonObject lock = value.toObject();
        if (lock.value(QStringLiteral("name")).toString() == QLatin1StringView(key))
            return {QStringLiteral("release"),   QStringLiteral("--json"),
                    QStringLiteral("--url"),     url,
                    QStringLiteral("--witness"), lock.value(QStringLiteral("witness")).toString()};
    }
    return {};
}

QByteArray TestLockctlFullDisk::log() const
{
    const QDir directory(auditDirectory());
    const QStringList files = directory.entryList({QStringLiteral("audit-*.jsonl")}, QDir::Files);
    QFile file(directory.filePath(files.value(0)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestLockctlFullDisk::whatCannotBeWrittenDownIsNotDone()
{
    const LockctlOutcome outcome = runLockctlOnFullDisk(release("lock:a"), environment(), 100);
    QVERIFY2(outcome.code == 15, (outcome.err + outcome.out).constData());
    QVERIFY(!jsonObject(outcome.out).value(QStringLiteral("sent")).toBool(true));
    QVERIFY2(outcome.err.contains("free space"), outcome.err.constData());
    QVERIFY(isThere("lock:a"));
    QVERIFY2(!log().contains('{'), log().constData()); // no torn line is left, either
}

void TestLockctlFullDisk::whatWasDoneIsToldThoughItCannotBeWrittenDown()
{
    const LockctlOutcome first = runLockctl(release("lock:a"), environment());
    QVERIFY2(first.code == 0, (first.err + first.out).constData());
    const QByteArray before = log();
    QCOMPARE(before.count('\n'), 2);
    const qint64 intent = before.indexOf('\n') + 1;

    // The next intent is as long, its outcome finds no room.
    const LockctlOutcome outcome =
        runLockctlOnFullDisk(release("lock:b"), environment(), before.size() + intent + 20);
    QCOMPARE(jsonObject(outcome.out).value(QStringLiteral("outcome")).toString(),
             QStringLiteral("released"));
    QVERIFY2(outcome.err.contains("audit"), outcome.err.constData());
    QVERIFY(!isThere("lock:b"));
    // The intent stays, for those who ask what became of it.
    const auto verified = verifyAudit(auditDirectory());
    QVERIFY(verified);
    QCOMPARE(verified->faults, QStringList());
    QCOMPARE(verified->open.size(), size_t(1));
}

LOCKMASTER_TEST(TestLockctlFullDisk, QCoreApplication)

} // namespace tst_lockctlfulldisk

#include "tst_lockctlfulldisk.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/formatcatalogue.h"
#include "core/monitor/lockjson.h"
#include "core/systems/registry/registry.h"
#include "tests/support/hostilenames.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/privateredis.h"
#include "tests/support/manualclock.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_copiedlooks {

/** What is copied of a lock to be pasted elsewhere, pasted there: names that want to do more. */
class TestCopiedLooks : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<QTemporaryDir> m_home;

    static std::vector<Hostile> names()
    {
        std::vector<Hostile> all = hostiles();
        all.push_back({"commands", "lock:$(touch pwned)`touch pwned`;touch pwned|touch pwned&#!!"});
        all.push_back({"ends", "lock:\"'\\"});
        all.push_back({"bytes", QByteArray("lock:\xff\xfe\x80", 8)});
        all.push_back({"korean", "잠금:주문 42"});
        return all;
    }
    static void addNames()
    {
        QTest::addColumn<QByteArray>("name");
        for (const Hostile &each : names())
            QTest::newRow(each.what) << each.bytes;
    }
    QStringList lookOf(const BackendSpec &backend, const QString &system, const QString &source,
                       const QByteArray &name)
    {
        const auto lock = makeLock(
            {.name = name, .backend = backend.name, .system = system, .source = source}, m_clock);
        return lockSystem(system)->lookCommands(*lock, backend);
    }
    /** Of a format every shape that it has. */
    static QStringList variantsOf(const QString &system)
    {
        QStringList variants;
        for (const LockFormatPointer &format : shippedFormats()) {
            if (format->id != system)
                continue;
            for (const FormatKeys &keys : format->keys)
                variants << keys.version;
        }
        return variants.isEmpty() ? QStringList{QString()} : variants;
    }
    /** Where `lockctl` is the real one and nothing else is there that could be run by a name. */
    LockctlOutcome paste(const QString &text)
    {
        const QDir home(m_home->path());
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           home.filePath(QStringLiteral("bin")) + QStringLiteral(":/usr/bin:/bin"));
        for (const char *variable : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"})
            environment.insert(QString::fromLatin1(variable), home.path());
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(home.path());
        shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), text});
        shell.waitForFinished(60'000);
        return {shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
    }
    bool isUntouched() const
    {
        return QDir(m_home->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot)
               == QStringList{QStringLiteral("bin")};
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
    }
    void init()
    {
        m_redis->run({"FLUSHALL"});
        m_home = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_home->path()).mkdir(QStringLiteral("bin")));
        QVERIFY(QFile::link(lockctlProgram(), m_home->filePath(QStringLiteral("bin/lockctl"))));
    }

    void redisCliShowsTheVeryKey_data() { addNames(); }
    void redisCliShowsTheVeryKey()
    {
        QFETCH(const QByteArray, name);
        BackendSpec backend = m_redis->spec();
        backend.name = QStringLiteral("cache");
        m_redis->run(lockKey(name, "token-of-web-3", 600s));
        m_redis->run(lockKey("lock:other", "token-of-web-4", 600s));
        const QStringList lines =
            lookOf(backend, QStringLiteral("redis_string"), QStringLiteral("db 0"), name);
        QCOMPARE(lines.size(), 3);
        QProcess client;
        client.start(QStringLiteral("redis-cli"),
                     {QStringLiteral("-p"), QString::number(m_redis->port())});
        client.write(lines.join(u'\n').toUtf8() + '\n');
        client.closeWriteChannel();
        QVERIFY(client.waitForFinished(20'000));
        const QByteArrayList said = client.readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(said.size(), 3);
        QCOMPARE(said[1], QByteArray("token-of-web-3"));
        QVERIFY(said.last().toLongLong() > 500'000);
        // By somebody who is at the wrong prompt.
        paste(lines.join(u'\n'));
        QVERIFY(isUntouched());
    }

    /** What reads a key is said by who knows its type. */
    void everyKindOfKeyIsReadAsWhatItIs()
    {
        const auto first = [this](const char *system) {
            BackendSpec backend = m_redis->spec();
            backend.redisDatabase = 3;
            const QStringList lines =
                lookOf(backend, QString::fromLatin1(system), QStringLiteral("db 3"), "k");
            // A prompt stands in another database, where there is no such key, or another's.
            if (lines.value(0) != u"SELECT 3")
                qFatal("which database?");
            return lines.value(1);
        };
        QCOMPARE(first("redis_string"), QStringLiteral("GET \"k\""));
        QCOMPARE(first("redisson"), QStringLiteral("HGETALL \"k\""));
        for (const LockSystem *system : lockSystems()) {
            if (system->info().kind != BackendKind::Redis)
                continue;
            for (const QString &variant : variantsOf(system->info().id)) {
                LockRecord lock = *makeLock({.name = "k",
                                             .backend = m_redis->spec().name,
                                             .system = system->info().id,
                                             .source = QStringLiteral("db 0")},
                                            m_clock);
                lock.variant = variant;
                const QStringList lines = system->lookCommands(lock, m_redis->spec());
                // What is on several servers has no line of its own.
                const bool hasNone = system->info().id == u"redlock";
                QVERIFY2(lines.isEmpty() == hasNone, qPrintable(system->info().id));
                QVERIFY2(hasNone || lines.last() == QStringLiteral("PTTL \"k\""),
                         qPrintable(system->info().id));
            }
        }
    }

    void lockctlShowsTheVeryLock_data() { addNames(); }
    void lockctlShowsTheVeryLock()
    {
        QFETCH(const QByteArray, name);
        m_redis->run(lockKey(name, "token-of-web-3", 600s));
        m_redis->run(lockKey("lock:other", "token-of-web-4", 600s));
        const QString url =
            QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=*").arg(m_redis->port());
        const auto lock = makeLock({.name = name,
                                    .backend = QStringLiteral("cache"),
                                    .system = QStringLiteral("redis_string"),
                                    .source = QStringLiteral("db 0")},
                                   m_clock);
        const QString line =
            listCommand(*lock, {QStringLiteral("--url"), url}) + QStringLiteral(" --json");
        const LockctlOutcome listed = paste(line);
        QVERIFY2(listed.code == 0, listed.err.constData());
        const QJsonArray locks =
            QJsonDocument::fromJson(listed.out).object().value(QStringLiteral("locks")).toArray();
        QCOMPARE(locks.size(), 1);
        // And what its own JSON holds lets go of it, and of nothing else.
        const QString witness =
            locks.first().toObject().value(QStringLiteral("witness")).toString();
        QVERIFY(!witness.isEmpty());
        const LockctlOutcome released =
            paste(QStringLiteral("lockctl release --url '%1' --witness %2").arg(url, witness));
        QVERIFY2(released.code == 0, released.err.constData());
        QCOMPARE(m_redis->run({"EXISTS", name}).integer, 0);
        QCOMPARE(m_redis->run({"EXISTS", "lock:other"}).integer, 1);
        QVERIFY(!QFile::exists(m_home->filePath(QStringLiteral("pwned"))));
    }
};

LOCKMASTER_TEST(TestCopiedLooks, QCoreApplication)

} // namespace tst_copiedlooks

#include "tst_copiedlooks.moc"

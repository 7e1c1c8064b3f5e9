// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertmemory.h"
#include "core/alerts/alertwatch.h"
#include "core/alerts/holdnorms.h"
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/stat.h>

#include <mutex>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_alertwatch {

namespace {

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

AlertSettings settingsOf(AlertKind kind, Micros over = 0s)
{
    AlertSettings settings;
    AlertRule rule;
    rule.name = words("r");
    rule.kind = kind;
    rule.over = over;
    rule.leastHolds = 10;
    settings.rules = {rule};
    return settings;
}

/** Keeps what it is told. Thread-safe. */
class Ear
{
public:
    AlertWatch::Listener listener()
    {
        return [this](const std::vector<AlertNews> &news, const auto &) {
            const std::lock_guard lock(m_mutex);
            for (const AlertNews &each : news)
                m_heard.append((each.end ? u'-' : u'+')
                               + QString::fromUtf8(each.alert.subject.name));
        };
    }
    QString take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_heard, {}).join(u' ');
    }

private:
    std::mutex m_mutex;
    QStringList m_heard;
};

} // namespace

/** The thread that watches, what it keeps, and what it asks the history. */
class TestAlertWatch : public QObject
{
    Q_OBJECT

    static std::shared_ptr<const BackendSnapshot> snapshot(const HistoryStage &stage,
                                                           const std::vector<LockRecord> &locks)
    {
        auto out = std::make_shared<BackendSnapshot>();
        out->status.name = words("b");
        out->status.state = BackendState::Online;
        out->status.dataFrom = stage.clock.now();
        std::vector<PackedLock> packed;
        for (const LockRecord &lock : locks)
            packed.emplace_back(lock);
        out->locks = LockList(std::move(packed));
        return out;
    }

    static LockRecord waitedFor(LockRecord lock)
    {
        lock.waiters.count = 1;
        return lock;
    }

private slots:
    void beginAndEndAreToldOnce()
    {
        HistoryStage stage;
        Ear ear;
        AlertWatch watch(settingsOf(AlertKind::Waiters), {}, ear.listener(), stage.clock);
        watch.take(1, snapshot(stage, {waitedFor(stage.lock("a"))}), {});
        watch.flush();
        QCOMPARE(ear.take(), words("+a"));
        QCOMPARE(watch.board()->alerts.size(), size_t(1));
        QCOMPARE(watch.board()->told.size(), size_t(1));
        watch.take(1, snapshot(stage, {waitedFor(stage.lock("a"))}), {});
        watch.flush();
        QCOMPARE(ear.take(), QString());
        watch.take(1, snapshot(stage, {}), {});
        watch.flush();
        QCOMPARE(ear.take(), words("-a"));
        QVERIFY(watch.board()->alerts.empty());
    }

    void whatComesAfterTheEndIsLate()
    {
        HistoryStage stage;
        Ear ear;
        AlertWatch watch(settingsOf(AlertKind::Waiters), {}, ear.listener(), stage.clock);
        watch.take(1, snapshot(stage, {waitedFor(stage.lock("a"))}), {});
        watch.flush();
        watch.end(1);
        watch.take(1, snapshot(stage, {waitedFor(stage.lock("a"))}), {});
        watch.flush();
        QCOMPARE(ear.take(), words("+a"));
        stage.clock.advance(1min);
        watch.flush();
        QCOMPARE(ear.take(), words("-a"));
    }

    void anotherRunKnowsWhatWasTold()
    {
        HistoryStage stage;
        const AlertWatch::Places places{{}, stage.directory.filePath(words("state/alerts.json"))};
        const auto locks = snapshot(stage, {waitedFor(stage.lock("a\xff")), stage.lock("b")});
        const AlertSubject a = alertSubject(locks->locks[0].id());
        const AlertSubject b = alertSubject(locks->locks[1].id());
        Ear ear;
        {
            AlertWatch watch(settingsOf(AlertKind::Waiters), places, ear.listener(), stage.clock);
            watch.take(1, locks, {});
            watch.acknowledge(a);
            watch.snooze(b, 1h);
            watch.flush();
            QVERIFY(!ear.take().isEmpty());
        }
        const auto others = QFile::ReadOther | QFile::ReadGroup | QFile::ExeOther;
        QCOMPARE(QFile::permissions(stage.directory.filePath(words("state"))) & others,
                 QFile::Permissions());
        QCOMPARE(QFile::permissions(places.memory) & (QFile::ReadOther | QFile::ReadGroup),
                 QFile::Permissions());
        AlertWatch watch(settingsOf(AlertKind::Waiters), places, ear.listener(), stage.clock);
        watch.flush();
        QCOMPARE(watch.board()->alerts.size(), size_t(1));
        QVERIFY(watch.board()->alerts[0].acknowledged && watch.board()->alerts[0].unseen);
        watch.take(1, snapshot(stage, {waitedFor(stage.lock("a\xff")), waitedFor(stage.lock("b"))}),
                   {});
        watch.flush();
        QCOMPARE(ear.take(), QString());
        QCOMPARE(watch.board()->alerts.size(), size_t(2));
        // One program keeps the file; another begins with nothing.
        AlertWatch other(settingsOf(AlertKind::Waiters), places, {}, stage.clock);
        other.flush();
        QVERIFY(other.board()->alerts.empty());
        watch.take(1, snapshot(stage, {}), {});
        watch.flush();
        QVERIFY(ear.take().startsWith(u'-'));
    }

    void whatIsRememberedIsWrittenOnceASecond()
    {
        HistoryStage stage;
        const AlertWatch::Places places{{}, stage.directory.filePath(words("alerts.json"))};
        const auto kept = [&] {
            QFile file(places.memory);
            const auto memory =
                file.open(QIODevice::ReadOnly) ? alertMemoryFromJson(file.readAll()) : std::nullopt;
            return memory ? int(memory->alerts.size()) : -1;
        };
        {
            AlertWatch watch(settingsOf(AlertKind::Waiters), places, {}, stage.clock);
            watch.take(1, snapshot(stage, {waitedFor(stage.lock("a"))}), {});
            watch.flush();
            QCOMPARE(kept(), 1);
            watch.take(1, snapshot(stage, {waitedFor(stage.lock("a")), waitedFor(stage.lock("b"))}),
                       {});
            watch.flush();
            QCOMPARE(kept(), 1);
            stage.clock.advance(1s);
            watch.flush();
            QCOMPARE(kept(), 2);
            watch.take(1, snapshot(stage, {waitedFor(stage.lock("a"))}), {});
            watch.flush();
            QCOMPARE(kept(), 2);
        }
        QCOMPARE(kept(), 1);
    }

    void damagedFileIsSetAside()
    {
        HistoryStage stage;
        const QString path = stage.directory.filePath(words("alerts.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\":1,\"alerts\":[{\"id\":5}],\"snoozed\":[]}");
        file.close();
        AlertWatch watch(settingsOf(AlertKind::Waiters), {{}, path}, {}, stage.clock);
        watch.take(1, snapshot(stage, {waitedFor(stage.lock("a"))}), {});
        watch.flush();
        QVERIFY(watch.board()->problem.contains(words("damaged-")));
        QCOMPARE(QDir(stage.directory.path()).entryList({words("alerts.json.damaged-*")}).size(),
                 1);
        QVERIFY(alertMemoryFromJson([&path] {
            QFile again(path);
            return again.open(QIODevice::ReadOnly) ? again.readAll() : QByteArray();
        }()));
    }

    void whatIsNoFileIsSetAsideUnread_data()
    {
        QTest::addColumn<bool>("pipe");
        QTest::newRow("pipe that nobody writes into") << true;
        QTest::newRow("device without an end") << false;
    }

    void whatIsNoFileIsSetAsideUnread()
    {
        QFETCH(bool, pipe);
        HistoryStage stage;
        const QString path = stage.directory.filePath(words("alerts.json"));
        if (pipe)
            QVERIFY(::mkfifo(QFile::encodeName(path).constData(), 0600) == 0);
        else
            QVERIFY(QFile::link(words("/dev/zero"), path));
        AlertWatch watch(settingsOf(AlertKind::Waiters), {{}, path}, {}, stage.clock);
        watch.take(1, snapshot(stage, {waitedFor(stage.lock("a"))}), {});
        watch.flush();
        QVERIFY(watch.board()->problem.contains(words("damaged-")));
        QVERIFY(QFileInfo(path).isFile() && !QFileInfo(path).isSymLink());
    }

    void usualIsWhatWasRecorded()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        for (int i = 0; i < 12; ++i) {
            stage.read({stage.lock("a")});
            stage.read({});
        }
        stage.page();
        HistoryNorms norms(stage.settings.path, stage.clock);
        norms.beginRound();
        const LockId id = stage.lock("a").id;
        QVERIFY(norms.of(id).known);
        QCOMPARE(norms.of(id).holds, 12);
        QCOMPARE(norms.of(id).p99, Micros(1s));
        QCOMPARE(norms.of(stage.lock("b").id).holds, 0);

        Ear ear;
        AlertWatch watch(settingsOf(AlertKind::HeldUnusual, 500ms), {stage.settings.path, {}},
                         ear.listener(), stage.clock);
        LockRecord a = stage.lock("a");
        a.heldSince = stage.clock.now() - 900ms;
        watch.take(1, snapshot(stage, {a}), {});
        watch.flush();
        QCOMPARE(ear.take(), QString());
        stage.clock.advance(200ms);
        watch.flush();
        QCOMPARE(ear.take(), words("+a"));
    }

    void withoutAHistoryNothingIsUnusual()
    {
        HistoryStage stage;
        HistoryNorms norms(stage.settings.path, stage.clock);
        norms.beginRound();
        QVERIFY(!norms.of(stage.lock("a").id).known);
    }
};

LOCKMASTER_TEST(TestAlertWatch, QCoreApplication)

} // namespace tst_alertwatch

#include "tst_alertwatch.moc"

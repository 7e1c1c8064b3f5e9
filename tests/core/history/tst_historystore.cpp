// SPDX-License-Identifier: Apache-2.0
#include "core/history/historydb.h"
#include "core/history/historyschema.h"
#include "core/history/historyfilelocks.h"
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historystore {

namespace {

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/** As many pages of nonsense in the middle of the file. */
bool damage(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadWrite) && file.seek(4096)
           && file.write(QByteArray(int(file.size()) - 4096, 'x')) > 0;
}

/** No file of this process grows beyond that while it lives. */
class FullDisk
{
public:
    explicit FullDisk(qint64 bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        struct rlimit limit = m_before;
        limit.rlim_cur = rlim_t(bytes);
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    struct rlimit m_before = {};
};

} // namespace

/** The file itself: what it survives, and what it does not take. */
class TestHistoryStore : public QObject
{
    Q_OBJECT

private slots:
    void theFileIsItsOwnersAlone()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a")});
        stage.recorder().flush();
        for (const char *suffix : {"", "-wal", "-shm", "-turns"}) {
            struct stat status = {};
            const QString path = stage.settings.path + QString::fromLatin1(suffix);
            QCOMPARE(::stat(QFile::encodeName(path).constData(), &status), 0);
            QCOMPARE(int(status.st_mode & 0777), 0600);
        }
        QVERIFY(stage.recorder().status().recording);
    }

    void aKilledRecorderLosesTheLastSecondAtMost()
    {
        const QTemporaryDir directory;
        const QString path = directory.filePath(words("history.sqlite"));
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {words("historychild"), path});
        QByteArray line;
        while (!line.startsWith("40 ")) {
            QVERIFY(child.canReadLine() || child.waitForReadyRead(30'000));
            line = child.readLine();
        }
        ::kill(pid_t(child.processId()), SIGKILL);
        QVERIFY(child.waitForFinished());
        const auto killed = ServerTime(Micros(line.split(' ').at(1).trimmed().toLongLong()));

        const auto reader = HistoryReader::open(path);
        QVERIFY(reader);
        const auto page = (*reader)->page({});
        QVERIFY(page);
        QVERIFY(page->holds.size() >= 30);
        QCOMPARE(page->holds.back().end, HistoryEnd::Unseen);
        for (size_t i = 0; i + 1 < page->holds.size(); ++i)
            QCOMPARE(page->holds[i].end, HistoryEnd::OwnerChanged);
        QVERIFY(page->holds.back().lastSeen > killed - 1s);
        QVERIFY(page->holds.back().lastSeen <= killed);
        QCOMPARE(page->unseen.size(), 1);
        QVERIFY(!page->unseen[0].until);
    }

    void whatIsNoStoreIsSetAside_data()
    {
        QTest::addColumn<bool>("nonsense");
        QTest::newRow("no database") << true;
        QTest::newRow("damaged") << false;
    }

    void whatIsNoStoreIsSetAside()
    {
        QFETCH(bool, nonsense);
        HistoryStage stage;
        if (nonsense) {
            QVERIFY(QDir().mkpath(stage.directory.filePath(words("state"))));
            QVERIFY(write(stage.settings.path, QByteArray(10'000, 'x')));
        } else {
            stage.record();
            stage.read({stage.lock("old")});
            stage.stop();
            QVERIFY(damage(stage.settings.path));
        }
        stage.record();
        stage.read({stage.lock("a")});
        QCOMPARE(HistoryStage::story(stage.page().holds), words("a: o first_seen..open"));
        const HistoryStatus status = stage.recorder().status();
        QVERIFY(status.recording);
        QVERIFY(!status.problem);
        QVERIFY(status.setAside.startsWith(stage.settings.path + words(".damaged-20260102T0304")));
        QVERIFY(QFile::exists(status.setAside));
        QVERIFY(QFile(status.setAside).size() >= 10'000);
    }

    void whatIsDamagedWhileItIsWrittenIsSetAsideToo()
    {
        HistoryStage stage;
        stage.record();
        for (int i = 0; i < 300; ++i)
            stage.read({stage.lock("lock " + QByteArray::number(i))});
        stage.recorder().flush();
        {
            // What was written so far goes into the file itself, and the file to pieces.
            auto db = HistoryDb::openForWriting(stage.settings.path);
            QVERIFY(db);
            (*db)->number("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        QVERIFY(damage(stage.settings.path));
        for (int i = 0; i < 400; ++i)
            stage.read({stage.lock("next " + QByteArray::number(i)), stage.lock("a")});
        stage.recorder().flush();
        QVERIFY(!stage.recorder().status().setAside.isEmpty());
        QVERIFY(stage.recorder().status().recording);
        stage.read({stage.lock("a")});
        QCOMPARE(stage.pageOf("a").holds.back().end, HistoryEnd::Open);
    }

    void whatIsNoFileIsNotWaitedFor_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::newRow("store") << QString();
        QTest::newRow("journal") << words("-journal");
    }

    void whatIsNoFileIsNotWaitedFor()
    {
        QFETCH(QString, suffix);
        HistoryStage stage;
        const QString path = stage.settings.path;
        if (!suffix.isEmpty()) {
            stage.record();
            stage.read({stage.lock("a")});
            stage.stop();
        }
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QVERIFY(::mkfifo(QFile::encodeName(path + suffix).constData(), 0600) == 0);
        const auto reader = HistoryReader::open(path);
        QVERIFY(!reader);
        QVERIFY2(reader.error().message.contains(words("it is not a file")),
                 qPrintable(reader.error().message));
        const auto store = HistoryDb::openForWriting(path);
        QVERIFY(!store);
        QVERIFY2(store.error().error.message.contains(words("it is not a file")),
                 qPrintable(store.error().error.message));
        QVERIFY(QFile::exists(path + suffix));
    }

    void whatIsNotOursIsLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("sql");
        QTest::newRow("newer") << QByteArray("PRAGMA user_version = 3");
        QTest::newRow("foreign") << QByteArray("PRAGMA application_id = 5");
    }

    void whatIsNotOursIsLeftAlone()
    {
        QFETCH(QByteArray, sql);
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a")});
        stage.stop();
        {
            auto db = HistoryDb::openForWriting(stage.settings.path);
            QVERIFY(db);
            (*db)->number(sql.constData());
            (*db)->number("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        QFile file(stage.settings.path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(words("history.sqlite")));
        stage.record();
        stage.read({stage.lock("b")});
        stage.recorder().flush();
        QVERIFY(stage.recorder().status().problem);
        QVERIFY(!stage.recorder().status().recording);
        QVERIFY(!HistoryReader::open(stage.settings.path));
        stage.stop();
        file.seek(0);
        QCOMPARE(file.readAll(), before);
        QCOMPARE(
            QDir(stage.directory.filePath(words("state"))).entryList({words("*damaged*")}).size(),
            0);
    }

    void aFullDiskStopsRecordingAndNothingElse()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("before")});
        stage.recorder().flush();
        const ServerTime last = stage.now() - 1s;
        {
            const FullDisk full(4000); // less than a page
            for (int i = 0; i < 20; ++i)
                stage.read({stage.lock("lost " + QByteArray::number(i))});
            stage.recorder().flush();
            const HistoryStatus status = stage.recorder().status();
            QVERIFY(!status.recording);
            QVERIFY(status.problem);
            QVERIFY(status.problem->message.contains(stage.settings.path));
            QCOMPARE(status.setAside, QString());
        }
        stage.read({stage.lock("after")});
        stage.recorder().flush();
        stage.read({stage.lock("after")});
        stage.recorder().flush();
        QVERIFY(stage.recorder().status().recording);
        QVERIFY(!stage.recorder().status().problem);
        const HistoryHold before = stage.pageOf("before").holds.at(0);
        QCOMPARE(before.end, HistoryEnd::Unseen);
        QCOMPARE(before.until, std::optional(last));
        QCOMPARE(HistoryStage::story(stage.pageOf("after").holds),
                 words("after: o first_seen..open"));
    }

    void aDirectoryThatCannotBeMadeIsTold()
    {
        HistoryStage stage;
        QVERIFY(write(stage.directory.filePath(words("state")), "a file"));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(words("history.sqlite")));
        stage.record();
        stage.read({stage.lock("a")});
        stage.recorder().flush();
        QVERIFY(stage.recorder().status().problem);
        QVERIFY(QFile::remove(stage.directory.filePath(words("state"))));
        stage.read({stage.lock("a")});
        stage.recorder().flush();
        QCOMPARE(HistoryStage::story(stage.page().holds), words("a: o first_seen..open"));
    }

    void oneBackendIsRecordedOnce()
    {
        HistoryStage first;
        first.record();
        HistoryStage second;
        second.settings.path = first.settings.path;
        second.record();
        first.read({first.lock("a", "first")});
        first.recorder().flush();
        second.read({second.lock("a", "second")});
        second.recorder().flush();
        QCOMPARE(second.recorder().status().elsewhere, QStringList{words("b")});
        QVERIFY(second.recorder().status().recording);
        QCOMPARE(HistoryStage::story(first.page().holds), words("a: first first_seen..open"));
        // It takes over once the first has ended.
        first.stop();
        second.clock.advance(60s);
        second.read({second.lock("a", "second")});
        QCOMPARE(HistoryStage::story(second.page().holds),
                 words("a: first first_seen..unseen; a: second first_seen..open"));
        QCOMPARE(second.recorder().status().elsewhere, QStringList());
    }

    void whatIsOldIsClearedAway()
    {
        HistoryStage stage;
        stage.settings.keep = 100h;
        stage.record();
        stage.read({});
        const ServerTime begun = stage.now();
        const LockRecord lasting = stage.lock("lasting", "o", std::nullopt);
        for (int hour = 0; hour < 150; ++hour) {
            stage.read(
                {lasting, stage.lock(QByteArray::number(hour), "o" + QByteArray::number(hour))});
            stage.read({lasting});
            stage.clock.advance(1h);
        }
        stage.record(); // looks at once
        for (int i = 0; i < 20; ++i)
            stage.recorder().flush();
        HistoryQuery query;
        query.most = 1000;
        const HistoryPage page = stage.page(query);
        QVERIFY(page.keptFrom);
        QVERIFY(*page.keptFrom > begun + 45h && *page.keptFrom < begun + 55h);
        QVERIFY(page.holds.size() > 95 && page.holds.size() < 110);
        QCOMPARE(stage.pageOf("lasting").holds.size(), 1);
        QCOMPARE(stage.pageOf("10").holds.size(), 0);
        QCOMPARE(stage.pageOf("140").holds.size(), 1);
        auto db = HistoryDb::openForReading(stage.settings.path);
        QVERIFY(db);
        QVERIFY((*db)->number("SELECT count(*) FROM lock").value_or(999) < 110);
        QVERIFY((*db)->number("SELECT count(*) FROM owner").value_or(999) < 110);
        const HistoryMoment before = stage.moment(begun);
        QCOMPARE(before.places[0].sight, PlaceThen::Sight::None);
        QCOMPARE(before.held.size(), 0);
    }

    void whatIsTooLargeShrinks()
    {
        HistoryStage stage;
        stage.record();
        for (int i = 0; i < 3000; ++i)
            stage.read({stage.lock("lock " + QByteArray::number(i) + QByteArray(200, 'x'))});
        stage.recorder().flush();
        stage.stop();
        {
            auto db = HistoryDb::openForWriting(stage.settings.path);
            (*db)->number("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        const qint64 before = QFile(stage.settings.path).size();
        QVERIFY(before > 1'000'000);
        stage.settings.mostBytes = before / 2;
        stage.record();
        for (int i = 0; i < 400; ++i)
            stage.recorder().flush();
        HistoryQuery query;
        query.most = 10'000;
        const HistoryPage page = stage.page(query);
        QVERIFY(page.holds.size() > 500 && page.holds.size() < 2000);
        // The newest are there.
        QVERIFY(page.holds.back().lock.name.startsWith("lock 2999"));
        stage.stop();
        {
            auto db = HistoryDb::openForWriting(stage.settings.path);
            (*db)->number("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        QVERIFY(QFile(stage.settings.path).size() <= before / 2);
    }

    void nothingRecordedIsNoError()
    {
        const QTemporaryDir directory;
        const auto reader = HistoryReader::open(directory.filePath(words("history.sqlite")));
        QVERIFY(!reader);
        QCOMPARE(reader.error().kind, ErrorKind::NotFound);
        QVERIFY(!QFile::exists(directory.filePath(words("history.sqlite"))));
    }

    void theDefaultPlaceIsTheStandards()
    {
        qputenv("XDG_STATE_HOME", "/elsewhere");
        QCOMPARE(defaultHistoryPath(), words("/elsewhere/lockmaster/history.sqlite"));
        qputenv("XDG_STATE_HOME", "relative");
        qputenv("HOME", "/home/somebody");
        QCOMPARE(defaultHistoryPath(),
                 words("/home/somebody/.local/state/lockmaster/history.sqlite"));
    }
};

LOCKMASTER_TEST(TestHistoryStore, QCoreApplication)

} // namespace tst_historystore

#include "tst_historystore.moc"

// SPDX-License-Identifier: Apache-2.0
#include "app/lockmaster/session.h"
#include "core/history/historyreader.h"
#include "tests/support/buttons.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/gapmeter.h"
#include "tests/support/httpget.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/privateredis.h"
#include "tests/support/smalldisk.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtexts.h"
#include "ui/release/releasedialog.h"
#include "ui/kit/banner.h"
#include "ui/locks/lockactions.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"

#include <QApplication>
#include <QDir>
#include <QJsonArray>
#include <QTest>
#include <QUrl>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_fulldisk {

namespace {

/** Recording is tried again every half minute. */
constexpr int patience = 90'000;
constexpr Millis longestGap = 100ms;

std::unique_ptr<SmallDisk> disk;
QString whyNoDisk;

/** Before `QApplication`, which has threads. */
void makeDisk()
{
    constexpr qint64 bytes = 4 << 20;
    disk = SmallDisk::make(bytes, &whyNoDisk);
}

} // namespace

/** A disk that is really full, below everything that is kept, and then is not any more. */
class TestFullDisk : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { disk->clear(); }
    void theWindowGoesOnAndSaysIt();
    void theServiceGoesOnAndSaysIt();
    void aStoreThatCannotBeOpenedSaysWhy_data();
    void aStoreThatCannotBeOpenedSaysWhy();
    void anOutcomeWithoutRoomIsTold();

private:
    QString url() const
    {
        return QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=lock:*&poll_ms=200")
            .arg(m_redis->port());
    }
    QString state() const { return disk->path() + QStringLiteral("/lockmaster"); }
    QString historyPath() const { return state() + QStringLiteral("/history.sqlite"); }
    QString auditDirectory() const { return state() + QStringLiteral("/audit"); }
    QStringList environment() const { return {QStringLiteral("XDG_STATE_HOME=") + disk->path()}; }
    void hold(const QByteArray &name, const QByteArray &owner)
    {
        m_redis->run(lockKey(name, owner, 600000ms));
    }
    bool isThere(const QByteArray &name) { return m_redis->run({"EXISTS", name}).integer == 1; }

    /** The arguments that release what is held there now. */
    QStringList releaseOf(const QString &lock, const QString &reason) const;
    QByteArray auditLog() const;
    /** `begin..end` of each hold of that lock, oldest first. */
    QString story(const QByteArray &lock) const;
    void checkTheGap(ServerTime full, ServerTime room) const;

    std::unique_ptr<PrivateRedis> m_redis;
};

void TestFullDisk::initTestCase()
{
    LOCKMASTER_NEEDS_REDIS();
    if (!disk) {
        QVERIFY2(!qEnvironmentVariableIsSet("CI"), qPrintable(whyNoDisk));
        QSKIP(qPrintable(whyNoDisk));
    }
    qputenv("XDG_STATE_HOME", QFile::encodeName(disk->path()));
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
}

void TestFullDisk::init()
{
    QVERIFY(!QDir(state()).exists() || QDir(state()).removeRecursively());
    m_redis->run({"FLUSHALL"});
    hold("lock:kept", "ada-7");
}

QString TestFullDisk::story(const QByteArray &lock) const
{
    const auto reader = HistoryReader::open(historyPath());
    HistoryQuery query;
    query.lock = lock;
    const auto page = reader ? (*reader)->page(query) : tl::make_unexpected(reader.error());
    if (!page)
        return page.error().message;
    QStringList holds;
    for (const HistoryHold &hold : page->holds)
        holds << holdBeginName(hold.begin) + QStringLiteral("..") + holdEndName(hold.end);
    return holds.join(u' ');
}

/** What was held all the time is told in two parts, and what was held meanwhile not at all. */
void TestFullDisk::checkTheGap(ServerTime full, ServerTime room) const
{
    QCOMPARE(story("lock:kept"), QStringLiteral("first_seen..unseen first_seen..open"));
    QCOMPARE(story("lock:meanwhile"), QString());
    const auto reader = HistoryReader::open(historyPath());
    QVERIFY(reader);
    const auto page = (*reader)->page({});
    QVERIFY(page);
    QCOMPARE(page->unseen.size(), size_t(1));
    const UnseenStretch &gap = page->unseen.front();
    QVERIFY(gap.from && gap.until && *gap.from <= full && *gap.until >= room);
    const auto moment = (*reader)->moment(full + (room - full) / 2, {});
    QVERIFY(moment);
    QCOMPARE(moment->held.size(), size_t(0));
    QCOMPARE(moment->perhaps.size(), size_t(1));
    QCOMPARE(moment->places.front().sight, PlaceThen::Sight::None);
}

void TestFullDisk::theWindowGoesOnAndSaysIt()
{
    SessionOptions options;
    BackendSpec spec = m_redis->spec();
    spec.name = QStringLiteral("cache");
    spec.patterns = {"lock:*"};
    spec.poll = 200ms;
    spec.readOnly = false;
    options.backends = {spec};
    Session session(std::move(options));
    MainWindow &window = session.window();
    window.resize(1280, 720);
    window.show();
    session.start();
    GapMeter gaps;
    const auto shows = [&](const QString &text) {
        const bool shown = !textsOf(window).filter(text).isEmpty();
        gaps.forgive();
        return shown;
    };
    QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("ada-7")), patience);
    QTRY_COMPARE_WITH_TIMEOUT(story("lock:kept"), QStringLiteral("first_seen..open"), patience);
    QTest::qWait(200); // what the first picture costs is another matter
    const Millis before = gaps.worst();

    const ServerTime full = systemClock().wallNow();
    QVERIFY(disk->fill());
    hold("lock:meanwhile", "bob-7");
    gaps.forgive();
    QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("No history is recorded")), patience);
    qInfo("%s", qPrintable(textsOf(window).filter(QStringLiteral("No history")).front()));
    QVERIFY(shows(historyPath()));
    QVERIFY(shows(QStringLiteral("Make room on the disk.")));
    QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("bob-7")), patience);
    m_redis->run({"DEL", "lock:meanwhile"});
    hold("lock:kept", "cyd-7");
    gaps.forgive();
    QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("cyd-7")), patience);

    window.locksView().table().selectRow(0);
    window.lockActions().release().trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window.findChildren<ReleaseDialog *>().isEmpty(), patience);
    auto *dialog = window.findChild<ReleaseDialog *>();
    const QString release = dialog->inquiry().action().label;
    QTRY_VERIFY_WITH_TIMEOUT(isReady(dialog, release), patience);
    buttonOf(dialog, release)->click();
    const auto said = [&] { return dialog->findChild<Banner *>()->text(); };
    QTRY_VERIFY_WITH_TIMEOUT(said().startsWith(QStringLiteral("Nothing was sent")), patience);
    QVERIFY2(said().contains(auditDirectory()) && said().contains(QStringLiteral("free space")),
             qPrintable(said()));
    QVERIFY(isThere("lock:kept"));
    gaps.forgive();

    const ServerTime room = systemClock().wallNow();
    disk->clear();
    gaps.forgive();
    QTRY_VERIFY_WITH_TIMEOUT(!shows(QStringLiteral("No history is recorded")), patience);
    QTRY_VERIFY_WITH_TIMEOUT(story("lock:kept").endsWith(QStringLiteral("..open")), patience);
    gaps.forgive();
    checkTheGap(full, room);
    gaps.forgive();

    QPushButton *lookAgain = buttonOf(dialog, QStringLiteral("&Look again"));
    QVERIFY(lookAgain);
    lookAgain->click();
    QTRY_VERIFY_WITH_TIMEOUT(isReady(dialog, release), patience);
    buttonOf(dialog, release)->click();
    QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(QStringLiteral("Released")), qPrintable(said()),
                              patience);
    QVERIFY(!isThere("lock:kept"));
    const auto verified = verifyAudit(auditDirectory());
    QVERIFY(verified);
    QCOMPARE(verified->faults, QStringList());
    QCOMPARE(verified->lines, 2);
    qInfo("gap %d ms (%d ms while starting)", int(gaps.worst().count()), int(before.count()));
    QVERIFY(gaps.worst() <= longestGap);
}

void TestFullDisk::theServiceGoesOnAndSaysIt()
{
    const auto serving =
        startLockctl({QStringLiteral("serve"), QStringLiteral("--listen"),
                      QStringLiteral("127.0.0.1:0"), QStringLiteral("--url"), url()},
                     environment());
    const auto port = quint16(QUrl(QString::fromUtf8(nextLine(*serving)).trimmed()).port(0));
    QVERIFY(port > 0);
    const auto tells = [port](const QByteArray &sample) {
        return httpGet(port, "/metrics").body.split('\n').contains(sample);
    };
    const auto holds = [&](int count) {
        return tells("lockmaster_locks{backend=\"cache\",state=\"held\",system=\"redis_string\"} "
                     + QByteArray::number(count));
    };
    QTRY_VERIFY_WITH_TIMEOUT(tells("lockmaster_history_recording 1") && holds(1), patience);
    QTRY_COMPARE_WITH_TIMEOUT(story("lock:kept"), QStringLiteral("first_seen..open"), patience);

    const ServerTime full = systemClock().wallNow();
    QVERIFY(disk->fill());
    hold("lock:meanwhile", "bob-7");
    QTRY_VERIFY_WITH_TIMEOUT(tells("lockmaster_history_recording 0") && holds(2), patience);
    m_redis->run({"DEL", "lock:meanwhile"});
    QTRY_VERIFY_WITH_TIMEOUT(holds(1), patience);

    const ServerTime room = systemClock().wallNow();
    disk->clear();
    QTRY_VERIFY_WITH_TIMEOUT(tells("lockmaster_history_recording 1"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(story("lock:kept").endsWith(QStringLiteral("..open")), patience);
    checkTheGap(full, room);
    serving->terminate();
    QVERIFY(serving->waitForFinished(patience));
    QCOMPARE(serving->exitCode(), 0);
    const QByteArray said = serving->readAllStandardError();
    qInfo("%s", said.constData());
    QVERIFY2(said.count("No history is recorded") == 1 && said.contains(historyPath().toUtf8())
                 && said.contains("Make room on the disk."),
             said.constData());
}

void TestFullDisk::aStoreThatCannotBeOpenedSaysWhy_data()
{
    QTest::addColumn<bool>("isNew");
    QTest::addColumn<int>("pagesLeft");
    for (const int pages : {0, 1, 2, 3, 5, 8, 9, 10, 12, 15, 20}) {
        QTest::addRow("a new one, %d pages left", pages) << true << pages;
        QTest::addRow("one from before, %d pages left", pages) << false << pages;
    }
}

/** Wherever in opening it the disk turns out to be full: as when it is tried again. */
void TestFullDisk::aStoreThatCannotBeOpenedSaysWhy()
{
    QFETCH(bool, isNew);
    QFETCH(int, pagesLeft);
    HistorySettings settings;
    settings.path = historyPath();
    settings.retry = 20ms;
    if (!isNew) {
        HistoryRecorder before(settings);
        QTRY_VERIFY_WITH_TIMEOUT(before.status().recording, patience);
    }
    QVERIFY(disk->fill(pagesLeft));
    HistoryRecorder recorder(settings);
    recorder.flush();
    const HistoryStatus status = recorder.status();
    QCOMPARE(status.recording, !status.problem);
    QVERIFY(pagesLeft > 0 || status.problem);
    if (status.problem) {
        QVERIFY2(status.problem->message.contains(settings.path),
                 qPrintable(status.problem->message));
        QCOMPARE(status.problem->remedy, QStringLiteral("Make room on the disk."));
    }
    QCOMPARE(status.setAside, QString());
    disk->clear();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.status().recording, patience);
}

QStringList TestFullDisk::releaseOf(const QString &lock, const QString &reason) const
{
    const LockctlOutcome listed = runLockctl(
        {QStringLiteral("list"), QStringLiteral("--json"), QStringLiteral("--url"), url()});
    for (const QJsonValue &value :
         jsonObject(listed.out).value(QStringLiteral("locks")).toArray()) {
        const QJsonObject found = value.toObject();
        if (found.value(QStringLiteral("name")).toString() == lock)
            return {QStringLiteral("release"),   QStringLiteral("--json"),
                    QStringLiteral("--url"),     url(),
                    QStringLiteral("--reason"),  reason,
                    QStringLiteral("--witness"), found.value(QStringLiteral("witness")).toString()};
    }
    return {};
}

QByteArray TestFullDisk::auditLog() const
{
    const QDir directory(auditDirectory());
    const QStringList files = directory.entryList({QStringLiteral("audit-*.jsonl")}, QDir::Files);
    QFile file(directory.filePath(files.value(0)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** There is room for the intent, and none for what became of it. */
void TestFullDisk::anOutcomeWithoutRoomIsTold()
{
    for (const char *name : {"lock:1", "lock:2", "lock:3"})
        hold(name, "ada-7");
    const LockctlOutcome first =
        runLockctl(releaseOf(QStringLiteral("lock:1"), QStringLiteral("x")), environment());
    QVERIFY2(first.code == 0, first.err.constData());
    const QByteArray log = auditLog();
    QCOMPARE(log.count('\n'), 2);
    // The next intent ends shortly before the end of a page, and there is one page for the head.
    constexpr qsizetype page = 4096;
    constexpr qsizetype rest = 100; // no outcome is as short
    const qsizetype intent = log.indexOf('\n') + 1;
    const qsizetype end = log.size() + intent;
    const qsizetype pad = (end / page + 1) * page - rest - end;
    const QStringList second =
        releaseOf(QStringLiteral("lock:2"), QString(std::max<qsizetype>(pad, 1), u'x'));
    const QStringList third = releaseOf(QStringLiteral("lock:3"), QStringLiteral("x"));
    QVERIFY(disk->fill(1));
    const LockctlOutcome done = runLockctl(second, environment());
    QCOMPARE(jsonObject(done.out).value(QStringLiteral("outcome")).toString(),
             QStringLiteral("released"));
    QVERIFY2(done.err.contains("audit-") && done.err.contains("free space"), done.err.constData());
    QVERIFY(!isThere("lock:2"));
    QCOMPARE(auditLog().count('\n'), 3);

    // Now there is none for an intent.
    QVERIFY(disk->fill());
    const LockctlOutcome refused = runLockctl(third, environment());
    QVERIFY2(refused.code == 15, (refused.err + refused.out).constData());
    QVERIFY(!jsonObject(refused.out).value(QStringLiteral("sent")).toBool(true));
    QVERIFY2(refused.err.contains("free space"), refused.err.constData());
    QVERIFY(isThere("lock:3"));

    disk->clear();
    const LockctlOutcome again = runLockctl(third, environment());
    QVERIFY2(again.code == 0, again.err.constData());
    const auto verified = verifyAudit(auditDirectory());
    QVERIFY(verified);
    QCOMPARE(verified->faults, QStringList());
    QCOMPARE(verified->lines, 5);
    QCOMPARE(verified->open.size(), size_t(1)); // for those who ask what became of it
}

static int testOnSmallDisk(int argc, char **argv)
{
    makeDisk();
    QApplication application(argc, argv);
    TestFullDisk test;
    const int result = QTest::qExec(&test, argc, argv);
    disk.reset();
    return result;
}

LOCKMASTER_TEST_MAIN(testOnSmallDisk)

} // namespace tst_fulldisk

#include "tst_fulldisk.moc"

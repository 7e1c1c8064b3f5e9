// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_auditlog {

namespace {

LockId lockId(const QByteArray &name)
{
    return {std::make_shared<const SourceId>(SourceId{
                QStringLiteral("billing"), QStringLiteral("dist_lock"), QStringLiteral("a.b")}),
            name};
}

AuditIntent intent()
{
    AuditIntent intent;
    intent.action = QStringLiteral("expire");
    intent.backend = QStringLiteral("billing");
    intent.environment = QStringLiteral("production");
    intent.lock = lockId("daily-close");
    intent.owner = QStringLiteral("web-3 (9f1c)");
    intent.witness = QStringLiteral("w1.abc");
    intent.evenIfRenewed = true;
    intent.reason = QStringLiteral("stuck since noon");
    intent.command = QStringLiteral("UPDATE ...");
    intent.program = QStringLiteral("lockctl");
    return intent;
}

AuditOutcome outcome()
{
    return {QStringLiteral("changed"), QStringLiteral("renewed"), QStringLiteral("It was renewed."),
            QStringLiteral("web-3"), true};
}

QByteArrayList linesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll().trimmed().split('\n');
}

int modeOf(const QString &path)
{
    struct stat status = {};
    ::stat(QFile::encodeName(path).constData(), &status);
    return int(status.st_mode & 07777);
}

} // namespace

class TestAuditLog : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<ManualClock> m_clock;

    QString directory() const { return m_home->filePath(QStringLiteral("state/lockmaster/audit")); }
    QString file(const char *name) const
    {
        return QDir(directory()).filePath(QString::fromLatin1(name));
    }
    AuditLog log() const { return AuditLog(directory(), *m_clock); }

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<ManualClock>();
    }

    void anActionReadsBackAsItWasWritten()
    {
        const Result<QString> id = log().begin(intent());
        QVERIFY2(id, qPrintable(id ? QString() : id.error().message));
        m_clock->advance(2s);
        QVERIFY(log().finish(*id, outcome()));

        const auto lines = readAudit(directory(), 10);
        QVERIFY(lines);
        QCOMPARE(lines->size(), size_t(2));
        const AuditLine &first = lines->front();
        QVERIFY(first.isIntent);
        QCOMPARE(first.number, quint64(1));
        QCOMPARE(first.month, QStringLiteral("2026-01"));
        QCOMPARE(first.id, *id);
        QCOMPARE(first.pid, QCoreApplication::applicationPid());
        QVERIFY(!first.user.isEmpty());
        QVERIFY(!first.host.isEmpty());
        QCOMPARE(first.intent.action, intent().action);
        QCOMPARE(first.intent.backend, intent().backend);
        QCOMPARE(first.intent.environment, intent().environment);
        QVERIFY(first.intent.lock == intent().lock);
        QCOMPARE(first.intent.owner, intent().owner);
        QCOMPARE(first.intent.witness, intent().witness);
        QVERIFY(first.intent.evenIfRenewed);
        QCOMPARE(first.intent.reason, intent().reason);
        QCOMPARE(first.intent.command, intent().command);
        QCOMPARE(first.intent.program, intent().program);
        const AuditLine &second = lines->back();
        QVERIFY(!second.isIntent);
        QCOMPARE(second.id, *id);
        QVERIFY(second.time - first.time == 2s);
        QCOMPARE(second.outcome.outcome, outcome().outcome);
        QCOMPARE(second.outcome.detail, outcome().detail);
        QCOMPARE(second.outcome.message, outcome().message);
        QCOMPARE(second.outcome.heldBy, outcome().heldBy);
        QVERIFY(second.outcome.heldByKnown);
    }

    void onlyTheOwnerMayReadIt()
    {
        QVERIFY(log().begin(intent()));
        QCOMPARE(modeOf(directory()), 0700);
        QCOMPARE(modeOf(file("audit-2026-01.jsonl")), 0600);
        QCOMPARE(modeOf(file("head")), 0600);
    }

    void hostileTextStaysOnOneLine()
    {
        AuditIntent hostile = intent();
        const QString text = QStringLiteral("a\nb\r\0c\u2028d\u202ee\u0085f\x1b[2Jg");
        hostile.owner = text;
        hostile.reason = text + QStringLiteral("\"}\n{\"n\":99");
        hostile.lock = lockId(QByteArray("k\xff\n\0\xe2\x80\xae", 7));
        QVERIFY(log().begin(hostile));

        const QByteArrayList lines = linesOf(file("audit-2026-01.jsonl"));
        QCOMPARE(lines.size(), 1);
        for (const char c : lines.first())
            QVERIFY2(static_cast<unsigned char>(c) >= 0x20, lines.first().constData());
        QVERIFY(!lines.first().contains("\xe2\x80\xae"));
        QVERIFY(!lines.first().contains("\xe2\x80\xa8"));
        const auto read = readAudit(directory(), 1);
        QCOMPARE(read->front().intent.reason, hostile.reason);
        QCOMPARE(read->front().intent.owner, text);
        QVERIFY(read->front().intent.lock == hostile.lock);
    }

    void aVeryLongTextIsCut()
    {
        AuditIntent endless = intent();
        endless.command = QString(1'000'000, u'x');
        QVERIFY(log().begin(endless));
        QVERIFY(linesOf(file("audit-2026-01.jsonl")).first().size() < 20'000);
        QVERIFY(readAudit(directory(), 1)->front().intent.command.endsWith(QChar(0x2026)));
    }

    void aNewMonthFollowsTheOldOne()
    {
        QVERIFY(log().begin(intent()));
        m_clock->advance(31 * 24h);
        QVERIFY(log().begin(intent()));
        const auto lines = readAudit(directory(), 10);
        QCOMPARE(lines->size(), size_t(2));
        QCOMPARE(lines->back().month, QStringLiteral("2026-02"));
        QCOMPARE(lines->back().number, quint64(1));
        QVERIFY(verifyAudit(directory())->faults.isEmpty());
        const QJsonObject json =
            QJsonDocument::fromJson(linesOf(file("audit-2026-02.jsonl")).first()).object();
        QCOMPARE(json[QStringLiteral("after")].toObject()[QStringLiteral("month")].toString(),
                 QStringLiteral("2026-01"));
    }

    void aClockSetBackStaysInTheNewestMonth()
    {
        m_clock->advance(31 * 24h);
        QVERIFY(log().begin(intent()));
        m_clock->advance(-31 * 24h);
        QVERIFY(log().begin(intent()));
        QVERIFY(!QFile::exists(file("audit-2026-01.jsonl")));
        QCOMPARE(linesOf(file("audit-2026-02.jsonl")).size(), 2);
        QVERIFY(verifyAudit(directory())->faults.isEmpty());
    }

    void theNewestLinesAreReadOldestFirst()
    {
        for (int i = 0; i < 5; ++i) {
            AuditIntent numbered = intent();
            numbered.reason = QString::number(i);
            QVERIFY(log().begin(numbered));
            m_clock->advance(10 * 24h);
        }
        const auto lines = readAudit(directory(), 3);
        QCOMPARE(lines->size(), size_t(3));
        QCOMPARE(lines->front().intent.reason, QStringLiteral("2"));
        QCOMPARE(lines->back().intent.reason, QStringLiteral("4"));
        QVERIFY(readAudit(m_home->filePath(QStringLiteral("nothing")), 3)->empty());
    }

    void idsSortByTime()
    {
        QStringList ids;
        for (int i = 0; i < 20; ++i) {
            ids.append(*log().begin(intent()));
            m_clock->advance(1ms);
        }
        QStringList sorted = ids;
        sorted.sort();
        QCOMPARE(sorted, ids);
        QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), 20);
    }

    void whatCannotBeWrittenIsAnError_data()
    {
        QTest::addColumn<QString>("directory");
        QTest::newRow("not a directory") << QStringLiteral("/dev/null/audit");
        QTest::newRow("nothing can be made there") << QStringLiteral("/proc/audit");
    }
    void whatCannotBeWrittenIsAnError()
    {
        QFETCH(QString, directory);
        const Result<QString> id = AuditLog(directory).begin(intent());
        QVERIFY(!id);
        QCOMPARE(id.error().kind, ErrorKind::Config);
        QVERIFY2(id.error().message.contains(directory), qPrintable(id.error().message));
    }

    void aFileThatIsNoFileIsAnError()
    {
        QVERIFY(log().begin(intent()));
        const QString path = file("audit-2026-01.jsonl");
        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::link(QStringLiteral("/tmp/elsewhere"), path));
        const Result<QString> id = log().begin(intent());
        QVERIFY(!id);
        QVERIFY(!QFile::exists(QStringLiteral("/tmp/elsewhere")));
    }

    void whatOthersMayWriteIsAnError()
    {
        QVERIFY(log().begin(intent()));
        QVERIFY(::chmod(QFile::encodeName(file("audit-2026-01.jsonl")).constData(), 0620) == 0);
        const Result<QString> id = log().begin(intent());
        QVERIFY(!id);
        QVERIFY(id.error().remedy.contains(QStringLiteral("chmod")));
        QCOMPARE(linesOf(file("audit-2026-01.jsonl")).size(), 1);
    }

    void aHeadThatCannotBeReplacedTakesTheLineBack()
    {
        QVERIFY(log().begin(intent()));
        QVERIFY(QFile::remove(file("head")));
        QVERIFY(QDir().mkdir(file("head")));
        QVERIFY(!log().begin(intent()));
        QCOMPARE(linesOf(file("audit-2026-01.jsonl")).size(), 1);
    }

    void aWriterThatHangsIsNotWaitedForForever()
    {
        QVERIFY(log().begin(intent()));
        const int other = ::open(QFile::encodeName(file("lock")).constData(), O_RDWR | O_CLOEXEC);
        QVERIFY(::flock(other, LOCK_EX) == 0);
        const Result<QString> id = log().begin(intent());
        QVERIFY(!id);
        QVERIFY2(id.error().message.contains(QStringLiteral("Another program")),
                 qPrintable(id.error().message));
        QVERIFY(!verifyAudit(directory()));
        ::close(other);
        QVERIFY(log().begin(intent()));
        QCOMPARE(verifyAudit(directory())->lines, 2);
    }

    void theDirectoryFollowsTheStandard()
    {
        qputenv("XDG_STATE_HOME", "/somewhere");
        QCOMPARE(defaultAuditDirectory(), QStringLiteral("/somewhere/lockmaster/audit"));
        qputenv("XDG_STATE_HOME", "relative");
        QCOMPARE(defaultAuditDirectory(),
                 QDir::homePath() + QStringLiteral("/.local/state/lockmaster/audit"));
        qunsetenv("XDG_STATE_HOME");
        QCOMPARE(defaultAuditDirectory(),
                 QDir::homePath() + QStringLiteral("/.local/state/lockmaster/audit"));
    }
};

LOCKMASTER_TEST(TestAuditLog, QCoreApplication)

} // namespace tst_auditlog

#include "tst_auditlog.moc"

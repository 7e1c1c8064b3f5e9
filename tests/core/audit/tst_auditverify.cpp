// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "tests/support/manualclock.h"
#include "tests/support/peakmemory.h"
#include "tests/support/testprogram.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_auditverify {

namespace {

AuditIntent intent(const QString &reason)
{
    AuditIntent intent;
    intent.action = QStringLiteral("expire");
    intent.backend = QStringLiteral("billing");
    intent.reason = reason;
    intent.program = QStringLiteral("lockctl");
    return intent;
}

constexpr char january[] = "audit-2026-01.jsonl";
constexpr char february[] = "audit-2026-02.jsonl";

} // namespace

/** Each test starts from ten whole lines of January. */
class TestAuditVerify : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<ManualClock> m_clock;

    QString path(const char *name) const { return m_home->filePath(QString::fromLatin1(name)); }

    QByteArray bytes(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void setBytes(const char *name, const QByteArray &bytes) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    QByteArrayList lines(const char *name = january) const
    {
        return bytes(name).trimmed().split('\n');
    }
    void setLines(const QByteArrayList &lines, const char *name = january) const
    {
        setBytes(name, lines.join('\n') + '\n');
    }

    void write(int count) const
    {
        const AuditLog log(m_home->path(), *m_clock);
        for (int i = 0; i < count; ++i)
            QVERIFY(log.begin(intent(QStringLiteral("reason %1").arg(i))));
    }
    AuditVerification verify() const { return *verifyAudit(m_home->path()); }

    /** Exactly one fault, at that place, with those words. */
    static void compareFault(const AuditVerification &found, const char *where, const char *what)
    {
        const QString all = found.faults.join(u'\n');
        QVERIFY2(found.faults.size() == 1, qPrintable(all));
        QVERIFY2(all.startsWith(QString::fromLatin1(where) + u':'), qPrintable(all));
        QVERIFY2(all.contains(QString::fromLatin1(what)), qPrintable(all));
    }

    void compareNotRead(const Error &error, const char *what) const
    {
        QCOMPARE(error.kind, ErrorKind::Config);
        QVERIFY2(error.message.contains(path(january))
                     && error.message.contains(QString::fromLatin1(what)),
                 qPrintable(error.message));
    }

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<ManualClock>();
        write(10);
    }

    void aWholeChainHasNoFault()
    {
        m_clock->advance(31 * 24h);
        write(3);
        const AuditVerification found = verify();
        QCOMPARE(found.faults, QStringList());
        QCOMPARE(found.torn, QStringList());
        QCOMPARE(found.files, 2);
        QCOMPARE(found.lines, 13);
        QCOMPARE(found.open.size(), size_t(13));
    }

    void nothingIsWholeToo()
    {
        const QTemporaryDir empty;
        const auto found = verifyAudit(empty.path());
        QVERIFY(found);
        QVERIFY(found->faults.isEmpty());
        QCOMPARE(found->lines, 0);
    }

    /** Whoever may write into the directory may also leave there what has no end. */
    void aLineWithoutEndIsNotTakenIntoMemory()
    {
        QFile file(path(january));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
        QVERIFY(file.resize(file.size() + (qint64(256) << 20))); // a hole takes no room
        file.close();
        const PeakMemory memory;
        const auto verified = verifyAudit(m_home->path());
        QVERIFY(!verified);
        compareNotRead(verified.error(), "more than 4 MB");
        const auto read = readAudit(m_home->path(), 10);
        QVERIFY(!read);
        compareNotRead(read.error(), "more than 4 MB");
        const auto begun = AuditLog(m_home->path(), *m_clock).begin(intent({}));
        QVERIFY(!begun);
        compareNotRead(begun.error(), "more than 4 MB");
        if (PeakMemory::isMeaningful())
            QVERIFY2(memory.growth() < 64 << 10, qPrintable(QString::number(memory.growth())));
    }

    void millionsOfLinesThatAreNoneAreNotRead()
    {
        setBytes(january, bytes(january) + QByteArray(10'000'000, '\n'));
        const PeakMemory memory;
        const auto verified = verifyAudit(m_home->path());
        QVERIFY(!verified);
        compareNotRead(verified.error(), "more than 1000 lines");
        if (PeakMemory::isMeaningful())
            QVERIFY2(memory.growth() < 64 << 10, qPrintable(QString::number(memory.growth())));
    }

    void aPipeInPlaceOfAFileIsNotWaitedFor_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("month") << QByteArray(january);
        QTest::newRow("head") << QByteArray("head");
        QTest::newRow("lock") << QByteArray("lock");
    }

    void aPipeInPlaceOfAFileIsNotWaitedFor()
    {
        QFETCH(QByteArray, name);
        QVERIFY(QFile::remove(path(name.constData())));
        QVERIFY(::mkfifo(QFile::encodeName(path(name.constData())).constData(), 0600) == 0);
        const auto verified = verifyAudit(m_home->path());
        QCOMPARE(verified && verified->faults.isEmpty(), name == "lock");
        QCOMPARE(readAudit(m_home->path(), 10).has_value(), name != january);
        const auto begun = AuditLog(m_home->path(), *m_clock).begin(intent({}));
        QCOMPARE(begun.has_value(), name == "head"); // it is replaced, and the line says so
    }

    void theLongestLineThereCanBeIsRead()
    {
        const QString endless(100'000, QChar(1)); // six bytes each once it is escaped
        // A key of Redis that is a lock, and a name of a table: those are not cut.
        const QString name(16'384, QChar(1));
        const auto source = std::make_shared<SourceId>(SourceId{name, name, name});
        const AuditIntent longest{endless,   endless, endless, LockId{source, name.toUtf8()},
                                  endless,   endless, true,    true,
                                  Millis(1), endless, endless, endless};
        const AuditLog log(m_home->path(), *m_clock);
        const auto id = log.begin(longest);
        QVERIFY2(id, id ? "" : qPrintable(id.error().message));
        QVERIFY(log.finish(*id, {endless, endless, endless, endless, true}));
        QCOMPARE(verify().faults, QStringList());
        QCOMPARE(readAudit(m_home->path(), 3)->size(), size_t(3));
    }

    void openIntentsAreThoseWithoutAnOutcome()
    {
        const AuditLog log(m_home->path(), *m_clock);
        const QString done = *log.begin(intent(QStringLiteral("done")));
        const QString cut = *log.begin(intent(QStringLiteral("cut")));
        QVERIFY(log.finish(done, {}));
        const AuditVerification found = verify();
        QCOMPARE(found.open.size(), size_t(11));
        QCOMPARE(found.open.back().id, cut);
        QCOMPARE(found.open.back().month, QStringLiteral("2026-01"));
    }

    void anEditedLineIsTold()
    {
        QByteArrayList all = lines();
        all[4].replace("reason 4", "reason 5");
        setLines(all);
        compareFault(verify(), "audit-2026-01.jsonl:5", "was edited");
    }

    void aLineThatIsNoEntryIsTold()
    {
        QByteArrayList all = lines();
        all[4] = "{}";
        setLines(all);
        compareFault(verify(), "audit-2026-01.jsonl:5", "no entry");
    }

    void aShortenedLineIsNotTorn()
    {
        QByteArrayList all = lines();
        all[4].chop(20);
        setLines(all);
        compareFault(verify(), "audit-2026-01.jsonl:5", "no entry");
    }

    void theLastLineEditedIsTold()
    {
        QByteArrayList all = lines();
        all[9].replace("reason 9", "reason 8");
        setLines(all);
        compareFault(verify(), "head", "audit-2026-01.jsonl:10");
    }

    void aRemovedLineIsTold()
    {
        QByteArrayList all = lines();
        all.remove(4, 2);
        setLines(all);
        compareFault(verify(), "audit-2026-01.jsonl:5", "lines 5 to 6");
    }

    void theFirstLineRemovedIsTold()
    {
        QByteArrayList all = lines();
        all.removeFirst();
        setLines(all);
        compareFault(verify(), "audit-2026-01.jsonl:1", "not the first line");
    }

    void anInsertedLineIsTold()
    {
        QByteArrayList all = lines();
        all.insert(5, all[4]);
        setLines(all);
        const AuditVerification found = verify();
        QVERIFY(!found.faults.isEmpty());
        QVERIFY2(found.faults.first().startsWith(QStringLiteral("audit-2026-01.jsonl:6:")),
                 qPrintable(found.faults.join(u'\n')));
    }

    void aForgedLineThatFitsIsTold()
    {
        // Somebody who can hash, but did not rewrite what follows.
        const QTemporaryDir copy;
        QVERIFY(QFile::copy(path("head"), copy.filePath(QStringLiteral("head"))));
        QByteArrayList all = lines();
        setLines(all.first(5));
        QVERIFY(QFile::remove(path("head")));
        write(1);
        all.insert(5, lines().last());
        setLines(all);
        QVERIFY(QFile::remove(path("head")));
        QVERIFY(QFile::copy(copy.filePath(QStringLiteral("head")), path("head")));
        const QString found = verify().faults.join(u'\n');
        QVERIFY2(found.contains(QStringLiteral("audit-2026-01.jsonl:7: follows "
                                               "audit-2026-01.jsonl:5")),
                 qPrintable(found));
    }

    void swappedLinesAreTold()
    {
        QByteArrayList all = lines();
        all.swapItemsAt(4, 5);
        setLines(all);
        const QString found = verify().faults.join(u'\n');
        QVERIFY2(found.contains(QStringLiteral("audit-2026-01.jsonl:5: was moved")),
                 qPrintable(found));
    }

    void aCutTailIsTold()
    {
        setLines(lines().first(7));
        compareFault(verify(), "head", "cut off");
    }

    void allLinesCutIsTold()
    {
        setBytes(january, {});
        compareFault(verify(), "head", "cut off");
        QVERIFY(QFile::remove(path(january)));
        compareFault(verify(), "head", "cut off");
    }

    void aCutTailStaysToldAfterMoreWasWritten()
    {
        setLines(lines().first(7));
        write(2);
        compareFault(verify(), "audit-2026-01.jsonl:8", "audit-2026-01.jsonl:10");
        QVERIFY(QFile::remove(path("head")));
        write(1);
        QCOMPARE(verify().faults.size(), 2);
    }

    void theTailOfAnOlderMonthCutIsTold()
    {
        m_clock->advance(31 * 24h);
        write(2);
        setLines(lines().first(7));
        compareFault(verify(), "audit-2026-01.jsonl", "follows line 10");
    }

    void theLastLineOfAnOlderMonthEditedIsTold()
    {
        m_clock->advance(31 * 24h);
        write(2);
        QByteArrayList all = lines();
        all[9].replace("reason 9", "reason 8");
        setLines(all);
        compareFault(verify(), "audit-2026-01.jsonl:10", "edited");
    }

    void aMissingMonthIsTold_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("first") << QByteArray(january);
        QTest::newRow("in between") << QByteArray(february);
    }
    void aMissingMonthIsTold()
    {
        QFETCH(QByteArray, name);
        m_clock->advance(31 * 24h);
        write(2);
        m_clock->advance(28 * 24h);
        write(2);
        QVERIFY(QFile::remove(path(name.constData())));
        compareFault(verify(), name.constData(), "is missing");
    }

    void theNewestMonthMissingIsTold()
    {
        m_clock->advance(31 * 24h);
        write(2);
        QVERIFY(QFile::remove(path(february)));
        compareFault(verify(), "head", "audit-2026-02.jsonl:2");
    }

    void aWrongHeadIsTold_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("what");
        QTest::newRow("unreadable") << QByteArray("not JSON\n") << QByteArray("cannot be read");
        QTest::newRow("other hash") << QByteArray("{\"month\":\"2026-01\",\"n\":10,\"sha256\":\""
                                                  + QByteArray(64, 'a') + "\"}\n")
                                    << QByteArray("edited");
    }
    void aWrongHeadIsTold()
    {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, what);
        setBytes("head", head);
        compareFault(verify(), "head", what.constData());
    }

    void aMissingOrOlderHeadIsTold()
    {
        const QByteArray old = bytes("head");
        QVERIFY(QFile::remove(path("head")));
        compareFault(verify(), "head", "is missing");
        setBytes("head", old);
        write(2);
        setBytes("head", old);
        compareFault(verify(), "head", "not written by Lockmaster");
    }

    void aHeadOneLineBehindIsAWriterThatWasKilled()
    {
        const QByteArray old = bytes("head");
        write(1);
        setBytes("head", old);
        QCOMPARE(verify().faults, QStringList());
        write(1);
        QCOMPARE(verify().faults, QStringList());
    }

    /** A write that was cut off after each number of bytes, and what comes after it. */
    void aTornLineIsToldAsTornAndTheChainGoesOn()
    {
        const QByteArray head = bytes("head");
        const QByteArray before = bytes(january);
        write(1);
        const QByteArray whole = bytes(january);
        QList<qsizetype> sizes;
        for (qsizetype size = before.size() + 1; size < whole.size() - 1; size += 13)
            sizes.append(size);
        sizes += {whole.size() - 2, whole.size() - 1};
        for (const qsizetype size : sizes) {
            setBytes(january, whole.first(size));
            setBytes("head", head);
            AuditVerification found = verify();
            QCOMPARE(found.faults, QStringList());
            QCOMPARE(found.torn, QStringList{QStringLiteral("audit-2026-01.jsonl:11")});
            QCOMPARE(readAudit(m_home->path(), 1)->front().number, quint64(10));
            write(1);
            found = verify();
            QCOMPARE(found.faults, QStringList());
            // Only its line break was missing: it is an entry like any other once that is there.
            if (size < whole.size() - 1)
                QCOMPARE(found.torn, QStringList{QStringLiteral("audit-2026-01.jsonl:11")});
            QCOMPARE(readAudit(m_home->path(), 1)->front().number, quint64(12));
        }
    }

    void twoTornLinesInARowAreBothTold()
    {
        const QByteArray head = bytes("head");
        setBytes(january, bytes(january) + "{\"n\":11");
        setBytes("head", head);
        write(1);
        const QByteArray secondHead = bytes("head");
        setBytes(january, bytes(january) + "{\"n\":13");
        setBytes("head", secondHead);
        write(1);
        const AuditVerification found = verify();
        QCOMPARE(found.faults, QStringList());
        QCOMPARE(found.torn, (QStringList{QStringLiteral("audit-2026-01.jsonl:11"),
                                          QStringLiteral("audit-2026-01.jsonl:13")}));
    }

    /** Killed in mid-line; the next writer ended that line and was killed in its own. */
    void twoTornLinesNextToEachOtherDoNotBreakTheChain()
    {
        const QByteArray head = bytes("head");
        setBytes(january, bytes(january) + "{\"n\":11");
        setBytes("head", head);
        write(1);
        const QByteArrayList all = lines();
        const QByteArray hash =
            QCryptographicHash::hash(all[10], QCryptographicHash::Sha256).toHex();
        setBytes(january, all.first(11).join('\n') + '\n' + all[11].first(30));
        setBytes("head", "{\"month\":\"2026-01\",\"n\":11,\"sha256\":\"" + hash + "\"}\n");
        write(1);
        const AuditVerification found = verify();
        QCOMPARE(found.faults, QStringList());
        QCOMPARE(found.torn, QStringList{QStringLiteral("audit-2026-01.jsonl:11")});
        QCOMPARE(found.lines, 12);
    }
};

LOCKMASTER_TEST(TestAuditVerify, QCoreApplication)

} // namespace tst_auditverify

#include "tst_auditverify.moc"

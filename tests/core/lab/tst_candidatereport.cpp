// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/candidate.h"
#include "core/lab/election/candidatereport.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_candidatereport {

using Kind = CandidateReport::Kind;

class TestCandidateReport : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsRead_data();
    void whatIsWrittenIsRead();
    void whatNobodyWritesIsRefused_data();
    void whatNobodyWritesIsRefused();
    void textsAreBounded();
    void linesComeAsTheyAreCut();
    void aLineWithoutEndBreaksIt();
    void anOrderIsRead();
    void anOrderThatIsNoneIsRefused();
};

void TestCandidateReport::whatIsWrittenIsRead_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("text");
    for (int kind = 0; kind <= int(Kind::Stopped); ++kind)
        QTest::addRow("kind %d", kind) << kind << qint64(0) << QString();
    QTest::newRow("number") << int(Kind::Connected) << qint64(-7'000'000'000) << QString();
    QTest::newRow("text") << int(Kind::Failed) << qint64(0)
                          << QStringLiteral("a b\nc %20 \"잠금\" <b>");
}

void TestCandidateReport::whatIsWrittenIsRead()
{
    QFETCH(int, kind);
    QFETCH(qint64, value);
    QFETCH(QString, text);
    const CandidateReport report{static_cast<Kind>(kind), SteadyTime(123456789012345ns), value,
                                 text};
    QByteArray line = reportLine(report);
    QVERIFY(line.endsWith('\n'));
    line.chop(1);
    QVERIFY(!line.contains('\n'));
    const auto read = reportFromLine(line);
    QVERIFY(read);
    QVERIFY(*read == report);
}

void TestCandidateReport::whatNobodyWritesIsRefused_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no time") << QByteArray("led");
    QTest::newRow("no text") << QByteArray("led 1 0");
    QTest::newRow("more") << QByteArray("led 1 0 a b");
    QTest::newRow("another word") << QByteArray("reigns 1 0 ");
    QTest::newRow("its beginning") << QByteArray("le 1 0 ");
    QTest::newRow("words for time") << QByteArray("led soon 0 ");
    QTest::newRow("before the start") << QByteArray("led -1 0 ");
    QTest::newRow("too far") << QByteArray("led 99999999999999999999 0 ");
    QTest::newRow("words for a number") << QByteArray("led 1 many ");
    QTest::newRow("bytes") << QByteArray("\xff\xfe\x00 1 0 ", 8);
}

void TestCandidateReport::whatNobodyWritesIsRefused()
{
    QFETCH(QByteArray, line);
    QVERIFY(!reportFromLine(line));
}

void TestCandidateReport::textsAreBounded()
{
    const QString lengthy(2 * CandidateReport::longestText, u'한');
    QByteArray line = reportLine({Kind::Failed, SteadyTime(1ns), 0, lengthy});
    QVERIFY(line.size() <= LineBuffer::longestLine);
    line.chop(1);
    QCOMPARE(reportFromLine(line)->text.size(), CandidateReport::longestText);
    const QByteArray foreign = "failed 1 0 " + QByteArray(2000, 'x');
    QCOMPARE(reportFromLine(foreign)->text.size(), CandidateReport::longestText);
}

void TestCandidateReport::linesComeAsTheyAreCut()
{
    LineBuffer lines;
    QVERIFY(!lines.next());
    QVERIFY(lines.add("one\ntw"));
    QCOMPARE(lines.next(), std::optional(QByteArray("one")));
    QVERIFY(!lines.next());
    QVERIFY(lines.add("o\n\nthree\n"));
    QCOMPARE(lines.next(), std::optional(QByteArray("two")));
    QCOMPARE(lines.next(), std::optional(QByteArray("")));
    QCOMPARE(lines.next(), std::optional(QByteArray("three")));
    QVERIFY(!lines.next());
}

void TestCandidateReport::aLineWithoutEndBreaksIt()
{
    LineBuffer lines;
    QVERIFY(lines.add(QByteArray(LineBuffer::longestLine - 1, 'x')));
    QVERIFY(!lines.add("xxxx"));
    QVERIFY(!lines.add("\n"));
    QVERIFY(!lines.next());
    LineBuffer many;
    for (int i = 0; i < 100; ++i)
        QVERIFY(many.add(QByteArray(100, 'x') + '\n'));
}

void TestCandidateReport::anOrderIsRead()
{
    CandidateOrder order;
    order.backend.name = QStringLiteral("a \"name\"");
    order.backend.host = QStringLiteral("db.example");
    order.backend.port = 3307;
    order.backend.user = QStringLiteral("lab");
    order.backend.database = QStringLiteral("sandbox");
    order.backend.tls = TlsMode::Verify;
    order.backend.caFile = QStringLiteral("/tmp/ca.pem");
    order.password = Secret(QByteArray("p\0\xff\nq", 5));
    order.table = QStringLiteral("lab_leader");
    order.lockName = QStringLiteral("leader");
    order.period = 100ms;
    order.lease = 400ms;
    order.work = 50ms;
    order.socketName = QStringLiteral("election-1");
    const auto read = orderFromText(writtenOrder(order));
    QVERIFY(read);
    QVERIFY(read->backend == order.backend);
    QCOMPARE(read->password.reveal(), order.password.reveal());
    QCOMPARE(read->table, order.table);
    QCOMPARE(read->lockName, order.lockName);
    QVERIFY(read->period == order.period && read->lease == order.lease && read->work == order.work);
    QCOMPARE(read->socketName, order.socketName);
}

void TestCandidateReport::anOrderThatIsNoneIsRefused()
{
    QVERIFY(!orderFromText({}));
    QVERIFY(!orderFromText("{}"));
    QVERIFY(!orderFromText("not an order"));
}

LOCKMASTER_TEST(TestCandidateReport, QCoreApplication)

} // namespace tst_candidatereport

#include "tst_candidatereport.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/history/auditmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_auditmodel {

namespace {

AuditLine line(quint64 number, const QString &id, bool intent)
{
    AuditLine made;
    made.number = number;
    made.month = QStringLiteral("2026-11");
    made.id = id;
    made.isIntent = intent;
    made.time =
        ServerTime(std::chrono::sys_days{std::chrono::year{2026} / 11 / 21} + 12h) + number * 1s;
    made.user = QStringLiteral("kim");
    made.host = QStringLiteral("ops-1");
    made.pid = 4711;
    return made;
}

AuditLine intent(quint64 number, const QString &id, const QByteArray &name)
{
    AuditLine made = line(number, id, true);
    made.intent.action = QStringLiteral("expire");
    made.intent.backend = QStringLiteral("billing-db");
    made.intent.environment = QStringLiteral("production");
    auto source = std::make_shared<SourceId>();
    *source = {QStringLiteral("billing-db"), QStringLiteral("dist_lock"),
               QStringLiteral("billing.dist_lock")};
    made.intent.lock = LockId{source, name};
    made.intent.owner = QStringLiteral("web-3");
    made.intent.reason = QStringLiteral("stuck since noon, OPS-311");
    made.intent.command = QStringLiteral("UPDATE `dist_lock` SET ...");
    made.intent.witness = QStringLiteral("w1.abc");
    made.intent.program = QStringLiteral("lockmaster");
    return made;
}

AuditLine outcome(quint64 number, const QString &id, const QString &word)
{
    AuditLine made = line(number, id, false);
    made.outcome.outcome = word;
    made.outcome.heldByKnown = true;
    return made;
}

} // namespace

class TestAuditModel : public QObject
{
    Q_OBJECT

    std::unique_ptr<AuditModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;

    QString text(int row, int column) const
    {
        return m_model->index(row, column).data().toString();
    }
    Tone tone(int row) const
    {
        return m_model->index(row, AuditModel::Outcome).data(ToneRole).value<Tone>();
    }

private slots:
    void init()
    {
        m_model = std::make_unique<AuditModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void intentsMeetTheirOutcomesNewestFirst()
    {
        // Two at once: their lines are woven into each other.
        m_model->setEntries(auditRecords(
            {intent(1, QStringLiteral("a"), "first"), intent(2, QStringLiteral("b"), "second"),
             outcome(3, QStringLiteral("b"), QStringLiteral("busy")),
             outcome(4, QStringLiteral("a"), QStringLiteral("released"))}));
        QCOMPARE(m_model->rowCount(), 2);
        QCOMPARE(text(0, AuditModel::Lock), QStringLiteral("second"));
        QCOMPARE(text(0, AuditModel::Outcome), QStringLiteral("busy"));
        QCOMPARE(tone(0), Tone::Expiring);
        QCOMPARE(text(1, AuditModel::Lock), QStringLiteral("first"));
        QCOMPARE(text(1, AuditModel::Outcome), QStringLiteral("released"));
        QCOMPARE(text(1, AuditModel::HeldBy), QStringLiteral("nobody"));
        QCOMPARE(text(1, AuditModel::User), QStringLiteral("kim"));
    }

    void anIntentWithoutAnOutcomeSaysSo()
    {
        m_model->setEntries(auditRecords({intent(1, QStringLiteral("a"), "first")}));
        QCOMPARE(text(0, AuditModel::Outcome), QStringLiteral("no outcome"));
        QCOMPARE(tone(0), Tone::Expiring);
        QCOMPARE(text(0, AuditModel::HeldBy), QStringLiteral("–"));
        QVERIFY(!AuditWords::details(m_model->entryAt(0)).warning.isEmpty());
    }

    void anOutcomeWhoseIntentIsFurtherBackIsNotPutToAnother()
    {
        m_model->setEntries(
            auditRecords({outcome(7, QStringLiteral("old"), QStringLiteral("released")),
                          intent(8, QStringLiteral("new"), "x")}));
        QCOMPARE(m_model->rowCount(), 2);
        QCOMPARE(text(0, AuditModel::Outcome), QStringLiteral("no outcome"));
        QCOMPARE(text(1, AuditModel::Outcome), QStringLiteral("released"));
        QCOMPARE(text(1, AuditModel::Lock), QStringLiteral("?"));
    }

    void badOutcomesStandOut_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<Tone>("tone");
        QTest::newRow("released") << QStringLiteral("released") << Tone::Plain;
        QTest::newRow("acquired") << QStringLiteral("acquired") << Tone::Plain;
        QTest::newRow("changed") << QStringLiteral("changed") << Tone::Expiring;
        QTest::newRow("not acquired") << QStringLiteral("not_acquired") << Tone::Expiring;
        QTest::newRow("unknown") << QStringLiteral("unknown") << Tone::Danger;
        QTest::newRow("lost") << QStringLiteral("lost") << Tone::Danger;
    }
    void badOutcomesStandOut()
    {
        QFETCH(QString, word);
        QFETCH(Tone, tone);
        m_model->setEntries(auditRecords(
            {intent(1, QStringLiteral("a"), "x"), outcome(2, QStringLiteral("a"), word)}));
        QCOMPARE(this->tone(0), tone);
    }

    void theFilterLooksIntoTheDetailsToo()
    {
        AuditLine other = intent(3, QStringLiteral("b"), "coupon:7");
        other.intent.reason = QStringLiteral("drill");
        m_model->setEntries(
            auditRecords({intent(1, QStringLiteral("a"), "daily-close"),
                          outcome(2, QStringLiteral("a"), QStringLiteral("released")), other}));
        m_model->setFilter(QStringLiteral("OPS-311"));
        QCOMPARE(m_model->rowCount(), 1);
        QCOMPARE(text(0, AuditModel::Lock), QStringLiteral("daily-close"));
        m_model->setFilter(QStringLiteral("w1.abc DRILL"));
        QCOMPARE(m_model->rowCount(), 1);
        QCOMPARE(text(0, AuditModel::Lock), QStringLiteral("coupon:7"));
        m_model->setFilter(QStringLiteral("drill released"));
        QCOMPARE(m_model->rowCount(), 0);
        m_model->setFilter({});
        QCOMPARE(m_model->rowCount(), 2);
    }

    void hostileTextsAreLiteral()
    {
        AuditLine hostile = intent(1, QStringLiteral("a"), QByteArray("\0<b>\n", 5));
        hostile.intent.reason = QStringLiteral("<a href='x'>\u202e");
        hostile.user = QStringLiteral("root\nadmin");
        m_model->setEntries(auditRecords({hostile}));
        QCOMPARE(text(0, AuditModel::Lock), QStringLiteral("\\x00<b>\\n"));
        QCOMPARE(text(0, AuditModel::Reason), QStringLiteral("<a href='x'>\\u202e"));
        QCOMPARE(text(0, AuditModel::User), QStringLiteral("root\\nadmin"));
        QVERIFY(m_model->index(0, AuditModel::Reason)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("&lt;a")));
    }

    void tableAndDetailsSayTheSame()
    {
        const auto entries =
            auditRecords({intent(1, QStringLiteral("a"), "daily-close"),
                          outcome(2, QStringLiteral("a"), QStringLiteral("not_acquired"))});
        QCOMPARE(AuditWords::outcome(entries.front()), QStringLiteral("not acquired"));
        QStringList values;
        for (const DetailSection &section : AuditWords::details(entries.front()).sections) {
            for (const DetailRow &row : section.rows)
                values << row.value;
        }
        QVERIFY(values.contains(QStringLiteral("not acquired")));
        QVERIFY(!values.contains(QStringLiteral("not_acquired")));
    }

    void theDetailsHaveEveryField()
    {
        AuditLine end = outcome(2, QStringLiteral("a"), QStringLiteral("changed"));
        end.outcome.detail = QStringLiteral("renewed");
        end.outcome.message = QStringLiteral("It was renewed.");
        end.outcome.heldBy = QStringLiteral("web-9");
        AuditLine begin = intent(1, QStringLiteral("a"), "daily-close");
        begin.intent.evenIfRenewed = true;
        const auto entries = auditRecords({begin, end});
        QStringList values;
        const Details details = AuditWords::details(entries.front());
        for (const DetailSection &section : details.sections) {
            for (const DetailRow &row : section.rows)
                values << row.value;
        }
        for (const char *wanted : {"kim",
                                   "ops-1",
                                   "4711",
                                   "a",
                                   "lockmaster",
                                   "billing-db",
                                   "production",
                                   "dist_lock",
                                   "billing.dist_lock",
                                   "daily-close",
                                   "expire",
                                   "web-3",
                                   "stuck since noon, OPS-311",
                                   "UPDATE `dist_lock` SET ...",
                                   "w1.abc",
                                   "changed",
                                   "renewed",
                                   "It was renewed.",
                                   "web-9",
                                   "2026-11-21 12:00:01.000",
                                   "2026-11-21 12:00:02.000"})
            QVERIFY2(values.contains(QString::fromLatin1(wanted)), wanted);
    }

    void aVerificationIsPutInWords()
    {
        AuditVerification found;
        QVERIFY(!AuditWords::verdict(found).isEmpty());
        found.files = 2;
        found.lines = 40;
        found.open = {intent(1, QStringLiteral("a"), "x")};
        QVERIFY(AuditWords::verdict(found).contains(QStringLiteral("whole")));
        QVERIFY(AuditWords::verdict(found).contains(QStringLiteral("40")));
        found.faults = {QStringLiteral("audit-2026-11.jsonl, line 5: <b>edited</b>")};
        QVERIFY(!AuditWords::verdict(found).contains(QStringLiteral("whole")));
        const Details details = AuditWords::verification(found);
        QCOMPARE(details.findings.size(), size_t(1));
        QCOMPARE(details.findings.front().evidence, found.faults.front());
        QCOMPARE(details.findings.front().tone, Tone::Danger);
    }
};

LOCKMASTER_TEST(TestAuditModel, QCoreApplication)

} // namespace tst_auditmodel

#include "tst_auditmodel.moc"

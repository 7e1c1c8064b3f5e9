// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/history/auditdialog.h"
#include "ui/details/detailspane.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_auditdialog {

namespace {

AuditLine makeLine(quint64 number, const QString &id, bool intent)
{
    AuditLine line;
    line.number = number;
    line.month = QStringLiteral("2026-11");
    line.id = id;
    line.isIntent = intent;
    line.time = ServerTime(1'763'700'000s) + number * 1s;
    line.user = QStringLiteral("kim");
    if (intent) {
        line.intent.action = QStringLiteral("expire");
        line.intent.backend = QStringLiteral("billing-db");
        line.intent.lock =
            LockId{std::make_shared<SourceId>(), "lock-" + QByteArray::number(number)};
    } else {
        line.outcome.outcome = QStringLiteral("released");
    }
    return line;
}

std::vector<AuditLine> actions(int count)
{
    std::vector<AuditLine> lines;
    for (int i = 0; i < count; ++i) {
        const QString id = QStringLiteral("id-%1").arg(i);
        lines.push_back(makeLine(quint64(2 * i + 1), id, true));
        lines.push_back(makeLine(quint64(2 * i + 2), id, false));
    }
    return lines;
}

} // namespace

class TestAuditDialog : public QObject
{
    Q_OBJECT

    std::vector<AuditLine> m_lines;
    AuditVerification m_found;
    std::optional<Error> m_error;
    std::atomic<QThread *> m_readOn = nullptr;
    std::unique_ptr<AuditDialog> m_dialog;

    void open()
    {
        AuditSource source;
        source.directory = QStringLiteral("/nowhere");
        source.read = [this](qsizetype most) -> Result<std::vector<AuditLine>> {
            m_readOn = QThread::currentThread();
            if (m_error)
                return tl::make_unexpected(*m_error);
            const auto from = std::max<qsizetype>(0, qsizetype(m_lines.size()) - most);
            return std::vector<AuditLine>(m_lines.begin() + from, m_lines.end());
        };
        source.verify = [this]() -> Result<AuditVerification> {
            if (m_error)
                return tl::make_unexpected(*m_error);
            return m_found;
        };
        m_dialog = std::make_unique<AuditDialog>(source);
        m_dialog->show();
    }

private slots:
    void init()
    {
        m_lines.clear();
        m_found = {};
        m_error.reset();
    }
    void cleanup() { m_dialog.reset(); }

    void theNewestThousandAreShownAndReadElsewhere()
    {
        m_lines = actions(1200);
        open();
        QTRY_COMPARE(m_dialog->model().rowCount(), AuditDialog::capacity);
        QVERIFY(m_readOn.load() != QThread::currentThread());
        const AuditRecord &first = m_dialog->model().entryAt(0);
        QCOMPARE(first.first().intent.lock->name, QByteArray("lock-2399"));
        QVERIFY(first.outcome);
        QVERIFY(m_dialog->details().plainText().contains(QStringLiteral("lock-2399")));
    }

    void anIntentWithoutOutcomeIsToldInTableAndDetails()
    {
        m_lines = {makeLine(1, QStringLiteral("a"), true)};
        open();
        QTRY_COMPARE(m_dialog->model().rowCount(), 1);
        QCOMPARE(m_dialog->model().index(0, AuditModel::Outcome).data().toString(),
                 QStringLiteral("no outcome"));
        QVERIFY(m_dialog->details().plainText().contains(QStringLiteral("No outcome:")));
    }

    void theFilterNarrowsAndCounts()
    {
        m_lines = actions(30);
        open();
        QTRY_COMPARE(m_dialog->model().rowCount(), 30);
        QTest::keyClicks(&m_dialog->filter(), QStringLiteral("lock-59"));
        QCOMPARE(m_dialog->model().rowCount(), 1);
        QCOMPARE(m_dialog->statusText(), QStringLiteral("1 of 30"));
        m_dialog->filter().clear();
        QCOMPARE(m_dialog->model().rowCount(), 30);
    }

    void nothingYetIsSaid()
    {
        open();
        QTRY_COMPARE(m_dialog->statusText(), QStringLiteral("Nothing was done to a lock yet."));
    }

    void anUnreadableLogIsAnErrorNotAnEmptyOne()
    {
        m_error = Error{ErrorKind::Config, 13, QStringLiteral("audit-2026-11.jsonl: <b>denied</b>"),
                        QStringLiteral("Give yourself the right to read it.")};
        open();
        QTRY_VERIFY(m_dialog->statusText().contains(QStringLiteral("<b>denied</b>")));
        QVERIFY(m_dialog->statusText().contains(QStringLiteral("Give yourself")));
    }

    void verifyingTellsAWholeChainFromABrokenOne()
    {
        m_lines = actions(3);
        m_found.files = 1;
        m_found.lines = 6;
        open();
        QTRY_COMPARE(m_dialog->model().rowCount(), 3);
        m_dialog->verifyButton().click();
        QTRY_VERIFY(m_dialog->statusText().startsWith(QStringLiteral("✓")));
        m_found.faults = {QStringLiteral("audit-2026-11.jsonl line 4: edited")};
        m_dialog->verifyButton().click();
        QTRY_VERIFY(m_dialog->statusText().startsWith(QStringLiteral("✗")));
        QVERIFY(m_dialog->details().plainText().contains(m_found.faults.front()));
        QVERIFY(m_dialog->verifyButton().isEnabled());
    }

    void closingDoesNotWaitForTheDisk()
    {
        std::atomic<bool> go = false;
        std::atomic<bool> over = false;
        AuditSource source;
        source.read = [&](qsizetype) -> Result<std::vector<AuditLine>> {
            while (!go)
                QThread::msleep(1);
            over = true;
            return std::vector<AuditLine>();
        };
        auto dialog = std::make_unique<AuditDialog>(source);
        dialog.reset();
        QVERIFY(!over);
        go = true;
        QTRY_VERIFY(over);
    }

    void everyLabelIsPlain()
    {
        open();
        for (const QLabel *label : m_dialog->findChildren<QLabel *>())
            QVERIFY(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()));
    }
};

LOCKMASTER_TEST(TestAuditDialog, QApplication)

} // namespace tst_auditdialog

#include "tst_auditdialog.moc"

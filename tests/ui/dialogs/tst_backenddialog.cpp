// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/backenddialog.h"
#include "ui/dialogs/connectiontest.h"
#include "ui/dialogs/examinationview.h"

#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include <condition_variable>
#include <mutex>

using namespace lockmaster;

namespace {

/** Answers an examination at once, or only when interrupted. */
class ScriptedReader final : public BackendReader
{
public:
    explicit ScriptedReader(bool hangs) : m_hangs(hangs) {}

    BackendReading read(Depth, SteadyTime) override { return {}; }
    Examination examine(SteadyTime) override
    {
        std::unique_lock lock(m_mutex);
        m_woken.wait(lock, [this] { return !m_hangs; });
        Examination examination;
        examination.server.product = QStringLiteral("<b>MariaDB</b>");
        examination.capabilities = {{QStringLiteral("x"), QStringLiteral("Waiters"), false,
                                     QStringLiteral("<i>off</i>"), QStringLiteral("turn it on")}};
        return examination;
    }
    void interrupt() noexcept override
    {
        const std::lock_guard lock(m_mutex);
        m_hangs = false;
        m_woken.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_woken;
    bool m_hangs;
};

ReaderFactory readers(bool hang)
{
    return [hang](const BackendSpec &) { return std::make_unique<ScriptedReader>(hang); };
}

BackendSpec sqlBackend()
{
    BackendSpec spec;
    spec.name = QStringLiteral("billing-db");
    spec.host = QStringLiteral("db.example");
    spec.user = QStringLiteral("monitor");
    spec.database = QStringLiteral("billing");
    spec.passwordCommand = {QStringLiteral("pass"), QStringLiteral("show me")};
    spec.environment = Environment::Production;
    spec.readOnly = true;
    spec.poll = Millis(2000);
    spec.tables = {distLockTable(), leaderTable()};
    spec.tables[0].schema = QStringLiteral("jobs");
    spec.tables[0].named = true;
    spec.tables[1].named = true;
    spec.tables[1].lease = Millis(1002);
    spec.userLocks = {"user:42", "정산"};
    spec.sleepingHolderAfter = std::chrono::minutes(7);
    return spec;
}

BackendSpec redisBackend()
{
    BackendSpec spec;
    spec.kind = BackendKind::Redis;
    spec.name = QStringLiteral("cache");
    spec.redisDatabase = 3;
    spec.tls = TlsMode::Verify;
    spec.caFile = QStringLiteral("/etc/ca.pem");
    spec.patterns = {"product:*", "lock:*"};
    return spec;
}

QPushButton *okButton(BackendDialog &dialog)
{
    return dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
}

QPushButton *testButton(BackendDialog &dialog)
{
    const auto buttons = dialog.findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text().contains(QStringLiteral("Test connection")))
            return button;
    }
    return nullptr;
}

QStringList labelTexts(const QWidget *widget)
{
    QStringList texts;
    for (const QLabel *label : widget->findChildren<QLabel *>())
        texts.append(label->text());
    return texts;
}

} // namespace

class TestBackendDialog : public QObject
{
    Q_OBJECT

private slots:
    void whatWentInComesOut_data()
    {
        QTest::addColumn<bool>("sql");
        QTest::newRow("MySQL") << true;
        QTest::newRow("Redis") << false;
    }
    void whatWentInComesOut()
    {
        QFETCH(bool, sql);
        const BackendSpec spec = sql ? sqlBackend() : redisBackend();
        BackendDialog dialog(readers(false), {});
        dialog.setBackend(spec);
        QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problem()));
        QVERIFY(dialog.backend() == spec);
    }

    void okIsGreyUntilTheServerHasANameOfItsOwn()
    {
        BackendDialog dialog(readers(false), {QStringLiteral("cache")});
        QVERIFY(!okButton(dialog)->isEnabled());
        BackendSpec spec = redisBackend();
        dialog.setBackend(spec);
        QVERIFY(!okButton(dialog)->isEnabled());
        QVERIFY(dialog.problem().contains(QStringLiteral("cache")));
        spec.name = QStringLiteral("other");
        dialog.setBackend(spec);
        QVERIFY(okButton(dialog)->isEnabled());
    }

    void wrongTableMappingsAreNamed_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("no table") << 0;
        QTest::newRow("no owner column") << 1;
        QTest::newRow("leader without a lease") << 2;
    }
    void wrongTableMappingsAreNamed()
    {
        QFETCH(int, which);
        BackendSpec spec = sqlBackend();
        if (which == 0)
            spec.tables[1].table.clear();
        else if (which == 1)
            spec.tables[1].ownerColumn.clear();
        else
            spec.tables[1].lease.reset();
        BackendDialog dialog(readers(false), {});
        dialog.setBackend(spec);
        QVERIFY(dialog.problem().contains(QLatin1Char('2')));
        QVERIFY(!okButton(dialog)->isEnabled());
    }

    void theTestShowsWhatWasFoundAsPlainText()
    {
        BackendDialog dialog(readers(false), {});
        dialog.setBackend(sqlBackend());
        testButton(dialog)->click();
        const auto *view = dialog.findChild<ExaminationView *>();
        QTRY_VERIFY(labelTexts(view).contains(QStringLiteral("turn it on")));
        QVERIFY(labelTexts(view).contains(QStringLiteral("<i>off</i>")));
        for (const QLabel *label : view->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void aHangingTestIsCancelledAndItsAnswerDropped()
    {
        ConnectionTest test(readers(true));
        QSignalSpy finished(&test, &ConnectionTest::finished);
        test.start(sqlBackend());
        QVERIFY(test.isRunning());
        test.cancel();
        QVERIFY(!test.isRunning());
        QVERIFY(QThreadPool::globalInstance()->waitForDone(10'000));
        QCoreApplication::processEvents();
        QCOMPARE(finished.count(), 0);
    }

    void theDialogMayGoWhileATestRuns()
    {
        {
            BackendDialog dialog(readers(true), {});
            dialog.setBackend(sqlBackend());
            testButton(dialog)->click();
        }
        QVERIFY(QThreadPool::globalInstance()->waitForDone(10'000));
    }
};

QTEST_MAIN(TestBackendDialog)
#include "tst_backenddialog.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaseplan.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/plansaver.h"
#include "ui/release/releasecontroller.h"
#include "ui/release/writelifts.h"
#include "ui/kit/banner.h"
#include "ui/window/translations.h"

#include <QFile>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_planwindow {

namespace {

const QString savePlan = QStringLiteral("Save &plan…");
constexpr int patienceMs = 20'000;

} // namespace

/** Plans that the window writes, and `lockctl` takes, on a server of its own. */
class TestPlanWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WriteGate> m_gate;
    std::unique_ptr<AuditLog> m_audit;
    std::unique_ptr<Monitor> m_monitor;
    std::unique_ptr<WriteLifts> m_lifts;
    std::unique_ptr<QWidget> m_window;
    ReleaseController *m_controller = nullptr;

    QString file(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    void start(bool readOnly = false)
    {
        BackendSpec spec = m_redis->spec();
        spec.name = QStringLiteral("cache");
        spec.patterns = {"lock:*"};
        spec.poll = 200ms;
        spec.readOnly = readOnly;
        const Secret password = spec.urlPassword;
        const auto source = [password](SteadyTime) { return Result<Secret>(password); };
        m_gate = std::make_unique<WriteGate>();
        m_audit = std::make_unique<AuditLog>(file("audit"));
        ActionTools tools;
        tools.gate = m_gate.get();
        tools.audit = m_audit.get();
        tools.passwords = [source](const BackendSpec &) -> PasswordSource { return source; };
        tools.program = QStringLiteral("lockmaster");
        m_monitor = std::make_unique<Monitor>(
            [source](const BackendSpec &each) { return makeReader(each, source); });
        m_lifts = std::make_unique<WriteLifts>(*m_gate, *m_audit, tools.program);
        m_window = std::make_unique<QWidget>();
        m_controller = new ReleaseController(tools, m_monitor->store(), *m_lifts, SystemNames(),
                                             m_window.get());
        m_controller->setBackends({spec});
        m_monitor->setBackends({spec});
        m_monitor->setQuery({});
        m_window->show();
    }
    LockPointer lock(const QByteArray &name)
    {
        for (const ViewRow &row : m_monitor->store().view()->rows) {
            if (row.lock.name() == name && row.mark != RowMark::Gone)
                return row.lock.record();
        }
        return nullptr;
    }
    void hold(const QByteArray &name, const QByteArray &owner)
    {
        m_redis->run(lockKey(name, owner, 600000ms));
    }
    BulkReleaseDialog *dialog() { return m_window->findChild<BulkReleaseDialog *>(); }
    BulkReleaseDialog *open(const QList<QByteArray> &names)
    {
        std::vector<LockPointer> locks;
        for (const QByteArray &name : names) {
            if (!QTest::qWaitFor([&] { return lock(name) != nullptr; }, patienceMs))
                return nullptr;
            locks.push_back(lock(name));
        }
        m_controller->release(locks);
        const auto isReady = [this] { return button(savePlan) && button(savePlan)->isEnabled(); };
        return QTest::qWaitFor(isReady, patienceMs) ? dialog() : nullptr;
    }
    QPushButton *button(const QString &text)
    {
        for (QPushButton *each : dialog()->findChildren<QPushButton *>()) {
            if (each->text() == text && !each->isHidden())
                return each;
        }
        return nullptr;
    }
    QString said() { return dialog()->findChild<Banner *>()->text(); }
    bool saved(const QString &path)
    {
        dialog()->findChild<PlanSaver *>()->saveTo(path);
        return QTest::qWaitFor([this] { return !said().contains(QStringLiteral("being written")); },
                               patienceMs);
    }
    QString profile() const
    {
        QFile profile(file("lockmaster.toml"));
        if (!profile.open(QIODevice::WriteOnly))
            qFatal("no profile");
        profile.write("[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:"
                      + QByteArray::number(m_redis->port()) + "/0\"\nmatch = [\"lock:*\"]\n");
        return profile.fileName();
    }
    LockctlOutcome run(const QStringList &words) const
    {
        return runLockctl(
            QStringList{QStringLiteral("release"), QStringLiteral("--config"), profile()} + words,
            {QStringLiteral("XDG_STATE_HOME=") + m_folder->path()});
    }
    /** What counts and what is for people of each lock, but when it was looked at. */
    static QJsonArray locksOf(const QString &path)
    {
        QFile plan(path);
        if (!plan.open(QIODevice::ReadOnly))
            return {};
        QJsonArray locks;
        for (const auto &value :
             QJsonDocument::fromJson(plan.readAll()).object()[u"locks"].toArray()) {
            QJsonObject each = value.toObject();
            const auto witness = decodeWitness(each[u"witness"].toString());
            each[u"witness"] =
                witness
                    ? QString::fromLatin1(witness->instance.toHex() + '/' + witness->lease.toHex())
                    : QString();
            // It is told how long ago that was.
            each.remove(u"verdict");
            locks << each;
        }
        return locks;
    }
    bool isHeld(const char *name) { return m_redis->run({"EXISTS", name}).integer == 1; }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_redis->run({"FLUSHALL"});
        hold("lock:a", "6f1e0c7a-5bb0-4a0d-9d4c-000000000001");
        hold("lock:b", "6f1e0c7a-5bb0-4a0d-9d4c-000000000002");
        hold("lock:c", "6f1e0c7a-5bb0-4a0d-9d4c-000000000003");
    }
    void cleanup()
    {
        if (m_controller)
            m_controller->finish();
        m_window.reset();
        m_controller = nullptr;
        m_lifts.reset();
        m_monitor.reset();
        for (QTranslator *each : qApp->findChildren<QTranslator *>())
            delete each;
    }

    void lockctlTakesWhatTheWindowWrote()
    {
        start();
        QVERIFY(open({"lock:a", "lock:b"}));
        QVERIFY(saved(file("plan")));
        QVERIFY2(said().startsWith(QStringLiteral("The plan of 2 lock")), qPrintable(said()));
        QCOMPARE(QFile::permissions(file("plan"))
                     & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther
                        | QFile::ExeUser),
                 QFile::Permissions());
        QVERIFY(isHeld("lock:a") && isHeld("lock:b"));
        const LockctlOutcome outcome =
            run({QStringLiteral("--apply"), file("plan"), QStringLiteral("--json")});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).constData());
        QCOMPARE(QJsonDocument::fromJson(outcome.out).object()[u"released"].toInt(), 2);
        QVERIFY(!isHeld("lock:a") && !isHeld("lock:b"));
        QVERIFY(isHeld("lock:c"));
    }

    void itIsWhatLockctlWouldHaveWritten()
    {
        start();
        QVERIFY(open({"lock:a", "lock:b", "lock:c"}));
        QVERIFY(saved(file("plan")));
        const LockctlOutcome outcome =
            run({QStringLiteral("--plan"), file("other"), QStringLiteral("--filter"),
                 QStringLiteral("state:held")});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(locksOf(file("plan")).size(), 3);
        QCOMPARE(locksOf(file("plan")), locksOf(file("other")));
    }

    /** What ends with a lock is compared by its words, which have to be those of lockctl. */
    void aWindowOfAnotherLanguageWritesTheSame()
    {
        start();
        QVERIFY(open({"lock:a", "lock:b", "lock:c"}));
        installTranslations(QLocale(QStringLiteral("ko_KR")));
        QVERIFY(!QCoreApplication::translate("lockmaster", "nothing can be done to it from here")
                     .startsWith(QStringLiteral("nothing")));
        dialog()->findChild<PlanSaver *>()->saveTo(file("plan"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file("plan")), patienceMs);
        QCOMPARE(run({QStringLiteral("--plan"), file("other"), QStringLiteral("--filter"),
                      QStringLiteral("state:held")})
                     .code,
                 0);
        QCOMPARE(locksOf(file("plan")), locksOf(file("other")));
    }

    void whatChangedHandsIsLeftOut()
    {
        start(true); // a read-only server is planned for as well
        QVERIFY(open({"lock:a", "lock:b"}));
        hold("lock:b", "6f1e0c7a-5bb0-4a0d-9d4c-000000000009");
        QVERIFY(saved(file("plan")));
        QVERIFY2(said().startsWith(QStringLiteral("The plan of 1 lock"))
                     && said().contains(QStringLiteral("lock:b (cache)")),
                 qPrintable(said()));
        const auto plan = readPlan(file("plan"));
        QVERIFY(plan);
        QCOMPARE(plan->plan.locks.size(), size_t(1));
        QCOMPARE(plan->plan.locks[0].name, QByteArray("lock:a"));
    }

    void whatIsThereStays()
    {
        start();
        QVERIFY(open({"lock:a", "lock:b"}));
        QFile there(file("plan"));
        QVERIFY(there.open(QIODevice::WriteOnly));
        there.write("mine");
        there.close();
        QVERIFY(saved(file("plan")));
        QVERIFY2(said().startsWith(QStringLiteral("The plan was not saved")), qPrintable(said()));
        QVERIFY(there.open(QIODevice::ReadOnly));
        QCOMPARE(there.readAll(), QByteArray("mine"));
        QVERIFY(QFile::link(file("nowhere"), file("link")));
        QVERIFY(saved(file("link")));
        QVERIFY(said().startsWith(QStringLiteral("The plan was not saved")));
        QVERIFY(!QFile::exists(file("nowhere")));
        // Another name is all that it takes.
        QVERIFY(saved(file("second")));
        QVERIFY2(said().startsWith(QStringLiteral("The plan of 2 lock")), qPrintable(said()));
    }

    void theWindowTakesWhatLockctlWrote()
    {
        start();
        QCOMPARE(run({QStringLiteral("--plan"), file("plan"), QStringLiteral("--filter"),
                      QStringLiteral("state:held")})
                     .code,
                 0);
        hold("lock:b", "6f1e0c7a-5bb0-4a0d-9d4c-000000000009");
        m_redis->run({"DEL", "lock:c"});
        m_controller->openPlan(file("plan"));
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog() && dialog()->model().count(BulkReleaseModel::State::Looking) == 0, patienceMs);
        QCOMPARE(dialog()->model().count(BulkReleaseModel::State::Refused), 2);
        QPushButton *release = button(QStringLiteral("Release 1"));
        QVERIFY(release && release->isEnabled());
        release->click();
        QTRY_COMPARE_WITH_TIMEOUT(dialog()->model().releasedCount(), 1, patienceMs);
        QVERIFY(!isHeld("lock:a") && isHeld("lock:b"));
        const auto isOver = [this] {
            const auto lines = readAudit(file("audit"), 100);
            return lines && !lines->empty() && lines->size() == 4
                   && lines->front().intent.action == u"apply-plan"
                   && lines->back().id == lines->front().id;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), patienceMs);
    }

    void aWindowOfAnotherLanguageTakesItAsWell()
    {
        installTranslations(QLocale(QStringLiteral("ko_KR")));
        start();
        const LockctlOutcome planned =
            run({QStringLiteral("--plan"), file("plan"), QStringLiteral("--filter"),
                 QStringLiteral("state:held")});
        QVERIFY2(planned.code == 0, planned.err.constData());
        m_controller->openPlan(file("plan"));
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog() && dialog()->model().count(BulkReleaseModel::State::Ready) == 3, patienceMs);
    }

    void theButtonAsksForAFile()
    {
        start();
        QVERIFY(open({"lock:a", "lock:b"}));
        button(savePlan)->click();
        auto *asks = dialog()->findChild<QFileDialog *>();
        QVERIFY(asks);
        // The writer refuses what is there: to be asked before would be misleading.
        QVERIFY(asks->testOption(QFileDialog::DontConfirmOverwrite));
        QCOMPARE(asks->defaultSuffix(), QStringLiteral("plan"));
    }
};

LOCKMASTER_TEST(TestPlanWindow, QApplication)

} // namespace tst_planwindow

#include "tst_planwindow.moc"

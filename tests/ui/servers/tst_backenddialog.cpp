// SPDX-License-Identifier: Apache-2.0
#include "core/config/specdraft.h"
#include "core/config/tablereader.h"
#include "core/formats/formatcatalogue.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/colors.h"
#include "ui/servers/backenddialog.h"
#include "ui/servers/connectionpage.h"
#include "ui/servers/connectiontest.h"
#include "ui/servers/examinationview.h"
#include "ui/servers/lockspreview.h"
#include "ui/servers/tableseditor.h"
#include "ui/servers/testdialog.h"

#include <QScreen>
#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QLineEdit>
#include <QTest>
#include <QThreadPool>

#include <condition_variable>
#include <mutex>

using namespace lockmaster;

namespace tst_backenddialog {

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

/** Servers that show one certificate after the other, and what was accepted of them. */
class RefusedServer
{
public:
    ReaderFactory factory()
    {
        return [this](const BackendSpec &) { return std::make_unique<Reader>(*this); };
    }
    /** Another at each look, as somebody in between may do. */
    static ServerCertificate certificate(int look)
    {
        return {QStringLiteral("db.example:3306"), "DER" + QByteArray::number(look),
                QStringLiteral("SHA256:%1").arg(look, 2, 10, QLatin1Char('0'))
                    + QStringLiteral(":AB").repeated(31)};
    }
    std::vector<ServerCertificate> accepted() const
    {
        const std::lock_guard lock(m_mutex);
        return m_accepted;
    }

private:
    class Reader final : public BackendReader
    {
    public:
        explicit Reader(RefusedServer &server) : m_server(server) {}

        BackendReading read(Depth, SteadyTime) override { return {}; }
        Examination examine(SteadyTime) override
        {
            const std::lock_guard lock(m_server.m_mutex);
            Examination examination;
            if (m_server.m_accepted.empty())
                examination.problems.push_back(
                    {{}, {ErrorKind::Tls, 0, QStringLiteral("not trusted"), {}}});
            else
                examination.server.product = QStringLiteral("MySQL");
            ++m_server.m_looks;
            return examination;
        }
        std::optional<ServerCertificate> refusedCertificate() const override
        {
            const std::lock_guard lock(m_server.m_mutex);
            return m_server.m_accepted.empty() ? std::optional(certificate(m_server.m_looks))
                                               : std::nullopt;
        }
        Result<void> accept(const ServerCertificate &certificate) override
        {
            const std::lock_guard lock(m_server.m_mutex);
            m_server.m_accepted.push_back(certificate);
            return {};
        }
        void interrupt() noexcept override {}

    private:
        RefusedServer &m_server;
    };

    mutable std::mutex m_mutex;
    std::vector<ServerCertificate> m_accepted;
    int m_looks = 0;
};

ReaderFactory readers(bool hang)
{
    return [hang](const BackendSpec &) { return std::make_unique<ScriptedReader>(hang); };
}

FoundTable foundTable()
{
    FoundTable found{*formatTable(u"liquibase"), Certainty::Certain};
    found.table.schema = QStringLiteral("app");
    found.table.named = true;
    return found;
}

/** A server with a table of a library that nobody watches. */
ReaderFactory foundThere()
{
    class Reader final : public BackendReader
    {
    public:
        BackendReading read(Depth, SteadyTime) override { return {}; }
        Examination examine(SteadyTime) override
        {
            Examination examination;
            examination.server.product = QStringLiteral("MySQL");
            examination.found = {foundTable()};
            return examination;
        }
        void interrupt() noexcept override {}
    };
    return [](const BackendSpec &) { return std::make_unique<Reader>(); };
}

/** A server on which locks are held, and keys that nobody watches. */
ReaderFactory lockedThere(QStringList *names)
{
    class Reader final : public BackendReader
    {
    public:
        BackendReading read(Depth, SteadyTime) override
        {
            Observation seen;
            seen.complete = true;
            for (int i = 9; i > 0; --i)
                seen.records.push_back(*test::makeLock({.name = "order:" + QByteArray::number(i),
                                                        .state = i == 4   ? LockState::Free
                                                                 : i == 5 ? LockState::Expired
                                                                 : i == 6 ? LockState::Unknown
                                                                          : LockState::Held},
                                                       systemClock()));
            seen.notDecodedKinds = {{QStringLiteral("string"), QStringLiteral("lock:"), 3}};
            seen.notDecoded = 3;
            BackendReading reading;
            reading.observations = {seen};
            return reading;
        }
        Examination examine(SteadyTime) override
        {
            Examination examination;
            examination.server.product = QStringLiteral("Redis");
            return examination;
        }
        void interrupt() noexcept override {}
    };
    return [names](const BackendSpec &spec) {
        names->append(spec.name + u':' + QString::fromUtf8(spec.urlPassword.reveal()));
        return std::make_unique<Reader>();
    };
}

QLineEdit *pasteLine(BackendDialog &dialog)
{
    return dialog.findChild<QLineEdit *>(QStringLiteral("paste"));
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
    return dialog.findChild<QPushButton *>(QStringLiteral("test"));
}

/** Looked for anew: each result has its own. */
QPushButton *acceptButton(const QWidget &dialog)
{
    const auto *view = dialog.findChild<ExaminationView *>();
    return view->findChild<QPushButton *>();
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
    void tablesOfFormatsComeBackAsTheyWere()
    {
        TableSpec jobs = *formatTable(u"shedlock");
        jobs.schema = QStringLiteral("app");
        jobs.table = QStringLiteral("jobs");
        jobs.clock = {ClockSpec::Kind::Server, {}, 0};
        jobs.named = true;
        TableSpec locks = distLockTable();
        locks.named = true;
        TablesEditor editor;
        editor.setTables({jobs, locks});
        QCOMPARE(editor.problem(), QString());
        QCOMPARE(editor.tables(), (std::vector<TableSpec>{jobs, locks}));

        auto *const kind = editor.findChildren<QComboBox *>().first();
        kind->setCurrentIndex(kind->findData(QStringLiteral("liquibase")));
        QCOMPARE(editor.tables().front().table, QStringLiteral("DATABASECHANGELOGLOCK"));
        QVERIFY(editor.tables().front().format == knownFormat(u"liquibase"));
        kind->setCurrentIndex(kind->findData(QStringLiteral("dist_lock")));
        QCOMPARE(editor.tables().front(), locks);
    }

    void theButtonsAreInSightWhateverTheSizeOfText()
    {
        BackendDialog dialog(readers(false), {});
        QFont large = dialog.font();
        large.setPointSizeF(large.pointSizeF() * 2);
        dialog.setFont(large);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCoreApplication::processEvents();
        const int most = dialog.screen()->availableGeometry().height() - 40;
        QVERIFY2(dialog.height() <= most, qPrintable(QString::number(dialog.height())));
        const auto *buttons = dialog.findChild<QDialogButtonBox *>();
        QVERIFY(dialog.rect().contains(buttons->geometry()));
    }

    void aPastedLineFillsTheFields()
    {
        BackendDialog dialog(readers(false), {});
        dialog.show();
        QLineEdit *const line = pasteLine(dialog);
        QVERIFY(line);
        const auto paste = [line](const char *text) {
            line->clear();
            line->insert(QString::fromLatin1(text)); // as the clipboard does
        };
        paste("ssh bastion mysql -h db1.internal -P 3307 -u app -psecret billing");
        BackendSpec spec = dialog.backend();
        QCOMPARE(spec.kind, BackendKind::MySql);
        QCOMPARE(spec.host, QStringLiteral("db1.internal"));
        QCOMPARE(spec.port, quint16(3307));
        QCOMPARE(spec.user, QStringLiteral("app"));
        QCOMPARE(spec.database, QStringLiteral("billing"));
        QCOMPARE(spec.tunnel.ssh, QStringLiteral("bastion"));
        QVERIFY(spec.tunnel.isOwn);
        // Where it goes is told, and it is nowhere in sight.
        QCOMPARE(spec.urlPassword.reveal(), QByteArray("secret"));
        for (auto *edit : dialog.findChildren<QLineEdit *>())
            QVERIFY(!edit->displayText().contains(u"secret"));
        QVERIFY(labelTexts(&dialog).contains(
            QStringLiteral("It is kept in memory until Lockmaster ends, and nowhere else.")));
        // It has a name by now, and could be added as it is.
        QCOMPARE(spec.name, QStringLiteral("db1"));
        QVERIFY(okButton(dialog)->isEnabled());
        for (auto *label : dialog.findChildren<QLabel *>())
            QVERIFY(!label->text().contains(u"secret"));
        paste("redis+cluster://me:pw@n1,n2:7001");
        spec = dialog.backend();
        QCOMPARE(hostsText(spec.cluster), QStringLiteral("n1:6379, n2:7001"));
        QVERIFY(spec.host.isEmpty());
        paste("redis+redlock://me:pw@r1,r2:6380,r3/1?quorum=3");
        spec = dialog.backend();
        QCOMPARE(hostsText(spec.redlock), QStringLiteral("r1:6379, r2:6380, r3:6379"));
        QCOMPARE(spec.quorum, 3);
        QCOMPARE(spec.redisDatabase, 1);
        QVERIFY(spec.host.isEmpty());
        QVERIFY(spec.cluster.empty());
        paste("redis+sentinel://me:pw@s1,s2:26380/m/2");
        spec = dialog.backend();
        QCOMPARE(hostsText(spec.sentinel.hosts), QStringLiteral("s1:26379, s2:26380"));
        QCOMPARE(spec.sentinel.master, QStringLiteral("m"));
        QCOMPARE(spec.redisDatabase, 2);
        QVERIFY(spec.host.isEmpty());
        paste("redis-cli -h cache -n 4");
        QVERIFY(!dialog.backend().sentinel.isSet());
        spec = dialog.backend();
        QCOMPARE(spec.kind, BackendKind::Redis);
        QCOMPARE(spec.redisDatabase, 4);
        QCOMPARE(spec.tunnel.ssh, QString());
        QVERIFY(spec.urlPassword.isEmpty());
        // What is not understood changes nothing.
        paste("psql -h elsewhere");
        QCOMPARE(dialog.backend().host, QStringLiteral("cache"));
        QCOMPARE(line->text(), QStringLiteral("psql -h elsewhere"));
    }

    /** Whichever way it becomes production, as files and URLs have it; and as somebody chose. */
    void productionIsReadOnlyUnlessSomebodyChooses()
    {
        BackendDialog dialog(readers(false), {});
        dialog.show();
        QLineEdit *const line = pasteLine(dialog);
        const auto paste = [line](const char *text) {
            line->clear();
            line->insert(QString::fromLatin1(text));
        };
        const auto choose = [&dialog](Environment environment) {
            for (auto *box : dialog.findChildren<QComboBox *>()) {
                if (const int at = box->findText(QStringLiteral("Staging")); at >= 0)
                    box->setCurrentIndex(box->findData(int(environment)));
            }
        };
        QCheckBox *readOnly = nullptr;
        for (auto *box : dialog.findChildren<QCheckBox *>()) {
            if (box->text().contains(u"never write"))
                readOnly = box;
        }
        QVERIFY(readOnly);
        const auto isReadOnly = [&] { return dialog.backend().readOnly; };
        // The + of a heading, and back.
        BackendSpec draft;
        draft.environment = Environment::Production;
        dialog.setDraft(draft);
        QVERIFY(isReadOnly());
        choose(Environment::Staging);
        QVERIFY(!isReadOnly());
        choose(Environment::Production);
        QVERIFY(isReadOnly());
        // A line that does not say where it belongs leaves that alone.
        paste("mysql -h db1 -u app billing");
        QVERIFY(isReadOnly());
        choose(Environment::Unset);
        QVERIFY(!isReadOnly());
        paste("mysql://app@db1/x?environment=production");
        QVERIFY(isReadOnly());
        paste("mysql://app@db1/x?environment=staging");
        QVERIFY(!isReadOnly());
        paste("mysql://app@db1/x?environment=production&read_only=false");
        QVERIFY(!isReadOnly());
        paste("mysql://app@db1/x?environment=staging&read_only=true");
        QVERIFY(isReadOnly());
        // Somebody chose.
        dialog.setDraft(draft);
        readOnly->click();
        QVERIFY(!isReadOnly());
        choose(Environment::Staging);
        choose(Environment::Production);
        paste("mysql://app@db1/x?environment=production");
        QVERIFY(!isReadOnly());
        readOnly->click();
        paste("mysql://app@db1/x");
        QVERIFY(isReadOnly());
        // And one that the profile has is as that says.
        draft.name = QStringLiteral("billing");
        dialog.setBackend(draft);
        QVERIFY(!isReadOnly());
        paste("mysql -h db2 -u app billing");
        QVERIFY(!isReadOnly());
        draft.environment = Environment::Staging;
        draft.readOnly = true;
        dialog.setBackend(draft);
        choose(Environment::Production);
        choose(Environment::Unset);
        QVERIFY(isReadOnly());
    }

    void whatAUrlSaysIsFilledInOrTold()
    {
        BackendDialog dialog(readers(false), {});
        dialog.show();
        const auto paste = [&dialog](const char *text) {
            pasteLine(dialog)->clear();
            pasteLine(dialog)->insert(QString::fromLatin1(text));
        };
        paste("mysql://app@db1/x?environment=production&read_only=true&name=billing&poll_ms=5000"
              "&dist_lock=ops.locks&systems=dist_lock&charset=utf8");
        const BackendSpec spec = dialog.backend();
        QCOMPARE(spec.name, QStringLiteral("billing"));
        QVERIFY(spec.environment == Environment::Production && spec.readOnly);
        QCOMPARE(spec.poll, std::chrono::milliseconds(5000));
        QCOMPARE(spec.systems, QStringList{QStringLiteral("dist_lock")});
        QCOMPARE(spec.tables.front().schema, QStringLiteral("ops"));
        QVERIFY(labelTexts(&dialog).contains(
            QStringLiteral("Filled in below. Not taken over: charset")));
        // A name that was typed stays, and where it is may have to be said yet.
        dialog.findChild<ConnectionPage *>()->focusName();
        QTest::keyClicks(dialog.focusWidget(), QStringLiteral("2"));
        paste("mysql://app@db2/x?name=other");
        QCOMPARE(dialog.backend().name, QStringLiteral("billing2"));
        QVERIFY(
            labelTexts(&dialog).contains(QStringLiteral("Filled in below. Not taken over: name")));
        // Lines that go on come in one.
        paste("redis-cli -h cache \\\n  -p 6380 \\\n  --tls");
        QCOMPARE(dialog.backend().port, quint16(6380));
        QCOMPARE(dialog.backend().tls, TlsMode::Verify);
        paste("docker exec -it db mysql -u app");
        QVERIFY(!okButton(dialog)->isEnabled());
        QVERIFY(dialog.findChild<ConnectionPage *>()->isPlaceless());
        QVERIFY(
            !labelTexts(&dialog).filter(QStringLiteral("inside of the container db")).isEmpty());
    }

    /** It is locked, or needs a hand: what was typed is not lost by that. */
    void whatCannotBeSavedStays()
    {
        BackendDialog dialog(readers(false), {});
        dialog.show();
        Result<void> outcome = tl::make_unexpected(Error{
            ErrorKind::Config, 0, QStringLiteral("It is locked."), QStringLiteral("Try again.")});
        dialog.setSave([&outcome] { return outcome; });
        pasteLine(dialog)->insert(QStringLiteral("mysql -h db1 -u app billing"));
        QSignalSpy accepted(&dialog, &QDialog::accepted);
        okButton(dialog)->click();
        QVERIFY(accepted.isEmpty() && dialog.isVisible());
        QVERIFY(labelTexts(&dialog).contains(QStringLiteral("It is locked. Try again.")));
        QCOMPARE(dialog.backend().host, QStringLiteral("db1"));
        QVERIFY(okButton(dialog)->isEnabled());
        outcome = {};
        okButton(dialog)->click();
        QCOMPARE(accepted.size(), 1);
    }

    void whatBecameOfItInTheProfileIsTold()
    {
        BackendDialog dialog(readers(false), {});
        BackendSpec backend = sqlBackend();
        dialog.setBackend(backend);
        dialog.show();
        dialog.setProfileHas(backend);
        const auto told = [&dialog] {
            return labelTexts(&dialog).filter(QStringLiteral("profile")).join(u' ');
        };
        QVERIFY(!told().contains(u"meanwhile"));
        backend.patterns.clear();
        backend.poll = std::chrono::milliseconds(7000);
        dialog.setProfileHas(backend);
        QVERIFY2(told().contains(u"meanwhile: poll."), qPrintable(told()));
        dialog.setProfileHas(std::nullopt);
        QVERIFY2(told().contains(u"not in the profile any more"), qPrintable(told()));
    }

    /** Nothing is wrong before the first key: it is only not there yet. */
    void whatIsMissingIsNoError()
    {
        BackendDialog dialog(readers(false), {QStringLiteral("cache")});
        dialog.show();
        QCOMPARE(dialog.focusWidget(), pasteLine(dialog));
        const auto isRed = [&dialog](const QString &text) {
            const QColor danger = colorsFor(dialog.palette()).danger;
            for (const QLabel *label : dialog.findChildren<QLabel *>()) {
                if (label->text() == text)
                    return label->palette().color(QPalette::WindowText) == danger;
            }
            return true;
        };
        QVERIFY(!dialog.problem().isEmpty());
        QVERIFY(!isRed(dialog.problem()));
        BackendSpec taken = redisBackend();
        dialog.setDraft(taken);
        QVERIFY(isRed(dialog.problem()));
    }

    /** A name of its own for each, which is no more than an offer. */
    void aPastedServerHasAName()
    {
        BackendDialog dialog(readers(false), {QStringLiteral("cache"), QStringLiteral("redis")});
        QLineEdit *const line = pasteLine(dialog);
        const auto nameOf = [&](const char *text) {
            line->clear();
            line->insert(QString::fromLatin1(text));
            return dialog.backend().name;
        };
        QCOMPARE(nameOf("redis://cache.internal:6380"), QStringLiteral("cache-2"));
        QCOMPARE(nameOf("redis://127.0.0.1:6380"), QStringLiteral("redis-2"));
        QCOMPARE(nameOf("mysql://root@10.1.2.3/billing"), QStringLiteral("mysql"));
        QCOMPARE(nameOf("redis+sentinel://s1,s2/orders"), QStringLiteral("orders"));
        BackendSpec own = dialog.backend();
        own.name = QStringLiteral("mine");
        dialog.setDraft(own);
        QCOMPARE(nameOf("redis://cache.internal:6380"), QStringLiteral("mine"));
    }

    void aTestNeedsNoNameAndShowsTheLocks()
    {
        QStringList read;
        BackendDialog dialog(lockedThere(&read), {});
        QVERIFY(!okButton(dialog)->isEnabled());
        pasteLine(dialog)->insert(QStringLiteral("redis://me:pw@127.0.0.1:6380"));
        BackendSpec spec = dialog.backend();
        spec.name.clear();
        dialog.setDraft(spec);
        QVERIFY(!okButton(dialog)->isEnabled());
        QVERIFY(testButton(dialog)->isEnabled());
        auto *const button = testButton(dialog);
        button->click();
        const auto *view = dialog.findChild<ExaminationView *>();
        QTRY_VERIFY(labelTexts(view).contains(
            QStringLiteral("6 locks are held there at the moment: 6 dist_lock. Of 1 other it is "
                           "not known.")));
        // Without the name of a server that there is: what is kept under it is that one's.
        QCOMPARE(read, QStringList{QStringLiteral(":pw")});
        QVERIFY(button->text().contains(u"Test"));
        const QStringList texts = labelTexts(view);
        QCOMPARE(texts.filter(QRegularExpression(QStringLiteral("^order:"))).size(),
                 LocksPreview::mostLocks);
        QVERIFY(texts.contains(QStringLiteral("3 keys match lock:* and are not shown.")));
        view->findChild<QPushButton *>()->click();
        QCOMPARE(dialog.backend().patterns, std::vector<QByteArray>{"lock:*"});
        // What was seen stays, as it is that server's.
        QVERIFY(
            labelTexts(view).contains(QStringLiteral("3 keys match lock:* and are not shown.")));

        // What it is called is nothing to the server.
        dialog.findChild<ConnectionPage *>()->focusName();
        QTest::keyClicks(dialog.focusWidget(), QStringLiteral("orders"));
        QVERIFY(okButton(dialog)->isEnabled());
        QVERIFY(
            labelTexts(view).contains(QStringLiteral("3 keys match lock:* and are not shown.")));

        // Of another port nothing of that is true.
        dialog.findChild<ConnectionPage *>()->findChild<QSpinBox *>()->setValue(6390);
        QCOMPARE(labelTexts(view).size(), 1);
    }

    /** Return in the line fills the form in; what nobody has seen is not added. */
    void returnBehindAPasteAddsNothing()
    {
        BackendDialog dialog(readers(false), {});
        dialog.show();
        QSignalSpy accepted(&dialog, &QDialog::accepted);
        BackendSpec spec;
        spec.passwordCommand = {QStringLiteral("pass"), QStringLiteral("db")};
        dialog.setDraft(spec);
        QTest::keyClicks(pasteLine(dialog), QStringLiteral("mysql -h db1 -u app billing"));
        QTest::keyClick(pasteLine(dialog), Qt::Key_Return);
        QVERIFY(accepted.isEmpty());
        QCOMPARE(dialog.backend().host, QStringLiteral("db1"));
        QVERIFY(okButton(dialog)->isEnabled());
        QCOMPARE(dialog.focusWidget(), testButton(dialog));
        // What was said before of where its password is stays so.
        QCOMPARE(dialog.backend().passwordCommand, spec.passwordCommand);
    }

    /** The answer is of a server that is not meant any more. */
    void anEditEndsTheTestThatRuns()
    {
        BackendDialog dialog(readers(true), {});
        dialog.setBackend(sqlBackend());
        testButton(dialog)->click();
        auto *const test = dialog.findChild<ConnectionTest *>();
        QVERIFY(test->isRunning());
        QSignalSpy finished(test, &ConnectionTest::finished);
        dialog.findChild<ConnectionPage *>()->findChild<QSpinBox *>()->setValue(3399);
        QVERIFY(!test->isRunning());
        QVERIFY(testButton(dialog)->text().contains(u"Test"));
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(finished.isEmpty());
    }

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

    /** What is looked for by itself is no row; what was found is, once it is to be watched. */
    void librariesAreFoundAndWatched()
    {
        BackendSpec spec = sqlBackend();
        spec.autoFormats = true;
        addUnnamedTables(spec);
        BackendDialog dialog(foundThere(), {});
        dialog.setBackend(spec);
        QCOMPARE(dialog.findChild<TablesEditor *>()->tables().size(), size_t(2));
        QVERIFY(dialog.backend() == spec);
        spec.database.clear();
        dialog.setBackend(spec);
        QVERIFY(dialog.problem().contains(QStringLiteral("in which")));

        // What nobody named stays so, whoever saves it.
        BackendSpec plain = sqlBackend();
        plain.tables.clear();
        addUnnamedTables(plain);
        QCOMPARE(plain.tables.size(), size_t(2));
        dialog.setBackend(plain);
        QVERIFY(dialog.backend() == plain);

        dialog.setBackend(sqlBackend());
        testButton(dialog)->click();
        const auto *view = dialog.findChild<ExaminationView *>();
        QTRY_VERIFY(labelTexts(view).contains(
            QStringLiteral("Liquibase lock found: app.DATABASECHANGELOGLOCK")));
        auto *watch = view->findChild<QPushButton *>();
        QVERIFY(watch->accessibleName().contains(QStringLiteral("app.DATABASECHANGELOGLOCK")));
        watch->click();
        QVERIFY(!watch->isEnabled());
        const std::vector<TableSpec> tables = dialog.backend().tables;
        QCOMPARE(tables.size(), size_t(3));
        QCOMPARE(tables.back(), foundTable().table);
        QVERIFY(okButton(dialog)->isEnabled());
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

    void theCertificateThatIsShownIsAcceptedAndNoOther_data()
    {
        QTest::addColumn<bool>("edited");
        QTest::newRow("a server being edited") << true;
        QTest::newRow("a server as it is") << false;
    }
    void theCertificateThatIsShownIsAcceptedAndNoOther()
    {
        QFETCH(bool, edited);
        RefusedServer server;
        std::unique_ptr<QDialog> dialog;
        if (edited) {
            auto edit = std::make_unique<BackendDialog>(server.factory(), QStringList());
            edit->setBackend(sqlBackend());
            QVERIFY(!acceptButton(*edit));
            testButton(*edit)->click();
            dialog = std::move(edit);
        } else {
            dialog = std::make_unique<TestDialog>(server.factory(), sqlBackend());
        }
        dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        QTRY_VERIFY(acceptButton(*dialog) && acceptButton(*dialog)->isVisible());
        QPushButton *button = acceptButton(*dialog);
        const ServerCertificate shown = RefusedServer::certificate(1);
        const auto *view = dialog->findChild<ExaminationView *>();
        const QString texts = labelTexts(view).join(QLatin1Char('\n'));
        for (const QString &word :
             {shown.fingerprint, shown.address, QStringLiteral("another, it is refused")})
            QVERIFY2(texts.contains(word), qPrintable(texts));
        QVERIFY2(button->accessibleName().contains(shown.fingerprint)
                     && button->accessibleDescription().contains(QStringLiteral("refused")),
                 qPrintable(button->accessibleName()));
        QVERIFY(server.accepted().empty());

        // In full: nothing of it lies beyond the edge.
        QVERIFY2(view->widget()->width() <= view->viewport()->width(),
                 qPrintable(QString::number(view->widget()->width())));

        // By keys alone, and never by Enter from elsewhere.
        QVERIFY(!button->autoDefault() && !button->isDefault());
        for (int i = 0; i < 100 && QApplication::focusWidget() != button; ++i)
            QTest::keyClick(dialog.get(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), button);
        QTest::keyClick(button, Qt::Key_Space);
        QTRY_VERIFY(labelTexts(view).join(QLatin1Char(' ')).contains(QStringLiteral("MySQL")));
        QVERIFY(server.accepted() == std::vector<ServerCertificate>{shown});
        QVERIFY(!acceptButton(*dialog));
    }

    void anotherServerIsNotAcceptedByAnOldResult()
    {
        RefusedServer server;
        BackendDialog dialog(server.factory(), {});
        dialog.setBackend(sqlBackend());
        testButton(dialog)->click();
        QTRY_VERIFY(acceptButton(dialog));
        for (QSpinBox *box : dialog.findChildren<QSpinBox *>()) {
            if (box->maximum() == 65535)
                box->setValue(3307);
        }
        QCOMPARE(dialog.backend().port, quint16(3307));
        QVERIFY(!acceptButton(dialog));
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

LOCKMASTER_TEST(TestBackendDialog, QApplication)

} // namespace tst_backenddialog

#include "tst_backenddialog.moc"

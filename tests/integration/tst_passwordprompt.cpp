// SPDX-License-Identifier: Apache-2.0
#include "core/config/keychain.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "ui/servers/passwordprompt.h"

#include <QCheckBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_passwordprompt {

namespace {

constexpr int patience = 30'000;
const QByteArray canary = "Canary7qX";

std::unique_ptr<BackendReader> readWith(const BackendSpec &backend, const Secret &password)
{
    return makeReader(backend, [password](SteadyTime) -> Result<Secret> { return password; });
}

/** Whether a label of the dialog says this. */
bool says(const PasswordDialog &dialog, const char *words)
{
    const auto labels = dialog.findChildren<QLabel *>();
    return std::any_of(labels.begin(), labels.end(), [&dialog, words](const QLabel *label) {
        return label->isVisibleTo(&dialog) && label->text().contains(QLatin1String(words));
    });
}

} // namespace

/** A password that is nowhere to be had is asked for, and kept nowhere but in memory. */
class TestPasswordPrompt : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Monitor> m_monitor;
    PasswordPrompt *m_prompt = nullptr;
    bool m_hasKeychain = false;
    QList<QByteArray> m_kept; ///< in the keychain, by the prompt

    BackendSpec backend() const
    {
        BackendSpec spec = m_redis->spec();
        spec.urlPassword = {};
        spec.user = QStringLiteral("ann");
        spec.patterns = {"lock:*"};
        spec.poll = 200ms;
        return spec;
    }
    /** A window that watches the Redis, as the program composes it. */
    void watch(const TypedPasswords &passwords = {})
    {
        m_window = std::make_unique<QWidget>();
        m_monitor = std::make_unique<Monitor>([passwords](const BackendSpec &spec) {
            return makeReader(spec, passwords.source(spec));
        });
        m_prompt = new PasswordPrompt(
            {.passwords = passwords,
             .trial = readWith,
             .keychain = {
                 .isThere = [there = m_hasKeychain] { return there || keychainAvailable(); },
                 .keep =
                     [this](const BackendSpec &, const Secret &password) {
                         m_kept.append(password.reveal());
                         return Result<void>();
                     }}},
            m_monitor->store(), *m_window);
        connect(m_prompt, &PasswordPrompt::entered, m_monitor.get(), &Monitor::refresh);
        m_prompt->setBackends({backend()});
        m_window->show();
        m_monitor->setBackends({backend()});
    }
    BackendState state() const
    {
        const auto &backends = m_monitor->store().view()->backends;
        return backends.empty() ? BackendState::Connecting : backends.front()->status.state;
    }
    void type(const QByteArray &password)
    {
        PasswordDialog *const dialog = m_prompt->dialog();
        auto *edit = dialog->findChild<QLineEdit *>();
        QCOMPARE(edit->echoMode(), QLineEdit::Password);
        edit->clear();
        QTest::keyClicks(edit, QString::fromLatin1(password));
        QTest::keyClick(edit, Qt::Key_Return);
    }

private slots:
    void initTestCase()
    {
        for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
                                 "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
            qputenv(name, m_home.path().toLocal8Bit());
        for (const char *name :
             {"DBUS_SESSION_BUS_ADDRESS", "LOCKMASTER_PASSWORD", "LOCKMASTER_PASSWORD_CACHE"})
            qunsetenv(name);
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start({.lines = {"user ann on >" + canary + " ~* &* +@all"}});
        QVERIFY(m_redis);
    }
    void init()
    {
        m_hasKeychain = false;
        m_kept.clear();
    }
    void cleanup()
    {
        m_monitor.reset();
        m_window.reset();
    }

    void itAsksAndConnectsAndStoresNothing()
    {
        watch();
        QTRY_VERIFY_WITH_TIMEOUT(m_prompt->dialog(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(says(*m_prompt->dialog(), "No keychain runs on this desktop"),
                                 patience);
        QVERIFY(says(*m_prompt->dialog(), "stored nowhere"));
        QVERIFY(says(*m_prompt->dialog(), "Password for cache"));
        QVERIFY(!m_prompt->dialog()->findChild<QCheckBox *>()->isVisible());
        QCOMPARE(state(), BackendState::Offline);

        type("wrong");
        QTRY_VERIFY_WITH_TIMEOUT(says(*m_prompt->dialog(), "refused the user or the password"),
                                 patience);
        QVERIFY(m_prompt->dialog()->isVisible());
        QCOMPARE(state(), BackendState::Offline);

        type(canary);
        QTRY_COMPARE_WITH_TIMEOUT(state(), BackendState::Online, patience);
        QTRY_VERIFY_WITH_TIMEOUT(!m_prompt->dialog(), patience);
        QVERIFY(m_kept.isEmpty());
        QDirIterator files(m_home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        QVERIFY2(!files.hasNext(), qPrintable(files.next()));

        // Also where the connection is lost.
        m_redis->run({"CLIENT", "KILL", "USER", "ann"});
        const auto answered = m_monitor->store().view()->sequence + 4;
        QTRY_VERIFY_WITH_TIMEOUT(m_monitor->store().view()->sequence > answered
                                     && state() == BackendState::Online,
                                 patience);
        QVERIFY(!m_prompt->dialog());
    }

    void whoeverCancelsIsNotAskedAgainUnlessTheyWantTo()
    {
        watch();
        QTRY_VERIFY_WITH_TIMEOUT(m_prompt->dialog(), patience);
        m_prompt->dialog()->reject();
        QTRY_VERIFY_WITH_TIMEOUT(!m_prompt->dialog(), patience);
        QSignalSpy updates(&m_monitor->store(), &LockStore::updated);
        m_monitor->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(updates.size() >= 1, patience);
        m_monitor->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(updates.size() >= 2, patience);
        QVERIFY(!m_prompt->dialog());
        m_prompt->ask(QStringLiteral("cache"));
        QVERIFY(m_prompt->dialog());
        m_prompt->ask(QStringLiteral("cache"));
        type(canary);
        QTRY_COMPARE_WITH_TIMEOUT(state(), BackendState::Online, patience);
    }

    void aKeychainIsOfferedAndNotTakenForGranted_data()
    {
        QTest::addColumn<bool>("wanted");
        QTest::newRow("left alone") << false;
        QTest::newRow("wanted") << true;
    }
    void aKeychainIsOfferedAndNotTakenForGranted()
    {
        QFETCH(const bool, wanted);
        m_hasKeychain = true;
        watch();
        QTRY_VERIFY_WITH_TIMEOUT(m_prompt->dialog(), patience);
        auto *keep = m_prompt->dialog()->findChild<QCheckBox *>();
        QTRY_VERIFY_WITH_TIMEOUT(keep->isVisible(), patience);
        QVERIFY(!keep->isChecked());
        keep->setChecked(wanted);
        type(canary);
        QTRY_COMPARE_WITH_TIMEOUT(state(), BackendState::Online, patience);
        QTRY_COMPARE_WITH_TIMEOUT(m_kept, wanted ? QList<QByteArray>{canary} : QList<QByteArray>(),
                                  patience);
    }

    void nobodyIsAskedForWhatAnotherPlaceHas()
    {
        qputenv("LOCKMASTER_PASSWORD", "wrong");
        watch();
        QTRY_COMPARE_WITH_TIMEOUT(state(), BackendState::Offline, patience);
        QSignalSpy updates(&m_monitor->store(), &LockStore::updated);
        m_monitor->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(updates.size() >= 1, patience);
        qunsetenv("LOCKMASTER_PASSWORD");
        QVERIFY(!m_prompt->dialog());
    }

    void aPasswordGoesToTheServerItWasTypedForAlone()
    {
        TypedPasswords passwords;
        const BackendSpec meant = backend();
        passwords.set(meant, Secret(canary));
        const auto given = [&passwords](const BackendSpec &spec) {
            return passwords.source(spec)(systemClock().now() + 20s)->reveal();
        };
        QCOMPARE(given(meant), canary);
        BackendSpec other = meant;
        other.poll = 5s;
        QCOMPARE(given(other), canary);
        other.port = quint16(meant.port + 1);
        QCOMPARE(given(other), QByteArray());
        QVERIFY(passwords.isMissing(other) && !passwords.isMissing(meant));
        other = meant;
        other.user = QStringLiteral("bob");
        QCOMPARE(given(other), QByteArray());
        other = meant;
        other.host = QStringLiteral("localhost");
        QCOMPARE(given(other), QByteArray());
        BackendSpec verified = meant;
        verified.tls = TlsMode::Verify;
        passwords.set(verified, Secret("for TLS"));
        QCOMPARE(given(verified), QByteArray("for TLS"));
        QCOMPARE(given(meant), canary);
    }
};

LOCKMASTER_TEST(TestPasswordPrompt, QApplication)

} // namespace tst_passwordprompt

#include "tst_passwordprompt.moc"

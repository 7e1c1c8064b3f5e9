// SPDX-License-Identifier: Apache-2.0
#include "app/lockmaster/session.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtexts.h"
#include "ui/lab/labcontroller.h"

#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_sandboxhints {

namespace {

constexpr int patience = 60'000;

} // namespace

/** The hints of the first minute say what to do to a lock: never to one of somebody's own. */
class TestSandboxHints : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<PrivateRedis> m_redis;

    QString profile() const { return m_directory.filePath(QStringLiteral("p.toml")); }
    bool writeProfile() const
    {
        QFile file(profile());
        return file.open(QIODevice::WriteOnly)
               && file.write(
                      QStringLiteral("[[backend]]\nname = \"mine\"\n"
                                     "url = \"redis://127.0.0.1:%1/0\"\nmatch = [\"lock:*\"]\n")
                          .arg(m_redis->port())
                          .toUtf8())
                      > 0;
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        const QStringList places{QStringLiteral("/usr/sbin"), QStringLiteral("/usr/bin")};
        if (QStandardPaths::findExecutable(QStringLiteral("mariadbd"), places).isEmpty()) {
            QVERIFY(!qEnvironmentVariableIsSet("CI"));
            QSKIP("mariadbd is not installed");
        }
        for (const char *place : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            qputenv(place, QFile::encodeName(m_directory.path()));
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
        m_redis->run({"SET", "lock:mine", "ada-7", "PX", "600000"});
    }

    void theyAreOfASandboxThatStandsAlone_data()
    {
        QTest::addColumn<bool>("isAlone");
        QTest::newRow("alone") << true;
        QTest::newRow("beside a server") << false;
    }
    void theyAreOfASandboxThatStandsAlone()
    {
        QFETCH(bool, isAlone);
        QFile::remove(profile());
        QVERIFY(isAlone || writeProfile());
        SessionOptions options;
        options.configPath = profile();
        Session session(std::move(options));
        MainWindow &window = session.window();
        window.show();
        session.start();
        const auto shows = [&window](const char *text) {
            return !textsOf(window).filter(QString::fromLatin1(text)).isEmpty();
        };
        if (!isAlone)
            QTRY_VERIFY_WITH_TIMEOUT(shows("lock:mine"), patience);
        auto *lab = window.findChild<LabController *>();
        QVERIFY(lab);
        emit lab->sandboxWanted();
        QTRY_VERIFY_WITH_TIMEOUT(shows("sandbox-redis"), patience);
        QCOMPARE(window.findChild<FirstHints *>() != nullptr, isAlone);
        // A server that comes afterwards ends them.
        QVERIFY(writeProfile());
        QTRY_VERIFY_WITH_TIMEOUT(!window.findChild<FirstHints *>(), patience);
        session.end();
    }
};

LOCKMASTER_TEST(TestSandboxHints, QApplication)

} // namespace tst_sandboxhints

#include "tst_sandboxhints.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/window/windowsettings.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_windowsettings {

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s", qPrintable(file.errorString()));
}

const QString key = QStringLiteral("window/page");

} // namespace

class TestWindowSettings : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;
    ManualClock m_clock;

    QString path() const { return m_directory->filePath(QStringLiteral("window.ini")); }
    QStringList filesBeside() const
    {
        return QDir(m_directory->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }
    /** A window on these settings, with locks in it. */
    void useWindow(QSettings &settings)
    {
        LockStore store;
        ViewFeed feed(store, m_clock);
        MainWindow window(store, SystemNames(), m_clock, settings, {.settings = true});
        fillShowcase(feed, m_clock);
        feed.publish();
        window.show();
        QVERIFY(window.locksView().table().isColumnShown(LockColumn::Name));
        QVERIFY(window.width() >= window.minimumWidth());
        window.locksView().table().resetColumns();
        window.showPage(PageId::Leaders);
        window.close();
    }

private slots:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void whatIsWrittenIsThereAtTheNextStart()
    {
        WindowSettings(path()).values().setValue(key, QStringLiteral("lab"));
        WindowSettings next(path());
        QCOMPARE(next.notice(), QString());
        QCOMPARE(next.values().value(key).toString(), QStringLiteral("lab"));
    }

    void aBrokenFileIsSetAsideAndNamed_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("text") << QByteArray("this is not\na settings file\n");
        QTest::newRow("bytes") << QByteArray("\x7f"
                                             "ELF\0\x01\x02\xff\xfe\n\0\0",
                                             13);
        QTest::newRow("cut in a key") << QByteArray("[window]\npage=lab\ngeom");
        QTest::newRow("too large") << QByteArray(2 << 20, '\n');
    }

    void aBrokenFileIsSetAsideAndNamed()
    {
        QFETCH(QByteArray, bytes);
        write(path(), bytes);
        WindowSettings settings(path());
        const QStringList others = filesBeside();
        QCOMPARE(others.size(), 1);
        const QString aside = m_directory->filePath(others.front());
        QVERIFY2(settings.notice().contains(aside), qPrintable(settings.notice()));
        QCOMPARE(bytesOf(aside), bytes);
        QVERIFY(settings.values().allKeys().isEmpty());

        settings.values().setValue(key, QStringLiteral("lab"));
        settings.values().sync();
        WindowSettings next(path());
        QCOMPARE(next.notice(), QString());
        QCOMPARE(next.values().value(key).toString(), QStringLiteral("lab"));
    }

    void whatIsNoFileIsSetAsideToo()
    {
        QVERIFY(QDir().mkpath(path()));
        WindowSettings settings(path());
        QVERIFY(settings.notice().contains(path()));
        settings.values().setValue(key, QStringLiteral("lab"));
        settings.values().sync();
        QCOMPARE(settings.values().status(), QSettings::NoError);
    }

    void whereNothingCanBeWrittenItIsSaidAndWorks()
    {
        const QString file = m_directory->filePath(QStringLiteral("no-directory"));
        write(file, {});
        WindowSettings settings(file + QStringLiteral("/lockmaster/window.ini"));
        QVERIFY2(settings.notice().contains(file), qPrintable(settings.notice()));
        settings.values().setValue(key, QStringLiteral("lab"));
        settings.values().sync();
        QCOMPARE(settings.values().value(key).toString(), QStringLiteral("lab"));
        useWindow(settings.values());
    }

    /** Of an older or newer program, or of somebody's editor. */
    void valuesThatMakeNoSenseAreNoObstacle_data()
    {
        QTest::addColumn<QVariant>("value");
        QTest::newRow("empty") << QVariant(QString());
        QTest::newRow("text") << QVariant(QStringLiteral("nonsense"));
        QTest::newRow("negative") << QVariant(-1);
        QTest::newRow("large") << QVariant(2147483647);
        QTest::newRow("list") << QVariant(QStringList(20, QStringLiteral("name")));
        QTest::newRow("bytes") << QVariant(QByteArray(300, '\xff'));
    }

    void valuesThatMakeNoSenseAreNoObstacle()
    {
        QFETCH(QVariant, value);
        WindowSettings usual(path());
        useWindow(usual.values());
        const QStringList keys = usual.values().allKeys();
        QVERIFY(keys.size() > 10);
        for (const QString &each : keys)
            usual.values().setValue(each, value);
        usual.values().setValue(QStringLiteral("window/of_a_newer_program"), value);
        usual.values().sync();

        WindowSettings settings(path());
        QCOMPARE(settings.notice(), QString());
        useWindow(settings.values());
        settings.values().sync();
        QCOMPARE(
            settings.values().value(QStringLiteral("window/of_a_newer_program")),
            WindowSettings(path()).values().value(QStringLiteral("window/of_a_newer_program")));
    }

    void whatNeverRestsIsWrittenNevertheless()
    {
        WindowSettings settings(path());
        int changes = 0;
        const auto changesOnAndIsHeard = [&] {
            settings.values().setValue(key, QStringLiteral("page-%1").arg(++changes));
            return bytesOf(path()).contains("page-");
        };
        QTRY_VERIFY_WITH_TIMEOUT(changesOnAndIsHeard(), 30'000);
        QVERIFY(changes > 1);
    }

    void whatChangesIsWrittenOnceItRests()
    {
        WindowSettings settings(path());
        const auto hears = [this](const QByteArray &word) {
            return bytesOf(path()).contains(word);
        };
        settings.values().setValue(key, QStringLiteral("leaders"));
        QCoreApplication::processEvents();
        QCOMPARE(bytesOf(path()), QByteArray("(none)")); // not by this thread, at once
        QTRY_VERIFY(hears("leaders"));
        settings.values().setValue(key, QStringLiteral("history"));
        QCOMPARE(settings.values().value(key).toString(), QStringLiteral("history"));
        QTRY_VERIFY(hears("history"));
        for (int i = 0; i < 20; ++i) { // while it is looked at, and while it is written
            settings.values().setValue(key, QStringLiteral("page-%1").arg(i));
            QTest::qWait(40);
        }
        QTRY_VERIFY(hears("page-19"));
    }

    void whatDidNotRestIsWrittenAtTheEnd()
    {
        {
            WindowSettings settings(path());
            settings.values().setValue(key, QStringLiteral("leaders"));
            QCoreApplication::processEvents();
            settings.values().setValue(key, QStringLiteral("history"));
        }
        QVERIFY(bytesOf(path()).contains("history"));
        {
            WindowSettings settings(path());
            settings.values().setValue(key, QStringLiteral("leaders"));
            QTest::qWait(RestingSettings::rest.count() + 1); // while another thread may be at it
            settings.values().setValue(key, QStringLiteral("lab"));
        }
        QVERIFY(bytesOf(path()).contains("lab"));
    }
};

LOCKMASTER_TEST(TestWindowSettings, QApplication)

} // namespace tst_windowsettings

#include "tst_windowsettings.moc"

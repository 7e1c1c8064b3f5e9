// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/window/firsthints.h"
#include "ui/window/mainwindow.h"

#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_firsthints {

namespace {

/** A window with locks in it, as that of the sandbox. */
struct Sandbox {
    ManualClock clock;
    LockStore store;
    ViewFeed feed{store, clock};
    MainWindow window;
    QPointer<FirstHints> hints;

    explicit Sandbox(QSettings &settings)
        : window(store, SystemNames(), clock, settings, {}),
          hints(new FirstHints(window, settings))
    {
        window.addPage(PageId::Lab, new QWidget);
        window.resize(1280, 720);
        window.show();
        fillShowcase(feed, clock);
        feed.publish();
        QCoreApplication::processEvents();
    }
    QPushButton *button(const QString &text) const
    {
        for (auto *each : hints->findChildren<QPushButton *>()) {
            if (each->text().remove(u'&') == text)
                return each;
        }
        return nullptr;
    }
};

} // namespace

class TestFirstHints : public QObject
{
    Q_OBJECT

    QTemporaryDir m_place;

    QString path() const { return m_place.filePath(QStringLiteral("s.ini")); }

private slots:
    void init() { QFile::remove(path()); }

    void eachPointsAtItsThingAndTheyNeverComeAgain()
    {
        QSettings settings(path(), QSettings::IniFormat);
        Sandbox first(settings);
        QWidget *const before = first.window.focusWidget();
        first.hints->begin();
        QVERIFY(first.hints->isVisible());
        QCOMPARE(first.window.focusWidget(), before);
        const QRect whole(QPoint(), first.window.size());
        QStringList told;
        for (const char *next : {"Next", "Next", "Done"}) {
            QVERIFY(whole.contains(first.hints->geometry()));
            told << first.hints->accessibleDescription();
            auto *button = first.button(QString::fromLatin1(next));
            QVERIFY(button);
            button->click();
        }
        QCOMPARE(QSet<QString>(told.begin(), told.end()).size(), 3);
        QTRY_VERIFY(!first.hints);

        Sandbox second(settings);
        second.hints->begin();
        QVERIFY(!second.hints->isVisible());
    }

    void putAwayIsForGood()
    {
        QSettings settings(path(), QSettings::IniFormat);
        Sandbox first(settings);
        first.hints->begin();
        QTest::keyClick(first.button(QStringLiteral("Next")), Qt::Key_Escape);
        QTRY_VERIFY(!first.hints);
        Sandbox second(settings);
        second.hints->begin();
        QVERIFY(!second.hints->isVisible());
    }

    /** Nor is anything pointed at that is not there. */
    void whatIsOutOfSightIsPassedOver()
    {
        QSettings settings(path(), QSettings::IniFormat);
        Sandbox sandbox(settings);
        sandbox.window.showPage(PageId::Lab);
        sandbox.hints->begin();
        QVERIFY2(sandbox.hints->accessibleDescription().contains(u"lab"),
                 qPrintable(sandbox.hints->accessibleDescription()));
        sandbox.window.resize(1024, 640);
        QCoreApplication::processEvents();
        QVERIFY(QRect(QPoint(), sandbox.window.size()).contains(sandbox.hints->geometry()));
    }
};

LOCKMASTER_TEST(TestFirstHints, QApplication)

} // namespace tst_firsthints

#include "tst_firsthints.moc"

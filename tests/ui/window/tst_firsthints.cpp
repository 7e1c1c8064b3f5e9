// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/details/detailspane.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/servers/sidebar.h"
#include "ui/window/firsthints.h"
#include "ui/window/mainwindow.h"

#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <array>

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
        : window(store, SystemNames(), clock, settings, {}), hints(new FirstHints(window, settings))
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
        const QWidget &table = *first.window.locksView().table().viewport();
        const QWidget &side = first.window.sidebar();
        const std::array<const QWidget *, 3> things{&table, &first.window.details(), &side};
        QStringList told;
        for (const QWidget *thing : things) {
            QVERIFY(whole.contains(first.hints->geometry()));
            const QRect place(thing->mapTo(&first.window, QPoint()), thing->size());
            QVERIFY(place.contains(first.hints->tip()));
            told << first.hints->accessibleDescription();
            auto *button =
                first.button(thing == &side ? QStringLiteral("Done") : QStringLiteral("Next"));
            QVERIFY(button);
            QTest::mouseClick(button, Qt::LeftButton);
            QCOMPARE(first.window.focusWidget(), before);
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

    /** Nothing is pointed at that is not there, and nothing was seen that was not shown. */
    void whatIsOutOfSightIsWaitedFor()
    {
        QSettings settings(path(), QSettings::IniFormat);
        Sandbox sandbox(settings);
        sandbox.window.showPage(PageId::Lab);
        sandbox.hints->begin();
        QVERIFY(!sandbox.hints->isVisible());
        sandbox.window.showPage(PageId::Locks);
        QTRY_VERIFY(sandbox.hints->isVisible());
        sandbox.window.showPage(PageId::Lab);
        QTRY_VERIFY(!sandbox.hints->isVisible());
        sandbox.window.showPage(PageId::Locks);
        sandbox.window.resize(1024, 640);
        QTRY_VERIFY(sandbox.hints->isVisible());
        QVERIFY(QRect(QPoint(), sandbox.window.size()).contains(sandbox.hints->geometry()));
        QVERIFY(!settings.contains(QStringLiteral("hints/seen")));
    }
};

LOCKMASTER_TEST(TestFirstHints, QApplication)

} // namespace tst_firsthints

#include "tst_firsthints.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/window/sandboxstrip.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;

namespace tst_sandboxstrip {

/** What the strip says from the end of a sandbox to the next one. */
class TestSandboxStrip : public QObject
{
    Q_OBJECT

private slots:
    void saysItAndOffersTheWayOn()
    {
        SandboxStrip strip;
        QVERIFY(strip.isHidden());
        // The first start of a session is told elsewhere.
        strip.showProgress(QStringLiteral("Starting a private Redis"), 10);
        QVERIFY(strip.isHidden());

        QSignalSpy wanted(&strip, &SandboxStrip::startWanted);
        strip.showEnded({ErrorKind::Network, 0, QStringLiteral("The sandbox has ended."), {}});
        QVERIFY(!strip.isHidden());
        QVERIFY(strip.text().startsWith(QStringLiteral("The sandbox has ended.")));
        auto *start = strip.findChild<QPushButton *>();
        QTest::keyClick(start, Qt::Key_Space);
        QCOMPARE(wanted.size(), 1);
        QVERIFY(!start->isEnabled());
        strip.showProgress(QStringLiteral("Starting a private Redis"), 10);
        QVERIFY2(strip.text().contains(QStringLiteral("Starting a private Redis (10 %)")),
                 qPrintable(strip.text()));

        strip.showFailure({ErrorKind::NotFound, 0, QStringLiteral("No redis-server."),
                           QStringLiteral("Install it.")});
        QCOMPARE(strip.text(), QStringLiteral("No redis-server.\nInstall it."));
        QVERIFY(start->isEnabled());
        strip.clear();
        QVERIFY(strip.isHidden());
    }
};

LOCKMASTER_TEST(TestSandboxStrip, QApplication)

} // namespace tst_sandboxstrip

#include "tst_sandboxstrip.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/kit/scrollaccessible.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

using namespace lockmaster;

namespace tst_scrollaccessible {

/** A screen reader counts the parts of what is scrolled, and asks for them a moment later. */
class TestScrollAccessible : public QObject
{
    Q_OBJECT

private slots:
    void aBarThatWentIsNoCrash()
    {
        installScrollAccessibility();
        QScrollArea area;
        auto *content = new QLabel(QStringLiteral("content"));
        content->setFixedSize(100, 2000);
        area.setWidget(content);
        area.resize(300, 200);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QAccessibleInterface *const told = QAccessible::queryAccessibleInterface(&area);
        QVERIFY(told);
        QCOMPARE(told->childCount(), 2);
        QCOMPARE(told->child(0)->object(), area.viewport());
        QAccessibleInterface *const bar = told->child(1);
        QVERIFY(bar->object()->findChild<QScrollBar *>() == area.verticalScrollBar());
        QCOMPARE(told->indexOfChild(bar), 1);
        QCOMPARE(bar->parent(), told);
        content->setFixedSize(100, 100);
        QTRY_VERIFY(!area.verticalScrollBar()->isVisible());
        QCOMPARE(told->childCount(), 1);
        QVERIFY(!told->child(1));
        QVERIFY(!told->child(-1));
        QCOMPARE(told->indexOfChild(nullptr), -1);
    }
};

LOCKMASTER_TEST(TestScrollAccessible, QApplication)

} // namespace tst_scrollaccessible

#include "tst_scrollaccessible.moc"

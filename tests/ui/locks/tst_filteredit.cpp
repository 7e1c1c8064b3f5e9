// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/locks/filteredit.h"

#include <QCompleter>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_filteredit {

class TestFilterEdit : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<FilterEdit> m_edit;
    std::unique_ptr<QSignalSpy> m_changed;

    QString lastFilter() const
    {
        return m_changed->isEmpty() ? QString() : m_changed->back().front().value<Filter>().text();
    }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("f.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_edit = std::make_unique<FilterEdit>(*m_settings);
        m_changed = std::make_unique<QSignalSpy>(m_edit.get(), &FilterEdit::filterChanged);
        m_edit->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_edit.get()));
        m_edit->setFocus();
    }

    void whatIsTypedIsInForceAfterAPause()
    {
        QTest::keyClicks(m_edit.get(), QStringLiteral("web"));
        QTRY_COMPARE(lastFilter(), QStringLiteral("web"));
        QCOMPARE(m_changed->size(), 1);
    }

    void returnDoesNotWaitForThePause()
    {
        QTest::keyClicks(m_edit.get(), QStringLiteral("web "));
        QTest::keyClick(m_edit.get(), Qt::Key_Return);
        QCOMPARE(m_changed->size(), 1);
    }

    void anErrorIsShownAndTheLastFilterStaysInForce()
    {
        m_edit->setFilterText(QStringLiteral("state:held"));
        m_edit->setFilterText(QStringLiteral("state:held ttl<5q"));
        QVERIFY(!m_edit->errorText().isEmpty());
        QCOMPARE(m_edit->accessibleDescription(), m_edit->errorText());
        QCOMPARE(lastFilter(), QStringLiteral("state:held"));
        m_edit->setFilterText(QStringLiteral("state:held ttl<5s"));
        QVERIFY(m_edit->errorText().isEmpty());
        QCOMPARE(lastFilter(), QStringLiteral("state:held ttl<5s"));
    }

    void clearingActsAtOnce()
    {
        m_edit->setFilterText(QStringLiteral("web"));
        m_edit->clear();
        QCOMPARE(m_changed->size(), 2);
        QVERIFY(m_changed->back().front().value<Filter>().isEmpty());
    }

    void typedTextIsNeverTouchedByItsColours()
    {
        const QString text = QStringLiteral("state:held -owner:web ttl<5s");
        m_edit->setFilterText(text);
        m_edit->setCursorPosition(4);
        QTest::keyClick(m_edit.get(), Qt::Key_X);
        QCOMPARE(m_edit->text(), QStringLiteral("statxe:held -owner:web ttl<5s"));
        QCOMPARE(m_edit->cursorPosition(), 5);
    }

    void earlierFiltersComeBackWithTheArrows()
    {
        m_edit->setFilterText(QStringLiteral("first"));
        m_edit->setFilterText(QStringLiteral("second"));
        m_edit->clear();
        QTest::keyClick(m_edit.get(), Qt::Key_Up);
        QCOMPARE(m_edit->text(), QStringLiteral("second"));
        QTest::keyClick(m_edit.get(), Qt::Key_Up);
        QCOMPARE(m_edit->text(), QStringLiteral("first"));
        QTest::keyClick(m_edit.get(), Qt::Key_Down);
        QTest::keyClick(m_edit.get(), Qt::Key_Down);
        QCOMPARE(m_edit->text(), QString());
        FilterEdit another(*m_settings);
        QTest::keyClick(&another, Qt::Key_Up);
        QCOMPARE(another.text(), QStringLiteral("second"));
    }

    void returnAndDownGoToWhatWasFound()
    {
        const QSignalSpy entered(m_edit.get(), &FilterEdit::entered);
        QTest::keyClicks(m_edit.get(), QStringLiteral("order:42"));
        QTest::keyClick(m_edit.get(), Qt::Key_Return);
        QCOMPARE(entered.size(), 1);
        QCOMPARE(lastFilter(), QStringLiteral("order:42"));
        QTest::keyClick(m_edit.get(), Qt::Key_Down); // nothing can be completed
        QCOMPARE(entered.size(), 2);
        // Not from what is not understood.
        m_edit->setFilterText(QStringLiteral("ttl<5q"));
        QTest::keyClick(m_edit.get(), Qt::Key_Return);
        QCOMPARE(entered.size(), 2);
    }

    /** A space in quotes is part of the word that is completed. */
    void valuesInQuotesAreCompletedAsAWhole()
    {
        m_edit->setVocabulary({QStringLiteral("prod db"), QStringLiteral("prod cache")}, {});
        QTest::keyClicks(m_edit.get(), QStringLiteral("state:held backend:\"prod d"));
        emit m_edit->findChild<QCompleter *>()->activated(QStringLiteral("backend:\"prod db\""));
        QCOMPARE(m_edit->text(), QStringLiteral("state:held backend:\"prod db\" "));
    }

    void escapeGivesTheFocusBack()
    {
        const QSignalSpy left(m_edit.get(), &FilterEdit::left);
        QTest::keyClick(m_edit.get(), Qt::Key_Escape);
        QCOMPARE(left.size(), 1);
    }
};

LOCKMASTER_TEST(TestFilterEdit, QApplication)

} // namespace tst_filteredit

#include "tst_filteredit.moc"

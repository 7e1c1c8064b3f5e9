// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/locks/filteredit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_filteredit {

/** The pieces of a text that are written in a colour of their own, as they are asked for. */
class ColouredPieces : public QObject
{
public:
    explicit ColouredPieces(QLineEdit &edit) : QObject(&edit), m_edit(edit)
    {
        edit.installEventFilter(this);
    }
    QStringList last;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::InputMethod)
            return QObject::eventFilter(watched, event);
        last.clear();
        for (const auto &each : static_cast<QInputMethodEvent *>(event)->attributes())
            last << m_edit.text().mid(m_edit.cursorPosition() + each.start, each.length);
        return false;
    }

private:
    QLineEdit &m_edit;
};

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

    /** What looks like a field and is none is looked for as a text, and looks so. */
    void onlyWordsOfTheLanguageAreColoured()
    {
        const ColouredPieces pieces(*m_edit);
        m_edit->setFilterText(
            QStringLiteral("order:42 -Owner:a server=b x<y held>=1h environment:c waiters=0"));
        QCOMPARE(pieces.last, QStringList({QStringLiteral("Owner:"), QStringLiteral("server="),
                                           QStringLiteral("held>="), QStringLiteral("waiters=")}));
    }

    /** They stand in the same place, and half a word is nobody's business. */
    void whatIsWrongIsNotSaidWhileSomethingIsOffered()
    {
        QVERIFY(QTest::qWaitForWindowActive(m_edit.get()));
        QSignalSpy told(m_edit.get(), &FilterEdit::errorChanged);
        QAbstractItemView *const popup = m_edit->findChild<QCompleter *>()->popup();
        const auto *bubble = m_edit->findChild<QLabel *>();
        QTest::keyClicks(m_edit.get(), QStringLiteral("state:"));
        QVERIFY(popup->isVisible());
        m_edit->setFilterText(m_edit->text()); // as when the pause is over
        QVERIFY(popup->isVisible());
        QVERIFY(m_edit->errorText().isEmpty());
        QVERIFY(!bubble->isVisible());
        popup->hide();
        QTRY_VERIFY(!m_edit->errorText().isEmpty());
        QVERIFY(bubble->isVisible());
        QCOMPARE(told.size(), 1);
        QCOMPARE(told.front().front().toString(), m_edit->errorText());
        // What is offered then takes its place.
        QTest::keyClick(m_edit.get(), Qt::Key_Down);
        QVERIFY(popup->isVisible());
        QVERIFY(!bubble->isVisible());
        popup->hide();
        m_edit->setFilterText(QStringLiteral("state:held"));
        QCOMPARE(told.size(), 2);
        QCOMPARE(told.back().front().toString(), QString());
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

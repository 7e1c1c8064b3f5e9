// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/details/detailspane.h"

#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_detailspane {

namespace {

const QString token = QStringLiteral("550e8400-e29b-41d4-a716-446655440000");

Details details()
{
    Details all;
    all.title = QStringLiteral("order:42");
    all.findings = {{QStringLiteral("Alive"), QStringLiteral("Renewed 1 s ago."), Tone::Held},
                    {QStringLiteral("No expiry"), QStringLiteral("It has none."), Tone::NoExpiry}};
    all.sections = {
        {{}, {{QStringLiteral("Note"), QStringLiteral("30 s at most"), Tone::Plain, false, {}}}},
        {{},
         {{QStringLiteral("Owner"), token, Tone::Plain, true, {}},
          {QStringLiteral("TTL"), QStringLiteral("10 s"), Tone::Plain, false, {}}}},
        {QStringLiteral("Raw record"),
         {{QStringLiteral("Witness"), QStringLiteral("lm2.witness"), Tone::Plain, true, {}}},
         QStringLiteral("raw")}};
    return all;
}

} // namespace

class TestDetailsPane : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<DetailsPane> m_pane;

    QTextBrowser &text() { return *m_pane->findChild<QTextBrowser *>(); }
    void open()
    {
        m_pane = std::make_unique<DetailsPane>();
        m_pane->rememberFolds(*m_settings);
        m_pane->resize(300, 400);
        m_pane->show(details());
        m_pane->QWidget::show();
        QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
        text().setFocus();
    }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("d.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        open();
    }

    /** Whether it is safe is read before anything else. */
    void whatDecidesComesFirst()
    {
        const QString all = m_pane->plainText();
        qsizetype before = -1;
        for (const QString &words :
             {QStringLiteral("order:42"), QStringLiteral("Alive. Renewed 1 s ago."),
              QStringLiteral("No expiry. It has none."), QStringLiteral("30 s at most"),
              QStringLiteral("Owner"), QStringLiteral("Raw record")}) {
            const qsizetype at = all.indexOf(words);
            QVERIFY2(at > before, qPrintable(words));
            before = at;
        }
    }

    void whatIsRarelyReadIsFoldedUntilItIsWantedAndThatIsRemembered()
    {
        QVERIFY(!m_pane->plainText().contains(QStringLiteral("lm2.witness")));
        QVERIFY(m_pane->plainText().contains(QStringLiteral("Show: Raw record")));
        // By keyboard: the heading is the only link.
        QTest::keyClick(&text(), Qt::Key_Tab);
        QTest::keyClick(&text(), Qt::Key_Return);
        QVERIFY(m_pane->plainText().contains(QStringLiteral("lm2.witness")));
        open();
        QVERIFY(m_pane->plainText().contains(QStringLiteral("lm2.witness")));
        QTest::keyClick(&text(), Qt::Key_Tab);
        QTest::keyClick(&text(), Qt::Key_Return);
        QVERIFY(!m_pane->plainText().contains(QStringLiteral("lm2.witness")));
        // The same heading still has the keyboard.
        QTest::keyClick(&text(), Qt::Key_Return);
        QVERIFY(m_pane->plainText().contains(QStringLiteral("lm2.witness")));
        QTest::keyClick(&text(), Qt::Key_Return);
        open();
        QVERIFY(!m_pane->plainText().contains(QStringLiteral("lm2.witness")));
    }

    /** What is folded changes as well, and is there in its newest form once it is wanted. */
    void whatIsFoldedIsKeptUpToDate()
    {
        Details newer = details();
        newer.sections.back().rows.front().value = QStringLiteral("lm2.newer");
        m_pane->show(newer);
        QTest::keyClick(&text(), Qt::Key_Tab);
        QTest::keyClick(&text(), Qt::Key_Return);
        QVERIFY(m_pane->plainText().contains(QStringLiteral("lm2.newer")));
        newer.sections.back().rows.front().value = QStringLiteral("lm2.newest");
        m_pane->show(newer);
        QVERIFY(m_pane->plainText().contains(QStringLiteral("lm2.newest")));
    }

    void whatAgesReplacesItselfAndLeavesASelectionAlone()
    {
        QTextCursor cursor = text().document()->find(token);
        QVERIFY(cursor.hasSelection());
        text().setTextCursor(cursor);
        Details older = details();
        older.findings.front().evidence = QStringLiteral("Renewed 2 s ago.");
        older.sections[1].rows[1].value = QStringLiteral("9 s");
        m_pane->show(older);
        QCOMPARE(text().textCursor().selectedText(), token);
        QVERIFY(m_pane->plainText().contains(QStringLiteral("Alive. Renewed 2 s ago.")));
        QVERIFY(!m_pane->plainText().contains(QStringLiteral("1 s ago")));
        older.sections[1].rows[0].value = QStringLiteral("web-3");
        m_pane->show(older);
        QVERIFY(m_pane->plainText().contains(QStringLiteral("web-3")));
        QVERIFY(!m_pane->plainText().contains(token));
    }

    /** It stands under its label, in a font of fixed width. */
    void aTokenIsInOnePiece()
    {
        const QTextCursor found = text().document()->find(token);
        QVERIFY(
            found.charFormat().fontFamilies().toStringList().contains(QStringLiteral("monospace")));
        QCOMPARE(found.block().text(), token);
        QCOMPARE(found.block().previous().text(), QStringLiteral("Owner"));
        const auto isBeside = [this] {
            const QTextCursor label = text().document()->find(QStringLiteral("Owner"));
            const QTextCursor value = text().document()->find(token);
            return std::abs(text().cursorRect(label).top() - text().cursorRect(value).top())
                   < text().fontMetrics().height() / 2;
        };
        QVERIFY(!isBeside());
        m_pane->resize(700, 400);
        QTRY_VERIFY(isBeside());
        m_pane->resize(300, 400);
        QTRY_VERIFY(!isBeside());
    }

    void whoeverKnowsTheLockAddsToTheMenu()
    {
        connect(m_pane.get(), &DetailsPane::menuOpening, this,
                [](QMenu &menu) { menu.addAction(QStringLiteral("Copy name")); });
        emit text().customContextMenuRequested({5, 5});
        const auto menus = text().findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(!menus.isEmpty());
        QCOMPARE(menus.last()->actions().last()->text(), QStringLiteral("Copy name"));
        menus.last()->close();
    }
};

LOCKMASTER_TEST(TestDetailsPane, QApplication)

} // namespace tst_detailspane

#include "tst_detailspane.moc"

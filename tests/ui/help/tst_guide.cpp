// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/help/guidepages.h"
#include "ui/help/guideview.h"
#include "ui/help/helpwindow.h"
#include "ui/window/helpdesk.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextCursor>
#include <QTranslator>

using namespace lockmaster;

namespace tst_guide {

namespace {

QString fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList matches(const QString &text, const char *pattern)
{
    const QRegularExpression expression(QString::fromLatin1(pattern),
                                        QRegularExpression::MultilineOption
                                            | QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (auto all = expression.globalMatch(text); all.hasNext();)
        found << all.next().captured(1);
    return found;
}

QStringList linksOf(const QString &markdown)
{
    QString prose = markdown;
    prose.remove(QRegularExpression(QStringLiteral("```.*?```"),
                                    QRegularExpression::DotMatchesEverythingOption));
    return matches(prose, "\\]\\(([^)]+)\\)");
}

QStringList codeOf(const QString &markdown)
{
    return matches(markdown, "^ *```[a-z]*\\n(.*?)^ *```");
}

QStringList headingLevels(const QString &markdown)
{
    QString prose = markdown;
    prose.remove(QRegularExpression(QStringLiteral("```.*?```"),
                                    QRegularExpression::DotMatchesEverythingOption));
    return matches(prose, "^(#+) ");
}

bool isThere(const QString &place)
{
    const QString anchor = place.section(u'#', 1);
    const QString text = GuidePages::englishText(place.section(u'#', 0, 0));
    return !text.isEmpty() && (anchor.isEmpty() || GuidePages::anchors(text).contains(anchor));
}

} // namespace

class TestGuide : public QObject
{
    Q_OBJECT

private slots:
    void thePagesStandInTheOrderOfTheFirst()
    {
        const QStringList names = GuidePages::names();
        QStringList listed;
        for (const QString &link : linksOf(GuidePages::englishText(names.first()))) {
            if (link.endsWith(QStringLiteral(".md")) && !link.contains(u'/')
                && !listed.contains(link))
                listed << link;
        }
        QCOMPARE(names.mid(1), listed);
    }

    void thePageThatIsShownIsSeenInTheList()
    {
        HelpWindow window;
        window.resize(700, 300);
        window.showPage(GuidePages::names().last());
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto *list = window.findChild<QListWidget *>();
        QTRY_VERIFY(
            list->viewport()->rect().contains(list->visualItemRect(list->currentItem()).center()));
        QCOMPARE(list->currentRow(), list->count() - 1);
    }

    void everyLinkLeadsSomewhere_data()
    {
        QTest::addColumn<QString>("page");
        for (const QString &page : GuidePages::names())
            QTest::newRow(qPrintable(page)) << page;
    }
    void everyLinkLeadsSomewhere()
    {
        QFETCH(QString, page);
        const QString text = GuidePages::englishText(page);
        QVERIFY(!text.isEmpty());
        for (const QString &link : linksOf(text)) {
            if (link.startsWith(u"http") || link.startsWith(u"../"))
                continue; // of the repository
            const QString place = link.startsWith(u'#') ? page + link : link;
            QVERIFY2(isThere(place), qPrintable(place));
        }
        GuideView view;
        view.showPage(page);
        QCOMPARE(view.page(), page);
        QVERIFY(view.document()->blockCount() > 3);
        QVERIFY(!view.toPlainText().contains(u"```"));
    }

    /** A page in another language says the same: its parts follow each other as in the English. */
    void translatedPagesFollowTheirOriginals()
    {
        const QDir korean(QStringLiteral(":/guide/ko"));
        const QStringList pages = korean.entryList({QStringLiteral("*.md")});
        QVERIFY(pages.size() > 20);
        for (const QString &page : pages) {
            const QString ours = fileText(korean.filePath(page));
            const QString original = fileText(QStringLiteral(":/guide/") + page);
            QVERIFY2(!original.isEmpty(), qPrintable(page));
            QVERIFY2(
                headingLevels(ours) == headingLevels(original),
                qPrintable(page + QStringLiteral(": the headings are not those of the original")));
            QVERIFY2(
                codeOf(ours) == codeOf(original),
                qPrintable(page + QStringLiteral(": the examples are not those of the original")));
            QStringList links = linksOf(ours).replaceInStrings(
                QRegularExpression(QStringLiteral("^\\.\\./\\.\\./")), QStringLiteral("../"));
            QStringList originals = linksOf(original);
            links.sort();
            originals.sort();
            QVERIFY2(links == originals,
                     qPrintable(page + QStringLiteral(": the links are not those of the original: ")
                                + links.join(u' ') + QStringLiteral(" / ") + originals.join(u' ')));
        }
    }

    void helpLeadsToWhatIsWritten()
    {
        for (const QString &place : HelpDesk::places())
            QVERIFY2(isThere(place), qPrintable(place));
    }

    void aPlaceIsShownAndComeBackFrom()
    {
        HelpWindow window;
        window.showPage(QStringLiteral("window.md#the-filter-line"));
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        GuideView &view = window.view();
        QCOMPARE(view.textCursor().block().text(), QStringLiteral("The filter line"));
        const auto *list = window.findChild<QListWidget *>();
        QCOMPARE(list->currentItem() ? list->currentItem()->text() : QString(),
                 QStringLiteral("The window"));
        const int place = view.verticalScrollBar()->value();
        QVERIFY(place > 0);
        view.showPage(QStringLiteral("releasing.md"));
        QCOMPARE(view.page(), QStringLiteral("releasing.md"));
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        view.backward();
        QCOMPARE(view.page(), QStringLiteral("window.md"));
        QCOMPARE(view.verticalScrollBar()->value(), place);

        // What is on another page is found there.
        auto *find = window.findChild<QLineEdit *>();
        find->setText(QStringLiteral("SentinelStage"));
        QTest::keyClick(find, Qt::Key_Return);
        QCOMPARE(view.page(), QStringLiteral("window.md"));
        find->setText(QStringLiteral("GET_LOCK"));
        QTest::keyClick(find, Qt::Key_Return);
        QCOMPARE(view.textCursor().selectedText(), QStringLiteral("GET_LOCK"));
    }

    void thePagesThatStayEnglishSaySoInTheList()
    {
        QTranslator korean; // until the end of this
        QVERIFY(korean.load(QStringLiteral(":/translations/lockmaster_ko")));
        QVERIFY(QCoreApplication::installTranslator(&korean));
        QVERIFY(GuidePages::isLeftInEnglish(QStringLiteral("json.md")));
        QVERIFY(!GuidePages::isLeftInEnglish(QStringLiteral("window.md")));
        const HelpWindow window;
        const auto *list = window.findChild<QListWidget *>();
        int marked = 0;
        for (int row = 0; row < list->count(); ++row) {
            const QString page = list->item(row)->data(Qt::UserRole).toString();
            const bool isMarked = list->item(row)->text().endsWith(QStringLiteral(" (영어)"));
            QCOMPARE(isMarked, GuidePages::isLeftInEnglish(page));
            marked += isMarked ? 1 : 0;
        }
        QVERIFY(marked > 0 && marked < list->count() / 2);
        QCoreApplication::removeTranslator(&korean);
        QVERIFY(!GuidePages::isLeftInEnglish(QStringLiteral("json.md")));
    }

    void nothingIsFetched()
    {
        GuideView view;
        view.showPage(QStringLiteral("window.md"));
        QSignalSpy elsewhere(&view, &GuideView::elsewhere);
        for (const char *link : {"../performance.md", "file:///etc/passwd", "absent.md"})
            emit view.anchorClicked(QUrl(QString::fromLatin1(link)));
        QCOMPARE(elsewhere.count(), 3);
        QCOMPARE(view.page(), QStringLiteral("window.md"));
        QVERIFY(!view.loadResource(QTextDocument::ImageResource,
                                   QUrl(QStringLiteral("file:///etc/passwd")))
                     .isValid());
    }

    /** As large as what it stands in, at any size of text and in a heading. */
    void codeIsAsLargeAsItsText()
    {
        GuideView view;
        view.showPage(QStringLiteral("profile.md"));
        int pieces = 0;
        const QTextDocument &page = *view.document();
        for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
            for (auto at = block.begin(); !at.atEnd(); ++at) {
                const QTextCharFormat format = at.fragment().charFormat();
                const QTextCharFormat plain = block.begin().fragment().charFormat();
                pieces += format.fontFixedPitch();
                QVERIFY2(!format.hasProperty(QTextFormat::FontPointSize)
                             && !format.hasProperty(QTextFormat::FontPixelSize),
                         qPrintable(at.fragment().text()));
                QCOMPARE(format.intProperty(QTextFormat::FontSizeAdjustment),
                         plain.intProperty(QTextFormat::FontSizeAdjustment));
            }
        }
        QVERIFY(pieces > 20);
    }
};

LOCKMASTER_TEST(TestGuide, QApplication)

} // namespace tst_guide

#include "tst_guide.moc"

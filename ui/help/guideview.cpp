// SPDX-License-Identifier: Apache-2.0
#include "ui/help/guideview.h"

#include "ui/help/guidepages.h"
#include "ui/kit/colors.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>
#include <vector>

namespace lockmaster {

namespace {

constexpr auto guideScheme = "guide";

QUrl urlOf(const QString &place)
{
    QUrl url;
    url.setScheme(QLatin1StringView(guideScheme));
    url.setPath(u'/' + place.section(u'#', 0, 0));
    if (place.contains(u'#'))
        url.setFragment(place.section(u'#', 1));
    return url;
}

} // namespace

GuideView::GuideView(QWidget *parent) : QTextBrowser(parent)
{
    setOpenLinks(false);
    setFrameShape(NoFrame);
    setLineWrapMode(FixedPixelWidth);
    document()->setDocumentMargin(20);
    setAccessibleName(tr("The guide"));
    connect(this, &QTextBrowser::anchorClicked, this, &GuideView::follow);
}

void GuideView::showPage(const QString &place)
{
    setSource(urlOf(place));
}

QString GuideView::page() const
{
    return source().path().mid(1);
}

void GuideView::follow(const QUrl &link)
{
    const QUrl target = source().resolved(link);
    if (target.scheme() == u"https" || target.scheme() == u"http") {
        if (!QDesktopServices::openUrl(target))
            emit elsewhere(target);
    } else if (target.scheme() == QLatin1StringView(guideScheme)
               && !GuidePages::englishText(target.path().mid(1)).isEmpty()) {
        setSource(target);
    } else {
        emit elsewhere(target);
    }
}

QVariant GuideView::loadResource(int type, const QUrl &name)
{
    if (type != int(QTextDocument::MarkdownResource)
        || name.scheme() != QLatin1StringView(guideScheme))
        return {};
    return GuidePages::text(name.path().mid(1)).toUtf8();
}

void GuideView::doSetSource(const QUrl &name, QTextDocument::ResourceType)
{
    const bool isAnother = name.path() != source().path();
    QTextBrowser::doSetSource(name, QTextDocument::MarkdownResource);
    if (isAnother) {
        fitCode();
        dress();
    }
    goTo(name.fragment());
}

/**
 * Code is as large as what it stands in: the reader of Markdown gives it the size that the desktop
 * has, which is that of neither a heading nor a larger text, and what follows it in a heading none.
 */
void GuideView::fitCode()
{
    const auto isSized = [](const QTextCharFormat &format) {
        return format.hasProperty(QTextFormat::FontPointSize)
               || format.hasProperty(QTextFormat::FontPixelSize);
    };
    const auto unsized = [](QTextCharFormat format, const QTextBlock &block) {
        format.clearProperty(QTextFormat::FontPointSize);
        format.clearProperty(QTextFormat::FontPixelSize);
        // As the reader has it for the words of a heading.
        if (const int level = block.blockFormat().headingLevel(); level > 0) {
            format.setProperty(QTextFormat::FontSizeAdjustment, 4 - level);
            format.setFontWeight(QFont::Bold);
        }
        return format;
    };
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        std::vector<QTextCursor> pieces;
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextFragment piece = at.fragment();
            const QTextCharFormat format = piece.charFormat();
            const bool isLost = block.blockFormat().headingLevel() > 0
                                && !format.hasProperty(QTextFormat::FontSizeAdjustment);
            if (!isSized(format) && !isLost)
                continue;
            QTextCursor cursor(block);
            cursor.setPosition(piece.position());
            cursor.setPosition(piece.position() + piece.length(), QTextCursor::KeepAnchor);
            pieces.push_back(cursor);
        }
        for (QTextCursor &piece : pieces)
            piece.setCharFormat(unsized(piece.charFormat(), block));
        // Lines without a word are as high as the others.
        if (isSized(block.charFormat()))
            QTextCursor(block).setBlockCharFormat(unsized(block.charFormat(), block));
    }
}

/** Room in tables, a ground below code: what the reader of Markdown leaves to whoever shows it. */
void GuideView::dress()
{
    const Colors &colors = colorsFor(palette());
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        QTextCursor cursor(block);
        if (format.hasProperty(QTextFormat::BlockCodeFence)
            || format.hasProperty(QTextFormat::BlockCodeLanguage)) {
            format.setBackground(colors.hover);
            format.setLeftMargin(12);
        } else if (format.headingLevel() > 0) {
            format.setTopMargin(format.headingLevel() == 1 ? 8 : 20);
            format.setBottomMargin(6);
        } else {
            continue;
        }
        cursor.setBlockFormat(format);
    }
    for (QTextFrame *frame : document()->rootFrame()->childFrames()) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setCellPadding(5);
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderBrush(colors.line);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        table->setFormat(format);
    }
}

void GuideView::goTo(const QString &anchor)
{
    const auto at = anchor.isEmpty()
                        ? -1
                        : GuidePages::anchors(GuidePages::englishText(page())).indexOf(anchor);
    QTextBlock found = document()->begin();
    qsizetype heading = -1;
    for (QTextBlock block = found; block.isValid() && heading < at; block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && ++heading == at)
            found = block;
    }
    setTextCursor(QTextCursor(found));
    // At the top, and not just in sight.
    const QRectF place = document()->documentLayout()->blockBoundingRect(found);
    verticalScrollBar()->setValue(at < 0 ? 0 : int(place.top()));
    m_anchor = anchor;
    m_placed = verticalScrollBar()->value();
}

/** At another width a place is elsewhere; whoever scrolled on by now stays where that is. */
void GuideView::resizeEvent(QResizeEvent *event)
{
    const bool isThere = verticalScrollBar()->value() == m_placed;
    QTextBrowser::resizeEvent(event);
    // A line of which the eye does not find the next one is too long, however wide the window.
    constexpr int longestLine = 130;
    const int most = longestLine * fontMetrics().averageCharWidth();
    setLineWrapColumnOrWidth(std::min(viewport()->width(), most));
    if (isThere && source().isValid())
        goTo(m_anchor);
}

bool GuideView::findOn(const QString &text)
{
    if (text.isEmpty())
        return false;
    if (find(text))
        return true;
    const QStringList names = GuidePages::names();
    const qsizetype here = std::max<qsizetype>(0, names.indexOf(page()));
    for (qsizetype i = 1; i <= names.size(); ++i) {
        const QString &name = names[(here + i) % names.size()];
        if (!GuidePages::text(name).contains(text, Qt::CaseInsensitive))
            continue;
        showPage(name);
        if (find(text))
            return true;
    }
    return false;
}

/** The colours are of the theme, and it may change. */
void GuideView::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && source().isValid())
        dress();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/details/detailspane.h"

#include "ui/kit/lockdelegate.h"
#include "core/display/locktext.h"
#include "ui/kit/textsize.h"
#include "ui/details/detailsaccessible.h"

#include <QDesktopServices>
#include <QEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QTextBrowser>
#include <QToolBar>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

constexpr int labelPadding = 12;
constexpr int detailspaneWidestLabel = 130;
constexpr int detailspaneStripeWidth = 3;
/** Of a title, and of a line of anything else: whole owners as they are stored, but no whole name
 * of sixteen thousand bytes. */
constexpr qsizetype longestTitle = 1000;
constexpr qsizetype detailspaneLongestLine = 4096;
const QString monospace = QStringLiteral("monospace");
const QString unfoldedKey = QStringLiteral("details/unfolded");

/** A document that fetches nothing: there is no markup that could ask it to. */
class PlainBrowser final : public QTextBrowser
{
public:
    using QTextBrowser::QTextBrowser;

    QVariant loadResource(int, const QUrl &) override { return {}; }

protected:
    void keyPressEvent(QKeyEvent *event) override
    {
        // Where all of it is shown, what it stands in may be scrolled.
        const bool isPage = event->key() == Qt::Key_PageDown || event->key() == Qt::Key_PageUp;
        if (isPage && event->modifiers() == Qt::NoModifier && verticalScrollBar()->maximum() == 0)
            event->ignore();
        else
            QTextBrowser::keyPressEvent(event);
    }
};

QTextCharFormat charFormat(const QColor &color, bool bold = false, qreal scale = 1.0,
                           const QFont &base = {})
{
    QTextCharFormat format;
    format.setForeground(color);
    if (bold)
        format.setFontWeight(QFont::DemiBold);
    if (scale != 1.0)
        format.setFontPointSize(base.pointSizeF() * scale);
    return format;
}

QTextCharFormat linkFormat(const QColor &color, const QString &href)
{
    QTextCharFormat format = charFormat(color);
    format.setFontUnderline(true);
    format.setAnchor(true);
    format.setAnchorHref(href);
    return format;
}

/** While it lives, what is written into the document is laid out once, at its end. */
class OneLayout
{
public:
    explicit OneLayout(QTextDocument &document) : m_cursor(&document) { m_cursor.beginEditBlock(); }
    ~OneLayout() { m_cursor.endEditBlock(); }
    Q_DISABLE_COPY_MOVE(OneLayout)

private:
    QTextCursor m_cursor;
};

QTextCursor emptied(const QTextTableCell &cell)
{
    QTextCursor cursor = cell.firstCursorPosition();
    cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    return cursor;
}

QTextTableFormat tableFormat(std::initializer_list<QTextLength> widths)
{
    QTextTableFormat format;
    format.setBorder(0);
    format.setCellSpacing(0);
    format.setCellPadding(0);
    format.setColumnWidthConstraints(widths);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    return format;
}

} // namespace

DetailsPane::DetailsPane(QWidget *parent)
    : QWidget(parent), m_text(new PlainBrowser(this)), m_tools(new QToolBar(this))
{
    installDetailsAccessibility();
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setUndoRedoEnabled(false);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->document()->setDocumentMargin(12);
    m_text->setAccessibleName(tr("Details"));
    m_text->viewport()->setBackgroundRole(QPalette::Window);
    rebuild();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_text);
    layout->addWidget(m_tools);
    m_tools->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_tools->setContentsMargins(6, 2, 6, 6);
    m_tools->hide();
    setFocusProxy(m_text);
    connect(m_text, &QTextBrowser::anchorClicked, this, &DetailsPane::follow);
    m_text->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_text, &QWidget::customContextMenuRequested, this, &DetailsPane::showMenu);
}

void DetailsPane::follow(const QUrl &url)
{
    if (!url.scheme().isEmpty())
        QDesktopServices::openUrl(url);
    else if (url.hasFragment())
        turn(url.fragment());
    else if (const auto at = size_t(url.path().toULongLong()); at < m_links.size())
        emit lockChosen(LockId(m_links[at]));
}

void DetailsPane::showMenu(const QPoint &at)
{
    QMenu *menu = m_text->createStandardContextMenu(at);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    emit menuOpening(*menu);
    menu->popup(m_text->viewport()->mapToGlobal(at));
}

void DetailsPane::rememberFolds(QSettings &settings)
{
    m_settings = &settings;
    m_unfolded = settings.value(unfoldedKey).toStringList();
    rebuild();
}

bool DetailsPane::isFolded(const DetailSection &section) const
{
    return !section.fold.isEmpty() && !m_unfolded.contains(section.fold);
}

void DetailsPane::turn(const QString &fold)
{
    if (m_unfolded.removeAll(fold) == 0)
        m_unfolded << fold;
    if (m_settings)
        m_settings->setValue(unfoldedKey, m_unfolded);
    const bool isByKeyboard = m_text->textCursor().hasSelection();
    const int scrolled = m_text->verticalScrollBar()->value();
    rebuild();
    m_text->verticalScrollBar()->setValue(scrolled);
    if (!isByKeyboard)
        return;
    // The next press of Return is for the same heading.
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextFragment text = part.fragment();
            if (text.charFormat().anchorHref() != u'#' + fold)
                continue;
            QTextCursor cursor(m_text->document());
            cursor.setPosition(text.position());
            cursor.setPosition(text.position() + text.length(), QTextCursor::KeepAnchor);
            m_text->setTextCursor(cursor);
            return;
        }
    }
}

void DetailsPane::setMargin(int margin)
{
    m_text->document()->setDocumentMargin(margin);
}

void DetailsPane::setTools(const QList<QAction *> &actions)
{
    m_tools->addActions(actions);
    for (QAction *action : actions) {
        m_tools->widgetForAction(action)->setFocusPolicy(Qt::StrongFocus);
        connect(action, &QAction::visibleChanged, this, &DetailsPane::showTools);
    }
    showTools();
}

void DetailsPane::showTools()
{
    const QList<QAction *> actions = m_tools->actions();
    m_tools->setVisible(std::any_of(actions.begin(), actions.end(),
                                    [](const QAction *action) { return action->isVisible(); }));
}

void DetailsPane::setGround(QPalette::ColorRole role)
{
    m_text->viewport()->setBackgroundRole(role);
}

void DetailsPane::setSpokenName(const QString &name)
{
    m_text->setAccessibleName(name);
}

void DetailsPane::scrollToTop()
{
    m_text->verticalScrollBar()->setValue(0);
}

int DetailsPane::contentHeight() const
{
    return static_cast<int>(std::ceil(m_text->document()->size().height()));
}

QString DetailsPane::plainText() const
{
    return m_text->toPlainText();
}

void DetailsPane::showNothing()
{
    show(Details());
}

void DetailsPane::show(const Details &details)
{
    if (details == m_details)
        return;
    if (updateInPlace(details))
        return;
    const bool sameThing = details.title == m_details.title;
    const int scrolled = sameThing ? m_text->verticalScrollBar()->value() : 0;
    m_details = details;
    rebuild();
    m_text->verticalScrollBar()->setValue(scrolled);
}

void DetailsPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuild();
}

bool DetailsPane::updateInPlace(const Details &details)
{
    if (!details.sameShape(m_details))
        return false;
    for (size_t s = 0; s < details.sections.size(); ++s) {
        const auto &rows = details.sections[s].rows;
        for (size_t r = 0; r < rows.size(); ++r) {
            if (isBelow(rows[r]) != isBelow(m_details.sections[s].rows[r]))
                return false;
        }
    }
    const OneLayout edits(*m_text->document());
    for (size_t s = 0; s < details.sections.size(); ++s) {
        const auto &rows = details.sections[s].rows;
        for (size_t r = 0; r < rows.size(); ++r) {
            if (rows[r] == m_details.sections[s].rows[r])
                continue;
            if (m_tables[s])
                writeRow(*m_tables[s], int(r), rows[r]);
        }
    }
    for (size_t f = 0; f < details.findings.size(); ++f) {
        if (details.findings[f] != m_details.findings[f])
            writeFinding(*m_cards[f], details.findings[f]);
    }
    m_details = details;
    return true;
}

void DetailsPane::rebuild()
{
    m_text->clear();
    m_tables.clear();
    m_cards.clear();
    m_links.clear();
    write();
    // The reader's own cursor was carried along to the end.
    m_text->moveCursor(QTextCursor::Start);
}

void DetailsPane::write()
{
    const OneLayout edits(*m_text->document());
    if (m_details.title.isEmpty() && m_details.sections.empty() && m_details.findings.empty()) {
        QTextCursor(m_text->document())
            .insertText(tr("Choose a lock to see its owner, its lease and what is wrong with it."),
                        charFormat(colorsFor(palette()).muted));
        return;
    }
    m_labelWidth = labelWidth();
    m_beside = charactersBeside();
    if (!m_details.title.isEmpty())
        addTitle();
    addFindings();
    for (const DetailSection &section : m_details.sections)
        addSection(section);
}

/** All values begin at one line: after the longest label, within reason. */
int DetailsPane::labelWidth() const
{
    int width = 0;
    for (const DetailSection &section : m_details.sections) {
        if (isFolded(section))
            continue;
        for (const DetailRow &row : section.rows)
            width = std::max(width, fontMetrics().horizontalAdvance(row.label));
    }
    return std::min(width + labelPadding, scaledByText(detailspaneWidestLabel));
}

/** Where the label and a scroll bar stand as well. */
qsizetype DetailsPane::charactersBeside() const
{
    QFont fixed = font();
    fixed.setFamilies({monospace});
    const int room = m_text->width() - m_text->verticalScrollBar()->sizeHint().width()
                     - 2 * int(m_text->document()->documentMargin()) - m_labelWidth - labelPadding;
    return std::max(0, room / std::max(1, QFontMetrics(fixed).horizontalAdvance(u'0')));
}

/** Under its label, over the whole width: beside it, it would be broken. */
bool DetailsPane::isBelow(const DetailRow &row, qsizetype beside)
{
    return row.verbatim && !row.label.isEmpty() && row.value.size() > beside;
}

void DetailsPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const qsizetype beside = charactersBeside();
    const bool isMoved =
        std::any_of(m_details.sections.begin(), m_details.sections.end(), [&](const auto &section) {
            return std::any_of(section.rows.begin(), section.rows.end(), [&](const DetailRow &row) {
                return isBelow(row) != isBelow(row, beside);
            });
        });
    if (!isMoved)
        return;
    const int scrolled = m_text->verticalScrollBar()->value();
    rebuild();
    m_text->verticalScrollBar()->setValue(scrolled);
}

void DetailsPane::addTitle()
{
    const Colors &colors = colorsFor(palette());
    QTextCursor cursor(m_text->document());
    QTextBlockFormat block;
    block.setBottomMargin(2);
    cursor.setBlockFormat(block);
    cursor.insertText(briefText(m_details.title, longestTitle),
                      charFormat(colors.text, true, 1.2, font()));
    block.setBottomMargin(8);
    cursor.insertBlock(block);
    cursor.insertText(m_details.subtitle, charFormat(colors.muted));
    if (m_details.warning.isEmpty())
        return;
    cursor.insertBlock(block);
    cursor.insertText(m_details.warning, charFormat(colors.danger));
}

void DetailsPane::addHeading(const DetailSection &section)
{
    const Colors &colors = colorsFor(palette());
    QTextCursor cursor(m_text->document());
    cursor.movePosition(QTextCursor::End);
    QTextBlockFormat heading;
    heading.setTopMargin(14);
    heading.setBottomMargin(4);
    cursor.insertBlock(heading);
    const QTextCharFormat format = charFormat(colors.muted, true, 0.92, font());
    if (section.fold.isEmpty()) {
        cursor.insertText(section.title, format);
        return;
    }
    QTextCharFormat link = format;
    link.setForeground(colors.accent);
    link.setAnchor(true);
    link.setAnchorHref(u'#' + section.fold);
    cursor.insertText((isFolded(section) ? tr("Show: %1") : tr("Hide: %1")).arg(section.title),
                      link);
}

void DetailsPane::addSection(const DetailSection &section)
{
    const Colors &colors = colorsFor(palette());
    if (!section.title.isEmpty())
        addHeading(section);
    if (isFolded(section)) {
        m_tables.push_back(nullptr);
        return;
    }
    QTextCursor cursor(m_text->document());
    cursor.movePosition(QTextCursor::End);
    QTextTableFormat format = tableFormat({QTextLength(QTextLength::FixedLength, m_labelWidth),
                                           QTextLength(QTextLength::VariableLength, 0)});
    format.setTopMargin(section.title.isEmpty() ? 10 : 4);
    QTextTable *table = cursor.insertTable(static_cast<int>(section.rows.size()), 2, format);
    m_tables.push_back(table);
    QTextTableCellFormat cellFormat;
    cellFormat.setRightPadding(6);
    cellFormat.setBottomPadding(4);
    for (int r = 0; r < int(section.rows.size()); ++r) {
        const DetailRow &row = section.rows[size_t(r)];
        if (isBelow(row))
            table->mergeCells(r, 0, 1, 2);
        for (int column = 0; column < 2; ++column)
            table->cellAt(r, column).setFormat(cellFormat);
        if (!isBelow(row))
            table->cellAt(r, 0).firstCursorPosition().insertText(row.label,
                                                                 charFormat(colors.muted));
        writeRow(*table, r, row);
    }
}

/** Over what was there. */
void DetailsPane::writeRow(QTextTable &table, int at, const DetailRow &row)
{
    QTextCursor cursor = emptied(table.cellAt(at, 1));
    if (isBelow(row))
        cursor.insertText(row.label + u'\n', charFormat(colorsFor(palette()).muted));
    writeValue(cursor, row);
}

void DetailsPane::writeValue(QTextCursor cursor, const DetailRow &row)
{
    const Colors &colors = colorsFor(palette());
    if (!row.address.isEmpty()) {
        const QString address = row.address.toString(QUrl::FullyEncoded);
        QTextCharFormat link = linkFormat(colors.accent, address);
        link.setToolTip(address); // the text may be cut
        cursor.insertText(briefLines(row.value, detailspaneLongestLine), link);
        return;
    }
    if (row.links.empty()) {
        QTextCharFormat format = charFormat(toneColor(row.tone, colors));
        if (row.verbatim)
            format.setFontFamilies({monospace});
        cursor.insertText(briefLines(row.value, detailspaneLongestLine), format);
        return;
    }
    for (const DetailLink &link : row.links) {
        if (&link != &row.links.front())
            cursor.insertText(QStringLiteral("\n"), QTextCharFormat());
        cursor.insertText(briefText(link.text, longestTitle),
                          linkFormat(colors.accent, QString::number(m_links.size())));
        m_links.push_back(link.lock);
    }
}

void DetailsPane::addFindings()
{
    const Colors &colors = colorsFor(palette());
    for (const DetailFinding &finding : m_details.findings) {
        QTextCursor cursor(m_text->document());
        cursor.movePosition(QTextCursor::End);
        QTextTableFormat format =
            tableFormat({QTextLength(QTextLength::FixedLength, detailspaneStripeWidth),
                         QTextLength(QTextLength::VariableLength, 0)});
        format.setTopMargin(8);
        QTextTable *table = cursor.insertTable(1, 2, format);
        QTextTableCellFormat stripe;
        stripe.setBackground(toneColor(finding.tone, colors));
        table->cellAt(0, 0).setFormat(stripe);
        QTextTableCellFormat body;
        body.setBackground(colors.hover);
        body.setPadding(8);
        table->cellAt(0, 1).setFormat(body);
        writeFinding(*table, finding);
        m_cards.push_back(table);
    }
}

/** Over what was there. */
void DetailsPane::writeFinding(QTextTable &table, const DetailFinding &finding)
{
    const Colors &colors = colorsFor(palette());
    QTextCursor text = emptied(table.cellAt(0, 1));
    text.insertText(finding.title + QStringLiteral(". "), charFormat(colors.text, true));
    text.insertText(briefLines(finding.evidence, detailspaneLongestLine), charFormat(colors.text));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/details/detailsaccessible.h"

#include "ui/details/detailspane.h"

#include <QAccessibleWidget>
#include <QScrollBar>
#include <QTextBrowser>

#include <algorithm>

namespace lockmaster {

namespace {

/**
 * Qt's own interface hands out the characters by which a document marks its tables and cells. Its
 * plain text has a new line in place of each, so that positions are the same.
 */
class DetailsAccessible final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit DetailsAccessible(QTextBrowser &browser)
        : QAccessibleWidget(&browser, QAccessible::EditableText), m_browser(browser)
    {
    }

    using QAccessibleWidget::text;

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TextInterface)
            return static_cast<QAccessibleTextInterface *>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        state.multiLine = true;
        state.selectableText = true;
        return state;
    }

    QString text(int from, int until) const override
    {
        return m_browser.document()->toPlainText().mid(from, until - from);
    }
    int characterCount() const override { return m_browser.document()->characterCount() - 1; }

    int cursorPosition() const override { return m_browser.textCursor().position(); }
    void setCursorPosition(int position) override { select(position, position); }

    int selectionCount() const override { return m_browser.textCursor().hasSelection() ? 1 : 0; }
    void selection(int index, int *from, int *until) const override
    {
        const QTextCursor cursor = m_browser.textCursor();
        const bool any = index == 0 && cursor.hasSelection();
        *from = any ? cursor.selectionStart() : 0;
        *until = any ? cursor.selectionEnd() : 0;
    }
    void addSelection(int from, int until) override { select(from, until); }
    void setSelection(int, int from, int until) override { select(from, until); }
    void removeSelection(int) override { select(cursorPosition(), cursorPosition()); }

    QRect characterRect(int offset) const override
    {
        QTextCursor cursor = cursorAt(offset);
        QRect rect = m_browser.cursorRect(cursor);
        cursor.movePosition(QTextCursor::NextCharacter);
        const QRect next = m_browser.cursorRect(cursor);
        const int width = next.top() == rect.top() ? next.left() - rect.left() : 0;
        rect.setWidth(std::max(1, width));
        return rect.translated(m_browser.viewport()->mapToGlobal(QPoint()));
    }
    int offsetAtPoint(const QPoint &point) const override
    {
        const QPoint inside = m_browser.viewport()->mapFromGlobal(point);
        return m_browser.viewport()->rect().contains(inside)
                   ? m_browser.cursorForPosition(inside).position()
                   : -1;
    }
    void scrollToSubstring(int from, int) override
    {
        const QRect rect = m_browser.cursorRect(cursorAt(from));
        QScrollBar *bar = m_browser.verticalScrollBar();
        if (rect.top() < 0 || rect.bottom() > m_browser.viewport()->height())
            bar->setValue(bar->value() + rect.top());
    }
    QString attributes(int, int *from, int *until) const override
    {
        *from = 0;
        *until = characterCount();
        return {};
    }

private:
    QTextCursor cursorAt(int offset) const
    {
        QTextCursor cursor(m_browser.document());
        cursor.setPosition(std::clamp(offset, 0, characterCount()));
        return cursor;
    }
    void select(int from, int until)
    {
        QTextCursor cursor = cursorAt(from);
        cursor.setPosition(std::clamp(until, 0, characterCount()), QTextCursor::KeepAnchor);
        m_browser.setTextCursor(cursor);
    }

    QTextBrowser &m_browser;
};

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *browser = qobject_cast<QTextBrowser *>(object);
    const bool details = browser && qobject_cast<DetailsPane *>(browser->parent());
    return details ? new DetailsAccessible(*browser) : nullptr;
}

} // namespace

void installDetailsAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/toolline.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"

#include <QEvent>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int toolGap = 4;
constexpr int lineMargin = 4;
/** A note that is longer is cut before tools go. */
constexpr int mostOfNote = 2;

} // namespace

ToolLine::ToolLine(QWidget *parent) : QWidget(parent), m_note(new ElidedLabel(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_note->hide();
}

void ToolLine::add(QWidget *tool)
{
    tool->setParent(this);
    m_tools.push_back({tool});
    updateGeometry();
    place();
}

void ToolLine::setWanted(QWidget *tool, bool wanted)
{
    const auto found = std::find_if(m_tools.begin(), m_tools.end(),
                                    [tool](const Tool &each) { return each.widget == tool; });
    if (found == m_tools.end() || std::exchange(found->wanted, wanted) == wanted)
        return;
    updateGeometry();
    place();
}

void ToolLine::setNote(const QString &text, Tone tone)
{
    setTone(m_note, tone);
    if (text == m_note->text())
        return;
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    updateGeometry();
    place();
}

QString ToolLine::note() const
{
    return m_note->text();
}

QSize ToolLine::sizeHint() const
{
    int width = lineMargin + (m_note->text().isEmpty() ? 0 : m_note->sizeHint().width());
    int height = fontMetrics().height();
    for (const Tool &tool : m_tools) {
        if (!tool.wanted)
            continue;
        const QSize hint = tool.widget->sizeHint();
        width += hint.width() + toolGap;
        height = std::max(height, hint.height());
    }
    return {width, height};
}

QSize ToolLine::minimumSizeHint() const
{
    return {1, sizeHint().height()};
}

void ToolLine::place()
{
    const int noteWidth = m_note->text().isEmpty() ? 0 : m_note->sizeHint().width();
    int room = width() - std::min(noteWidth, width() / mostOfNote) - lineMargin;
    std::vector<QWidget *> shown;
    for (const Tool &tool : m_tools) {
        if (!tool.wanted)
            continue;
        room -= tool.widget->sizeHint().width() + toolGap;
        if (room < 0)
            break;
        shown.push_back(tool.widget);
    }
    int right = width();
    for (auto tool = shown.rbegin(); tool != shown.rend(); ++tool) {
        const QSize hint = (*tool)->sizeHint();
        (*tool)->setGeometry(right - hint.width(), (height() - hint.height()) / 2, hint.width(),
                             hint.height());
        right -= hint.width() + toolGap;
    }
    for (const Tool &tool : m_tools)
        tool.widget->setVisible(std::find(shown.begin(), shown.end(), tool.widget) != shown.end());
    m_note->setGeometry(lineMargin, 0, std::max(0, right - 2 * lineMargin), height());
}

void ToolLine::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

bool ToolLine::event(QEvent *event)
{
    // Of a tool that says something else, or of larger text.
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        place();
    }
    return QWidget::event(event);
}

} // namespace lockmaster

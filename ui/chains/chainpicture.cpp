// SPDX-License-Identifier: Apache-2.0
#include "ui/chains/chainpicture.h"

#include "core/display/locktext.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace lockmaster {

ChainPicture::ChainPicture(QWidget *parent)
    : QAbstractScrollArea(parent), m_scene(std::make_shared<const ChainScene>())
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    setAccessibleName(tr("Picture of who waits for whom"));
    setAccessibleDescription(tr("The tree below says the same in words."));
}

void ChainPicture::setScene(std::shared_ptr<const ChainScene> scene)
{
    m_scene = std::move(scene);
    lay();
}

void ChainPicture::choose(int story)
{
    if (std::exchange(m_chosen, story) == story)
        return;
    if (story >= 0 && size_t(story) < m_drawing.stories.size()) {
        const QRect room = m_drawing.stories[size_t(story)];
        const int top = verticalScrollBar()->value();
        const int height = viewport()->height();
        // As much of it as there is room for, its begin in any case.
        const bool isSeen = room.top() >= top && room.bottom() <= top + height;
        if (!isSeen)
            verticalScrollBar()->setValue(std::max(0, room.top()));
    }
    viewport()->update();
}

QPoint ChainPicture::offset() const
{
    return {horizontalScrollBar()->value(), verticalScrollBar()->value()};
}

void ChainPicture::lay()
{
    m_drawing = chainDrawing(*m_scene, font());
    const QSize room = viewport()->size();
    for (QRect &story : m_drawing.stories)
        story.setWidth(std::max(story.width(), room.width()));
    const auto fit = [](QScrollBar *bar, int whole, int page) {
        bar->setRange(0, std::max(0, whole - page));
        bar->setPageStep(page);
        bar->setSingleStep(std::max(1, page / 12));
    };
    fit(horizontalScrollBar(), m_drawing.size.width(), room.width());
    fit(verticalScrollBar(), m_drawing.size.height(), room.height());
    viewport()->update();
}

void ChainPicture::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.translate(-offset());
    const Colors &colors = colorsFor(palette());
    const QRect clip = event->rect().translated(offset());
    paintChains(painter, m_drawing, font(), colors, clip,
                m_drawing.stories.size() > 1 ? m_chosen : -1);
}

void ChainPicture::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    lay();
}

void ChainPicture::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        lay();
}

void ChainPicture::mousePressEvent(QMouseEvent *event)
{
    const int story = m_drawing.storyAt(event->pos() + offset());
    if (event->button() == Qt::LeftButton && story >= 0)
        emit storyChosen(story);
}

/** What had no room in a box. */
bool ChainPicture::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const QPoint at = help->pos() + offset();
    const auto found =
        std::find_if(m_drawing.boxes.begin(), m_drawing.boxes.end(),
                     [&at](const ChainDrawing::Box &box) { return box.rect.contains(at); });
    if (found == m_drawing.boxes.end())
        QToolTip::hideText();
    else
        QToolTip::showText(
            help->globalPos(),
            plainToolTip(found->name.isEmpty() ? found->note : found->name + u'\n' + found->note),
            viewport());
    return true;
}

} // namespace lockmaster

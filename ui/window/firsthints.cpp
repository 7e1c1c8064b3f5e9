// SPDX-License-Identifier: Apache-2.0
#include "ui/window/firsthints.h"

#include "ui/details/detailspane.h"
#include "ui/kit/colors.h"
#include "ui/kit/labels.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/servers/sidebar.h"
#include "ui/window/mainwindow.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace lockmaster {

namespace {

constexpr int arrow = 10;
constexpr int corner = 6;
constexpr int letters = 62;

QString seenKey()
{
    return QStringLiteral("hints/seen");
}

/** Where `rect` of `part` is in the window; null where that is not shown. */
QRect inWindow(const QWidget &part, const QRect &rect)
{
    if (!part.isVisible() || rect.isEmpty())
        return {};
    return {part.mapTo(part.window(), rect.topLeft()), rect.size()};
}

} // namespace

FirstHints::FirstHints(MainWindow &window, QSettings &settings)
    : QWidget(&window), m_window(window), m_settings(settings), m_text(textLabel({}, this)),
      m_which(new QLabel(this)), m_next(new QPushButton(this)), m_follow(new QTimer(this))
{
    setAccessibleName(tr("Hint"));
    setTone(m_which, Tone::Muted);
    auto *away = new QPushButton(tr("No more hints"), this);
    for (QPushButton *button : {m_next, away}) {
        button->setAutoDefault(false);
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the focus where it is
    }
    auto *row = new QHBoxLayout;
    row->addWidget(m_which);
    row->addStretch();
    row->addWidget(away);
    row->addWidget(m_next);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14 + arrow, 16, 14 + arrow);
    column->setSpacing(12);
    column->addWidget(m_text);
    column->addLayout(row);
    hide();
    m_follow->setInterval(std::chrono::milliseconds(200));
    connect(m_follow, &QTimer::timeout, this, &FirstHints::place);
    connect(away, &QPushButton::clicked, this, &FirstHints::end);
    connect(m_next, &QPushButton::clicked, this, [this] { show(m_current + 1); });

    QTableView &table = window.locksView().table();
    m_hints = {
        {tr("Each row is a lock that is held right now, those with trouble first. Its bar drains "
            "as the lease runs out. Choose a row with the mouse or the arrow keys."),
         [&table] {
             const QModelIndex first = table.model()->index(0, 0);
             return inWindow(*table.viewport(), table.visualRect(first));
         }},
        {tr("Here stands who holds it, whether that one still lives, and who waits. Del lets go of "
            "a lock that is stuck: it shows first what would be sent, and takes nothing from "
            "whoever got it meanwhile."),
         [&window] {
             return inWindow(window.details(), {0, 0, window.details().width(), 40});
         }},
        {tr("In the lab you kill a leader and watch who takes over. ≡ has the rest: servers of "
            "your own, and the guide (F1)."),
         [&window] {
             Sidebar &sidebar = window.sidebar();
             const auto &model = static_cast<const SidebarModel &>(*sidebar.model());
             return inWindow(*sidebar.viewport(), sidebar.visualRect(model.indexOf(PageId::Lab)));
         }},
    };
}

void FirstHints::begin()
{
    if (m_settings.value(seenKey()).toBool() || m_follow->isActive())
        return;
    m_follow->start();
    show(0);
}

void FirstHints::show(size_t hint)
{
    if (hint >= m_hints.size()) {
        end();
        return;
    }
    m_current = hint;
    m_text->setText(m_hints[hint].text);
    m_which->setText(tr("%1 of %2").arg(hint + 1).arg(m_hints.size()));
    m_next->setText(hint + 1 < m_hints.size() ? tr("&Next") : tr("&Done"));
    setAccessibleDescription(m_hints[hint].text);
    m_placed = {};
    place();
}

/** What it points at may move, or be out of sight for a while: so is the hint then. */
void FirstHints::place()
{
    const QRect target =
        m_window.sidebar().isVisible() ? m_hints[m_current].target() : QRect(); // not before a room
    if (target == m_placed && m_room == m_window.size())
        return;
    const bool appears = m_placed.isNull() && !target.isNull();
    m_placed = target;
    m_room = m_window.size();
    setVisible(!target.isNull());
    if (target.isNull())
        return;
    const int wide = std::min(fontMetrics().averageCharWidth() * letters, m_window.width() - 24);
    resize(wide, layout()->totalHeightForWidth(wide));
    const bool below = target.bottom() + height() < m_window.height();
    const int middle = std::min(target.center().x(), target.left() + wide / 2);
    const int left = std::clamp(middle - wide / 2, 12, std::max(12, m_window.width() - wide - 12));
    move(left, below ? target.bottom() - 2 : target.top() - height() + 2);
    m_tip = QPoint(std::clamp(middle - left, 24, wide - 24), below ? 0 : height());
    raise();
    update();
    if (appears) {
        QAccessibleEvent told(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&told);
    }
}

void FirstHints::end()
{
    m_settings.setValue(seenKey(), true);
    m_follow->stop();
    if (isAncestorOf(QApplication::focusWidget()))
        m_window.locksView().table().setFocus(Qt::OtherFocusReason);
    hide();
    deleteLater();
}

void FirstHints::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        end();
    else
        QWidget::keyPressEvent(event);
}

void FirstHints::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath bubble;
    bubble.addRoundedRect(QRectF(rect()).adjusted(1, arrow, -1, -arrow), corner, corner);
    const double base = m_tip.y() == 0 ? arrow : height() - arrow;
    QPainterPath tip;
    tip.moveTo(m_tip.x(), std::abs(m_tip.y() - 1.0));
    tip.lineTo(m_tip.x() - arrow, base + (m_tip.y() == 0 ? 1 : -1));
    tip.lineTo(m_tip.x() + arrow, base + (m_tip.y() == 0 ? 1 : -1));
    tip.closeSubpath();
    painter.setPen(QPen(colors.accent, 1.5));
    painter.setBrush(colors.window);
    painter.drawPath(bubble.united(tip));
}

} // namespace lockmaster

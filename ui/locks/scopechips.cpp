// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/scopechips.h"

#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr int side = 8;
constexpr int scopechipsGap = 6;
constexpr int cross = 7;
constexpr int upright = 3;
/** Of the text: enough to tell one server from the next, and not the whole line. */
constexpr int widestText = 150;
/** Letters of it that are left, however little room there is. */
constexpr int narrowestText = 10;

void paintCross(QPainter &painter, const QRectF &box, const QColor &color)
{
    painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(box.topLeft(), box.bottomRight());
    painter.drawLine(box.topRight(), box.bottomLeft());
}

} // namespace

ScopeChip::ScopeChip(const QString &kind, const QString &label, const QString &meaning,
                     QWidget *parent)
    : QAbstractButton(parent)
{
    setText(label);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("%1: %2").arg(kind, label));
    const QString what = tr("Only this is shown. Press to show more.");
    QStringList lines{accessibleName(), meaning, what};
    lines.removeAll(QString());
    setToolTip(plainToolTip(lines.join(u'\n')));
    setSpokenDescription(this, what);
}

int ScopeChip::widthOf(const QString &text) const
{
    return side + fontMetrics().horizontalAdvance(text) + scopechipsGap + cross + side;
}

QSize ScopeChip::sizeHint() const
{
    const int most = fontMetrics().averageCharWidth() * widestText / 7;
    const int text = std::min(fontMetrics().horizontalAdvance(this->text()), most);
    return {widthOf({}) + text + 1, fontMetrics().height() + 2 * upright};
}

QSize ScopeChip::minimumSizeHint() const
{
    const int least = widthOf({}) + narrowestText * fontMetrics().averageCharWidth();
    return {std::min(sizeHint().width(), least), sizeHint().height()};
}

void ScopeChip::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? colors.text : colors.accent, hasFocus() ? 2 : 1));
    painter.setBrush(isDown() || underMouse() ? colors.hover : colors.selection);
    const qreal inset = hasFocus() ? 1 : 0.5;
    const QRectF box = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
    painter.drawRoundedRect(box, 4, 4);
    const QRect room = rect().adjusted(side, 0, -(side + cross + scopechipsGap), 0);
    painter.setPen(colors.text);
    painter.drawText(room, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, room.width()));
    paintCross(painter, QRectF(width() - side - cross, (height() - cross) / 2.0, cross, cross),
               underMouse() || hasFocus() ? colors.text : colors.muted);
}

void ScopeChip::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
    case Qt::Key_Return:
    case Qt::Key_Enter: click(); return;
    default: QAbstractButton::keyPressEvent(event);
    }
}

bool ScopeChip::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::Enter:
    case QEvent::Leave:
    case QEvent::FocusIn:
    case QEvent::FocusOut: update(); break;
    default: break;
    }
    return QAbstractButton::event(event);
}

ScopeChips::ScopeChips(QWidget *parent) : QWidget(parent), m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(4, 0, 4, 0);
    m_layout->setSpacing(4);
    setAccessibleName(tr("What the table is narrowed to"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void ScopeChips::showScope(const ViewScope &scope, const QString &sourceLabel)
{
    if (std::exchange(m_scope, scope) == scope)
        return;
    const bool hadFocus = std::any_of(m_chips.begin(), m_chips.end(),
                                      [](const ScopeChip *chip) { return chip->hasFocus(); });
    for (ScopeChip *chip : std::exchange(m_chips, {})) {
        m_layout->removeWidget(chip);
        chip->hide();
        chip->deleteLater(); // one of them may be the one that was pressed
    }
    if (scope.apart)
        add(tr("Place"), tr("Lab"), {});
    if (scope.environment) {
        ViewScope any = scope;
        any.environment.reset();
        add(tr("Environment"), LockText::environmentGroup(*scope.environment), any);
    }
    if (!scope.backend.isEmpty()) {
        ViewScope any = scope;
        any.backend.clear();
        any.source.clear(); // which is on that server
        if (!scope.source.isEmpty())
            any.system.clear();
        add(tr("Server"), literalText(scope.backend), any);
    }
    if (!scope.source.isEmpty() || !scope.system.isEmpty()) {
        ViewScope whole = scope;
        whole.source.clear();
        whole.system.clear();
        QStringList names{sourceText(scope.source), literalText(scope.system)};
        names.removeAll(QString());
        const QString literal = names.join(QStringLiteral(", "));
        add(scope.source.isEmpty() ? tr("System") : tr("Source"),
            sourceLabel.isEmpty() ? literal : sourceLabel, whole);
    }
    if (scope.finding) {
        ViewScope any = scope;
        any.finding.reset();
        add(tr("Finding"), LockText::findingTitle(*scope.finding), any,
            LockText::findingSentence(*scope.finding));
    }
    if (scope.owner) {
        ViewScope any = scope;
        any.owner.reset();
        any.ownerHolds = false;
        const QString name = scope.owner->name();
        add(tr("Owner"), scope.ownerHolds ? tr("%1 holds").arg(name) : name, any);
    }
    if (hadFocus && !m_chips.empty())
        m_chips.back()->setFocus(Qt::OtherFocusReason);
    emit changed();
}

void ScopeChips::add(const QString &kind, const QString &label, const ViewScope &without,
                     const QString &meaning)
{
    auto *chip = new ScopeChip(kind, label, meaning, this);
    connect(chip, &QAbstractButton::clicked, this, [this, without] { emit scopeChosen(without); });
    m_layout->addWidget(chip);
    chip->setVisible(true);
    m_chips.push_back(chip);
}

} // namespace lockmaster

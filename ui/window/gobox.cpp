// SPDX-License-Identifier: Apache-2.0
#include "ui/window/gobox.h"

#include "ui/kit/colors.h"
#include "ui/kit/labels.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/textsize.h"
#include "ui/locks/backenddelegate.h"
#include "ui/window/gomodel.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

constexpr int shadow = 8; ///< around it, within the widget
constexpr int usualWidth = 640;
constexpr int leastBeside = 16; ///< of the window, at each side and below
constexpr int top = 40;
constexpr int mostRows = 12;
constexpr double shareOfDetail = 0.36;

QWidget *rule(QWidget *parent)
{
    auto *line = new QWidget(parent);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Midlight);
    return line;
}

} // namespace

GoBox::GoBox(GoModel &model, QWidget &window)
    : QFrame(&window), m_window(window), m_model(model), m_line(new QLineEdit(this)),
      m_list(new QTableView(this)), m_note(mutedLabel({}, this)),
      m_effects(std::make_unique<RowEffects>())
{
    hide();
    setAccessibleName(tr("Go anywhere"));
    m_line->setFrame(false);
    m_line->setPlaceholderText(tr("A lock, an owner, a server, a page, an action"));
    m_line->setAccessibleName(tr("What to go to, or to do"));
    m_line->setTextMargins(6, 6, 6, 6);
    m_line->setMaxLength(1000);
    m_list->setModel(&model);
    makePlainTable(*m_list, tr("What fits"));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setItemDelegate(new LockDelegate(*m_effects, this));
    m_list->setItemDelegateForColumn(GoModel::Detail, new BackendDelegate(*m_effects, this));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->horizontalHeader()->hide();
    m_list->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_list->horizontalHeader()->setMinimumSectionSize(1);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    m_note->setContentsMargins(LockDelegate::padding, 6, LockDelegate::padding, 6);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(shadow + 1, shadow + 1, shadow + 1, shadow + 1);
    layout->setSpacing(0);
    layout->addWidget(m_line);
    layout->addWidget(rule(this));
    layout->addWidget(m_list);
    layout->addWidget(m_note);
    m_line->installEventFilter(this);
    window.installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &GoBox::tellTyped);
    connect(m_list, &QTableView::clicked, this,
            [this](const QModelIndex &index) { emit clicked(index.row()); });
    connect(&model, &QAbstractItemModel::modelReset, this, &GoBox::followHits);
}

GoBox::~GoBox() = default;

void GoBox::open()
{
    m_before = QApplication::focusWidget();
    m_composed.clear();
    m_told.clear();
    m_line->clear();
    place();
    show();
    raise();
    m_line->setFocus(Qt::ShortcutFocusReason);
}

void GoBox::giveBack()
{
    QWidget *const before = m_before;
    hide();
    if (before && before->isVisible())
        before->setFocus(Qt::ShortcutFocusReason);
}

QString GoBox::note() const
{
    return m_note->text();
}

void GoBox::setNote(const QString &text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    place();
}

void GoBox::followHits()
{
    if (m_model.rowCount() > 0)
        m_list->setCurrentIndex(m_model.index(0, GoModel::Name));
    m_list->scrollToTop();
    place();
}

/** Below the top of the window, in its middle, as high as what there is to show. */
void GoBox::place()
{
    const int wanted = int(std::lround(usualWidth * TextSize::scale())) + 2 * shadow;
    const int width = std::min(wanted, m_window.width() - 2 * leastBeside + 2 * shadow);
    const int inside = width - 2 * (shadow + 1);
    const int note = m_note->text().isEmpty() ? 0 : m_note->heightForWidth(inside);
    const int rest = m_line->sizeHint().height() + 1 + note + 2 * (shadow + 1);
    const int room = m_window.height() - top - leastBeside - rest;
    const int rows =
        std::min({m_model.rowCount(), mostRows, std::max(room / LockDelegate::rowHeight(), 1)});
    m_list->setVisible(rows > 0);
    m_list->setFixedHeight(rows * LockDelegate::rowHeight());
    fitColumns(inside);
    setGeometry((m_window.width() - width) / 2, top, width,
                rest + rows * LockDelegate::rowHeight());
}

/** Keys and kinds are told in full, a name has what the others leave. */
void GoBox::fitColumns(int width)
{
    std::array<int, GoModel::columns> widths{};
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QString &keys = m_model.hitAt(row).keys;
        if (!keys.isEmpty())
            widths[GoModel::Keys] = std::max(widths[GoModel::Keys], figureWidth(*m_list, keys));
    }
    for (const QString &kind : GoModel::kinds())
        widths[GoModel::Kind] = std::max(widths[GoModel::Kind], figureWidth(*m_list, kind));
    widths[GoModel::Detail] = int(width * shareOfDetail);
    const int bar = m_model.rowCount() > m_list->height() / LockDelegate::rowHeight()
                        ? m_list->verticalScrollBar()->sizeHint().width()
                        : 0;
    widths[GoModel::Name] =
        width - bar - widths[GoModel::Detail] - widths[GoModel::Keys] - widths[GoModel::Kind];
    m_list->setColumnHidden(GoModel::Keys, widths[GoModel::Keys] == 0);
    for (int column = 0; column < GoModel::columns; ++column)
        m_list->setColumnWidth(column, widths[size_t(column)]);
}

bool GoBox::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_window && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_line)
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::InputMethod) {
        m_composed = static_cast<QInputMethodEvent *>(event)->preeditString();
        // After the line has taken it in.
        QMetaObject::invokeMethod(this, &GoBox::tellTyped, Qt::QueuedConnection);
    }
    if (event->type() == QEvent::KeyPress)
        return lineKey(static_cast<QKeyEvent *>(event)->key(), event);
    if (event->type() == QEvent::FocusOut) {
        // A menu of the line's own, or another window, is no other place in this one.
        const auto reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            hide();
    }
    return QFrame::eventFilter(watched, event);
}

void GoBox::tellTyped()
{
    QString text = m_line->text();
    text.insert(m_line->cursorPosition(), m_composed);
    if (std::exchange(m_told, text) != text)
        emit typed(text);
}

bool GoBox::lineKey(int key, QEvent *event)
{
    switch (key) {
    case Qt::Key_Escape: giveBack(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: emit entered(); return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QCoreApplication::sendEvent(m_list, event); return true;
    // There is nothing to tab to.
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return true;
    default: return false;
    }
}

void GoBox::hideEvent(QHideEvent *event)
{
    QFrame::hideEvent(event);
    // With its window, it comes back as it was.
    if (!event->spontaneous())
        emit closed();
}

void GoBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Colors &colors = colorsFor(palette());
    const QRect body = rect().adjusted(shadow, shadow, -shadow, -shadow);
    for (int ring = shadow; ring > 0; --ring) {
        constexpr int faintest = 5;
        painter.fillRect(body.adjusted(-ring, -ring / 2, ring, ring), QColor(0, 0, 0, faintest));
    }
    painter.fillRect(body, colors.base);
    painter.setPen(colors.muted);
    painter.drawRect(body.adjusted(0, 0, -1, -1));
}

} // namespace lockmaster

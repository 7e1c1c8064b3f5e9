// SPDX-License-Identifier: Apache-2.0
#include "ui/window/welcomeview.h"

#include "ui/kit/colors.h"
#include "ui/kit/textsize.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

constexpr int welcomeviewColumnWidth = 460;
constexpr int iconSize = 72;

QLabel *centeredLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignHCenter);
    label->setWordWrap(true);
    return label;
}

} // namespace

WelcomeView::WelcomeView(QWidget *parent)
    : QWidget(parent), m_column(new QWidget(this)), m_icon(centeredLabel(this)),
      m_title(centeredLabel(this)), m_lead(centeredLabel(this)),
      m_sandbox(new QPushButton(tr("&Start the sandbox"), this)),
      m_server(new QPushButton(tr("&Add a server…"), this)),
      m_import(new QPushButton(tr("&Import servers…"), this)), m_progress(new QProgressBar(this)),
      m_step(centeredLabel(this)), m_error(centeredLabel(this)), m_remedy(centeredLabel(this))
{
    m_icon->setPixmap(QIcon(QStringLiteral(":/icons/lockmaster.svg"))
                          .pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setBold(true);
    m_title->setFont(large);
    m_lead->setText(tr("Look around in a private MariaDB and Redis that live only as long as this "
                       "window, with locks of every kind in them; or add servers of your own."));
    m_sandbox->setDefault(true);
    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setAccessibleName(tr("Starting the sandbox"));
    m_remedy->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(12);
    buttons->addStretch();
    buttons->addWidget(m_sandbox);
    buttons->addWidget(m_server);
    buttons->addWidget(m_import);
    buttons->addStretch();

    auto *column = new QVBoxLayout(m_column);
    column->setContentsMargins({});
    column->setSpacing(12);
    column->addStretch(2);
    column->addWidget(m_icon);
    column->addWidget(m_title);
    column->addWidget(m_lead);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addSpacing(8);
    column->addWidget(m_progress);
    column->addWidget(m_step);
    column->addWidget(m_error);
    column->addWidget(m_remedy);
    column->addStretch(3);

    auto *row = new QHBoxLayout(this);
    row->addStretch();
    row->addWidget(m_column);
    row->addStretch();

    connect(m_sandbox, &QPushButton::clicked, this, &WelcomeView::sandboxWanted);
    connect(m_server, &QPushButton::clicked, this, &WelcomeView::serverWanted);
    connect(m_import, &QPushButton::clicked, this, &WelcomeView::importWanted);
    recolor();
    reset();
    fitColumn();
}

/** All as wide as the buttons are together, or more: what stands above them is above their middle.
 */
void WelcomeView::fitColumn()
{
    constexpr int between = 12;
    int buttons = -between;
    for (const QPushButton *button : {m_sandbox, m_server, m_import})
        buttons += button->sizeHint().width() + between;
    m_column->setFixedWidth(
        std::max(buttons, int(std::lround(welcomeviewColumnWidth * TextSize::scale()))));
}

void WelcomeView::showProgress(const QString &step, int percent)
{
    m_title->setText(tr("Starting the sandbox"));
    m_sandbox->hide();
    m_server->hide();
    m_import->hide();
    m_progress->setVisible(true);
    m_progress->setValue(percent);
    m_step->setText(step);
    m_error->clear();
    m_remedy->clear();
}

void WelcomeView::showFailure(const Error &error)
{
    reset();
    m_error->setText(error.message);
    m_remedy->setText(error.remedy);
}

void WelcomeView::reset()
{
    m_title->setText(tr("No server to watch yet"));
    m_sandbox->show();
    m_server->show();
    m_import->show();
    m_progress->setVisible(false);
    m_step->clear();
    m_error->clear();
    m_remedy->clear();
}

void WelcomeView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        recolor();
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitColumn();
}

void WelcomeView::recolor()
{
    const Colors &colors = colorsFor(QApplication::palette());
    const auto paint = [](QLabel *label, const QColor &color) {
        QPalette palette = label->palette();
        if (palette.color(QPalette::WindowText) == color)
            return;
        palette.setColor(QPalette::WindowText, color);
        label->setPalette(palette);
    };
    paint(m_lead, colors.muted);
    paint(m_step, colors.muted);
    paint(m_error, colors.danger);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/window/centre.h"

#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/dock.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"
#include "ui/kit/pagestack.h"
#include "ui/kit/productionstripe.h"
#include "ui/kit/textsize.h"

#include <QEvent>
#include <QSettings>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockmaster {

namespace {

// Together they are the narrowest window: of a lock its TTL is seen, and of its details words.
constexpr int narrowestSidebar = 128;
constexpr int usualSidebar = 204;
constexpr int narrowestTable = 438;
constexpr int narrowestDetails = 232;

} // namespace

Centre::Centre(const Parts &parts, QSettings &settings, QWidget *parent)
    : QWidget(parent), m_settings(settings), m_pages(new PageStack(settings, this)),
      m_details(parts.details), m_stripe(new ProductionStripe(this)),
      m_notice(new ElidedLabel(this)), m_dock(new Dock(settings, this)),
      m_columns(new QSplitter(Qt::Horizontal, this)), m_rows(new QSplitter(Qt::Vertical, this)),
      m_layout(new QVBoxLayout(this)), m_scale(TextSize::scale())
{
    m_notice->setContentsMargins(12, 4, 12, 4);
    m_notice->hide();
    connect(m_pages, &PageStack::chosen, m_details,
            [this](PageId id) { m_details->setVisible(id == PageId::Locks); });
    m_pages->add(PageId::Locks, parts.locks);
    m_columns->addWidget(parts.sidebar);
    m_columns->addWidget(m_pages);
    m_columns->addWidget(m_details);
    m_columns->setStretchFactor(1, 1);
    m_columns->setCollapsible(1, false);
    m_rows->addWidget(m_columns);
    m_rows->addWidget(m_dock);
    m_rows->setStretchFactor(0, 1);
    m_rows->setChildrenCollapsible(false);
    parts.sidebar->setMinimumWidth(narrowestSidebar);
    parts.locks->setMinimumWidth(narrowestTable);
    m_details->setMinimumWidth(narrowestDetails);
    for (QSplitter *splitter : {m_rows, m_columns})
        splitter->setHandleWidth(1);
    m_columns->setSizes({usualSidebar, 796, 280});
    m_columns->restoreState(m_settings.value(QStringLiteral("window/columns")).toByteArray());
    connect(m_dock, &Dock::stateChanged, this, &Centre::fitDock);
    connect(m_rows, &QSplitter::splitterMoved, m_dock,
            [this] { m_dock->setOpenHeight(m_dock->height()); });
    fitDock();

    m_layout->setContentsMargins({});
    m_layout->setSpacing(0);
    m_layout->addWidget(m_stripe);
    m_layout->addWidget(m_notice);
    m_layout->addWidget(m_rows, 1);
}

void Centre::addStrip(QWidget *strip)
{
    m_layout->insertWidget(m_layout->indexOf(m_rows), strip);
}

/** As high as it wants to be; the rest is the page's. */
void Centre::fitDock()
{
    const int wanted = m_dock->wantedHeight();
    // Before it is laid out it has no height yet: the page takes what differs.
    const int whole = m_rows->isVisible() ? m_rows->height() : 2 * wanted;
    m_rows->setSizes({std::max(whole - wanted - m_rows->handleWidth(), 1), wanted});
}

void Centre::setNotice(const QString &text, const QString &details)
{
    QPalette noticePalette = palette();
    noticePalette.setColor(QPalette::WindowText, colorsFor(palette()).danger);
    m_notice->setPalette(noticePalette);
    m_notice->setText(text);
    setPlainToolTip(m_notice, details);
    m_notice->setVisible(!text.isEmpty());
}

void Centre::setProduction(bool production)
{
    m_stripe->setVisible(production);
}

bool Centre::isProductionShown() const
{
    return !m_stripe->isHidden();
}

void Centre::setPresenting(bool on)
{
    m_columns->widget(0)->setVisible(!on);
    m_dock->setPresenting(on);
    // Where the focus was is not to be seen any more.
    if (const QWidget *focus = window()->focusWidget(); on && focus && !focus->isVisible())
        m_pages->currentWidget()->setFocus();
}

void Centre::saveLayout()
{
    m_settings.setValue(QStringLiteral("window/columns"), m_columns->saveState());
    m_dock->saveState();
}

void Centre::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitSidebar();
}

/**
 * As wide as its words want it, as far as the table can spare that. Of a width that somebody drew
 * since, or that came with the window's, that is the measure.
 */
void Centre::fitSidebar()
{
    QList<int> sizes = m_columns->sizes();
    const int shown = sizes.constFirst();
    const double scale = TextSize::scale();
    const double before = std::exchange(m_scale, scale);
    if (shown == 0 || scale == before) // put away, or nothing new
        return;
    if (shown != m_fitted)
        m_sidebar = std::max(shown / before, double(std::min(shown, usualSidebar)));
    constexpr int part = 5;
    const int most = std::max(int(std::lround(m_sidebar)), m_columns->width() / part);
    const int wanted = std::min(int(std::lround(m_sidebar * scale)), most);
    sizes[1] += shown - wanted;
    sizes[0] = wanted;
    m_columns->setSizes(sizes);
    m_fitted = m_columns->sizes().constFirst();
}

} // namespace lockmaster

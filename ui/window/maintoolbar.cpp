// SPDX-License-Identifier: Apache-2.0
#include "ui/window/maintoolbar.h"

#include "core/text/durationtext.h"
#include "core/display/locktext.h"
#include "core/display/viewaccount.h"
#include "ui/kit/icons.h"
#include "ui/locks/filteredit.h"
#include "ui/kit/labels.h"
#include "ui/kit/steadylabel.h"
#include "ui/window/refreshcontrol.h"
#include "ui/locks/scopechips.h"

#include <QAction>
#include <QLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

SteadyLabel *mutedLabel(QWidget *parent)
{
    auto *label = new SteadyLabel(parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(8, 0, 8, 0);
    return label;
}

/** The profile's own periods, where they are all the same. */
std::optional<Millis> commonPeriod(const ViewSnapshot &view)
{
    std::optional<Millis> common;
    for (const auto &backend : view.backends) {
        if (common && *common != backend->status.period)
            return std::nullopt;
        common = backend->status.period;
    }
    return common;
}

} // namespace

MainToolBar::MainToolBar(QSettings &settings, QAction *refreshNow, QWidget *parent)
    : QToolBar(parent), m_refresh(new RefreshControl(this)), m_age(mutedLabel(this)),
      m_chips(new ScopeChips(this)), m_chipsAction(nullptr), m_views(new QToolButton(this)),
      m_filter(new FilterEdit(settings, this)), m_filterAction(nullptr), m_count(mutedLabel(this))
{
    setWindowTitle(tr("Tools"));
    setObjectName(QStringLiteral("tools"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize({16, 16});
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);

    addWidget(m_refresh);
    auto *refreshButton = new QToolButton(this);
    refreshButton->setDefaultAction(refreshNow);
    refreshButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    refreshButton->setFocusPolicy(Qt::StrongFocus);
    addWidget(refreshButton);
    makeRoomForAge(59s); // what is older is rare, and the filter needs the room
    m_age->setObjectName(QStringLiteral("age"));
    addWidget(m_age);
    m_views->setIcon(symbolicIcon(QStringLiteral("view")));
    m_views->setFocusPolicy(Qt::StrongFocus);
    m_viewsAction = addWidget(m_views);
    m_viewsAction->setVisible(false);
    m_chipsAction = addWidget(m_chips);
    m_filterAction = addWidget(m_filter);
    m_lockTools = {m_filterAction, addWidget(m_count)};
    auto *spacer = new QWidget(this);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_spacer = addWidget(spacer);
    connect(m_chips, &ScopeChips::changed, this, &MainToolBar::showTools);
    showTools();
}

void MainToolBar::setLockTableShown(bool shown)
{
    m_lockTableShown = shown;
    showTools();
}

void MainToolBar::showTools()
{
    for (QAction *tool : m_lockTools)
        tool->setVisible(m_lockTableShown);
    m_chipsAction->setVisible(m_lockTableShown && !m_chips->chips().empty());
    m_spacer->setVisible(!m_lockTableShown);
    // At once: a filter that is not there yet cannot have the focus.
    layout()->activate();
}

void MainToolBar::setViews(QMenu *menu)
{
    // As `addMenu()` does, to the other side.
    connect(m_views, &QToolButton::clicked, menu,
            [this, menu] { menu->popup(m_views->mapToGlobal(m_views->rect().bottomLeft())); });
    keep(m_viewsAction, Concerns::LockTable);
    showView({}, false);
    showTools();
}

void MainToolBar::showView(const QString &name, bool changed)
{
    constexpr int widestName = 14; // in characters: the filter needs the room
    const QString shown = m_views->fontMetrics().elidedText(
        name, Qt::ElideRight, m_views->fontMetrics().averageCharWidth() * widestName);
    m_views->setToolButtonStyle(name.isEmpty() ? Qt::ToolButtonIconOnly
                                               : Qt::ToolButtonTextBesideIcon);
    const QString marked = changed ? QStringLiteral("● ") + shown : shown;
    m_views->setText(QString(marked).replace(u'&', QStringLiteral("&&")));
    QString said = tr("Views");
    if (!name.isEmpty())
        said = changed ? tr("View: %1, changed").arg(name) : tr("View: %1").arg(name);
    m_views->setAccessibleName(said);
    setPlainToolTip(m_views, said);
}

void MainToolBar::keep(QAction *tool, Concerns concerns)
{
    if (concerns == Concerns::LockTable)
        m_lockTools.push_back(tool);
}

void MainToolBar::follow(const ViewSnapshot &view, SteadyTime now)
{
    const ViewAccount account = ViewAccount::of(view);
    m_count->showText(account.count());
    setPlainToolTip(m_count, account.sentences());
    m_refresh->setProfilePeriod(commonPeriod(view));
    followAge(view, now);
}

void MainToolBar::makeRoomForAge(Micros age)
{
    m_age->setRoomFor(tr("%1 ago").arg(ageText(age)) + QStringLiteral(" + ?"));
}

void MainToolBar::followAge(const ViewSnapshot &view, SteadyTime now)
{
    const ViewScope &scope = view.query.scope;
    std::optional<SteadyTime> oldest;
    bool isWhole = true;
    for (const auto &backend : view.shown().backends) {
        const BackendStatus &status = backend->status;
        if ((!scope.backend.isEmpty() && scope.backend != status.name)
            || (scope.environment && scope.environment != status.environment))
            continue;
        // What is left of a lost server is shown, too, and is as old as its last answer. A table
        // that could not be read has no age, however young the others are.
        if (status.dataFrom)
            oldest = oldest ? std::min(*oldest, *status.dataFrom) : status.dataFrom;
        if (status.state != BackendState::Offline)
            isWhole = isWhole
                      && std::all_of(status.sources.begin(), status.sources.end(),
                                     [&scope](const SourceStatus &source) {
                                         return source.complete
                                                || (!scope.source.isEmpty()
                                                    && scope.source != source.name);
                                     });
    }
    if (!oldest) {
        m_age->showText({});
        return;
    }
    const auto age = std::chrono::duration_cast<Micros>(now - *oldest);
    if (age >= 1min)
        makeRoomForAge(59min + 59s); // once, and not with each minute
    const QString text = age < 2s ? tr("now") : tr("%1 ago").arg(ageText(age));
    m_age->showText(isWhole ? text
                            : tr("%1 + ?", "how old data are, some were not read").arg(text));
    const QString explanation = tr("How old the oldest data shown are");
    setPlainToolTip(m_age, isWhole ? explanation
                                   : explanation + u'\n' + ViewAccount::of(view).unreadSentence());
}

QString MainToolBar::count() const
{
    return m_count->text();
}

void MainToolBar::addLockAction(QAction *action, Concerns concerns)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    const auto describe = [button, action] {
        setSpokenDescription(button, spokenToolTip(action->toolTip()));
    };
    connect(action, &QAction::changed, button, describe);
    describe();
    keep(insertWidget(m_viewsAction, button), concerns);
}

void MainToolBar::addMenu(const QString &icon, const QString &text, QMenu *menu, Concerns concerns)
{
    auto *button = new QToolButton(this);
    button->setIcon(symbolicIcon(icon));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    // Not `setMenu`: that draws an arrow over a bare icon.
    connect(button, &QToolButton::clicked, menu, [button, menu] {
        const QPoint corner = button->mapToGlobal(button->rect().bottomRight());
        menu->popup(corner - QPoint(menu->sizeHint().width(), 0));
    });
    keep(addWidget(button), concerns);
}

} // namespace lockmaster

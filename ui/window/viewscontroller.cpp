// SPDX-License-Identifier: Apache-2.0
#include "ui/window/viewscontroller.h"

#include "core/display/locktext.h"
#include "core/text/literaltext.h"
#include "ui/kit/actionname.h"
#include "ui/kit/passingnote.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/savefile.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/locksview.h"
#include "ui/window/mainwindow.h"
#include "ui/window/maintoolbar.h"
#include "ui/window/viewaction.h"
#include "ui/window/viewdialog.h"

#include <QHeaderView>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr int mostKeys = 9;

QString forMenu(const QString &name)
{
    return literalText(name).replace(u'&', QStringLiteral("&&"));
}

} // namespace

ViewsController::ViewsController(MainWindow &window)
    : QObject(&window), m_window(window), m_menu(new QMenu(&window)),
      m_none(add([] { return tr("All locks, no view"); }, &ViewsController::leave)),
      m_save(add([] { return tr("Save view as…"); }, &ViewsController::askName)),
      m_update(add([] { return tr("Update the view"); }, &ViewsController::update)),
      m_rename(add([] { return tr("Rename the view…"); }, &ViewsController::askNewName)),
      m_remove(add([] { return tr("Delete the view…"); }, &ViewsController::askRemoval)),
      m_why(new QAction(this))
{
    m_none->setShortcut(QKeySequence(tr("Alt+0")));
    m_none->setCheckable(true);
    m_why->setEnabled(false);
    m_menu->setToolTipsVisible(true);
    m_menu->setAccessibleName(tr("Views"));
    window.tools().setViews(m_menu);
    LockTable &table = window.locksView().table();
    connect(&window, &MainWindow::queryChanged, this, &ViewsController::follow);
    connect(&table, &LockTable::columnsChanged, this, &ViewsController::follow);
    connect(table.horizontalHeader(), &QHeaderView::sectionMoved, this, &ViewsController::follow);
    setPut({});
}

QAction *ViewsController::add(const std::function<QString()> &name, void (ViewsController::*act)())
{
    auto *action = new QAction(this);
    nameAction(*action, name);
    connect(action, &QAction::triggered, this, act);
    m_window.addAction(action);
    return action;
}

void ViewsController::setPut(Put put, const QString &whyNot)
{
    m_put = std::move(put);
    m_whyNot = whyNot;
    fillMenu();
}

void ViewsController::setViews(const std::vector<SavedView> &views,
                               const std::vector<BackendSpec> &backends)
{
    const SavedView *const current = viewNamed(m_views, m_current);
    const bool isTyping =
        m_window.filterEdit().text().trimmed() != m_window.query().filter.text().trimmed();
    const bool mayFollow = current && *current == m_shown && !isChanged() && !isTyping;
    const QString whyNotBefore = current ? whyNotShown(*current) : QString();
    const SavedView *const next = current ? viewNamed(views, m_current) : nullptr;
    const bool isNew = next && *next != *current;
    m_views = views;
    m_backends = backends;
    if (!m_current.isEmpty() && !viewNamed(m_views, m_current)) {
        showPassingNote(
            m_window,
            tr("The view %1 is not in the profile any more.").arg(literalText(m_current)));
        m_current.clear();
        m_window.locksView().table().arrangeAsRemembered();
    } else if (next) {
        followCurrent(isNew, mayFollow, whyNotBefore);
    }
    fillMenu();
}

/** The profile tells anew of what is shown: it, or the servers that it is of, may be others. */
void ViewsController::followCurrent(bool isNew, bool mayFollow, const QString &whyNotBefore)
{
    const SavedView view = *viewNamed(m_views, m_current);
    const QString whyNot = whyNotShown(view);
    const QString name = literalText(view.name);
    if (isNew && mayFollow && whyNot.isEmpty()) {
        arrange(view);
        m_window.narrowTo(ViewScope::of(view), view.filter);
        m_window.filterEdit().setCursorPosition(0);
        showPassingNote(m_window, tr("The view %1 was changed in the profile, and is shown as it "
                                     "is now.")
                                      .arg(name));
    } else if (isNew && view != m_shown) {
        showPassingNote(m_window, tr("The view %1 was changed in the profile. What is shown is not "
                                     "that.")
                                      .arg(name));
    } else if (!whyNot.isEmpty() && whyNot != whyNotBefore) {
        showPassingNote(m_window, whyNot);
    }
}

ViewAction *ViewsController::actionOf(const QString &name)
{
    const auto known =
        std::find_if(m_actions.begin(), m_actions.end(),
                     [&name](const ViewAction *each) { return each->name() == name; });
    if (known != m_actions.end())
        return *known;
    auto *action = new ViewAction(name, this);
    action->setText(forMenu(name));
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, name] { show(name); });
    m_window.addAction(action);
    m_actions.push_back(action);
    return action;
}

void ViewsController::fillMenu()
{
    for (ViewAction *action : m_actions) {
        action->setVisible(false);
        action->setShortcut({});
    }
    m_menu->clear();
    m_menu->addAction(m_none);
    for (size_t i = 0; i < m_views.size(); ++i) {
        ViewAction *const action = actionOf(m_views[i].name);
        const QString why = whyNotShown(m_views[i]);
        action->setVisible(true);
        action->setEnabled(why.isEmpty());
        action->setToolTip(plainToolTip(why.isEmpty() ? literalText(m_views[i].name) : why));
        if (i < mostKeys)
            action->setShortcut(QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + int(i))));
        m_menu->addAction(action);
    }
    m_menu->addSeparator();
    m_menu->addActions({m_save, m_update, m_rename, m_remove});
    m_why->setText(m_whyNot);
    if (!m_whyNot.isEmpty())
        m_menu->addAction(m_why);
    follow();
}

/** Shows what is chosen, whether the table departs from it, and what can be done. */
void ViewsController::follow()
{
    const bool changed = isChanged();
    m_window.tools().showView(literalText(m_current), changed);
    const ViewQuery &query = m_window.query();
    m_none->setChecked(m_current.isEmpty() && query.filter.isEmpty() && query.scope == ViewScope());
    for (ViewAction *action : m_actions)
        action->setChecked(action->name() == m_current);
    const bool canPut = m_put != nullptr;
    const bool isShown = !m_current.isEmpty();
    m_save->setEnabled(canPut);
    m_update->setEnabled(canPut && isShown && changed);
    m_rename->setEnabled(canPut && isShown);
    m_remove->setEnabled(canPut && isShown);
    const QString noView = tr("No view is chosen.");
    const auto explain = [this](QAction *action, const QString &why) {
        const QString reason = m_put ? why : m_whyNot;
        action->setToolTip(action->isEnabled() ? QString() : plainToolTip(reason));
    };
    explain(m_save, {});
    explain(m_update, isShown ? tr("It is as the profile has it.") : noView);
    explain(m_rename, noView);
    explain(m_remove, noView);
}

QString ViewsController::whyNotShown(const SavedView &view) const
{
    const auto isOfIt = [&view](const BackendSpec &spec) {
        return view.backend.isEmpty() || spec.name == view.backend;
    };
    if (std::none_of(m_backends.begin(), m_backends.end(), isOfIt) && !view.backend.isEmpty())
        return tr("This view is of the server %1, which is not there.")
            .arg(literalText(view.backend));
    const bool isThere =
        !view.environment
        || std::any_of(m_backends.begin(), m_backends.end(), [&](const BackendSpec &spec) {
               return isOfIt(spec) && spec.environment == *view.environment;
           });
    return isThere ? QString()
                   : tr("This view is of servers in “%1”, and there is none.")
                         .arg(LockText::environmentGroup(*view.environment));
}

// What is shown

void ViewsController::show(const QString &name)
{
    const SavedView *const found = viewNamed(m_views, name);
    const QString why = found ? whyNotShown(*found) : tr("There is no such view any more.");
    if (!found || !why.isEmpty()) {
        follow();
        showPassingNote(m_window, why);
        return;
    }
    const SavedView view = *found;
    arrange(view);
    m_window.showLocks(ViewScope::of(view), view.filter);
    m_window.filterEdit().setCursorPosition(0); // a long one shows how it begins
    follow();
}

/** It is the current one from then on. */
void ViewsController::arrange(const SavedView &view)
{
    LockTable &table = m_window.locksView().table();
    table.arrangeAsRemembered();
    LockTable::Arrangement arrangement = table.arrangement();
    arrangement.columns = view.columns;
    if (view.sort) {
        arrangement.sort = *view.sort;
        arrangement.descending = view.descending;
    }
    m_current = view.name;
    m_shown = view;
    table.arrange(arrangement);
}

void ViewsController::leave()
{
    m_current.clear();
    m_window.locksView().table().arrangeAsRemembered();
    m_window.showLocks({});
    follow();
}

SavedView ViewsController::state() const
{
    const ViewQuery &query = m_window.query();
    const LockTable::Arrangement arrangement = m_window.locksView().table().arrangement();
    SavedView view;
    view.filter = query.filter.text().trimmed();
    view.environment = query.scope.environment;
    view.backend = query.scope.backend;
    view.source = query.scope.source;
    view.system = query.scope.system;
    view.finding = query.scope.finding;
    view.sort = arrangement.sort;
    view.descending = arrangement.descending;
    view.columns = arrangement.columns;
    return view;
}

bool ViewsController::isChanged() const
{
    const SavedView *const view = viewNamed(m_views, m_current);
    if (!view)
        return false;
    return stateLike(*view) != *view || !notKept().isEmpty();
}

/** What is shown now, of what `view` says: order and columns of which it says nothing are one's
 * own.
 */
SavedView ViewsController::stateLike(const SavedView &view) const
{
    SavedView now = state();
    now.name = view.name;
    if (!view.sort) {
        now.sort.reset();
        now.descending = false;
    }
    // Without its name a row says nothing: it is shown whatever a view says.
    if (view.columns.empty())
        now.columns.clear();
    else if (std::find(view.columns.begin(), view.columns.end(), LockColumn::Name)
             == view.columns.end())
        std::erase(now.columns, LockColumn::Name);
    return now;
}

/** What narrows the table and is no part of a view. */
QString ViewsController::notKept() const
{
    const ViewScope &scope = m_window.query().scope;
    if (scope.owner)
        return tr("Not kept: that only the locks of %1 are shown. A filter such as owner:%1 is "
                  "kept.")
            .arg(scope.owner->name());
    return scope.apart ? tr("Not kept: that the locks of the lab are shown.") : QString();
}

/** What is kept, in words for who is about to share it. */
QString ViewsController::stateText() const
{
    const SavedView now = state();
    const LockTable &table = m_window.locksView().table();
    QStringList lines;
    lines << (now.filter.isEmpty() ? tr("No filter")
                                   : tr("Filter: %1").arg(literalText(now.filter)));
    QStringList places;
    if (now.environment)
        places << LockText::environment(*now.environment);
    for (const QString &place : {now.backend, now.source, now.system}) {
        if (!place.isEmpty())
            places << literalText(place);
    }
    if (now.finding)
        places << LockText::findingTitle(*now.finding);
    lines << (places.isEmpty() ? tr("Of all servers")
                               : tr("Of: %1").arg(places.join(QStringLiteral(", "))));
    lines << tr("Sorted by: %1").arg(table.columnTitle(*now.sort));
    QStringList columns;
    for (const LockColumn column : now.columns)
        columns << table.columnTitle(column);
    lines << tr("Columns: %1").arg(columns.join(QStringLiteral(", ")));
    if (const QString error = m_window.filterEdit().errorText(); !error.isEmpty())
        lines << tr("What stands in the filter line is not understood, and not kept.");
    lines << notKept() << tr("It stands in the profile, for all who share it.");
    lines.removeAll(QString());
    return lines.join(u'\n');
}

// What is kept

QStringList ViewsController::namesBut(const QString &name) const
{
    QStringList names;
    for (const SavedView &view : m_views) {
        if (view.name != name)
            names << view.name;
    }
    return names;
}

/** What is put is what is shown from then on: the profile tells of its views meanwhile. */
Result<void> ViewsController::put(QString replaces, const std::optional<SavedView> &view)
{
    if (!m_put)
        return failure(ErrorKind::Config, m_whyNot);
    const QString before = std::exchange(m_current, QString());
    const Put into = m_put; // which the profile may give anew
    Result<void> outcome = into(std::as_const(replaces), view);
    m_current = outcome ? (view ? view->name : QString()) : before;
    if (!viewNamed(m_views, m_current))
        m_current.clear();
    follow();
    return outcome;
}

void ViewsController::askName()
{
    const SavedView now = state();
    auto *dialog = new ViewDialog(
        tr("Save view"), stateText(), {}, namesBut({}),
        [this, now](const QString &name) {
            SavedView view = now;
            view.name = name;
            return put({}, view).map([this] {
                // From now on the columns are the view's, and one's own stay as they were.
                show(m_current);
            });
        },
        &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ViewsController::update()
{
    const SavedView *const kept = viewNamed(m_views, m_current);
    if (!kept)
        return;
    const SavedView now = stateLike(*kept);
    const auto refuse = [&](const QString &why) {
        showNotDone(m_window, tr("Not saved"),
                    tr("The view %1 is as it was.").arg(literalText(now.name)), why);
    };
    if (!m_window.filterEdit().errorText().isEmpty()) {
        refuse(tr("What stands in the filter line is not understood, and not kept."));
        return;
    }
    // What a colleague made of it meanwhile is not to be lost.
    if (*kept != m_shown) {
        refuse(tr("It was changed in the profile meanwhile. Choose it again to see it as it is "
                  "now, and change it anew."));
        return;
    }
    if (const auto outcome = put(m_current, now); !outcome) {
        refuse(errorText(outcome.error()));
        return;
    }
    m_shown = now;
    follow();
    showPassingNote(m_window, tr("Saved: %1").arg(literalText(now.name)));
}

void ViewsController::askNewName()
{
    const QString before = m_current;
    auto *dialog = new ViewDialog(
        tr("Rename view"), {}, before, namesBut(before),
        [this, before](const QString &name) -> Result<void> {
            const SavedView *const view = viewNamed(m_views, before);
            if (!view)
                return failure(ErrorKind::Config, tr("There is no such view any more."));
            SavedView renamed = *view;
            renamed.name = name;
            return put(before, renamed).map([&] { m_shown.name = name; });
        },
        &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ViewsController::askRemoval()
{
    const QString name = m_current;
    auto *box = new QMessageBox(QMessageBox::Question, tr("Delete view"),
                                tr("Delete the view %1?").arg(literalText(name)),
                                QMessageBox::Cancel, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("It goes from the profile, for all who share it. No lock changes."));
    QPushButton *const remove = box->addButton(tr("&Delete"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(remove, &QPushButton::clicked, this, [this, name] {
        if (const auto outcome = put(name, std::nullopt); !outcome) {
            showNotDone(m_window, tr("Not deleted"),
                        tr("The view %1 is as it was.").arg(literalText(name)),
                        errorText(outcome.error()));
            return;
        }
        m_window.locksView().table().arrangeAsRemembered();
    });
    usePlainButtons(*box);
    box->open();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/viewspreview.h"

#include "ui/kit/markedlocks.h"
#include "ui/locks/locksview.h"
#include "ui/servers/sidebarpane.h"

#include <QAction>
#include <QLineEdit>

namespace lockmaster::test {

namespace {

/** Two that are listed, one that is not held and two that nobody can tell of. */
void pinSome(MainWindow &window, ViewFeed &feed)
{
    std::vector<LockId> ids;
    for (const size_t row : {size_t(4), size_t(7)}) {
        const LockSpec &lock = feed.locks[row];
        ids.push_back({std::make_shared<SourceId>(SourceId{lock.backend, lock.system, lock.source}),
                       lock.name});
    }
    SourceStatus whole;
    whole.name = feed.locks.front().source;
    whole.systems = {feed.locks.front().system};
    whole.complete = true;
    feed.backends.front().sources = {whole};
    const auto read = std::make_shared<SourceId>(
        SourceId{feed.backends.front().name, whole.systems.front(), whole.name});
    const auto unread = std::make_shared<SourceId>(
        SourceId{QStringLiteral("legacy"), whole.systems.front(), QStringLiteral("ops.dist_lock")});
    ids.push_back({read, "month-close"});
    ids.push_back({unread, "ledger"});
    ids.push_back({unread, "payout"});
    window.pins().setMarked(ids, true);
}

void showSavedView(ViewsController &views, const ViewFeed &feed)
{
    SavedView view;
    view.name = QStringLiteral("Orders that are held too long");
    view.filter = QStringLiteral("state:held");
    view.backend = feed.backends.front().name;
    view.sort = LockColumn::Held;
    view.descending = true;
    view.columns = {LockColumn::Name, LockColumn::Owner, LockColumn::Held, LockColumn::State};
    views.setPut([](const QString &, const std::optional<SavedView> &) { return Result<void>(); });
    BackendSpec billing;
    billing.name = view.backend;
    views.setViews({view}, {billing});
    views.show(view.name);
}

} // namespace

bool isViewsState(const QString &state)
{
    return state.startsWith(u"view") || state == u"pins" || state == u"finding";
}

void showViewsState(MainWindow &window, ViewsController &views, ViewFeed &feed,
                    const QString &state)
{
    if (state == u"pins")
        pinSome(window, feed);
    if (state == u"finding") {
        QLineEdit &line = window.sidebarPane().line();
        line.setFocus();
        line.setText(QStringLiteral("cache1"));
    }
    if (!state.startsWith(u"view"))
        return;
    showSavedView(views, feed);
    if (state == u"view-changed" || state == u"view-save")
        window.locksView().table().sortBy(LockColumn::Owner);
    if (state == u"view-save")
        views.saveAction().trigger();
    if (state == u"view-rename")
        views.renameAction().trigger();
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/historypreview.h"

#include "tests/support/historyshowcase.h"
#include "core/display/lockpast.h"
#include "ui/window/historycontroller.h"
#include "ui/history/historypictures.h"
#include "ui/history/historysearch.h"
#include "ui/history/historytable.h"
#include "ui/history/historyview.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTabBar>

namespace lockmaster::test {

using namespace std::chrono_literals;

void showHistoryState(MainWindow &window, LockStore &store, const QString &state)
{
    static HistoryShowcase shown; // outlives the window
    if (state == u"history-many") {
        shown.busy("order:77", 1500, 2s);
        shown.commit();
    }
    if (state == u"history-times") {
        shown.contended();
        shown.commit();
    }
    const bool empty = state == u"history-empty";
    const HistoryPlaces places{empty ? QString() : shown.store(), shown.audit()};
    auto *desk = new HistoryController(places, window, store, shown.clock);
    if (state == u"history-details") {
        window.locksView().table().selectLock(store.view()->rows.front().lock.id());
        return;
    }
    HistoryView *view = &desk->view();
    window.showPage(PageId::History);
    HistorySearch &search = view->search();
    const HistoryLock lock{QStringLiteral("cache"), QStringLiteral("redis_string"),
                           QStringLiteral("db 0"), "user:42:card"};
    if (state == u"history-lock")
        search.showLock(lock);
    if (state == u"history-hours") {
        search.lockEdit().setText(QStringLiteral("invoice"));
        search.setSpan(HistorySearch::Span::Week);
        view->pictures().tabs().setCurrentIndex(HistoryPictures::Hours);
    }
    if (state == u"history-lengths")
        view->pictures().tabs().setCurrentIndex(HistoryPictures::Lengths);
    if (state == u"history-wanted")
        view->pictures().tabs().setCurrentIndex(HistoryPictures::Wanted);
    if (state == u"history-times") {
        search.setSpan(HistorySearch::Span::Day);
        view->pictures().tabs().setCurrentIndex(HistoryPictures::Times);
    }
    if (state == u"history-busy")
        search.lockEdit().setText(QStringLiteral("order"));
    if (state == u"history-moment")
        search.momentEdit().setText(QStringLiteral("30m"));
    if (state == u"history-nothing")
        search.lockEdit().setText(QStringLiteral("no such lock"));
    if (state == u"history-wrong")
        search.momentEdit().setText(QStringLiteral("noonish"));
    if (state == u"history-custom") {
        search.setSpan(HistorySearch::Span::Custom);
        search.fromEdit().setText(QStringLiteral("2h"));
    }
    QObject::connect(view, &HistoryView::answerShown, view, [view] {
        if (!view->table().currentIndex().isValid())
            view->table().selectRow(2);
    });
}

std::optional<DetailSection> previewPast()
{
    HistoryShowcase shown;
    shown.hold("order:42", "web-9", 60s, {}, HistoryEnd::Open);
    shown.commit();
    const LockId lock{std::make_shared<const SourceId>(SourceId{QStringLiteral("cache"),
                                                                QStringLiteral("redis_string"),
                                                                QStringLiteral("db 0")}),
                      "order:42"};
    const std::atomic<bool> never(false);
    HistoryAnswer answer = answerFromHistory({shown.store(), {}}, LockPast::question(lock), never);
    answer.asked = shown.clock.wallNow();
    return LockPast::sectionOf(answer);
}

} // namespace lockmaster::test

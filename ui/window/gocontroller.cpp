// SPDX-License-Identifier: Apache-2.0
#include "ui/window/gocontroller.h"

#include "core/text/literaltext.h"
#include "ui/kit/actionname.h"
#include "core/platform/askaside.h"
#include "ui/owners/ownertext.h"
#include "ui/kit/labels.h"
#include "ui/kit/windowplace.h"
#include "ui/window/pagewindows.h"
#include "ui/locks/lockactions.h"
#include "core/display/viewaccount.h"
#include "ui/servers/sidebarmodel.h"
#include "ui/window/gobox.h"
#include "ui/window/mainwindow.h"
#include "ui/window/viewaction.h"

#include <QMenu>
#include <QTableView>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr size_t mostRecent = 6;
constexpr QChar ellipsis(0x2026);

/** `Settings` of `Settings…`: the dots are no part of the name. */
QString bareName(QString name)
{
    while (name.endsWith(ellipsis))
        name.chop(1);
    return name;
}

/** The one of the two that fits better; what was found by its English name tells it. */
void fitEither(GoHit &hit, const TypedLetters &typed, const QString &english)
{
    hit.fit = typed.fit(bareName(hit.name));
    const Fit inEnglishFit = typed.fit(english);
    if (inEnglishFit >= hit.fit)
        return;
    hit.fit = inEnglishFit;
    if (hit.detail.isEmpty())
        hit.detail = english;
}

GoHit hitOf(PageId page)
{
    GoHit hit{page};
    hit.name = SidebarModel::pageTitle(page);
    hit.keys = PageStack::keyOf(page).toString(QKeySequence::NativeText);
    return hit;
}

GoHit hitOf(QAction *action)
{
    GoHit hit{action};
    const auto *const view = qobject_cast<ViewAction *>(action);
    hit.name = view ? literalText(view->name()) : action->text();
    hit.keys = action->shortcut().toString(QKeySequence::NativeText);
    hit.isOffered = action->isEnabled();
    // Without a tip of its own an action says its name.
    const QString tip = spokenToolTip(action->toolTip());
    if (!hit.isOffered && tip != bareName(hit.name))
        hit.detail = tip;
    return hit;
}

GoHit hitOf(const ServerEntry &server)
{
    GoHit hit{server.name};
    hit.name = literalText(server.name);
    hit.environment = server.environment;
    switch (server.state) {
    case BackendState::Offline:
        hit.detail = GoController::tr("does not answer");
        hit.detailTone = Tone::Danger;
        break;
    case BackendState::Connecting: hit.detail = GoController::tr("not read yet"); break;
    case BackendState::Stale:
    case BackendState::Online:
        hit.detail = GoController::tr("%Ln locks", nullptr, int(server.figures.locks));
        if (!server.isWhole)
            hit.detail += QStringLiteral(" + ?");
        break;
    }
    return hit;
}

GoHit hitOf(const OwnerEntry &owner)
{
    GoHit hit{owner.id};
    hit.name = owner.id.name();
    hit.detail = GoController::tr("holds %1").arg(OwnerText::holds(owner));
    return hit;
}

GoHit hitOf(const LockRecord &lock, const ServerEntry &server)
{
    GoHit hit{lock.id};
    hit.name = LockText::name(lock);
    hit.detail = QStringLiteral("%1 · %2").arg(literalText(server.name), LockText::state(lock));
    if (lock.state == LockState::Blocked)
        hit.detailTone = Tone::Danger;
    hit.environment = server.environment;
    return hit;
}

GoHit hitOf(const Place &place)
{
    const auto named = [&place](GoHit hit) {
        hit.fit = place.fit;
        return hit;
    };
    switch (place.kind) {
    case Place::Kind::Server: return named(hitOf(*place.server));
    case Place::Kind::Owner: return named(hitOf(*place.owner));
    case Place::Kind::Lock: break;
    }
    return named(hitOf(place.lock.unpack(), *place.server));
}

ServerEntry serverOf(const BackendSnapshot &backend)
{
    ServerEntry server = ServerEntry::of(backend.status);
    server.figures.locks = qint64(backend.locks.size());
    return server;
}

/** What was chosen before, as it is now; none where it is not there any more. */
std::optional<GoHit> hitOf(const GoTarget &target, const ViewSnapshot &view)
{
    if (const auto *name = std::get_if<QString>(&target)) {
        const BackendSnapshot *const backend = view.backend(*name);
        return backend ? std::optional(hitOf(serverOf(*backend))) : std::nullopt;
    }
    if (const auto *owner = std::get_if<OwnerId>(&target)) {
        GoHit hit{*owner};
        hit.name = owner->name();
        return hit;
    }
    if (const auto *id = std::get_if<LockId>(&target)) {
        const BackendSnapshot *const backend = view.backend(id->source->backend);
        if (!backend)
            return std::nullopt;
        const auto found = findLock(backend->locks, *id);
        if (found == backend->locks.end())
            return std::nullopt;
        return hitOf(found->unpack(), serverOf(*backend));
    }
    return std::nullopt;
}

} // namespace

GoController::GoController(MainWindow &window, LockStore &store)
    : QObject(&window), m_window(window), m_store(store), m_open(new QAction(this)),
      m_model(new GoModel(this)), m_box(new GoBox(*m_model, window)),
      m_wanted(std::make_shared<std::atomic<quint64>>(0))
{
    m_pool.setMaxThreadCount(1);
    nameAction(*m_open, [] { return tr("Go anywhere…"); });
    m_open->setShortcut(QKeySequence(tr("Ctrl+K")));
    QMenu &menu = window.menu();
    menu.insertAction(menu.actions().value(0), m_open);
    window.addAction(m_open);
    window.pageWindows().addShared(m_open);
    connect(m_open, &QAction::triggered, this, [this] {
        if (m_box->isVisible())
            m_box->giveBack();
        else
            open();
    });
    connect(m_box, &GoBox::typed, this, &GoController::look);
    connect(m_box, &GoBox::clicked, this, &GoController::choose);
    connect(m_box, &GoBox::entered, this, [this] {
        m_isEntered = !m_isAnswered;
        if (m_isAnswered)
            choose(m_box->list().currentIndex().row());
    });
    connect(m_box, &GoBox::closed, this, [this] {
        ++*m_wanted;
        m_isEntered = m_isUnderWay = false;
        emit openChanged(false);
    });
    connect(&store, &LockStore::updated, this, &GoController::followStore);
}

GoController::~GoController()
{
    ++*m_wanted;
}

void GoController::open()
{
    // Its line is there, whatever window asked for it.
    if (QApplication::activeWindow() != &m_window)
        bringForward(m_window);
    m_window.forgetRowGoal();
    look({});
    m_box->open();
    emit openChanged(true);
}

// What fits

void GoController::look(const QString &typed)
{
    m_typed = PlaceLetters(typed);
    m_isEntered = false;
    m_isAnswered = m_typed.whole.isEmpty();
    if (!m_isAnswered) {
        search();
        return;
    }
    ++*m_wanted;
    m_isUnderWay = false;
    m_model->setHits(usualHits());
    m_box->setNote(tr("Return goes there, Esc goes back."));
}

void GoController::search()
{
    const quint64 number = ++*m_wanted;
    const auto view = m_store.view();
    m_isUnderWay = true;
    m_searched = {ViewAccount::of(view->wholePart()), view->owners != nullptr,
                  view->owners ? view->owners->more : 0};
    askAside<PlacesFound>(
        this,
        [view, typed = m_typed, wanted = m_wanted, number] {
            return findPlaces(*view, typed, [&] { return *wanted == number; });
        },
        [this, number](const PlacesFound &found) {
            if (*m_wanted == number)
                show(found);
        },
        &m_pool);
}

void GoController::show(const PlacesFound &found)
{
    std::vector<GoHit> hits = fittingOwnHits();
    for (const Place &place : found.places)
        hits.push_back(hitOf(place));
    // Among equals the window's own come first: they are few.
    std::stable_sort(hits.begin(), hits.end(),
                     [](const GoHit &a, const GoHit &b) { return a.fit < b.fit; });
    m_isUnderWay = false;
    // What was chosen stays so where the same was looked for once more.
    std::optional<GoTarget> chosen;
    if (const int row = m_box->list().currentIndex().row(); m_isAnswered && row > 0)
        chosen = m_model->hitAt(row).target;
    m_isAnswered = true;
    const bool isEmpty = hits.empty();
    m_model->setHits(std::move(hits));
    m_box->setNote(isEmpty ? nothingFits() + u' ' + account(found) : account(found));
    for (int row = 0; chosen && row < m_model->rowCount(); ++row) {
        if (m_model->hitAt(row).target == *chosen)
            m_box->list().setCurrentIndex(m_model->index(row, GoModel::Name));
    }
    if (std::exchange(m_isEntered, false) && isGoneToUnseen())
        choose(0);
}

/** Nobody has seen the best hit: to go somewhere harms nothing, and to do something might. */
bool GoController::isGoneToUnseen() const
{
    if (m_model->rowCount() == 0)
        return false;
    const GoHit &best = m_model->hitAt(0);
    return !std::holds_alternative<QAction *>(best.target) || best.fit <= Fit::Beginning;
}

/** Only what was not there is looked for again, and no search is given up for that. */
void GoController::followStore()
{
    if (!m_box->isVisible() || m_typed.whole.isEmpty() || !m_isAnswered || m_isUnderWay)
        return;
    const bool ownersCame = !m_searched.hadOwners && m_store.view()->owners;
    if (ownersCame || m_model->rowCount() == 0)
        search();
}

std::vector<GoHit> GoController::ownHits() const
{
    std::vector<GoHit> hits;
    for (const PageId page : m_window.pages())
        hits.push_back(hitOf(page));
    QList<QAction *> actions = m_window.actions();
    if (m_window.page() == PageId::Locks)
        actions = m_window.lockActions().offered() + actions;
    for (QAction *action : std::as_const(actions)) {
        if (action == m_open || !action->isVisible() || action->text().isEmpty())
            continue;
        GoHit hit = hitOf(action);
        // What cannot be done, and nobody knows why, only stands in the way.
        if (hit.isOffered || !hit.detail.isEmpty())
            hits.push_back(std::move(hit));
    }
    return hits;
}

std::vector<GoHit> GoController::fittingOwnHits() const
{
    std::vector<GoHit> hits;
    for (GoHit &hit : ownHits()) {
        QString english;
        if (const auto *page = std::get_if<PageId>(&hit.target))
            english = inEnglish([page] { return SidebarModel::pageTitle(*page); });
        else
            english = englishName(**std::get_if<QAction *>(&hit.target));
        fitEither(hit, m_typed.whole, bareName(english));
        // A few letters that stand anywhere in its name do not mean that something is to be done.
        const bool isAction = std::holds_alternative<QAction *>(hit.target)
                              && GoModel::kindOf(hit) != GoModel::viewKind();
        if (hit.fit != Fit::None && !(isAction && hit.fit == Fit::Letters))
            hits.push_back(std::move(hit));
    }
    return hits;
}

/** Before anything is typed: what was chosen last, the pages, what can be done. */
std::vector<GoHit> GoController::usualHits() const
{
    std::vector<GoHit> own = ownHits();
    std::vector<GoHit> hits;
    for (const GoTarget &target : m_recent) {
        const auto known = std::find_if(
            own.begin(), own.end(), [&target](const GoHit &hit) { return hit.target == target; });
        if (known != own.end()) {
            hits.push_back(std::move(*known));
            own.erase(known);
        } else if (auto hit = hitOf(target, *m_store.view())) {
            hits.push_back(std::move(*hit));
        }
    }
    std::move(own.begin(), own.end(), std::back_inserter(hits));
    return hits;
}

QString GoController::nothingFits() const
{
    const ViewAccount &all = m_searched.account;
    if (!all.anythingRead)
        return tr("No page and no action is called so, and no server has been read yet.");
    const bool isWhole = all.isComplete() && all.late.isEmpty() && m_searched.hadOwners
                         && m_searched.moreOwners == 0;
    return isWhole ? tr("Nothing is called so.")
                   : tr("In what could be read, nothing is called so.");
}

/** Out of what it was searched, and what was not. */
QString GoController::account(const PlacesFound &found) const
{
    QStringList said{tr("Searched: %1, %2, %3.", "1: 37 locks; 2: 12 owners; 3: 4 servers")
                         .arg(tr("%Ln locks", nullptr, int(found.locks)),
                              tr("%Ln owners", nullptr, int(found.owners)),
                              tr("%Ln servers", nullptr, int(found.servers)))};
    if (found.fitting > qint64(found.places.size()))
        said << tr("%1 fit; these are the first %2.")
                    .arg(countText(found.fitting), countText(qint64(found.places.size())));
    if (m_searched.moreOwners > 0)
        said << tr("%Ln more owners were not searched.", nullptr, int(m_searched.moreOwners));
    said << m_searched.account.unreadSentence();
    said.removeAll(QString());
    return said.join(u' ');
}

// What is chosen

void GoController::choose(int row)
{
    if (row < 0 || row >= m_model->rowCount() || !m_model->hitAt(row).isOffered)
        return;
    const GoTarget target = m_model->hitAt(row).target;
    m_box->giveBack();
    remember(target);
    go(target);
}

void GoController::remember(const GoTarget &target)
{
    const auto known = std::find(m_recent.begin(), m_recent.end(), target);
    if (known != m_recent.end())
        m_recent.erase(known);
    m_recent.insert(m_recent.begin(), target);
    m_recent.resize(std::min(m_recent.size(), mostRecent));
}

void GoController::go(const GoTarget &target)
{
    ViewScope scope;
    if (const auto *page = std::get_if<PageId>(&target)) {
        m_window.enterPage(*page);
    } else if (const auto *action = std::get_if<QAction *>(&target)) {
        (*action)->trigger();
    } else if (const auto *server = std::get_if<QString>(&target)) {
        scope.backend = *server;
        m_window.showLocks(scope);
    } else if (const auto *owner = std::get_if<OwnerId>(&target)) {
        scope.owner = *owner;
        m_window.showLocks(scope);
    } else {
        m_window.goToLock(std::get<LockId>(target));
    }
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/held/holding.h"

#include "core/text/literaltext.h"
#include "ui/held/exitquestion.h"
#include "core/display/locktext.h"
#include "ui/kit/banner.h"
#include "ui/kit/windowplace.h"
#include "ui/held/heldlist.h"

#include <QApplication>
#include <QPushButton>
#include <QTimer>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** A lock that was let go of as it should be leaves the list by itself, after it could be seen. */
constexpr auto letGoShown = 6s;
constexpr qsizetype holdingLongestName = 60;

} // namespace

Holding::Holding(Desk desk, const LockStore &store, const SystemNames &names, const Clock &clock,
                 QWidget &window)
    : QObject(&window), m_desk(std::move(desk)), m_store(store), m_clock(clock), m_window(window),
      m_model(new HeldModel(names, clock, this)), m_list(new HeldList(*m_model, &window)),
      m_notice(new Banner(&window))
{
    buildNotice();
    connect(m_list, &HeldList::renewRequested, this, [this](int id) { m_desk.renew(id); });
    connect(m_list, &HeldList::releaseRequested, this, [this](int id) { m_desk.release(id); });
    connect(m_list, &HeldList::releaseAllRequested, this, [this] { m_desk.releaseAll(); });
    connect(m_list, &HeldList::dismissRequested, this, [this](int id) { m_desk.dismiss(id); });
}

Holding *Holding::of(HoldController &desk, const LockStore &store, const SystemNames &names,
                     const Clock &clock, QWidget &window)
{
    auto *holding =
        new Holding({.acquire = [&desk](const HoldOrder &order) { desk.acquire(order); },
                     .renew = [&desk](int id) { desk.renew(id); },
                     .release = [&desk](int id) { desk.release(id); },
                     .releaseAll = [&desk] { desk.releaseAll(); },
                     .dismiss = [&desk](int id) { desk.dismiss(id); }},
                    store, names, clock, window);
    connect(&desk, &HoldController::changed, holding, [holding, &desk](int id) {
        for (const HeldLock &lock : desk.locks()) {
            if (lock.id == id) {
                holding->follow(HeldLock(lock)); // the list may change meanwhile
                return;
            }
        }
    });
    connect(&desk, &HoldController::removed, holding, &Holding::forget);
    return holding;
}

void Holding::buildNotice()
{
    auto *show = new QPushButton(tr("Show"), m_notice);
    auto *dismiss = new QPushButton(tr("Dismiss"), m_notice);
    for (QPushButton *button : {show, dismiss})
        m_notice->addButton(button);
    connect(show, &QPushButton::clicked, this, [this] {
        if (const auto ids = lost(); !ids.empty())
            m_list->reveal(ids.back());
    });
    connect(dismiss, &QPushButton::clicked, this, [this] {
        for (const int id : lost())
            m_desk.dismiss(id);
    });
}

AcquireDialog *Holding::ask(AcquireDialog::Setup setup, const std::optional<LockId> &from)
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return m_dialog;
    }
    m_dialog = new AcquireDialog(std::move(setup), m_store, m_clock, &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (from)
        m_dialog->prefill(*from);
    connect(m_dialog, &AcquireDialog::orderGiven, this, [this](const HoldOrder &order) {
        m_leaving = Leaving::No; // who takes a lock stays
        m_desk.acquire(order);
    });
    connect(m_dialog, &AcquireDialog::liftRequested, this,
            [this](const BackendSpec &backend) { emit liftRequested(backend, m_dialog); });
    m_dialog->open();
    return m_dialog;
}

void Holding::follow(const HeldLock &lock)
{
    const int row = m_model->rowOf(lock.id);
    const bool known = row >= 0;
    const HeldLock::State before = known ? m_model->lockAt(row).state : HeldLock::State::Waiting;
    m_model->put(lock);
    const bool fresh = !known || before != lock.state;
    if (!known)
        emit m_list->wanted();
    if (fresh && lock.state == HeldLock::State::LetGo)
        QTimer::singleShot(letGoShown, this, [this, id = lock.id] { m_desk.dismiss(id); });
    if (fresh && lock.state == HeldLock::State::Lost)
        QApplication::alert(&m_window);
    noteChange();
}

void Holding::forget(int id)
{
    m_model->remove(id);
    noteChange();
}

void Holding::noteChange()
{
    showLost();
    if (const int count = liveCount(); count != m_lastCount) {
        m_lastCount = count;
        emit liveCountChanged(count);
    }
    leaveIfDone();
}

std::vector<int> Holding::lost() const
{
    std::vector<int> ids;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->lockAt(row).state == HeldLock::State::Lost)
            ids.push_back(m_model->lockAt(row).id);
    }
    return ids;
}

void Holding::showLost()
{
    const auto ids = lost();
    if (ids.empty()) {
        m_notice->clear();
        return;
    }
    const HeldLock &last = m_model->lockAt(m_model->rowOf(ids.back()));
    const QString name = briefText(HeldModel::nameText(last), holdingLongestName);
    const QString backend = literalText(last.order.backend.name);
    const QString title =
        ids.size() == 1
            ? tr("Lost: you no longer hold %1 on %2.").arg(name, backend)
            : tr("Lost: you no longer hold %n locks, the last %1 on %2.", nullptr, int(ids.size()))
                  .arg(name, backend);
    m_notice->setMessage(Tone::Danger, title, literalText(last.message));
}

// On the way out

bool Holding::mayClose()
{
    // Whoever closes the window a second time while it lets go does not want to wait for that.
    if (liveCount() == 0 || m_leaving == Leaving::AtOnce || m_leaving == Leaving::Releasing)
        return true;
    askBeforeLeaving();
    return false;
}

void Holding::askBeforeLeaving()
{
    if (m_question) {
        m_question->raise();
        m_question->activateWindow();
        return;
    }
    std::vector<HeldLock> live;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->lockAt(row).isLive())
            live.push_back(m_model->lockAt(row));
    }
    bringForward(m_window);
    m_question = new ExitQuestion(live, &m_window);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_question, &ExitQuestion::cancelled, this, [this] { m_leaving = Leaving::No; });
    connect(m_question, &ExitQuestion::quitWhenReleasedChosen, this, [this] {
        m_leaving = Leaving::WhenReleased;
        leaveIfDone();
    });
    connect(m_question, &ExitQuestion::releaseAndQuitChosen, this, [this] {
        m_leaving = Leaving::Releasing;
        m_desk.releaseAll();
        leaveIfDone();
    });
    m_question->open();
}

void Holding::leaveIfDone()
{
    if (m_leaving == Leaving::No || m_leaving == Leaving::AtOnce || liveCount() > 0)
        return;
    m_leaving = Leaving::No;
    // What did not end well is told before the window goes, not lost with it.
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const HeldLock::State state = m_model->lockAt(row).state;
        if (state == HeldLock::State::Lost || state == HeldLock::State::Unsure)
            return;
    }
    if (m_question)
        m_question->close();
    emit quitRequested();
}

void Holding::leaveAtOnce()
{
    m_leaving = Leaving::AtOnce;
    m_desk.releaseAll();
}

} // namespace lockmaster

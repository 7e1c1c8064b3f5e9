// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alerting.h"

#include "core/monitor/lockstore.h"

#include <QApplication>
#include <QPointer>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

const QString notifyKey = QStringLiteral("alerts/notify");
const QString soundKey = QStringLiteral("alerts/sound");

} // namespace

bool Alerting::notifies(const QSettings &settings)
{
    return settings.value(notifyKey, true).toBool();
}

bool Alerting::sounds(const QSettings &settings)
{
    return settings.value(soundKey, false).toBool();
}

void Alerting::setNotifies(QSettings &settings, bool on)
{
    settings.setValue(notifyKey, on);
}

void Alerting::setSounds(QSettings &settings, bool on)
{
    settings.setValue(soundKey, on);
}

Alerting::Alerting(LockStore &store, const SystemNames &names, const Clock &clock,
                   QSettings &settings, QDBusConnection bus, QWidget &window)
    : QObject(&window), m_settings(settings), m_window(window),
      m_model(new AlertModel(names, clock, this)), m_list(new AlertList(*m_model, &window)),
      m_notifier(std::move(bus))
{
    connect(&m_notifier, &DesktopNotifier::showRequested, this, &Alerting::show);
    connect(&m_tray, &AlertTray::activated, this, [this] { show({}); });
    const auto snooze = [this](const AlertSubject &subject, Micros length) {
        if (m_watch)
            m_watch->snooze(subject, length);
    };
    connect(&m_notifier, &DesktopNotifier::snoozeRequested, this,
            [snooze](const AlertSubject &subject) { snooze(subject, 1h); });
    connect(m_list.get(), &AlertList::snoozeRequested, this, snooze);
    connect(&store, &LockStore::updated, m_model,
            [this, &store] { m_model->followBackends(*store.view()); });
    connect(m_list.get(), &AlertList::acknowledgeKindRequested, this,
            [this](const QString &rule, const std::vector<AlertSubject> &subjects) {
                if (m_watch)
                    m_watch->acknowledge(rule, subjects);
            });
    connect(m_list.get(), &AlertList::acknowledgeRequested, this,
            [this](const AlertSubject &subject) {
                if (m_watch)
                    m_watch->acknowledge(subject);
            });
    connect(m_list.get(), &AlertList::wakeRequested, this, [this](const AlertSubject &subject) {
        if (m_watch)
            m_watch->wake(subject);
    });
}

/** A list that is left, hears of the pointer and the focus, and asks its model. */
Alerting::~Alerting()
{
    delete m_list;
}

AlertWatch::Listener Alerting::listener()
{
    // The application outlives every watch; whether we do is looked at on our own thread.
    return [self = QPointer(this)](const std::vector<AlertNews> &news,
                                   const std::shared_ptr<const AlertBoard> &board) {
        QMetaObject::invokeMethod(
            qApp,
            [self, news, board] {
                if (self)
                    self->take(news, board);
            },
            Qt::QueuedConnection);
    };
}

void Alerting::setWatch(AlertWatch *watch)
{
    m_watch = watch;
}

void Alerting::setBackends(const QStringList &experiments, const QStringList &others)
{
    m_silent.append(experiments);
    m_silent.removeDuplicates();
    m_silent.removeIf([&others](const QString &name) { return others.contains(name); });
}

void Alerting::take(const std::vector<AlertNews> &news,
                    const std::shared_ptr<const AlertBoard> &board)
{
    m_model->setBoard(board);
    m_tray.setCount(m_model->openCount());
    if (m_problem != board->problem) {
        m_problem = board->problem;
        emit problemChanged(m_problem);
    }
    // Who stopped watching, or switched the rule off, knows of it, and it does not say that
    // anything is over. What was told before is nothing to be looked at any more.
    std::vector<AlertNews> loud;
    QStringList unwatched;
    for (const AlertNews &each : news) {
        if (each.end == AlertEnd::NotWatched || each.end == AlertEnd::RuleOff)
            unwatched << each.alert.id;
        else if (!m_silent.contains(each.alert.subject.backend))
            loud.push_back(each);
    }
    if (!unwatched.isEmpty()) {
        m_notifier.withdraw(unwatched);
        std::erase_if(m_held, [&unwatched](const AlertNews &each) {
            return unwatched.contains(each.alert.id);
        });
    }
    if (!notifies(m_settings))
        return;
    if (m_isPresenting)
        hold(loud);
    else if (!loud.empty())
        m_notifier.tell(loud, sounds(m_settings));
}

void Alerting::hold(const std::vector<AlertNews> &news)
{
    constexpr size_t most = 1000; // nobody looks at older ones any more
    for (const AlertNews &each : news) {
        std::erase_if(m_held,
                      [&each](const AlertNews &held) { return held.alert.id == each.alert.id; });
        m_held.push_back(each);
    }
    if (m_held.size() > most)
        m_held.erase(m_held.begin(), m_held.end() - std::ptrdiff_t(most));
}

void Alerting::setPresenting(bool on)
{
    m_isPresenting = on;
    if (on)
        return;
    const std::vector<AlertNews> held = std::exchange(m_held, {});
    if (!held.empty() && notifies(m_settings))
        m_notifier.tell(held, sounds(m_settings));
}

void Alerting::show(const QString &alertId)
{
    raise();
    if (alertId.isEmpty()) {
        m_list->revealFirst();
    } else if (m_list->reveal(alertId)) {
        m_list->showAction().trigger();
    }
}

void Alerting::raise()
{
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
}

} // namespace lockmaster

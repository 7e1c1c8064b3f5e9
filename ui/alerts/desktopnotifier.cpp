// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/desktopnotifier.h"

#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

#include <algorithm>

namespace lockmaster {

namespace {

const QString service = QStringLiteral("org.freedesktop.Notifications");
const QString path = QStringLiteral("/org/freedesktop/Notifications");
const QString showAction = QStringLiteral("show");
const QString defaultAction = QStringLiteral("default");
const QString snoozeAction = QStringLiteral("snooze");

/** Nobody looks at older ones any more. */
constexpr qsizetype mostRemembered = 200;

/** What a desktop has room for; a lock's name may be much longer. */
constexpr qsizetype longestSubject = 120;
constexpr qsizetype desktopnotifierLongestLine = 400;

QString briefSubject(const AlertSubject &subject)
{
    return briefText(alertSubjectText(subject), longestSubject);
}

QDBusMessage callOf(const QString &method)
{
    return QDBusMessage::createMethodCall(service, path, service, method);
}

} // namespace

DesktopNotifier::DesktopNotifier(QDBusConnection bus, QObject *parent)
    : QObject(parent), m_bus(std::move(bus))
{
    m_bus.connect(service, path, service, QStringLiteral("ActionInvoked"), this,
                  SLOT(takeAction(uint, QString)));
    m_bus.connect(service, path, service, QStringLiteral("NotificationClosed"), this,
                  SLOT(takeClosed(uint, uint)));
}

DesktopNotifier::Note DesktopNotifier::noteOf(const AlertNews &news)
{
    const Alert &alert = news.alert;
    Note note;
    note.alertId = alert.id;
    note.subject = alert.subject;
    note.ends = news.end.has_value();
    if (!note.ends)
        note.members << alert.id;
    const QString what = briefSubject(alert.subject);
    note.summary = note.ends ? tr("Over: %1").arg(what) : what;
    QStringList lines{QStringLiteral("%1: %2").arg(alertRuleTitle(alert.rule), alert.reason)};
    if (news.end == AlertEnd::Gone)
        lines = {tr("%1: the lock is not there any more").arg(alertRuleTitle(alert.rule))};
    if (!note.ends && !alert.note.isEmpty())
        lines << literalText(alert.note);
    if (!note.ends && !alert.runbook.isEmpty())
        lines << literalText(alert.runbook);
    note.body = briefLines(lines.join(u'\n'), desktopnotifierLongestLine);
    return note;
}

DesktopNotifier::Note DesktopNotifier::noteOfMany(const std::vector<AlertNews> &news, bool ends)
{
    constexpr size_t mostNamed = 5;
    Note note;
    note.ends = ends;
    for (const AlertNews &each : news) {
        if (!ends)
            note.members << each.alert.id;
    }
    const int count = int(news.size());
    note.summary =
        ends ? tr("%Ln alerts are over", nullptr, count) : tr("%Ln alerts at once", nullptr, count);
    QStringList lines;
    for (size_t i = 0; i < std::min(news.size(), mostNamed); ++i) {
        lines << QStringLiteral("%1: %2").arg(alertRuleTitle(news[i].alert.rule),
                                              briefSubject(news[i].alert.subject));
    }
    if (news.size() > mostNamed)
        lines << QStringLiteral("…");
    note.body = lines.join(u'\n');
    return note;
}

void DesktopNotifier::tell(const std::vector<AlertNews> &news, bool withSound)
{
    if (!m_bus.isConnected()) {
        m_problem = tr("This desktop shows no notifications: it has no session bus.");
        return;
    }
    for (const bool ends : {false, true}) {
        std::vector<AlertNews> some;
        std::copy_if(news.begin(), news.end(), std::back_inserter(some),
                     [ends](const AlertNews &each) { return each.end.has_value() == ends; });
        if (qsizetype(some.size()) > mostAtOnce) {
            Note note = noteOfMany(some, ends);
            note.sounds = withSound && !ends;
            send(note);
            continue;
        }
        for (const AlertNews &each : some) {
            Note note = noteOf(each);
            note.sounds = withSound && !ends;
            send(note);
        }
    }
}

void DesktopNotifier::send(const Note &note)
{
    askCapabilities();
    if (m_ready)
        call(note);
    else if (qsizetype(m_waiting.size()) < mostRemembered)
        m_waiting.push_back(note);
}

/** Before the first: names may hold what a service takes for markup. */
void DesktopNotifier::askCapabilities()
{
    if (std::exchange(m_asked, true))
        return;
    auto *watcher = new QDBusPendingCallWatcher(
        m_bus.asyncCall(callOf(QStringLiteral("GetCapabilities"))), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QStringList> reply = *watcher;
        if (reply.isValid()) {
            m_markup = reply.value().contains(QStringLiteral("body-markup"));
            m_actions = reply.value().contains(QStringLiteral("actions"));
        }
        m_ready = true;
        for (const Note &note : std::exchange(m_waiting, {}))
            call(note);
    });
}

void DesktopNotifier::call(const Note &note)
{
    QStringList actions;
    if (m_actions && !note.ends) {
        actions = {defaultAction, tr("Show"), showAction, tr("Show")};
        if (!note.alertId.isEmpty())
            actions << snoozeAction << tr("Snooze 1 h");
    }
    QVariantMap hints{
        {QStringLiteral("desktop-entry"), QStringLiteral("io.github.lockmaster.Lockmaster")},
        {QStringLiteral("urgency"), QVariant::fromValue(uchar(note.ends ? 0 : 1))}};
    if (note.sounds)
        hints.insert(QStringLiteral("sound-name"), QStringLiteral("dialog-warning"));
    else
        hints.insert(QStringLiteral("suppress-sound"), true);
    QDBusMessage message = callOf(QStringLiteral("Notify"));
    message << tr("Lockmaster") << m_ids.value(note.alertId)
            << QStringLiteral("io.github.lockmaster.Lockmaster") << note.summary
            << (m_markup ? note.body.toHtmlEscaped() : note.body) << actions << hints << -1;
    ++m_calls;
    auto *watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(message), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, note] {
        watcher->deleteLater();
        answered(note, *watcher);
    });
}

void DesktopNotifier::answered(Note note, const QDBusPendingCallWatcher &call)
{
    const bool isNew = !note.members.isEmpty();
    note.members.removeIf([this](const QString &id) { return m_withdrawn.contains(id); });
    if (--m_calls == 0)
        m_withdrawn.clear();
    const QDBusPendingReply<uint> reply = call;
    if (!reply.isValid()) {
        m_problem =
            tr("This desktop shows no notifications: %1").arg(literalText(reply.error().message()));
        return;
    }
    m_problem.clear();
    if (m_shown.size() >= mostRemembered) {
        m_shown.clear();
        m_ids.clear();
    }
    m_shown.insert(reply.value(), note);
    if (isNew && note.members.isEmpty()) {
        close(reply.value());
        return;
    }
    if (note.ends)
        m_ids.remove(note.alertId);
    else if (!note.alertId.isEmpty())
        m_ids.insert(note.alertId, reply.value());
}

void DesktopNotifier::withdraw(const QStringList &alertIds)
{
    const auto isWithdrawn = [&alertIds](const QString &id) { return alertIds.contains(id); };
    std::erase_if(m_waiting, [&](Note &note) {
        return note.members.removeIf(isWithdrawn) > 0 && note.members.isEmpty();
    });
    QList<uint> empty;
    for (auto shown = m_shown.begin(); shown != m_shown.end(); ++shown) {
        if (shown->members.removeIf(isWithdrawn) > 0 && shown->members.isEmpty())
            empty << shown.key();
    }
    for (const uint notification : empty)
        close(notification);
    if (m_calls > 0)
        m_withdrawn.unite(QSet<QString>(alertIds.begin(), alertIds.end()));
}

void DesktopNotifier::close(uint notification)
{
    m_bus.asyncCall(callOf(QStringLiteral("CloseNotification")) << notification);
    takeClosed(notification, 0);
}

void DesktopNotifier::takeAction(uint notification, const QString &action)
{
    const auto shown = m_shown.constFind(notification);
    if (shown == m_shown.constEnd())
        return;
    if (action == showAction || action == defaultAction)
        emit showRequested(shown->alertId);
    else if (action == snoozeAction && !shown->alertId.isEmpty())
        emit snoozeRequested(shown->subject);
}

void DesktopNotifier::takeClosed(uint notification, uint /*reason*/)
{
    const auto shown = m_shown.constFind(notification);
    if (shown == m_shown.constEnd())
        return;
    // Its end is told by a notification of its own then.
    m_ids.remove(shown->alertId);
    m_shown.erase(shown);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alert.h"

#include <QDBusConnection>
#include <QHash>
#include <QObject>
#include <QSet>

class QDBusPendingCallWatcher;

namespace lockmaster {

/**
 * Tells alerts by the desktop's notifications (org.freedesktop.Notifications), with what can be
 * done about them. The end of an alert takes the place of its begin. Many at once are one
 * notification. GUI thread; nothing here waits, and a desktop without the service shows nothing.
 */
class DesktopNotifier final : public QObject
{
    Q_OBJECT

public:
    /** Beyond so many of a kind at once they are told together. */
    static constexpr qsizetype mostAtOnce = 3;

    explicit DesktopNotifier(QDBusConnection bus = QDBusConnection::sessionBus(),
                             QObject *parent = nullptr);

    void tell(const std::vector<AlertNews> &news, bool withSound);
    /** Nobody watches these any more: a notification that tells of nothing else is closed. */
    void withdraw(const QStringList &alertIds);

    /** Why the last one could not be shown; empty: it was. Translated. */
    QString problem() const { return m_problem; }

signals:
    /** Somebody wants to see it; the id is empty where several were told together. */
    void showRequested(const QString &alertId);
    void snoozeRequested(const lockmaster::AlertSubject &subject);

private slots:
    void takeAction(uint notification, const QString &action);
    void takeClosed(uint notification, uint reason);

private:
    struct Note {
        QString alertId;     ///< empty: several
        QStringList members; ///< the alerts whose begin it tells
        AlertSubject subject;
        QString summary;
        QString body; ///< plain
        bool ends = false;
        bool sounds = false;
    };

    static Note noteOf(const AlertNews &news);
    static Note noteOfMany(const std::vector<AlertNews> &news, bool ends);
    void askCapabilities();
    void send(const Note &note);
    void call(const Note &note);
    void answered(Note note, const QDBusPendingCallWatcher &call);
    void close(uint notification);

    QDBusConnection m_bus;
    bool m_asked = false;
    bool m_ready = false; ///< what the service can do is known, or that it tells nothing
    bool m_markup = false;
    bool m_actions = true;
    std::vector<Note> m_waiting; ///< until that is known
    QHash<uint, Note> m_shown;   ///< by notification
    QHash<QString, uint> m_ids;  ///< notifications of alerts that have begun
    int m_calls = 0;             ///< that were not answered yet
    QSet<QString> m_withdrawn;   ///< meanwhile
    QString m_problem;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStringList>
#include <QVariantMap>

namespace lockmaster::test {

/**
 * What a desktop offers for notifications, and keeps what it was told. Registered on a bus as
 * `/org/freedesktop/Notifications`; lives on a thread with an event loop.
 */
class FakeDesktop : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Note {
        uint replaces = 0;
        uint id = 0;
        QString summary;
        QString body;
        QStringList actions;
        QVariantMap hints;
    };
    QList<Note> notes;
    QList<uint> closed;
    /** Of those that were closed by whom they are from, in alphabetical order. */
    QStringList summariesOfClosed() const
    {
        QStringList summaries;
        for (const Note &note : notes) {
            if (closed.contains(note.id))
                summaries.append(note.summary);
        }
        summaries.sort();
        return summaries;
    }
    QStringList capabilities{QStringLiteral("actions"), QStringLiteral("body"),
                             QStringLiteral("body-markup")};

public slots:
    QStringList GetCapabilities() { return capabilities; }
    void CloseNotification(uint id)
    {
        closed.append(id);
        emit NotificationClosed(id, 3);
    }
    uint Notify(const QString &, uint replaces, const QString &, const QString &summary,
                const QString &body, const QStringList &actions, const QVariantMap &hints, int)
    {
        const uint id = replaces != 0 ? replaces : ++m_last;
        notes.append({replaces, id, summary, body, actions, hints});
        return id;
    }

signals:
    void ActionInvoked(uint id, const QString &action);
    void NotificationClosed(uint id, uint reason);

private:
    uint m_last = 40;
};

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alertwatch.h"
#include "ui/alerts/alertlist.h"
#include "ui/alerts/alerttray.h"
#include "ui/alerts/desktopnotifier.h"

#include <QObject>
#include <QPointer>

class QSettings;

namespace lockmaster {

class LockStore;

/**
 * Alerts in the window: their list, the count in the tray, the desktop's notifications, and what
 * the operator answers. GUI thread; store, settings and clock outlive it, the list belongs to the
 * window.
 */
class Alerting final : public QObject
{
    Q_OBJECT

public:
    /// What the settings remember.
    static bool notifies(const QSettings &settings);
    static bool sounds(const QSettings &settings);
    static void setNotifies(QSettings &settings, bool on);
    static void setSounds(QSettings &settings, bool on);

    Alerting(LockStore &store, const SystemNames &names, const Clock &clock, QSettings &settings,
             QDBusConnection bus, QWidget &window);

    ~Alerting() override;

    AlertList &list() { return *m_list; }
    AlertTray &tray() { return m_tray; }

    /** For a watch, on whose thread it may be called; it does nothing once this has gone. */
    AlertWatch::Listener listener();
    /** Whom the answers are told; null: nobody. */
    void setWatch(AlertWatch *watch);
    /**
     * What is watched from now on. Of experiments nobody is told but the list, also not of what
     * their alerts still say once they have ended: these are meant to be.
     */
    void setBackends(const QStringList &experiments, const QStringList &others);
    /**
     * A room looks at a window of ours: the desktop shows no name of a lock until that is over. It
     * tells then what came meanwhile.
     */
    void setPresenting(bool on);

signals:
    /** Why what was acknowledged is not kept, and the like; empty: all is well. */
    void problemChanged(const QString &problem);

private:
    void take(const std::vector<AlertNews> &news, const std::shared_ptr<const AlertBoard> &board);
    void hold(const std::vector<AlertNews> &news);
    void show(const QString &alertId);
    void raise();

    QSettings &m_settings;
    QWidget &m_window;
    AlertModel *m_model;
    QPointer<AlertList> m_list; ///< the window's, which may go before
    AlertTray m_tray;
    DesktopNotifier m_notifier;
    AlertWatch *m_watch = nullptr;
    QStringList m_silent;
    bool m_isPresenting = false;
    std::vector<AlertNews> m_held; ///< until nobody presents; of each alert the last word
    QString m_problem;
};

} // namespace lockmaster

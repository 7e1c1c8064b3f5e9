// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <memory>

class QMenu;
class QSystemTrayIcon;

namespace lockmaster {

/**
 * How many alerts wait for somebody, in the desktop's tray: shown while there are any, and only
 * where there is a tray. GUI thread.
 */
class AlertTray final : public QObject
{
    Q_OBJECT

public:
    explicit AlertTray(QObject *parent = nullptr);
    ~AlertTray() override;

    void setCount(int count);

    /** The program's icon with the count on it; beyond 99: `99+`. */
    static QIcon iconOf(int count);

signals:
    void activated();

private:
    void makeIcon();

    std::unique_ptr<QMenu> m_menu;
    QSystemTrayIcon *m_icon = nullptr; ///< once there was something to show
    int m_count = 0;
};

} // namespace lockmaster

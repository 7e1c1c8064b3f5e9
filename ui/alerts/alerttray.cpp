// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alerttray.h"

#include "ui/kit/colors.h"
#include "ui/kit/icons.h"

#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QPalette>
#include <QSystemTrayIcon>

namespace lockmaster {

AlertTray::AlertTray(QObject *parent) : QObject(parent) {}

AlertTray::~AlertTray() = default;

void AlertTray::makeIcon()
{
    m_icon = new QSystemTrayIcon(this);
    // Some desktops have nothing but the menu to open a tray's icon by.
    m_menu = std::make_unique<QMenu>();
    connect(m_menu->addAction(tr("Show the alerts")), &QAction::triggered, this,
            &AlertTray::activated);
    m_icon->setContextMenu(m_menu.get());
    connect(m_icon, &QSystemTrayIcon::activated, this,
            [this](QSystemTrayIcon::ActivationReason reason) {
                if (reason == QSystemTrayIcon::Trigger)
                    emit activated();
            });
}

QIcon AlertTray::iconOf(int count)
{
    QIcon icon;
    for (const int size : {16, 22, 32, 48, 64}) {
        QPixmap pixmap = applicationIcon().pixmap(size, size);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        const QString text = count > 99 ? QStringLiteral("99+") : QString::number(count);
        const qreal height = size * 0.62;
        const QRectF badge(size * 0.28, size - height, size * 0.72, height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorsFor(QGuiApplication::palette()).danger);
        painter.drawRoundedRect(badge, height / 2, height / 2);
        QFont font = painter.font();
        font.setBold(true);
        font.setPixelSize(int(height * (text.size() > 2 ? 0.55 : 0.8)));
        painter.setFont(font);
        painter.setPen(Qt::white);
        painter.drawText(badge, Qt::AlignCenter, text);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

void AlertTray::setCount(int count)
{
    if (m_count == count)
        return;
    m_count = count;
    if (count == 0) {
        if (m_icon)
            m_icon->hide();
        return;
    }
    if (!m_icon) {
        if (!QSystemTrayIcon::isSystemTrayAvailable())
            return;
        makeIcon();
    }
    m_icon->setIcon(iconOf(count));
    m_icon->setToolTip(tr("Lockmaster: %Ln alerts", nullptr, int(count)));
    m_icon->show();
}

} // namespace lockmaster

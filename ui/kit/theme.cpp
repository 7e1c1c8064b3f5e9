// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/theme.h"

#include "ui/kit/colors.h"
#include "ui/kit/roomystyle.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFile>
#include <QPixmapCache>
#include <QStyle>

namespace lockmaster {

namespace {

constexpr auto portalService = "org.freedesktop.portal.Desktop";
constexpr auto portalPath = "/org/freedesktop/portal/desktop";
constexpr auto portalInterface = "org.freedesktop.portal.Settings";
constexpr auto appearance = "org.freedesktop.appearance";
constexpr auto colorScheme = "color-scheme";

/** A platform without colours of its own: Qt falls back to Fusion, and we bring the palette. */
bool platformHasNoPalette()
{
    const QStyle *style = QApplication::style();
    return qobject_cast<const RoomyStyle *>(style)
           || style->name().compare(u"fusion", Qt::CaseInsensitive) == 0;
}

/**
 * Boxes and fields as Fusion draws them have an edge 1.4 times darker than the window, which nobody
 * sees on a dark one; WCAG wants 3:1. They paint nothing else in that colour.
 */
void giveFieldsAnEdge(QPalette palette)
{
    constexpr int darkerByFusion = 140;
    const QColor edge = isDark(palette) ? QColor(0x7b8391) : QColor(0x868d99);
    palette.setColor(QPalette::Window, edge.lighter(darkerByFusion));
    for (const char *widget : {"QCheckBox", "QRadioButton", "QLineEdit", "QAbstractSpinBox"})
        QApplication::setPalette(palette, widget);
}

/** Whether there is a bus to connect to; without one, libdbus would try to start it and wait. */
bool hasSessionBus()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
           || (!runtime.isEmpty() && QFile::exists(runtime + QStringLiteral("/bus")));
}

} // namespace

QString themeChoiceName(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::System: return QStringLiteral("system");
    case ThemeChoice::Light: return QStringLiteral("light");
    case ThemeChoice::Dark: return QStringLiteral("dark");
    }
    Q_UNREACHABLE();
}

std::optional<ThemeChoice> themeChoiceFromName(QStringView name)
{
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) {
        if (themeChoiceName(choice) == name)
            return choice;
    }
    return std::nullopt;
}

Theme::Theme(QObject *parent) : QObject(parent), m_platformDark(isDark(QApplication::palette())) {}

void Theme::setChoice(ThemeChoice choice)
{
    m_choice = choice;
    if (choice == ThemeChoice::System)
        askPortal();
    apply();
}

std::optional<bool> Theme::darkFromPortal(const QVariant &value)
{
    // The portal wraps the value in one or two variants, depending on its version.
    QVariant inner = value;
    while (inner.canConvert<QDBusVariant>())
        inner = inner.value<QDBusVariant>().variant();
    bool isNumber = false;
    const uint scheme = inner.toUInt(&isNumber);
    if (!isNumber || scheme == 0 || scheme > 2)
        return std::nullopt;
    return scheme == 1;
}

void Theme::askPortal()
{
    if (m_asked || !hasSessionBus())
        return;
    m_asked = true;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(QLatin1StringView(portalService), QLatin1StringView(portalPath),
                QLatin1StringView(portalInterface), QStringLiteral("SettingChanged"), this,
                SLOT(followPortal(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(
        QLatin1StringView(portalService), QLatin1StringView(portalPath),
        QLatin1StringView(portalInterface), QStringLiteral("Read"));
    question << QString::fromLatin1(appearance) << QString::fromLatin1(colorScheme);
    auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this](QDBusPendingCallWatcher *done) {
                const QDBusPendingReply<QDBusVariant> reply = *done;
                if (reply.isValid())
                    setPortalDark(darkFromPortal(QVariant::fromValue(reply.value())));
                done->deleteLater();
            });
}

void Theme::followPortal(const QString &space, const QString &key, const QDBusVariant &value)
{
    if (space == QLatin1StringView(appearance) && key == QLatin1StringView(colorScheme))
        setPortalDark(darkFromPortal(QVariant::fromValue(value)));
}

void Theme::setPortalDark(std::optional<bool> dark)
{
    if (m_portalDark == dark)
        return;
    m_portalDark = dark;
    apply();
}

void Theme::apply()
{
    const bool follows = m_choice == ThemeChoice::System;
    const bool dark =
        follows ? m_portalDark.value_or(m_platformDark) : m_choice == ThemeChoice::Dark;
    // A platform that brings colours of its own keeps them where they are what is wanted.
    if (follows && dark == m_platformDark && !platformHasNoPalette())
        QApplication::setPalette(QPalette());
    else
        QApplication::setPalette(dark ? darkPalette() : lightPalette());
    if (platformHasNoPalette())
        giveFieldsAnEdge(QApplication::palette());
    QPixmapCache::clear();
    emit changed();
}

} // namespace lockmaster

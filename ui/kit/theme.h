// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <QString>
#include <QVariant>

#include <optional>

namespace lockmaster {

enum class ThemeChoice : quint8 { System, Light, Dark };

/** The setting's words: `system`, `light`, `dark`. */
QString themeChoiceName(ThemeChoice choice);
std::optional<ThemeChoice> themeChoiceFromName(QStringView name);

/**
 * Keeps the application's palette as chosen. `System` follows the desktop: Qt 6.4 has no call for
 * the colour scheme, so the desktop portal is asked over D-Bus, without waiting for it, and its
 * changes are followed. Where no portal answers, the platform's own palette stays.
 *
 * One per application, on the GUI thread.
 */
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QObject *parent = nullptr);

    ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);

    /** What the portal's `color-scheme` value means; none: no preference, or not understood. */
    static std::optional<bool> darkFromPortal(const QVariant &value);

signals:
    void changed();

private slots:
    void followPortal(const QString &space, const QString &key, const QDBusVariant &value);

private:
    void askPortal();
    void setPortalDark(std::optional<bool> dark);
    void apply();

    ThemeChoice m_choice = ThemeChoice::System;
    std::optional<bool> m_portalDark;
    bool m_platformDark; ///< before we touched the palette
    bool m_asked = false;
};

} // namespace lockmaster

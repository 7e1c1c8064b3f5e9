// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QSettings>

namespace lockmaster {

/**
 * What the window remembers from one start to the next. A file that cannot be read as settings is
 * set aside under another name and begun anew; one that cannot be written is used as it is. GUI
 * thread.
 */
class WindowSettings
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::WindowSettings)

public:
    /** The desktop's place for it: `$XDG_CONFIG_HOME/lockmaster/window.ini`. */
    static QString defaultPath();

    explicit WindowSettings(const QString &path = defaultPath());

    QSettings &values() { return m_values; }

    /** What was wrong with the file, for the operator; empty where nothing was. */
    const QString &notice() const { return m_notice; }

private:
    static QString noticeOf(const QString &path);

    QString m_notice; ///< made before the file is opened
    QSettings m_values;
};

} // namespace lockmaster

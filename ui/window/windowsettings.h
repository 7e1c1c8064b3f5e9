// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QMap>
#include <QSettings>
#include <QTimer>

#include <chrono>

namespace lockmaster {

/**
 * Settings that another thread writes, once they have rested for a moment: a disk takes its time,
 * and the base class would have the GUI thread wait for it. What is left is written when this goes.
 */
class RestingSettings final : public QSettings
{
    Q_OBJECT

public:
    explicit RestingSettings(const QString &path);

    /** For so long nothing may have changed before it is written. */
    static constexpr std::chrono::milliseconds rest{500};
    /** What never rests is written after so many times that. */
    static constexpr int mostRests = 4;

protected:
    bool event(QEvent *event) override;

private:
    void look();
    void write();
    void finish();
    QMap<QString, QVariant> all() const;

    QTimer m_look;
    QMap<QString, QVariant> m_seen; ///< at the last look
    int m_looks = 0;                ///< that found something new, in a row
};

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

    /** Whether there is such a file, or none, and nothing that is none. */
    static bool isReadable(const QString &path);

    QSettings &values() { return m_values; }

    /** What was wrong with the file, for the operator; empty where nothing was. */
    const QString &notice() const { return m_notice; }

private:
    static QString noticeOf(const QString &path);

    QString m_notice; ///< made before the file is opened
    RestingSettings m_values;
};

} // namespace lockmaster

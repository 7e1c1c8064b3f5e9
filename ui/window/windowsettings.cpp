// SPDX-License-Identifier: Apache-2.0
#include "ui/window/windowsettings.h"

#include "core/platform/askaside.h"

#include <QDateTime>
#include <QEvent>
#include <QFile>
#include <QFileInfo>

namespace lockmaster {

namespace {

/** Nothing that the window remembers comes near. */
constexpr qint64 largestFile = 1 << 20;

/** Moves the file out of the way. @return its new path; empty where it could not be moved. */
QString setAside(const QString &path)
{
    const QString stamp =
        QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd'T'HHmmss'Z'"));
    const QString aside = path + QStringLiteral(".broken-") + stamp;
    return QFile::rename(path, aside) ? aside : QString();
}

} // namespace

RestingSettings::RestingSettings(const QString &path) : QSettings(path, IniFormat)
{
    m_look.setSingleShot(true);
    connect(&m_look, &QTimer::timeout, this, &RestingSettings::look);
}

bool RestingSettings::event(QEvent *event)
{
    if (event->type() != QEvent::UpdateRequest)
        return QSettings::event(event);
    // The base class tells of the first change, and of the next only after it has seen to this one.
    m_seen = all();
    m_looks = 0;
    m_look.start(rest);
    return true;
}

void RestingSettings::look()
{
    const auto now = all();
    const bool rests = now == m_seen;
    m_seen = now;
    if (rests || ++m_looks == mostRests) {
        m_looks = 0;
        write();
    } else {
        m_look.start(rest);
    }
}

void RestingSettings::write()
{
    // All settings of one file in a program share what is to be written.
    const auto work = [path = fileName()] {
        QSettings settings(path, IniFormat);
        settings.sync();
        return settings.status();
    };
    askAside<Status>(this, work, [this](Status) { finish(); });
}

void RestingSettings::finish()
{
    if (all() != m_seen) {
        look();
        return;
    }
    // There is nothing left to write, unless it failed: then it is tried once more, and told.
    QEvent seen(QEvent::UpdateRequest);
    QSettings::event(&seen);
}

QMap<QString, QVariant> RestingSettings::all() const
{
    QMap<QString, QVariant> values;
    const QStringList keys = allKeys();
    for (const QString &key : keys)
        values.insert(key, value(key));
    return values;
}

QString WindowSettings::defaultPath()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("lockmaster"),
                     QStringLiteral("window"))
        .fileName();
}

WindowSettings::WindowSettings(const QString &path) : m_notice(noticeOf(path)), m_values(path)
{
    if (m_notice.isEmpty() && !m_values.isWritable())
        m_notice = tr("Settings cannot be saved: %1 cannot be written. They last until the program "
                      "ends.")
                       .arg(path);
}

bool WindowSettings::isReadable(const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return true;
    if (!file.isFile() || file.size() > largestFile)
        return false;
    const QSettings settings(path, QSettings::IniFormat);
    static_cast<void>(settings.allKeys()); // only now all of it is parsed
    return settings.status() != QSettings::FormatError;
}

QString WindowSettings::noticeOf(const QString &path)
{
    if (isReadable(path))
        return {};
    const QString aside = setAside(path);
    return aside.isEmpty()
               ? tr("The settings in %1 cannot be read.").arg(path)
               : tr("Settings begin anew: they were broken, and are now %1.").arg(aside);
}

} // namespace lockmaster

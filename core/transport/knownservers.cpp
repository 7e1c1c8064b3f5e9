// SPDX-License-Identifier: Apache-2.0
#include "core/transport/knownservers.h"

#include "core/domain/clock.h"
#include "core/domain/literaltext.h"
#include "core/domain/privatedirectory.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace lockmaster {

namespace {

constexpr qint64 largestFile = 4 << 20;

struct Line {
    QByteArray address;
    QByteArray accepted;
    QByteArray certificate; ///< in base64
};

/** None for a comment, and for what is no line of ours: nothing is accepted by it. */
std::optional<Line> parsed(const QByteArray &text)
{
    const QByteArrayList words = text.simplified().split(' ');
    if (words.size() != 3 || text.startsWith('#'))
        return std::nullopt;
    return Line{words[0], words[1], words[2]};
}

QByteArray content()
{
    QFile file(knownServersPath());
    return file.open(QIODevice::ReadOnly) ? file.read(largestFile) : QByteArray();
}

QByteArray key(const QString &address)
{
    return address.toLower().toUtf8();
}

} // namespace

QString knownServersPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/lockmaster/known_servers");
}

std::optional<KnownServer> knownServer(const QString &address)
{
    for (const QByteArray &text : content().split('\n')) {
        const auto line = parsed(text);
        if (!line || line->address != key(address))
            continue;
        KnownServer server{QByteArray::fromBase64(line->certificate),
                           QString::fromUtf8(line->accepted)};
        return server;
    }
    return std::nullopt;
}

Result<void> acceptServer(const QString &address, const QByteArray &certificate)
{
    const QString path = knownServersPath();
    makePrivateDirectories(QFileInfo(path).path());
    constexpr int patienceMs = 2000;
    QLockFile turn(path + QStringLiteral(".lock"));
    QSaveFile file(path);
    const bool mine = turn.tryLock(patienceMs);
    QByteArray kept;
    for (const QByteArray &text : content().split('\n')) {
        const auto line = parsed(text);
        if (!text.isEmpty() && !(line && line->address == key(address)))
            kept += text + '\n';
    }
    kept += key(address) + ' ' + QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toLatin1()
            + ' ' + certificate.toBase64() + '\n';
    const bool written = mine && file.open(QIODevice::WriteOnly)
                         && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
                         && file.write(kept) == kept.size() && file.commit();
    if (written)
        return {};
    return failure(
        ErrorKind::Config,
        QCoreApplication::translate("lockmaster", "%1 cannot be written: %2.")
            .arg(literalText(path), file.errorString()),
        QCoreApplication::translate("lockmaster", "Check its permissions, and the disk's space."));
}

QString certificateFingerprint(const QByteArray &certificate)
{
    return QStringLiteral("SHA256:")
           + QString::fromLatin1(QCryptographicHash::hash(certificate, QCryptographicHash::Sha256)
                                     .toHex(':')
                                     .toUpper());
}

} // namespace lockmaster

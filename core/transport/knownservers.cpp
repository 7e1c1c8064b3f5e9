// SPDX-License-Identifier: Apache-2.0
#include "core/transport/knownservers.h"

#include "core/platform/clock.h"
#include "core/text/literaltext.h"
#include "core/platform/privatedirectory.h"
#include "core/text/words.h"

#include <filesystem>
#include <system_error>

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

/** Empty where there is no file. What cannot be read may hold anything, and is never written over.
 */
Result<QByteArray> content()
{
    const QString path = knownServersPath();
    QFile file(path);
    std::error_code error;
    const auto status = std::filesystem::status(QFile::encodeName(path).constData(), error);
    if (status.type() == std::filesystem::file_type::not_found)
        return QByteArray();
    // Opening a pipe waits for somebody who writes into it.
    if (status.type() != std::filesystem::file_type::regular
        && status.type() != std::filesystem::file_type::none)
        return failure(
            ErrorKind::Config,
            Words::tr("Which servers were accepted cannot be read from %1: it is not a file.")
                .arg(literalText(path)),
            Words::tr("Check its path and its permissions."));
    QByteArray read;
    if (file.open(QIODevice::ReadOnly))
        read = file.read(largestFile + 1);
    if (file.error() != QFile::NoError)
        return failure(ErrorKind::Config,
                       Words::tr("Which servers were accepted cannot be read from %1: %2.")
                           .arg(literalText(path), file.errorString()),
                       Words::tr("Check its path and its permissions."));
    if (read.size() > largestFile)
        return failure(ErrorKind::Config,
                       Words::tr("Which servers were accepted cannot be read from %1: it is longer "
                                 "than 4 MB.")
                           .arg(literalText(path)),
                       Words::tr("Remove the lines of servers that are gone."));
    return read;
}

Error cannotBeWritten(const QString &path, const QString &why)
{
    return {ErrorKind::Config, 0,
            Words::tr("%1 cannot be written: %2.").arg(literalText(path), why),
            Words::tr("Check its permissions, and the disk's space.")};
}

Error isBusy(const QString &path, const QString &lock)
{
    return {ErrorKind::Config, 0,
            Words::tr("%1 is being written by another program, which holds the lock %2.")
                .arg(literalText(path), literalText(lock)),
            Words::tr("Try again; remove the lock where no such program runs.")};
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

Result<std::optional<KnownServer>> findKnownServer(const QString &address)
{
    const auto known = content();
    if (!known)
        return passOn(known);
    for (const QByteArray &text : known->split('\n')) {
        const auto line = parsed(text);
        if (!line || line->address != key(address))
            continue;
        return KnownServer{QByteArray::fromBase64(line->certificate),
                           QString::fromUtf8(line->accepted)};
    }
    return std::nullopt;
}

std::optional<KnownServer> knownServer(const QString &address)
{
    return findKnownServer(address).value_or(std::nullopt);
}

Result<void> acceptServer(const QString &address, const QByteArray &certificate)
{
    const QString path = knownServersPath();
    makePrivateDirectories(QFileInfo(path).path());
    constexpr int patienceMs = 2000;
    const QString lock = path + QStringLiteral(".lock");
    QLockFile turn(lock);
    if (!turn.tryLock(patienceMs)) {
        const bool busy = turn.error() == QLockFile::LockFailedError;
        return tl::make_unexpected(
            busy ? isBusy(path, lock)
                 : cannotBeWritten(lock, Words::tr("no permission, or no room")));
    }
    const auto known = content();
    if (!known)
        return passOn(known);
    QByteArray kept;
    for (const QByteArray &text : known->split('\n')) {
        const auto line = parsed(text);
        if (!text.isEmpty() && !(line && line->address == key(address)))
            kept += text + '\n';
    }
    kept += key(address) + ' ' + QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toLatin1()
            + ' ' + certificate.toBase64() + '\n';
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly)
                         && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
                         && file.write(kept) == kept.size() && file.commit();
    if (!written)
        return tl::make_unexpected(cannotBeWritten(path, file.errorString()));
    return {};
}

QString certificateFingerprint(const QByteArray &certificate)
{
    return QStringLiteral("SHA256:")
           + QString::fromLatin1(QCryptographicHash::hash(certificate, QCryptographicHash::Sha256)
                                     .toHex(':')
                                     .toUpper());
}

bool isFingerprintOf(const QString &text, const QByteArray &certificate)
{
    const auto digits = [](QString fingerprint) {
        fingerprint = fingerprint.mid(fingerprint.lastIndexOf(u'=') + 1).simplified().toUpper();
        if (fingerprint.startsWith(QLatin1StringView("SHA256:")))
            fingerprint.remove(0, 7);
        return fingerprint.remove(u':').remove(u' ');
    };
    return digits(text) == digits(certificateFingerprint(certificate));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/trust/knownservers.h"

#include "core/trust/acceptedlines.h"
#include "core/text/words.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QStandardPaths>

namespace lockmaster {

namespace {

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

AcceptedLines acceptedServers()
{
    return {knownServersPath(), Words::tr("Which servers were accepted")};
}

QByteArray key(const QString &address)
{
    // A word of its line, also where it is reached by way of something.
    return address.toLower().toUtf8().replace(' ', "%20");
}

} // namespace

QString knownServersPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/lockmaster/known_servers");
}

Result<std::optional<KnownServer>> findKnownServer(const QString &address)
{
    const auto known = acceptedServers().read();
    if (!known)
        return passOn(known);
    for (const QByteArray &text : *known) {
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
    return acceptedServers().update([&](QByteArrayList &lines) {
        lines.removeIf([&address](const QByteArray &text) {
            const auto line = parsed(text);
            return line && line->address == key(address);
        });
        lines << key(address) + ' '
                     + QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toLatin1() + ' '
                     + certificate.toBase64();
    });
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

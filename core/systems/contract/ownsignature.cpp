// SPDX-License-Identifier: Apache-2.0
#include "core/systems/contract/ownsignature.h"

#include "core/systems/contract/textshapes.h"
#include "core/text/literaltext.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSysInfo>

#include <pwd.h>
#include <unistd.h>

#include <array>

namespace lockmaster {

namespace {

/** What the owner columns of the known designs hold. */
constexpr qsizetype mostOwnerBytes = 100;
/** More is no reason but a story, and less says nothing. */
constexpr qint64 longestReason = 200;
constexpr qint64 shortestReason = 8;
constexpr qsizetype longestShown = 80;

/** Of the operating system; a number where it has no name for it. */
QByteArray accountName()
{
    std::array<char, 1024> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    const uid_t id = ::geteuid();
    if (::getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        return found->pw_name;
    return QByteArray::number(id);
}

/** An owner goes into columns, keys and shells: what is not plain there becomes an underscore. */
QByteArray plain(QByteArray text, qsizetype most)
{
    for (char &c : text) {
        const bool letterOrDigit =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letterOrDigit && c != '-' && c != '.' && c != '_')
            c = '_';
    }
    return text.left(most);
}

/** Its words, of what is printed. */
QString wordsOf(const QString &reason)
{
    QList<uint> kept;
    for (const uint c : reason.toUcs4()) {
        if (QChar::isPrint(c) || QChar::isSpace(c))
            kept.append(c);
    }
    return QString::fromUcs4(reinterpret_cast<const char32_t *>(kept.constData()), kept.size())
        .simplified();
}

} // namespace

std::optional<OwnSignature> ownSignature(QByteArrayView owner)
{
    if (!owner.startsWith("lockmaster:")) // of all owners that are read
        return std::nullopt;
    static const QRegularExpression pattern(
        QStringLiteral("\\Alockmaster:([A-Za-z0-9._-]+)@([A-Za-z0-9._-]+):([0-9]{1,19})"
                       "(:[0-9a-f]{16})?(?: \\((.+)\\))?\\z"),
        QRegularExpression::DotMatchesEverythingOption);
    const auto match = pattern.match(QString::fromUtf8(owner));
    if (!match.hasMatch())
        return std::nullopt;
    const auto pid = plainInteger(match.captured(3).toLatin1());
    if (!pid)
        return std::nullopt;
    return OwnSignature{match.captured(1), match.captured(2), *pid, !match.captured(4).isEmpty(),
                        match.captured(5)};
}

QString signatureLabel(const OwnSignature &signature)
{
    // The process tells two of us on one host apart.
    QString who = QStringLiteral("lockmaster %1@%2:%3")
                      .arg(signature.user, signature.host, QString::number(signature.pid));
    if (signature.reason.isEmpty())
        return who;
    QString reason = literalText(signature.reason);
    if (reason.size() > longestShown)
        reason = beginningOf(reason, longestShown) + QLatin1StringView("..");
    return QStringLiteral("%1 (%2)").arg(who, reason);
}

HolderDetail signatureDetail(const OwnSignature &signature)
{
    HolderDetail detail;
    detail.user = signature.user;
    detail.host = signature.host;
    detail.pid = signature.pid;
    detail.reason = signature.reason;
    return detail;
}

QByteArray defaultOwner()
{
    const QByteArray process = ':' + QByteArray::number(QCoreApplication::applicationPid());
    const QByteArray user = plain(accountName(), 32);
    const QByteArray start = "lockmaster:" + user + '@';
    // The process tells two of us on one host apart, so a long host gives way and not that.
    const qsizetype left = mostOwnerBytes - start.size() - process.size();
    return start + plain(QSysInfo::machineHostName().toUtf8(), left) + process;
}

QByteArray newOwner()
{
    return defaultOwner() + ':'
           + QByteArray::number(QRandomGenerator::system()->generate64(), 16)
                 .rightJustified(16, '0');
}

QByteArray withReason(const QByteArray &signature, const QString &reason,
                      std::optional<qint64> mostCharacters)
{
    constexpr qint64 around = 3; // ` (` and `)`
    const qint64 room = mostCharacters
                            ? std::min(longestReason, *mostCharacters - signature.size() - around)
                            : longestReason;
    const QList<uint> words = wordsOf(reason).toUcs4();
    if (words.isEmpty() || room < std::min<qint64>(shortestReason, words.size()))
        return signature;
    QString told = wordsOf(reason);
    if (words.size() > room) {
        const QList<uint> begin = words.first(room - 2);
        told =
            QString::fromUcs4(reinterpret_cast<const char32_t *>(begin.constData()), begin.size())
                .trimmed()
            + QLatin1StringView("..");
    }
    return signature + " (" + told.toUtf8() + ')';
}

} // namespace lockmaster

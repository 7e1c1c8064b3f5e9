// SPDX-License-Identifier: Apache-2.0
#include "core/formats/knownnames.h"

#include "core/text/literaltext.h"

#include <QCryptographicHash>
#include <QUuid>

#include <array>
#include <atomic>
#include <mutex>

namespace lockmaster {

namespace {

constexpr qsizetype shortestHash = 32;
constexpr std::array<qsizetype, 3> hashLengths = {64, 40, 32};

bool isDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr int digitsOfBeginning = 5;
constexpr size_t beginnings = size_t(1) << 4 * digitsOfBeginning;

/** Its first digits as a number, whatever their case; others than digits are some digit. */
size_t beginningBit(QByteArrayView digits)
{
    size_t number = 0;
    for (int i = 0; i < digitsOfBeginning; ++i) {
        const auto c = uchar(digits[i]);
        number = number << 4 | size_t((c <= '9' ? c : c + 9) & 0x0f);
    }
    return number;
}

/** As `java.util.UUID.nameUUIDFromBytes` makes it: a version 3 without a namespace. */
QByteArray javaUuid(const QByteArray &text)
{
    QByteArray bytes = QCryptographicHash::hash(text, QCryptographicHash::Md5);
    bytes[6] = char((bytes.at(6) & 0x0F) | 0x30);
    bytes[8] = char((bytes.at(8) & 0x3F) | 0x80);
    return QUuid::fromRfc4122(bytes).toByteArray(QUuid::WithoutBraces);
}

struct Known {
    std::atomic<bool> isAny = false; ///< most profiles have none: nobody is to wait for a turn
    std::mutex mutex;
    std::shared_ptr<const NameDictionary> names;
};

Known &known()
{
    static Known all;
    return all;
}

} // namespace

bool NameDictionary::add(const QString &name, const QString &hashed)
{
    if (m_plain.size() == mostNames)
        return false;
    m_plain.append(name);
    const QByteArray text = hashed.toUtf8();
    for (const auto algorithm :
         {QCryptographicHash::Md5, QCryptographicHash::Sha1, QCryptographicHash::Sha256})
        insert(QCryptographicHash::hash(text, algorithm).toHex(), name);
    insert(javaUuid(text), name);
    return true;
}

void NameDictionary::insert(const QByteArray &digits, const QString &name)
{
    m_beginnings.resize(beginnings);
    m_beginnings[beginningBit(digits)] = true;
    m_names.insert(digits, name);
}

bool NameDictionary::mayHave(QByteArrayView digits) const
{
    return m_beginnings[beginningBit(digits)];
}

/** A hash may have anything before it, digits as well: what matters is where the run ends. */
QString NameDictionary::find(const QByteArray &stored) const
{
    constexpr qsizetype uuidLength = 36;
    if (m_names.isEmpty() || stored.size() < shortestHash)
        return {};
    const auto replaced = [&](qsizetype at, qsizetype length) -> QString {
        if (!mayHave(QByteArrayView(stored).sliced(at, length)))
            return {};
        const auto found = m_names.find(stored.sliced(at, length).toLower());
        return found == m_names.end() ? QString()
                                      : literalText(stored.first(at)) + *found
                                            + literalText(stored.sliced(at + length));
    };
    qsizetype run = 0;
    for (qsizetype i = 0; i <= stored.size(); ++i) {
        if (i < stored.size() && isDigit(stored.at(i))) {
            ++run;
            continue;
        }
        for (const qsizetype length : hashLengths) {
            if (run < length)
                continue;
            if (QString name = replaced(i - length, length); !name.isEmpty())
                return name;
        }
        constexpr qsizetype lastGroup = 12;
        if (run >= lastGroup && i >= uuidLength && stored.at(i - lastGroup - 1) == '-') {
            if (QString name = replaced(i - uuidLength, uuidLength); !name.isEmpty())
                return name;
        }
        run = 0;
    }
    return {};
}

void makeNamesKnown(std::shared_ptr<const NameDictionary> names)
{
    Known &all = known();
    const std::lock_guard turn(all.mutex);
    all.names = names && !names->isEmpty() ? std::move(names) : nullptr;
    all.isAny = all.names != nullptr;
}

std::shared_ptr<const NameDictionary> namesKnown()
{
    Known &all = known();
    if (!all.isAny)
        return nullptr;
    const std::lock_guard turn(all.mutex);
    return all.names;
}

QString knownAs(const QByteArray &stored)
{
    if (stored.size() < shortestHash)
        return {};
    const auto names = namesKnown();
    return names ? names->find(stored) : QString();
}

QString nameText(const QByteArray &stored)
{
    QString name = knownAs(stored);
    return name.isEmpty() ? literalText(stored) : name;
}

} // namespace lockmaster

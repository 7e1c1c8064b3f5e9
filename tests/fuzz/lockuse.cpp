// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/lockuse.h"

#include "core/text/literaltext.h"
#include "core/domain/packedlock.h"
#include "core/domain/witness.h"
#include "core/monitor/filter.h"
#include "core/monitor/lockjson.h"
#include "tests/fuzz/fuzz.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockmaster::fuzz {

namespace {

bool isLiteral(const QString &text)
{
    return literalText(text) == text;
}

void pack(const LockRecord &lock)
{
    const PackedLock packed(lock);
    const LockRecord back = packed.unpack();
    require(back.id == lock.id && sameContent(back, lock), "packing changes a lock");
    require(witnessOf(back) == witnessOf(lock), "packing changes what a lock is known by");
    require(LockPacker().pack(lock, packed) == packed, "the same lock is another one");
}

void write(const LockRecord &lock)
{
    const QByteArray text = lockToJson(lock, {}, here);
    QJsonParseError error;
    const QJsonObject json = QJsonDocument::fromJson(text, &error).object();
    require(error.error == QJsonParseError::NoError && !json.isEmpty(), "its JSON is none");
    require(isLiteral(QString::fromUtf8(text)), "its JSON hides or moves text");
    const QString encoded = json[u"name_base64"].toString();
    const QByteArray name = encoded.isEmpty() ? json[u"name"].toString().toUtf8()
                                              : QByteArray::fromBase64(encoded.toLatin1());
    require(name == lock.id.name, "its JSON names another lock");
    require(json[u"holders"].toArray().size() == qsizetype(lock.holders.size()),
            "its JSON tells of other holders");
}

/** What a POSIX shell makes of the command's last word. */
QString lastWord(const QString &command)
{
    const QString option = QStringLiteral(" --filter ");
    QString word = command.sliced(command.lastIndexOf(option) + option.size());
    word.replace(QLatin1StringView("'\\''"), QLatin1StringView("\n"));
    require(word.size() >= 2 && word.count(u'\'') == 2, "a shell takes it for several words");
    return word.sliced(1, word.size() - 2).replace(u'\n', u'\'');
}

void find(const LockRecord &lock)
{
    const QString command = listCommand(lock);
    require(isLiteral(command), "its command line hides or moves text");
    const auto filter = Filter::parse(lastWord(command));
    require(filter.has_value(), "its filter cannot be understood");
    require(filter->matches(PackedLock(lock), here), "its filter does not find it");
}

void witness(const LockRecord &lock)
{
    const Witness seen = witnessOf(lock, ServerMoment());
    const QString text = encodeWitness(seen);
    require(text.toLatin1() == encodedWitnessOf(lock, {}), "its witness is written in two ways");
    const auto read = decodeWitness(text);
    require(read && *read == seen, "its witness cannot be read back");
}

void show(const LockRecord &lock)
{
    for (const Holder &holder : lock.holders) {
        require(isLiteral(holder.label), "a holder's label hides or moves text");
        require(holder.rawBytes >= holder.raw.size(), "more of a holder is there than there was");
    }
    for (const Waiter &waiter : lock.waiters.list)
        require(isLiteral(waiter.label), "a waiter's label hides or moves text");
}

} // namespace

void useLock(const LockRecord &lock)
{
    pack(lock);
    write(lock);
    find(lock);
    witness(lock);
    show(lock);
}

std::optional<qint64> Parts::nextNumber()
{
    const QByteArray part = next();
    if (part.isEmpty())
        return std::nullopt;
    quint64 number = 0;
    for (const char c : part.first(std::min<qsizetype>(part.size(), 8)))
        number = number << 8 | uchar(c);
    return qint64(number);
}

} // namespace lockmaster::fuzz

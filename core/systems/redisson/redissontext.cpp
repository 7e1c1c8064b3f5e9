// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissontext.h"

#include "core/text/momenttext.h"
#include "core/text/literaltext.h"
#include "core/systems/keys/redisrecord.h"
#include "core/systems/contract/textshapes.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype longestLabel = 64;
constexpr size_t linesShown = 16;

Attribute owner(const QString &label, const QString &value)
{
    return {Attribute::Group::Owner, label, value};
}

QString labelOf(QByteArrayView client, const QByteArray &thread)
{
    QString label = shortened(client);
    label += QLatin1Char(':');
    label += literalText(thread.left(longestLabel));
    return label;
}

void addHolderLines(Attributes &lines, const RedissonShape &shape, const RedissonWords &words)
{
    const RedissonEntry &first = shape.entries.front();
    if (shape.entries.size() == 1) {
        lines.push_back(owner(words.client, QString::fromLatin1(first.client)));
        lines.push_back(owner(words.thread, QString::fromLatin1(first.thread)));
        lines.push_back(owner(words.holdCount, QString::number(first.count)));
        return;
    }
    const size_t count = std::min(shape.entries.size(), linesShown);
    for (size_t i = 0; i < count; ++i) {
        const RedissonEntry &entry = shape.entries[i];
        lines.push_back(
            owner(entry.write ? Words::tr("Writer") : Words::tr("Holder"),
                  Words::tr("%1:%2, hold count %3")
                      .arg(QString::fromLatin1(entry.client), QString::fromLatin1(entry.thread))
                      .arg(entry.count)));
    }
    if (shape.entries.size() > count)
        lines.push_back(
            owner(Words::tr("Further holders"), QString::number(shape.entries.size() - count)));
}

void addValueLines(Attributes &lines, const RedissonShape &shape)
{
    const size_t count = std::min(shape.values.size(), linesShown);
    for (size_t i = 0; i < count; ++i) {
        const RedissonShape::Value &value = shape.values[i];
        const bool known = value.expiresMs && *value.expiresMs < latestMomentMs;
        const QString until =
            known ? utcMomentText(ServerTime(Millis(*value.expiresMs)), TimeDetail::ToMilli)
                  : Words::tr("unknown");
        lines.push_back(
            {Attribute::Group::Raw,
             Words::tr("Value %1").arg(literalText(value.name.left(longestLabel))),
             Words::tr("%1, until %2 (its clock)").arg(redissonLabel(value.owner), until)});
    }
}

void addRawLines(Attributes &lines, const RedissonShape &shape, const KeyReading &key,
                 const RedisWords &words)
{
    lines.push_back({Attribute::Group::Raw, words.type, QStringLiteral("hash")});
    const QString mode = redissonVariant(shape.kind);
    if (shape.kind == RedissonShape::Kind::Read || shape.kind == RedissonShape::Kind::Write)
        lines.push_back({Attribute::Group::Raw, Words::tr("Mode"), mode});
    if (shape.cut)
        lines.push_back(
            {Attribute::Group::Raw, Words::tr("Fields"),
             Words::tr("%1, of which %2 were read").arg(key.length).arg(key.fields.size())});
    lines.push_back(storedExpiry(key, words));
}

std::shared_ptr<const HolderDetail> detailOf(const RedissonEntry &entry)
{
    HolderDetail detail;
    detail.thread = QString::fromLatin1(entry.thread);
    detail.process = QString::fromLatin1(entry.client);
    return std::make_shared<const HolderDetail>(std::move(detail));
}

} // namespace

RedissonWords::RedissonWords()
    : client(Words::tr("Redisson client")), thread(Words::tr("Thread")),
      holdCount(Words::tr("Hold count")), renewal(Words::tr("Renewal")),
      renewalUnknown(Words::tr("not known yet: not watched for long enough"))
{
}

QString redissonLabel(const QByteArray &owner)
{
    const auto known = redissonOwner(owner);
    return known ? labelOf(known->client, known->thread) : literalText(owner.left(longestLabel));
}

std::shared_ptr<const HolderDetail> redissonDetail(const QByteArray &owner)
{
    const auto known = redissonOwner(owner);
    return known ? detailOf(*known) : nullptr;
}

QList<Holder> redissonHolders(const RedissonShape &shape)
{
    QList<Holder> holders;
    holders.reserve(shape.entries.size());
    for (const RedissonEntry &entry : shape.entries) {
        holders.push_back({entry.raw, entry.raw.size(), labelOf(entry.client, entry.thread),
                           entry.count, detailOf(entry)});
    }
    return holders;
}

Attributes redissonAttributes(const RedissonShape &shape, const KeyReading &key,
                              const RedissonWords &own, const RedisWords &words)
{
    constexpr size_t usual = 6;
    Attributes lines;
    lines.reserve(usual);
    addHolderLines(lines, shape, own);
    addRawLines(lines, shape, key, words);
    addValueLines(lines, shape);
    return lines;
}

Attribute renewalLine(const LeaseHistory *history, bool hasExpiry, const RedissonWords &words)
{
    const QString &label = words.renewal;
    if (!hasExpiry)
        return owner(label, Words::tr("none, and no expiry: Redisson itself always sets "
                                      "one, so this was made persistent or restored"));
    const int times = history ? history->renewals() : 0;
    switch (history ? history->kind() : LeaseHistory::Kind::Unknown) {
    case LeaseHistory::Kind::Unknown: break;
    case LeaseHistory::Kind::Renewed:
        return owner(label, Words::tr("by a watchdog, as seen (%1 times)").arg(times));
    case LeaseHistory::Kind::Stopped:
        return owner(label, Words::tr("stopped: a watchdog renewed it %1 times, and does "
                                      "not any more")
                                .arg(times));
    case LeaseHistory::Kind::NotRenewed:
        return owner(label, Words::tr("none seen: a fixed lease, or its holder is gone"));
    case LeaseHistory::Kind::Extended:
        return owner(label, Words::tr("set anew %1 times, not as a watchdog does").arg(times));
    }
    return owner(label, words.renewalUnknown);
}

QString redissonVariant(RedissonShape::Kind kind)
{
    switch (kind) {
    case RedissonShape::Kind::Single: return {};
    case RedissonShape::Kind::Read: return QStringLiteral("read");
    case RedissonShape::Kind::Write: return QStringLiteral("write");
    case RedissonShape::Kind::Multi: return QStringLiteral("multi");
    }
    Q_UNREACHABLE();
}

} // namespace lockmaster

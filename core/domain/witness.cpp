// SPDX-License-Identifier: Apache-2.0
#include "core/domain/witness.h"

#include <QCborArray>
#include <QCborValue>
#include <QCryptographicHash>
#include <QVarLengthArray>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype longestPlainValue = 64;
constexpr QLatin1StringView undatedPrefix("lm1.");
constexpr QLatin1StringView textPrefix("lm2.");
constexpr qsizetype undatedFields = 7;
/** One follows at most; a further field says how many, and another of which format it was. */
constexpr qsizetype fieldCount = 10;
constexpr qint64 mostFollowers = 65'535; ///< that are believed
constexpr qsizetype digestBytes = 8;     ///< enough to tell servers apart, not to hide one

QByteArray hashed(QByteArrayView bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

/**
 * CBOR as `QCborValue` writes it, straight into a buffer. With QCborStreamWriter a witness takes
 * 0.75 us more, which `list-redis-json-100000-cpu` has not to spare (75 of 500 ms); with
 * QCborValue 2.5 us.
 */
class CborText
{
public:
    void array(qsizetype count) { head(4, quint64(count)); }
    void boolean(bool value) { m_out.append(value ? '\xf5' : '\xf4'); }
    void null() { m_out.append('\xf6'); }
    void integer(qint64 value) { value < 0 ? head(1, quint64(~value)) : head(0, quint64(value)); }
    void bytes(QByteArrayView value) { put(2, value); }
    void text(const QString &value)
    {
        const auto isAscii = [](QChar c) { return c.unicode() < 0x80; };
        if (!std::all_of(value.begin(), value.end(), isAscii)) {
            put(3, value.toUtf8());
            return;
        }
        head(3, quint64(value.size()));
        for (const QChar c : value)
            m_out.append(char(c.unicode()));
    }
    QByteArrayView view() const { return {m_out.data(), m_out.size()}; }

private:
    void put(uint kind, QByteArrayView value)
    {
        head(kind, quint64(value.size()));
        m_out.append(value.data(), value.size());
    }

    /** The kind of what follows, and its size or value in as few bytes as hold it. */
    void head(uint kind, quint64 value)
    {
        constexpr quint64 smallest = 24; // that does not fit beside the kind
        const int log = value < smallest   ? -1
                        : value >> 8 == 0  ? 0
                        : value >> 16 == 0 ? 1
                        : value >> 32 == 0 ? 2
                                           : 3;
        m_out.append(char(kind << 5 | (log < 0 ? uint(value) : 24 + uint(log))));
        for (int shift = log < 0 ? -1 : (8 << log) - 8; shift >= 0; shift -= 8)
            m_out.append(char(value >> shift & 0xff));
    }

    QVarLengthArray<char, 512> m_out; ///< longer only with very long names of sources
};

/** Short values stand as they are, long ones as a digest of the same kind of field. */
void addShortened(CborText &cbor, const QByteArray &bytes)
{
    if (bytes.size() <= longestPlainValue) {
        cbor.bytes(bytes);
        return;
    }
    cbor.array(1);
    cbor.bytes(hashed(bytes));
}

CborText instanceOf(const LockRecord &record)
{
    CborText instance;
    instance.array(2 + 3 * qsizetype(record.holders.size()));
    addShortened(instance, record.node);
    addShortened(instance, record.session);
    for (const Holder &holder : record.holders) {
        addShortened(instance, holder.raw);
        instance.integer(holder.rawBytes);
        instance.integer(holder.holdCount);
    }
    return instance;
}

CborText leaseOf(const LockRecord &record)
{
    CborText lease;
    const qsizetype shares = record.shares ? std::ssize(record.shares->all) : 0;
    lease.array(2 + 2 * shares);
    lease.boolean(record.lease.hasExpiry);
    lease.integer(record.lease.stored);
    for (qsizetype i = 0; i < shares; ++i) {
        const LockShare &share = record.shares->all[size_t(i)];
        const bool isKnown = share.seen != LockShare::Seen::Unknown;
        if (share.seen == LockShare::Seen::Other)
            lease.array(1);
        if (isKnown)
            lease.bytes(share.holder ? share.instance : QByteArray());
        else
            lease.null();
        lease.integer(isKnown && share.holder ? share.stored : -1);
    }
    return lease;
}

bool mustHashName(const LockRecord &record)
{
    return record.id.name.size() > longestPlainValue * 2;
}

CborText fieldsOf(const SourceId &source, QByteArrayView name, bool nameHashed,
                  QByteArrayView instance, QByteArrayView lease, const ServerMoment *looked)
{
    CborText fields;
    const bool ofFormat = looked && !source.format.isEmpty();
    const bool several = looked && (looked->followers > 1 || ofFormat);
    fields.array(looked ? fieldCount + (several ? 1 : 0) + (ofFormat ? 1 : 0) : undatedFields);
    fields.text(source.backend);
    fields.text(source.system);
    fields.text(source.name);
    fields.bytes(name);
    fields.boolean(nameHashed);
    fields.bytes(instance);
    fields.bytes(lease);
    if (!looked)
        return fields;
    fields.bytes(looked->server);
    if (looked->at)
        fields.integer(std::chrono::floor<Millis>(looked->at->time_since_epoch()).count());
    else
        fields.null();
    fields.boolean(looked->followers > 0);
    if (several)
        fields.integer(std::min(looked->followers, mostFollowers));
    if (ofFormat)
        fields.bytes(source.format);
    return fields;
}

QByteArray encoded(const CborText &fields, QLatin1StringView prefix)
{
    const QByteArray bytes = QByteArray::fromRawData(fields.view().data(), fields.view().size());
    return QByteArray(prefix.data(), prefix.size())
           + bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

/** What follows the seven fields that any witness has; none for what we do not write. */
std::optional<ServerMoment> lookedFrom(const QCborArray &fields)
{
    if (!fields[7].isByteArray() || !(fields[8].isInteger() || fields[8].isNull()))
        return std::nullopt;
    ServerMoment looked{fields[7].toByteArray(), {}, fields[9].toBool() ? 1 : 0};
    if (fields.size() > fieldCount)
        looked.followers = std::clamp<qint64>(fields[fieldCount].toInteger(), 0, mostFollowers);
    // Beyond what a clock shows, sums with it would not fit.
    constexpr Millis most = std::chrono::duration_cast<Millis>(std::chrono::years(10'000));
    const Millis at(fields[8].toInteger());
    if (at < Millis(0) || at > most)
        return std::nullopt;
    if (fields[8].isInteger())
        looked.at = ServerTime(at);
    return looked;
}

} // namespace

QByteArray serverDigest(const QByteArray &identity)
{
    return identity.isEmpty() ? QByteArray() : hashed(identity).first(digestBytes);
}

Witness witnessOf(const LockRecord &record, std::optional<ServerMoment> looked)
{
    Witness witness;
    witness.looked = std::move(looked);
    // A witness counts in milliseconds.
    if (witness.looked && witness.looked->at)
        witness.looked->at = std::chrono::floor<Millis>(*witness.looked->at);
    if (witness.looked)
        witness.looked->followers = std::min(witness.looked->followers, mostFollowers);
    witness.source = *record.id.source;
    witness.nameHashed = mustHashName(record);
    witness.name = witness.nameHashed ? hashed(record.id.name) : record.id.name;
    witness.instance = instanceOf(record).view().toByteArray();
    if (witness.instance.size() > longestPlainValue)
        witness.instance = hashed(witness.instance);
    witness.lease = leaseOf(record).view().toByteArray();
    return witness;
}

QByteArray instanceDigest(const LockRecord &record)
{
    return hashed(instanceOf(record).view()).first(digestBytes);
}

std::vector<WitnessedShare> sharesOf(const Witness &witness)
{
    const QCborArray fields = QCborValue::fromCbor(witness.lease).toArray();
    std::vector<WitnessedShare> shares;
    for (qsizetype i = 2; i + 1 < fields.size(); i += 2) {
        const bool isOther = fields[i].isArray();
        const QCborValue instance = isOther ? fields[i].toArray().first() : fields[i];
        shares.push_back(
            {instance.toByteArray(), fields[i + 1].toInteger(-1), instance.isByteArray(), isOther});
    }
    return shares;
}

QString encodeWitness(const Witness &witness)
{
    const ServerMoment *const looked = witness.looked ? &*witness.looked : nullptr;
    return QString::fromLatin1(encoded(fieldsOf(witness.source, witness.name, witness.nameHashed,
                                                witness.instance, witness.lease, looked),
                                       looked ? textPrefix : undatedPrefix));
}

QByteArray encodedWitnessOf(const LockRecord &record, const ServerMoment &looked)
{
    const CborText instance = instanceOf(record);
    if (mustHashName(record) || instance.view().size() > longestPlainValue)
        return encodeWitness(witnessOf(record, looked)).toLatin1();
    return encoded(fieldsOf(*record.id.source, record.id.name, false, instance.view(),
                            leaseOf(record).view(), &looked),
                   textPrefix);
}

Result<Witness> decodeWitness(const QString &text)
{
    const auto refused = [] {
        return failure(ErrorKind::Config, QStringLiteral("This is not a witness."),
                       QStringLiteral("Copy it whole from 'lockctl list --json'."));
    };
    const bool dated = text.startsWith(textPrefix);
    if (!dated && !text.startsWith(undatedPrefix))
        return refused();
    const auto bytes = QByteArray::fromBase64Encoding(
        text.sliced(textPrefix.size()).toLatin1(),
        QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes)
        return refused();
    QCborParserError parse;
    const QCborArray fields = QCborValue::fromCbor(*bytes, &parse).toArray();
    const qsizetype count = fields.size();
    const bool fits =
        dated ? count >= fieldCount && count <= fieldCount + 2 : count == undatedFields;
    if (parse.error != QCborError::NoError || !fits)
        return refused();

    Witness witness;
    witness.source = {fields[0].toString(), fields[1].toString(), fields[2].toString()};
    witness.name = fields[3].toByteArray();
    witness.nameHashed = fields[4].toBool();
    witness.instance = fields[5].toByteArray();
    witness.lease = fields[6].toByteArray();
    if (dated) {
        witness.looked = lookedFrom(fields);
        if (!witness.looked)
            return refused();
        if (count == fieldCount + 2)
            witness.source.format = fields[fieldCount + 1].toByteArray();
    }
    if (encodeWitness(witness) != text)
        return refused();
    return witness;
}

} // namespace lockmaster

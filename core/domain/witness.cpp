// SPDX-License-Identifier: Apache-2.0
#include "core/domain/witness.h"

#include <QCborArray>
#include <QCborValue>
#include <QCryptographicHash>

namespace lockmaster {

namespace {

constexpr qsizetype longestPlainValue = 64;
constexpr QLatin1StringView textPrefix("lm1.");
constexpr qsizetype fieldCount = 7;

QByteArray hashed(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

/** Short values stand as they are, long ones as a digest of the same kind of field. */
QCborValue shortened(const QByteArray &bytes)
{
    if (bytes.size() <= longestPlainValue)
        return QCborValue(bytes);
    return QCborArray{QCborValue(hashed(bytes))};
}

} // namespace

Witness witnessOf(const LockRecord &record)
{
    QCborArray instance;
    instance.append(shortened(record.node));
    instance.append(shortened(record.session));
    for (const Holder &holder : record.holders) {
        instance.append(shortened(holder.raw));
        instance.append(holder.rawBytes);
        instance.append(holder.holdCount);
    }
    const QCborArray lease{record.lease.hasExpiry, record.lease.stored};

    Witness witness;
    witness.source = *record.id.source;
    witness.nameHashed = record.id.name.size() > longestPlainValue * 2;
    witness.name = witness.nameHashed ? hashed(record.id.name) : record.id.name;
    witness.instance = instance.toCborValue().toCbor();
    if (witness.instance.size() > longestPlainValue)
        witness.instance = hashed(witness.instance);
    witness.lease = lease.toCborValue().toCbor();
    return witness;
}

QString encodeWitness(const Witness &witness)
{
    const QCborArray fields{witness.source.backend,
                            witness.source.system,
                            witness.source.name,
                            QCborValue(witness.name),
                            witness.nameHashed,
                            QCborValue(witness.instance),
                            QCborValue(witness.lease)};
    const QByteArray text = fields.toCborValue().toCbor().toBase64(
        QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
    return textPrefix + QLatin1StringView(text);
}

Result<Witness> decodeWitness(const QString &text)
{
    const auto refused = [] {
        return failure(ErrorKind::Config, QStringLiteral("This is not a witness."),
                       QStringLiteral("Copy it whole from 'lockctl list --json'."));
    };
    if (!text.startsWith(textPrefix))
        return refused();
    const auto bytes = QByteArray::fromBase64Encoding(
        text.sliced(textPrefix.size()).toLatin1(),
        QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes)
        return refused();
    QCborParserError parse;
    const QCborArray fields = QCborValue::fromCbor(*bytes, &parse).toArray();
    if (parse.error != QCborError::NoError || fields.size() != fieldCount)
        return refused();

    Witness witness;
    witness.source = {fields[0].toString(), fields[1].toString(), fields[2].toString()};
    witness.name = fields[3].toByteArray();
    witness.nameHashed = fields[4].toBool();
    witness.instance = fields[5].toByteArray();
    witness.lease = fields[6].toByteArray();
    if (encodeWitness(witness) != text)
        return refused();
    return witness;
}

} // namespace lockmaster

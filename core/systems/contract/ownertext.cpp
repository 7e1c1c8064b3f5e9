// SPDX-License-Identifier: Apache-2.0
#include "core/systems/contract/ownertext.h"

#include "core/systems/contract/ownsignature.h"
#include "core/text/literaltext.h"
#include "core/systems/contract/textshapes.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

constexpr qsizetype longestLabel = 64;
constexpr qsizetype longestHost = 253;
constexpr QByteArrayView separators(":@/#_-| ");

bool isHostCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
           || c == '.' || c == '_';
}

bool isHost(QByteArrayView text)
{
    return !text.isEmpty() && text.size() <= longestHost
           && std::all_of(text.begin(), text.end(), isHostCharacter)
           && !(text.front() == '-' || text.front() == '.');
}

std::shared_ptr<const HolderDetail> onHost(QByteArrayView host, std::optional<qint64> pid = {})
{
    HolderDetail detail;
    detail.host = QString::fromLatin1(host);
    detail.pid = pid;
    return std::make_shared<const HolderDetail>(detail);
}

bool decodeWithUuid(Holder &holder)
{
    const QByteArrayView raw(holder.raw);
    if (raw.size() < uuidLength || !isUuid(raw.last(uuidLength)))
        return false;
    const QString uuid = shortened(raw.last(uuidLength));
    QByteArrayView before = raw.chopped(uuidLength);
    holder.label = uuid;
    if (before.isEmpty())
        return true;
    if (before.size() < 2 || !separators.contains(before.back()) || !isHost(before.chopped(1)))
        return false;
    before = before.chopped(1);
    holder.label = QStringLiteral("%1 (%2)").arg(QString::fromLatin1(before), uuid);
    holder.detail = onHost(before);
    return true;
}

bool decodeHostAndPid(Holder &holder)
{
    constexpr QByteArrayView between(":@/#");
    const QByteArrayView raw(holder.raw);
    const auto at =
        std::find_if(raw.rbegin(), raw.rend(), [&between](char c) { return between.contains(c); });
    if (at == raw.rend())
        return false;
    const qsizetype position = raw.rend() - at - 1;
    const auto pid = plainInteger(raw.sliced(position + 1));
    if (!pid || !isHost(raw.first(position)))
        return false;
    holder.label = QString::fromLatin1(raw);
    holder.detail = onHost(raw.first(position), pid);
    return true;
}

} // namespace

Holder tableHolder(const QByteArray &raw, qint64 rawBytes)
{
    Holder holder;
    holder.raw = raw;
    holder.rawBytes = rawBytes;
    if (raw.isEmpty()) {
        holder.label = Words::tr("(unsigned)");
        return holder;
    }
    if (!holder.truncated()
        && (isLowerHex(raw, 32) || isLowerHex(raw, 40) || isLowerHex(raw, 64))) {
        holder.label = shortened(raw);
        return holder;
    }
    if (!holder.truncated()) {
        if (const auto own = ownSignature(raw)) {
            holder.label = signatureLabel(*own);
            holder.detail = std::make_shared<const HolderDetail>(signatureDetail(*own));
            return holder;
        }
    }
    if (!holder.truncated() && (decodeWithUuid(holder) || decodeHostAndPid(holder)))
        return holder;
    holder.label = literalText(raw.left(4 * longestLabel));
    if (holder.label.size() > longestLabel) {
        holder.label = beginningOf(holder.label, longestLabel) + QLatin1StringView("..");
    }
    if (!holder.truncated() && isHost(raw))
        holder.detail = onHost(raw);
    return holder;
}

} // namespace lockmaster

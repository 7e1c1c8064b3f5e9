// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/tablelease.h"

#include "core/systems/rows/columnclock.h"

namespace lockmaster {

bool TableLease::mayTake(std::optional<qint64> written, qint64 now) const
{
    if (!written)
        return nullIsFree;
    return *written + heldAfter.count() < now;
}

qint64 TableLease::toWrite(qint64 now, Micros precision) const
{
    const qint64 exact = now + (length - heldAfter).count();
    if (precision <= Micros::zero())
        return exact;
    const qint64 cut = exact - exact % precision.count();
    const qint64 left = length.count() - (exact - cut);
    return left * 2 < length.count() ? cut + precision.count() : cut;
}

Micros TableLease::guaranteed(Micros precision) const
{
    return std::max(length - precision, length / 2);
}

QString storedTimeText(qint64 written, int digits)
{
    QString text = columnText(written);
    const qsizetype dot = text.indexOf(u'.');
    const qsizetype whole = dot < 0 ? text.size() : dot;
    if (digits == 0)
        return text.left(whole);
    if (dot < 0)
        text += u'.';
    return text.leftJustified(whole + 1 + digits, u'0', true);
}

} // namespace lockmaster

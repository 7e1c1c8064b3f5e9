// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/ownclient.h"

#include "core/systems/redisson/redissonshape.h"
#include "core/text/words.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <atomic>

namespace lockmaster::redisson {

namespace {

/** `value` in so many digits. */
QByteArray digits(quint64 value, int base, qsizetype count)
{
    return QByteArray::number(value, base).rightJustified(count, '0').right(count);
}

QByteArray makeClient()
{
    const quint64 random = QRandomGenerator::system()->generate64();
    return "10c4a57e-4c4d-4" + digits(random & 0xfff, 16, 3) + "-8"
           + digits(random >> 12 & 0xfff, 16, 3) + '-' + digits(random >> 24 & 0xfffff, 16, 5)
           + digits(quint64(QCoreApplication::applicationPid()), 10, 7);
}

} // namespace

QByteArray ownClient()
{
    static const QByteArray client = makeClient();
    return client;
}

QByteArray nextOwner()
{
    static std::atomic<quint64> last{0};
    return ownClient() + ':' + QByteArray::number(++last);
}

Result<QByteArray> checkedOwner(const QByteArray &owner)
{
    if (redissonOwner(owner))
        return owner;
    return failure(ErrorKind::Config,
                   Words::tr("The owner of a Redisson lock is a "
                             "UUID, a colon and an integer."),
                   Words::tr("Leave it empty: one is made."));
}

} // namespace lockmaster::redisson

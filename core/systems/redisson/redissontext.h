// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/systems/keys/redisrecord.h"
#include "core/systems/redisson/leasehistory.h"
#include "core/systems/redisson/redissonshape.h"

#include <QString>

/// How Redisson's owners and leases are put into words.
namespace lockmaster {

/** Times beyond the year 9999 are no times, whatever a server says. */
inline constexpr qint64 latestMomentMs = 253'402'300'799'999;

/** `1c4eddfe..:302` for `<uuid>:<thread>`; any other text as it stands, cut at 64 characters. */
QString redissonLabel(const QByteArray &owner);
/** The process and the thread that it tells of; null: it is no owner of Redisson's. */
std::shared_ptr<const HolderDetail> redissonDetail(const QByteArray &owner);

/** The holders of a lock, in the order of the shape's entries. */
QList<Holder> redissonHolders(const RedissonShape &shape);

/** Words of the details pane that nearly every lock shows, translated once. */
struct RedissonWords {
    RedissonWords();

    QString client;
    QString thread;
    QString holdCount;
    QString renewal;
    QString renewalUnknown;
};

/** What the details pane shows of the hash. */
Attributes redissonAttributes(const RedissonShape &shape, const KeyReading &key,
                              const RedissonWords &own, const RedisWords &words);

/** The line that says whether the lease is renewed. */
Attribute renewalLine(const LeaseHistory *history, bool hasExpiry, const RedissonWords &words);

/** The contract's word for a shape; empty for those that look like a plain lock. */
QString redissonVariant(RedissonShape::Kind kind);

} // namespace lockmaster

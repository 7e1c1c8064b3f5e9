// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/result.h"
#include "core/domain/servermoment.h"

#include <vector>

namespace lockmaster {

/**
 * The evidence of what an operator looked at: which lock, which instance of it, which lease, and
 * on which server and when.
 *
 * `instance` holds holder bytes, hold counts, node and session; `lease` the expiry as stored. Long
 * values are replaced by their SHA-256, so that the text form stays short.
 */
struct Witness {
    SourceId source;
    QByteArray name; ///< as it stands, or hashed when `nameHashed`
    bool nameHashed = false;
    QByteArray instance;
    QByteArray lease;
    std::optional<ServerMoment> looked; ///< none: made by a program that did not note it

    friend bool operator==(const Witness &, const Witness &) = default;
};

Witness witnessOf(const LockRecord &record, std::optional<ServerMoment> looked = {});

/** Which instance it is, in a few bytes: what a `LockShare` keeps. */
QByteArray instanceDigest(const LockRecord &record);

/** What a witness kept of one of several servers: the digest, and the lease as stored. */
struct WitnessedShare {
    QByteArray instance; ///< empty: it had nothing, or did not answer
    qint64 stored = -1;
    bool isKnown = true;  ///< false: it did not answer
    bool isOther = false; ///< it had somebody else's than the holder's

    friend bool operator==(const WitnessedShare &, const WitnessedShare &) = default;
};
/** In the order of the servers; none of a lock that was on one. */
std::vector<WitnessedShare> sharesOf(const Witness &witness);

/**
 * Opaque, ASCII, without spaces or quotes: safe as one word in any shell. Begins with `lm2.`, and
 * with `lm1.` where it is not known when it was looked at.
 */
QString encodeWitness(const Witness &witness);

/** The same of `witnessOf(record, looked)`, at a tenth of the price: for lists of very many locks.
 */
QByteArray encodedWitnessOf(const LockRecord &record, const ServerMoment &looked);

/** Errors: `Config` for anything `encodeWitness` did not write. */
Result<Witness> decodeWitness(const QString &text);

} // namespace lockmaster

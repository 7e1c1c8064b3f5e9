// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/result.h"

namespace lockmaster {

/**
 * The evidence of what an operator looked at: which lock, which instance of it, which lease.
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

    friend bool operator==(const Witness &, const Witness &) = default;
};

Witness witnessOf(const LockRecord &record);

/** Opaque, ASCII, without spaces or quotes: safe as one word in any shell. */
QString encodeWitness(const Witness &witness);

/** The same of `witnessOf(record)`, at a tenth of the price: for lists of very many locks. */
QByteArray encodedWitnessOf(const LockRecord &record);

/** Errors: `Config` for anything `encodeWitness` did not write. */
Result<Witness> decodeWitness(const QString &text);

} // namespace lockmaster

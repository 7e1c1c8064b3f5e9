// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/verdict/verdict.h"

namespace lockmaster {

using Evidence = std::vector<LifeEvidence>;

/** Whether evidence is put into words: that is most of what it costs. */
enum class EvidenceWords : quint8 { Found, Left };

/** What a lock that was read at `lookedAt` tells of its holder by itself, as of `now`. */
Evidence ownEvidence(const LockRecord &lock, SteadyTime lookedAt, SteadyTime now,
                     EvidenceWords words);

/** The last moment at which its holder certainly was there; none: it is not known. */
std::optional<SteadyTime> lastProof(const LockRecord &lock);

/** The newest of `evidence` that says so; null: none does. */
const LifeEvidence *newest(const Evidence &evidence, Life says);

} // namespace lockmaster

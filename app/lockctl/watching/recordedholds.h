// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"
#include "core/history/historyvalues.h"

#include "core/verdict/verdict.h"

#include <QHash>

#include <memory>
#include <optional>
#include <vector>

namespace lockmaster {

class HistoryReader;

/**
 * Since when locks are held, by what a Lockmaster recorded that watches the same backends now: one
 * look does not tell it of most. Knows nothing where nobody records, or has not looked lately.
 */
class RecordedHolds
{
public:
    /** What is recorded at `path` by now; reads the store, which others may write to meanwhile. */
    static RecordedHolds by(const QString &path, const std::vector<BackendSpec> &backends,
                            const Clock &clock = systemClock());

    /** On our monotonic clock; of the one that holds `lock` now, and of nobody before. */
    struct Since {
        SteadyTime at{};
        bool orBefore = false; ///< it was held when recording began
        qint64 renewals = 0;
    };
    std::optional<Since> heldSince(const LockRecord &lock) const;

    /**
     * How long it has been held, how often that was renewed, and how long its holds before took; as
     * of `now`. It decides nothing. None: nothing was recorded. The thread that it was made on.
     */
    std::optional<LifeEvidence> pastOf(const LockRecord &lock, SteadyTime now) const;

private:
    struct Key {
        QString backend;
        QString system;
        QString source;
        QByteArray name;
        QByteArray owner;

        friend bool operator==(const Key &, const Key &) = default;
        friend size_t qHash(const Key &key, size_t seed = 0) noexcept
        {
            return qHashMulti(seed, key.backend, key.system, key.source, key.name, key.owner);
        }
    };

    QHash<Key, Since> m_since;
    std::shared_ptr<HistoryReader> m_reader;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/writepermit.h"

#include <QHash>

#include <mutex>
#include <optional>

namespace lockmaster {

/**
 * Decides whether a backend may be written to at this moment: one that is not read-only always,
 * another while an operator has lifted that. Thread-safe.
 */
class WriteGate
{
public:
    /** The longest that read-only can be lifted for at a time. */
    static constexpr std::chrono::minutes longestLift{10};

    explicit WriteGate(const Clock &clock = systemClock());

    /** `--allow-writes`: every backend may be written to. For programs that end by themselves. */
    void allowAll();

    /** Lets `backend` be written to from now on, at most for `longestLift`. */
    void lift(const QString &backend, Millis time);
    /** Read-only again at once. */
    void restore(const QString &backend);
    /** How much longer it may be written to; none where nothing was lifted or it is over. */
    std::optional<Millis> remaining(const QString &backend) const;

    /** None: the backend is read-only now. */
    std::optional<WritePermit> permit(const BackendSpec &backend) const;

private:
    const Clock &m_clock;
    mutable std::mutex m_mutex;
    bool m_allowAll = false;
    QHash<QString, SteadyTime> m_liftedUntil;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/observation.h"
#include "core/domain/passwordsource.h"
#include "core/domain/result.h"
#include "core/domain/servercertificate.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockmaster {

/**
 * Everything that is read from one backend: a connection and the sources on it. The monitor and
 * the command line know backends through this alone.
 *
 * Lives on one thread; `interrupt()` may be called from any. It connects by itself, and again after
 * a connection was lost. It never throws and never blocks past the deadline it is given.
 */
class BackendReader
{
public:
    virtual ~BackendReader() = default;

    /** How much of a backend a read looks through. */
    enum class Depth : quint8 {
        Full,    ///< everything, whatever it costs: a single look
        Routine, ///< a poll: what is known, and a share of what must be searched for
        /**
         * `Full` by a reader that is not asked again, for a list: records come without
         * `attributes`, and nothing is kept for a next read. Of 100,000 locks of a Redis that is a
         * fifth of the time and a quarter of the memory: `list-redis-json-100000` needs both.
         */
        Listing,
        /**
         * A glance between two polls at the sources whose locks elect leaders, as far as each had
         * at most `mostSampledLeaders` at its last read. The reading has these alone: it says
         * nothing of the others. Does not connect.
         */
        Leaders,
        /**
         * While a `ChangeFeed` tells of the rest: known locks of which something that no feed tells
         * (who waits) is another than at their last read here, or cannot be told, each with its
         * whole record. Empty where there are none, and without a command to the server where
         * nothing is asked of any; of a group, how it stands is always asked, and a failure is that
         * it stands otherwise than at the last read. Connects as `readNamed` does.
         */
        Unfed,
    };
    static constexpr size_t mostSampledLeaders = 200;

    /** Reads every source once. What could not be read is said in the observations' problems. */
    virtual BackendReading read(Depth depth, SteadyTime deadline) = 0;

    /**
     * Reads the locks of these names alone: observations with `asked`, which lacks the names of
     * which nothing can be said (they may not be read). An empty reading, which says nothing, from
     * a reader that cannot, and where there is no connection any more. Does not connect, but to
     * nodes of a group that was asked who has what.
     */
    virtual BackendReading readNamed(const std::vector<QByteArray> &names, SteadyTime deadline);

    /**
     * A feed told of these: what it read of them may differ from what was read here before. The
     * next `Depth::Unfed` reads those of which it would ask.
     */
    virtual void told(const std::vector<QByteArray> &names);

    /** What this server, account and version allow, with remedies. */
    virtual Examination examine(SteadyTime deadline) = 0;

    /**
     * For which certificate the last `examine()` failed, where an operator may accept it: none that
     * is another than was accepted before.
     */
    virtual std::optional<ServerCertificate> refusedCertificate() const;
    /**
     * From now on the server at its address is the one with this certificate, on this machine.
     * Errors by kind: Tls where another was accepted meanwhile, Config where it cannot be written,
     * Unsupported from a reader that knows no certificates.
     */
    virtual Result<void> accept(const ServerCertificate &certificate);

    /** Makes a blocked call return at once. Any thread. */
    virtual void interrupt() noexcept = 0;
};

using ReaderFactory = std::function<std::unique_ptr<BackendReader>(const BackendSpec &)>;

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/domain/result.h"
#include "core/sql/sqltablelookup.h"

#include <memory>
#include <vector>

namespace lockmaster {

class SqlConnection;
class SqlZoneInquiry;
struct SqlServerZone;

/**
 * Something that is read in one go over a SQL connection. Lives on the reader's thread.
 *
 * `read` says everything in the observation: an error becomes a problem with `complete` false.
 * When the connection breaks under it (`!connection.usable()`), the reader starts over with a new
 * one at the next poll.
 *
 * All sources are read before anything is asked that only helps to understand what they read, the
 * server's zone: `finish` is called behind every read, and an observation is whole from then on.
 */
class SqlSource
{
public:
    virtual ~SqlSource() = default;
    virtual QString name() const = 0;
    virtual std::vector<QString> systems() const = 0;
    /**
     * Whether it is read. Otherwise it is a table that nobody named, and that was not seen yet: the
     * reader asks for all of those at once, whether there are tables of such names, and has those
     * that there are taken up.
     */
    virtual bool isTakenUp() const { return true; }
    /** The table that it reads, or is looked for; empty for what is none. */
    virtual SqlTableName place() const { return {}; }
    /** Looks whether the table is what it is looked for as; is read from then on where it is. */
    virtual Result<void> takeUp(SqlConnection &connection, SteadyTime deadline)
    {
        Q_UNUSED(connection)
        Q_UNUSED(deadline)
        return {};
    }
    virtual Observation read(SqlConnection &connection, SteadyTime deadline) = 0;
    /** One of many reads: what certainly did not change need not be fetched again. */
    virtual Observation poll(SqlConnection &connection, SteadyTime deadline)
    {
        return read(connection, deadline);
    }
    /** Once and for a list: see `Depth::Listing`. */
    virtual Observation list(SqlConnection &connection, SteadyTime deadline)
    {
        return read(connection, deadline);
    }
    /** Its locks elect leaders, and were few at the last read: see `Depth::Leaders`. */
    virtual bool maySample() const { return false; }
    /** The same in one statement: what only others could add is as the last `read` told it. */
    virtual Observation sample(SqlConnection &connection, SteadyTime deadline)
    {
        return read(connection, deadline);
    }
    /** What was read can be understood only with the server's zone, and @p known is not it. */
    virtual bool lacksZone(const std::shared_ptr<const SqlServerZone> &known) const
    {
        Q_UNUSED(known)
        return false;
    }
    /** Fills in what was read last, whose observation is @p seen. Does not use the connection. */
    virtual void finish(Observation &seen, const SqlZoneInquiry &zone)
    {
        Q_UNUSED(seen)
        Q_UNUSED(zone)
    }
    virtual std::vector<Capability> examine(SqlConnection &connection, SteadyTime deadline) = 0;
    /** A new connection may be a new server: forget what was learnt about the old one. */
    virtual void connectionChanged() {}
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/tablerelease.h"

#include "core/formats/formatwords.h"
#include "core/text/literaltext.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlgroup.h"
#include "core/sql/sqlothertables.h"
#include "core/sql/sqltablelookup.h"
#include "core/sql/sqltableread.h"
#include "core/systems/rows/formatrow.h"
#include "core/systems/rows/serversession.h"
#include "core/systems/rows/tablewrite.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"
#include "core/sql/sqlconnection.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int unknownDatabase = 1049;
constexpr int unknownTable = 1146;

ReleaseOutcome outcome(ReleaseResult result, const QString &message, const QString &remedy = {},
                       ChangeDetail detail = ChangeDetail::None)
{
    ReleaseOutcome made;
    made.result = result;
    made.detail = detail;
    made.message = message;
    made.remedy = remedy;
    return made;
}

/** Two who name no owner may come to the same time, unless it holds fractions of a second. */
bool mayBeWrittenAgain(const Lease &lease)
{
    return !lease.hasExpiry || Micros(lease.stored) % std::chrono::seconds(1) == Micros(0);
}

/** What was found in the row. */
struct Look {
    std::optional<LockRecord> record;
    std::optional<SqlExactRow> exact;
    ClockReading clock;
};

class TableReleaseTicket final : public ReleaseTicket
{
public:
    TableReleaseTicket(ReleaseRequest request, ActionContext context, TableReleasePlan plan)
        : m_request(std::move(request)), m_context(std::move(context)), m_plan(std::move(plan)),
          m_lock(literalText(m_request.name)), m_backend(m_context.backend.name)
    {
    }

    Result<void> begin(SteadyTime deadline);

    const ReleasePreview &preview() const override { return m_preview; }
    QString command(Compare compare) const override;
    Result<ReleaseOutcome> commit(const WritePermit &permit, Compare compare,
                                  SteadyTime deadline) override;
    Result<std::optional<LockRecord>> observe(SteadyTime deadline) override;

private:
    Result<void> connect(SteadyTime deadline);
    Result<Look> look(SteadyTime deadline);
    Result<Look> lookOnAnyConnection(SteadyTime deadline);
    std::optional<ReleaseOutcome> changeOf(const std::optional<LockRecord> &record) const;
    bool isRenewed(const LockRecord &record) const;
    void describe(const Look &seen);
    void describeInstance(const Look &seen);
    void describeFormat(const Look &seen);
    Result<void> checkFormat() const;
    const FormatTable *format() const;
    void checkPrivilege(SteadyTime deadline);
    bool comparesLease(Compare compare) const;
    SqlText statement(Compare compare) const;
    Result<ReleaseOutcome> send(Compare compare, SteadyTime deadline);
    ReleaseOutcome whyNoRow(SteadyTime deadline);
    Result<ReleaseOutcome> failed(const Error &error, SteadyTime deadline);
    std::optional<ReleaseOutcome> refusalOf(const Error &error) const;
    ReleaseOutcome unknownOutcome() const;
    ReleaseOutcome renewedOutcome() const;
    ReleaseOutcome anotherLeaseOutcome() const;
    ReleaseOutcome busyOutcome() const;
    Error withGrant(const Error &error) const;

    const ReleaseRequest m_request;
    const ActionContext m_context;
    const TableReleasePlan m_plan;
    const QString m_lock;    ///< for words
    const QString m_backend; ///< for words
    std::unique_ptr<SqlConnection> m_connection;
    SqlTableShape m_shape;
    std::optional<SqlExactRow> m_seen; ///< the row as it goes into the statement
    ReleasePreview m_preview;
    bool m_committed = false;
    std::optional<ServerSession> m_unfinished; ///< where a statement without an answer went
};

Result<void> TableReleaseTicket::connect(SteadyTime deadline)
{
    if (m_connection && m_connection->usable())
        return {};
    m_connection.reset(); // before the next one: they share the interrupt
    auto opened = openSqlWriter(m_context, deadline);
    if (!opened)
        return passOn(opened);
    m_connection = std::move(*opened);
    m_plan.decoder->connectionChanged();
    return {};
}

Result<Look> TableReleaseTicket::look(SteadyTime deadline)
{
    const auto row = readTableRow(*m_connection, m_shape, m_request.name, deadline);
    if (!row)
        return passOn(row);
    // Behind the row: it is of a member that was settled still when it had been read.
    if (const auto may = checkSqlWriter(*m_connection, m_context.backend, deadline); !may)
        return passOn(may);
    Observation observation;
    m_plan.decoder->decode(row->reading, observation);
    Look seen;
    seen.clock = row->reading.clock;
    seen.exact = row->exact;
    if (!observation.records.empty())
        seen.record = std::move(observation.records.front());
    return seen;
}

/** A connection that was closed while it was idle is no reason not to look. */
Result<Look> TableReleaseTicket::lookOnAnyConnection(SteadyTime deadline)
{
    for (bool again : {true, false}) {
        if (const auto connected = connect(deadline); !connected)
            return passOn(connected);
        auto seen = look(deadline);
        if (seen || !again || m_connection->usable() || m_context.interrupt->interrupted())
            return seen;
    }
    Q_UNREACHABLE();
}

Result<void> TableReleaseTicket::begin(SteadyTime deadline)
{
    if (auto connected = connect(deadline); !connected)
        return connected;
    auto shape =
        learnTableShapeAndZone(*m_connection, m_plan.table, m_context.backend.database, deadline);
    if (!shape)
        return passOn(shape);
    m_shape = std::move(*shape);
    if (auto releasable = checkFormat(); !releasable)
        return releasable;
    const auto seen = look(deadline);
    if (!seen && isLockedOut(seen.error())) {
        m_preview.refusal = busyOutcome();
        return {};
    }
    if (!seen)
        return passOn(seen);
    describe(*seen);
    if (!m_preview.refusal)
        m_preview.refusal = m_plan.refusal;
    if (!m_preview.refusal)
        checkPrivilege(deadline);
    return {};
}

void TableReleaseTicket::describe(const Look &seen)
{
    m_preview.lock = seen.record;
    m_preview.server = momentOf(*m_connection, seen.clock, *m_context.clock);
    m_preview.refusal = changeOf(seen.record);
    if (m_preview.refusal)
        return;
    m_seen = seen.exact;
    if (format())
        describeFormat(seen);
    else
        describeInstance(seen);
}

/** Of a format file's table; null: of a reference design's. */
const FormatTable *TableReleaseTicket::format() const
{
    return m_plan.table.format ? &m_plan.table.format->tables[size_t(m_shape.layout->table)]
                               : nullptr;
}

Result<void> TableReleaseTicket::checkFormat() const
{
    const FormatTable *table = format();
    if (!table)
        return {};
    if (table->release.how == FormatRelease::How::Never)
        return failure(ErrorKind::Unsupported,
                       Words::tr("Locks of %1 are not released from here: %2")
                           .arg(m_plan.table.format->title, inOurLanguage(table->release.means)));
    if (table->release.how == FormatRelease::How::EndSession)
        return noSuchAction(m_request.action);
    if (!m_shape.keysUnique)
        return tl::make_unexpected(noUniqueKey(m_request.witness.source.name));
    if (table->release.also && !m_shape.companion)
        return failure(
            ErrorKind::Unsupported,
            Words::tr("Letting go writes to a row of %1 as well, which this account "
                      "cannot read, or no unique key finds.")
                .arg(literalText(table->release.also->other.table)),
            grantStatement(QStringLiteral("SELECT, UPDATE"),
                           quotedTableText(m_shape.schema,
                                           nameBeside(m_shape.table, m_plan.table.format->names,
                                                      table->release.also->other.table)),
                           m_connection->server().account));
    return {};
}

void TableReleaseTicket::describeFormat(const Look &seen)
{
    const FormatTable &table = *format();
    const Lease &lease = seen.record->lease;
    InstanceTold told = instanceTold(m_shape, table, *m_seen);
    // Who takes it after the look writes a later second, unless its clock is far behind.
    constexpr Micros settled = 10s;
    const auto &looked = m_request.witness.looked;
    const auto &since = seen.record->heldSince;
    if (told == InstanceTold::WholeSeconds && since && looked && looked->at
        && *looked->at - seen.clock.serverAt(*since) >= settled)
        told = InstanceTold::Itself;
    else if (told == InstanceTold::WholeSeconds)
        told = InstanceTold::Nothing;
    const bool isTold = told != InstanceTold::Nothing;
    // Where the time is what is new at each acquisition, another one is another holder.
    m_preview.canCompareInstanceOnly = isTold && table.end
                                       && !table.instance.contains(table.end->time.column)
                                       && !seen.record->hasFinding(FindingId::InvalidTime);
    m_preview.renewed = isRenewed(*seen.record);
    if (m_preview.renewed && !m_preview.canCompareInstanceOnly) {
        m_preview.refusal = anotherLeaseOutcome();
        return;
    }
    // One who is told by its owner alone may have let go and taken it anew, as of other tables.
    m_preview.indistinguishable = told == InstanceTold::Nothing ? mayBeWrittenAgain(lease)
                                  : told == InstanceTold::Owner ? !lease.hasExpiry
                                                                : false;
    // Then nothing but the look itself says who loses it.
    if (m_preview.indistinguishable && told == InstanceTold::Nothing)
        m_preview.mostLookAge = settled;
    if (m_preview.indistinguishable)
        m_preview.warnings << Words::tr("Nothing in a row of %1 tells its holder from the next "
                                        "one: if it was let go of and taken anew since you "
                                        "looked, the new holder loses it.")
                                  .arg(m_plan.table.format->title);
    else if (m_shape.precision >= std::chrono::seconds(1))
        m_preview.warnings << Words::tr(
            "The table keeps whole seconds: a renewal by the same owner within the "
            "same second cannot be told apart.");
    if (const QString untried = untriedReleaseText(*m_plan.table.format); !untried.isEmpty())
        m_preview.warnings << untried;
}

void TableReleaseTicket::describeInstance(const Look &seen)
{
    // An owner that is empty says nothing about who wrote it.
    const bool namesOwner = m_seen->hasOwner && !m_seen->owner.isEmpty();
    m_preview.canCompareInstanceOnly =
        namesOwner && !seen.record->hasFinding(FindingId::InvalidTime);
    m_preview.renewed = isRenewed(*seen.record);
    if (m_preview.renewed && !namesOwner) {
        m_preview.refusal = anotherLeaseOutcome();
        return;
    }
    // The same owner may have let go and taken it anew, and without a time it writes the same row.
    const Lease &lease = seen.record->lease;
    m_preview.indistinguishable = namesOwner ? !lease.hasExpiry : mayBeWrittenAgain(lease);
    if (m_preview.indistinguishable && namesOwner)
        m_preview.warnings << Words::tr(
            "The row has no expiry: nothing tells whether its owner let go and took it anew.");
    else if (m_preview.indistinguishable)
        m_preview.warnings << Words::tr(
            "The row names no owner and keeps whole seconds: nothing tells its "
            "holder from the next one.");
    else if (m_shape.precision >= std::chrono::seconds(1))
        m_preview.warnings << Words::tr(
            "The table keeps whole seconds: a renewal by the same owner within the "
            "same second cannot be told apart.");
}

/** Preparing the statement changes nothing and tells what the account may not do. */
void TableReleaseTicket::checkPrivilege(SteadyTime deadline)
{
    const auto prepared =
        m_connection->prepare(statement(Compare::InstanceAndLease).sql(), deadline);
    if (!prepared && prepared.error().kind == ErrorKind::Denied)
        m_preview.refusal = refusalOf(prepared.error());
}

bool TableReleaseTicket::isRenewed(const LockRecord &record) const
{
    return witnessOf(record).lease != m_request.witness.lease;
}

/** Set where it is not the witnessed instance any more. */
std::optional<ReleaseOutcome>
TableReleaseTicket::changeOf(const std::optional<LockRecord> &record) const
{
    if (!record)
        return outcome(ReleaseResult::Changed,
                       Words::tr("%1 is not in %2 of %3 any more; nothing was changed.")
                           .arg(m_lock, literalText(m_request.witness.source.name), m_backend),
                       {}, ChangeDetail::Gone);
    if (!someoneHolds(*record))
        return outcome(ReleaseResult::Changed,
                       Words::tr("Nobody holds %1 of %2 any more; nothing was changed.")
                           .arg(m_lock, m_backend),
                       {}, ChangeDetail::Gone);
    if (witnessOf(*record).instance == m_request.witness.instance)
        return std::nullopt;
    if (record->holders.empty())
        return outcome(ReleaseResult::Changed,
                       Words::tr("%1 of %2 was taken anew since you looked; nothing was changed.")
                           .arg(m_lock, m_backend),
                       Words::tr("Look at it again."));
    const QString holder = record->holders.front().label;
    return outcome(ReleaseResult::Changed,
                   Words::tr("%1 of %2 is held by another now, %3; nothing was changed.")
                       .arg(m_lock, m_backend, holder),
                   Words::tr("Look at it again."));
}

bool TableReleaseTicket::comparesLease(Compare compare) const
{
    return compare == Compare::InstanceAndLease || !m_preview.canCompareInstanceOnly;
}

SqlText TableReleaseTicket::statement(Compare compare) const
{
    if (const FormatTable *table = format())
        return formatReleaseStatement(m_shape, *table, m_request.name, *m_seen,
                                      comparesLease(compare));
    std::vector<std::optional<QString>> times;
    if (comparesLease(compare))
        times.push_back(m_seen->time);
    return releaseStatement(m_shape, m_request.name, *m_seen, times, m_plan.release);
}

QString TableReleaseTicket::command(Compare compare) const
{
    return m_seen ? statement(compare).readable() : QString();
}

Result<ReleaseOutcome> TableReleaseTicket::commit(const WritePermit &permit, Compare compare,
                                                  SteadyTime deadline)
{
    if (const auto checked = checkPermit(permit, m_context.backend); !checked)
        return passOn(checked);
    if (m_committed)
        return outcome(ReleaseResult::Changed,
                       Words::tr("This release of %1 was asked for already; nothing more "
                                 "was done.")
                           .arg(m_lock));
    m_committed = true;
    if (m_preview.refusal)
        return *m_preview.refusal;
    if (m_preview.renewed && comparesLease(compare))
        return renewedOutcome();
    return send(compare, deadline);
}

Result<ReleaseOutcome> TableReleaseTicket::send(Compare compare, SteadyTime deadline)
{
    // Asked first whether anybody is there: a connection that was closed meanwhile would take the
    // statement and not say what became of it. What is compared does not depend on the connection.
    const auto ping =
        m_connection->select(QStringLiteral("SELECT 1"), {}, deadline, [](const SqlRow &) {});
    if (!ping && m_connection->usable())
        return passOn(ping);
    if (const auto connected = connect(deadline); !connected)
        return passOn(connected);
    // The address may lead to another by now, which was not looked at.
    if (auto other = otherServer(m_preview.server.server, serverOf(*m_connection), m_request.name,
                                 m_context.backend.name))
        return *other;

    if (const auto may = checkSqlWriter(*m_connection, m_context.backend, deadline); !may)
        return passOn(may);
    const SqlText text = statement(compare);
    if (const auto prepared = m_connection->prepare(text.sql(), deadline); !prepared) {
        if (auto refused = refusalOf(prepared.error()))
            return std::move(*refused);
        return passOn(prepared); // nothing that could run was sent
    }
    const auto rows = m_connection->execute(text.sql(), text.values(), deadline);
    Result<ReleaseOutcome> became;
    if (!rows) {
        became = failed(rows.error(), deadline);
    } else if (*rows == 0) {
        became = whyNoRow(deadline);
    } else {
        became = outcome(ReleaseResult::Released,
                         Words::tr("%1 of %2 was released.").arg(m_lock, m_backend));
    }
    if (became)
        became->sent = true;
    return became;
}

/** What the error means after the statement was sent. */
Result<ReleaseOutcome> TableReleaseTicket::failed(const Error &error, SteadyTime deadline)
{
    // However the connection ended, by a cut, by TLS or by a reply that breaks the protocol: the
    // server may have the statement and go on with it.
    if (!m_connection->usable()) {
        m_unfinished = sessionOf(*m_connection);
        return unknownOutcome();
    }
    if (isCutOffFromGroup(error.nativeCode) || isBehindItsGroup(error.nativeCode))
        return tl::make_unexpected(error); // before anything was done
    const bool isUndone = !isUndoneByGroup(error.nativeCode)
                          || checkSqlWriter(*m_connection, m_context.backend, deadline).has_value();
    if (isLeftToGroup(error.nativeCode) || !isUndone)
        return outcome(ReleaseResult::Unknown,
                       Words::tr("%1 was cut off from its cluster while %2 was let go of: it may "
                                 "have been released, or may be once they meet again.")
                           .arg(m_backend, m_lock),
                       Words::tr("Look at it again, on a member that is up to date, before doing "
                                 "anything."));
    if (auto refused = refusalOf(error))
        return std::move(*refused);
    // The server has answered and undone the statement, unless the table has no transactions.
    const auto now = look(deadline);
    if (!now || changeOf(now->record))
        return unknownOutcome();
    return tl::make_unexpected(error);
}

/** The row was not what was seen: looks what it is, to say so. */
ReleaseOutcome TableReleaseTicket::whyNoRow(SteadyTime deadline)
{
    if (const auto now = look(deadline)) {
        if (const auto changed = changeOf(now->record))
            return *changed;
        if (isRenewed(*now->record) && m_preview.canCompareInstanceOnly)
            return renewedOutcome();
    }
    return anotherLeaseOutcome();
}

/** By whoever: where no owner is named, it may be the next holder's. */
ReleaseOutcome TableReleaseTicket::anotherLeaseOutcome() const
{
    return outcome(ReleaseResult::Changed,
                   Words::tr("%1 of %2 was not as you saw it any more; nothing was changed.")
                       .arg(m_lock, m_backend),
                   Words::tr("Look at it again."));
}

ReleaseOutcome TableReleaseTicket::renewedOutcome() const
{
    return outcome(ReleaseResult::Changed,
                   Words::tr("The holder of %1 of %2 has renewed it since you looked: it "
                             "is alive. Nothing was changed.")
                       .arg(m_lock, m_backend),
                   Words::tr("Leave it, or confirm that it is to be released even if renewed."),
                   ChangeDetail::Renewed);
}

ReleaseOutcome TableReleaseTicket::busyOutcome() const
{
    return outcome(ReleaseResult::Busy,
                   Words::tr("Another session of %1 has the row of %2 or the "
                             "table locked; nothing was changed.")
                       .arg(m_backend, m_lock),
                   Words::tr("Look for an open transaction or an ALTER in the server's "
                             "process list, and try again."));
}

Error TableReleaseTicket::withGrant(const Error &error) const
{
    const QString &account = m_connection->server().account;
    Error named =
        namingTheGrant(error, m_shape, account,
                       format() ? releasePrivileges(*format()) : QStringLiteral("SELECT, UPDATE"));
    // Either of the two tables may be the one that is denied.
    if (m_shape.companion && named.kind == ErrorKind::Denied)
        named.remedy +=
            u' '
            + grantStatement(QStringLiteral("SELECT, UPDATE"),
                             quotedTableText(m_shape.schema, m_shape.companion->table), account);
    return named;
}

ReleaseOutcome TableReleaseTicket::unknownOutcome() const
{
    return outcome(ReleaseResult::Unknown,
                   Words::tr("%1 did not answer: %2 may have been released, or may "
                             "still be.")
                       .arg(m_backend, m_lock),
                   Words::tr("Look at it again before doing anything."));
}

/** Set where the server's answer to the statement, or to its preparation, is a refusal of it. */
std::optional<ReleaseOutcome> TableReleaseTicket::refusalOf(const Error &error) const
{
    if (isLockedOut(error))
        return busyOutcome();
    if (error.nativeCode == unknownTable || error.nativeCode == unknownDatabase)
        return *changeOf(std::nullopt);
    if (error.kind != ErrorKind::Denied)
        return std::nullopt;
    const Error refused = withGrant(error);
    return outcome(ReleaseResult::Denied, Words::tr("%1 Nothing was changed.").arg(refused.message),
                   refused.remedy);
}

Result<std::optional<LockRecord>> TableReleaseTicket::observe(SteadyTime deadline)
{
    if (m_unfinished) {
        if (const auto connected = connect(deadline); !connected)
            return passOn(connected);
        const auto ended = awaitSessionEnd(*m_connection, *m_unfinished, deadline);
        if (!ended)
            return passOn(ended);
        m_unfinished.reset();
    }
    auto seen = lookOnAnyConnection(deadline);
    if (!seen)
        return passOn(seen);
    return std::move(seen->record);
}

bool isOf(const Witness &witness, const QByteArray &name)
{
    LockRecord named;
    named.id = {std::make_shared<const SourceId>(witness.source), name};
    const Witness own = witnessOf(named);
    return own.name == witness.name && own.nameHashed == witness.nameHashed;
}

} // namespace

Result<TableSpec> tableOfWitness(const BackendSpec &backend, const QString &system,
                                 const ReleaseRequest &request)
{
    if (!isOf(request.witness, request.name))
        return failure(
            ErrorKind::Config,
            Words::tr("The witness is of another lock than %1.").arg(literalText(request.name)));
    for (const TableSpec &table : backend.tables) {
        if (table.system == system && sqlTableName(backend, table) == request.witness.source.name)
            return table;
    }
    return failure(ErrorKind::Config,
                   Words::tr("%1 watches no table %2.")
                       .arg(backend.name, literalText(request.witness.source.name)),
                   Words::tr("Name the table in the profile or URL."));
}

Result<std::unique_ptr<ReleaseTicket>> openTableRelease(const ReleaseRequest &request,
                                                        const ActionContext &context,
                                                        TableReleasePlan plan, SteadyTime deadline)
{
    auto ticket = std::make_unique<TableReleaseTicket>(request, context, std::move(plan));
    if (const auto begun = ticket->begin(deadline); !begun)
        return passOn(begun);
    return ticket;
}

tl::unexpected<Error> noSuchAction(const QString &action)
{
    return failure(ErrorKind::Config,
                   Words::tr("There is no action '%1' for this lock.").arg(literalText(action)));
}

bool someoneHolds(const LockRecord &record)
{
    return !record.holders.empty() || record.state == LockState::Held
           || record.state == LockState::Expired;
}

} // namespace lockmaster

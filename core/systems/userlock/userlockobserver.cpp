// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockobserver.h"

#include "core/text/literaltext.h"
#include "core/systems/userlock/getlocktext.h"
#include "core/systems/userlock/lockname.h"
#include "core/systems/userlock/userlockdecoder.h"
#include "core/systems/userlock/userlockjoin.h"
#include "core/systems/userlock/userlockoffer.h"
#include "core/text/words.h"
#include "core/sql/sqlconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int mostLooks = 3;
constexpr size_t mostRemembered = 256;

Error notAName(const QByteArray &name, bool mariaDb)
{
    return {ErrorKind::Config, 0,
            Words::tr("The server takes no lock name like '%1'.").arg(literalText(name)),
            mariaDb ? Words::tr("Give a name of 1 to 192 bytes.")
                    : Words::tr("Give a name of 1 to 64 characters of UTF-8, without emoji.")};
}

Error notListed(const ListedHolder &holder)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("'%1' is held by connection %2, but is missing from the server's"
                      " list: it was taken before the server began to count such locks."
                      " Others may be missing too.")
                .arg(literalText(holder.first))
                .arg(holder.second),
            Words::tr("Name the locks to ask for (user_lock=NAME), or have their holders"
                      " take them anew.")};
}

/** All that a look has to ask for by name, each once. */
class Questions
{
public:
    explicit Questions(bool mariaDb) : m_mariaDb(mariaDb) {}
    void add(const QByteArray &name)
    {
        if (!canBeLockName(name, m_mariaDb) || m_seen.contains(name))
            return;
        m_seen.insert(name);
        m_names.push_back(name);
    }
    const std::vector<QByteArray> &names() const { return m_names; }

private:
    bool m_mariaDb;
    QSet<QByteArray> m_seen;
    std::vector<QByteArray> m_names;
};

} // namespace

QString userLockSourceName()
{
    return QStringLiteral("user-level locks");
}

UserLockObserver::UserLockObserver(const BackendSpec &backend)
    : m_source(std::make_shared<const SourceId>(
        SourceId{backend.name, QStringLiteral("user_lock"), userLockSourceName()})),
      m_named(backend.userLocks)
{
}

void UserLockObserver::connectionChanged()
{
    m_reader.forget();
    m_remembered.clear();
    m_verified.clear();
    m_sessions.clear();
}

Observation UserLockObserver::read(SqlConnection &connection, SteadyTime deadline)
{
    Observation observation;
    observation.source = name();
    observation.systems = systems();
    const SteadyTime begun = systemClock().now();
    const auto look = this->look(connection, deadline);
    observation.latency = std::chrono::duration_cast<Micros>(systemClock().now() - begun);
    if (!look) {
        observation.problems.push_back(look.error());
        return observation;
    }
    observation.clock = look->rows.clock;
    observation.serverReadOnly = look->rows.serverReadOnly;
    observation.records = decodeUserLocks(*look, m_sessions, m_names);
    observation.problems = userLockProblems(look->rows, connection.server());
    for (const ListedHolder &holder : look->unlisted)
        observation.problems.push_back(notListed(holder));
    for (const QByteArray &named : m_named) {
        if (!canBeLockName(named, connection.server().mariaDb))
            observation.problems.push_back(notAName(named, connection.server().mariaDb));
    }
    observation.complete = listsAllHolders(look->rows) && look->unlisted.isEmpty();
    return observation;
}

std::vector<Capability> UserLockObserver::examine(SqlConnection &connection, SteadyTime deadline)
{
    m_reader.forget();
    const auto rows = m_reader.read(connection, false, deadline);
    if (!rows)
        return {};
    return userLockCapabilities(*rows, connection.server());
}

/** Looks again while locks change hands between the lists of one look, a few times at most. */
Result<UserLockLook> UserLockObserver::look(SqlConnection &connection, SteadyTime deadline)
{
    QSet<ListedHolder> unlistedEachTime;
    for (int attempt = 1;; ++attempt) {
        auto look = lookOnce(connection, deadline);
        if (!look)
            return look;
        const auto unsettled = settle(connection, *look, deadline);
        if (!unsettled)
            return passOn(unsettled);
        if (attempt == 1)
            unlistedEachTime = unsettled->unlisted;
        else
            unlistedEachTime.intersect(unsettled->unlisted);
        if (!unsettled->any() || attempt == mostLooks) {
            look->unlisted = unlistedEachTime;
            recallSessions(*look);
            return look;
        }
    }
}

Result<UserLockLook> UserLockObserver::lookOnce(SqlConnection &connection, SteadyTime deadline)
{
    const bool mariaDb = connection.server().mariaDb;
    auto rows = m_reader.read(connection, !m_named.empty(), deadline);
    if (!rows)
        return passOn(rows);
    UserLockLook look;
    look.source = m_source;
    look.server = connection.server().identity;
    look.wholeNames = !mariaDb;
    look.rows = *std::move(rows);
    learnNames(look, mariaDb);

    Questions questions(mariaDb);
    for (const auto *names : {&look.known, &look.learnt}) {
        for (const QByteArray &name : *names)
            questions.add(name);
    }
    if (look.holders()) {
        QSet<QByteArray> listed;
        for (const UserLockRow &row : *look.holders()) {
            if (row.waiting)
                continue;
            const bool again = listed.contains(row.name);
            listed.insert(row.name);
            if (again || row.connection == 0 || isDoubtful(look, row))
                questions.add(row.name);
        }
    }
    auto answers = m_reader.ask(connection, questions.names(), deadline);
    if (!answers)
        return passOn(answers);
    look.answers = *std::move(answers);

    QSet<qint64> holders;
    for (const UserLockAnswer &answer : std::as_const(look.answers))
        holders.insert(answer.connection);
    if (look.holders()) {
        for (const UserLockRow &row : *look.holders())
            holders.insert(row.connection);
    }
    if (auto attributes = m_reader.attributes(connection, holders, deadline))
        look.attributes = *std::move(attributes);
    else if (!connection.usable())
        return passOn(attributes);
    return look;
}

/** The name may be another lock's, and was not yet found to be this holder's own. */
bool UserLockObserver::isDoubtful(const UserLockLook &look, const UserLockRow &row) const
{
    return !look.wholeNames && mayStandForAnother(row.name)
           && !m_verified.contains({row.name, row.connection});
}

/** Compares the list of holders with what was answered for their names a moment later. */
Result<UserLockObserver::Unsettled>
UserLockObserver::settle(SqlConnection &connection, UserLockLook &look, SteadyTime deadline)
{
    Unsettled unsettled;
    unsettled.inTransit = mayMissAWaiter(look);
    if (!look.holders())
        return unsettled;
    const bool asksWhoIsListed = !m_verified.isEmpty() || !look.known.empty();
    QSet<ListedHolder> listed;
    QSet<QByteArray> heldNames;
    heldNames.reserve(qsizetype(look.holders()->size()));
    for (const UserLockRow &row : *look.holders()) {
        if (row.waiting)
            continue;
        const ListedHolder holder{row.name, row.connection};
        const bool mayLookAlike = !look.wholeNames && mayStandForAnother(row.name);
        unsettled.inTransit |= !mayLookAlike && heldNames.contains(row.name);
        unsettled.inTransit |= row.connection == 0 && look.rows.allSessions;
        heldNames.insert(row.name);
        if (asksWhoIsListed)
            listed.insert(holder);
        if (!isDoubtful(look, row))
            continue;
        if (look.answers.value(row.name).connection == row.connection)
            m_verified.insert(holder);
        else
            unsettled.changed.insert(holder);
    }
    if (asksWhoIsListed)
        m_verified.intersect(listed);
    for (const QByteArray &name : look.known) {
        const UserLockAnswer answer = look.answers.value(name);
        const QByteArray shown = shownLockName(answer.canonical);
        const bool isListed = shown == answer.canonical
                                  ? heldNames.contains(shown)
                                  : listed.contains({shown, answer.connection});
        if (answer.connection != 0 && !isListed)
            unsettled.unlisted.insert({answer.canonical, answer.connection});
    }
    if (look.rows.metadata) {
        for (const UserLockRow &row : *look.rows.metadata)
            unsettled.inTransit |= row.waiting && !heldNames.contains(row.name);
    }
    if (!unsettled.changed.isEmpty()) {
        if (const auto done = confirmInexact(connection, look, unsettled, deadline); !done)
            return passOn(done);
    }
    return unsettled;
}

/**
 * A listed holder that does not hold the name any more when it is asked for has either let go of
 * it, or holds a name of which the list shows another form. The latter is still so when both are
 * asked a second time.
 */
Result<void> UserLockObserver::confirmInexact(SqlConnection &connection, UserLockLook &look,
                                              Unsettled &unsettled, SteadyTime deadline)
{
    const auto again = m_reader.readHolders(connection, deadline);
    if (!again)
        return passOn(again);
    Questions questions(connection.server().mariaDb);
    QSet<ListedHolder> still;
    for (const UserLockRow &row : *again) {
        const ListedHolder holder{row.name, row.connection};
        if (row.waiting || !unsettled.changed.contains(holder))
            continue;
        still.insert(holder);
        questions.add(row.name);
    }
    const auto answers = m_reader.ask(connection, questions.names(), deadline);
    if (!answers)
        return passOn(answers);
    for (const ListedHolder &holder : std::as_const(still)) {
        unsettled.changed.remove(holder);
        if (answers->value(holder.first).connection != holder.second)
            look.inexact.insert(holder);
    }
    return {};
}

/** Names that stand in the statements of waiters, where the server's lists do not show them. */
void UserLockObserver::learnNames(UserLockLook &look, bool mariaDb)
{
    look.known = m_named;
    if (look.rows.sessions) {
        for (const SessionRow &session : std::as_const(*look.rows.sessions)) {
            if (!session.waitsForUserLock())
                continue;
            for (const QByteArray &name : lockNamesInStatement(session.statement).names) {
                if (!canBeLockName(name, mariaDb))
                    continue;
                if (look.holders()) {
                    if (shownLockName(name) != name)
                        look.learnt.push_back(name);
                    continue;
                }
                std::erase(m_remembered, name);
                m_remembered.push_back(name);
            }
        }
    }
    if (m_remembered.size() > mostRemembered)
        m_remembered.erase(m_remembered.begin(), m_remembered.end() - mostRemembered);
    if (look.holders())
        m_remembered.clear();
    look.known.insert(look.known.end(), m_remembered.begin(), m_remembered.end());
}

/** A session that ends while it is looked at is still who it was. */
void UserLockObserver::recallSessions(UserLockLook &look)
{
    const auto recall = [&](qint64 connection) {
        if (connection == 0 || !look.rows.sessions || look.rows.sessions->contains(connection))
            return;
        const SessionWords *words = m_sessions.recall(connection);
        if (words && !words->user.isEmpty()) {
            SessionRow who;
            who.connection = connection;
            who.user = words->user;
            who.host = words->host;
            look.rows.sessions->insert(connection, who);
        }
    };
    if (look.holders()) {
        for (const UserLockRow &row : *look.holders())
            recall(row.connection);
    }
    for (const UserLockAnswer &answer : std::as_const(look.answers))
        recall(answer.connection);
}

} // namespace lockmaster

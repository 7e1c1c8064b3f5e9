// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/sql/sqlsource.h"
#include "core/sql/userlocksource.h"
#include "core/formats/locknames.h"
#include "core/systems/userlock/sessionwords.h"
#include "core/systems/userlock/userlocklook.h"

namespace lockmaster {

/** The one place of a server that has them. */
QString userLockSourceName();

/**
 * The user-level locks of one server: looks, settles what changed between two lists of one look,
 * and decodes.
 *
 * Complete where the server lists holders. Where it does not, the operator's names and those seen
 * in waiters' statements are asked for by name, and the observation says that it is incomplete and
 * what to do about it. A name that the operator gave, and one learnt in that way, is shown as free
 * when the server says that nobody holds it.
 */
class UserLockObserver final : public SqlSource
{
public:
    explicit UserLockObserver(const BackendSpec &backend);

    QString name() const override { return m_source->name; }
    std::vector<QString> systems() const override { return {m_source->system}; }
    Observation read(SqlConnection &connection, SteadyTime deadline) override;
    std::vector<Capability> examine(SqlConnection &connection, SteadyTime deadline) override;
    void connectionChanged() override;

    /** One look, settled and not decoded yet. Errors: what ends the read as a whole. */
    Result<UserLockLook> look(SqlConnection &connection, SteadyTime deadline);

private:
    /** What one look at the server left open. */
    struct Unsettled {
        QSet<ListedHolder> changed;  ///< listed, but not held by the time it was asked for
        QSet<ListedHolder> unlisted; ///< held, but not in the list that should have it
        /** Waited for without a holder, held by two or by no session, or a waiter may be missing.
         */
        bool inTransit = false;
        bool any() const { return inTransit || !changed.isEmpty() || !unlisted.isEmpty(); }
    };

    Result<UserLockLook> lookOnce(SqlConnection &connection, SteadyTime deadline);
    bool isDoubtful(const UserLockLook &look, const UserLockRow &row) const;
    Result<Unsettled> settle(SqlConnection &connection, UserLockLook &look, SteadyTime deadline);
    Result<void> confirmInexact(SqlConnection &connection, UserLockLook &look, Unsettled &unsettled,
                                SteadyTime deadline);
    void learnNames(UserLockLook &look, bool mariaDb);
    void recallSessions(UserLockLook &look);

    std::shared_ptr<const SourceId> m_source;
    std::vector<QByteArray> m_named;      ///< by the operator
    std::vector<QByteArray> m_remembered; ///< from waiters' statements, the latest last
    UserLockSource m_reader;
    QSet<ListedHolder> m_verified; ///< held under exactly the name that is listed
    SessionMemory m_sessions;      ///< who held and waited in the last look
    LockNameBook m_names;
};

} // namespace lockmaster

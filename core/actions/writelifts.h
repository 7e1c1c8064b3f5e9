// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/writegate.h"
#include "core/audit/auditlog.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QTimer;

namespace lockmaster {

/**
 * Which read-only backends may be written to for the moment. A lift is written to the audit log
 * before it takes effect; one that cannot be written does not.
 *
 * Lives on one thread, which never waits for the log. The gate outlives it.
 */
class WriteLifts : public QObject
{
    Q_OBJECT

public:
    struct Lift {
        QString backend;
        Millis left{0};
    };

    WriteLifts(WriteGate &gate, AuditLog audit, QString program, QObject *parent = nullptr);

    bool isWritable(const BackendSpec &backend) const { return m_gate.permit(backend).has_value(); }
    /** Those that are lifted now, by name. */
    std::vector<Lift> lifts() const;
    QStringList names() const;

    /** Kept by whoever waits for a permission: without it nothing is allowed any more. */
    using Wanted = std::shared_ptr<const void>;
    static Wanted wanted() { return std::make_shared<int>(); }

    /** Lets `backend` be written to for `WriteGate::longestLift`, once that is in the log. */
    void allow(const BackendSpec &backend, const QString &reason);
    /** The same, as far as somebody still has `wanted` then; else the log says `withdrawn`. */
    void allowWhile(const Wanted &wanted, const BackendSpec &backend, const QString &reason);
    /** Whoever had that gives up: what was allowed for it alone is read-only again at once. */
    void withdraw(const Wanted &wanted);
    /** Read-only again at once. */
    void restore(const QString &backend);

signals:
    /** Something was lifted, restored or ran out. */
    void changed();
    /** Once a second while something is lifted. */
    void ticked();
    /** `backend` stays read-only: that could not be written to the audit log. */
    void failed(const QString &backend, const lockmaster::Error &error);

private:
    /** `wanted`: who waits for it, also when that is nobody any more; none: whoever. */
    void ask(const BackendSpec &backend, const QString &reason,
             const std::optional<std::weak_ptr<const void>> &wanted);
    void lift(const QString &backend, const std::optional<std::weak_ptr<const void>> &wanted);
    void tick();

    WriteGate &m_gate;
    AuditLog m_audit;
    QString m_program;
    std::set<QString> m_lifted;
    std::map<QString, std::weak_ptr<const void>> m_liftedFor; ///< those that one alone waited for
    QTimer *m_tick;
};

} // namespace lockmaster

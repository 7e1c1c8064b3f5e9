// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/holdoperation.h"
#include "core/monitor/viewsnapshot.h"
#include "core/systems/contract/locksystem.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>

#include <functional>

namespace lockmaster {

/** One place where a lock can be taken: a lock system on a backend. A value. */
struct AcquirePlace {
    BackendSpec backend;
    SystemInfo system;
    AcquireForm form;
    /** The system's own word on what is filled in; asks no server. Null: it has none. */
    std::function<Result<void>(const AcquireRequest &)> check;
};

/** Every place on `backends` where a lock can be taken, in the order in which both are shown. */
std::vector<AcquirePlace> acquirePlaces(const std::vector<BackendSpec> &backends);

/** What stands in the way of an acquisition, in words. An empty text: nothing. */
struct AcquireProblem {
    QString text;
    bool missing = false; ///< not filled in yet, rather than wrong
};

/**
 * A lock to take as it is being filled in, and the rules for it: what is missing, what it comes to,
 * which command does the same. Texts are as typed. A value without widgets or servers.
 */
class AcquireDraft
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::AcquireDraft)

public:
    AcquirePlace place;
    QString source;  ///< one of the form's; empty: the first
    QString variant; ///< one of the form's; empty: the first
    QByteArray name;
    QString owner;
    QString ttl;  ///< `30s`
    QString wait; ///< `3s`; empty: one try
    bool holdForAWhile = false;
    QString hold; ///< `10m`, with `holdForAWhile`
    QString reason;
    QString typedName;
    bool writable = true; ///< the backend may be written to at this moment

    /** A name that harms nobody: `lockmaster-test:kim`. */
    static QByteArray scratchName();
    /** What names for trying things out begin with. */
    static QByteArray scratchPrefix();
    /** A text field can hold it as it is: UTF-8 on one line, nothing hidden in it. */
    static bool canBeTyped(const QByteArray &name);

    bool isProduction() const { return place.backend.environment == Environment::Production; }
    /** Production, and not under the scratch prefix. */
    bool needsTypedName() const;
    /** What has to be typed again. */
    QString nameToType() const;

    /** The first thing that stands in the way. */
    AcquireProblem problem() const;
    /** Valid without a problem. */
    HoldOrder order() const;
    /**
     * The `lockctl` command that takes the same lock, for a POSIX shell; empty for a name that a
     * command line cannot hold. `origin` are the options by which the backends were found.
     */
    QString command(const QStringList &origin) const;

    /** The lock of that name as the view has it; null: it is not there. */
    LockPointer seen(const ViewSnapshot &view) const;
    /** What it means for us that it is there, e.g. `held by web-3, 41 s left: you would wait`. */
    QString note(const LockRecord &seen, SteadyTime now) const;

private:
    AcquireProblem nameProblem() const;
    AcquireProblem timeProblem() const;
    AcquireProblem systemProblem() const;
    bool waits() const;
};

} // namespace lockmaster

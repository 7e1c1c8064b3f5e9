// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaseplanner.h"

#include "core/actions/releaserecord.h"
#include "core/text/words.h"

namespace lockmaster {

tl::expected<LockAction, QString> usualAction(const LockRecord &lock, const Holder *meant,
                                              const std::vector<LockAction> &actions)
{
    if (actions.empty())
        return tl::make_unexpected(Words::tr("nothing can be done to it from here"));
    const LockAction &first = actions.front();
    if (first.ofLeftovers)
        return tl::make_unexpected(Words::tr("nobody holds it on enough of its servers"));
    std::vector<const LockAction *> fitting;
    for (const LockAction &action : actions) {
        const bool isMeant = action.target.isEmpty() || !meant || action.target == meant->raw;
        if (action.id == first.id && !action.onWaiter && isMeant)
            fitting.push_back(&action);
    }
    const bool ofAll = fitting.size() == 1 && fitting.front()->target.isEmpty();
    if (fitting.size() != 1 || (ofAll && lock.holders.size() > 1))
        return tl::make_unexpected(Words::tr("several hold it: let go of it by itself"));
    return *fitting.front();
}

PlannedRelease plannedAt(const LockRecord &lock, const ServerMoment &looked,
                         const LockAction &action)
{
    PlannedRelease planned;
    planned.seen = witnessOf(lock, looked);
    planned.witness = encodeWitness(planned.seen);
    planned.name = lock.id.name;
    planned.action = action.id;
    planned.target = action.target;
    planned.consequence = action.consequence;
    if (const auto holder = takenFrom(lock, action.target))
        planned.owner = holder->label;
    return planned;
}

ReleaseOrder orderOf(const PlannedRelease &planned, const BackendSpec &backend)
{
    return {.backend = backend,
            .request = {planned.seen, planned.name, planned.action, planned.target},
            .owner = planned.owner};
}

Compare plannedCompare(const LockAction &action)
{
    return action.evenIfRenewed ? Compare::InstanceOnly : Compare::InstanceAndLease;
}

QString addPreview(PlannedRelease &planned, const ReleasePreview &preview, Environment environment)
{
    if (preview.refusal)
        return preview.refusal->message;
    if (preview.indistinguishable)
        return Words::tr("nothing tells its holder from the next: let go of it by itself");
    planned.losses = preview.losses;
    planned.warnings = preview.warnings;
    planned.environment = environmentName(environment);
    return {};
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/viewsnapshot.h"

namespace lockmaster {

const BackendSnapshot *ViewSnapshot::backend(const QString &name) const
{
    for (const ViewPart *part : {static_cast<const ViewPart *>(this), &apart}) {
        for (const auto &snapshot : part->backends) {
            if (snapshot->status.name == name)
                return snapshot.get();
        }
    }
    return nullptr;
}

} // namespace lockmaster

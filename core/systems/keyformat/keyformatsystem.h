// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"
#include "core/systems/contract/locksystem.h"

namespace lockmaster {

/** Locks in keys as one format file describes them. Looks at them and lets go; takes none. */
class KeyFormatSystem final : public LockSystem
{
public:
    explicit KeyFormatSystem(LockFormatPointer format) : m_format(std::move(format)) {}

    SystemInfo info() const override;
    void contribute(const BackendSpec &backend, SourceSet &sources) const override;
    /** One for each holder; of several each is let go of by itself. */
    std::vector<LockAction> actions(const LockRecord &record) const override;
    QStringList lookCommands(const LockRecord &record, const BackendSpec &backend) const override;
    Result<std::unique_ptr<ReleaseTicket>> beginRelease(const ReleaseRequest &request,
                                                        const ActionContext &context,
                                                        SteadyTime deadline) const override;

private:
    const LockFormatPointer m_format;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"
#include "core/systems/contract/locksystem.h"

namespace lockmaster {

/** Locks in the tables of one format file: looked at, let go of, and taken where it says how. */
class FormatSystem final : public LockSystem
{
public:
    explicit FormatSystem(LockFormatPointer format) : m_format(std::move(format)) {}

    SystemInfo info() const override;
    void contribute(const BackendSpec &backend, SourceSet &sources) const override;
    std::vector<LockAction> actions(const LockRecord &record) const override;
    QStringList lookCommands(const LockRecord &record, const BackendSpec &backend) const override;
    Result<std::unique_ptr<ReleaseTicket>> beginRelease(const ReleaseRequest &request,
                                                        const ActionContext &context,
                                                        SteadyTime deadline) const override;
    std::optional<AcquireForm> acquireForm(const BackendSpec &backend) const override;
    Result<std::unique_ptr<LockClient>> client(const AcquireRequest &request,
                                               const ActionContext &context) const override;

private:
    const FormatTable *tableOf(const LockRecord &record) const;

    const LockFormatPointer m_format;
};

} // namespace lockmaster

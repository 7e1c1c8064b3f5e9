// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/tunnels.h"

#include "core/text/words.h"
#include "core/trust/commandtrust.h"
#include "core/tunnels/commandprocess.h"
#include "core/tunnels/sshprocess.h"

#include <map>
#include <mutex>

namespace lockmaster {

namespace {

struct All {
    std::mutex mutex;
    std::map<QStringList, std::shared_ptr<Tunnel>> tunnels;
};

All &all()
{
    // What it has may be in use by threads that outlive everything else.
    static auto *const all = new All;
    return *all;
}

QStringList keyOf(const TunnelSpec &spec)
{
    return spec.ssh.isEmpty() ? spec.command : QStringList{QString(), spec.ssh};
}

std::shared_ptr<Tunnel> tunnelOf(const TunnelSpec &spec)
{
    const std::lock_guard lock(all().mutex);
    std::shared_ptr<Tunnel> &tunnel = all().tunnels[keyOf(spec)];
    if (!tunnel) {
        std::unique_ptr<TunnelProcess> process;
        if (spec.ssh.isEmpty())
            process = std::make_unique<CommandProcess>(spec.command);
        else
            process = std::make_unique<SshProcess>(spec.ssh);
        tunnel = std::make_shared<Tunnel>(std::move(process));
    }
    return tunnel;
}

std::shared_ptr<Tunnel> knownTunnel(const TunnelSpec &spec)
{
    const std::lock_guard lock(all().mutex);
    const auto found = all().tunnels.find(keyOf(spec));
    return found == all().tunnels.end() ? nullptr : found->second;
}

} // namespace

Result<std::shared_ptr<const TunnelEnd>> reachThrough(const TunnelSpec &spec,
                                                      const TunnelTarget &target,
                                                      SteadyTime deadline,
                                                      const std::function<bool()> &isGivenUp)
{
    if (!spec.isOwn) {
        const ForeignCommand foreign = foreignCommand(spec);
        const auto trusted = isTrusted(foreign);
        if (!trusted)
            return passOn(trusted);
        if (!*trusted)
            return failure(ErrorKind::Config,
                           Words::tr("what leads to it is not trusted on this machine: %1.")
                               .arg(commandText(foreign)),
                           Words::tr("Read it, and trust it with 'lockctl trust PROFILE' or in "
                                     "Settings."));
    }
    return tunnelOf(spec)->reach(target, deadline, isGivenUp);
}

TunnelReport tunnelReport(const TunnelSpec &spec)
{
    const auto tunnel = knownTunnel(spec);
    return tunnel ? tunnel->report() : TunnelReport{};
}

void retryTunnel(const TunnelSpec &spec)
{
    if (const auto tunnel = knownTunnel(spec))
        tunnel->forgetFailure();
}

void endTunnels()
{
    std::map<QStringList, std::shared_ptr<Tunnel>> ending;
    {
        const std::lock_guard lock(all().mutex);
        ending.swap(all().tunnels);
    }
}

} // namespace lockmaster

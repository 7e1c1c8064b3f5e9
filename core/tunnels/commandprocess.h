// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tunnels/tunneldirectory.h"
#include "core/tunnels/tunnelprocess.h"

namespace lockmaster {

/**
 * A command that leads to one server: `kubectl port-forward`, a cloud's proxy. It gets the near end
 * in the place of `{port}` or `{socket}`, stays in the foreground, and is ready when it, or
 * something that it started, listens there: whatever it prints.
 */
class CommandProcess final : public TunnelProcess
{
public:
    explicit CommandProcess(QStringList command) : m_command(std::move(command)) {}

    QString threadName() const override { return m_command.value(0); }
    Result<SupervisedChild::Order> order() override;
    bool isReady(const SupervisedChild &child, const QByteArray &said) override;
    bool isToBeWatched() const override { return true; }
    Result<TunnelNearEnd> lead(const TunnelTarget &target) override;
    Error ending(int status, const TunnelComplaints &complaints) const override;
    std::optional<Error> complaint(const QString &line) const override;
    void ended() override { m_directory.reset(); }

private:
    const QStringList m_command;
    std::unique_ptr<TunnelDirectory> m_directory;
    TunnelNearEnd m_end;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tunnels/sshquestions.h"
#include "core/tunnels/tunneldirectory.h"
#include "core/tunnels/tunnelprocess.h"

namespace lockmaster {

/**
 * The operator's own `ssh`, with its configuration, agent, jumps and keys: one connection to a host
 * for all servers behind it. Each gets a unix socket in a directory that nobody else can enter, so
 * that nobody else's listener can be taken for it.
 */
class SshProcess final : public TunnelProcess
{
public:
    explicit SshProcess(QString host) : m_host(std::move(host)) {}

    QString threadName() const override { return QStringLiteral("ssh ") + m_host; }
    Result<SupervisedChild::Order> order() override;
    bool isReady(const SupervisedChild &child, const QByteArray &said) override;
    bool isToBeWatched() const override { return false; }
    Result<TunnelNearEnd> lead(const TunnelTarget &target) override;
    Error ending(int status, const TunnelComplaints &complaints) const override;
    std::optional<Error> complaint(const QString &line) const override;
    int questions() const override { return m_questions ? m_questions->descriptor() : -1; }
    bool takeQuestion() override { return m_questions && m_questions->take(); }
    void ended() override;

private:
    const QString m_host;
    std::unique_ptr<TunnelDirectory> m_directory;
    std::unique_ptr<SshQuestions> m_questions;
    QString m_control; ///< where the running `ssh` takes orders
    int m_made = 0;    ///< sockets so far
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/sandbox.h"

#include <QObject>

#include <memory>

namespace lockmaster {

/**
 * Starts the sandbox off the GUI thread and keeps it for as long as this object lives. The thread
 * ends by itself if this object goes first; the sandbox's keeper clears up in any case.
 *
 * Lives on the GUI thread, which never waits for it.
 */
class SandboxStarter : public QObject
{
    Q_OBJECT

public:
    explicit SandboxStarter(QObject *parent = nullptr);
    ~SandboxStarter() override;

    /** Does nothing while one is starting or running. */
    void start(const Sandbox::Options &options);
    bool isStarting() const { return m_starting; }
    /** Of the sandbox that runs; empty: none does. */
    QString configPath() const { return m_sandbox ? m_sandbox->configPath() : QString(); }
    /** Where experiments run; none: no sandbox runs. */
    std::optional<LabPlace> labPlace() const
    {
        return m_sandbox ? std::optional(m_sandbox->labPlace()) : std::nullopt;
    }

signals:
    void progressed(const QString &step, int percent);
    void started(const std::vector<lockmaster::BackendSpec> &backends);
    void failed(const lockmaster::Error &error);

private:
    bool m_starting = false;
    std::shared_ptr<Sandbox> m_sandbox; ///< null until started
};

} // namespace lockmaster

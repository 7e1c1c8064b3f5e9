// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/sandbox.h"

#include <QObject>
#include <QTimer>

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

    /** Does nothing while one is starting or running. One that has ended is cleared away. */
    void start(const Sandbox::Options &options);
    bool isStarting() const { return m_starting; }
    /** The profile of the sandbox that runs; empty: none does. */
    QString configPath() const { return m_sandbox ? m_sandbox->configPath() : QString(); }
    /** Where experiments run; none: no sandbox runs. */
    std::optional<LabPlace> labPlace() const
    {
        return m_sandbox && !m_hasEnded ? std::optional(m_sandbox->labPlace()) : std::nullopt;
    }

signals:
    void progressed(const QString &step, int percent);
    void started(const std::vector<lockmaster::BackendSpec> &backends);
    void failed(const lockmaster::Error &error);
    /** It runs no more, or not all of it does: nothing of ours has ended it. */
    void ended(const lockmaster::Error &why);

private:
    void clearAway();
    void look();

    bool m_starting = false;
    bool m_looking = false;
    bool m_hasEnded = false;
    QTimer m_pause;                     ///< from one look to the next
    std::shared_ptr<Sandbox> m_sandbox; ///< null until started
};

} // namespace lockmaster

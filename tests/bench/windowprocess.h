// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

#include <QProcess>
#include <QTemporaryDir>

#include <memory>

namespace lockmaster::bench {

/** An X server of our own with a window manager; gone with this object. */
class Display
{
public:
    /** Errors: NotFound where Xvfb, openbox or xdotool is not installed. */
    static Result<std::unique_ptr<Display>> start();
    ~Display();

    QString name() const { return m_name; } ///< `:7`
    bool minimise(qint64 pid);

private:
    Display() = default;

    QString m_name;
    QProcess m_server;
    QProcess m_manager;
};

/** What a process has used since it began. */
struct ProcessUse {
    double cpuMs = 0;    ///< of all its threads
    qint64 switches = 0; ///< voluntary context switches of all its threads: it was woken so often
};

/** The real `lockmaster`, with a home and a profile of its own; ended with this object. */
class WindowProcess
{
public:
    /** `display`: null for the offscreen platform. */
    WindowProcess(const std::vector<BackendSpec> &backends, const Display *display);
    ~WindowProcess();

    /** Milliseconds from its start until the first locks were on screen. */
    Result<double> waitForLocks();
    Result<ProcessUse> use() const;
    qint64 pid() const { return m_process.processId(); }

private:
    QTemporaryDir m_home;
    QProcess m_process;
    SteadyTime m_begun{};
};

} // namespace lockmaster::bench

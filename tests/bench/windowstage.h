// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/monitor.h"
#include "ui/window/windowsettings.h"
#include "ui/window/mainwindow.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <condition_variable>
#include <map>
#include <mutex>

namespace lockmaster::bench {

/** How long something kept a thread: by the clock on the wall, and by the thread's own. */
struct Spent {
    double wallMs = 0; ///< with whatever else the machine did meanwhile
    double cpuMs = 0;  ///< of this thread alone
};

/** Measures from its making on, on the thread that made it. */
class Stopwatch
{
public:
    Stopwatch();
    Spent spent() const;

private:
    QElapsedTimer m_wall;
    double m_cpuMs;
};

/**
 * Measures every slice of the GUI thread: from the first event after its loop woke up until the
 * loop waits again. While one lasts, no key and no click is answered.
 */
class SliceMeter final : public QObject
{
public:
    SliceMeter();

    void reset() { m_slices.clear(); }
    const std::vector<Spent> &slices() const { return m_slices; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    std::optional<Stopwatch> m_running;
    std::vector<Spent> m_slices;
};

/** How a backend on the stage behaves. */
enum class Manner : quint8 {
    Answers,
    Refuses, ///< fails at once
    Freezes, ///< does not answer until it is interrupted
};

/** What happens to the locks of a backend on the stage between two reads. */
enum class Changes : quint8 {
    None,
    Mixed, ///< of a hundredth of them: most are renewed, some change hands, some go, others come
    Hands, ///< of an eightieth: nine in ten change hands, the others go and others come
};

/**
 * Backends without servers: each has so many locks, and changes some before it is read. Notes when
 * it was read.
 * Thread-safe; shared with its readers.
 */
class Backends : public std::enable_shared_from_this<Backends>
{
public:
    using Moments = std::vector<std::chrono::steady_clock::time_point>;

    explicit Backends(int locksEach, Changes changes = Changes::Mixed)
        : m_locksEach(locksEach), m_changes(changes)
    {
    }

    ReaderFactory factory();
    void setManner(const QString &backend, Manner manner);
    /** When polls of this backend began. */
    Moments polls(const QString &backend) const;

private:
    friend class StageReader;

    const int m_locksEach;
    const Changes m_changes;
    mutable std::mutex m_mutex;
    std::condition_variable m_interrupted;
    std::map<QString, Manner> m_manners;
    std::map<QString, Moments> m_polls;
};

/** The real window over a real monitor over `Backends`, as the program composes them. */
class WindowStage
{
public:
    /** `prepare`, if any, is called before anything is watched. */
    WindowStage(int backends, std::shared_ptr<Backends> servers,
                const std::function<void(WindowStage &)> &prepare = {});

    static QString backendName(int number);
    static BackendSpec spec(int number);

    MainWindow &window() { return m_window; }
    Monitor &monitor() { return m_monitor; }
    const ViewSnapshot &view() { return *m_monitor.store().view(); }
    SliceMeter &meter() { return m_meter; }
    /** What each update of the store cost, with everything that follows its signals. */
    std::vector<Spent> &updates() { return m_updates; }

    /** Lets the window live. */
    void run(std::chrono::milliseconds time);
    /** The same until `done`, asked after each update; false when the time was not enough. */
    bool runUntil(const std::function<bool()> &done, std::chrono::milliseconds most);
    /** Until it shows this many locks. */
    bool fill(int locks);

private:
    QTemporaryDir m_directory;
    WindowSettings m_settings;
    std::shared_ptr<Backends> m_servers;
    Monitor m_monitor;
    std::optional<Stopwatch> m_updating;
    std::vector<Spent> m_updates;
    QMetaObject::Connection m_first; ///< before any of the window's
    MainWindow m_window;
    SliceMeter m_meter;
};

} // namespace lockmaster::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcessEnvironment>
#include <QStringList>

#include <optional>

#include <sys/types.h>

namespace lockmaster {

/**
 * A command of the user's. Between this program and the command stands a small process that
 * everything the command starts falls back to, however it detaches itself: so all of it can be
 * ended. It also is when this object, the thread that made it, or this program goes. Lives on one
 * thread.
 */
class SupervisedChild
{
public:
    /** What becomes of what the command leaves running in its process group once it has ended. */
    enum class Leftovers {
        Stay,
        End,    ///< ended with it
        EndAll, ///< so is what detached itself from the group
    };

    struct Order {
        QStringList command; ///< program and arguments, never through a shell
        QProcessEnvironment environment;
        Leftovers leftovers = Leftovers::Stay;
        bool isTold = false;             ///< we write what it reads; else it reads nothing
        bool isHeard = false;            ///< we read what it writes; else nobody does
        bool areErrorsHeard = false;     ///< the same of its error output
        const char *directory = nullptr; ///< where it runs; null: where we do
    };

    /** Starts it. */
    explicit SupervisedChild(const Order &order);
    /** Ends it with everything that it started, and waits for that for a second at most. */
    ~SupervisedChild();
    SupervisedChild(const SupervisedChild &) = delete;
    SupervisedChild &operator=(const SupervisedChild &) = delete;

    bool hasStarted() const { return m_pid > 0; }
    /// Descriptors that never block; -1 where there is none.
    int input() const { return m_input; }   ///< what it is told; to be closed by `closeInput()`
    int output() const { return m_output; } ///< what it says
    int errors() const { return m_errors; } ///< what it says of errors
    int ending() const { return m_ending; } ///< can be read from once it has ended
    void closeInput();
    /** The process between: everything that the command started descends from it. */
    pid_t processBetween() const { return m_pid; }

    /** How it ended, as `waitpid()` tells; none while it runs. */
    std::optional<int> status();
    /** Ends it with everything that it started. */
    void end();

private:
    bool waitForEnd(int patienceMs);

    pid_t m_pid = 0; ///< of the process between
    int m_input = -1;
    int m_output = -1;
    int m_errors = -1;
    int m_ending = -1;
    std::optional<int> m_status;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/platform/supervisedchild.h"

#include <QByteArray>

namespace lockmaster {

/**
 * A command of the user's of which one stream is read, so many bytes of it, without the passwords
 * of our environment. Lives on one thread; it ends, with all it started, when this goes.
 */
class HeardCommand
{
public:
    enum class Stream : quint8 { Output, Errors };

    /**
     * `directory`: where it runs; null: where we do. `leftovers`: what becomes of what it left
     * running when it ended by itself.
     */
    HeardCommand(const QStringList &command, qsizetype most, const char *directory = nullptr,
                 Stream stream = Stream::Output,
                 SupervisedChild::Leftovers leftovers = SupervisedChild::Leftovers::End);

    bool started() const { return m_child.hasStarted(); }
    /** False once the deadline has passed. True when it ended, printed too much, or never started.
     * Blocks. */
    bool collect(SteadyTime deadline, QByteArray &output);
    bool succeeded() { return m_child.status() == 0; }
    /** How it ended, as `waitpid()` tells; none while it runs. */
    std::optional<int> status() { return m_child.status(); }

private:
    bool take(QByteArray &output);
    int heard() const { return m_stream == Stream::Output ? m_child.output() : m_child.errors(); }

    SupervisedChild m_child;
    const qsizetype m_most;
    const Stream m_stream;
};

} // namespace lockmaster

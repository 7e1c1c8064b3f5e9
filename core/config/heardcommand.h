// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/platform/supervisedchild.h"

#include <QByteArray>
#include <QString>

namespace lockmaster {

/**
 * A command of the user's whose output is read, so many bytes of it, without the passwords of our
 * environment. Lives on one thread; it ends, with all it started, when this goes.
 */
class HeardCommand
{
public:
    /** `directory`: where it runs; null: where we do. */
    HeardCommand(const QStringList &command, qsizetype most, const char *directory = nullptr);

    bool started() const { return m_child.hasStarted(); }
    /** False once the deadline has passed. True when it ended, or printed too much. Blocks. */
    bool collect(SteadyTime deadline, QByteArray &output);
    bool succeeded() { return m_child.status() == 0; }
    /** Once it ended: how, in words. */
    QString ending();

private:
    bool take(QByteArray &output);

    SupervisedChild m_child;
    const qsizetype m_most;
};

} // namespace lockmaster

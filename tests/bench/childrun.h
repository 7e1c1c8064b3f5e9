// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QByteArrayView>
#include <QStringList>

#include <chrono>
#include <functional>

namespace lockmaster::bench {

/** A program that is run and measured from outside: from before its start to its end. */
struct ChildRun {
    int code = -1; ///< 128 and the number for a signal
    double wallMs = 0;
    double cpuMs = 0; ///< user and system
    double peakMiB = 0;
    double firstOutputMs = -1; ///< none: -1
    qint64 bytes = 0;          ///< on standard output
};

/** Gets what the program prints, as it comes, with the moment since its start. */
using OnOutput = std::function<void(QByteArrayView bytes)>;

/** Our `lockctl`, of the same build. */
QString lockctlProgram();

/**
 * Runs it with its output on a pipe that is read at once; its words go to our standard error.
 * `onStart` gets its process id.
 */
Result<ChildRun> runChild(const QString &program, const QStringList &arguments,
                          const OnOutput &onOutput = {},
                          const std::function<void(int pid)> &onStart = {});

} // namespace lockmaster::bench

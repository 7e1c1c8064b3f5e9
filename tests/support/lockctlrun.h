// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>

#include <memory>

namespace lockmaster::test {

/** What a finished `lockctl` left. */
struct LockctlOutcome {
    int code = -1;
    QByteArray out;
    QByteArray err;

    /** The lines of `err` that begin with `lockctl: <start>`. */
    QStringList said(const QString &start) const;
};

/** The real program, where it was built. */
QString lockctlProgram();

/** Runs the real program with a home and an environment of its own, and waits for its end. */
LockctlOutcome runLockctl(const QStringList &arguments, const QStringList &environment = {});

/** The same where no file can grow beyond `mostBytes`: to the program its disk is full. */
LockctlOutcome runLockctlOnFullDisk(const QStringList &arguments, const QStringList &environment,
                                    qint64 mostBytes);

/** The same, left running; killed with the object. It reads `input`, or nothing. */
std::unique_ptr<QProcess> startLockctl(const QStringList &arguments,
                                       const QStringList &environment = {},
                                       const QString &input = QProcess::nullDevice());

/** Waits until the program has printed a whole line more; empty where none came. */
QByteArray nextLine(QProcess &lockctl);

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/openalerts.h"

namespace lockmaster {

/** `alerts-<program>.json` beside the history's store. */
QString defaultAlertMemoryPath(const QString &program);

/** The JSON of what outlives the program: no secrets. */
QByteArray alertMemoryJson(const AlertMemory &memory);
/** None for anything that is not such JSON. */
std::optional<AlertMemory> alertMemoryFromJson(const QByteArray &json);

/**
 * What outlives the program, in a file for its owner alone. Of several programs one keeps it; the
 * others begin with nothing. A file that cannot be understood is moved aside. What goes wrong is
 * told and stops nothing. Lives on one thread.
 */
class AlertMemoryFile
{
public:
    /** Empty: nothing is kept. */
    explicit AlertMemoryFile(QString path);
    ~AlertMemoryFile();
    AlertMemoryFile(const AlertMemoryFile &) = delete;
    AlertMemoryFile &operator=(const AlertMemoryFile &) = delete;

    /** `now` names a file that is moved aside. */
    AlertMemory read(ServerTime now);
    /** Only where it differs from what was written, or read, last. */
    void write(const AlertMemory &memory);
    /** Why it does not work; empty: it does. Translated. */
    QString problem() const { return m_writeProblem.isEmpty() ? m_problem : m_writeProblem; }

private:
    bool takeTurn();
    QString notKept(const QString &why) const;

    const QString m_path;
    int m_turn = -1; ///< a lock that goes with the program; -1: another has it, or none is kept
    QByteArray m_last;
    QString m_problem;      ///< found when it was read
    QString m_writeProblem; ///< of the last try
};

} // namespace lockmaster

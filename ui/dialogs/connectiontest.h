// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

#include <QObject>

#include <memory>

namespace lockmaster {

/**
 * Connects to one backend and examines it, off the GUI thread. One run at a time: starting another
 * cancels the first, whose answer is then dropped.
 *
 * Lives on the GUI thread, which never waits for a run, not even when this object goes.
 */
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionTest(ReaderFactory factory, QObject *parent = nullptr);
    ~ConnectionTest() override;

    void start(const BackendSpec &backend);
    void cancel();
    bool isRunning() const { return m_run != nullptr; }

signals:
    /** Also when the backend could not be reached: then the problems say so. */
    void finished(const lockmaster::Examination &examination);

private:
    struct Run;
    ReaderFactory m_factory;
    std::shared_ptr<Run> m_run; ///< null: none
};

} // namespace lockmaster

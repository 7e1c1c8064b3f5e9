// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "ui/servers/lockspreview.h"

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
    /** Accepts this very certificate, and then starts: the backend is tested as it is from now on.
     */
    void acceptAndStart(const BackendSpec &backend, const ServerCertificate &certificate);
    void cancel();
    bool isRunning() const { return m_run != nullptr; }
    /** After an examination that reached the server it also reads which locks are there. */
    void setLooks(bool looks) { m_looks = looks; }

signals:
    /**
     * Also when the backend could not be reached: then the problems say so, and `acceptable` is the
     * certificate for which it could not, where an operator may accept it.
     */
    void finished(const lockmaster::Examination &examination,
                  const std::optional<lockmaster::ServerCertificate> &acceptable);
    /** After `finished()`, where it looks: what a single look saw. */
    void looked(const lockmaster::LocksPreview &preview);

private:
    struct Run;
    void begin(const BackendSpec &backend, std::optional<ServerCertificate> accepted);

    ReaderFactory m_factory;
    bool m_looks = false;
    std::shared_ptr<Run> m_run; ///< null: none
};

} // namespace lockmaster

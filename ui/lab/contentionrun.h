// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/contention.h"

#include <QObject>

#include <memory>

namespace lockmaster {

/**
 * One experiment under contention at a time, run on a thread of its own; the GUI thread never waits
 * for it. If this object goes first, the experiment is called off.
 */
class ContentionRun final : public QObject
{
    Q_OBJECT

public:
    explicit ContentionRun(QObject *parent = nullptr);
    ~ContentionRun() override;

    /** Does nothing while one runs. */
    void start(const QString &id, const LabPlace &place, const ContentionOptions &options);
    /** `failed` follows, or `reported` where it was over already. */
    void cancel();
    bool isRunning() const { return m_run != nullptr; }

signals:
    void progressed(const QString &id, const QString &step, int percent);
    /** What happened so far, several times a second. */
    void told(const QString &id, const lockmaster::WorkCourse &course);
    void reported(const lockmaster::ContentionReport &report);
    void failed(const QString &id, const lockmaster::Error &error);
    /** What it has made for itself, to be watched until there is none. */
    void watchChanged(const std::optional<lockmaster::BackendSpec> &backend);

private:
    struct Run;
    void finish(const std::shared_ptr<Run> &run, const Result<ContentionReport> &result);

    std::shared_ptr<Run> m_run; ///< null: none
};

} // namespace lockmaster

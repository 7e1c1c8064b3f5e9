// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"

#include <QObject>

#include <functional>

namespace lockmaster {

/** Where an audit log is read from. The functions are called off the GUI thread. */
struct AuditSource {
    QString directory;
    std::function<Result<std::vector<AuditLine>>(qsizetype most)> read;
    std::function<Result<AuditVerification>()> verify;
};

/**
 * Reads and verifies the audit log on a thread of the pool. Lives on the GUI thread, which never
 * waits, not even when this object goes: an answer that nobody awaits any more is dropped.
 */
class AuditReader : public QObject
{
    Q_OBJECT

public:
    explicit AuditReader(AuditSource source, QObject *parent = nullptr);

    const AuditSource &source() const { return m_source; }
    void read(qsizetype most);
    void verify();

signals:
    void wasRead(const std::vector<lockmaster::AuditLine> &lines);
    void verified(const lockmaster::AuditVerification &found);
    void failed(const lockmaster::Error &error);

private:
    AuditSource m_source;
};

} // namespace lockmaster

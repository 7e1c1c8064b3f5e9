// SPDX-License-Identifier: Apache-2.0
#include "ui/history/auditreader.h"

#include "core/platform/askaside.h"

namespace lockmaster {

AuditReader::AuditReader(AuditSource source, QObject *parent)
    : QObject(parent), m_source(std::move(source))
{
}

void AuditReader::read(qsizetype most)
{
    using Lines = Result<std::vector<AuditLine>>;
    askAside<Lines>(
        this, [read = m_source.read, most] { return read(most); },
        [this](const Lines &lines) {
            if (lines)
                emit wasRead(*lines);
            else
                emit failed(lines.error());
        });
}

void AuditReader::verify()
{
    using Found = Result<AuditVerification>;
    askAside<Found>(this, m_source.verify, [this](const Found &found) {
        if (found)
            emit verified(*found);
        else
            emit failed(found.error());
    });
}

} // namespace lockmaster

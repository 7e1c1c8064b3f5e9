// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditentry.h"
#include "core/text/momenttext.h"
#include "core/domain/witness.h"
#include "core/lab/contention/workreport.h"
#include "core/lab/election/candidatereport.h"
#include "tests/fuzz/fuzz.h"

// Lines that files, other processes and command lines hand over: what was understood is written
// down again and understood as the same. The first byte says which kind of line it is.

namespace lockmaster::fuzz {

namespace {

void audit(const QByteArray &text)
{
    const auto entry = auditEntryFrom(text);
    if (!entry)
        return;
    const QByteArray once = auditText(*entry);
    require(!once.contains('\n'), "an entry takes more than its line");
    const auto again = auditEntryFrom(once);
    require(again.has_value(), "an entry that was written cannot be read");
    require(auditText(*again) == once, "an entry that is written again says something else");
}

void candidate(const QByteArray &text)
{
    LineBuffer lines;
    if (!lines.add(text))
        return;
    while (const auto line = lines.next()) {
        const auto report = reportFromLine(*line);
        if (!report)
            continue;
        require(report->text.size() <= CandidateReport::longestText, "a report is too long");
        const auto again = reportFromLine(reportLine(*report).chopped(1));
        require(again && *again == *report, "a report that is written again is another");
    }
}

void worker(const QByteArray &text)
{
    const std::vector<WorkReport> reports = workReports(text);
    QByteArray once;
    for (const WorkReport &report : reports)
        once += written(report);
    require(workReports(once) == reports, "reports that are written again are others");
}

void witness(const QByteArray &text)
{
    const auto read = decodeWitness(QString::fromLatin1(text));
    require(!read || encodeWitness(*read).toLatin1() == text, "a witness has two forms");
}

void moment(const QByteArray &text)
{
    const auto time = utcFromText(text);
    require(!time || utcBytes(*time) == text, "a moment has two forms");
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const QByteArray text = bytesOf(data + 1, size - 1);
    switch (data[0]) {
    case 'a': audit(text); break;
    case 'c': candidate(text); break;
    case 'w': worker(text); break;
    case 'W': witness(text); break;
    case 't': moment(text); break;
    default: break;
    }
    return 0;
}

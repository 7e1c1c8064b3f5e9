// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/lookreport.h"

#include "app/lockctl/shell/output.h"
#include "core/domain/systemtraits.h"

#include <QStringList>

#include <algorithm>
#include <functional>

namespace lockmaster {

namespace {

bool asksByName(const SourceStatus &source)
{
    return source.systems.size() == 1 && traitsOf(source.systems.front()).asksByName;
}

/**
 * Whether a source that cannot be complete was read as far as this server lets anybody: locks that
 * nobody named, where nothing lists them. That is said, and is no failure.
 */
bool isLimitOfTheServer(const BackendSpec &spec, const SourceStatus &source,
                        const std::vector<Problem> &problems)
{
    return asksByName(source) && spec.userLocks.empty()
           && std::all_of(problems.begin(), problems.end(), [&source](const Problem &problem) {
                  return problem.source != source.name
                         || problem.error.kind == ErrorKind::Unsupported;
              });
}

} // namespace

QString findingsText(const LockRecord &lock)
{
    if (lock.findings.empty())
        return {};
    QStringList ids;
    for (const Finding &finding : lock.findings)
        ids.append(findingName(finding.id));
    return ids.join(u',');
}

void writeReportHead(JsonWriter &json)
{
    writeReportHead(json, systemClock().wallNow());
}

void sayAbsent(const QString &backend, const AbsentSource &absent)
{
    say(QStringLiteral("%1: %2 Nobody named it, and it is not looked at.")
            .arg(backend, absent.why.message));
}

bool isCertain(const AbsentSource &absent)
{
    // Without a number of the server's it is our own word: no database was named.
    return absent.why.kind == ErrorKind::NotFound && absent.why.nativeCode != 0;
}

bool mayHoldUnseen(const BackendStatus &status)
{
    return !std::all_of(status.absent.begin(), status.absent.end(), isCertain);
}

void sayDenied(const BackendStatus &status)
{
    for (const AbsentSource &absent : status.absent) {
        if (absent.isDenied())
            sayAbsent(status.name, absent);
    }
}

bool wasLookedAt(const BackendStatus &status)
{
    if (status.state != BackendState::Online)
        return false;
    // User-level locks are there on every server: beside a table that is denied they say nothing
    // of it, as another table does that the account was let read.
    if (std::any_of(status.absent.begin(), status.absent.end(),
                    std::mem_fn(&AbsentSource::isDenied))) {
        return std::any_of(status.sources.begin(), status.sources.end(),
                           [](const SourceStatus &source) { return !asksByName(source); });
    }
    return !status.sources.empty() || (!status.absent.empty() && !mayHoldUnseen(status));
}

bool wasReadWhole(const BackendStatus &status)
{
    return wasLookedAt(status) && !mayHoldUnseen(status)
           && std::all_of(status.sources.begin(), status.sources.end(),
                          [](const SourceStatus &source) { return source.complete; });
}

bool wasAnswered(const BackendSpec &spec, const BackendStatus &status)
{
    return wasLookedAt(status)
           && std::all_of(
               status.sources.begin(), status.sources.end(), [&](const SourceStatus &source) {
                   return source.complete || isLimitOfTheServer(spec, source, status.problems);
               });
}

} // namespace lockmaster

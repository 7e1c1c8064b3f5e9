// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/auditreader.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

namespace lockmaster {

namespace {

/** Runs `work` on the pool; `done` gets its value on the thread of `context`, if that still is. */
template<typename T>
void runAside(QObject *context, std::function<T()> work, std::function<void(const T &)> done)
{
    auto promise = std::make_shared<QPromise<T>>();
    promise->start();
    // A watcher, not QFuture::then(): in Qt 6.4 a continuation asserts once its context has gone.
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcher<T>::finished, context, [watcher, done] {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            done(watcher->result());
    });
    watcher->setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, work] {
        promise->addResult(work());
        promise->finish();
    });
}

} // namespace

AuditReader::AuditReader(AuditSource source, QObject *parent)
    : QObject(parent), m_source(std::move(source))
{
}

void AuditReader::read(qsizetype most)
{
    using Lines = Result<std::vector<AuditLine>>;
    runAside<Lines>(
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
    runAside<Found>(this, m_source.verify, [this](const Found &found) {
        if (found)
            emit verified(*found);
        else
            emit failed(found.error());
    });
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/actions/writelifts.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>
#include <QTimer>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Whether it is allowed: in the log, and still wanted there. */
Result<bool> record(const AuditLog &audit, const AuditIntent &intent,
                    const std::function<bool()> &isWanted)
{
    const auto id = audit.begin(intent);
    if (!id)
        return passOn(id);
    const bool allowed = isWanted();
    AuditOutcome outcome;
    outcome.outcome = allowed ? QStringLiteral("allowed") : QStringLiteral("withdrawn");
    return audit.finish(*id, outcome).map([allowed] { return allowed; });
}

} // namespace

WriteLifts::WriteLifts(WriteGate &gate, AuditLog audit, QString program, QObject *parent)
    : QObject(parent), m_gate(gate), m_audit(std::move(audit)), m_program(std::move(program)),
      m_tick(new QTimer(this))
{
    m_tick->setInterval(1s);
    connect(m_tick, &QTimer::timeout, this, &WriteLifts::tick);
}

std::vector<WriteLifts::Lift> WriteLifts::lifts() const
{
    std::vector<Lift> all;
    for (const QString &backend : m_lifted) {
        if (const auto left = m_gate.remaining(backend))
            all.push_back({backend, *left});
    }
    return all;
}

QStringList WriteLifts::names() const
{
    QStringList all;
    for (const Lift &lift : lifts())
        all << lift.backend;
    return all;
}

void WriteLifts::allow(const BackendSpec &backend, const QString &reason)
{
    ask(backend, reason, std::nullopt);
}

void WriteLifts::allowWhile(const Wanted &wanted, const BackendSpec &backend, const QString &reason)
{
    ask(backend, reason, std::weak_ptr(wanted));
}

void WriteLifts::withdraw(const Wanted &wanted)
{
    QStringList ofThat;
    for (const auto &[backend, who] : m_liftedFor) {
        if (wanted && who.lock() == wanted)
            ofThat << backend;
    }
    for (const QString &backend : std::as_const(ofThat))
        restore(backend);
}

void WriteLifts::ask(const BackendSpec &backend, const QString &reason,
                     const std::optional<std::weak_ptr<const void>> &wanted)
{
    const std::function<bool()> isWanted = [wanted] { return !wanted || !wanted->expired(); };
    AuditIntent intent;
    intent.action = QStringLiteral("allow-writes");
    intent.backend = backend.name;
    intent.environment = environmentName(backend.environment);
    intent.reason = reason;
    intent.program = m_program;
    // A watcher, not QFuture::then(): in Qt 6.4 a continuation asserts once its context has gone.
    auto *watcher = new QFutureWatcher<Result<bool>>(this);
    connect(watcher, &QFutureWatcher<Result<bool>>::finished, this,
            [this, watcher, isWanted, wanted, name = backend.name] {
                watcher->deleteLater();
                const Result<bool> allowed = watcher->result();
                if (!allowed)
                    emit failed(name, allowed.error());
                else if (*allowed && isWanted())
                    lift(name, wanted);
            });
    auto promise = std::make_shared<QPromise<Result<bool>>>();
    promise->start();
    watcher->setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, audit = m_audit, intent, isWanted] {
        promise->addResult(record(audit, intent, isWanted));
        promise->finish();
    });
}

void WriteLifts::lift(const QString &backend,
                      const std::optional<std::weak_ptr<const void>> &wanted)
{
    const bool isForOne = wanted && m_lifted.count(backend) == 0;
    m_liftedFor.erase(backend);
    if (isForOne)
        m_liftedFor.emplace(backend, *wanted);
    m_gate.lift(backend, WriteGate::longestLift);
    m_lifted.insert(backend);
    m_tick->start();
    emit changed();
}

void WriteLifts::restore(const QString &backend)
{
    m_gate.restore(backend);
    m_liftedFor.erase(backend);
    if (m_lifted.erase(backend) > 0)
        emit changed();
}

void WriteLifts::tick()
{
    const auto over =
        std::erase_if(m_lifted, [this](const QString &name) { return !m_gate.remaining(name); });
    if (m_lifted.empty())
        m_tick->stop();
    if (over > 0)
        emit changed();
    else
        emit ticked();
}

} // namespace lockmaster

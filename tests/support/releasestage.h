// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/privateredis.h"
#include "ui/release/releasecontroller.h"
#include "core/actions/writelifts.h"

#include <QTemporaryDir>
#include <QWidget>

namespace lockmaster::test {

/** A window that releases, and a Redis of its own, `cache`, whose locks it sees: `lock:*`. */
class ReleaseStage
{
public:
    /** With a server that has nothing. */
    bool begin()
    {
        folder = std::make_unique<QTemporaryDir>();
        if (!redis)
            redis = PrivateRedis::start();
        if (redis)
            redis->run({"FLUSHALL"});
        return redis != nullptr;
    }
    void start(bool readOnly = false)
    {
        spec = redis->spec();
        spec.name = QStringLiteral("cache");
        spec.patterns = {"lock:*"};
        spec.poll = std::chrono::milliseconds(200);
        spec.readOnly = readOnly;
        const Secret password = spec.urlPassword;
        const auto source = [password](SteadyTime) { return Result<Secret>(password); };
        gate = std::make_unique<WriteGate>();
        audit = std::make_unique<AuditLog>(file("audit"));
        ActionTools tools;
        tools.gate = gate.get();
        tools.audit = audit.get();
        tools.passwords = [source](const BackendSpec &) -> PasswordSource { return source; };
        tools.program = QStringLiteral("lockmaster");
        monitor = std::make_unique<Monitor>(
            [source](const BackendSpec &each) { return makeReader(each, source); });
        lifts = std::make_unique<WriteLifts>(*gate, *audit, tools.program);
        window = std::make_unique<QWidget>();
        controller =
            new ReleaseController(tools, monitor->store(), *lifts, SystemNames(), window.get());
        controller->setBackends({spec});
        monitor->setBackends({spec});
        monitor->setQuery({});
        window->show();
    }
    /** The server stays. */
    void end()
    {
        if (controller)
            controller->finish();
        window.reset();
        controller = nullptr;
        lifts.reset();
        monitor.reset();
    }

    QString file(const char *name) const { return folder->filePath(QString::fromLatin1(name)); }
    void take(const QByteArray &name, const QByteArray &owner)
    {
        redis->run(lockKey(name, owner, std::chrono::minutes(10)));
    }
    /** As the window sees it; nullptr where it does not. */
    LockPointer lock(const QByteArray &name) const
    {
        for (const ViewRow &row : monitor->store().view()->rows) {
            if (row.lock.name() == name && row.mark != RowMark::Gone)
                return row.lock.record();
        }
        return nullptr;
    }

    std::unique_ptr<PrivateRedis> redis;
    std::unique_ptr<QTemporaryDir> folder;
    std::unique_ptr<WriteGate> gate;
    std::unique_ptr<AuditLog> audit;
    std::unique_ptr<Monitor> monitor;
    std::unique_ptr<WriteLifts> lifts;
    std::unique_ptr<QWidget> window;
    ReleaseController *controller = nullptr;
    BackendSpec spec;
};

} // namespace lockmaster::test

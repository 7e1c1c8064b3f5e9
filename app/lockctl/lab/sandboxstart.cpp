// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/sandboxstart.h"

#include "app/lockctl/shell/output.h"

#include <QEventLoop>

#include <optional>
#include <thread>

namespace lockmaster {

Result<std::unique_ptr<Sandbox>> startSandbox(const Sandbox::Options &options,
                                              const StopSignal &stop)
{
    std::optional<Result<std::unique_ptr<Sandbox>>> outcome;
    QEventLoop loop;
    std::jthread work([&](const std::stop_token &stopped) {
        Sandbox::Options stoppable = options;
        stoppable.stop = stopped;
        outcome = Sandbox::start(stoppable, [](const QString &step, int percent) {
            say(QStringLiteral("%1 % %2").arg(percent, 3).arg(step));
        });
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    QObject::connect(&stop, &StopSignal::requested, &loop, [&work] { work.request_stop(); });
    loop.exec();
    work.join();
    return std::move(*outcome);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exporter/hostnames.h"
#include "core/exporter/listenaddress.h"
#include "core/exporter/metricwriter.h"

#include <functional>
#include <memory>

namespace lockmaster {

/**
 * Serves metrics at `/metrics` over HTTP, on a thread of its own. Lives on one thread.
 *
 * Whoever connects and asks for nothing, or never reads the answer, costs nobody else anything:
 * connections and answers under way are few, and the oldest gives way to the newest.
 */
class Exporter
{
public:
    /** Makes the metrics for a scrape. Called on the exporter's thread. */
    using Collect = std::function<MetricFamilies()>;
    /** Is told of a host that was asked for and is not ours, a few times at most; likewise. */
    using Refused = std::function<void(const QByteArray &host)>;

    /** Errors: Config (the address is taken, or not this machine's), Denied. */
    static Result<std::unique_ptr<Exporter>> start(const ListenAddress &address, HostNames names,
                                                   Collect collect, Refused refused = {});
    /** Ends answers that are under way. */
    ~Exporter();
    Exporter(const Exporter &) = delete;
    Exporter &operator=(const Exporter &) = delete;

    /** The address with the port that it got. */
    ListenAddress address() const;

private:
    struct Private;
    explicit Exporter(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace lockmaster

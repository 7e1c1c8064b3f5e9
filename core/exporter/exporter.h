// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exporter/listenaddress.h"
#include "core/exporter/metricwriter.h"

#include <functional>
#include <memory>

namespace lockmaster {

/**
 * Serves metrics at `/metrics` over HTTP, on a few threads of its own. Lives on one thread.
 */
class Exporter
{
public:
    /** Makes the metrics for a scrape. Called on the exporter's threads, several at a time. */
    using Collect = std::function<MetricFamilies()>;

    /** Errors: Config (the address is taken, or not this machine's), Denied. */
    static Result<std::unique_ptr<Exporter>> start(const ListenAddress &address, Collect collect);
    /** Waits for scrapes that are under way, some seconds at most. */
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

// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/exporter.h"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>

#include <exception>

namespace lockmaster {

namespace {

class Collector : public prometheus::Collectable
{
public:
    explicit Collector(Exporter::Collect collect) : m_collect(std::move(collect)) {}

    MetricFamilies Collect() const override { return m_collect(); }

private:
    const Exporter::Collect m_collect;
};

} // namespace

struct Exporter::Private {
    ListenAddress address;
    std::shared_ptr<Collector> collector;
    std::unique_ptr<prometheus::Exposer> exposer; ///< ends before the collector
};

Result<std::unique_ptr<Exporter>> Exporter::start(const ListenAddress &address, Collect collect)
{
    auto d = std::make_unique<Private>();
    d->address = address;
    d->collector = std::make_shared<Collector>(std::move(collect));
    try {
        d->exposer = std::make_unique<prometheus::Exposer>(std::vector<std::string>{
            "listening_ports", address.text().toStdString(), "num_threads", "4",
            // Who connects and says nothing keeps a thread from others only for so long.
            "request_timeout_ms", "5000"});
        d->exposer->RegisterCollectable(d->collector);
    } catch (const std::exception &) {
        return tl::make_unexpected(whyNotThere(address));
    }
    if (const std::vector<int> ports = d->exposer->GetListeningPorts(); !ports.empty())
        d->address.port = quint16(ports.front());
    return std::unique_ptr<Exporter>(new Exporter(std::move(d)));
}

Exporter::Exporter(std::unique_ptr<Private> theD) : d(std::move(theD)) {}

Exporter::~Exporter() = default;

ListenAddress Exporter::address() const
{
    return d->address;
}

} // namespace lockmaster

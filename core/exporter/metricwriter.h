// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <prometheus/metric_family.h>

#include <QByteArray>
#include <QString>

#include <initializer_list>
#include <vector>

namespace lockmaster {

using MetricFamilies = std::vector<prometheus::MetricFamily>;
using MetricLabels = std::vector<prometheus::ClientMetric::Label>;

/** A name from a server as a label's value: literally, at most 128 characters and a digest. */
std::string labelValue(const QByteArray &name);
std::string labelValue(const QString &text);

/** One family of samples while it is collected. */
class MetricWriter
{
public:
    MetricWriter(const char *name, const char *help, prometheus::MetricType type);

    void add(MetricLabels labels, double value);

    /** A family without samples is left out. */
    void moveTo(MetricFamilies &families);

private:
    prometheus::MetricFamily m_family;
};

/** `lockmaster_...`, of something that goes up and down. */
MetricWriter gauge(const char *name, const char *help);
/** `lockmaster_..._total`, of something that was counted since the start. */
MetricWriter counter(const char *name, const char *help);

} // namespace lockmaster

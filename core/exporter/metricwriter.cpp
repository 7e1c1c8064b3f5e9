// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/metricwriter.h"

#include "core/text/literaltext.h"

#include <QCryptographicHash>

namespace lockmaster {

namespace {

constexpr qsizetype longestLabel = 128;

/** Names that differ behind the cut stay two. */
std::string cutLabel(const QString &literal, const QByteArray &whole)
{
    if (literal.size() <= longestLabel)
        return literal.toStdString();
    const QByteArray digest =
        QCryptographicHash::hash(whole, QCryptographicHash::Sha256).toHex().first(8);
    return (beginningOf(literal, longestLabel) + QLatin1StringView("...#")
            + QString::fromLatin1(digest))
        .toStdString();
}

} // namespace

std::string labelValue(const QByteArray &name)
{
    return cutLabel(literalText(name), name);
}

std::string labelValue(const QString &text)
{
    return cutLabel(literalText(text), text.toUtf8());
}

MetricWriter::MetricWriter(const char *name, const char *help, prometheus::MetricType type)
{
    m_family.name = name;
    m_family.help = help;
    m_family.type = type;
}

void MetricWriter::add(MetricLabels labels, double value)
{
    prometheus::ClientMetric metric;
    metric.label = std::move(labels);
    if (m_family.type == prometheus::MetricType::Counter)
        metric.counter.value = value;
    else
        metric.gauge.value = value;
    m_family.metric.push_back(std::move(metric));
}

void MetricWriter::moveTo(MetricFamilies &families)
{
    if (!m_family.metric.empty())
        families.push_back(std::move(m_family));
}

MetricWriter gauge(const char *name, const char *help)
{
    return {name, help, prometheus::MetricType::Gauge};
}

MetricWriter counter(const char *name, const char *help)
{
    return {name, help, prometheus::MetricType::Counter};
}

} // namespace lockmaster

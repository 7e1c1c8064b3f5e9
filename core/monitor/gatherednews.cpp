// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/gatherednews.h"

#include <QHash>

#include <algorithm>
#include <iterator>
#include <map>

namespace lockmaster {

namespace {

bool isComplete(const FeedNews &news)
{
    return std::all_of(news.observations.begin(), news.observations.end(),
                       [](const Observation &seen) { return seen.complete; });
}

/** The names that no later news tells of: `last` has what is the last one for each. */
void keepLast(Observation &seen, const QHash<QByteArray, size_t> &last, size_t at)
{
    std::erase_if(*seen.asked, [&](const QByteArray &name) { return last.value(name) != at; });
    std::erase_if(seen.records,
                  [&](const LockRecord &record) { return last.value(record.id.name) != at; });
}

void append(Observation &whole, Observation &&seen)
{
    whole.asked->insert(whole.asked->end(), seen.asked->begin(), seen.asked->end());
    std::move(seen.records.begin(), seen.records.end(), std::back_inserter(whole.records));
    whole.clock = seen.clock;
    whole.latency = seen.latency;
}

/** Of keys that one news alone tells of: what the others told before or after may be another hold.
 */
QHash<QByteArray, HowEnded> endsToldOnce(const std::vector<FeedNews> &all)
{
    QHash<QByteArray, HowEnded> ends;
    QHash<QByteArray, int> told;
    for (const FeedNews &news : all)
        ends.insert(news.ends);
    if (ends.isEmpty())
        return ends;
    for (const FeedNews &news : all) {
        for (const Observation &seen : news.observations) {
            for (const QByteArray &name : *seen.asked) {
                if (++told[name] > 1)
                    ends.remove(name);
            }
        }
    }
    return ends;
}

GatheredNews::Batch folded(std::vector<FeedNews> &&all)
{
    std::map<QString, QHash<QByteArray, size_t>> last;
    for (size_t i = 0; i < all.size(); ++i) {
        for (const Observation &seen : all[i].observations) {
            for (const QByteArray &name : *seen.asked)
                last[seen.source].insert(name, i);
        }
    }
    GatheredNews::Batch batch;
    batch.ends = endsToldOnce(all);
    batch.begun = all.front().begun;
    std::map<QString, Observation> whole;
    for (size_t i = 0; i < all.size(); ++i) {
        batch.begun = std::min(batch.begun, all[i].begun);
        for (Observation &seen : all[i].observations) {
            keepLast(seen, last[seen.source], i);
            const QString source = seen.source;
            if (const auto known = whole.find(source); known != whole.end())
                append(known->second, std::move(seen));
            else
                whole.emplace(source, std::move(seen));
        }
    }
    for (auto &[source, seen] : whole)
        batch.observations.push_back(std::move(seen));
    return batch;
}

} // namespace

bool GatheredNews::add(FeedNews news)
{
    std::erase_if(news.observations, [](const Observation &seen) { return !seen.asked; });
    for (const Observation &seen : news.observations)
        m_names += seen.asked->size();
    if (m_names > mostNames) {
        clear();
        return false;
    }
    if (!news.observations.empty())
        m_news.push_back(std::move(news));
    return true;
}

void GatheredNews::clear()
{
    m_news.clear();
    m_names = 0;
}

std::vector<GatheredNews::Batch> GatheredNews::take()
{
    std::vector<FeedNews> all = std::move(m_news);
    clear();
    std::vector<Batch> batches;
    if (all.size() > 1 && std::all_of(all.begin(), all.end(), isComplete)) {
        batches.push_back(folded(std::move(all)));
        return batches;
    }
    // What one could not read must not spoil what another could: they stay apart.
    for (FeedNews &news : all)
        batches.push_back({std::move(news.observations), std::move(news.ends), news.begun});
    return batches;
}

} // namespace lockmaster

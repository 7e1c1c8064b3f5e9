// SPDX-License-Identifier: Apache-2.0
#include "ui/chains/chainscene.h"

#include "core/display/systemnames.h"

#include <algorithm>
#include <functional>

namespace lockmaster {

namespace {

constexpr size_t mostStories = 100;
constexpr size_t mostLines = 300; ///< of one chain

QByteArray keyOf(const WaitChains &chains, const ChainLine &line)
{
    QByteArray key =
        QByteArray::number(int(line.what)) + ' ' + QByteArray::number(line.depth) + ' ';
    const auto addParty = [&](size_t party) {
        const ChainParty &it = chains.parties[party];
        key += QByteArray::number(int(it.id.basis)) + it.id.key + it.name.toUtf8();
    };
    const auto addResource = [&](size_t resource) {
        const ChainResource &it = chains.resources[resource];
        key += it.backend.toUtf8() + '\n' + it.table.toUtf8() + '\n';
        if (it.lock)
            key += it.lock->id.source->system.toUtf8() + '\n' + it.lock->id.name;
    };
    switch (line.what) {
    case ChainLine::What::Root: addParty(line.index); break;
    case ChainLine::What::Resource:
    case ChainLine::What::Unnamed: addResource(line.index); break;
    case ChainLine::What::Waiter:
        addParty(chains.waits[line.index].party);
        key += '\n' + chains.waits[line.index].actor.key;
        break;
    case ChainLine::What::Cut: break;
    }
    return key;
}

} // namespace

const LockRecord *ChainScene::lockOf(const ChainLine &line) const
{
    const bool isResource =
        line.what == ChainLine::What::Resource || line.what == ChainLine::What::Unnamed;
    if (isResource)
        return chains.resources[line.index].lock;
    if (line.what == ChainLine::What::Waiter)
        return chains.resources[chains.waits[line.index].resource].lock;
    return nullptr;
}

std::shared_ptr<const ChainScene> chainScene(const Snapshots &backends,
                                             const std::vector<OwnerRule> &rules, SteadyTime now)
{
    auto scene = std::make_shared<ChainScene>();
    scene->lookedAt = now;
    const auto isSeen = [](const BackendSnapshot &backend) {
        return backend.status.state == BackendState::Online
               || backend.status.state == BackendState::Stale;
    };
    const auto isWhole = [](const BackendStatus &status) {
        return status.state == BackendState::Online && !status.paused
               && std::all_of(status.sources.begin(), status.sources.end(),
                              std::mem_fn(&SourceStatus::complete));
    };
    for (const auto &backend : backends) {
        if (isSeen(*backend))
            scene->sources.add(*backend);
        if (!isWhole(backend->status))
            scene->unseen.push_back(backend->status.name);
    }
    scene->chains = scene->sources.find(rules);
    const SystemWords systems = [names = knownSystems()](const QString &id) {
        return names.label(id);
    };
    for (const WaitChain &chain : scene->chains.chains) {
        if (scene->stories.size() == mostStories) {
            scene->leftOut = qint64(scene->chains.chains.size() - mostStories);
            break;
        }
        ChainStory story;
        story.sentence = chainSentence(scene->chains, chain, now, systems);
        story.isCycle = chain.cycle.has_value();

        story.lines = chainLines(scene->chains, chain, now, mostLines, systems);
        for (const ChainLine &line : story.lines)
            story.keys.push_back(keyOf(scene->chains, line));
        story.key = story.keys.empty() ? QByteArray() : story.keys.front();
        scene->stories.push_back(std::move(story));
    }
    return scene;
}

} // namespace lockmaster

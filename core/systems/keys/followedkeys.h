// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QByteArray>
#include <QHash>

#include <memory>
#include <utility>

namespace lockmaster {

/**
 * What a format remembers of each key, by its raw name. Entries stay where they are until they are
 * forgotten, which `sweep` alone does.
 *
 * Polls ask for the same keys in the same order: who was asked for after whom is remembered and
 * looked at first, and is on its way from memory by then. That is most of what a poll of known
 * locks would wait for.
 *
 * Lives with its format, on the reader's thread.
 */
template<class T>
class FollowedKeys
{
public:
    FollowedKeys() = default;
    Q_DISABLE_COPY(FollowedKeys)
    FollowedKeys(FollowedKeys &&other) noexcept
        : m_nodes(std::exchange(other.m_nodes, {})), m_last(std::exchange(other.m_last, nullptr))
    {
    }
    FollowedKeys &operator=(FollowedKeys &&other) noexcept
    {
        m_nodes = std::exchange(other.m_nodes, {});
        m_last = std::exchange(other.m_last, nullptr);
        return *this;
    }

    /** Null where there is none. */
    T *find(const QByteArray &key)
    {
        if (m_last && m_last->key == key)
            return &m_last->value;
        Node *node = m_last ? m_last->next : nullptr;
        if (!node || node->key != key) {
            const auto at = m_nodes.constFind(key);
            if (at == m_nodes.cend())
                return nullptr;
            node = at->get();
            if (m_last)
                m_last->next = node;
        }
        m_last = node;
        if (node->next)
            fetch(*node->next);
        return &node->value;
    }

    /** There must be none yet. */
    T &add(const QByteArray &key, T value)
    {
        const auto at = m_nodes.emplace(key, std::make_shared<Node>(Node{key, std::move(value)}));
        return (*at)->value;
    }

    size_t size() const { return size_t(m_nodes.size()); }

    /** Forgets those of which `isOver` says so. */
    template<class Predicate>
    void sweep(Predicate isOver)
    {
        m_last = nullptr;
        m_nodes.removeIf([&](typename Nodes::iterator at) {
            (*at)->next = nullptr;
            return isOver((*at)->value);
        });
    }

private:
    struct Node {
        QByteArray key;
        T value;
        Node *next = nullptr; ///< who was asked for after it, last time
    };
    /** Nodes are large: apart from them the index is small. */
    using Nodes = QHash<QByteArray, std::shared_ptr<Node>>;

    static void fetch(const Node &node)
    {
        constexpr size_t line = 64;
        const char *const at = reinterpret_cast<const char *>(&node);
        for (size_t offset = 0; offset < sizeof(Node); offset += line)
            __builtin_prefetch(at + offset);
    }

    Nodes m_nodes;
    Node *m_last = nullptr;
};

} // namespace lockmaster

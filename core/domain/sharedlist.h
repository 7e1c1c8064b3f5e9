// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace lockmaster {

/**
 * A vector that does not change any more and that its copies share: what one snapshot has in common
 * with the next is not copied. Reading is safe from any thread.
 */
template<class T>
class SharedList
{
public:
    using value_type = T;
    using const_iterator = typename std::vector<T>::const_iterator;
    using iterator = const_iterator;

    SharedList() = default;
    // Implicit: a list is made from what was collected, once.
    SharedList(std::vector<T> items) // NOLINT(google-explicit-constructor)
        : m_items(std::make_shared<const std::vector<T>>(std::move(items)))
    {
    }

    size_t size() const { return m_items ? m_items->size() : 0; }
    bool empty() const { return size() == 0; }
    const_iterator begin() const { return m_items ? m_items->begin() : const_iterator(); }
    const_iterator end() const { return m_items ? m_items->end() : const_iterator(); }
    const T &operator[](size_t index) const { return (*m_items)[index]; }
    const T &at(size_t index) const { return items().at(index); }
    const T &front() const { return m_items->front(); }
    const T &back() const { return m_items->back(); }

    /** It is the very same list: nothing differs, without a look at it. */
    bool isSharedWith(const SharedList &other) const { return m_items == other.m_items; }

private:
    const std::vector<T> &items() const
    {
        static const std::vector<T> none;
        return m_items ? *m_items : none;
    }

    std::shared_ptr<const std::vector<T>> m_items;
};

} // namespace lockmaster

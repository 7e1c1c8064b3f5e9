// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/columnmodel.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockmaster {

/**
 * Rows that are told anew as a whole, again and again: they come, go and move one by one, so that
 * selection and keyboard focus stay with them. `keyOf` says which row is which; rows that a column
 * does not part are in the order of their keys, whichever way they are sorted.
 */
template<class Row, class Key>
class SortedModel : public ColumnModel<Row>
{
public:
    using ColumnModel<Row>::ColumnModel;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }

    void sort(int column, Qt::SortOrder order) override
    {
        m_sortColumn = column;
        m_sortOrder = order;
        restoreOrder();
    }

    const Row &rowAt(int row) const { return m_rows[size_t(row)]; }

    /** -1: not there. */
    int rowOf(const Key &key) const
    {
        const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                        [&](const Row &row) { return keyOf(row) == key; });
        return found == m_rows.end() ? -1 : int(found - m_rows.begin());
    }

protected:
    virtual Key keyOf(const Row &row) const = 0;
    const Row &columnRow(int row) const override { return rowAt(row); }
    const std::vector<Row> &rows() const { return m_rows; }

    void sortFirstBy(int column, Qt::SortOrder order)
    {
        m_sortColumn = column;
        m_sortOrder = order;
    }
    /** Rows of equal cells the other way round: the greatest key first. */
    void setLatestFirst() { m_latestFirst = true; }

    /** Nothing of the old rows stays. */
    void resetRows(std::vector<Row> rows)
    {
        this->beginResetModel();
        m_rows = std::move(rows);
        std::stable_sort(m_rows.begin(), m_rows.end(), before());
        this->endResetModel();
    }

    void followRows(std::vector<Row> now)
    {
        // In order, so that the first row is the first from the beginning.
        std::stable_sort(now.begin(), now.end(), before());
        removeGone(now);
        putAll(std::move(now));
        restoreOrder();
    }

private:
    auto before() const
    {
        return [this](const Row &a, const Row &b) {
            const auto &compare = this->columnAt(m_sortColumn).order;
            const int compared = m_sortOrder == Qt::AscendingOrder ? compare(a, b) : compare(b, a);
            if (compared != 0)
                return compared < 0;
            return m_latestFirst ? keyOf(b) < keyOf(a) : keyOf(a) < keyOf(b);
        };
    }

    /** What stands side by side goes in one: views do much at each. */
    void removeGone(const std::vector<Row> &now)
    {
        std::set<Key> there;
        for (const Row &row : now)
            there.insert(keyOf(row));
        const auto isGone = [&](int row) { return !there.contains(keyOf(rowAt(row))); };
        for (int last = rowCount() - 1; last >= 0; --last) {
            if (!isGone(last))
                continue;
            int first = last;
            while (first > 0 && isGone(first - 1))
                --first;
            this->beginRemoveRows({}, first, last);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
            this->endRemoveRows();
            last = first;
        }
    }

    void putAll(std::vector<Row> now)
    {
        std::map<Key, size_t> places;
        for (size_t row = 0; row < m_rows.size(); ++row)
            places.emplace(keyOf(m_rows[row]), row);
        std::vector<Row> added;
        for (Row &row : now) {
            const auto known = places.find(keyOf(row));
            if (known == places.end())
                added.push_back(std::move(row));
            else
                m_rows[known->second] = std::move(row);
        }
        const int old = rowCount();
        this->tellChanged(0, old - 1);
        if (added.empty())
            return;
        this->beginInsertRows({}, old, old + int(added.size()) - 1);
        m_rows.insert(m_rows.end(), std::make_move_iterator(added.begin()),
                      std::make_move_iterator(added.end()));
        this->endInsertRows();
    }

    void restoreOrder()
    {
        std::vector<size_t> places(m_rows.size());
        for (size_t row = 0; row < places.size(); ++row)
            places[row] = row;
        const auto less = before();
        const auto earlier = [&](size_t a, size_t b) { return less(m_rows[a], m_rows[b]); };
        if (std::is_sorted(places.begin(), places.end(), earlier))
            return;
        emit this->layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        std::stable_sort(places.begin(), places.end(), earlier);
        std::vector<Row> sorted;
        std::vector<int> now(m_rows.size());
        for (size_t row = 0; row < places.size(); ++row) {
            sorted.push_back(std::move(m_rows[places[row]]));
            now[places[row]] = int(row);
        }
        m_rows = std::move(sorted);
        const QModelIndexList from = this->persistentIndexList();
        QModelIndexList to;
        for (const QModelIndex &at : from)
            to << this->index(now[size_t(at.row())], at.column());
        this->changePersistentIndexList(from, to);
        emit this->layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }

    std::vector<Row> m_rows;
    int m_sortColumn = 0;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_latestFirst = false;
};

} // namespace lockmaster

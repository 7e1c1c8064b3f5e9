// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QItemSelection;
class QItemSelectionModel;

namespace lockmaster {

class LockTableModel;

/**
 * The selected rows of the lock table by their numbers, and their way through a change of layout:
 * the selection model is empty meanwhile, without a word to anybody, and has the rows' new ranges
 * before others hear of the change. Its own way moves three persistent indexes for each range,
 * which takes five times as long.
 *
 * GUI thread.
 */
class RowSelection final : public QObject
{
    Q_OBJECT

public:
    /** `model`, which nobody follows yet, must outlive it: who connects first is called first. */
    explicit RowSelection(LockTableModel &model);
    ~RowSelection() override;

    /** The selection of the one view of the model. */
    void follow(QItemSelectionModel &selection);

    /** From top to bottom. Valid until the selection or the model changes. */
    const std::vector<int> &rows() const;
    bool contains(int row) const;

private:
    void hold();
    void restore();
    QItemSelection readRanges();
    void select(const QItemSelection &ranges);
    void read() const;

    LockTableModel &m_model;
    QPointer<QItemSelectionModel> m_selection;
    mutable std::vector<int> m_rows;
    mutable std::vector<char> m_isSelected; ///< for each row; what is beyond is not
    mutable bool m_known = false;           ///< `m_rows` is what is selected
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAccessible>
#include <QItemSelectionModel>

#include <vector>

class QAbstractItemView;

namespace lockmaster {

class LockTableModel;

/**
 * The selection of the lock table, and its way through a change of layout: it crosses as row
 * numbers. Qt's way moves three persistent indexes for each range; even making the ranges anew
 * takes longer than all the rest of an update. So they are made when somebody may ask for them:
 * before the view is handed what a person does, before anything is selected, and at once for a
 * screen reader. Until then the base class knows of no selected row. Nothing is signalled by any of
 * this.
 *
 * GUI thread.
 */
class RowSelection final : public QItemSelectionModel, private QAccessible::ActivationObserver
{
    Q_OBJECT

public:
    /** `model`, which nobody follows yet, must outlive it: who connects first is called first. */
    explicit RowSelection(LockTableModel &model, QObject *parent = nullptr);
    ~RowSelection() override;

    /** Becomes the selection of `view`, whose event filters are installed already. */
    void serve(QAbstractItemView &view);

    /** From top to bottom. Valid until the selection or the model changes. */
    const std::vector<int> &rows() const;
    bool contains(int row) const;

    /** Makes the ranges. For whoever asks the base class, other than on behalf of the view. */
    void makeRanges();

    void select(const QItemSelection &ranges, SelectionFlags command) override;
    using QItemSelectionModel::select;
    void clear() override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void accessibilityActiveChanged(bool active) override;
    void hold();
    void restore();
    void read() const;

    LockTableModel &m_model;
    bool m_owesRanges = false; ///< what is in `m_rows` has no ranges yet
    mutable std::vector<int> m_rows;
    mutable std::vector<char> m_isSelected; ///< for each row; what is beyond is not
    mutable bool m_known = false;           ///< `m_rows` is what is selected
};

} // namespace lockmaster

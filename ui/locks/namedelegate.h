// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"

namespace lockmaster {

/**
 * A lock's name, with a pin before that of a pinned one; behind that of one that is no more than
 * likely to be a lock stands a `?`, in the room that the name leaves and in the padding beyond it:
 * no name is cut because of it.
 */
class NameDelegate final : public LockDelegate
{
    Q_OBJECT

public:
    using LockDelegate::LockDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /** The mark's place in a cell whose name takes `nameWidth` of its content. */
    static QRect markPlace(const QRect &cell, int nameWidth, const QFont &font);

protected:
    void paintContent(const Cell &cell) const override;

private:
    void paintName(const Cell &cell) const;
};

} // namespace lockmaster

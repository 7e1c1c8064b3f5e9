// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>

namespace lockmaster {

/** The lock table's headings: flat, in line with the cells below, the sort arrow after the word. */
class LockHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit LockHeader(QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    /** Of the word as it is painted, with its padding. */
    QSize sectionSizeFromContents(int section) const override;
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;
};

} // namespace lockmaster

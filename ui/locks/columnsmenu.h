// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/locks/locktable.h"

#include <QMenu>

namespace lockmaster {

/** Which columns the table shows and what it is sorted by; also opened from its headings. */
class ColumnsMenu final : public QMenu
{
    Q_OBJECT

public:
    /** Belongs to the table. */
    explicit ColumnsMenu(LockTable &table);

private:
    void addColumn(LockTable &table, LockColumn column);
};

} // namespace lockmaster

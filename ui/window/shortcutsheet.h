// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace lockmaster {

/** All keys on one page. */
class ShortcutSheet final : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutSheet(QWidget *parent = nullptr);
};

} // namespace lockmaster

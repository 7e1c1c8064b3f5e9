// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"

namespace lockmaster {

/** A backend's name in a lock's row; production has its badge before it. */
class BackendDelegate final : public LockDelegate
{
    Q_OBJECT

public:
    using LockDelegate::LockDelegate;

protected:
    void paintContent(const Cell &cell) const override;
};

} // namespace lockmaster

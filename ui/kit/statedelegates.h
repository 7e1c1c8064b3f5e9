// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"

namespace lockmaster {

/** A lock's state as a word in its colour, and a sign with the number of findings after it. */
class StateDelegate final : public LockDelegate
{
    Q_OBJECT

public:
    using LockDelegate::LockDelegate;

protected:
    void paintContent(const Cell &cell) const override;
};

/** The state of a lock of ours: sign and word in its colour, and what there is to say of it. */
class HeldStateDelegate final : public LockDelegate
{
    Q_OBJECT

public:
    using LockDelegate::LockDelegate;

protected:
    void paintContent(const Cell &cell) const override;
};

} // namespace lockmaster

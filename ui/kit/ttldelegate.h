// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"

namespace lockmaster {

/**
 * What is left of a lease: text over a thin bar that drains, in the colour of its meaning. No bar
 * where the length of the lease is not known; hatched where nothing is known.
 */
class TtlDelegate final : public LockDelegate
{
    Q_OBJECT

public:
    using LockDelegate::LockDelegate;

protected:
    void paintContent(const Cell &cell) const override;

private:
    /** `share` none: hatched. */
    static void paintBar(QPainter &painter, const QRect &rect, std::optional<double> share,
                         Tone tone, const Colors &colors);
};

} // namespace lockmaster

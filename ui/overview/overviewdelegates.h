// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/overview/overviewrow.h"

namespace lockmaster {

/**
 * A server's name; its environment and that it is read-only stand behind it in what room it leaves.
 * A group's in bold, with a sign that folds it.
 */
class ServerDelegate final : public LockDelegate
{
    Q_OBJECT

public:
    using LockDelegate::LockDelegate;

    /** What a click on it folds, at the left of `cell`. */
    static QRect foldPlace(const QRect &cell);

protected:
    void paintContent(const Cell &cell) const override;
};

/** The number of changes a minute, and the last five minutes as bars where these have room. */
class RateDelegate final : public LockDelegate
{
    Q_OBJECT

public:
    using LockDelegate::LockDelegate;

    /** What the bars take. */
    static int barsWidth();

protected:
    void paintContent(const Cell &cell) const override;

private:
    static void paintBars(const Cell &cell, const ChangeRate &rate);
};

} // namespace lockmaster

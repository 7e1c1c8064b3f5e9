// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/listcursor.h"
#include "app/lockctl/top/topsheet.h"
#include "core/actions/holdcontroller.h"
#include "core/display/heldmodel.h"

namespace lockmaster {

/** The locks that are held from this terminal, and what became of them. */
class HeldSheet final : public TopSheet
{
public:
    /** Both outlive it. */
    HeldSheet(HeldModel &model, HoldController &desk) : m_model(model), m_desk(desk) {}

    void draw(TextScreen &screen, const TextArea &area) override;
    bool press(const TopKey &key) override;
    std::span<const TopHint> hints() const override;

    /** That one, where it is listed. */
    void choose(int id);

private:
    HeldModel &m_model;
    HoldController &m_desk;
    ListCursor m_cursor;
    int m_shown = 1;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/backenddelegate.h"

#include "ui/kit/environmentsigns.h"
#include "core/display/locktablemodel.h"

namespace lockmaster {

namespace {

constexpr int badgeGap = 6;

} // namespace

void BackendDelegate::paintContent(const Cell &cell) const
{
    QRect rect = cell.content;
    if (cell.index.data(EnvironmentRole).value<Environment>() == Environment::Production) {
        const int badge =
            paintBadge(cell.painter, rect, Environment::Production, cell.option.font, cell.colors);
        rect.setLeft(rect.left() + (badge > 0 ? badge + badgeGap : 0));
        cell.painter.setFont(cell.option.font);
    }
    drawText(cell, rect, cell.index.data(Qt::DisplayRole).toString(),
             toneColor(cell.index.data(ToneRole).value<Tone>(), cell.colors), Qt::AlignLeft);
}

} // namespace lockmaster

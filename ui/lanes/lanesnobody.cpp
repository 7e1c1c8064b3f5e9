// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesnobody.h"

#include "core/display/lanetext.h"

#include <QFontMetrics>

#include <algorithm>

namespace lockmaster {

QRect vacantLanes(const LaneChart &chart, const LanesGeometry &geometry)
{
    QRect lanes = geometry.lanes();
    if (!chart.tableVacancies.empty())
        lanes.setTop(std::max(lanes.top(), geometry.lane(0).bottom() + 1));
    return lanes;
}

std::optional<NobodyText> nobodyText(const LaneChart &chart, const LanesGeometry &geometry,
                                     const QFont &small)
{
    const auto unseen = chart.unseenSince();
    const bool isVacant = !chart.vacancies.empty() && !chart.vacancies.back().span.until;
    if (!unseen && !isVacant)
        return std::nullopt;
    const SteadyTime from = unseen ? *unseen : chart.vacancies.back().span.from;
    const QRect lanes = vacantLanes(chart, geometry);
    const auto onPaper = [&](SteadyTime at) {
        return std::clamp(int(std::lround(std::clamp(geometry.x(at), -1e6, 1e6))), lanes.left(),
                          lanes.right() + 1);
    };
    constexpr int margin = 8;
    const int left = onPaper(from);
    const QRect room = QRect(left, lanes.top(), onPaper(geometry.now) - left, lanes.height())
                           .adjusted(margin, 0, -margin, 0);
    NobodyText made{room, small,
                    unseen ? LaneText::lastKnown(chart, from, geometry.now)
                           : LaneText::nobodyLeads(chart, chart.vacancies.back(), geometry.now),
                    unseen.has_value()};
    made.font.setBold(true);
    const auto fits = [&](double scale) {
        made.font.setPointSizeF(small.pointSizeF() * scale);
        const QFontMetrics metrics(made.font);
        return metrics.horizontalAdvance(made.text) <= room.width()
               && metrics.height() <= room.height();
    };
    for (const double scale : {1.8, 1.3, 1.0}) {
        if (fits(scale))
            return made;
    }
    if (!unseen)
        return std::nullopt;
    made.text = LaneText::tr("not known");
    return fits(1.0) ? std::optional(made) : std::nullopt;
}

} // namespace lockmaster

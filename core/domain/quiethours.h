// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace lockmaster {

/** Hours of the day, on some days of the week, in which nobody is to be disturbed. */
struct QuietHours {
    quint8 days = 0x7f; ///< a bit for each day on which they begin; Monday is the lowest
    int from = 0;       ///< minutes since midnight
    int until = 0;      ///< likewise; not after `from`: they end on the next day

    friend bool operator==(const QuietHours &, const QuietHours &) = default;
};

/** `22:00-07:00`, `sat,sun 00:00-24:00`; none for anything else. */
std::optional<QuietHours> quietHoursFromText(QStringView text);

/** Whether `local`, by the clock on the wall, is within any of them. */
bool isQuiet(const std::vector<QuietHours> &hours, const QDateTime &local);

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/masterchange.h"

#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <QLocale>

#include <algorithm>

namespace lockmaster {

bool MasterChange::isAbout(QByteArrayView key) const
{
    const int slot = ranges.empty() ? 0 : redisSlot(key);
    return ranges.empty()
           || std::any_of(ranges.begin(), ranges.end(),
                          [slot](const SlotRange &range) { return range.contains(slot); });
}

QString masterChangeText(const MasterChange &change)
{
    if (change.isRestart()) {
        return Words::tr("%1 was started anew: what it does not have any more is lost, and who "
                         "held it does not know.")
            .arg(change.to);
    }
    const QString moved =
        Words::tr("%1 is the master in the place of %2.").arg(change.to, change.from);
    if (!change.lostBytes)
        return moved + u' ' + Words::tr("Whether anything was lost cannot be told.");
    if (*change.lostBytes > 0) {
        return moved + u' '
               + Words::tr("%1 bytes that the old one had accepted did not survive.")
                     .arg(QLocale::c().toString(*change.lostBytes));
    }
    return moved + u' '
           + Words::tr("No loss is seen up to the last look at the old one, %1 before.")
                 .arg(durationText(change.unwatched));
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyvalues.h"

#include "core/platform/privatedirectory.h"
#include "core/text/words.h"

#include <QCryptographicHash>

#include <algorithm>
#include <cmath>

namespace lockmaster {

QString defaultHistoryPath()
{
    return stateDirectory() + QStringLiteral("/history.sqlite");
}

QByteArray recordedName(const QByteArray &name)
{
    constexpr qsizetype longest = 4096;
    constexpr QByteArrayView mark("...#");
    constexpr qsizetype hashDigits = 64;
    const bool isRecorded = name.size() == longest + mark.size() + hashDigits
                            && QByteArrayView(name).sliced(longest).startsWith(mark);
    if (name.size() <= longest || isRecorded)
        return name;
    return name.first(longest) + mark.toByteArray()
           + QCryptographicHash::hash(name, QCryptographicHash::Sha256).toHex();
}

QString holdBeginName(HistoryBegin begin)
{
    switch (begin) {
    case HistoryBegin::FirstSeen: return QStringLiteral("first_seen");
    case HistoryBegin::Watched: return QStringLiteral("watched");
    case HistoryBegin::Told: return QStringLiteral("told");
    }
    return QStringLiteral("first_seen"); // a number that somebody else wrote
}

QString holdEndName(HistoryEnd end)
{
    switch (end) {
    case HistoryEnd::Open: return QStringLiteral("open");
    case HistoryEnd::Released: return QStringLiteral("released");
    case HistoryEnd::OwnerChanged: return QStringLiteral("owner_changed");
    case HistoryEnd::Expired: return QStringLiteral("expired");
    case HistoryEnd::Unseen: return QStringLiteral("unseen");
    case HistoryEnd::Unknown: return QStringLiteral("unknown");
    case HistoryEnd::Lost: return QStringLiteral("lost_in_failover");
    }
    return QStringLiteral("unseen");
}

QString holdEndText(HistoryEnd end)
{
    switch (end) {
    case HistoryEnd::Open: return Words::tr("still held");
    case HistoryEnd::Released: return Words::tr("released");
    case HistoryEnd::OwnerChanged: return Words::tr("owner changed");
    case HistoryEnd::Expired: return Words::tr("expired");
    case HistoryEnd::Unseen: return Words::tr("lost from sight");
    case HistoryEnd::Unknown: return Words::tr("not known how");
    case HistoryEnd::Lost: return Words::tr("lost in a failover");
    }
    Q_UNREACHABLE();
}

QString waitEndName(WaitEnd end)
{
    switch (end) {
    case WaitEnd::Open: return QStringLiteral("open");
    case WaitEnd::Took: return QStringLiteral("took");
    case WaitEnd::Left: return QStringLiteral("left");
    case WaitEnd::Unseen: return QStringLiteral("unseen");
    }
    return QStringLiteral("unseen");
}

QString waitEndText(WaitEnd end)
{
    switch (end) {
    case WaitEnd::Open: return Words::tr("waits");
    case WaitEnd::Took: return Words::tr("took the lock");
    case WaitEnd::Left: return Words::tr("waited no more");
    case WaitEnd::Unseen: return Words::tr("lost from sight");
    }
    Q_UNREACHABLE();
}

HoldFigures figuresOf(const std::vector<Micros> &lengths)
{
    HoldFigures figures;
    figures.count = qint64(lengths.size());
    if (lengths.empty())
        return figures;
    const auto share = [&](double part) {
        return lengths[size_t(std::ceil(part * double(lengths.size()))) - 1];
    };
    figures.median = share(0.5);
    figures.p95 = share(0.95);
    figures.p99 = share(0.99);
    figures.longest = lengths.back();
    return figures;
}

std::vector<SeenStretch> wholeStretches(const std::vector<SeenStretch> &looks)
{
    std::vector<SeenStretch> whole;
    for (const SeenStretch &look : looks) {
        if (!look.complete)
            continue;
        if (!whole.empty() && look.from <= whole.back().until)
            whole.back().until = std::max(whole.back().until, look.until);
        else
            whole.push_back(look);
    }
    return whole;
}

} // namespace lockmaster

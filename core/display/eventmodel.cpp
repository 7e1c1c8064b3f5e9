// SPDX-License-Identifier: Apache-2.0
#include "core/display/eventmodel.h"

#include "core/text/literaltext.h"
#include "core/display/eventtext.h"
#include "core/display/locktext.h"

#include <QThreadPool>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace lockmaster {

EventModel::EventModel(LockStore &store, QObject *parent) : QAbstractListModel(parent)
{
    connect(&store, &LockStore::updated, this,
            [this](const ViewUpdate &update) { append(update); });
}

int EventModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant EventModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Line &line = m_lines[static_cast<size_t>(index.row())];
    return line.leftOut > 0 ? leftOutData(line.leftOut, role) : eventData(line, role);
}

QVariant EventModel::leftOutData(qint64 count, int role)
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: return tr("%1 more left out: too many at once").arg(countText(count));
    case EventToneRole: return QVariant::fromValue(Tone::Expiring);
    case EventPointerRole: return QVariant::fromValue(LockPointer());
    default: return {};
    }
}

/** Equal names of several servers are told apart. */
QString EventModel::sentence(const Line &line) const
{
    const Event &event = line.event;
    const QString sentence = EventText::sentence(event, line.releasedBy, line.releasedFrom);
    return m_hasSeveralBackends && event.lock()
               ? tr("%1: %2", "server: what happened").arg(literalText(event.backend), sentence)
               : sentence;
}

QVariant EventModel::eventData(const Line &line, int role) const
{
    const Event &event = line.event;
    switch (role) {
    case Qt::DisplayRole: return sentence(line);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1 %2").arg(EventText::time(event), sentence(line));
    case Qt::ToolTipRole: return plainToolTip(sentence(line));
    case TimeRole: return EventText::time(event);
    case EventToneRole: return QVariant::fromValue(EventText::tone(event.kind));
    case EventPointerRole:
        return QVariant::fromValue<LockPointer>(event.after ? event.after : event.before);
    default: return {};
    }
}

void EventModel::setRenewalsShown(bool shown)
{
    m_renewalsShown = shown;
}

void EventModel::setLive(bool live)
{
    m_live = live;
    listKept();
}

void EventModel::setStill(bool still)
{
    if (std::exchange(m_still, still) == still)
        return;
    m_newer = 0;
    listKept();
    emit newerCountChanged();
}

void EventModel::listKept()
{
    if (m_live && !m_still)
        append(std::exchange(m_kept, {}));
}

void EventModel::setApart(bool apart)
{
    if (std::exchange(m_apart, apart) == apart)
        return;
    beginResetModel();
    std::move(m_kept.begin(), m_kept.end(), std::back_inserter(m_lines));
    m_kept.clear();
    dropOldest(m_lines, std::ssize(m_lines) - capacity);
    std::swap(m_lines, m_others);
    m_still = false;
    m_newer = 0;
    endResetModel();
    emit newerCountChanged();
}

/** What was the window's subject until a server of the operator's came stands apart with its past.
 */
void EventModel::moveToOthers(const ViewPart &part)
{
    QStringList names;
    for (const auto &backend : part.backends)
        names << backend->status.name;
    if (std::exchange(m_namesApart, names) == names || m_apart)
        return;
    const auto stays = [&names](const Line &line) { return !names.contains(line.event.backend); };
    const auto late = std::stable_partition(m_kept.begin(), m_kept.end(), stays);
    std::move(late, m_kept.end(), std::back_inserter(m_others));
    m_kept.erase(late, m_kept.end());
    if (std::all_of(m_lines.begin(), m_lines.end(), stays))
        return;
    beginResetModel();
    const auto gone = std::stable_partition(m_lines.begin(), m_lines.end(), stays);
    std::move(gone, m_lines.end(), std::back_inserter(m_others));
    m_lines.erase(gone, m_lines.end());
    endResetModel();
}

/** By the instance, and soon: whoever came next ended by itself. */
bool EventModel::isOf(const Event &event, const ReleaseHere &release)
{
    constexpr std::chrono::seconds soon(30); // after a release the server is looked at
    return event.before && event.seenAt >= release.begun && event.seenAt <= release.begun + soon
           && event.backend == release.source().backend && release.isOf(*event.before)
           && !(event.kind == EventKind::OwnerChanged && event.after
                && release.isStillIn(*event.after));
}

bool EventModel::isEnd(EventKind kind)
{
    return kind == EventKind::Gone || kind == EventKind::Expired || kind == EventKind::OwnerChanged;
}

void EventModel::putDown(Line &line, const ReleaseHere &release)
{
    line.releasedBy = release.auditId.isEmpty() ? tr("not written") : release.auditId;
    line.releasedFrom = release.from(*line.event.before);
}

/** The release from here that the event is due to goes into the line; none: it went by itself. */
void EventModel::putDown(Line &line)
{
    const Event &event = line.event;
    const auto release =
        std::find_if(m_releases.begin(), m_releases.end(),
                     [&event](const ReleaseHere &one) { return isOf(event, one); });
    // Renewed after that: the holder took it again between two looks, and ends by itself.
    if (release == m_releases.end() || !(isEnd(event.kind) || event.kind == EventKind::Renewed))
        return;
    if (isEnd(event.kind))
        putDown(line, *release);
    m_releases.erase(release);
}

/**
 * A look begun after the release shows the same again: somebody took it who writes the same, and no
 * event tells of that. Whatever ends now ends by itself.
 */
void EventModel::dropWhatIsHeldOn(const ViewSnapshot &view)
{
    std::erase_if(m_releases, [&view](const ReleaseHere &release) {
        const BackendSnapshot *backend = view.backend(release.source().backend);
        const std::optional<QByteArray> name = release.name();
        if (!backend || !name)
            return false;
        const auto &from = backend->status.dataFrom;
        if (!from || *from <= release.ended)
            return false;
        const LockList &locks = backend->locks;
        const auto lock =
            findLock(locks, {std::make_shared<const SourceId>(release.source()), *name});
        return lock != locks.end() && isHeld(lock->state()) && release.isOf(*lock->record());
    });
}

void EventModel::noteRelease(const ReleaseHere &release)
{
    constexpr size_t mostWaiting = 256;
    const auto isItsEnd = [&release](const Line &line) {
        return line.leftOut == 0 && line.releasedBy.isEmpty() && isEnd(line.event.kind)
               && isOf(line.event, release);
    };
    // A server that tells of changes may have been faster than its answer.
    if (const auto kept = std::find_if(m_kept.begin(), m_kept.end(), isItsEnd);
        kept != m_kept.end()) {
        putDown(*kept, release);
        return;
    }
    if (const auto other = std::find_if(m_others.begin(), m_others.end(), isItsEnd);
        other != m_others.end()) {
        putDown(*other, release);
        return;
    }
    const auto line = std::find_if(m_lines.begin(), m_lines.end(), isItsEnd);
    if (line != m_lines.end()) {
        putDown(*line, release);
        const QModelIndex changed = index(static_cast<int>(line - m_lines.begin()));
        emit dataChanged(changed, changed);
        return;
    }
    if (m_releases.size() == mostWaiting)
        m_releases.erase(m_releases.begin());
    m_releases.push_back(release);
}

std::vector<EventModel::Line> EventModel::linesOf(const ViewNews &news)
{
    std::vector<Line> lines;
    if (news.droppedEvents > 0)
        lines.push_back({{}, news.droppedEvents});
    // What would be pushed out again at once is not taken in at all.
    const auto total = static_cast<qsizetype>(news.events.size());
    for (qsizetype at = std::max<qsizetype>(0, total - capacity); at < total; ++at) {
        Line line{news.events[static_cast<size_t>(at)]};
        if (!m_releases.empty())
            putDown(line);
        if (line.event.kind != EventKind::Renewed || m_renewalsShown)
            lines.push_back(std::move(line));
    }
    return lines;
}

/** Also of what is not kept, since there was too much. */
qint64 EventModel::listedCount(const ViewNews &news) const
{
    return news.droppedEvents
           + std::count_if(news.events.begin(), news.events.end(), [this](const Event &event) {
                 return event.kind != EventKind::Renewed || m_renewalsShown;
             });
}

void EventModel::followBackends(const ViewPart &part)
{
    const bool several = part.backends.size() > 1;
    if (std::exchange(m_hasSeveralBackends, several) != several && rowCount() > 0)
        emit dataChanged(index(0), index(rowCount() - 1));
}

void EventModel::append(const ViewUpdate &update)
{
    moveToOthers(update.view->apart);
    followBackends(update.view->shown());
    std::vector<Line> others = linesOf(m_apart ? update : update.apart);
    std::move(others.begin(), others.end(), std::back_inserter(m_others));
    dropOldest(m_others, std::ssize(m_others) - capacity);
    std::vector<Line> lines = linesOf(m_apart ? update.apart : update);
    if (!m_releases.empty())
        dropWhatIsHeldOn(*update.view);
    if (m_live && !m_still) {
        append(std::move(lines));
        return;
    }
    m_newer += listedCount(m_apart ? update.apart : update);
    const bool tells = m_still && !lines.empty();
    std::move(lines.begin(), lines.end(), std::back_inserter(m_kept));
    dropOldest(m_kept, std::ssize(m_kept) - capacity);
    if (tells)
        emit newerCountChanged();
}

/** Often nobody else has the locks of these any more: to free a thousand is felt. */
template<class Lines>
void EventModel::dropOldest(Lines &lines, qsizetype count)
{
    constexpr qsizetype few = 50;
    if (count <= 0)
        return;
    const auto end = lines.begin() + count;
    if (count > few) {
        auto gone = std::make_shared<std::vector<Line>>(std::make_move_iterator(lines.begin()),
                                                        std::make_move_iterator(end));
        QThreadPool::globalInstance()->start([gone = std::move(gone)] { gone->clear(); });
    }
    lines.erase(lines.begin(), end);
}

void EventModel::append(std::vector<Line> lines)
{
    if (lines.empty())
        return;
    dropOldest(lines, std::ssize(lines) - capacity);
    const int added = static_cast<int>(lines.size());
    const int overflow = rowCount() + added - capacity;
    if (overflow > 0) {
        beginRemoveRows({}, 0, overflow - 1);
        dropOldest(m_lines, overflow);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount() + added - 1);
    std::move(lines.begin(), lines.end(), std::back_inserter(m_lines));
    endInsertRows();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/chains/chaintree.h"

#include "ui/kit/colors.h"
#include "ui/kit/narrowactions.h"
#include "core/display/locktext.h"

#include <QEvent>
#include <QHeaderView>
#include <QStyle>

#include <algorithm>
#include <map>
#include <set>

namespace lockmaster {

namespace {

constexpr int placeRole = Qt::UserRole; ///< of a line within its story; -1: the story itself
constexpr int keyRole = Qt::UserRole + 1;

QTreeWidgetItem *storyOf(QTreeWidgetItem *item)
{
    while (item && item->parent())
        item = item->parent();
    return item;
}

} // namespace

ChainTree::ChainTree(QWidget *parent)
    : QTreeWidget(parent), m_scene(std::make_shared<const ChainScene>())
{
    setHeaderHidden(true);
    setWordWrap(true); // the sentences, which say more than one line holds
    setExpandsOnDoubleClick(false);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Who waits for whom"));
    header()->setStretchLastSection(true);
    setTextElideMode(Qt::ElideRight);
    connect(this, &QTreeWidget::currentItemChanged, this,
            [this] { emit storyChosen(chosenStory()); });
    connect(this, &QTreeWidget::itemActivated, this, [this] {
        if (const auto lock = chosenLock())
            emit lockRequested(*lock);
    });
    auto *narrow = new NarrowActions(*this, [this]() -> std::optional<NarrowedLock> {
        const LockRecord *const lock = chosenRecord();
        return lock ? std::optional(NarrowedLock::of(*lock)) : std::nullopt;
    });
    addActions(narrow->actions() + narrow->copies());
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(narrow, &NarrowActions::narrowRequested, this, &ChainTree::narrowRequested);
}

int ChainTree::chosenStory() const
{
    QTreeWidgetItem *const story = storyOf(currentItem());
    return story ? indexOfTopLevelItem(story) : -1;
}

void ChainTree::chooseStory(int story)
{
    QTreeWidgetItem *const item = topLevelItem(story);
    if (item && story != chosenStory())
        setCurrentItem(item);
}

std::optional<LockId> ChainTree::chosenLock() const
{
    const LockRecord *const lock = chosenRecord();
    return lock ? std::optional(lock->id) : std::nullopt;
}

const LockRecord *ChainTree::chosenRecord() const
{
    const int story = chosenStory();
    if (story < 0 || size_t(story) >= m_scene->stories.size())
        return nullptr;
    const auto &lines = m_scene->stories[size_t(story)].lines;
    const int place = currentItem()->data(0, placeRole).toInt();
    if (place >= 0) {
        return m_scene->lockOf(lines[size_t(place)]);
    }
    // Of a sentence, or of who it begins with: the first lock that stands below.
    for (const ChainLine &line : lines) {
        if (const LockRecord *const lock = m_scene->lockOf(line))
            return lock;
    }
    return nullptr;
}

bool ChainTree::sameLines(const ChainScene &a, const ChainScene &b) const
{
    return std::equal(a.stories.begin(), a.stories.end(), b.stories.begin(), b.stories.end(),
                      [](const ChainStory &one, const ChainStory &other) {
                          return one.keys == other.keys && one.isCycle == other.isCycle;
                      });
}

void ChainTree::write(QTreeWidgetItem &item, const QString &text, bool warns) const
{
    constexpr qsizetype longest = 500;
    const QString brief = briefText(text, longest);
    if (item.text(0) != brief) {
        item.setText(0, brief);
        item.setToolTip(0, plainToolTip(text));
    }
    const bool isStory = !item.parent();
    if (item.font(0).bold() != isStory) {
        QFont its = font();
        its.setBold(isStory);
        item.setFont(0, its);
    }
    fitHeight(item);
    item.setData(0, Qt::ForegroundRole,
                 warns ? QVariant(colorsFor(palette()).conflict) : QVariant());
}

void ChainTree::fitHeight(QTreeWidgetItem &item) const
{
    constexpr int air = 8;
    int height = fontMetrics().height();
    if (!item.parent()) {
        const int margins = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
        const QRect room(0, 0, std::max(1, viewport()->width() - indentation() - margins), 1);
        height = std::max(
            height,
            QFontMetrics(item.font(0)).boundingRect(room, Qt::TextWordWrap, item.text(0)).height());
    }
    item.setSizeHint(0, {0, height + air});
}

void ChainTree::resizeEvent(QResizeEvent *event)
{
    QTreeWidget::resizeEvent(event);
    for (int story = 0; story < topLevelItemCount(); ++story)
        fitHeight(*topLevelItem(story));
}

void ChainTree::setScene(std::shared_ptr<const ChainScene> scene)
{
    const bool same = sameLines(*m_scene, *scene);
    m_scene = std::move(scene);
    if (!same) {
        fill();
        return;
    }
    for (size_t i = 0; i < m_scene->stories.size(); ++i) {
        const ChainStory &story = m_scene->stories[i];
        QTreeWidgetItem *const top = topLevelItem(int(i));
        write(*top, story.sentence, story.isCycle);
        for (QTreeWidgetItemIterator it(top); *it && storyOf(*it) == top; ++it) {
            const int place = (*it)->data(0, placeRole).toInt();
            if (place >= 0)
                write(**it, story.lines[size_t(place)].text, false);
        }
    }
}

/** Anew; what was open is, and what was chosen is chosen where it is there still. */
void ChainTree::fill()
{
    std::set<QByteArray> closed;
    for (QTreeWidgetItemIterator it(this); *it; ++it) {
        if (!(*it)->isExpanded() && (*it)->childCount() > 0)
            closed.insert((*it)->data(0, keyRole).toByteArray());
    }
    const QByteArray chosen =
        currentItem() ? currentItem()->data(0, keyRole).toByteArray() : QByteArray();
    const QSignalBlocker quiet(this); // whoever has a scene shown looks at what is chosen
    clear();
    QTreeWidgetItem *wanted = nullptr;
    std::vector<QTreeWidgetItem *> shut;
    for (const ChainStory &story : m_scene->stories) {
        auto *const top = new QTreeWidgetItem(this);
        write(*top, story.sentence, story.isCycle);
        const auto note = [&](QTreeWidgetItem *item, int place, const QByteArray &key) {
            item->setData(0, placeRole, place);
            item->setData(0, keyRole, key);
            if (key == chosen)
                wanted = item;
            if (closed.count(key) > 0)
                shut.push_back(item);
        };
        note(top, -1, "story " + story.key);
        std::vector<QTreeWidgetItem *> path{top};
        // Who a chain begins with stands in its sentence already; who are in a circle do not.
        const bool skipsRoot = !story.isCycle && !story.lines.empty()
                               && story.lines.front().what == ChainLine::What::Root;
        for (size_t i = skipsRoot ? 1 : 0; i < story.lines.size(); ++i) {
            const ChainLine &line = story.lines[i];
            const int depth = std::max(0, line.depth - (skipsRoot ? 1 : 0));
            path.resize(std::min(path.size(), size_t(depth) + 1));
            auto *const item = new QTreeWidgetItem(path.back());
            write(*item, line.text, false);
            note(item, int(i), story.key + ' ' + story.keys[i]);
            path.push_back(item);
        }
    }
    expandAll();
    for (QTreeWidgetItem *const item : shut)
        item->setExpanded(false);
    if (!wanted)
        wanted = topLevelItem(0);
    if (wanted)
        setCurrentItem(wanted);
}

void ChainTree::changeEvent(QEvent *event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        fill();
}

} // namespace lockmaster

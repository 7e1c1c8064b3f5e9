// SPDX-License-Identifier: Apache-2.0
#include "ui/held/exitquestion.h"

#include "core/text/literaltext.h"
#include "core/display/heldmodel.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/kit/plainbuttons.h"

#include <QPushButton>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr size_t mostNamed = 5;
constexpr qsizetype exitquestionLongestName = 60;

QString sentence(const std::vector<HeldLock> &live)
{
    const bool allOurs =
        std::all_of(live.begin(), live.end(), [](const HeldLock &lock) { return lock.isOurs(); });
    const int count = int(live.size());
    return allOurs ? ExitQuestion::tr("%n locks are held by you.", nullptr, count)
                   : ExitQuestion::tr("%n locks are held by you or waited for.", nullptr, count);
}

} // namespace

ExitQuestion::ExitQuestion(const std::vector<HeldLock> &live, QWidget *parent)
    : QMessageBox(parent),
      m_release(addButton(tr("&Release and quit"), QMessageBox::DestructiveRole)),
      m_whenReleased(addButton(tr("&Quit when released"), QMessageBox::ActionRole))
{
    setWindowTitle(tr("Quit"));
    constexpr int signSize = 32;
    setIconPixmap(symbolicIcon(QStringLiteral("warning"), colorsFor(palette()).expiring)
                      .pixmap(signSize, signSize));
    setTextFormat(Qt::PlainText);
    setText(sentence(live));
    QStringList lines;
    for (size_t i = 0; i < live.size() && i < mostNamed; ++i)
        lines << (live[i].isOurs() ? tr("%1 on %2: held by you") : tr("%1 on %2: waited for"))
                     .arg(briefText(HeldModel::nameText(live[i]), exitquestionLongestName),
                          briefText(literalText(live[i].order.backend.name),
                                    exitquestionLongestName));
    if (live.size() > mostNamed)
        lines << tr("and %1 more").arg(live.size() - mostNamed);
    setInformativeText(lines.join(u'\n'));
    QPushButton *cancel = addButton(QMessageBox::Cancel);
    setDefaultButton(cancel);
    setEscapeButton(cancel);
    usePlainButtons(*this);
    connect(m_release, &QPushButton::clicked, this, &ExitQuestion::releaseAndQuitChosen);
    connect(m_whenReleased, &QPushButton::clicked, this, &ExitQuestion::quitWhenReleasedChosen);
    connect(cancel, &QPushButton::clicked, this, &ExitQuestion::cancelled);
}

} // namespace lockmaster

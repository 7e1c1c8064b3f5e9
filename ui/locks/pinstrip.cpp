// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/pinstrip.h"

#include "core/text/literaltext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"
#include "ui/kit/markedlocks.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <iterator>

namespace lockmaster {

namespace {

using Stand = PinPlace::Stand;

constexpr int mostNames = 3;

} // namespace

PinStrip::PinStrip(QWidget *parent)
    : QWidget(parent), m_label(new ElidedLabel(this)), m_button(new QToolButton(this)),
      m_menu(new QMenu(this))
{
    m_label->setForegroundRole(QPalette::PlaceholderText);
    m_button->setText(tr("Pinned locks…"));
    m_button->setAutoRaise(true);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_menu->setAccessibleName(tr("Pinned locks"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 2);
    row->addWidget(m_label, 1);
    row->addWidget(m_button);
    connect(m_button, &QToolButton::clicked, this, [this] {
        fillMenu();
        m_menu->popup(m_button->mapToGlobal(m_button->rect().bottomLeft()));
    });
    hide();
}

/** `not held: a, b and 2 more`; empty: none stands so. */
QString PinStrip::said(Stand stand) const
{
    QStringList names;
    int more = 0;
    for (const PinPlace &place : m_places) {
        if (place.stand != stand)
            continue;
        if (names.size() < mostNames)
            names << literalText(place.id.name);
        else
            ++more;
    }
    if (names.isEmpty())
        return {};
    QString listed = names.join(QStringLiteral(", "));
    if (more > 0)
        listed = tr("%1 and %Ln more", "1: names", more).arg(listed);
    return QStringLiteral("%1: %2").arg(PinPlace::text(stand), listed);
}

void PinStrip::follow(const ViewSnapshot &view, SteadyTime now)
{
    // What was pinned since is told with the next view: this one has it among the others.
    std::vector<LockId> pins;
    if (m_pins && view.query.pins && !view.backends.empty()) {
        const std::vector<LockId> &asked = *view.query.pins;
        std::copy_if(m_pins->marks().begin(), m_pins->marks().end(), std::back_inserter(pins),
                     [&asked](const LockId &id) {
                         return std::find(asked.begin(), asked.end(), id) != asked.end();
                     });
    }
    m_places = pinPlaces(view, pins, now);
    QStringList parts;
    for (const Stand stand : {Stand::NotHeld, Stand::NotSeen, Stand::Hidden})
        parts << said(stand);
    parts.removeAll(QString());
    setVisible(!parts.isEmpty());
    if (parts.isEmpty())
        return;
    const QString text = tr("Pinned, %1").arg(parts.join(QStringLiteral(" · ")));
    if (text == m_label->text())
        return;
    m_label->setText(text);
    m_label->setAccessibleName(text);
    QStringList lines;
    for (const PinPlace &place : m_places)
        lines << QStringLiteral("%1 (%2): %3")
                     .arg(literalText(place.id.name), literalText(place.id.source->backend),
                          PinPlace::text(place.stand));
    setPlainToolTip(m_label, lines.join(u'\n') + u'\n'
                                 + tr("Not held: its source was read whole, and it is not there. "
                                      "Not seen: that could not be read, and it may be held."));
}

QString PinStrip::text() const
{
    return isHidden() ? QString() : m_label->text();
}

void PinStrip::fillMenu()
{
    m_menu->clear();
    QStringList names;
    for (const PinPlace &place : m_places) {
        const QString name = literalText(place.id.name);
        names << name;
        const QString title =
            QStringLiteral("%1 (%2): %3")
                .arg(name, literalText(place.id.source->backend), PinPlace::text(place.stand));
        QMenu *const one = m_menu->addMenu(QString(title).replace(u'&', QStringLiteral("&&")));
        const LockId id = place.id;
        QAction *const go =
            one->addAction(tr("Go to it"), this, [this, id] { emit lockRequested(id); });
        go->setEnabled(place.stand == Stand::Listed || place.stand == Stand::Hidden);
        one->addAction(tr("Unpin"), this, [this, id] { m_pins->setMarked(id, false); });
    }
    m_menu->addSeparator();
    names.removeDuplicates();
    m_menu->addAction(tr("Only the names that are pinned"), this,
                      [this, names] { emit narrowRequested(Filter::exactTerm(u"name", names)); });
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/release/liftstrip.h"

#include "core/text/literaltext.h"
#include "core/actions/writelifts.h"
#include "ui/kit/banner.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

QString countdownText(std::chrono::milliseconds left)
{
    const auto seconds = std::max<qint64>(0, std::chrono::ceil<std::chrono::seconds>(left).count());
    return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

LiftStrip::LiftStrip(WriteLifts &lifts, QWidget *parent)
    : QWidget(parent), m_lifts(lifts), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins({});
    m_layout->setSpacing(1);
    connect(&lifts, &WriteLifts::changed, this, &LiftStrip::rebuild);
    connect(&lifts, &WriteLifts::ticked, this, &LiftStrip::refresh);
    rebuild();
}

void LiftStrip::rebuild()
{
    for (Banner *line : m_lines)
        line->deleteLater();
    m_lines.clear();
    m_names = m_lifts.names();
    for (const QString &name : m_names) {
        auto *line = new Banner(this);
        auto *end = new QPushButton(tr("Make read-only now"), line);
        connect(end, &QPushButton::clicked, this, [this, name] { m_lifts.restore(name); });
        line->addButton(end);
        m_layout->addWidget(line);
        m_lines.push_back(line);
    }
    setVisible(!m_lines.empty());
    refresh();
}

void LiftStrip::refresh()
{
    for (const WriteLifts::Lift &lift : m_lifts.lifts()) {
        const auto at = m_names.indexOf(lift.backend);
        if (at < 0)
            continue;
        const QString text = tr("Writes to %1 allowed for %2")
                                 .arg(literalText(lift.backend), countdownText(lift.left));
        m_lines[size_t(at)]->setMessage(Tone::Expiring, text);
    }
}

QStringList LiftStrip::texts() const
{
    QStringList all;
    for (const Banner *line : m_lines)
        all << line->text();
    return all;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/details/findingcards.h"

#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "ui/kit/banner.h"
#include "ui/kit/labels.h"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace lockmaster {

namespace {

/** What a room has to see is red; the rest is advice. */
Tone toneOf(FindingId id)
{
    return id == FindingId::TwoLeaders ? Tone::NoExpiry : Tone::Expiring;
}

} // namespace

FindingCards::FindingCards(QWidget *parent)
    : QWidget(parent), m_card(new Banner(this)), m_count(mutedLabel({}, this)),
      m_next(new QToolButton(this))
{
    m_next->setText(tr("Next"));
    m_next->setToolTip(tr("The next finding"));
    m_next->setFocusPolicy(Qt::StrongFocus);
    m_count->setWordWrap(false);
    m_card->addButton(m_count);
    m_card->addButton(m_next);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_card);
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    hide();
}

void FindingCards::setFindings(const QList<Finding> &findings)
{
    if (findings == m_findings)
        return;
    // Whoever stepped to one reads it; else the first is shown, which is the most urgent.
    const auto shown = m_stepped && m_current < m_findings.size()
                           ? std::optional(m_findings[m_current].id)
                           : std::nullopt;
    m_findings = findings;
    const auto again =
        std::find_if(m_findings.begin(), m_findings.end(),
                     [&shown](const Finding &finding) { return shown && finding.id == *shown; });
    m_stepped = again != m_findings.end();
    m_current = m_stepped ? again - m_findings.begin() : 0;
    showCurrent();
}

QString FindingCards::text() const
{
    return m_findings.empty() ? QString() : m_card->text();
}

void FindingCards::step(int by)
{
    if (m_findings.empty())
        return;
    const qsizetype count = m_findings.size();
    m_stepped = true;
    m_current = ((m_current + by) % count + count) % count;
    showCurrent();
}

void FindingCards::showCurrent()
{
    setVisible(!m_findings.empty());
    if (m_findings.empty())
        return;
    const Finding &finding = m_findings[m_current];
    m_card->setMessage(toneOf(finding.id), LockText::findingTitle(finding.id),
                       literalText(finding.evidence));
    m_count->setText(tr("%1 of %2").arg(m_current + 1).arg(m_findings.size()));
    m_count->setVisible(m_findings.size() > 1);
    m_next->setVisible(m_findings.size() > 1);
}

} // namespace lockmaster

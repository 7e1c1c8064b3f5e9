// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/replayedlanes.h"

#include "core/display/lanechart.h"
#include "core/display/locktext.h"
#include "core/text/literaltext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/lab/labwords.h"
#include "ui/lanes/lanesexportbutton.h"
#include "ui/lanes/lanesview.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int replayedlanesMargin = 16;
constexpr double replayedlanesTitleScale = 1.9;

bool lasts(const std::vector<LeaderSpan> &spans)
{
    return !spans.empty() && !spans.back().until;
}

} // namespace

ReplayedLanes::ReplayedLanes(const Clock &clock, QWidget *parent)
    : QWidget(parent), m_headline(new ElidedLabel(this)), m_name(new ElidedLabel(this)),
      m_export(nullptr), m_lanes(new LanesView(clock, this))
{
    m_export = new LanesExportButton(*m_lanes, this);
    m_headline->setFont(titleFont(replayedlanesTitleScale, font()));
    m_headline->setAccessibleName(tr("Who leads"));
    m_name->setForegroundRole(QPalette::PlaceholderText);
    m_lanes->setFrameShape(QFrame::NoFrame);
    m_lanes->setAccessibleName(tr("Who led when"));
    auto *text = new QVBoxLayout;
    text->setSpacing(0);
    text->addWidget(m_headline);
    text->addWidget(m_name);
    auto *head = new QHBoxLayout;
    head->addLayout(text, 1);
    head->addWidget(m_export);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(replayedlanesMargin, 8, replayedlanesMargin, 8);
    layout->setSpacing(10);
    layout->addLayout(head);
    layout->addWidget(m_lanes, 1);
    orderTabs({m_export, m_lanes});
    passFocus(*this, *m_lanes);
}

void ReplayedLanes::open(const WatchRecording &recording, const QString &origin)
{
    m_recording = recording;
    const QString name =
        recording.lock.isEmpty() ? tr("A lock that the file does not name") : recording.lock;
    m_name->setText(recording.place.isEmpty() ? name
                                              : name + QStringLiteral(" · ") + recording.place);
    m_lanes->setChart(std::make_shared<const LaneChart>(laneChart(*recording.history)));
    m_lanes->followFromBegin();
    m_exportName = name;
    m_exportPlace =
        recording.place.isEmpty() ? origin : recording.place + QStringLiteral(", ") + origin;
}

void ReplayedLanes::clear()
{
    m_recording.reset();
    m_lanes->setChart(std::make_shared<const LaneChart>());
    m_export->setHistory({}, {}, nullptr);
    m_headline->setText({});
    m_name->setText({});
}

/** By what watching its table told, and nothing else. */
QString ReplayedLanes::headline(const LeaderHistory &known) const
{
    if (lasts(known.unseen))
        return tr("Who leads is not known: the server did not answer");
    if (!known.overlaps.empty() && !known.overlaps.back().span.until)
        return LockText::findingTitle(FindingId::TwoLeaders);
    const auto leads = std::find_if(known.reigns.rbegin(), known.reigns.rend(),
                                    [](const auto &reign) { return !reign->span.until; });
    if (leads != known.reigns.rend()) {
        const LeaderCandidate &leader = known.candidates[size_t((*leads)->candidate)];
        return LabWords::tr("%1 leads")
            .arg(literalText(leader.label.isEmpty() ? QString::fromUtf8(leader.identity)
                                                    : leader.label));
    }
    return lasts(known.vacancies) ? LabWords::tr("Nobody leads") : tr("Who leads is not known");
}

void ReplayedLanes::showAt(SteadyTime at)
{
    if (!m_recording)
        return;
    const auto known = std::make_shared<const LeaderHistory>(m_recording->knownAt(at));
    m_headline->setText(headline(*known));
    m_lanes->setChart(std::make_shared<const LaneChart>(laneChart(*known)));
    m_export->setHistory(m_exportName, m_exportPlace, known);
}

void ReplayedLanes::setLive(bool live)
{
    m_lanes->setLive(live);
}

QString ReplayedLanes::headlineText() const
{
    return m_headline->text();
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/candidatemodel.h"

#include "core/text/literaltext.h"
#include "ui/lab/labwords.h"
#include "core/display/locktext.h"

namespace lockmaster {

namespace {

bool isSameCandidate(const CandidateStatus &a, const CandidateStatus &b)
{
    return a.number == b.number && a.identity == b.identity && a.pid == b.pid && a.state == b.state
           && a.believes == b.believes && a.working == b.working && a.skew == b.skew
           && a.lastError == b.lastError;
}

QString note(const CandidateStatus &candidate)
{
    if (leadsByItsWord(candidate) && candidate.state != CandidateState::Leading)
        return CandidateModel::tr("believes that it leads");
    if (!candidate.lastError.isEmpty())
        return literalText(candidate.lastError);
    return candidate.working ? CandidateModel::tr("works") : QString();
}

QString stateToolTip(const CandidateStatus &candidate)
{
    QStringList lines{LabWords::state(candidate.state)};
    if (leadsByItsWord(candidate) && candidate.state != CandidateState::Leading)
        lines << CandidateModel::tr("believes that it leads");
    if (!candidate.lastError.isEmpty())
        lines << literalText(candidate.lastError);
    return lines.join(u'\n');
}

QString spokenState(const CandidateStatus &candidate)
{
    const QString state = LabWords::state(candidate.state);
    const QString besides = note(candidate);
    return besides.isEmpty() ? state : state + QStringLiteral(", ") + besides;
}

} // namespace

CandidateModel::CandidateModel(QObject *parent) : ColumnModel(parent)
{
    setColumns({
        column(tr("Candidate"), nameText).tone([](const CandidateStatus &candidate) {
            return hasProcess(candidate) ? Tone::Plain : Tone::Muted;
        }),
        column(tr("State"),
               [](const CandidateStatus &candidate) { return LabWords::state(candidate.state); })
            .tone([](const CandidateStatus &candidate) {
                return LabWords::stateTone(candidate.state);
            })
            .toolTip(stateToolTip)
            .spoken(spokenState)
            .role(SignRole,
                  [](const CandidateStatus &candidate) {
                      return LabWords::stateSign(candidate.state);
                  })
            .role(NoteRole, note),
        column(tr("Process"),
               [](const CandidateStatus &candidate) {
                   return candidate.pid > 0 ? QString::number(candidate.pid) : LockText::none();
               })
            .number()
            .tone([](const CandidateStatus &) { return Tone::Muted; }),
        column(tr("Clock"),
               [](const CandidateStatus &candidate) { return LabWords::skew(candidate.skew); })
            .number()
            .tone([](const CandidateStatus &candidate) {
                return candidate.skew == Millis(0) ? Tone::Muted : Tone::Expiring;
            }),
    });
    Q_ASSERT(columnCount() == columns);
}

int CandidateModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_candidates.size());
}

void CandidateModel::setCandidates(const std::vector<CandidateStatus> &candidates)
{
    if (candidates.size() != m_candidates.size()) {
        beginResetModel();
        m_candidates = candidates;
        endResetModel();
        return;
    }
    for (size_t row = 0; row < candidates.size(); ++row) {
        if (isSameCandidate(candidates[row], m_candidates[row]))
            continue;
        m_candidates[row] = candidates[row];
        tellChanged(int(row), int(row));
    }
}

QString CandidateModel::nameText(const CandidateStatus &candidate)
{
    return QStringLiteral("%1 · %2").arg(candidate.number).arg(literalText(candidate.identity));
}

} // namespace lockmaster

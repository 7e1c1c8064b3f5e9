// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/candidatemodel.h"

#include "core/text/literaltext.h"
#include "ui/lab/labwords.h"
#include "ui/kit/locktext.h"

namespace lockmaster {

namespace {

bool isSameCandidate(const CandidateStatus &a, const CandidateStatus &b)
{
    return a.number == b.number && a.identity == b.identity && a.pid == b.pid && a.state == b.state
           && a.believes == b.believes && a.working == b.working && a.skew == b.skew
           && a.lastError == b.lastError;
}

Tone toneOf(const CandidateStatus &candidate, CandidateModel::Column column)
{
    if (column == CandidateModel::State)
        return LabWords::stateTone(candidate.state);
    if (column == CandidateModel::Clock && candidate.skew != Millis(0))
        return Tone::Expiring;
    const bool matters = hasProcess(candidate) && column == CandidateModel::Name;
    return matters ? Tone::Plain : Tone::Muted;
}

} // namespace

int CandidateModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_candidates.size());
}

int CandidateModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant CandidateModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const CandidateStatus &candidate = candidateAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(candidate, column);
    case Qt::ToolTipRole: return plainToolTip(toolTip(candidate, column));
    case Qt::AccessibleTextRole: {
        QStringList parts{text(candidate, column)};
        if (column == State && !note(candidate).isEmpty())
            parts << note(candidate);
        return spokenCell(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                          parts.join(QStringLiteral(", ")));
    }
    case Qt::TextAlignmentRole: {
        const bool number = column == Process || column == Clock;
        return QVariant::fromValue(Qt::Alignment(number ? Qt::AlignRight : Qt::AlignLeft));
    }
    case ToneRole: return QVariant::fromValue(toneOf(candidate, column));
    case SignRole: return column == State ? LabWords::stateSign(candidate.state) : QString();
    case NoteRole: return column == State ? note(candidate) : QString();
    default: return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((column == Process || column == Clock ? Qt::AlignRight : Qt::AlignLeft)
                          | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Name: return tr("Candidate");
    case State: return tr("State");
    case Process: return tr("Process");
    case Clock: return tr("Clock");
    case columns: break;
    }
    return {};
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
        emit dataChanged(index(int(row), 0), index(int(row), columns - 1));
    }
}

QString CandidateModel::nameText(const CandidateStatus &candidate)
{
    return QStringLiteral("%1 · %2").arg(candidate.number).arg(literalText(candidate.identity));
}

QString CandidateModel::text(const CandidateStatus &candidate, Column column)
{
    switch (column) {
    case Name: return nameText(candidate);
    case State: return LabWords::state(candidate.state);
    case Process: return candidate.pid > 0 ? QString::number(candidate.pid) : LockText::none();
    case Clock: return LabWords::skew(candidate.skew);
    case columns: break;
    }
    return {};
}

QString CandidateModel::note(const CandidateStatus &candidate)
{
    if (leadsByItsWord(candidate) && candidate.state != CandidateState::Leading)
        return tr("believes that it leads");
    if (!candidate.lastError.isEmpty())
        return literalText(candidate.lastError);
    return candidate.working ? tr("works") : QString();
}

QString CandidateModel::toolTip(const CandidateStatus &candidate, Column column)
{
    QStringList lines{text(candidate, column)};
    if (column != State)
        return lines.constFirst();
    if (leadsByItsWord(candidate) && candidate.state != CandidateState::Leading)
        lines << tr("believes that it leads");
    if (!candidate.lastError.isEmpty())
        lines << literalText(candidate.lastError);
    return lines.join(u'\n');
}

} // namespace lockmaster

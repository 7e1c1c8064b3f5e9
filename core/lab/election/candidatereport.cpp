// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/candidatereport.h"

#include <QByteArrayList>

#include <array>

namespace lockmaster {

namespace {

using Kind = CandidateReport::Kind;

struct Word {
    Kind kind;
    const char *word;
};

constexpr std::array words = {
    Word{Kind::Hello, "hello"},       Word{Kind::Connected, "connected"},
    Word{Kind::Led, "led"},           Word{Kind::Waited, "waited"},
    Word{Kind::Failed, "failed"},     Word{Kind::Disconnected, "disconnected"},
    Word{Kind::Working, "working"},   Word{Kind::Rested, "rested"},
    Word{Kind::Freezing, "freezing"}, Word{Kind::Woke, "woke"},
    Word{Kind::Stopped, "stopped"},
};

} // namespace

QByteArray reportLine(const CandidateReport &report)
{
    const auto nanos =
        std::chrono::duration_cast<std::chrono::nanoseconds>(report.at.time_since_epoch());
    const QByteArray text =
        report.text.left(CandidateReport::longestText).toUtf8().toPercentEncoding();
    return QByteArray(words.at(static_cast<size_t>(report.kind)).word) + ' '
           + QByteArray::number(qint64(nanos.count())) + ' ' + QByteArray::number(report.value)
           + ' ' + text + '\n';
}

std::optional<CandidateReport> reportFromLine(const QByteArray &line)
{
    const QByteArrayList parts = line.split(' ');
    constexpr qsizetype wanted = 4;
    if (parts.size() != wanted)
        return std::nullopt;
    for (const Word &word : words) {
        if (parts.at(0) != word.word)
            continue;
        bool isTime = false;
        bool isNumber = false;
        const std::chrono::nanoseconds nanos(parts.at(1).toLongLong(&isTime));
        CandidateReport report{word.kind, SteadyTime(nanos), parts.at(2).toLongLong(&isNumber),
                               QString::fromUtf8(QByteArray::fromPercentEncoding(parts.at(3)))
                                   .left(CandidateReport::longestText)};
        if (!isTime || !isNumber || nanos.count() < 0)
            return std::nullopt;
        return report;
    }
    return std::nullopt;
}

bool LineBuffer::add(QByteArrayView bytes)
{
    if (!m_broken)
        m_bytes.append(bytes);
    m_broken = m_broken || m_bytes.size() - m_bytes.lastIndexOf('\n') > longestLine;
    return !m_broken;
}

std::optional<QByteArray> LineBuffer::next()
{
    const qsizetype end = m_bytes.indexOf('\n');
    if (m_broken || end < 0)
        return std::nullopt;
    QByteArray line = m_bytes.left(end);
    m_bytes.remove(0, end + 1);
    return line;
}

} // namespace lockmaster

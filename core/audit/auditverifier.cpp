// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditentry.h"
#include "core/audit/auditfiles.h"
#include "core/text/words.h"

#include <QDir>
#include <QHash>
#include <QFile>

#include <algorithm>
#include <memory>

#include <fcntl.h>

namespace lockmaster {

namespace {

/** One line of a file, read or not. */
struct Line {
    AuditPlace place; ///< where it stands, whatever it says itself
    std::unique_ptr<AuditEntry> entry;
};

/** One is left where a writer was killed. Of more than these none of us wrote the file. */
constexpr int mostWithoutEntry = 1000;

QString placeText(const AuditPlace &place)
{
    return QStringLiteral("%1:%2").arg(auditFileName(place.month)).arg(place.number);
}

/** Walks through all lines in their order, and compares each with the one before it. */
class Verifier
{
public:
    Verifier(std::vector<Line> lines, QStringList months, AuditHead head)
        : m_lines(std::move(lines)), m_months(std::move(months)), m_head(std::move(head))
    {
        for (size_t i = 0; i < m_lines.size(); ++i)
            m_byHash.insert(m_lines[i].place.hash, i);
    }

    AuditVerification run()
    {
        m_found.files = m_months.size();
        m_found.lines = qint64(m_lines.size());
        for (size_t i = 0; i < m_lines.size(); ++i) {
            if (m_lines[i].entry) {
                checkEntry(i);
                noteOpen(i);
            } else if (isVouchedFor(i)) {
                m_found.torn.append(where(i));
            } else {
                fault(Words::tr("%1: is no entry: it was edited or inserted.").arg(where(i)));
            }
        }
        checkHead();
        m_found.open = std::move(m_open);
        return std::move(m_found);
    }

private:
    void fault(const QString &text) { m_found.faults.append(text); }

    QString where(size_t i) const { return placeText(m_lines[i].place); }

    bool beginsMonth(size_t i) const
    {
        return i == 0 || m_lines[i - 1].place.month != m_lines[i].place.month;
    }

    QByteArray hashBefore(size_t i) const
    {
        return i == 0 ? noAuditHash() : m_lines[i - 1].place.hash;
    }

    /** As the line says itself; a torn one says nothing. */
    quint64 numberOf(size_t i) const
    {
        if (m_lines[i].entry)
            return m_lines[i].entry->line.number;
        return beginsMonth(i) ? 1 : numberOf(i - 1) + 1;
    }

    /** Whether what follows carries this line's hash: the next line, or the head. */
    bool isVouchedFor(size_t i) const
    {
        const QByteArray &hash = m_lines[i].place.hash;
        if (i + 1 < m_lines.size())
            return m_lines[i + 1].entry && m_lines[i + 1].entry->previous == hash;
        // A writer that was killed leaves the head one line behind.
        return m_head.place.hash == hash || m_head.place.hash == hashBefore(i);
    }

    void checkEntry(size_t i)
    {
        const AuditEntry &entry = *m_lines[i].entry;
        if (entry.headSaid)
            checkHeadSaid(i);
        if (entry.previous == hashBefore(i))
            checkNumber(i);
        else if (i == 0 && !entry.after)
            fault(Words::tr("%1: is not the first line of the log: lines or "
                            "months before it are missing.")
                      .arg(where(i)));
        else if (beginsMonth(i))
            checkMonthSeam(i);
        else
            checkSeam(i);
    }

    void checkHeadSaid(size_t i)
    {
        const AuditPlace &said = *m_lines[i].entry->headSaid;
        const QString head = said.month.isEmpty() ? QStringLiteral("-") : placeText(said);
        fault(Words::tr("%1: when it was written, the line before was not the "
                        "one that the head knew (%2): lines had been removed, "
                        "edited or inserted.")
                  .arg(where(i), head));
    }

    /** In an unbroken chain a number can only be wrong where somebody made it up. */
    void checkNumber(size_t i)
    {
        const quint64 said = m_lines[i].entry->line.number;
        if (said == (beginsMonth(i) ? 1 : numberOf(i - 1) + 1))
            return;
        fault(Words::tr("%1: has the wrong number, %2.").arg(where(i), QString::number(said)));
    }

    /** Two lines of one month that are not a pair. */
    void checkSeam(size_t i)
    {
        const AuditEntry &entry = *m_lines[i].entry;
        const quint64 before = numberOf(i - 1);
        const quint64 number = entry.line.number;
        if (const auto real = m_byHash.constFind(entry.previous); real != m_byHash.constEnd()) {
            checkMoved(i, *real);
        } else if (number > before + 1) {
            fault(Words::tr("%1: lines %2 to %3 of this month were removed before it.")
                      .arg(where(i), QString::number(before + 1), QString::number(number - 1)));
        } else if (number == before + 1 && isVouchedFor(i)) {
            if (m_lines[i - 1].entry) // else it was told already
                fault(Words::tr("%1: was edited.").arg(where(i - 1)));
        } else {
            fault(Words::tr("%1: does not fit the line before it: one of them "
                            "was edited or inserted.")
                      .arg(where(i)));
        }
    }

    void checkMoved(size_t i, size_t real)
    {
        const QString text = real < i ? Words::tr("%1: follows %2: what stands between them was "
                                                  "inserted or moved there.")
                                      : Words::tr("%1: was moved here: it follows %2.");
        fault(text.arg(where(i), where(real)));
    }

    /** A month that does not follow what is there of the month before. */
    void checkMonthSeam(size_t i)
    {
        const std::optional<AuditPlace> &after = m_lines[i].entry->after;
        const AuditPlace last = i == 0 ? AuditPlace{} : m_lines[i - 1].place;
        if (!after) {
            fault(Words::tr("%1: does not say which line it follows: lines "
                            "before it are missing, or it was edited.")
                      .arg(where(i)));
            return;
        }
        const QString file = auditFileName(after->month);
        const QString number = QString::number(after->number);
        if (!m_months.contains(after->month))
            fault(Words::tr("%1: is missing: %2 follows line %3 of "
                            "it.")
                      .arg(file, where(i), number));
        else if (after->month == last.month && last.number >= after->number)
            fault(Words::tr("%1: was edited or inserted: %2 follows another "
                            "line.")
                      .arg(where(i - 1), where(i)));
        else
            fault(Words::tr("%1: its end was cut off: %2 follows line %3 of it.")
                      .arg(file, where(i), number));
    }

    void checkHead()
    {
        const QByteArray last = m_lines.empty() ? noAuditHash() : m_lines.back().place.hash;
        const bool behind = !m_lines.empty() && m_head.place.hash == hashBefore(m_lines.size() - 1);
        if (m_head.kind == AuditHead::Kind::Unreadable) {
            headFault(Words::tr("cannot be read."));
        } else if (m_head.place.hash == last || behind) {
            return;
        } else if (m_head.kind == AuditHead::Kind::None) {
            headFault(Words::tr("is missing."));
        } else if (m_byHash.contains(m_head.place.hash)) {
            headFault(Words::tr("stands at %1: what follows was not written by Lockmaster, "
                                "or an older head was put back.")
                          .arg(placeText(m_head.place)));
        } else if (m_lines.empty() || isAfterEnd(m_head.place)) {
            headFault(Words::tr("stands at %1: the end of the log was cut off.")
                          .arg(placeText(m_head.place)));
        } else {
            headFault(Words::tr("does not fit %1: that line was edited, or the "
                                "head was.")
                          .arg(placeText(m_head.place)));
        }
    }

    bool isAfterEnd(const AuditPlace &place) const
    {
        const AuditPlace &last = m_lines.back().place;
        return place.month > last.month
               || (place.month == last.month && place.number > numberOf(m_lines.size() - 1));
    }

    void headFault(const QString &what)
    {
        m_found.faults.append(QLatin1StringView(auditHeadName) + QStringLiteral(": ") + what);
    }

    void noteOpen(size_t i)
    {
        AuditLine line = m_lines[i].entry->line;
        const auto sameId = [&line](const AuditLine &other) { return other.id == line.id; };
        if (line.isIntent) {
            line.month = m_lines[i].place.month;
            m_open.push_back(std::move(line));
            return;
        }
        // The newest are the likely ones.
        const auto found = std::find_if(m_open.rbegin(), m_open.rend(), sameId);
        if (found != m_open.rend())
            m_open.erase(std::next(found).base());
    }

    std::vector<Line> m_lines;
    QStringList m_months;
    AuditHead m_head;
    QHash<QByteArray, size_t> m_byHash;
    std::vector<AuditLine> m_open;
    AuditVerification m_found;
};

} // namespace

Result<AuditVerification> verifyAudit(const QString &directory)
{
    // Where there is no lock file, or we may not have it, nobody of ours writes either.
    const QString lockPath = QDir(directory).filePath(QLatin1StringView(auditLockName));
    const FileDescriptor lock(
        ::open(QFile::encodeName(lockPath).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (lock.isOpen()) {
        if (const Result<void> locked = lockAudit(lock, lockPath, false); !locked)
            return passOn(locked);
    }
    const Result<QStringList> months = auditMonths(directory);
    if (!months)
        return passOn(months);
    std::vector<Line> lines;
    for (const QString &month : *months) {
        quint64 number = 0;
        int withoutEntry = 0;
        const auto take = [&](QByteArrayView line) -> Result<void> {
            auto entry = auditEntryFrom(line);
            withoutEntry += entry ? 0 : 1;
            if (withoutEntry > mostWithoutEntry) {
                return tl::make_unexpected(
                    auditNotRead(QDir(directory).filePath(auditFileName(month)),
                                 Words::tr("it has more than %1 lines that are no entries")
                                     .arg(mostWithoutEntry)));
            }
            lines.push_back({{month, ++number, auditHash(line)},
                             entry ? std::make_unique<AuditEntry>(*std::move(entry)) : nullptr});
            return {};
        };
        const Result<bool> terminated = eachAuditLine(directory, month, take);
        if (!terminated)
            return passOn(terminated);
        // A line is whole with its end: without it the writer was killed on the way.
        if (!*terminated)
            lines.back().entry.reset();
    }
    return Verifier(std::move(lines), *months, readAuditHead(directory)).run();
}

} // namespace lockmaster

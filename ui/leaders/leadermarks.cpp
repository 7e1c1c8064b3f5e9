// SPDX-License-Identifier: Apache-2.0
#include "ui/leaders/leadermarks.h"

#include "core/domain/systemtraits.h"

#include <QSettings>

#include <algorithm>

namespace lockmaster {

namespace {

QString arrayKey()
{
    return QStringLiteral("leaders/marks");
}

} // namespace

LeaderMarks::LeaderMarks(QSettings &settings, QObject *parent)
    : QObject(parent), m_settings(settings)
{
    restore();
}

bool LeaderMarks::contains(const LockId &id) const
{
    return std::find(m_marks.begin(), m_marks.end(), id) != m_marks.end();
}

bool LeaderMarks::isLeaderTable(const LockId &id)
{
    return electsLeaders(id.source->system);
}

void LeaderMarks::setMarked(const LockId &id, bool marked)
{
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): it may be one of those that are
    const LockId wanted = id; // about to be read anew
    const std::vector<LockId> before = m_marks;
    // Another window on the same settings may have marked some meanwhile.
    m_settings.sync();
    restore();
    const bool mayBe = !marked || (!isFull() && !isLeaderTable(wanted));
    if (contains(wanted) != marked && mayBe) {
        if (marked)
            m_marks.push_back(wanted);
        else
            std::erase(m_marks, wanted);
        save();
        m_settings.sync();
    }
    if (m_marks != before)
        emit changed();
}

void LeaderMarks::restore()
{
    m_marks.clear();
    const int count = std::min(m_settings.beginReadArray(arrayKey()), static_cast<int>(most));
    for (int i = 0; i < count; ++i) {
        m_settings.setArrayIndex(i);
        const SourceId source{m_settings.value(QStringLiteral("backend")).toString(),
                              m_settings.value(QStringLiteral("system")).toString(),
                              m_settings.value(QStringLiteral("source")).toString()};
        const QByteArray name = QByteArray::fromBase64(
            m_settings.value(QStringLiteral("name")).toByteArray(),
            QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        const LockId id{std::make_shared<const SourceId>(source), name};
        // Settings are a file that people edit.
        if (!source.backend.isEmpty() && !isLeaderTable(id) && !contains(id))
            m_marks.push_back(id);
    }
    m_settings.endArray();
}

void LeaderMarks::save()
{
    m_settings.remove(arrayKey());
    m_settings.beginWriteArray(arrayKey(), static_cast<int>(m_marks.size()));
    for (size_t i = 0; i < m_marks.size(); ++i) {
        m_settings.setArrayIndex(static_cast<int>(i));
        const SourceId &source = *m_marks[i].source;
        m_settings.setValue(QStringLiteral("backend"), source.backend);
        m_settings.setValue(QStringLiteral("system"), source.system);
        m_settings.setValue(QStringLiteral("source"), source.name);
        m_settings.setValue(QStringLiteral("name"),
                            QString::fromLatin1(m_marks[i].name.toBase64()));
    }
    m_settings.endArray();
}

} // namespace lockmaster

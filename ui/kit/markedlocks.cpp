// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/markedlocks.h"

#include <QSettings>

#include <algorithm>

namespace lockmaster {

namespace {

bool isAllowed(bool (*mayBe)(const LockId &), const LockId &id)
{
    return !mayBe || mayBe(id);
}

} // namespace

MarkedLocks::MarkedLocks(QSettings &settings, QString key, bool (*mayBe)(const LockId &),
                         QObject *parent)
    : QObject(parent), m_settings(settings), m_key(std::move(key)), m_mayBe(mayBe)
{
    restore();
}

bool MarkedLocks::contains(const LockId &id) const
{
    return std::find(m_marks.begin(), m_marks.end(), id) != m_marks.end();
}

void MarkedLocks::setMarked(const std::vector<LockId> &ids, bool marked)
{
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): they may be some of those that
    const std::vector<LockId> wanted = ids; // are about to be read anew
    const std::vector<LockId> before = m_marks;
    // Another window on the same settings may have marked some meanwhile.
    m_settings.sync();
    restore();
    bool isChanged = false;
    for (const LockId &id : wanted) {
        const bool mayBe = !marked || (!isFull() && isAllowed(m_mayBe, id));
        if (contains(id) == marked || !mayBe)
            continue;
        if (marked)
            m_marks.push_back(id);
        else
            std::erase(m_marks, id);
        isChanged = true;
    }
    if (isChanged) {
        save();
        m_settings.sync();
    }
    if (m_marks != before)
        emit changed();
}

void MarkedLocks::restore()
{
    m_marks.clear();
    const int count = std::min(m_settings.beginReadArray(m_key), static_cast<int>(most));
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
        if (!source.backend.isEmpty() && isAllowed(m_mayBe, id) && !contains(id))
            m_marks.push_back(id);
    }
    m_settings.endArray();
}

void MarkedLocks::save()
{
    m_settings.remove(m_key);
    m_settings.beginWriteArray(m_key, static_cast<int>(m_marks.size()));
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

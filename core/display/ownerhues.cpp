// SPDX-License-Identifier: Apache-2.0
#include "core/display/ownerhues.h"

namespace lockmaster {

namespace {

/** The same from run to run, which `qHash` is not. */
std::size_t wantedHue(const QString &owner)
{
    constexpr quint32 offset = 2166136261U; // FNV-1a
    constexpr quint32 prime = 16777619U;
    quint32 hash = offset;
    for (const char byte : owner.toUtf8())
        hash = (hash ^ quint8(byte)) * prime;
    return (hash ^ (hash >> 16)) % ownerHues;
}

} // namespace

void OwnerHues::beginPicture()
{
    constexpr qsizetype mostRemembered = 10'000;
    if (m_before.size() > mostRemembered)
        m_before.clear();
    m_before.insert(m_known);
    m_known.clear();
    m_taken = {};
}

int OwnerHues::hueOf(const QString &owner)
{
    if (const auto known = m_known.constFind(owner); known != m_known.constEnd())
        return *known;
    const auto before = m_before.constFind(owner);
    const std::size_t wanted = before == m_before.constEnd() ? wantedHue(owner) : size_t(*before);
    std::size_t hue = wanted;
    for (std::size_t tried = 0; tried < ownerHues && m_taken[hue]; ++tried)
        hue = (hue + 1) % ownerHues;
    m_taken[hue] = true; // where all are, `hue` is the wanted one again
    m_known.insert(owner, int(hue));
    return int(hue);
}

} // namespace lockmaster

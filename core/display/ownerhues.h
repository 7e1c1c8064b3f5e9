// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QString>

#include <array>
#include <cstddef>

namespace lockmaster {

/** So many owners are told apart by their colours; of more, some share one. */
constexpr std::size_t ownerHues = 8;

/**
 * Which colour each owner has, as a number below `ownerHues`. An owner has the same one wherever it
 * is shown, unless another in the same picture has it: those two are told apart. A value.
 */
class OwnerHues
{
public:
    /** Another picture: whoever had a colour before has it again, as long as nobody else does. */
    void beginPicture();
    /** @param owner what tells it from others, however it is called */
    int hueOf(const QString &owner);

private:
    QHash<QString, int> m_before;
    QHash<QString, int> m_known;
    std::array<bool, ownerHues> m_taken{};
};

} // namespace lockmaster

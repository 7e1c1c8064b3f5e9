// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <array>

namespace lockmaster {

/** How a text fits a few letters that somebody typed, the best first. */
enum class Fit : quint8 {
    Exact,     ///< it is what was typed, letter by letter
    Whole,     ///< it is what was typed; or its letters and digits are, whatever stands between
    Beginning, ///< it begins so
    Words,     ///< pieces of what was typed begin words of it, in order: `order42`, `lo hi`
    Inside,    ///< it has that in it
    Letters,   ///< it has these letters, in order
    None,
};

/**
 * A few letters by which something is looked for, whatever their case. What is looked through is
 * compared as it is shown, so that what is read can be typed. Immutable; any thread.
 */
class TypedLetters
{
public:
    explicit TypedLetters(const QString &typed = {});

    bool isEmpty() const { return m_whole.isEmpty(); }

    /** Of bytes from a server; what cannot be read is compared as `literalText()` writes it. */
    Fit fit(QByteArrayView text) const;
    Fit fit(const QString &text) const;

private:
    Fit fitShown(QByteArrayView text) const;

    QByteArray m_exact;   ///< as it was typed, without spaces around it
    QByteArray m_whole;   ///< folded, without spaces around it
    QByteArray m_letters; ///< the same without any spaces
    bool m_isAscii = true;
    bool m_isLong = false;               ///< too long to be anything but a part that was pasted
    std::array<quint64, 256> m_places{}; ///< for each byte: where it stands in `m_letters`
    quint64 m_within = 0;                ///< the places that continue a character
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/**
 * While one lives, its thread says everything in English: for what is compared later with the words
 * of a program that speaks another language, or none.
 */
class PlainWords
{
public:
    explicit PlainWords(bool wanted = true) : m_before(s_wanted) { s_wanted = s_wanted || wanted; }
    ~PlainWords() { s_wanted = m_before; }
    PlainWords(const PlainWords &) = delete;
    PlainWords &operator=(const PlainWords &) = delete;

    /** For who translates. */
    static bool areWanted() { return s_wanted; }

private:
    static inline thread_local bool s_wanted = false;
    const bool m_before;
};

} // namespace lockmaster

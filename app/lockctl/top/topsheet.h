// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/textscreen.h"
#include "app/lockctl/top/topkey.h"

#include <algorithm>
#include <span>
#include <vector>

namespace lockmaster {

/** Between what stands beside each other. */
inline constexpr int columnGap = 2;

/** A key and what it does, for the line at the bottom and for the help. */
struct TopHint {
    const char *keys;
    const char *what;          ///< a word or two
    const char *sentence = ""; ///< for the help; empty: `what` says it
};

/** The field that is `by` behind that one among all there are, round and round; the first where it
 * is not among them. */
template<class Field>
Field fieldBehind(Field field, int by, const std::vector<Field> &all)
{
    const auto found = std::find(all.begin(), all.end(), field);
    const int count = int(all.size());
    const int at = found == all.end() ? 0 : int(found - all.begin());
    return all[size_t((at + by + count) % count)];
}

/** Something that fills the terminal between its first line and its last, and has the keys. */
class TopSheet
{
public:
    virtual ~TopSheet() = default;

    virtual void draw(TextScreen &screen, const TextArea &area) = 0;
    /** False: it means nothing here. */
    virtual bool press(const TopKey &key) = 0;
    virtual std::span<const TopHint> hints() const = 0;
    /** Keys are text now, whatever they mean elsewhere. */
    virtual bool isTyping() const { return false; }
    /**
     * Whether the key means something here that may come among others, as what is pasted and what a
     * slow line gathered do: a letter of a text, or a step. `press()` is not asked for another.
     */
    virtual bool takesMany(const TopKey &key) const { return key.leads(); }
};

} // namespace lockmaster

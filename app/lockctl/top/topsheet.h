// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/textscreen.h"
#include "app/lockctl/top/topkey.h"

#include <span>

namespace lockmaster {

/** Between what stands beside each other. */
inline constexpr int columnGap = 2;

/** A key and what it does, for the line at the bottom and for the help. */
struct TopHint {
    const char *keys;
    const char *what;          ///< a word or two
    const char *sentence = ""; ///< for the help; empty: `what` says it
};

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
};

} // namespace lockmaster

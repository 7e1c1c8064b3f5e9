// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

#include <functional>
#include <vector>

namespace lockmaster {

/** Appends what one lock looks like. */
using LockRendering = std::function<void(QByteArray &out, const LockRecord &lock)>;

/**
 * Renders many locks with all processors, because that is most of the work of a long list, and
 * passes them on in their order, a piece at a time. `render` is called from several threads at
 * once, `pass` from the caller's alone; once that says false, nothing more is passed.
 * @return what `pass` said last; true where there was nothing to pass.
 */
bool renderPiecewise(const std::vector<const LockRecord *> &locks, const LockRendering &render,
                     const std::function<bool(const QByteArray &)> &pass);

} // namespace lockmaster

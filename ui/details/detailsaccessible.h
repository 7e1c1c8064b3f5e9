// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/** Lets screen readers read details line by line, without the marks of their tables. Once is
 * enough.
 */
void installDetailsAccessibility();

} // namespace lockmaster

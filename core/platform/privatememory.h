// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/**
 * Lets no core dump of this process be written, and no other process of its user read its memory:
 * there are passwords in it. What it starts is not affected. For `main()`. Does nothing where the
 * system is not Linux, nor in a build for the address sanitizer, which reads that memory itself.
 */
void keepMemoryPrivate();

} // namespace lockmaster

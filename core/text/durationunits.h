// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/**
 * From now on `durationText()` and its like have the units of the translation that is installed;
 * English ones until then, and under `PlainWords`. Called where one is installed, before there are
 * other threads.
 */
void speakDurationUnits();

} // namespace lockmaster

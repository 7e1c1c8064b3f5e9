// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/sources/backendreader.h"

namespace lockmaster::test {

/** The password that a test has written into a backend's URL. */
inline PasswordSource passwordOf(const BackendSpec &spec)
{
    return [secret = spec.urlPassword](SteadyTime) { return Result<Secret>(secret); };
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

#include <tl/expected.hpp>

namespace lockmaster {

/** A value, or the error that stood in its way. No room throws into another. */
template<class T>
using Result = tl::expected<T, Error>;

/** Shorthand for returning an error from a function that returns a `Result`. */
inline tl::unexpected<Error> failure(ErrorKind kind, QString message, QString remedy = {},
                                     int nativeCode = 0)
{
    return tl::make_unexpected(Error{kind, nativeCode, std::move(message), std::move(remedy)});
}

/** Shorthand for returning what stood in the way of something else. */
template<class T, class E>
tl::unexpected<E> passOn(const tl::expected<T, E> &failed)
{
    return tl::unexpected<E>(failed.error());
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/secrets.h"

#include <memory>

namespace lockmaster {

/**
 * Passwords that somebody typed: in memory alone, until the program ends. Each is for the very
 * backend that it was typed for: one of the same name at another address, or without the TLS it
 * had, does not get it. A handle; its copies share what was typed. Any thread.
 */
class TypedPasswords
{
public:
    TypedPasswords();

    /**
     * What to ask for the password of a backend when a connection opens: the typed one, and what
     * `resolvePassword()` finds where none was typed; nobody types those of sentinels. Outlives
     * this object.
     */
    PasswordSource source(const BackendSpec &backend) const;

    void set(const BackendSpec &backend, const Secret &password);

    /** It was looked for one, and there was none anywhere. */
    bool isMissing(const BackendSpec &backend) const;

    /** What two descriptions share if one's password is the other's. */
    static QString identity(const BackendSpec &backend);

private:
    struct Shared;
    std::shared_ptr<Shared> d;
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trust/acceptedlines.h"

namespace lockmaster {

/**
 * What this operator trusts on this machine, by the digest of its exact text: a file of lines with
 * digest, moment and what it is called. Any thread. Errors: Config, where it is not known.
 */
class TrustedTexts
{
public:
    explicit TrustedTexts(AcceptedLines lines) : m_lines(std::move(lines)) {}

    Result<bool> has(const QByteArray &digest) const;
    /** Nothing is trusted on an error that was not before. */
    Result<void> add(const QByteArray &digest, const QString &name) const;
    /** Whether it was trusted. */
    Result<bool> remove(const QByteArray &digest) const;

private:
    AcceptedLines m_lines;
};

} // namespace lockmaster

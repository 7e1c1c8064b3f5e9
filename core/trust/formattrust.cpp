// SPDX-License-Identifier: Apache-2.0
#include "core/trust/formattrust.h"

#include "core/platform/privatedirectory.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/trust/trustedtexts.h"

namespace lockmaster {

namespace {

TrustedTexts trustedFormats()
{
    return TrustedTexts({trustedFormatsPath(), Words::tr("Which formats are trusted")});
}

/** Of somebody else's idea of what to write. */
ReleaseOutcome notTrusted(const LockFormat &format)
{
    ReleaseOutcome refused;
    refused.result = ReleaseResult::Denied;
    refused.detail = ChangeDetail::NotTrusted;
    refused.message =
        Words::tr("The format %1 did not come with this program and is not trusted on this "
                  "machine: its locks are looked at only. Nothing was changed.")
            .arg(format.id);
    // May be pasted: the name of a file comes from elsewhere as well.
    const QString file =
        isPlainName(format.origin) ? shellQuoted(format.origin) : QStringLiteral("FILE");
    refused.remedy = Words::tr("Read what it would send, then trust it: lockctl trust %1, or "
                               "Settings, Formats.")
                         .arg(file);
    return refused;
}

ReleaseOutcome saysOtherwise(const LockFormat &format)
{
    ReleaseOutcome refused;
    refused.result = ReleaseResult::Changed;
    refused.message = Words::tr("The format %1 says something else than when you looked; nothing "
                                "was changed.")
                          .arg(format.id);
    refused.remedy = Words::tr("Look at it again.");
    return refused;
}

} // namespace

QString trustedFormatsPath()
{
    return stateDirectory() + QStringLiteral("/trusted_formats");
}

Result<bool> isTrusted(const LockFormat &format)
{
    if (format.isShipped)
        return true;
    return trustedFormats().has(format.digest);
}

Result<void> trustFormat(const LockFormat &format)
{
    return trustedFormats().add(format.digest, format.id);
}

Result<bool> forgetFormat(const LockFormat &format)
{
    return trustedFormats().remove(format.digest);
}

Result<std::optional<ReleaseOutcome>> whyNotReleased(const LockFormat &format,
                                                     const QByteArray &looked)
{
    return isTrusted(format).map([&](bool trusted) -> std::optional<ReleaseOutcome> {
        if (!trusted)
            return notTrusted(format);
        if (!looked.isEmpty() && looked != format.mark())
            return saysOtherwise(format);
        return std::nullopt;
    });
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/text/literaltext.h"
#include "core/systems/contract/ownertext.h"
#include "core/systems/redisson/ownclient.h"
#include "core/systems/contract/textshapes.h"
#include "tests/fuzz/fuzz.h"

// What programs write into owner columns and fields.

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray raw = bytesOf(data, size);
    const Holder holder = tableHolder(raw, qint64(size));
    require(holder.raw == raw, "an owner's bytes change");
    require(literalText(holder.label) == holder.label, "an owner's label hides or moves text");
    require(!holder.label.isEmpty() || raw.isEmpty(), "an owner has no label");
    const QString once = literalText(raw);
    require(once == literalText(once), "what is literal already changes");
    return 0;
}

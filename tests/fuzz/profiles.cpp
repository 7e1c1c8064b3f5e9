// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>

// A profile as anybody may have written it, and what editing makes of it.

namespace lockmaster::fuzz {

namespace {

QStringList namesIn(const Profile &profile)
{
    QStringList names;
    for (const BackendSpec &spec : profile.backends)
        names << spec.name;
    return names;
}

/** Removes a backend: it is gone, and the others say what they said. */
void removeFrom(const QByteArray &text, const Profile &before, const BackendSpec &spec)
{
    const auto edited = editProfile(text, spec.name, std::nullopt);
    if (!edited)
        return;
    const Profile after = parseProfile(*edited);
    require(!namesIn(after).contains(spec.name), "a removed backend is still there");
    require(after.backends.size() + 1 == before.backends.size(), "another backend went with it");
}

/** Gives a backend another host: nothing else changes. */
void changeIn(const QByteArray &text, const Profile &before, BackendSpec spec)
{
    if (spec.sentinel.isSet())
        spec.sentinel.hosts = {{QStringLiteral("other.example"), 1}};
    else
        spec.host = QStringLiteral("other.example");
    spec.socketPath.clear();
    const auto edited = editProfile(text, spec.name, spec);
    if (!edited)
        return;
    const Profile after = parseProfile(*edited);
    require(namesIn(after) == namesIn(before), "an edit changes which backends there are");
    for (size_t i = 0; i < after.backends.size(); ++i) {
        const bool edits = after.backends[i].name == spec.name;
        require(after.backends[i] == (edits ? spec : before.backends[i]), "an edit says more");
    }
}

/** What a backend is written as, in a file of its own, is that backend. */
void writeAlone(const BackendSpec &spec)
{
    const auto text = editProfile({}, {}, spec);
    if (!text)
        return;
    const Profile alone = parseProfile(*text);
    require(alone.backends.size() == 1 && alone.backends.front() == spec,
            "a backend is written as another");
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 4096)
        return 0;
    const QByteArray text = bytesOf(data, size);
    const Profile profile = parseProfile(text);
    for (const ProfileProblem &problem : profile.problems) {
        require(problem.line >= 0 && problem.line <= text.count('\n') + 1, "a line that is not");
        require(!problem.message.isEmpty(), "a problem without words");
    }
    QStringList names = namesIn(profile);
    require(names.removeDuplicates() == 0, "two backends of one name");
    if (profile.backends.empty())
        return 0;
    removeFrom(text, profile, profile.backends.front());
    changeIn(text, profile, profile.backends.back());
    writeAlone(profile.backends.front());
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/config/urlsplit.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>

// A backend's URL from a command line.

namespace lockmaster::fuzz {

namespace {

void writeAgain(const BackendSpec &spec)
{
    const auto again = parseBackendUrl(backendUrl(spec));
    require(again.has_value(), "the URL of a backend is none");
    require(again->kind == spec.kind && again->host == spec.host && again->port == spec.port
                && again->socketPath == spec.socketPath && again->user == spec.user
                && again->database == spec.database && again->redisDatabase == spec.redisDatabase
                && again->sentinel.hosts == spec.sentinel.hosts
                && again->sentinel.master == spec.sentinel.master && again->cluster == spec.cluster,
            "the URL of a backend is another's");
    require(again->urlPassword.isEmpty(), "a URL tells a password");
}

/** Where a password stands is where one is read, so that whoever hides it hides all of it. */
void findPassword(const QByteArray &url)
{
    const auto split = splitUrl(QString::fromUtf8(url));
    if (!split || split->password.isEmpty())
        return;
    const UrlPasswordPlace place = findUrlPassword(url);
    const auto found = percentDecoded(QByteArrayView(url).sliced(place.position, place.length));
    require(found && found->contains(split->password.reveal()), "a password is not found");
}

/** Another password in the same place: what is said stays the same. */
void tellNoPassword(const QByteArray &url)
{
    if (url.contains(":///"))
        return; // nobody logs in there: what looks like a password is a path
    const UrlPasswordPlace place = findUrlPassword(url);
    const QByteArrayView password = QByteArrayView(url).sliced(place.position, place.length);
    const bool plain = std::all_of(password.begin(), password.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    if (password.isEmpty() || !plain)
        return;
    QByteArray other = url;
    for (qsizetype i = place.position; i < place.position + place.length; ++i)
        other[i] = other[i] == 'x' ? 'y' : 'x';
    const auto one = parseBackendUrl(QString::fromUtf8(url));
    const auto two = parseBackendUrl(QString::fromUtf8(other));
    require(one.has_value() == two.has_value(), "a password decides what a URL is");
    require(one || one.error() == two.error(), "an error tells a password");
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray url = bytesOf(data, size);
    if (!url.isValidUtf8())
        return 0;
    findPassword(url);
    tellNoPassword(url);
    const auto spec = parseBackendUrl(QString::fromUtf8(url));
    if (spec)
        writeAgain(*spec);
    else
        require(!spec.error().message.isEmpty(), "a refusal without words");
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "core/config/specmerge.h"

#include "core/config/profilefile.h"
#include "core/config/specwriter.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr QLatin1StringView tablesKey("table");

/** What a key says by itself: whether it may be left out is another one's matter as well. */
std::optional<QByteArray> saidBy(const WrittenKey &key)
{
    return key.key == u"formats" && key.implied ? std::nullopt : key.value;
}

/** These are left out where others say the same, and those may come from elsewhere. */
bool isSaidAlways(const WrittenKey &key)
{
    return key.key == u"name" || key.key == u"read_only" || key.key == u"tls";
}

tl::unexpected<Error> changedTwice(const QString &name, const QStringList &keys)
{
    return failure(
        ErrorKind::Config,
        Words::tr("The profile was changed meanwhile, and says something else of %1: %2.")
            .arg(name, keys.join(QStringLiteral(", "))),
        Words::tr("Put these as they are there by now, or close this and begin anew."));
}

} // namespace

QStringList differingKeys(const BackendSpec &a, const BackendSpec &b)
{
    const std::vector<WrittenKey> ofA = writtenKeys(a);
    const std::vector<WrittenKey> ofB = writtenKeys(b);
    QStringList keys;
    for (size_t i = 0; i < ofA.size(); ++i) {
        if (saidBy(ofA[i]) != saidBy(ofB[i]))
            keys << ofA[i].key;
    }
    if (writtenTables(a) != writtenTables(b))
        keys << tablesKey;
    return keys;
}

Result<BackendSpec> mergedSpec(const BackendSpec &shown, const BackendSpec &wanted,
                               const BackendSpec &now)
{
    const QStringList here = differingKeys(shown, wanted);
    const QStringList there = differingKeys(shown, now);
    if (there.isEmpty())
        return wanted;
    QStringList both = differingKeys(wanted, now);
    both.removeIf([&](const QString &key) { return !here.contains(key) || !there.contains(key); });
    if (!both.isEmpty())
        return changedTwice(shown.name, both);
    const auto from = [&](const QString &key) -> const BackendSpec & {
        return here.contains(key) ? wanted : now;
    };
    const std::vector<WrittenKey> ofWanted = writtenKeys(wanted);
    const std::vector<WrittenKey> ofNow = writtenKeys(now);
    QByteArray text = "[[backend]]\n";
    for (size_t i = 0; i < ofNow.size(); ++i) {
        const WrittenKey &key = here.contains(ofNow[i].key) ? ofWanted[i] : ofNow[i];
        if (key.value && (!key.implied || isSaidAlways(key)))
            text += key.key.toUtf8() + " = " + *key.value + '\n';
    }
    for (const TableSpec &table : writtenTables(from(tablesKey)))
        text += writtenTable(table, {});
    const Profile profile = parseProfile(text);
    if (profile.backends.size() != 1 || !profile.problems.empty())
        return changedTwice(shown.name, there);
    BackendSpec merged = profile.backends.front();
    merged.urlPassword = wanted.urlPassword;
    merged.tunnel.isOwn = wanted.tunnel.isOwn && merged.tunnel == wanted.tunnel;
    return merged;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/config/urloptions.h"

#include "core/config/profilevalues.h"
#include "core/config/tablereader.h"
#include "core/domain/systemtraits.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <set>

namespace lockmaster {

namespace {

/** What the options of one URL are applied to. */
struct Target {
    SpecDraft &draft;
    BackendSpec &spec;
    bool overSocket;
    QLatin1StringView system = {};       ///< whose tables the option at hand is about
    size_t listBegin = 0;                ///< of the tables of the last `formats`
    std::optional<ClockSpec> clock = {}; ///< for all that follow: it was said before any table
};

Refusal whole(Millis lowest, Millis highest)
{
    return Words::tr("a whole number of milliseconds, %1 to %2")
        .arg(lowest.count())
        .arg(highest.count());
}

std::optional<qint64> wholeNumber(const QString &text, qint64 lowest, qint64 highest)
{
    const auto digit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    bool ok = !text.isEmpty() && std::all_of(text.cbegin(), text.cend(), digit);
    const qint64 number = ok ? text.toLongLong(&ok) : 0;
    if (!ok || number < lowest || number > highest)
        return std::nullopt;
    return number;
}

Refusal takeMillis(const QString &text, Millis lowest, Millis highest, Millis &value)
{
    const auto number = wholeNumber(text, lowest.count(), highest.count());
    if (!number)
        return whole(lowest, highest);
    value = Millis(*number);
    return {};
}

Refusal takeText(const QString &text, QString &value)
{
    if (text.isEmpty())
        return Words::tr("text");
    value = text;
    return {};
}

Refusal takeQuorum(const QString &text, Target &target)
{
    const auto number = wholeNumber(text, 1, mostRedlockServers);
    if (!number)
        return Words::tr("a whole number, 1 to %1").arg(mostRedlockServers);
    target.spec.quorum = int(*number);
    return {};
}

Refusal takeNode(const QString &text, Target &target)
{
    const auto node = nodeDialFromText(text);
    if (!node)
        return nodeDials();
    target.spec.nodes.push_back(*node);
    return {};
}

Refusal takeSentinelTls(const QString &text, Target &target)
{
    target.spec.sentinel.tls = tlsModeFromText(text);
    return target.spec.sentinel.tls ? Refusal() : Words::tr("off or verify");
}

/** What the system's tables are as far as no option says otherwise. */
TableSpec &defaultTable(Target &target)
{
    std::vector<TableSpec> &tables = target.draft.defaultTables;
    return *std::find_if(tables.begin(), tables.end(),
                         [&target](const TableSpec &t) { return t.system == target.system; });
}

/** A clock behind tables of formats is theirs; that of leaders has a word of its own. */
bool isAboutFormats(const Target &target)
{
    return !target.spec.tables.empty() && target.spec.tables.back().format
           && !traitsOf(QString(target.system)).electsLeaders;
}

/** The table an option after it belongs to: the last one of its system, or all that follow. */
TableSpec &lastTable(Target &target)
{
    if (isAboutFormats(target))
        return target.spec.tables.back();
    const auto found =
        std::find_if(target.spec.tables.rbegin(), target.spec.tables.rend(),
                     [&target](const TableSpec &t) { return t.system == target.system; });
    return found == target.spec.tables.rend() ? defaultTable(target) : *found;
}

Refusal takeTable(const QString &text, Target &target)
{
    TableSpec table = defaultTable(target);
    table.named = true;
    if (!setTable(table, text))
        return Words::tr("table or database.table");
    target.spec.tables.push_back(std::move(table));
    return {};
}

/** `auto`, `liquibase` or `shedlock:app.locks`; several with commas between them. */
Refusal takeFormats(const QString &text, Target &target)
{
    target.listBegin = target.spec.tables.size();
    for (const QString &each : text.split(u',')) {
        if (each == autoFormatsWord) {
            target.spec.autoFormats = true;
            continue;
        }
        const qsizetype colon = each.indexOf(u':');
        std::optional<TableSpec> table = formatTable(colon < 0 ? each : each.first(colon));
        if (!table || (colon >= 0 && !setTable(*table, each.sliced(colon + 1))))
            return Words::tr("auto, FORMAT or FORMAT:TABLE, with FORMAT one of %1")
                .arg(tableFormatIds());
        table->named = true;
        if (target.clock)
            table->clock = *target.clock;
        target.spec.tables.push_back(std::move(*table));
    }
    return {};
}

Refusal takeClock(const QString &text, Target &target)
{
    const std::optional<ClockSpec> clock = clockSpecFromText(text);
    if (!clock)
        return acceptedClocks();
    if (target.spec.tables.empty() && !traitsOf(QString(target.system)).electsLeaders)
        target.clock = clock;
    lastTable(target).clock = *clock;
    // Those of one list have one clock.
    for (size_t i = target.listBegin; isAboutFormats(target) && i < target.spec.tables.size(); ++i)
        target.spec.tables[i].clock = *clock;
    return {};
}

Refusal takeLease(const QString &text, Target &target)
{
    Millis lease{0};
    if (Refusal refusal = takeMillis(text, Millis(1), longestLease, lease); !refusal.isEmpty())
        return refusal;
    lastTable(target).lease = lease;
    return {};
}

Refusal takeTls(const QString &text, Target &target)
{
    const std::optional<TlsMode> mode = tlsModeFromText(text);
    if (!mode)
        return Words::tr("off or verify");
    if (target.draft.tls && *target.draft.tls != *mode)
        return Words::tr("verify in a rediss:// URL");
    target.draft.tls = mode;
    return {};
}

Refusal takeEnvironment(const QString &text, Target &target)
{
    const std::optional<Environment> environment = environmentFromName(text);
    if (!environment) {
        return Words::tr("development, staging or production");
    }
    target.spec.environment = *environment;
    return {};
}

Refusal takeReadOnly(const QString &text, Target &target)
{
    if (text != u"true" && text != u"false")
        return Words::tr("true or false");
    target.draft.readOnly = text == u"true";
    return {};
}

Refusal takePush(const QString &text, Target &target)
{
    if (text != u"true" && text != u"false")
        return Words::tr("true or false");
    target.spec.push = text == u"true";
    return {};
}

Refusal takeSystems(const QString &text, Target &target)
{
    target.spec.systems = text.split(u',');
    if (target.spec.systems.contains(QString()))
        return Words::tr("lock systems separated by commas");
    return unknownSystems(target.spec);
}

Refusal takeDatabaseName(const QString &text, Target &target)
{
    return takeText(text, target.spec.database);
}

Refusal takeDatabaseNumber(const QString &text, Target &target)
{
    const auto number = wholeNumber(text, 0, highestRedisDatabase);
    if (!number)
        return Words::tr("the number of a database, from 0");
    target.spec.redisDatabase = int(*number);
    return {};
}

/** Options whose value is text. Those whose value is bytes come before them. */
struct Option {
    QLatin1StringView name;
    std::optional<BackendKind> kind; ///< none: both
    bool repeatable;
    bool socketOnly;
    Refusal (*take)(const QString &, Target &);
    QLatin1StringView system = {}; ///< `Target::system`
};

constexpr auto mysql = BackendKind::MySql;
constexpr auto redis = BackendKind::Redis;

constexpr std::array options = {
    Option{QLatin1StringView("database"), mysql, false, true, takeDatabaseName},
    Option{QLatin1StringView("db"), redis, false, true, takeDatabaseNumber},
    Option{QLatin1StringView("tls"), {}, false, false, takeTls},
    Option{QLatin1StringView("ca"),
           {},
           false,
           false,
           [](const QString &text, Target &t) { return takeText(text, t.spec.caFile); }},
    Option{QLatin1StringView("cert"),
           {},
           false,
           false,
           [](const QString &text, Target &t) { return takeText(text, t.spec.certFile); }},
    Option{QLatin1StringView("key"),
           {},
           false,
           false,
           [](const QString &text, Target &t) { return takeText(text, t.spec.keyFile); }},
    Option{QLatin1StringView("server_public_key"), mysql, false, false,
           [](const QString &text, Target &t) { return takeText(text, t.spec.publicKeyFile); }},
    Option{QLatin1StringView("name"),
           {},
           false,
           false,
           [](const QString &text, Target &t) {
               return text.isEmpty() || isPlainName(text) ? takeText(text, t.spec.name)
                                                          : plainNames();
           }},
    Option{QLatin1StringView("environment"), {}, false, false, takeEnvironment},
    Option{QLatin1StringView("read_only"), {}, false, false, takeReadOnly},
    Option{QLatin1StringView("systems"), {}, false, false, takeSystems},
    Option{QLatin1StringView("password_file"),
           {},
           false,
           false,
           [](const QString &text, Target &t) { return takeText(text, t.spec.passwordFile); }},
    Option{QLatin1StringView("ssh"),
           {},
           false,
           false,
           [](const QString &text, Target &t) { return takeText(text, t.spec.tunnel.ssh); }},
    Option{QLatin1StringView("node"), redis, true, false, takeNode},
    Option{QLatin1StringView("quorum"), redis, false, false, takeQuorum},
    Option{QLatin1StringView("sentinel_user"), redis, false, false,
           [](const QString &text, Target &t) { return takeText(text, t.spec.sentinel.user); }},
    Option{QLatin1StringView("sentinel_password_file"), redis, false, false,
           [](const QString &text, Target &t) {
               return takeText(text, t.spec.sentinel.passwordFile);
           }},
    Option{QLatin1StringView("sentinel_tls"), redis, false, false, takeSentinelTls},
    Option{QLatin1StringView("formats"), BackendKind::MySql, true, false, takeFormats},
    Option{QLatin1StringView("poll_ms"),
           {},
           false,
           false,
           [](const QString &text, Target &t) {
               return takeMillis(text, shortestPoll, longestPoll, t.spec.poll);
           }},
    Option{QLatin1StringView("push"), redis, false, false, takePush},
    Option{QLatin1StringView("timeout_ms"),
           {},
           false,
           false,
           [](const QString &text, Target &t) {
               return takeMillis(text, shortestTimeout, longestTimeout, t.spec.timeout);
           }},
};

std::vector<Option> allOptions()
{
    std::vector<Option> all(options.begin(), options.end());
    for (const SystemTraits *system : tableSystems()) {
        const auto add = [&](QLatin1StringView name, auto take) {
            if (!name.isEmpty())
                all.push_back({name, system->kind, true, false, take, system->id});
        };
        add(system->id, takeTable);
        add(system->clockOption, takeClock);
        add(system->leaseOption, takeLease);
    }
    return all;
}

bool fits(const Option &option, const Target &target)
{
    return (!option.kind || *option.kind == target.spec.kind)
           && (!option.socketOnly || target.overSocket);
}

/** What could have been written instead, for the message about an option that is not known. */
QString acceptedOptions(const Target &target)
{
    QStringList names;
    if (target.spec.kind == redis)
        names.append(QStringLiteral("match"));
    for (const SystemTraits &system : systemTraits()) {
        if (system.asksByName && system.kind == target.spec.kind)
            names.append(system.id);
    }
    for (const Option &option : allOptions()) {
        if (fits(option, target))
            names.append(option.name);
    }
    names.sort();
    return names.join(QLatin1StringView(", "));
}

/** Names and patterns are bytes: they are not held to be text. */
bool takeBytes(const UrlOption &option, Target &target)
{
    const SystemTraits &system = traitsOf(QString::fromUtf8(option.name));
    if (system.asksByName && system.kind == target.spec.kind)
        target.spec.userLocks.push_back(option.value);
    else if (option.name == "match" && target.spec.kind == redis)
        target.spec.patterns.push_back(option.value);
    else
        return false;
    return true;
}

tl::unexpected<Error> refusedValue(const SplitUrl &url, const UrlOption &option,
                                   const QString &accepted)
{
    return failure(ErrorKind::Config, Words::tr("Option '%1' of %2 cannot be '%3'; it takes %4.")
                                          .arg(QString::fromUtf8(option.name), url.shown,
                                               literalText(option.value), accepted));
}

Result<void> takeOption(const SplitUrl &url, const UrlOption &given, Target &target,
                        std::set<QByteArray> &seen)
{
    if (takeBytes(given, target)) {
        if (given.value.isEmpty())
            return refusedValue(url, given, Words::tr("a name"));
        return {};
    }
    const std::vector<Option> all = allOptions();
    const auto option = std::find_if(all.begin(), all.end(), [&](const Option &o) {
        return QLatin1StringView(given.name) == o.name && fits(o, target);
    });
    if (option == all.end()) {
        return failure(ErrorKind::Config,
                       Words::tr("Option '%1' of %2 is not known.")
                           .arg(QString::fromUtf8(given.name), url.shown),
                       Words::tr("It can have: %1.").arg(acceptedOptions(target)));
    }
    if (!option->repeatable && !seen.insert(given.name).second) {
        return failure(ErrorKind::Config, Words::tr("Option '%1' of %2 stands twice.")
                                              .arg(QString::fromUtf8(given.name), url.shown));
    }
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(given.value);
    if (decoder.hasError() || text.contains(QChar(0)))
        return refusedValue(url, given, Words::tr("UTF-8 text"));
    target.system = option->system;
    if (const Refusal accepted = option->take(text, target); !accepted.isEmpty())
        return refusedValue(url, given, accepted);
    return {};
}

} // namespace

Result<void> applyUrlOptions(const SplitUrl &url, SpecDraft &draft)
{
    Target target{draft, draft.spec, !draft.spec.socketPath.isEmpty()};
    std::set<QByteArray> seen;
    for (const UrlOption &option : url.options) {
        if (Result<void> taken = takeOption(url, option, target, seen); !taken)
            return taken;
    }
    return {};
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "core/imports/optionfile.h"

#include "core/imports/clientoptions.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lockmaster {

namespace {

struct Setting {
    QString name; ///< with dashes
    QString value;
};

struct Group {
    QString name;
    std::vector<Setting> settings;
};

/** Without its quotes, with what escapes stand for, up to a comment. */
QString settingValue(QString text)
{
    text = text.trimmed();
    if (text.size() >= 2 && (text[0] == u'"' || text[0] == u'\'') && text.endsWith(text[0]))
        text = text.sliced(1, text.size() - 2);
    else if (const qsizetype comment = text.indexOf(u" #"); comment >= 0)
        text = text.first(comment).trimmed();
    static const std::pair<char, char> escapes[] = {{'b', '\b'}, {'t', '\t'},  {'n', '\n'},
                                                    {'r', '\r'}, {'\\', '\\'}, {'s', ' '}};
    QString value;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto *escape =
            std::find_if(std::begin(escapes), std::end(escapes), [&](const auto &each) {
                return text[i] == u'\\' && i + 1 < text.size()
                       && text[i + 1] == QLatin1Char(each.first);
            });
        if (escape == std::end(escapes)) {
            value += text[i];
        } else {
            value += QLatin1Char(escape->second);
            ++i;
        }
    }
    return value;
}

std::optional<QString> groupName(const QString &line)
{
    const qsizetype end = line.indexOf(u']');
    return line.startsWith(u'[') && end > 1 ? std::optional(line.sliced(1, end - 1).trimmed())
                                            : std::nullopt;
}

std::vector<Group> groupsIn(const QByteArray &text)
{
    constexpr size_t most = 10'000;
    std::vector<Group> groups;
    size_t settings = 0;
    for (const QByteArray &bytes : text.split('\n')) {
        const QString line = QString::fromUtf8(bytes).trimmed();
        if (line.isEmpty() || line.startsWith(u'#') || line.startsWith(u';')
            || line.startsWith(u'!') || ++settings > most)
            continue;
        if (const auto name = groupName(line)) {
            groups.push_back({*name, {}});
        } else if (!groups.empty()) {
            QString option = line.section(u'=', 0, 0).trimmed().replace(u'_', u'-');
            if (option.startsWith(u"loose-"))
                option = option.sliced(QLatin1StringView("loose-").size());
            groups.back().settings.push_back({option, settingValue(line.section(u'=', 1))});
        }
    }
    return groups;
}

/** Behind the name of a group that clients read: what `--defaults-group-suffix` says; else none. */
std::optional<QString> suffixOf(const Group &group)
{
    static const QStringList usual{
        QStringLiteral("client"),        QStringLiteral("mysql"),
        QStringLiteral("client-server"), QStringLiteral("client-mariadb"),
        QStringLiteral("mariadb"),       QStringLiteral("mariadb-client"),
    };
    if (usual.contains(group.name))
        return QString();
    for (const QLatin1StringView program :
         {QLatin1StringView("client"), QLatin1StringView("mysql_"),
          QLatin1StringView("mariadb_")}) {
        // [mysql_upgrade] and its like are other programs'.
        const bool isServers =
            program == u"client"
            || std::any_of(group.settings.begin(), group.settings.end(),
                           [](const Setting &setting) {
                               return setting.name == u"host" || setting.name == u"socket";
                           });
        if (isServers && group.name.startsWith(program))
            return group.name.sliced(program == u"client" ? program.size() : program.size() - 1);
    }
    return std::nullopt;
}

void apply(const std::vector<Group> &groups, const QString &suffix, FoundServer &server)
{
    for (const Group &group : groups) {
        if (suffixOf(group) != suffix)
            continue;
        for (const Setting &setting : group.settings) {
            for (const ClientOption &option : clientOptions()) {
                if (option.kind != BackendKind::MySql
                    || QLatin1StringView("--") + setting.name != QLatin1StringView(option.full))
                    continue;
                if (!option.apply(server.spec, setting.value))
                    server.fault = Words::tr("%1 cannot be '%2'.")
                                       .arg(setting.name, literalText(setting.value));
            }
        }
    }
}

} // namespace

std::vector<FoundServer> serversOfOptionFile(const QByteArray &text)
{
    const std::vector<Group> groups = groupsIn(text);
    QStringList suffixes;
    for (const Group &group : groups) {
        if (const auto suffix = suffixOf(group); suffix && !suffixes.contains(*suffix))
            suffixes << *suffix;
    }
    std::vector<FoundServer> servers;
    for (const QString &suffix : suffixes) {
        FoundServer server;
        server.spec.kind = BackendKind::MySql;
        server.spec.host.clear();
        apply(groups, {}, server);
        if (!suffix.isEmpty())
            apply(groups, suffix, server);
        // Where [client] has a pager and a prompt alone, there is no server in it.
        const BackendSpec &spec = server.spec;
        const bool saysWhere = !suffix.isEmpty() || !spec.host.isEmpty()
                               || !spec.socketPath.isEmpty() || !spec.user.isEmpty();
        settleAddress(server.spec);
        server.name = literalText(
            suffix.startsWith(u'_') || suffix.startsWith(u'-') ? suffix.sliced(1) : suffix);
        if (saysWhere)
            servers.push_back(std::move(server));
    }
    return servers;
}

bool isOptionFile(const QByteArray &text)
{
    const QList<QByteArray> lines = text.split('\n');
    return std::any_of(lines.begin(), lines.end(), [](const QByteArray &line) {
        return groupName(QString::fromUtf8(line).trimmed()).has_value();
    });
}

} // namespace lockmaster

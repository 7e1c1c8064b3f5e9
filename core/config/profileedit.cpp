// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"

#include "core/config/profilereader.h"
#include "core/config/sectionedit.h"
#include "core/config/specwriter.h"
#include "core/config/tablereader.h"
#include "core/config/urlsplit.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

Error byHand(const QString &why)
{
    return {ErrorKind::Config, 0, why, Words::tr("Edit the file by hand.")};
}

/** Edits a profile whose text is TOML. */
class Editor
{
public:
    explicit Editor(const QByteArray &toml) : m_edit(toml), m_text(parseToml(toml))
    {
        if (!m_text.error)
            readProfile(m_text.root, m_reading);
    }

    bool isToml() const { return !m_text.error; }

    Result<QByteArray> run(const QString &replaces, const std::optional<BackendSpec> &spec)
    {
        if (replaces.isEmpty())
            return add(*spec);
        const TomlNode *node = findNode(replaces);
        if (!node) {
            return tl::make_unexpected(byHand(
                Words::tr("The profile has no backend '%1' that could be read.").arg(replaces)));
        }
        if (!spec) {
            m_edit.removeLines({node->span.begin, endOf(*node)});
            return checked(node, replaces, spec);
        }
        const BackendSpec before = findSpec(replaces);
        if (!(before == *spec) && !rewrite(*node, before, *spec)) {
            return tl::make_unexpected(
                byHand(Words::tr("Changing backend '%1' would cost comments or layout that this "
                                 "program does not understand.")
                           .arg(replaces)));
        }
        return checked(node, replaces, spec);
    }

private:
    const std::vector<TomlNode> &nodes() const
    {
        static const std::vector<TomlNode> none;
        const TomlMember *member = m_text.root.find(u"backend");
        return member ? member->value.items : none;
    }

    /** Also one with mistakes in it, by the name it gives itself: it can be taken out. */
    const TomlNode *findNode(const QString &name) const
    {
        for (const ReadBackend &backend : m_reading.backends) {
            if (backend.spec.name == name)
                return &nodes()[backend.index];
        }
        const auto found = std::find_if(nodes().begin(), nodes().end(), [&](const TomlNode &node) {
            return writtenName(node) == name;
        });
        return found == nodes().end() ? nullptr : &*found;
    }

    BackendSpec findSpec(const QString &name) const
    {
        for (const ReadBackend &backend : m_reading.backends) {
            if (backend.spec.name == name)
                return backend.spec;
        }
        return {};
    }

    Result<QByteArray> add(const BackendSpec &spec)
    {
        const bool first = m_edit.isBlank();
        m_edit.append((first ? QByteArray() : QByteArray("\n")) + writtenBackend(spec));
        return checked(nullptr, {}, spec);
    }

    /** Options in a URL say the same as keys: once something changes, the keys take over. */
    static bool hasOptions(const TomlNode &node)
    {
        const TomlMember *url = node.find(u"url");
        const Result<SplitUrl> split = splitUrl(url ? url->value.text : QString());
        return split
               && std::any_of(split->options.begin(), split->options.end(), [](const UrlOption &o) {
                      return o.name != "database" && o.name != "db";
                  });
    }

    bool rewrite(const TomlNode &node, const BackendSpec &before, const BackendSpec &after)
    {
        std::vector<WrittenKey> was = writtenKeys(before);
        if (hasOptions(node)) {
            const auto url = std::find_if(was.begin(), was.end(),
                                          [](const WrittenKey &key) { return key.key == u"url"; });
            url->value = std::nullopt;
        }
        return SectionEdit(node, m_edit).rewrite(was, writtenKeys(after))
               && rewriteTables(node, writtenTables(after));
    }

    bool rewriteTables(const TomlNode &node, std::vector<TableSpec> wanted)
    {
        const TomlMember *member = node.find(u"table");
        std::vector<const TomlNode *> changed;
        if (member) {
            for (const TomlNode &item : member->value.items) {
                const auto same = std::find(wanted.begin(), wanted.end(), readTable(item).spec);
                if (same != wanted.end())
                    wanted.erase(same);
                else
                    changed.push_back(&item);
            }
            if (!hasHeader(*member) && (!changed.empty() || !wanted.empty()))
                return false;
        }
        for (const TomlNode *item : changed) {
            if (!changeTable(*item, wanted))
                return false;
        }
        QByteArray added;
        const QByteArray indent = member && !member->value.items.empty()
                                      ? m_edit.indentAt(member->value.items.back().span.begin)
                                      : QByteArray();
        for (const TableSpec &table : wanted)
            added += "\n\n" + writtenTable(table, indent).trimmed().prepend(indent);
        if (!added.isEmpty())
            m_edit.insert(m_edit.endOfLine(endOf(node)), added);
        return true;
    }

    /** Makes a table that is not wanted as it is into the next wanted one, or takes it out. */
    bool changeTable(const TomlNode &item, std::vector<TableSpec> &wanted)
    {
        const TableSpec before = readTable(item).spec;
        const auto next = std::find_if(wanted.begin(), wanted.end(), [&](const TableSpec &table) {
            return table.system == before.system;
        });
        if (next == wanted.end()) {
            m_edit.removeLines({item.span.begin, endOf(item)});
            return true;
        }
        const auto preset = item.find(u"preset") ? tablePreset(before.system) : std::nullopt;
        const bool apart = item.find(u"schema") != nullptr;
        const bool done =
            SectionEdit(item, m_edit)
                .rewrite(writtenKeys(before, preset, apart), writtenKeys(*next, preset, apart));
        wanted.erase(next);
        return done;
    }

    /** The edited text, if it says exactly what it should and nothing else changed in it. */
    Result<QByteArray> checked(const TomlNode *edited, const QString &replaces,
                               const std::optional<BackendSpec> &spec) const
    {
        const QByteArray toml = m_edit.result();
        const TomlText text = parseToml(toml);
        ParsedProfile reading;
        if (!text.error)
            readProfile(text.root, reading);
        if (text.error || !saysWhatItShould(reading, replaces, spec)
            || !restIsTheSame(text.root, edited, spec.has_value())) {
            return tl::make_unexpected(byHand(Words::tr(
                "The profile is laid out in a way that this program cannot edit safely.")));
        }
        return toml;
    }

    static void sortTables(BackendSpec &spec)
    {
        spec.tables = [&spec] {
            std::vector<TableSpec> tables = writtenTables(spec);
            std::sort(tables.begin(), tables.end(), [](const TableSpec &a, const TableSpec &b) {
                return std::tie(a.system, a.schema, a.table, a.nameColumn, a.ownerColumn)
                       < std::tie(b.system, b.schema, b.table, b.nameColumn, b.ownerColumn);
            });
            return tables;
        }();
    }

    bool saysWhatItShould(const ParsedProfile &reading, const QString &replaces,
                          const std::optional<BackendSpec> &spec) const
    {
        std::vector<BackendSpec> wanted;
        for (const ReadBackend &backend : m_reading.backends) {
            if (replaces.isEmpty() || backend.spec.name != replaces)
                wanted.push_back(backend.spec);
            else if (spec)
                wanted.push_back(*spec);
        }
        const bool wasRead = !findSpec(replaces).name.isEmpty();
        if (spec && (replaces.isEmpty() || !wasRead))
            wanted.push_back(*spec);
        if (wanted.size() != reading.backends.size())
            return false;
        for (BackendSpec &one : wanted) {
            const auto found =
                std::find_if(reading.backends.begin(), reading.backends.end(),
                             [&one](const ReadBackend &b) { return b.spec.name == one.name; });
            if (found == reading.backends.end())
                return false;
            BackendSpec read = found->spec;
            sortTables(read);
            sortTables(one);
            if (!(read == one))
                return false;
        }
        return true;
    }

    /** Every other backend and key, known or not, as it was; in the edited one the unknown keys. */
    bool restIsTheSame(const TomlNode &root, const TomlNode *edited, bool kept) const
    {
        for (const TomlMember &member : m_text.root.members) {
            const TomlMember *now = root.find(member.key);
            if (member.key != u"backend" && !(now && sameMeaning(member.value, now->value)))
                return false;
        }
        const TomlMember *list = root.find(u"backend");
        static const std::vector<TomlNode> none;
        const std::vector<TomlNode> &after = list ? list->value.items : none;
        size_t at = 0;
        for (const TomlNode &before : nodes()) {
            if (&before == edited && !kept)
                continue;
            if (at >= after.size())
                return false;
            const TomlNode &now = after[at++];
            if (&before == edited ? !unknownKeysStay(before, now) : !sameMeaning(before, now))
                return false;
        }
        return after.size() == at + (edited ? 0 : 1);
    }

    static bool unknownKeysStay(const TomlNode &before, const TomlNode &now)
    {
        QStringList known{QStringLiteral("table")};
        for (const WrittenKey &key : writtenKeys(BackendSpec{}))
            known.append(key.key);
        return std::all_of(before.members.begin(), before.members.end(),
                           [&](const TomlMember &member) {
                               const TomlMember *other = now.find(member.key);
                               return known.contains(member.key)
                                      || (other && sameMeaning(member.value, other->value));
                           });
    }

    TextEdit m_edit;
    TomlText m_text;
    ParsedProfile m_reading;
};

} // namespace

Result<QByteArray> editProfile(const QByteArray &toml, const QString &replaces,
                               const std::optional<BackendSpec> &spec)
{
    if (!spec && replaces.isEmpty())
        return toml;
    if (spec && !canBeWritten(*spec)) {
        return tl::make_unexpected(
            Error{ErrorKind::Config,
                  0,
                  Words::tr("A name or pattern of backend '%1' is not UTF-8 text, "
                            "which a profile cannot hold.")
                      .arg(spec->name),
                  {}});
    }
    const Profile profile = parseProfile(toml);
    const bool taken =
        spec && spec->name != replaces
        && std::any_of(profile.backends.begin(), profile.backends.end(),
                       [&spec](const BackendSpec &other) { return other.name == spec->name; });
    if (taken) {
        return tl::make_unexpected(Error{
            ErrorKind::Config, 0, Words::tr("Another backend is called '%1'.").arg(spec->name),
            Words::tr("Choose another name.")});
    }
    Editor editor(toml);
    if (!editor.isToml()) {
        const ProfileProblem &problem = profile.problems.front();
        return tl::make_unexpected(
            byHand(Words::tr("The profile has a mistake: %1").arg(profileProblemText(problem))));
    }
    return editor.run(replaces, spec);
}

} // namespace lockmaster

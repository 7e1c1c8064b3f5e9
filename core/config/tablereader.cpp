// SPDX-License-Identifier: Apache-2.0
#include "core/config/tablereader.h"

#include "core/text/durationtext.h"
#include "core/config/specdraft.h"
#include "core/domain/systemtraits.h"
#include "core/formats/formatcatalogue.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

constexpr std::array knownKeys = {
    QLatin1StringView("format"), QLatin1StringView("preset"), QLatin1StringView("system"),
    QLatin1StringView("schema"), QLatin1StringView("table"),  QLatin1StringView("name"),
    QLatin1StringView("owner"),  QLatin1StringView("expiry"), QLatin1StringView("heartbeat"),
    QLatin1StringView("lease"),  QLatin1StringView("clock"),
};

/** `message` with all systems that are kept in tables, the last of them apart. */
QString withTableSystems(const QString &message)
{
    QStringList ids;
    for (const SystemTraits *system : tableSystems())
        ids.append(u'"' + system->id + u'"');
    const QString last = ids.takeLast();
    return message.arg(ids.join(QLatin1StringView(", ")), last);
}

class Reader
{
public:
    explicit Reader(const TomlNode &node) : m_node(node) {}

    ParsedTable run()
    {
        if (m_node.type != Type::Table) {
            refuse(m_node, Words::tr("Tables to watch are written as [[backend.table]]."));
            return std::move(m_out);
        }
        remarkUnknownKeys();
        if (!takeShape())
            return std::move(m_out);
        m_out.spec.named = true;
        takeTable();
        if (m_out.spec.format) {
            refuseColumns();
            takeClock();
            return std::move(m_out);
        }
        takeColumn(u"name", m_out.spec.nameColumn);
        takeColumn(u"owner", m_out.spec.ownerColumn);
        takeTimeColumn();
        takeLease();
        takeClock();
        return std::move(m_out);
    }

private:
    /** Its rows say when a holder was last seen, and not how long it holds. */
    bool beats() const { return tablePreset(m_out.spec.system)->lease.has_value(); }

    void refuse(const TomlNode &where, const QString &message)
    {
        m_out.problems.push_back({where.line, where.column, message, {}, true});
    }

    void remarkUnknownKeys()
    {
        QStringList names;
        for (const QLatin1StringView key : knownKeys)
            names.append(key);
        for (const TomlMember &member : m_node.members) {
            if (names.contains(member.key))
                continue;
            m_out.problems.push_back({member.line,
                                      member.column,
                                      Words::tr("'%1' is not known and does nothing; known are %2.")
                                          .arg(member.key, names.join(QLatin1StringView(", "))),
                                      {},
                                      false});
        }
    }

    /** The text under `key`; none where there is no such key, or it is wrong (which is told). */
    std::optional<QString> text(QStringView key)
    {
        const TomlMember *member = m_node.find(key);
        if (!member)
            return std::nullopt;
        constexpr qsizetype longest = 200;
        if (member->value.type == Type::String && !member->value.text.isEmpty()
            && member->value.text.size() <= longest && !member->value.text.contains(QChar(0)))
            return member->value.text;
        refuse(member->value, Words::tr("'%1' takes text in quotes.").arg(key));
        return std::nullopt;
    }

    bool takeFormat()
    {
        const std::optional<QString> format = text(u"format");
        const std::optional<TableSpec> known = format ? formatTable(*format) : std::nullopt;
        if (!known) {
            if (format)
                refuse(m_node.find(u"format")->value,
                       Words::tr("'format' takes one of %1.").arg(tableFormatIds()));
            return false;
        }
        m_out.spec = *known;
        return true;
    }

    /** A format says them itself. */
    void refuseColumns()
    {
        for (const QStringView key :
             {u"preset", u"system", u"name", u"owner", u"expiry", u"heartbeat", u"lease"}) {
            if (const TomlMember *member = m_node.find(key))
                refuse(member->value, Words::tr("A table with a 'format' has no '%1'.").arg(key));
        }
    }

    bool takeShape()
    {
        if (m_node.find(u"format"))
            return takeFormat();
        const std::optional<QString> preset = text(u"preset");
        const std::optional<QString> system = text(u"system");
        if (preset) {
            const std::optional<TableSpec> known = tablePreset(*preset);
            if (!known || (system && *system != known->system)) {
                refuse(
                    m_node.find(u"preset")->value,
                    withTableSystems(Words::tr("'preset' takes %1 or %2, the same as 'system'.")));
                return false;
            }
            m_out.spec = *known;
            return true;
        }
        if (!system || !tablePreset(*system)) {
            if (system || m_out.problems.empty() || !m_out.problems.back().costsBackend) {
                refuse(system ? m_node.find(u"system")->value : m_node,
                       withTableSystems(Words::tr(
                           "A table takes 'preset' or 'system', either of them %1 or %2.")));
            }
            return false;
        }
        m_out.spec.system = *system;
        m_out.spec.clock = tablePreset(*system)->clock;
        return true;
    }

    void takeTable()
    {
        const std::optional<QString> schema = text(u"schema");
        const std::optional<QString> table = text(u"table");
        if (!table) {
            if (m_out.spec.table.isEmpty() && !m_node.find(u"table"))
                missing(u"table");
        } else if (schema) {
            m_out.spec.table = *table;
        } else if (!setTable(m_out.spec, *table)) {
            refuse(m_node.find(u"table")->value,
                   Words::tr("'table' takes \"table\" or \"database.table\"."));
        }
        if (schema)
            m_out.spec.schema = *schema;
    }

    void missing(QStringView key)
    {
        refuse(m_node, Words::tr("A table without 'preset' needs '%1'.").arg(key));
    }

    void takeColumn(QStringView key, QString &column)
    {
        if (const std::optional<QString> name = text(key))
            column = *name;
        else if (column.isEmpty() && !m_node.find(key))
            missing(key);
    }

    void takeTimeColumn()
    {
        const QStringView own = beats() ? u"heartbeat" : u"expiry";
        const QStringView other = beats() ? u"expiry" : u"heartbeat";
        if (const TomlMember *wrong = m_node.find(other)) {
            refuse(wrong->value, Words::tr("A table of the system \"%1\" has '%2', not '%3'.")
                                     .arg(m_out.spec.system, own, other));
        }
        takeColumn(own, m_out.spec.timeColumn);
    }

    void takeLease()
    {
        const TomlMember *member = m_node.find(u"lease");
        if (!beats()) {
            if (member) {
                refuse(member->value, Words::tr("Only a leader table has a 'lease'."));
            }
            return;
        }
        if (!member) {
            if (!m_out.spec.lease)
                missing(u"lease");
            return;
        }
        const auto lease = member->value.type == Type::String ? durationFromText(member->value.text)
                                                              : std::optional<Micros>();
        if (lease && *lease >= Millis(1) && *lease <= longestLease) {
            m_out.spec.lease = *lease;
            return;
        }
        refuse(member->value, Words::tr("'lease' takes a duration from %1 to %2 such as %3.")
                                  .arg(QStringLiteral("1ms"), durationProfileText(longestLease),
                                       QStringLiteral("\"1200ms\"")));
    }

    void takeClock()
    {
        const std::optional<QString> written = text(u"clock");
        if (!written)
            return;
        if (const std::optional<ClockSpec> clock = clockSpecFromText(*written)) {
            m_out.spec.clock = *clock;
            return;
        }
        refuse(m_node.find(u"clock")->value, Words::tr("'clock' takes %1.").arg(acceptedClocks()));
    }

    const TomlNode &m_node;
    ParsedTable m_out;
};

} // namespace

ParsedTable readTable(const TomlNode &node)
{
    return Reader(node).run();
}

std::optional<TableSpec> formatTable(QStringView format)
{
    const LockFormatPointer known = knownFormat(format);
    return known && !known->isOfKeys() ? std::optional(tableOfFormat(known)) : std::nullopt;
}

QString tableFormatIds()
{
    QStringList ids;
    for (const LockFormatPointer &format : knownTableFormats())
        ids << format->id;
    return ids.join(QLatin1StringView(", "));
}

std::optional<TableSpec> tablePreset(QStringView preset)
{
    const SystemTraits &system = traitsOf(preset);
    return system.table ? std::optional(system.table()) : std::nullopt;
}

} // namespace lockmaster

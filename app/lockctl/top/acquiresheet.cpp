// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/acquiresheet.h"

#include "app/lockctl/shell/texttable.h"
#include "core/display/locktext.h"
#include "core/display/shownwords.h"
#include "core/text/durationtext.h"
#include "core/formats/knownnames.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr TopHint acquireHints[] = {
    {"Tab", QT_TRANSLATE_NOOP("lockmaster", "next field"),
     QT_TRANSLATE_NOOP("lockmaster",
                       "From field to field; Return does as well where something is typed")},
    {"Left Right", QT_TRANSLATE_NOOP("lockmaster", "choose"),
     QT_TRANSLATE_NOOP("lockmaster", "Where several are offered")},
    {"Esc", QT_TRANSLATE_NOOP("lockmaster", "close"),
     QT_TRANSLATE_NOOP("lockmaster", "Without taking anything")},
};
constexpr int acquireLabels = 12;

int turned(int at, int by, int count)
{
    return count > 0 ? (at + by + count) % count : 0;
}

} // namespace

AcquireSheet::AcquireSheet(std::vector<AcquirePlace> places, const std::optional<LockId> &from,
                           const LockStore &store, Tools tools)
    : m_places(std::move(places)), m_store(store), m_tools(std::move(tools))
{
    QByteArray name = AcquireDraft::scratchName();
    for (size_t i = 0; from && i < m_places.size(); ++i) {
        if (m_places[i].backend.name != from->source->backend
            || m_places[i].system.id != from->source->system)
            continue;
        m_place = int(i);
        m_source =
            int(std::max<qsizetype>(0, m_places[i].form.sources.indexOf(from->source->name)));
        name = from->name;
        break;
    }
    if (AcquireDraft::canBeTyped(name))
        m_texts[Field::Name].setText(QString::fromUtf8(name));
    else
        m_fixedName = name;
    choose(Field::Place, 0);
    QObject::connect(m_tools.lifts, &WriteLifts::changed, &m_context, [this] {
        if (m_field == Field::AllowWrites && draft().writable)
            m_field = Field::Cancel;
        m_tools.draw();
    });
}

std::span<const TopHint> AcquireSheet::hints() const
{
    return acquireHints;
}

bool AcquireSheet::isText(Field field)
{
    return field >= Field::Name && field <= Field::TypedName;
}

AcquireDraft AcquireSheet::draft() const
{
    const auto text = [this](Field field) {
        const auto found = m_texts.find(field);
        return found == m_texts.end() ? QString() : found->second.text();
    };
    AcquireDraft draft;
    draft.place = m_places[size_t(m_place)];
    const AcquireForm &form = draft.place.form;
    draft.source = form.sources.value(m_source);
    if (!form.variants.empty())
        draft.variant = form.variants[size_t(m_kind)].id;
    draft.name = m_fixedName.value_or(text(Field::Name).toUtf8());
    draft.owner = form.hasOwner ? text(Field::Owner) : QString();
    draft.ttl = form.hasTtl ? text(Field::Ttl) : QString();
    draft.wait = text(Field::Wait);
    draft.hold = text(Field::Hold);
    draft.holdForAWhile = !draft.hold.isEmpty();
    draft.reason = text(Field::Reason).trimmed();
    draft.typedName = text(Field::TypedName);
    draft.writable = m_tools.lifts->isWritable(draft.place.backend);
    return draft;
}

std::vector<AcquireSheet::Field> AcquireSheet::fields() const
{
    const AcquireDraft now = draft();
    const AcquireForm &form = now.place.form;
    std::vector<Field> fields;
    const auto addIf = [&fields](bool isThere, Field field) {
        if (isThere)
            fields.push_back(field);
    };
    addIf(m_places.size() > 1, Field::Place);
    addIf(form.sources.size() > 1, Field::Source);
    addIf(form.variants.size() > 1, Field::Kind);
    fields.push_back(Field::Name);
    addIf(form.hasOwner, Field::Owner);
    addIf(form.hasTtl, Field::Ttl);
    for (const Field field : {Field::Wait, Field::Hold, Field::Reason})
        fields.push_back(field);
    addIf(now.needsTypedName(), Field::TypedName);
    addIf(!now.writable, Field::AllowWrites);
    fields.push_back(Field::Cancel);
    addIf(now.writable, Field::Acquire);
    return fields;
}

void AcquireSheet::goOn(int by)
{
    m_field = fieldBehind(m_field, by, fields());
}

/** Left and Right choose here, and a text goes into what is typed alone. */
bool AcquireSheet::takesMany(const TopKey &key) const
{
    if (isText(m_field))
        return true;
    return key.leads() && key.code != TopKey::Code::Text && !key.is(TopKey::Code::Left)
           && !key.is(TopKey::Code::Right);
}

/** What was typed for one place may be wrong at the next: its usual TTL is filled in. */
void AcquireSheet::choose(Field field, int by)
{
    const AcquireForm &form = m_places[size_t(m_place)].form;
    switch (field) {
    case Field::Source: m_source = turned(m_source, by, int(form.sources.size())); break;
    case Field::Kind: m_kind = turned(m_kind, by, int(form.variants.size())); break;
    default: {
        m_place = turned(m_place, by, int(m_places.size()));
        if (by != 0)
            m_source = 0;
        m_kind = 0;
        const AcquireForm &next = m_places[size_t(m_place)].form;
        m_texts[Field::Ttl].setText(next.defaultTtl ? durationProfileText(*next.defaultTtl)
                                                    : QString());
        m_texts[Field::Owner].setText(QString::fromUtf8(next.owner));
        break;
    }
    }
    m_texts[Field::TypedName].setText({});
}

bool AcquireSheet::press(const TopKey &key)
{
    using Code = TopKey::Code;
    const std::vector<Field> all = fields();
    if (std::find(all.begin(), all.end(), m_field) == all.end())
        m_field = Field::Cancel;
    switch (key.code) {
    case Code::Escape: m_tools.close(); return true;
    case Code::Tab:
    case Code::Down: goOn(1); return true;
    case Code::BackTab:
    case Code::Up: goOn(-1); return true;
    case Code::Enter:
        if (isText(m_field) || isChoice(m_field))
            goOn(1);
        else
            use(m_field);
        return true;
    default: break;
    }
    if (isChoice(m_field)) {
        if (key.is(Code::Left) || key.is(Code::Right) || key.is(u' '))
            choose(m_field, key.is(Code::Left) ? -1 : 1);
        return true;
    }
    if (m_field == Field::Name && m_fixedName) {
        // The first letter begins another name.
        if (key.is(Code::Backspace) || key.code == Code::Text)
            m_fixedName.reset();
        else
            return true;
    }
    if (isText(m_field))
        return m_texts[m_field].take(key);
    if (key.is(Code::Left) || key.is(Code::Right))
        goOn(key.is(Code::Left) ? -1 : 1);
    return true;
}

/** One reason and one name are enough for both. */
QString AcquireSheet::whyNotAllowed() const
{
    AcquireDraft lifted = draft();
    lifted.writable = true;
    return lifted.problem().text;
}

void AcquireSheet::use(Field field)
{
    // Nobody agrees to what is not shown.
    if (!m_isRoom && field != Field::Cancel)
        return;
    switch (field) {
    case Field::AllowWrites:
        if (whyNotAllowed().isEmpty())
            m_tools.lifts->allow(draft().place.backend, draft().reason);
        break;
    case Field::Acquire:
        if (const AcquireDraft now = draft(); now.problem().text.isEmpty()) {
            m_tools.take(now.order());
            m_tools.close();
        }
        break;
    case Field::Cancel: m_tools.close(); break;
    default: break;
    }
}

// Drawing

QString AcquireSheet::labelOf(Field field) const
{
    switch (field) {
    case Field::Place: return Words::tr("Where");
    case Field::Source: return Words::tr("Source");
    case Field::Kind: return Words::tr("Kind");
    case Field::Name: return Words::tr("Name");
    case Field::Owner: return Words::tr("Owner");
    case Field::Ttl: return Words::tr("TTL");
    case Field::Wait: return Words::tr("Wait");
    case Field::Hold: return Words::tr("Hold for");
    case Field::Reason: return Words::tr("Reason");
    case Field::TypedName: return Words::tr("Name again");
    case Field::AllowWrites:
    case Field::Cancel:
    case Field::Acquire: break;
    }
    return {};
}

QString AcquireSheet::choiceText(Field field) const
{
    const AcquirePlace &place = m_places[size_t(m_place)];
    switch (field) {
    case Field::Source: return sourceText(place.form.sources.value(m_source));
    case Field::Kind: return literalText(place.form.variants[size_t(m_kind)].label);
    default: {
        QStringList parts{literalText(place.backend.name),
                          LockText::environment(place.backend.environment), place.system.label};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    }
    }
}

void AcquireSheet::draw(TextScreen &screen, const TextArea &area)
{
    const AcquireDraft now = draft();
    const bool isProduction = now.isProduction();
    screen.put(area.row, area.column, Words::tr("Acquire a lock"),
               {isProduction ? Tone::Danger : Tone::Plain, true}, area.width);
    int row = area.row + 2;
    const int value = area.column + acquireLabels + columnGap;
    const int width = area.width - acquireLabels - columnGap;
    std::vector<Field> shown{Field::Place};
    for (const Field field : fields()) {
        if (field != Field::Place && (isChoice(field) || isText(field)))
            shown.push_back(field);
    }
    const std::map<Field, QString> empty{
        {Field::Owner, Words::tr("made anew for each lock")},
        {Field::Ttl, Words::tr("for example 30s")},
        {Field::Wait, Words::tr("one try; or for example 3s")},
        {Field::Hold, Words::tr("until told; or for example 10m")},
        {Field::Reason, isProduction ? Words::tr("needed in production")
                                     : Words::tr("for the audit log; may be empty")},
        {Field::TypedName, literalText(now.nameToType())}};
    for (const Field field : shown) {
        const bool isActive = field == m_field;
        screen.put(row, area.column, labelOf(field), {Tone::Muted, isActive}, acquireLabels);
        if (isChoice(field)) {
            const bool isOffered = field != Field::Place || m_places.size() > 1;
            const QString text = choiceText(field);
            screen.put(row, value, isOffered ? QStringLiteral("< %1 >").arg(text) : text,
                       {isProduction && field == Field::Place ? Tone::Danger : Tone::Plain,
                        isActive, isActive},
                       width);
        } else if (field == Field::Name && m_fixedName) {
            screen.put(row, value, nameText(*m_fixedName), {Tone::Plain, true, isActive}, width);
        } else {
            const LineEdit &edit = m_texts[field];
            edit.draw(screen, row, value, width - 1, isActive);
            if (edit.text().isEmpty())
                screen.put(row, value + (isActive ? 1 : 0),
                           empty.count(field) ? empty.at(field) : QString(), {Tone::Muted},
                           width - 1);
        }
        ++row;
    }
    const int buttons = area.row + area.height - 1;
    constexpr int mostWhy = 2;
    const QString problem = now.writable ? now.problem().text : whyNotAllowed();
    const QStringList why = wrappedText(problem, area.width, mostWhy);
    const int below = buttons - int(why.size());
    m_isRoom = row < below;
    if (!m_isRoom) {
        screen.put(buttons, area.column,
                   Words::tr("There is too little room: make the terminal larger."),
                   {Tone::Expiring}, area.width);
        return;
    }
    const auto add = [&](const QString &text, const TextStyle &style, int indent) {
        for (const QString &line : wrappedText(text, area.width - indent)) {
            if (row < below)
                screen.put(row++, area.column + indent, line, style, area.width - indent);
        }
    };
    ++row;
    if (!now.place.form.hasTtl)
        add(now.place.form.ttlNote, {Tone::Muted}, 0);
    if (const LockPointer seen = now.seen(*m_store.view()))
        add(now.note(*seen, m_tools.clock->now()), {Tone::Expiring}, 0);
    if (m_tools.commandOrigin) {
        if (const QString command = now.command(*m_tools.commandOrigin); !command.isEmpty()) {
            add(Words::tr("The same from a shell"), {Tone::Muted}, 0);
            add(literalText(command), {}, 2);
        }
    }
    for (qsizetype i = 0; i < why.size(); ++i)
        screen.put(below + int(i), area.column, why[i], {Tone::Expiring}, area.width);
    int column = area.column;
    const auto button = [&](Field field, const QString &text, const TextStyle &style) {
        const bool isActive = field == m_field;
        column += screen.put(buttons, column, QStringLiteral("[ %1 ]").arg(text),
                             {style.tone, isActive, isActive}, area.width - column);
        column += columnGap;
    };
    if (!now.writable)
        button(
            Field::AllowWrites,
            Words::tr("Allow writes to %1 for 10 minutes").arg(literalText(now.place.backend.name)),
            {problem.isEmpty() ? Tone::Plain : Tone::Muted});
    button(Field::Cancel, Words::tr("Cancel"), {});
    if (now.writable)
        button(Field::Acquire, Words::tr("Acquire"),
               {problem.isEmpty() ? Tone::Plain : Tone::Muted});
}

} // namespace lockmaster

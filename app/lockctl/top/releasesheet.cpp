// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/releasesheet.h"

#include "app/lockctl/shell/texttable.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr TopHint releaseHints[] = {
    {"Tab", QT_TRANSLATE_NOOP("lockmaster", "next field"),
     QT_TRANSLATE_NOOP("lockmaster",
                       "From field to field; Return does as well where something is typed")},
    {"Space", QT_TRANSLATE_NOOP("lockmaster", "choose"),
     QT_TRANSLATE_NOOP("lockmaster", "Whether a box is checked, or which action it is")},
    {"PgUp PgDn", QT_TRANSLATE_NOOP("lockmaster", "scroll"),
     QT_TRANSLATE_NOOP("lockmaster", "What does not fit")},
    {"Esc", QT_TRANSLATE_NOOP("lockmaster", "close"),
     QT_TRANSLATE_NOOP("lockmaster", "Without doing anything more")},
};

} // namespace

ReleaseSheet::ReleaseSheet(ReleaseSubject subject, BackendSpec backend, LockStore &store,
                           Tools tools)
    : m_backend(std::move(backend)), m_tools(std::move(tools)),
      m_inquiry(std::move(subject), store, *m_tools.actions.clock),
      m_link(m_inquiry, m_backend, m_tools.actions, *m_tools.lifts)
{
    // There is nothing to be done before it is given, and Return does nothing in it.
    if (m_backend.environment == Environment::Production)
        m_field = Field::Reason;
    QObject::connect(&m_inquiry, &ReleaseInquiry::changed, &m_context, m_tools.draw);
    QObject::connect(&m_inquiry, &ReleaseInquiry::lookBegun, &m_context,
                     [this] { m_word.setText({}); });
    QObject::connect(&m_link, &ReleaseLink::lookWanted, &m_context, m_tools.look);
    QObject::connect(&m_link, &ReleaseLink::reported, &m_context,
                     [this](const ReleaseOrder &order, const ReleaseReport &report) {
                         noteReport(order, report);
                     });
}

void ReleaseSheet::noteReport(const ReleaseOrder &order, const ReleaseReport &report)
{
    m_field = Field::Cancel;
    if (report.outcome.result == ReleaseResult::Released && !order.onWaiter)
        m_tools.released({order.request.witness, report.auditId,
                          order.request.target.isEmpty() ? QString() : order.owner, report.begun,
                          m_tools.actions.clock->now()});
}

std::span<const TopHint> ReleaseSheet::hints() const
{
    return releaseHints;
}

std::vector<ReleaseSheet::Field> ReleaseSheet::fields() const
{
    std::vector<Field> fields;
    const auto addIf = [&fields](bool isThere, Field field) {
        if (isThere)
            fields.push_back(field);
    };
    const bool over = m_inquiry.isOver();
    addIf(!over && m_inquiry.actions().size() > 1, Field::Action);
    addIf(!over && m_inquiry.canBeEvenIfRenewed(), Field::EvenIfRenewed);
    addIf(!over && m_inquiry.asksWhoeverHolds(), Field::WhoeverHolds);
    addIf(m_inquiry.canLookAgain(), Field::LookAgain);
    addIf(!over, Field::Reason);
    addIf(!over && m_inquiry.terms().asksWord() && m_inquiry.terms().isPossible(), Field::Word);
    fields.push_back(Field::Cancel);
    addIf(!over, Field::Release);
    return fields;
}

void ReleaseSheet::goOn(int by)
{
    m_field = fieldBehind(m_field, by, fields());
}

/** Left and Right choose here, and a text goes into what is typed alone. */
bool ReleaseSheet::takesMany(const TopKey &key) const
{
    if (m_field == Field::Reason || m_field == Field::Word)
        return true;
    return key.leads() && key.code != TopKey::Code::Text && !key.is(TopKey::Code::Left)
           && !key.is(TopKey::Code::Right);
}

bool ReleaseSheet::press(const TopKey &key)
{
    using Code = TopKey::Code;
    // What had the keys may not be there any more.
    const std::vector<Field> all = fields();
    if (std::find(all.begin(), all.end(), m_field) == all.end()) {
        m_field = Field::Cancel;
        // Pressed for what stood there, and not for this.
        if (key.code == Code::Enter)
            return true;
    }
    const bool isText = m_field == Field::Reason || m_field == Field::Word;
    switch (key.code) {
    case Code::Escape: m_tools.close(); return true;
    case Code::Tab:
    case Code::Down: goOn(1); return true;
    case Code::BackTab:
    case Code::Up: goOn(-1); return true;
    case Code::PageUp: m_facts.scrollBy(-5); return true;
    case Code::PageDown: m_facts.scrollBy(5); return true;
    case Code::Enter:
        // Where all that it asks for has been given; who gave nothing has not made up their mind.
        if (isText && !key.isAmongMany && !m_reason.text().trimmed().isEmpty()
            && m_inquiry.blocker(m_reason.text().trimmed(), m_word.text()).isEmpty())
            m_field = Field::Release;
        else if (isText)
            goOn(1);
        else
            use(m_field);
        return true;
    default: break;
    }
    if (isText)
        return (m_field == Field::Reason ? m_reason : m_word).take(key);
    if (key.is(Code::Left) || key.is(Code::Right)) {
        if (m_field == Field::Action)
            m_inquiry.chooseAction(m_inquiry.actionIndex() + (key.is(Code::Left) ? -1 : 1));
        else
            goOn(key.is(Code::Left) ? -1 : 1);
        return true;
    }
    // A blank checks a box; a button wants Return.
    if (key.is(u' ') && m_field < Field::LookAgain)
        use(m_field);
    return true;
}

void ReleaseSheet::use(Field field)
{
    // Nobody agrees to what is not shown.
    if (!m_isRoom && field != Field::Cancel)
        return;
    switch (field) {
    case Field::Action:
        m_inquiry.chooseAction((m_inquiry.actionIndex() + 1) % int(m_inquiry.actions().size()));
        break;
    case Field::EvenIfRenewed: m_inquiry.setEvenIfRenewed(!m_inquiry.isEvenIfRenewed()); break;
    case Field::WhoeverHolds: m_inquiry.setWhoeverHolds(!m_inquiry.isWhoeverHolds()); break;
    case Field::LookAgain:
        m_inquiry.lookAgain();
        m_field = Field::Cancel;
        break;
    case Field::Release: m_inquiry.commit(m_reason.text().trimmed(), m_word.text()); break;
    case Field::Cancel: m_tools.close(); break;
    case Field::Reason:
    case Field::Word: break;
    }
}

// Drawing

TextStyle ReleaseSheet::styleOf(Field field, Tone tone) const
{
    return {tone, field == m_field, field == m_field};
}

std::vector<StyledLine> ReleaseSheet::facts(int width) const
{
    std::vector<StyledLine> lines;
    const auto add = [&](const QString &text, const TextStyle &style, int indent) {
        if (text.isEmpty())
            return;
        for (const QString &line : wrappedText(text, width - indent))
            lines.push_back({{QString(indent, u' '), {}}, {line, style}});
    };
    const ReleaseMessage message = m_inquiry.message();
    add(message.title, {message.tone, true}, 0);
    add(message.text, {}, 0);
    if (!message.title.isEmpty())
        lines.emplace_back();
    for (StyledLine &line : detailLines(m_inquiry.facts(), width))
        lines.push_back(std::move(line));
    if (const QString command = m_inquiry.command(); !command.isEmpty()) {
        lines.emplace_back();
        add(Words::tr("What is sent"), {Tone::Muted}, 0);
        add(literalText(command), {}, 2);
    }
    if (const auto shell = m_inquiry.shellCommand()) {
        add(Words::tr("The same from a shell"), {Tone::Muted}, 0);
        add(literalText(*shell), {}, 2);
    }
    return lines;
}

std::vector<StyledLine> ReleaseSheet::choices(int width) const
{
    std::vector<StyledLine> lines;
    if (m_inquiry.isOver())
        return lines;
    const auto box = [&](Field field, bool isOn, const QString &text) {
        const QStringList wrapped = wrappedText(text, std::max(8, width - 4));
        lines.push_back({{isOn ? QStringLiteral("[x] ") : QStringLiteral("[ ] "), styleOf(field)},
                         {wrapped.front(), styleOf(field)}});
        for (const QString &line : wrapped.mid(1))
            lines.push_back({{QStringLiteral("    ") + line, {}}});
    };
    if (m_inquiry.actions().size() > 1) {
        const LockAction &action = m_inquiry.action();
        QString text = literalText(action.label);
        if (!action.target.isEmpty())
            text += QStringLiteral(": ") + literalText(action.target);
        lines.push_back({{Words::tr("Action %1 of %2:")
                              .arg(m_inquiry.actionIndex() + 1)
                              .arg(m_inquiry.actions().size()),
                          {Tone::Muted}},
                         {QStringLiteral("< %1 >").arg(text), styleOf(Field::Action)}});
    }
    if (m_inquiry.canBeEvenIfRenewed())
        box(Field::EvenIfRenewed, m_inquiry.isEvenIfRenewed(),
            Words::tr("Release even though it is renewed"));
    else if (m_inquiry.isLeaseAlwaysCompared())
        lines.push_back({{Words::tr("Its lease is always compared: nothing else tells one "
                                    "holder from the next."),
                          {Tone::Muted}}});
    if (m_inquiry.asksWhoeverHolds())
        box(Field::WhoeverHolds, m_inquiry.isWhoeverHolds(),
            Words::tr("Release whoever holds it: nothing tells its holder from the next"));
    if (const QString lift = m_inquiry.liftText(); !lift.isEmpty()) {
        for (const QString &line : wrappedText(lift, width))
            lines.push_back({{line, {Tone::Expiring}}});
    }
    return lines;
}

void ReleaseSheet::drawButton(TextScreen &screen, int row, int *column, Field field,
                              const QString &text, bool isOn, Tone tone) const
{
    const QString shown = QStringLiteral("[ %1 ]").arg(text);
    *column += screen.put(row, *column, shown, styleOf(field, isOn ? tone : Tone::Muted),
                          screen.width() - *column);
    *column += columnGap;
}

/** How many rows all take that is asked. */
int ReleaseSheet::bottomRows(int width) const
{
    const bool over = m_inquiry.isOver();
    const bool asksWord = !over && m_inquiry.terms().asksWord();
    return int(choices(width).size()) + (over ? 0 : 2) + (asksWord ? 2 : 0) + 2;
}

/** What is asked, from below. @return how many rows it takes. */
int ReleaseSheet::drawBottom(TextScreen &screen, const TextArea &area) const
{
    const std::vector<StyledLine> boxes = choices(area.width);
    const ConfirmationTerms &terms = m_inquiry.terms();
    const bool over = m_inquiry.isOver();
    const bool asksWord = !over && terms.asksWord();
    const int rows = bottomRows(area.width);
    int row = area.row + area.height - rows;
    for (const StyledLine &line : boxes)
        screen.put(row++, area.column, line, area.width);
    if (!over) {
        screen.put(row++, area.column, terms.reasonLabel(), {Tone::Muted}, area.width);
        const int begin =
            area.column + screen.put(row, area.column, QStringLiteral("> "), {Tone::Muted}, 2);
        m_reason.draw(screen, row, begin, area.width - 3, m_field == Field::Reason);
        if (m_reason.text().isEmpty() && m_field != Field::Reason)
            screen.put(row, begin, ConfirmationTerms::reasonHint(), {Tone::Muted}, area.width - 2);
        ++row;
    }
    if (asksWord) {
        screen.put(row++, area.column, terms.wordLabel(), {Tone::Muted}, area.width);
        if (terms.isPossible()) {
            const int begin =
                area.column + screen.put(row, area.column, QStringLiteral("> "), {Tone::Muted}, 2);
            m_word.draw(screen, row, begin, area.width - 3, m_field == Field::Word);
        }
        ++row;
    }
    const QString why = m_inquiry.blocker(m_reason.text().trimmed(), m_word.text());
    if (!over)
        screen.put(row, area.column, why, {Tone::Expiring}, area.width);
    ++row;
    int column = area.column;
    if (m_inquiry.canLookAgain())
        drawButton(screen, row, &column, Field::LookAgain, Words::tr("Look again"), true,
                   Tone::Plain);
    drawButton(screen, row, &column, Field::Cancel, over ? Words::tr("Close") : Words::tr("Cancel"),
               true, Tone::Plain);
    if (!over)
        drawButton(screen, row, &column, Field::Release, m_inquiry.commitLabel(), why.isEmpty(),
                   Tone::Danger);
    return rows;
}

void ReleaseSheet::draw(TextScreen &screen, const TextArea &area)
{
    constexpr int leastFacts = 2;
    constexpr int above = 3;
    m_isRoom = area.height >= above + leastFacts + 1 + bottomRows(area.width);
    if (!m_isRoom) {
        int row = area.row;
        for (const QString &line : wrappedText(
                 Words::tr(
                     "There is too little room for what has to be seen before a release: make "
                     "the terminal larger. Esc closes this."),
                 area.width))
            screen.put(row++, area.column, line, {Tone::Expiring}, area.width);
        return;
    }
    const bool isProduction = m_inquiry.environment() == Environment::Production;
    screen.put(area.row, area.column, m_inquiry.question(),
               {isProduction ? Tone::Danger : Tone::Plain, true}, area.width);
    screen.put(area.row + 1, area.column, m_inquiry.place(),
               {isProduction ? Tone::Danger : Tone::Muted, isProduction}, area.width);
    const int below = drawBottom(screen, area);
    const TextArea facts{area.row + above, area.column, area.width,
                         area.height - below - above - 1};
    m_facts.draw(screen, facts, this->facts(area.width));
}

} // namespace lockmaster

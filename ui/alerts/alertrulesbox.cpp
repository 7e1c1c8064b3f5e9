// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alertrulesbox.h"

#include "core/config/profilefile.h"
#include "core/display/locktext.h"
#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "ui/alerts/rebasedrules.h"
#include "ui/kit/durationedit.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/plainbuttons.h"

#include <QApplication>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using Limit = AlertKindTraits::Limit;

constexpr auto draftText = "[[alert]]\nname = \"draft\"\nwhen = \"held\"\nover = \"10m\"\n";
constexpr int tomlLines = 7;
constexpr int listRows = 8;

/** The rules that are not built-in ones, or not as they are built in. */
std::vector<AlertRule> rulesIn(const Profile &draft)
{
    std::vector<AlertRule> rules = draft.alerts.rules;
    const std::vector<AlertRule> builtIn = builtInAlertRules();
    std::erase_if(rules, [&builtIn](const AlertRule &rule) {
        return std::find(builtIn.begin(), builtIn.end(), rule) != builtIn.end();
    });
    return rules;
}

bool isBuiltIn(const AlertRule &rule)
{
    return namedRule(builtInAlertRules(), rule.name) != nullptr;
}

bool hasOver(const AlertRule &rule)
{
    const Limit limit = traitsOf(rule.kind).limit;
    return limit == Limit::Over || limit == Limit::OverOrUsual || limit == Limit::OverOrRhythm;
}

bool goesByThePast(const AlertRule &rule)
{
    const Limit limit = traitsOf(rule.kind).limit;
    return limit == Limit::OverOrUsual || limit == Limit::OverOrRhythm;
}

} // namespace

AlertRulesBox::AlertRulesBox(QWidget *parent)
    : QWidget(parent), m_draft(QString::fromLatin1(draftText)), m_list(new QListWidget(this)),
      m_sentence(textLabel({}, this)), m_fields(new QFormLayout),
      m_over(new DurationEdit(tr("Limit"), this)), m_above(new QSpinBox(this)),
      m_holds(new QSpinBox(this)), m_lasting(new DurationEdit(tr("For at least"), this)),
      m_tomlButton(new QToolButton(this)), m_toml(new QPlainTextEdit(this)),
      m_save(new QPushButton(tr("Save to &profile"), this)),
      m_putBack(new QPushButton(tr("Put &back"), this)),
      m_remove(new QPushButton(tr("Remo&ve the rule"), this)), m_told(textLabel({}, this))
{
    m_list->setAccessibleName(tr("Rules"));
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumHeight(LockDelegate::rowHeight() * listRows);
    giveSwitchesAnEdge();
    m_toml->setAccessibleName(tr("A rule as the profile has it"));
    m_toml->setTabChangesFocus(true);
    m_toml->setFixedHeight(m_toml->fontMetrics().lineSpacing() * tomlLines);
    m_tomlButton->setText(tr("Show as TOML"));
    m_tomlButton->setToolTip(tr("The text of the rule, to be read and copied"));
    m_tomlButton->setCheckable(true);
    m_tomlButton->setAutoRaise(true);
    m_tomlButton->setFocusPolicy(Qt::StrongFocus);
    m_putBack->setToolTip(tr("Rules as they stand in the profile"));
    m_told->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (QPushButton *button : {m_save, m_putBack, m_remove})
        button->setAutoDefault(false);
    buildFields();
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_tomlButton);
    buttons->addStretch();
    buttons->addWidget(m_putBack);
    buttons->addWidget(m_save);
    auto *chosen = new QVBoxLayout;
    chosen->addWidget(m_sentence);
    chosen->addLayout(m_fields);
    chosen->addWidget(m_toml);
    chosen->addStretch();
    chosen->addWidget(m_told);
    chosen->addLayout(buttons);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(16);
    auto *all = new QVBoxLayout;
    all->addWidget(m_list);
    all->addWidget(m_remove, 0, Qt::AlignLeft);
    layout->addLayout(all, 2);
    layout->addLayout(chosen, 3);
    setTabOrder(m_list, m_remove);
    connect(m_list, &QListWidget::currentRowChanged, this, &AlertRulesBox::showRule);
    connect(m_list, &QListWidget::itemChanged, this,
            [this](QListWidgetItem *item) { takeSwitch(m_list->row(item)); });
    connect(m_tomlButton, &QToolButton::toggled, this, &AlertRulesBox::showRule);
    connect(m_toml, &QPlainTextEdit::textChanged, this, [this] {
        if (!isDraft())
            return;
        m_draft = m_toml->toPlainText();
        followChanges();
        emit ruleChanged();
    });
    connect(m_save, &QPushButton::clicked, this, &AlertRulesBox::save);
    connect(m_putBack, &QPushButton::clicked, this, &AlertRulesBox::askToPutBack);
    connect(m_remove, &QPushButton::clicked, this, &AlertRulesBox::removeChosen);
    setSave({});
    setRules({});
}

void AlertRulesBox::buildFields()
{
    constexpr auto longestOver = 24h * 365;
    constexpr auto longestLasting = 24h * 7;
    constexpr int most = 1'000'000;
    m_over->setRange(1s, longestOver);
    m_lasting->setRange(0s, longestLasting);
    m_above->setRange(0, most);
    m_above->setAccessibleName(tr("More than"));
    m_holds->setRange(2, most);
    m_holds->setAccessibleName(tr("Holds to go by"));
    m_holds->setToolTip(tr("Of a lock with fewer in the history nothing is said"));
    m_fields->addRow(tr("&Limit"), m_over);
    m_fields->addRow(tr("&More than"), m_above);
    m_fields->addRow(tr("&Holds to go by"), m_holds);
    m_fields->addRow(tr("&For at least"), m_lasting);
    for (DurationEdit *edit : {m_over, m_lasting})
        connect(edit, &DurationEdit::edited, this, &AlertRulesBox::takeFields);
    for (QSpinBox *box : {m_above, m_holds}) {
        box->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(box, &QSpinBox::valueChanged, this, &AlertRulesBox::takeFields);
    }
}

void AlertRulesBox::setSave(Save save, const QString &whyNot)
{
    m_saveRules = std::move(save);
    m_whyNot = whyNot;
    tell(m_saveRules ? QString() : m_whyNot, false);
    followChanges();
}

void AlertRulesBox::setRules(const std::vector<AlertRule> &rules)
{
    if (m_list->count() > 0 && rules == m_saved)
        return;
    const std::vector<AlertRule> before = std::exchange(m_saved, rules);
    RebasedRules now = rebasedRules(before, m_saved, m_rules, m_bases);
    m_rules = std::move(now.rules);
    showList();
    QStringList lines;
    if (!m_bases.isEmpty())
        lines
            << tr("Changed in the profile meanwhile, and in the same as here: %1. It is not saved "
                  "over that: put back, and change it anew.")
                   .arg(literalText(m_bases.keys().join(QStringLiteral(", "))));
    if (!now.beside.isEmpty())
        lines << tr("Changed in the profile meanwhile: %1. That stays, beside what you changed "
                    "here.")
                     .arg(literalText(now.beside.join(QStringLiteral(", "))));
    if (!now.lost.isEmpty())
        lines << tr("Changed in the profile meanwhile, and so not as you had it here any more: %1.")
                     .arg(literalText(now.lost.join(QStringLiteral(", "))));
    if (!lines.isEmpty())
        tell(lines.join(u' '), !m_bases.isEmpty());
}

std::optional<AlertRule> AlertRulesBox::shownAs(const QString &name) const
{
    if (const auto base = m_bases.find(name); base != m_bases.end())
        return *base;
    const AlertRule *const saved = namedRule(m_saved, name);
    return saved ? std::optional(*saved) : std::nullopt;
}

void AlertRulesBox::showList()
{
    const QString name = chosen() ? chosen()->name : QString();
    const bool draft = m_list->count() > 0 && isDraft();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (size_t row = 0; row < m_rules.size(); ++row) {
            m_list->addItem(QString());
            showLine(int(row));
        }
        m_list->addItem(tr("A rule of your own …"));
        m_list->item(m_list->count() - 1)->setSizeHint({0, LockDelegate::rowHeight()});
        const AlertRule *same = namedRule(m_rules, name);
        m_list->setCurrentRow(draft ? int(m_rules.size()) : same ? int(same - m_rules.data()) : 0);
    }
    showRule();
}

/** Its name, what it asks, and whether that is saved. */
void AlertRulesBox::showLine(int row)
{
    const QSignalBlocker quiet(m_list);
    const AlertRule &rule = m_rules[size_t(row)];
    QListWidgetItem &item = *m_list->item(row);
    const AlertRule *saved = namedRule(m_saved, rule.name);
    const bool same = saved && *saved == rule;
    const QString name = alertRuleTitle(rule.name);
    item.setText(same ? name : QStringLiteral("● ") + name);
    item.setData(Qt::AccessibleTextRole, same ? name : tr("%1, not saved").arg(name));
    item.setToolTip(plainToolTip(
        QStringLiteral("%1: %2").arg(alertRuleTitleAndName(rule.name), alertRuleText(rule))));
    item.setData(Qt::AccessibleDescriptionRole, alertRuleText(rule));
    item.setSizeHint({0, LockDelegate::rowHeight()});
    item.setFlags(item.flags() | Qt::ItemIsUserCheckable);
    item.setCheckState(rule.enabled ? Qt::Checked : Qt::Unchecked);
    QFont font = item.font();
    font.setItalic(!same);
    item.setFont(font);
}

bool AlertRulesBox::isDraft() const
{
    return m_list->currentRow() == int(m_rules.size());
}

AlertRule *AlertRulesBox::chosen()
{
    const int row = m_list->currentRow();
    return row >= 0 && row < int(m_rules.size()) ? &m_rules[size_t(row)] : nullptr;
}

bool AlertRulesBox::isDraftWritten() const
{
    const QString text = m_draft.trimmed();
    return !text.isEmpty() && text != QString::fromLatin1(draftText).trimmed();
}

void AlertRulesBox::showRule()
{
    const AlertRule *rule = chosen();
    m_toml->setVisible(!rule || m_tomlButton->isChecked());
    m_tomlButton->setVisible(rule != nullptr);
    const bool isOwn = rule && !isBuiltIn(*rule);
    m_remove->setEnabled(isOwn);
    m_remove->setToolTip(isOwn
                             ? tr("Out of the profile, once it is saved")
                             : tr("Only a rule of your own: what is built in can be switched off"));
    m_fields->setRowVisible(m_over, rule && hasOver(*rule));
    m_fields->setRowVisible(m_above, rule && traitsOf(rule->kind).limit == Limit::Above);
    m_fields->setRowVisible(m_holds, rule && goesByThePast(*rule));
    m_fields->setRowVisible(m_lasting, rule != nullptr);
    if (rule) {
        const QSignalBlocker quietAbove(m_above);
        const QSignalBlocker quietHolds(m_holds);
        const bool rhythm = traitsOf(rule->kind).limit == Limit::OverOrRhythm;
        m_over->setRange(rhythm ? Micros(0s) : Micros(1s), 24h * 365,
                         rhythm ? tr("as its own rhythm says") : QString());
        m_over->setValue(rule->over);
        m_above->setValue(int(rule->above));
        m_holds->setValue(int(rule->leastHolds));
        m_lasting->setValue(rule->lasting);
    }
    alignFields();
    showWords();
}

/** Units begin at one line: each number has the room of the widest beside it. */
void AlertRulesBox::alignFields()
{
    const std::pair<QWidget *, QSpinBox *> rows[] = {{m_over, &m_over->number()},
                                                     {m_above, m_above},
                                                     {m_holds, m_holds},
                                                     {m_lasting, &m_lasting->number()}};
    int widest = 0;
    for (const auto &[row, number] : rows) {
        if (m_fields->isRowVisible(row))
            widest = std::max(widest, number->sizeHint().width());
    }
    for (const auto &[row, number] : rows)
        number->setMinimumWidth(widest);
}

/** What is said of the chosen one; who types into a field is left alone. */
void AlertRulesBox::showWords()
{
    const AlertRule *rule = chosen();
    const QString text = rule ? QString::fromUtf8(writtenAlert(*rule)) : m_draft;
    m_toml->setReadOnly(rule != nullptr);
    if (text != m_toml->toPlainText()) {
        const QSignalBlocker quiet(m_toml);
        m_toml->setPlainText(text);
    }
    if (rule) {
        QString sentence = tr("Tells when: %1.").arg(alertRuleText(*rule));
        if (!rule->scope.isEmpty())
            sentence += u' ' + tr("Of what the filter “%1” finds.").arg(literalText(rule->scope));
        m_sentence->setText(sentence);
    } else {
        m_sentence->setText(tr("Write it as the profile has it; the guide lists under Alerts what "
                               "there is."));
    }
    followChanges();
    emit ruleChanged();
}

void AlertRulesBox::takeFields()
{
    AlertRule *const rule = chosen();
    if (!rule)
        return;
    if (hasOver(*rule))
        rule->over = m_over->value();
    if (traitsOf(rule->kind).limit == Limit::Above)
        rule->above = m_above->value();
    if (goesByThePast(*rule))
        rule->leastHolds = m_holds->value();
    rule->lasting = m_lasting->value();
    alignFields(); // in another unit a number has another width
    tell({}, false);
    showLine(m_list->currentRow());
    showWords();
}

void AlertRulesBox::takeSwitch(int row)
{
    if (row < 0 || row >= int(m_rules.size()))
        return;
    m_rules[size_t(row)].enabled = m_list->item(row)->checkState() == Qt::Checked;
    tell({}, false);
    showLine(row);
    showWords();
}

/** With all else that is saved then. */
void AlertRulesBox::removeChosen()
{
    const AlertRule *const rule = chosen();
    if (!rule)
        return;
    const int row = m_list->currentRow();
    const QString name = literalText(rule->name);
    m_rules.erase(m_rules.begin() + row);
    {
        const QSignalBlocker quiet(m_list);
        delete m_list->takeItem(row);
        m_list->setCurrentRow(std::min(row, int(m_rules.size()) - 1));
    }
    m_list->setFocus();
    showList();
    tell(tr("%1 is taken out once it is saved.").arg(name), false);
}

std::optional<AlertRule> AlertRulesBox::chosenRule()
{
    if (const AlertRule *rule = chosen())
        return *rule;
    const std::vector<AlertRule> rules = drafted();
    if (rules.size() > 1)
        tell(tr("There are several rules in it, which are all saved: the first one is tried."),
             false);
    return rules.empty() ? std::nullopt : std::optional(rules.front());
}

/** What is written for new ones; none where it says none, which is told. */
std::vector<AlertRule> AlertRulesBox::drafted()
{
    const Profile draft = parseProfile(m_draft.toUtf8());
    if (!draft.problems.empty()) {
        tell(profileProblemText(draft.problems.front()), true);
        return {};
    }
    std::vector<AlertRule> rules = rulesIn(draft);
    if (rules.empty())
        tell(tr("There is no [[alert]] in it that says something of its own."), true);
    return rules;
}

bool AlertRulesBox::hasChanges() const
{
    return m_rules != m_saved || isDraftWritten();
}

bool AlertRulesBox::isChanged(const AlertRule &rule) const
{
    const AlertRule *const saved = namedRule(m_saved, rule.name);
    return !saved || *saved != rule;
}

/** What of it is not as it stands in the profile, for people. */
QStringList AlertRulesBox::changedTitles() const
{
    QStringList titles;
    for (const AlertRule &rule : m_rules) {
        if (isChanged(rule))
            titles << alertRuleTitle(rule.name);
    }
    for (const AlertRule &rule : m_saved) {
        if (!namedRule(m_rules, rule.name))
            titles << alertRuleTitle(rule.name);
    }
    if (isDraftWritten())
        titles << tr("a rule of your own");
    return titles;
}

void AlertRulesBox::followChanges()
{
    // Nothing is to be saved where nothing can be.
    m_save->setEnabled(m_saveRules && hasChanges());
    m_save->setToolTip(m_saveRules ? QString() : m_whyNot);
    m_putBack->setEnabled(hasChanges());
}

bool AlertRulesBox::save()
{
    if (!m_saveRules || !hasChanges())
        return !hasChanges();
    std::vector<AlertRuleChange> changes;
    for (const AlertRule &rule : m_rules) {
        const AlertRule *saved = namedRule(m_saved, rule.name);
        if (!saved || *saved != rule)
            changes.push_back({shownAs(rule.name), rule});
    }
    std::vector<AlertRule> written;
    const bool withDraft = isDraftWritten();
    if (withDraft) {
        const int row = m_list->currentRow();
        m_list->setCurrentRow(int(m_rules.size()));
        const std::vector<AlertRule> rules = drafted();
        if (rules.empty())
            return false;
        const std::vector<AlertRule> builtIn = builtInAlertRules();
        for (const AlertRule &rule : rules) {
            const AlertRule *const other = namedRule(m_rules, rule.name);
            if (other && std::find(builtIn.begin(), builtIn.end(), *other) == builtIn.end()) {
                tell(tr("There is a rule called %1 already: give this one another name.")
                         .arg(rule.name),
                     true);
                return false;
            }
        }
        m_list->setCurrentRow(row);
        written = rules;
    }
    for (const AlertRule &rule : m_saved) {
        if (!namedRule(m_rules, rule.name) && !namedRule(written, rule.name))
            changes.push_back({shownAs(rule.name), std::nullopt});
    }
    for (const AlertRule &rule : written)
        changes.push_back({shownAs(rule.name), rule});
    const Save into = m_saveRules; // which the profile may give anew, once it says something else
    if (const Result<void> outcome = into(changes); !outcome) {
        tell(errorText(outcome.error()), true);
        return false;
    }
    if (withDraft) {
        m_draft = QString::fromLatin1(draftText);
        showRule();
    }
    tell(tr("Saved: they count from now on."), false);
    return true;
}

void AlertRulesBox::putBack()
{
    m_rules = m_saved;
    m_bases.clear();
    m_draft = QString::fromLatin1(draftText);
    tell({}, false);
    showList();
}

void AlertRulesBox::putBackOne(const QString &name)
{
    const auto rule = std::find_if(m_rules.begin(), m_rules.end(),
                                   [&name](const AlertRule &each) { return each.name == name; });
    if (name.isEmpty()) {
        m_draft = QString::fromLatin1(draftText);
    } else if (rule != m_rules.end()) {
        m_bases.remove(name);
        if (const AlertRule *const saved = namedRule(m_saved, name))
            *rule = *saved;
        else
            m_rules.erase(rule);
    }
    tell({}, false);
    showList();
}

/** Who changed several may mean the one that he sees. */
void AlertRulesBox::askToPutBack()
{
    const QStringList titles = changedTitles();
    if (titles.size() < 2) {
        putBack();
        return;
    }
    auto *box = new QMessageBox(QMessageBox::Question, tr("Put rules back"),
                                tr("Several rules are not as they stand in the profile.")
                                    + QStringLiteral("\n\n") + titles.join(QStringLiteral(", ")),
                                QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const AlertRule *const rule = chosen();
    const QAbstractButton *one = nullptr;
    const QString name = rule ? rule->name : QString();
    if (rule ? isChanged(*rule) : isDraftWritten())
        one = box->addButton(tr("Put the &chosen one back"), QMessageBox::AcceptRole);
    const QAbstractButton *const all =
        box->addButton(tr("Put &all back"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    usePlainButtons(*box);
    connect(box, &QMessageBox::buttonClicked, this,
            [this, one, all, name](const QAbstractButton *by) {
                if (by == all)
                    putBack();
                else if (one && by == one)
                    putBackOne(name);
            });
    box->open();
}

/** As those of other check boxes, which Fusion draws too faint. */
void AlertRulesBox::giveSwitchesAnEdge()
{
    QPalette boxes = palette();
    boxes.setColor(QPalette::Window, QApplication::palette("QCheckBox").color(QPalette::Window));
    m_list->setPalette(boxes);
}

void AlertRulesBox::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        giveSwitchesAnEdge();
}

void AlertRulesBox::tell(const QString &text, bool isWrong)
{
    setTone(m_told, isWrong ? Tone::Danger : Tone::Muted);
    const QString shown = text.isEmpty() && !m_saveRules ? m_whyNot : text;
    m_told->setText(shown);
    m_told->setVisible(!shown.isEmpty());
}

} // namespace lockmaster

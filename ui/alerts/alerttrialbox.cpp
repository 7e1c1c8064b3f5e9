// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alerttrialbox.h"

#include "core/display/locktext.h"
#include "core/text/momenttext.h"
#include "core/config/profilefile.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/domain/error.h"
#include "ui/history/historytext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

using Precision = AlertTrial::Precision;

constexpr auto draftText = "[[alert]]\nname = \"draft\"\nwhen = \"held\"\nover = \"10m\"\n";
constexpr int draftLines = 6;
constexpr int mostListHeight = 110;

/** The rule that is not one of the built-in ones, or not as it is built in; none: there is none. */
std::optional<AlertRule> ruleIn(const Profile &draft)
{
    const std::vector<AlertRule> builtIn = builtInAlertRules();
    for (const AlertRule &rule : draft.alerts.rules) {
        if (std::find(builtIn.begin(), builtIn.end(), rule) == builtIn.end())
            return rule;
    }
    return std::nullopt;
}

QString countSentence(const AlertTrial &trial, const QString &when)
{
    const int count = int(trial.count);
    const QString places = countText(trial.places);
    switch (trial.precision) {
    case Precision::Counted:
        if (trial.count == 0)
            return AlertTrialBox::tr("Would not have fired in %1.").arg(when);
        return AlertTrialBox::tr("Would have fired %Ln times in %1; locks or servers: %2.", nullptr,
                                 count)
            .arg(when, places);
    case Precision::About:
        return AlertTrialBox::tr("Would have fired about %Ln times in %1; locks or servers: %2.",
                                 nullptr, count)
            .arg(when, places);
    case Precision::AtMost:
        return AlertTrialBox::tr("Would have fired at most %Ln times in %1; locks or servers: %2.",
                                 nullptr, count)
            .arg(when, places);
    case Precision::Unknown: break;
    }
    return AlertTrialBox::tr("The history cannot tell.");
}

} // namespace

AlertTrialBox::AlertTrialBox(const QString &store, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_asker(new AlertTrialAsker(store, clock, this)), m_clock(clock),
      m_rule(new QComboBox(this)), m_time(new QComboBox(this)), m_draft(new QPlainTextEdit(this)),
      m_button(new QPushButton(this)), m_outcome(new QLabel(this)), m_times(new QListWidget(this))
{
    m_rule->setAccessibleName(tr("Rule to try"));
    m_rule->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_time->setAccessibleName(tr("Time to try it on"));
    m_time->addItem(tr("the last day"), 1);
    m_time->addItem(tr("the last week"), 7);
    m_time->addItem(tr("the last 30 days"), 30);
    m_time->setCurrentIndex(1);
    m_draft->setAccessibleName(tr("A rule as the profile has it"));
    m_draft->setPlainText(QString::fromLatin1(draftText));
    m_draft->setTabChangesFocus(true);
    m_draft->setFixedHeight(m_draft->fontMetrics().lineSpacing() * draftLines);
    m_button->setAutoDefault(false);
    m_outcome->setTextFormat(Qt::PlainText);
    m_outcome->setWordWrap(true);
    m_outcome->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_times->setAccessibleName(tr("When it would have fired"));
    m_times->setMaximumHeight(mostListHeight);

    auto *choice = new QHBoxLayout;
    choice->addWidget(m_rule, 1);
    choice->addWidget(m_time);
    choice->addWidget(m_button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addLayout(choice);
    layout->addWidget(m_draft);
    layout->addWidget(m_outcome);
    layout->addWidget(m_times);
    connect(m_rule, &QComboBox::currentIndexChanged, this, &AlertTrialBox::followChoice);
    // What an answer is to must be what stands there.
    connect(m_time, &QComboBox::currentIndexChanged, this, &AlertTrialBox::followChoice);
    connect(m_draft, &QPlainTextEdit::textChanged, this, &AlertTrialBox::followChoice);
    connect(m_button, &QPushButton::clicked, this, &AlertTrialBox::press);
    connect(m_asker, &AlertTrialAsker::answered, this,
            [this](const std::shared_ptr<const TriedRule> &tried) { take(*tried); });
    setRules({});
    followAsking();
}

void AlertTrialBox::setRules(const std::vector<AlertRule> &rules)
{
    if (m_rule->count() > 0 && rules == m_rules)
        return;
    const auto chosen = size_t(std::max(0, m_rule->currentIndex()));
    const bool isDraft = m_rule->count() > 0 && chosen == m_rules.size();
    const QString name = chosen < m_rules.size() ? m_rules[chosen].name : QString();
    m_rules = rules;
    const QSignalBlocker quiet(m_rule);
    m_rule->clear();
    for (const AlertRule &rule : rules) {
        const QString line = literalText(rule.name) + QStringLiteral(": ") + alertRuleText(rule);
        m_rule->addItem(rule.enabled ? line : tr("%1 (off)").arg(line));
    }
    m_rule->addItem(tr("A rule that is not saved yet"));
    const auto same = std::find_if(m_rules.begin(), m_rules.end(),
                                   [&name](const AlertRule &rule) { return rule.name == name; });
    const bool isThere = same != m_rules.end();
    m_rule->setCurrentIndex(isDraft   ? int(m_rules.size())
                            : isThere ? int(same - m_rules.begin())
                                      : 0);
    followChoice();
}

void AlertTrialBox::followChoice()
{
    m_asker->cancel();
    m_draft->setVisible(m_rule->currentIndex() == int(m_rules.size()));
    show({});
}

void AlertTrialBox::followAsking()
{
    m_button->setText(m_asker->isAsking() ? tr("&Cancel") : tr("&Try on history"));
}

void AlertTrialBox::show(const QString &outcome)
{
    m_times->clear();
    m_times->hide();
    m_outcome->setText(outcome);
    m_outcome->setVisible(!outcome.isEmpty());
    followAsking();
}

std::optional<AlertRule> AlertTrialBox::chosenRule()
{
    const auto index = size_t(std::max(0, m_rule->currentIndex()));
    if (index < m_rules.size())
        return m_rules[index];
    const Profile draft = parseProfile(m_draft->toPlainText().toUtf8());
    if (!draft.problems.empty()) {
        show(profileProblemText(draft.problems.front()));
        return std::nullopt;
    }
    auto rule = ruleIn(draft);
    if (!rule)
        show(tr("There is no [[alert]] in it that says something of its own."));
    return rule;
}

void AlertTrialBox::press()
{
    if (m_asker->isAsking()) {
        m_asker->cancel();
        show({});
        return;
    }
    const auto rule = chosenRule();
    if (!rule)
        return;
    m_asker->ask(*rule, std::chrono::days(m_time->currentData().toInt()));
    show(tr("Reading …"));
}

void AlertTrialBox::take(const TriedRule &tried)
{
    if (tried.problem) {
        show(tried.problem->kind == ErrorKind::NotFound ? tr("Nothing was recorded yet.")
                                                        : literalText(errorText(*tried.problem)));
        return;
    }
    QStringList sentences{countSentence(tried.trial, m_time->currentText())};
    if (!tried.trial.why.isEmpty())
        sentences << tr("Why not exactly: %1.").arg(tried.trial.why);
    if (tried.unseen > Micros(0))
        sentences << tr("Nobody looked for %1 of that time, at least at one server; what happened "
                        "then is not counted.")
                         .arg(durationText(tried.unseen));
    if (tried.older)
        sentences << tr("More was recorded than is looked at; the oldest is not counted.");
    show(sentences.join(u' '));
    for (const AlertTrial::Time &time : tried.trial.newest)
        m_times->addItem(nearMomentText(time.at, m_clock.wallNow()) + QStringLiteral("   ")
                         + alertSubjectText(time.subject));
    if (tried.trial.count > qint64(tried.trial.newest.size()))
        m_times->addItem(
            tr("and %1 before").arg(tried.trial.count - qint64(tried.trial.newest.size())));
    m_times->setVisible(m_times->count() > 0);
}

} // namespace lockmaster

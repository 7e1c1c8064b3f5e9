// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alerttrialbox.h"

#include "core/display/locktext.h"
#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/domain/error.h"
#include "core/display/historytext.h"
#include "ui/kit/textsize.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace lockmaster {

namespace {

using Precision = AlertTrial::Precision;

constexpr int mostListHeight = 110;

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

AlertTrialBox::AlertTrialBox(const QString &store, RuleOf rule, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_asker(new AlertTrialAsker(store, clock, this)), m_rule(std::move(rule)),
      m_clock(clock), m_time(new QComboBox(this)), m_button(new QPushButton(this)),
      m_outcome(new QLabel(this)), m_times(new QListWidget(this))
{
    m_time->setAccessibleDescription(tr("Time to try it on"));
    m_time->addItem(tr("the last day"), 1);
    m_time->addItem(tr("the last week"), 7);
    m_time->addItem(tr("the last 30 days"), 30);
    m_time->setCurrentIndex(1);
    m_button->setAutoDefault(false);
    m_outcome->setTextFormat(Qt::PlainText);
    m_outcome->setWordWrap(true);
    m_outcome->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_times->setAccessibleName(tr("When it would have fired"));
    m_times->setMaximumHeight(scaledByText(mostListHeight));

    auto *choice = new QHBoxLayout;
    choice->addStretch();
    choice->addWidget(m_time);
    choice->addWidget(m_button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addLayout(choice);
    layout->addWidget(m_outcome);
    layout->addWidget(m_times);
    // What an answer is to must be what stands there.
    connect(m_time, &QComboBox::currentIndexChanged, this, &AlertTrialBox::forget);
    connect(m_button, &QPushButton::clicked, this, &AlertTrialBox::press);
    connect(m_asker, &AlertTrialAsker::answered, this,
            [this](const std::shared_ptr<const TriedRule> &tried) { take(*tried); });
    show({});
}

void AlertTrialBox::forget()
{
    m_asker->cancel();
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

void AlertTrialBox::press()
{
    if (m_asker->isAsking()) {
        m_asker->cancel();
        show({});
        return;
    }
    const auto rule = m_rule();
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

// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/contentionresult.h"

#include "core/display/locktext.h"
#include "core/text/literaltext.h"
#include "ui/kit/colors.h"
#include "ui/kit/labels.h"

#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QStyle>

namespace lockmaster {

namespace {

constexpr double numberScale = 2.6;

Tone toneOfResult(const ContentionReport &report)
{
    return report.violations > 0 ? Tone::Danger : Tone::Good;
}

/** Its texts begin where those above it do: without the margin that a style leaves before each. */
class FlushList final : public QListWidget
{
public:
    explicit FlushList(QWidget *parent) : QListWidget(parent)
    {
        setViewportMargins(-1 - style()->pixelMetric(QStyle::PM_FocusFrameHMargin), 0, 0, 0);
    }
};

} // namespace

ContentionResult::ContentionResult(QWidget *parent)
    : QWidget(parent), m_number(titleLabel(numberScale, {}, this)),
      m_word(titleLabel(1.2, {}, this)), m_expected(mutedLabel({}, this)),
      m_happened(textLabel({}, this)), m_figures(new QGridLayout), m_events(new FlushList(this))
{
    m_expected->setWordWrap(false);
    m_happened->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_events->setAccessibleName(tr("What happened when"));
    m_events->setFrameShape(QFrame::NoFrame);
    m_events->setWordWrap(true);
    m_events->setSelectionMode(QAbstractItemView::NoSelection);
    m_events->setMinimumHeight(110);
    m_figures->setContentsMargins({});
    m_figures->setHorizontalSpacing(16);
    m_figures->setVerticalSpacing(3);
    m_figures->setColumnStretch(2, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(headingLabel(tr("What happened"), nullptr, this));
    layout->addWidget(buildVerdict());
    layout->addWidget(m_happened);
    layout->addLayout(m_figures);
    layout->addWidget(m_events, 1);
}

QWidget *ContentionResult::buildVerdict()
{
    auto *box = new QWidget(this);
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addStretch();
    words->addWidget(m_word);
    words->addWidget(m_expected);
    words->addStretch();
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins({});
    row->setSpacing(12);
    row->addWidget(m_number);
    row->addLayout(words, 1);
    return box;
}

void ContentionResult::setReport(const ContentionReport &report)
{
    m_number->setText(countText(report.violations));
    const bool isOfLocks = report.course && report.course->locks;
    m_word->setText(isOfLocks ? tr("locks lost", nullptr, int(report.violations))
                              : tr("violations of the rule", nullptr, int(report.violations)));
    m_expected->setText(report.asExpected ? tr("as expected") : tr("not as expected"));
    setTone(m_number, toneOfResult(report));
    setTone(m_word, toneOfResult(report));
    m_happened->setText(literalText(report.happened));
    showFigures(report);
    m_events->clear();
    for (const QString &event : report.events)
        m_events->addItem(literalText(event));
    m_events->setVisible(!report.events.isEmpty());
}

void ContentionResult::showFigures(const ContentionReport &report)
{
    while (QLayoutItem *item = m_figures->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int line = 0;
    for (const ContentionReport::Figure &figure : report.figures) {
        QLabel *label = mutedLabel(literalText(figure.label), this);
        label->setWordWrap(false);
        QLabel *value = titleLabel(1.0, countText(figure.value), this);
        value->setAlignment(Qt::AlignRight);
        m_figures->addWidget(label, line, 0);
        m_figures->addWidget(value, line++, 1);
    }
}

QString ContentionResult::verdictText() const
{
    return m_number->text() + u' ' + m_word->text();
}

QString ContentionResult::happenedText() const
{
    return m_happened->text();
}

} // namespace lockmaster

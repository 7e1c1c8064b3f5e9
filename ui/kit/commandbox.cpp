// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/commandbox.h"

#include "core/display/locktext.h"
#include "ui/kit/icons.h"
#include "ui/kit/textsize.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype mostShown = 4000;
constexpr int margin = 4;

} // namespace

CommandBox::CommandBox(const QString &caption, int mostLines, QWidget *parent)
    : QWidget(parent), m_mostLines(mostLines), m_text(new QPlainTextEdit(this)),
      m_copy(new QToolButton(this))
{
    auto *label = new QLabel(caption, this);
    label->setTextFormat(Qt::PlainText);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(m_text);
    m_text->setReadOnly(true);
    m_text->setUndoRedoEnabled(false);
    m_text->setFont(fixedFont());
    m_text->setWordWrapMode(mostLines == 1 ? QTextOption::NoWrap
                                           : QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setTabChangesFocus(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->document()->setDocumentMargin(margin);
    m_text->setAccessibleName(caption);
    m_text->viewport()->setBackgroundRole(QPalette::AlternateBase);
    m_copy->setIcon(symbolicIcon(QStringLiteral("copy")));
    m_copy->setAutoRaise(true);
    m_copy->setFocusPolicy(Qt::StrongFocus);
    m_copy->setToolTip(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy: %1").arg(caption));
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_command); });

    auto *heading = new QHBoxLayout;
    heading->addWidget(label, 1);
    heading->addWidget(m_copy);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(heading);
    layout->addWidget(m_text);
}

void CommandBox::setCommand(const QString &command)
{
    if (m_command == command && !m_text->document()->isEmpty())
        return;
    m_command = command;
    m_text->setPlainText(briefText(command, mostShown));
    m_copy->setEnabled(!command.isEmpty());
    fitHeight();
}

void CommandBox::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

int CommandBox::lineCount() const
{
    // Not the document's own count: that is one before it is shown, and told by no signal.
    QString text = m_text->toPlainText();
    QTextLayout layout(text.replace(u'\n', QChar::LineSeparator), m_text->font());
    QTextOption option;
    option.setWrapMode(m_text->wordWrapMode());
    layout.setTextOption(option);
    layout.beginLayout();
    const int room = width() - 2 * (margin + m_text->frameWidth());
    int lines = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, room));
        ++lines;
    }
    layout.endLayout();
    return std::max(1, lines);
}

void CommandBox::fitHeight()
{
    const int lines = lineCount();
    const int frame = 2 * (margin + m_text->frameWidth()) + 2;
    m_text->setVerticalScrollBarPolicy(lines > m_mostLines ? Qt::ScrollBarAsNeeded
                                                           : Qt::ScrollBarAlwaysOff);
    m_text->setFixedHeight(std::min(lines, m_mostLines) * m_text->fontMetrics().lineSpacing()
                           + frame);
}

} // namespace lockmaster

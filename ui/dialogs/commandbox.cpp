// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/commandbox.h"

#include "ui/models/locktext.h"
#include "ui/theme/icons.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

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
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
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

void CommandBox::fitHeight()
{
    // A plain document counts its height in lines.
    const int lines = static_cast<int>(std::ceil(m_text->document()->size().height()));
    const int shown = std::clamp(lines, 1, m_mostLines);
    const bool scrolls = m_mostLines > 1 && lines > m_mostLines;
    m_text->setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    const int frame = 2 * (margin + m_text->frameWidth()) + 2;
    m_text->setFixedHeight(shown * m_text->fontMetrics().lineSpacing() + frame);
}

} // namespace lockmaster

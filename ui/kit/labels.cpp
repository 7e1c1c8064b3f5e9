// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/labels.h"

#include "core/text/words.h"
#include "ui/kit/lockdelegate.h"
#include "core/display/locktext.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QTextDocumentFragment>

namespace lockmaster {

QFont titleFont(double scale, QFont font)
{
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setWeight(QFont::DemiBold);
    return font;
}

QLabel *titleLabel(double scale, const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setFont(titleFont(scale, label->font()));
    return label;
}

QLabel *headingLabel(const QString &text, QWidget *buddy, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    QFont font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setCapitalization(QFont::AllUppercase);
    label->setFont(font);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(buddy);
    return label;
}

QLabel *textLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setMinimumWidth(1);
    label->setText(text);
    return label;
}

QLabel *mutedLabel(const QString &text, QWidget *parent)
{
    QLabel *label = textLabel(text, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

void setSpokenName(QWidget *widget, const QString &text)
{
    if (widget->accessibleName() != text)
        widget->setAccessibleName(text);
}

void setSpokenDescription(QWidget *widget, const QString &text)
{
    if (widget->accessibleDescription() != text)
        widget->setAccessibleDescription(text);
}

void nameButtons(const QLineEdit &edit, QAction *leading, const QString &name)
{
    leading->setText(name);
    // Qt makes it, and gives it no name.
    if (auto *clear = edit.findChild<QAction *>(QStringLiteral("_q_qlineeditclearaction")))
        clear->setText(Words::tr("Clear"));
}

void setPlainToolTip(QWidget *widget, const QString &text)
{
    // Set anew, even to what it was, it is told to all who listen.
    if (const QString shown = plainToolTip(text); shown != widget->toolTip())
        widget->setToolTip(shown);
    setSpokenDescription(widget, text);
}

QString spokenToolTip(const QString &toolTip)
{
    return Qt::mightBeRichText(toolTip) ? QTextDocumentFragment::fromHtml(toolTip).toPlainText()
                                        : toolTip;
}

void setTone(QLabel *label, Tone tone)
{
    QPalette palette = QApplication::palette();
    const QColor color = toneColor(tone, colorsFor(palette));
    if (label->palette().color(QPalette::WindowText) == color)
        return;
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
    // On a page of the base colour a label would be written in another role.
    label->setForegroundRole(QPalette::WindowText);
}

} // namespace lockmaster

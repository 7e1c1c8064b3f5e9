// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/literaltext.h"
#include "tests/support/hostilenames.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTextBlock>
#include <QTextEdit>

/// What finds out whether a place that shows hostile names lets them be something else.

namespace lockmaster::test {

/** Moves, hides or ends nothing. */
inline bool isPlain(const QString &text, bool lines = false)
{
    return lines ? literalText(QString(text).remove(u'\n')) == QString(text).remove(u'\n')
                 : literalText(text) == text;
}

/** Whether markup in it would do anything but be read. */
inline bool isBare(const QTextDocument &document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextCharFormat format = at.fragment().charFormat();
            if (format.isImageFormat() || format.anchorHref() == u"x")
                return false;
        }
    }
    return !document.toPlainText().contains(QStringLiteral("bold"))
           || document.toPlainText().contains(QStringLiteral("<b>bold</b>"));
}

/** A text of which Qt itself finds out whether it is markup. */
inline bool isSafe(const QString &text)
{
    if (!isPlain(text, true))
        return false;
    if (!Qt::mightBeRichText(text))
        return true;
    QTextDocument document;
    document.setHtml(text);
    return isBare(document);
}

inline void checkModel(const QAbstractItemModel &model, const QModelIndex &parent,
                       QStringList &wrong)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (const int role : {Qt::DisplayRole, Qt::AccessibleTextRole}) {
                if (const QString text = index.data(role).toString(); !isPlain(text))
                    wrong << QStringLiteral("cell: ") + text.left(200);
            }
            if (const QString tip = index.data(Qt::ToolTipRole).toString(); !isSafe(tip))
                wrong << QStringLiteral("tool tip: ") + tip.left(200);
        }
        checkModel(model, model.index(row, 0, parent), wrong);
    }
}

/** Everything within a window that shows text, by what it would do with it. */
inline QStringList wrongIn(const QWidget &window)
{
    QStringList wrong;
    const auto wants = [&wrong](bool holds, const char *what, const QString &text) {
        if (!holds)
            wrong << QLatin1StringView(what) + QStringLiteral(": ") + text.left(200);
    };
    wants(isPlain(window.windowTitle()), "title", window.windowTitle());
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        wants(isSafe(widget->toolTip()), "tool tip", widget->toolTip());
        wants(isPlain(widget->accessibleName(), true), "name", widget->accessibleName());
        wants(isPlain(widget->accessibleDescription(), true), "description",
              widget->accessibleDescription());
    }
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        const bool read = label->textFormat() == Qt::PlainText;
        wants(isPlain(label->text(), true) && (read || !Qt::mightBeRichText(label->text())),
              "label", label->text());
    }
    for (const QAction *action : window.findChildren<QAction *>())
        wants(isPlain(action->text()) && isSafe(action->toolTip()), "action", action->toolTip());
    for (const QLineEdit *edit : window.findChildren<QLineEdit *>())
        wants(isPlain(edit->text()), "field", edit->text());
    for (const QTextEdit *text : window.findChildren<QTextEdit *>())
        wants(isBare(*text->document()) && isPlain(text->toPlainText(), true), "text",
              text->toPlainText());
    for (const QAbstractItemView *view : window.findChildren<QAbstractItemView *>()) {
        if (view->model())
            checkModel(*view->model(), {}, wrong);
    }
    return wrong;
}

/** The fields of a table after RFC 4180. */
inline QStringList fieldsOf(const QByteArray &csv)
{
    QStringList fields(QString{});
    bool quoted = false;
    const QString text = QString::fromUtf8(csv);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'"' && quoted && i + 1 < text.size() && text[i + 1] == u'"')
            fields.back() += text[++i];
        else if (c == u'"')
            quoted = !quoted;
        else if (!quoted && (c == u',' || c == u'\n'))
            fields << QString();
        else if (quoted || c != u'\r')
            fields.back() += c;
    }
    return fields;
}

} // namespace lockmaster::test

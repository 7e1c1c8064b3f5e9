// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QAction>
#include <QLineEdit>
#include <QMetaProperty>
#include <QStringList>
#include <QWidget>

namespace lockmaster::test {

inline void addTexts(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &texts)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (const int role : {Qt::DisplayRole, Qt::EditRole, Qt::ToolTipRole,
                                   Qt::AccessibleTextRole, Qt::AccessibleDescriptionRole})
                texts << index.data(role).toString();
        }
        addTexts(model, model.index(row, 0, parent), texts);
    }
}

inline void addTexts(const QObject &object, QStringList &texts)
{
    const QMetaObject &meta = *object.metaObject();
    for (int i = 0; i < meta.propertyCount(); ++i) {
        // What is typed is shown by another property, and may be hidden there.
        const QLatin1StringView name(meta.property(i).name());
        const bool isHidden = qobject_cast<const QLineEdit *>(&object)
                              && (name == u"text" || name == u"selectedText");
        if (meta.property(i).typeId() == QMetaType::QString && !isHidden)
            texts << meta.property(i).read(&object).toString();
    }
}

/** Every text of every widget and action in it: shown, told to a screen reader, or to be copied. */
inline QStringList textsOf(const QWidget &window)
{
    QStringList texts;
    addTexts(window, texts);
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        addTexts(*widget, texts);
        if (const auto *view = qobject_cast<const QAbstractItemView *>(widget);
            view && view->model())
            addTexts(*view->model(), {}, texts);
    }
    for (const QAction *action : window.findChildren<QAction *>())
        addTexts(*action, texts);
    return texts;
}

} // namespace lockmaster::test

// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/scrollaccessible.h"

#include <QAbstractScrollArea>
#include <QAccessibleWidget>
#include <QScrollBar>

namespace lockmaster {

namespace {

class ScrollAccessible final : public QAccessibleWidget
{
public:
    explicit ScrollAccessible(QAbstractScrollArea &area)
        : QAccessibleWidget(&area, QAccessible::Client)
    {
    }

    int childCount() const override { return int(parts().size()); }
    QAccessibleInterface *child(int index) const override
    {
        return QAccessible::queryAccessibleInterface(parts().value(index));
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        return child ? int(parts().indexOf(qobject_cast<QWidget *>(child->object()))) : -1;
    }

private:
    /** What is seen of it: what is scrolled, and the bars. */
    QWidgetList parts() const
    {
        const auto *area = qobject_cast<QAbstractScrollArea *>(object());
        if (!area)
            return {};
        QWidgetList parts{area->viewport()};
        for (QScrollBar *bar : {area->horizontalScrollBar(), area->verticalScrollBar()}) {
            // It is in a box of its own, with whatever was put beside it.
            if (bar && bar->isVisibleTo(area) && bar->parentWidget() != area)
                parts << bar->parentWidget();
        }
        if (QWidget *corner = area->cornerWidget(); corner && corner->isVisible())
            parts << corner;
        parts.removeAll(nullptr);
        return parts;
    }
};

QAccessibleInterface *makeInterface(const QString &type, QObject *object)
{
    // Tables and texts are asked about as what they are, before it comes to this.
    if (type != QStringLiteral("QAbstractScrollArea") && type != QStringLiteral("QScrollArea"))
        return nullptr;
    auto *area = qobject_cast<QAbstractScrollArea *>(object);
    return area ? new ScrollAccessible(*area) : nullptr;
}

} // namespace

void installScrollAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace lockmaster

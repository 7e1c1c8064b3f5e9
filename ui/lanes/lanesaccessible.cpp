// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesaccessible.h"

#include "ui/lanes/lanesview.h"

#include <QAccessibleWidget>

namespace lockmaster {

namespace {

class LanesAccessible final : public QAccessibleWidget
{
public:
    explicit LanesAccessible(LanesView &view) : QAccessibleWidget(&view, QAccessible::Chart) {}

    QString text(QAccessible::Text kind) const override
    {
        if (kind == QAccessible::Value)
            return static_cast<const LanesView *>(object())->spoken();
        return QAccessibleWidget::text(kind);
    }
};

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<LanesView *>(object);
    return view ? new LanesAccessible(*view) : nullptr;
}

} // namespace

void installLanesAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

void announceLanesValue(LanesView &view)
{
    QAccessibleValueChangeEvent event(&view, view.spoken());
    QAccessible::updateAccessibility(&event);
}

} // namespace lockmaster

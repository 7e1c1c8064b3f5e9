// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/density.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QEvent>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr int densityAir = 9;
constexpr int densityLittleAir = 2;

bool &compactRows()
{
    static bool compact = false;
    return compact;
}

QString densityKey()
{
    return QStringLiteral("rows/compact");
}

void applyDensity(bool compact)
{
    if (std::exchange(compactRows(), compact) == compact)
        return;
    // Rows are measured anew where the font is another.
    for (QWidget *widget : QApplication::allWidgets()) {
        if (!qobject_cast<QAbstractItemView *>(widget))
            continue;
        QEvent change(QEvent::FontChange);
        QCoreApplication::sendEvent(widget, &change);
    }
}

} // namespace

bool Density::isCompact()
{
    return compactRows();
}

int Density::rowHeight(int usual, int compact, int textHeight)
{
    return compactRows() ? std::max(compact, textHeight + densityLittleAir)
                         : std::max(usual, textHeight + densityAir);
}

void Density::restore(const QSettings &settings)
{
    applyDensity(settings.value(densityKey()).toBool());
}

void Density::setCompact(QSettings &settings, bool compact)
{
    settings.setValue(densityKey(), compact);
    applyDensity(compact);
}

} // namespace lockmaster

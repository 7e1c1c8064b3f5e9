// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/actionname.h"

#include "core/text/plainwords.h"

#include <QAction>
#include <QVariant>

namespace lockmaster {

namespace {

constexpr const char *englishProperty = "englishName";

} // namespace

void nameAction(QAction &action, const std::function<QString()> &name)
{
    action.setText(name());
    action.setProperty(englishProperty, inEnglish(name));
}

QString englishName(const QAction &action)
{
    const QVariant known = action.property(englishProperty);
    return known.isValid() ? known.toString() : action.text();
}

QString inEnglish(const std::function<QString()> &name)
{
    const PlainWords plain;
    return name();
}

} // namespace lockmaster

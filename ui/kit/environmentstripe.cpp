// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/environmentstripe.h"

#include "ui/kit/locktext.h"
#include "ui/kit/colors.h"

#include <QPainter>

namespace lockmaster {

EnvironmentStripe::EnvironmentStripe(Environment environment, QWidget *parent) : QWidget(parent)
{
    constexpr int height = 3;
    setFixedHeight(height);
    setEnvironment(environment);
}

void EnvironmentStripe::setEnvironment(Environment environment)
{
    m_environment = environment;
    setVisible(environment != Environment::Unset);
    setAccessibleName(LockText::environment(environment));
    update();
}

void EnvironmentStripe::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), environmentColor(m_environment, colorsFor(palette())));
}

} // namespace lockmaster

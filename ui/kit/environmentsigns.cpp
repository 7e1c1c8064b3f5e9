// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/environmentsigns.h"

#include "core/display/locktext.h"
#include "ui/kit/colors.h"

#include <QCoreApplication>
#include <QPainter>

namespace lockmaster {

namespace {

QString badgeText(Environment environment)
{
    const char *const context = "lockmaster::SidebarDelegate";
    switch (environment) {
    case Environment::Production: return QCoreApplication::translate(context, "PROD");
    case Environment::Staging: return QCoreApplication::translate(context, "STAGE");
    case Environment::Development: return QCoreApplication::translate(context, "DEV");
    case Environment::Unset: break;
    }
    return {};
}

QString badgeText(Environment environment, Badge badge)
{
    const QString word = badgeText(environment);
    return badge == Badge::Letter ? word.left(1) : word;
}

QFont badgeFont(QFont font)
{
    font.setBold(false);
    font.setPointSizeF(font.pointSizeF() * 0.78);
    return font;
}

} // namespace

int badgeWidth(Environment environment, const QFont &font, Badge badge)
{
    const QString text = badgeText(environment, badge);
    return text.isEmpty() ? 0 : QFontMetrics(badgeFont(font)).horizontalAdvance(text) + 10;
}

int paintBadge(QPainter &painter, const QRect &rect, Environment environment, const QFont &base,
               const Colors &colors, Badge badge)
{
    const QString text = badgeText(environment, badge);
    if (text.isEmpty())
        return 0;
    const QFont font = badgeFont(base);
    const QFontMetrics metrics(font);
    const int width = badgeWidth(environment, base, badge);
    const QRect box(rect.left(), rect.center().y() - metrics.height() / 2, width,
                    metrics.height() + 1);
    if (box.right() > rect.right())
        return 0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(environmentColor(environment, colors));
    painter.setFont(font);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
    return width;
}

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

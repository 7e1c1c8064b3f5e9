// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/textsize.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QScreen>
#include <QSettings>
#include <QUrl>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace lockmaster {

namespace {

int nearest(int percent)
{
    return *std::min_element(
        TextSize::percents.begin(), TextSize::percents.end(),
        [percent](int a, int b) { return std::abs(a - percent) < std::abs(b - percent); });
}

/** The program's before any of this touched it. */
const QFont &desktopsFont()
{
    static const QFont font = QApplication::font();
    return font;
}

/** A port has another projector next time: what it says of itself belongs to its name. */
QString keyOf(const QScreen *screen)
{
    const QString name =
        screen ? screen->manufacturer() + u' ' + screen->model() + u' ' + screen->name()
               : QStringLiteral("none");
    return QStringLiteral("text/")
           + QString::fromLatin1(QUrl::toPercentEncoding(name.simplified()));
}

/** Those whose font does not follow the program's, as they have a size of their own. */
std::vector<std::pair<QWidget *, double>> sizedByThemselves()
{
    std::vector<std::pair<QWidget *, double>> found;
    for (QWidget *widget : QApplication::allWidgets()) {
        const QFont font = widget->font();
        const bool isOwn = widget->testAttribute(Qt::WA_SetFont)
                           && (font.resolveMask() & QFont::SizeResolved) && font.pointSizeF() > 0;
        if (isOwn)
            found.emplace_back(widget, font.pointSizeF());
    }
    return found;
}

} // namespace

int scaledByText(int pixels)
{
    return int(std::lround(pixels * TextSize::scale()));
}

QFont fixedFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * TextSize::scale());
    return font;
}

double TextSize::scale()
{
    const double desktops = desktopsFont().pointSizeF();
    return desktops > 0 ? QApplication::font().pointSizeF() / desktops : 1;
}

TextSize::TextSize(QSettings &settings, QObject *parent)
    : QObject(parent), m_settings(settings), m_percent(nearest(int(std::lround(scale() * usual))))
{
    follow(QGuiApplication::primaryScreen());
}

void TextSize::follow(const QScreen *screen)
{
    m_key = keyOf(screen);
    apply(nearest(m_settings.value(m_key, usual).toInt()));
}

void TextSize::setPercent(int percent)
{
    const int offered = nearest(percent);
    m_settings.setValue(m_key, offered);
    apply(offered);
}

void TextSize::step(int by)
{
    const auto here = std::find(percents.begin(), percents.end(), m_percent) - percents.begin();
    const auto there = std::clamp<std::ptrdiff_t>(here + by, 0, std::ssize(percents) - 1);
    setPercent(percents.at(size_t(there)));
}

void TextSize::apply(int percent)
{
    if (percent == m_percent || desktopsFont().pointSizeF() <= 0)
        return;
    const double ratio = double(percent) / m_percent;
    m_percent = percent;
    const auto own = sizedByThemselves();
    QFont font = desktopsFont();
    font.setPointSizeF(font.pointSizeF() * percent / usual);
    QApplication::setFont(font);
    // Widgets are told of it by then only where the program is past its beginning.
    for (QWidget *widget : QApplication::allWidgets()) {
        QEvent change(QEvent::ApplicationFontChange);
        QCoreApplication::sendEvent(widget, &change);
    }
    for (const auto &[widget, size] : own) {
        QFont its = widget->font();
        its.setPointSizeF(size * ratio);
        widget->setFont(its);
    }
    emit changed();
}

} // namespace lockmaster

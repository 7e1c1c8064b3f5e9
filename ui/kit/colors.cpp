// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/colors.h"

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

QPalette paletteOf(const Colors &colors, const QColor &button, const QColor &highlight)
{
    QPalette palette;
    palette.setColor(QPalette::Window, colors.window);
    palette.setColor(QPalette::WindowText, colors.text);
    palette.setColor(QPalette::Base, colors.base);
    palette.setColor(QPalette::AlternateBase, colors.window);
    palette.setColor(QPalette::Text, colors.text);
    palette.setColor(QPalette::PlaceholderText, colors.muted);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::ButtonText, colors.text);
    palette.setColor(QPalette::BrightText, colors.danger);
    palette.setColor(QPalette::ToolTipBase, button);
    palette.setColor(QPalette::ToolTipText, colors.text);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, colors.accent);
    palette.setColor(QPalette::LinkVisited, colors.noExpiry);
    const bool dark = isDark(palette);
    palette.setColor(QPalette::Light, dark ? button.lighter(130) : Qt::white);
    palette.setColor(QPalette::Midlight, dark ? button.lighter(115) : colors.window);
    palette.setColor(QPalette::Mid, colors.line);
    palette.setColor(QPalette::Dark, dark ? colors.window.darker(140) : colors.line.darker(115));
    palette.setColor(QPalette::Shadow, dark ? QColor(Qt::black) : colors.line.darker(150));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        // Paler than any other, and still to be read: it says what one could do.
        QColor faded = colors.text;
        faded.setAlphaF(0.62F);
        palette.setColor(QPalette::Disabled, role, faded);
    }
    return palette;
}

double luminance(const QColor &color)
{
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
           + 0.0722 * linear(color.blueF());
}

} // namespace

const Colors &lightColors()
{
    static const Colors colors{
        .base = QColor(0xffffff),
        .window = QColor(0xf5f6f9),
        .selection = QColor(0xdbe7fe),
        .resting = QColor(0xe3e7ee),
        .hover = QColor(0xeef2f8),
        .line = QColor(0xdfe2e8),
        .text = QColor(0x1a1e26),
        .muted = QColor(0x555d6b),
        .accent = QColor(0x1f5fc4),
        .expiring = QColor(0x8a5300),
        .noExpiry = QColor(0x6f3fc0),
        .danger = QColor(0xb3261e),
        .good = QColor(0x14703a),
        .conflict = QColor(0x9c1f86),
        .owners = {QColor(0x1f5fc4), QColor(0x117311), QColor(0xbf3060), QColor(0x2d4040),
                   QColor(0x3a22c8), QColor(0x78158c), QColor(0x8c628c), QColor(0x59270d)},
    };
    return colors;
}

const Colors &darkColors()
{
    static const Colors colors{
        .base = QColor(0x24282f),
        .window = QColor(0x1d2025),
        .selection = QColor(0x2b3d61),
        .resting = QColor(0x343a45),
        .hover = QColor(0x2b3038),
        .line = QColor(0x3a3f48),
        .text = QColor(0xe8eaee),
        .muted = QColor(0xa6aebb),
        .accent = QColor(0x85aef8),
        .expiring = QColor(0xf0ad4e),
        .noExpiry = QColor(0xc0a2fb),
        .danger = QColor(0xff8f85),
        .good = QColor(0x58c98b),
        .conflict = QColor(0xf48fdc),
        .owners = {QColor(0x85aef8), QColor(0x61e07a), QColor(0xf2e6aa), QColor(0xe65cb8),
                   QColor(0x42a674), QColor(0x85f2f2), QColor(0xf2aac2), QColor(0xd98257)},
    };
    return colors;
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness()
           < palette.color(QPalette::WindowText).lightness();
}

const Colors &colorsFor(const QPalette &palette)
{
    return isDark(palette) ? darkColors() : lightColors();
}

QPalette lightPalette()
{
    return paletteOf(lightColors(), Qt::white, QColor(0x2563c9));
}

QPalette darkPalette()
{
    // Just so bright that Fusion makes the edge around what has the focus lighter, not darker.
    return paletteOf(darkColors(), QColor(0x2b3037), QColor(0x2f66cd));
}

QColor environmentColor(Environment environment, const Colors &colors)
{
    switch (environment) {
    case Environment::Production: return colors.danger;
    case Environment::Staging: return colors.expiring;
    case Environment::Development: return colors.good;
    case Environment::Unset: break;
    }
    return colors.muted;
}

double contrast(const QColor &a, const QColor &b)
{
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

QColor wordsOn(const QColor &ground, const Colors &colors)
{
    constexpr double least = 4.5;
    if (contrast(colors.base, ground) >= least)
        return colors.base;
    return contrast(Qt::white, ground) >= contrast(Qt::black, ground) ? Qt::white : Qt::black;
}

const Colors &ghostColors(const QPalette &palette)
{
    const auto ghost = [](Colors colors) {
        for (QColor *tone : {&colors.text, &colors.accent, &colors.expiring, &colors.noExpiry,
                             &colors.danger, &colors.good, &colors.conflict})
            *tone = colors.muted;
        return colors;
    };
    static const Colors light = ghost(lightColors());
    static const Colors dark = ghost(darkColors());
    return isDark(palette) ? dark : light;
}

} // namespace lockmaster

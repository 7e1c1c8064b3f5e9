// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/kit/theme.h"

#include <QApplication>
#include <QDBusVariant>
#include <QSignalSpy>
#include <QTest>

#include <array>
#include <cmath>

using namespace lockmaster;

namespace tst_colors {

namespace {

constexpr std::array tones = {Tone::Plain,    Tone::Muted,  Tone::Held,    Tone::Expiring,
                              Tone::NoExpiry, Tone::Danger, Tone::Unknown, Tone::Good};

} // namespace

class TestColors : public QObject
{
    Q_OBJECT

private slots:
    void everyToneCanBeReadOnEveryGround_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void everyToneCanBeReadOnEveryGround()
    {
        QFETCH(bool, dark);
        const Colors &colors = dark ? darkColors() : lightColors();
        const Colors &gone = ghostColors(dark ? darkPalette() : lightPalette());
        for (const Colors *set : {&colors, &gone}) {
            for (const Tone tone : tones) {
                for (const QColor &ground :
                     {colors.base, colors.window, colors.selection, colors.hover}) {
                    const double ratio = contrast(toneColor(tone, *set), ground);
                    QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("tone %1 on %2: %3")
                                                          .arg(int(tone))
                                                          .arg(ground.name())
                                                          .arg(ratio)));
                }
            }
        }
        for (const QColor &ground : {colors.base, colors.window, colors.selection, colors.hover})
            QVERIFY(contrast(colors.conflict, ground) >= 4.5);
        // Words stand on the bars of owners.
        for (const QColor &owner : colors.owners)
            QVERIFY2(contrast(owner, colors.base) >= 4.5, qPrintable(owner.name()));
    }

    /** Also to whom red and green look the same. */
    void ownersAreToldApartByEverybody()
    {
        const auto linear = [](double c) {
            return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        };
        // Viénot, Brettel and Mollon 1999, for deuteranopia.
        const auto seen = [&](const QColor &color) {
            const double r = linear(color.redF());
            const double g = linear(color.greenF());
            const double b = linear(color.blueF());
            return std::array{std::cbrt(0.29275 * r + 0.70725 * g),
                              std::cbrt(-0.02234 * r + 0.02234 * g + b)};
        };
        for (const Colors *colors : {&lightColors(), &darkColors()}) {
            for (const QColor &one : colors->owners) {
                for (const QColor &other : colors->owners) {
                    if (&one == &other)
                        continue;
                    const auto a = seen(one);
                    const auto b = seen(other);
                    const double apart = std::hypot(a[0] - b[0], a[1] - b[1]);
                    QVERIFY2(
                        apart > 0.1,
                        qPrintable(
                            QStringLiteral("%1 %2: %3").arg(one.name(), other.name()).arg(apart)));
                }
            }
        }
    }

    void contrastIsThatOfTheStandard()
    {
        QVERIFY(qAbs(contrast(Qt::black, Qt::white) - 21.0) < 0.001);
        QVERIFY(qAbs(contrast(QColor(0x777777), Qt::white) - 4.48) < 0.01);
        QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
    }

    void palettesAreToldApart()
    {
        QVERIFY(isDark(darkPalette()));
        QVERIFY(!isDark(lightPalette()));
        QCOMPARE(&colorsFor(darkPalette()), &darkColors());
        QCOMPARE(&colorsFor(lightPalette()), &lightColors());
    }

    void productionIsRedAndTheOthersAreNot()
    {
        const Colors &colors = lightColors();
        QCOMPARE(environmentColor(Environment::Production, colors), colors.danger);
        for (const auto other :
             {Environment::Staging, Environment::Development, Environment::Unset})
            QVERIFY(environmentColor(other, colors) != colors.danger);
    }

    void thePortalsAnswerIsUnderstood_data()
    {
        QTest::addColumn<QVariant>("value");
        QTest::addColumn<QString>("meaning");
        const auto wrapped = [](const QVariant &inner) {
            return QVariant::fromValue(QDBusVariant(inner));
        };
        QTest::newRow("no preference") << QVariant(0U) << QStringLiteral("none");
        QTest::newRow("dark") << QVariant(1U) << QStringLiteral("dark");
        QTest::newRow("light") << QVariant(2U) << QStringLiteral("light");
        QTest::newRow("wrapped") << wrapped(1U) << QStringLiteral("dark");
        QTest::newRow("wrapped twice") << wrapped(wrapped(1U)) << QStringLiteral("dark");
        QTest::newRow("unknown number") << QVariant(7U) << QStringLiteral("none");
        QTest::newRow("text") << QVariant(QStringLiteral("dark")) << QStringLiteral("none");
        QTest::newRow("nothing") << QVariant() << QStringLiteral("none");
    }
    void thePortalsAnswerIsUnderstood()
    {
        QFETCH(QVariant, value);
        QFETCH(QString, meaning);
        const auto dark = Theme::darkFromPortal(value);
        const QString said = !dark   ? QStringLiteral("none")
                             : *dark ? QStringLiteral("dark")
                                     : QStringLiteral("light");
        QCOMPARE(said, meaning);
    }

    void aChosenThemeIsInForceAtOnce()
    {
        Theme theme;
        const QSignalSpy changed(&theme, &Theme::changed);
        theme.setChoice(ThemeChoice::Dark);
        QVERIFY(isDark(QApplication::palette()));
        theme.setChoice(ThemeChoice::Light);
        QVERIFY(!isDark(QApplication::palette()));
        QCOMPARE(changed.size(), 2);
    }

    void boxesAndFieldsHaveAnEdge()
    {
        Theme theme;
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            theme.setChoice(choice);
            const Colors &colors = colorsFor(QApplication::palette());
            for (const char *widget : {"QCheckBox", "QLineEdit"}) {
                const QPalette palette = QApplication::palette(widget);
                const QColor edge = palette.color(QPalette::Window).darker(140); // as Fusion does
                QVERIFY(contrast(edge, colors.base) >= 3);
                QVERIFY(contrast(edge, colors.window) >= 3);
                QCOMPARE(&colorsFor(palette), &colors);
            }
        }
    }

    void themeWordsReadBack()
    {
        for (const auto choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
            QCOMPARE(themeChoiceFromName(themeChoiceName(choice)), std::optional(choice));
        QVERIFY(!themeChoiceFromName(u"blue"));
    }

    void symbolicIconsTakeTheColourTheyAreGiven()
    {
        const QImage image =
            symbolicIcon(QStringLiteral("pause"), QColor(0x00ff00)).pixmap(16, 16).toImage();
        int coloured = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor pixel = image.pixelColor(x, y);
                if (pixel.alpha() < 200)
                    continue;
                QCOMPARE(pixel.red(), 0);
                QVERIFY(pixel.green() > 200);
                ++coloured;
            }
        }
        QVERIFY(coloured >= 16);
        QVERIFY(symbolicIcon(QStringLiteral("no-such-icon")).isNull());
        QVERIFY(!applicationIcon().pixmap(64, 64).isNull());
    }
};

LOCKMASTER_TEST(TestColors, QApplication)

} // namespace tst_colors

#include "tst_colors.moc"

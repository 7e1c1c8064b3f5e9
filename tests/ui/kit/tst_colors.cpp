// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/kit/roomystyle.h"
#include "ui/kit/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDBusVariant>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using namespace lockmaster;

namespace tst_colors {

namespace {

constexpr std::array tones = {Tone::Plain,    Tone::Muted,  Tone::Held,    Tone::Expiring,
                              Tone::NoExpiry, Tone::Danger, Tone::Unknown, Tone::Good};

/** All that words may stand on: those of a row as they are painted. */
std::vector<QColor> grounds(const Colors &colors)
{
    std::vector<QColor> all = {colors.window, colors.hover};
    for (const bool selected : {false, true}) {
        for (const bool focus : {false, true}) {
            for (const bool alarming : {false, true}) {
                for (const double glow : {0.0, 0.5, 1.0})
                    all.push_back(rowGround({selected, focus, alarming, glow}, colors));
            }
        }
    }
    return all;
}

QColor shownOn(const QColor &ground, const QColor &color)
{
    QImage paper(1, 1, QImage::Format_RGB32);
    paper.fill(ground);
    QPainter(&paper).fillRect(0, 0, 1, 1, color);
    return paper.pixelColor(0, 0);
}

QImage pictureOf(QWidget &widget)
{
    QImage picture(widget.size(), QImage::Format_RGB32);
    picture.fill(widget.palette().color(QPalette::Window));
    widget.render(&picture, {}, {}, QWidget::DrawChildren);
    return picture;
}

/** How many pixels are so much another than before that the change is seen. */
int seenChanges(const QImage &before, const QImage &after)
{
    int changed = 0;
    for (int y = 0; y < before.height(); ++y) {
        for (int x = 0; x < before.width(); ++x)
            changed += contrast(before.pixelColor(x, y), after.pixelColor(x, y)) >= 3 ? 1 : 0;
    }
    return changed;
}

/** A control of each kind that the window has. */
std::vector<std::pair<const char *, std::unique_ptr<QWidget>>> controls()
{
    std::vector<std::pair<const char *, std::unique_ptr<QWidget>>> all;
    auto flat = std::make_unique<QToolButton>();
    flat->setText(QStringLiteral("Renewals"));
    flat->setAutoRaise(true);
    flat->setFocusPolicy(Qt::StrongFocus);
    all.emplace_back("flat button", std::move(flat));
    all.emplace_back("button", std::make_unique<QPushButton>(QStringLiteral("Release")));
    all.emplace_back("check box", std::make_unique<QCheckBox>(QStringLiteral("Read only")));
    all.emplace_back("radio button", std::make_unique<QRadioButton>(QStringLiteral("All")));
    all.emplace_back("line", std::make_unique<QLineEdit>(QStringLiteral("order:42")));
    auto number = std::make_unique<QSpinBox>();
    all.emplace_back("number", std::move(number));
    auto choice = std::make_unique<QComboBox>();
    choice->addItem(QStringLiteral("Production"));
    all.emplace_back("choice", std::move(choice));
    all.emplace_back("slider", std::make_unique<QSlider>(Qt::Horizontal));
    auto tabs = std::make_unique<QTabBar>();
    tabs->addTab(QStringLiteral("Events"));
    tabs->addTab(QStringLiteral("Alerts"));
    all.emplace_back("tabs", std::move(tabs));
    return all;
}

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
                for (const QColor &ground : grounds(*set)) {
                    const double ratio = contrast(toneColor(tone, *set), ground);
                    QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("tone %1 on %2: %3")
                                                          .arg(int(tone))
                                                          .arg(ground.name())
                                                          .arg(ratio)));
                }
            }
        }
        for (const QColor &ground : grounds(colors))
            QVERIFY(contrast(colors.conflict, ground) >= 4.5);
        // Words stand on the bars of owners.
        for (const QColor &owner : colors.owners)
            QVERIFY2(contrast(owner, colors.base) >= 4.5, qPrintable(owner.name()));
    }

    /** Bars of what is over are paler, or deeper, than the colour of their owner. */
    void wordsAreReadOnAnyGround()
    {
        constexpr int whole = 360;
        for (const Colors *colors : {&lightColors(), &darkColors()}) {
            for (int hue = 0; hue < whole; hue += 15) {
                for (int value = 0; value <= 255; value += 15) {
                    const QColor ground = QColor::fromHsv(hue, 160, value);
                    QVERIFY2(contrast(wordsOn(ground, *colors), ground) >= 4.5,
                             qPrintable(ground.name()));
                }
            }
            QCOMPARE(wordsOn(colors->accent, *colors), colors->base);
        }
    }

    void whatCannotBeDoneCanBeRead()
    {
        for (const QPalette &palette : {lightPalette(), darkPalette()}) {
            const Colors &colors = colorsFor(palette);
            const QColor words = palette.color(QPalette::Disabled, QPalette::ButtonText);
            for (const QColor &ground :
                 {colors.base, colors.window, palette.color(QPalette::Button)})
                QVERIFY(contrast(shownOn(ground, words), ground) >= 4.5);
        }
    }

    /** By whoever has no mouse: at least a line along the control is another. */
    void whatHasTheKeysIsSeen_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void whatHasTheKeysIsSeen()
    {
        QFETCH(bool, dark);
        QWidget window;
        RoomyStyle style;
        window.setPalette(dark ? darkPalette() : lightPalette());
        auto *layout = new QVBoxLayout(&window);
        auto *elsewhere = new QLineEdit(&window);
        layout->addWidget(elsewhere);
        std::vector<std::pair<const char *, QWidget *>> shown;
        for (auto &[name, control] : controls()) {
            control->setStyle(&style);
            shown.emplace_back(name, control.get());
            layout->addWidget(control.release());
        }
        window.show();
        window.setAttribute(Qt::WA_KeyboardFocusChange); // as Tab does
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QStringList unseen;
        for (const auto &[name, control] : shown) {
            elsewhere->setFocus(Qt::TabFocusReason);
            const QImage before = pictureOf(*control);
            control->setFocus(Qt::TabFocusReason);
            QVERIFY2(control->hasFocus(), name);
            const int changed = seenChanges(before, pictureOf(*control));
            if (changed < control->height())
                unseen += QStringLiteral("%1: %2").arg(QLatin1String(name)).arg(changed);
        }
        QCOMPARE(unseen.join(QStringLiteral(", ")), QString());
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

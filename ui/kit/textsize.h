// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QObject>
#include <QString>

#include <array>

class QScreen;
class QSettings;

namespace lockmaster {

/** So many pixels at the desktop's size of text: as many as its words need now. GUI thread. */
int scaledByText(int pixels);

/** The desktop's font of fixed width, as large as the program's text is by now. GUI thread. */
QFont fixedFont();

/**
 * How large the program's text is, of what the desktop has it; remembered for each screen, so that
 * a projector may have another size than a desk. Every widget follows at once, those with a font of
 * their own as well. GUI thread; the settings outlive it.
 */
class TextSize final : public QObject
{
    Q_OBJECT

public:
    static constexpr int usual = 100;
    static constexpr std::array percents = {80, 90, usual, 110, 125, 150, 175, 200};

    /** Begins as is remembered for the desktop's first screen. */
    explicit TextSize(QSettings &settings, QObject *parent = nullptr);

    int percent() const { return m_percent; }
    /** What the program's text is of the desktop's by now: 1.5 of 150 %. */
    static double scale();
    /** One of `percents`: the nearest is taken. Remembered for the screen at hand. */
    void setPercent(int percent);
    void larger() { step(1); }
    void smaller() { step(-1); }

    /** From now on it is about that screen. */
    void follow(const QScreen *screen);

signals:
    void changed();

private:
    void step(int by);
    void apply(int percent);

    QSettings &m_settings;
    QString m_key; ///< of the screen at hand, in the settings
    int m_percent;
};

} // namespace lockmaster

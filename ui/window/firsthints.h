// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <QRect>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QSettings;
class QTimer;

namespace lockmaster {

class MainWindow;

/**
 * Three hints for somebody's first minute, each at the thing that it tells of. They take no focus
 * and keep nothing from being used, and once they are read, or put away, they never come again.
 * Belongs to the window. GUI thread; the settings outlive it.
 */
class FirstHints final : public QWidget
{
    Q_OBJECT

public:
    FirstHints(MainWindow &window, QSettings &settings);

    /** Where its arrow points, in the window. */
    QPoint tip() const { return pos() + m_tip; }

    /** Shows the first as soon as its thing is in sight, unless they were seen before. */
    void begin();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Hint {
        QString text;
        std::function<QRect()> target; ///< in the window; null: it is not in sight
    };

    void show(size_t hint);
    void place();
    void end();

    MainWindow &m_window;
    QSettings &m_settings;
    std::vector<Hint> m_hints;
    size_t m_current = 0;
    QLabel *m_text;
    QLabel *m_which;
    QPushButton *m_next;
    QTimer *m_follow;
    QRect m_placed; ///< at what; null: it is not shown
    QSize m_room;   ///< of the window, then
    QPoint m_tip;   ///< of its arrow
};

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/textscreen.h"
#include "app/lockctl/top/topkey.h"

#include <QObject>

#include <memory>

#include <sys/types.h>

namespace lockmaster {

/**
 * The terminal while something is drawn on all of it, by ncurses: what changed is sent and no more.
 * It is as it was before once this is gone, and also where the program crashes or is ended by a
 * signal; what is said on standard error meanwhile stands below then. One at a time; lives on the
 * main thread.
 */
class Terminal : public QObject
{
    Q_OBJECT

public:
    /** Null and `why`: standard input or output is no terminal, or one that cannot do it. */
    static std::unique_ptr<Terminal> open(QString *why);
    ~Terminal() override;

    int width() const;
    int height() const;

    void show(const TextScreen &screen);
    /** Everything is sent anew with the next screen. */
    void redraw();
    /** Gives the terminal back to the shell until it is called for again. */
    void suspend();

    /** Tells of clicks and of the wheel, which is keys; text is chosen with Shift then. */
    void setMouse(bool on);

signals:
    void pressed(const lockmaster::TopKey &key);
    void clicked(int row, int column);
    void resized();
    /** Nobody is there any more. */
    void lost();

private:
    struct Private;
    explicit Terminal(std::unique_ptr<Private> own);
    void read();
    void readMouse();
    void followSignals();
    void stop(pid_t whom);
    void resume();

    std::unique_ptr<Private> d;
};

} // namespace lockmaster

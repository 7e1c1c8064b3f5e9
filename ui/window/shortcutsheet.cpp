// SPDX-License-Identifier: Apache-2.0
#include "ui/window/shortcutsheet.h"

#include "ui/kit/plainbuttons.h"
#include "ui/kit/scrolledbody.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeySequence>
#include <QLabel>
#include <QVBoxLayout>

#include <array>

namespace lockmaster {

namespace {

struct Shortcut {
    const char *keys;
    const char *what;
};

constexpr std::array shortcuts = {
    Shortcut{"F5", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Look at every server now")},
    Shortcut{"Space", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Pause or go on")},
    Shortcut{
        "Ctrl+1, 2, 3, 4, 5, 6, 7",
        QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                          "The pages, as the sidebar lists them; Ctrl+1 once more: all locks")},
    Shortcut{"Ctrl+K",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                               "Go anywhere: a lock, an owner, a server, a page, an action")},
    Shortcut{"Ctrl+F, /",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                               "To the filter; in the overview, to its line that finds a server")},
    Shortcut{"Ctrl+Shift+F, /",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                               "Find a server at the left; / in the list of servers")},
    Shortcut{"Alt+1 … Alt+9, Alt+0",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Saved views; all locks again")},
    Shortcut{"Return", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                                         "From the filter to the first lock that it leaves")},
    Shortcut{"Esc",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "From the filter back to the locks")},
    Shortcut{"Up, Down", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                                           "In the filter: earlier filters, what can be typed")},
    Shortcut{"Home, End", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "First, last lock")},
    Shortcut{"Ctrl+A", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Select all locks")},
    Shortcut{"Del", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Release the selected locks")},
    Shortcut{"Ctrl+P", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                                         "Pin the selected locks, so that they stand first")},
    Shortcut{"Ctrl+N", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Acquire a lock")},
    Shortcut{"Ctrl+C",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Copy the selected locks as text")},
    Shortcut{"Ctrl+Shift+C",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Copy the selected locks as JSON")},
    Shortcut{"A, S, Shift+A",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                               "In the alerts: acknowledge, snooze for an hour, acknowledge all of "
                               "this kind")},
    Shortcut{"Left, Right",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "In the alerts: fold, unfold")},
    Shortcut{"Ctrl++, Ctrl+-, Ctrl+0",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                               "Larger text, smaller text, as the desktop has it")},
    Shortcut{"F6", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                                     "To the lists below: events, held, alerts, in turn")},
    Shortcut{"End",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "In the events: follow the newest")},
    Shortcut{"Ctrl+J, Ctrl+Shift+J",
             QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                               "Fold the lists below, put them away; and back")},
    Shortcut{"F11", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                                      "Present: the page on the whole screen, and back")},
    Shortcut{"Shift+F11", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                                            "A window of its own for the page, and back")},
    Shortcut{"Ctrl+,", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Settings")},
    Shortcut{"F1", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet",
                                     "The guide, where it tells of what has the focus")},
    Shortcut{"?, Ctrl+/", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "This sheet")},
    Shortcut{"Ctrl+Q", QT_TRANSLATE_NOOP("lockmaster::ShortcutSheet", "Quit")},
};

} // namespace

ShortcutSheet::ShortcutSheet(QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *page = new QWidget(this);
    auto *grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 8, 0); // from the scroll bar, where there is one
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(8);
    for (const Shortcut &shortcut : shortcuts) {
        const int row = grid->rowCount();
        auto *keys = new QLabel(QString::fromUtf8(shortcut.keys), this);
        QFont font = keys->font();
        font.setBold(true);
        keys->setFont(font);
        grid->addWidget(keys, row, 0);
        grid->addWidget(new QLabel(tr(shortcut.what), this), row, 1);
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(16);
    layout->addWidget(new ScrolledBody(page, this), 1);
    layout->addWidget(buttons);
    usePlainButtons(*this);
    // Room for the scroll bar, where there has to be one.
    const QSize wanted = sizeHint().expandedTo(minimumSizeHint());
    resize(wanted.boundedTo(largestDialog(*this)));
}

} // namespace lockmaster

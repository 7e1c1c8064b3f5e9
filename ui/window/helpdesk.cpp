// SPDX-License-Identifier: Apache-2.0
#include "ui/window/helpdesk.h"

#include "ui/alerts/alertlist.h"
#include "ui/alerts/alertrulesbox.h"
#include "ui/alerts/alerttrialbox.h"
#include "ui/chains/chainsview.h"
#include "ui/details/detailspane.h"
#include "ui/held/acquiredialog.h"
#include "ui/held/heldlist.h"
#include "ui/help/guidepages.h"
#include "ui/history/auditdialog.h"
#include "ui/history/historyview.h"
#include "ui/lab/contentionpanel.h"
#include "ui/lab/electionpanel.h"
#include "ui/lab/labview.h"
#include "ui/lab/recordingview.h"
#include "ui/leaders/leadersview.h"
#include "ui/locks/eventstrip.h"
#include "ui/locks/filteredit.h"
#include "ui/overview/overviewview.h"
#include "ui/owners/ownersview.h"
#include "ui/release/allowwritesdialog.h"
#include "ui/locks/pinstrip.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/releasedialog.h"
#include "ui/servers/backenddialog.h"
#include "ui/servers/examinationview.h"
#include "ui/servers/formatspage.h"
#include "ui/servers/importdialog.h"
#include "ui/servers/passworddialog.h"
#include "ui/servers/sidebarpane.h"
#include "ui/window/gobox.h"
#include "ui/window/mainwindow.h"
#include "ui/window/settingsdialog.h"
#include "ui/window/statusstrip.h"
#include "ui/window/viewdialog.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMetaObject>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>

#include <array>

namespace lockmaster {

namespace {

struct HelpPlace {
    const QMetaObject *part;
    const char *place;
    const char *name = nullptr; ///< of that object alone
};

const std::array helpPlaces = {
    HelpPlace{&AcquireDialog::staticMetaObject, "acquiring.md"},
    HelpPlace{&AlertList::staticMetaObject, "alerts.md#in-the-window"},
    HelpPlace{&AlertRulesBox::staticMetaObject, "alerts.md#trying-a-rule"},
    HelpPlace{&AlertTrialBox::staticMetaObject, "alerts.md#trying-a-rule"},
    HelpPlace{&AllowWritesDialog::staticMetaObject, "releasing.md#production-and-read-only"},
    HelpPlace{&AuditDialog::staticMetaObject, "audit.md"},
    HelpPlace{&BackendDialog::staticMetaObject, "window.md#adding-a-server"},
    HelpPlace{&BulkReleaseDialog::staticMetaObject, "releasing.md#several-at-once"},
    HelpPlace{&ChainsView::staticMetaObject, "chains.md"},
    HelpPlace{&ContentionPanel::staticMetaObject, "contention.md"},
    HelpPlace{&DetailsPane::staticMetaObject, "verdicts.md"},
    HelpPlace{&ElectionPanel::staticMetaObject, "election.md"},
    HelpPlace{&EventStrip::staticMetaObject, "window.md#the-lists-below"},
    HelpPlace{&ExaminationView::staticMetaObject, "privileges.md"},
    HelpPlace{&FilterEdit::staticMetaObject, "window.md#the-filter-line"},
    HelpPlace{&FormatsPage::staticMetaObject, "formats.md"},
    HelpPlace{&GoBox::staticMetaObject, "window.md#go-anywhere"},
    HelpPlace{&HeldList::staticMetaObject, "acquiring.md"},
    HelpPlace{&HistoryView::staticMetaObject, "history.md"},
    HelpPlace{&ImportDialog::staticMetaObject, "profile.md#servers-that-other-programs-know"},
    HelpPlace{&LabView::staticMetaObject, "lab.md"},
    HelpPlace{&LeadersView::staticMetaObject, "leaders.md"},
    HelpPlace{&MainWindow::staticMetaObject, "window.md"},
    HelpPlace{&OverviewView::staticMetaObject, "window.md#overview"},
    HelpPlace{&OwnersView::staticMetaObject, "owners.md"},
    HelpPlace{&PasswordDialog::staticMetaObject, "profile.md#passwords"},
    HelpPlace{&RecordingView::staticMetaObject, "lab.md#a-run-to-keep-and-to-play-again"},
    HelpPlace{&PinStrip::staticMetaObject, "window.md#pinned-locks"},
    HelpPlace{&ReleaseDialog::staticMetaObject, "releasing.md"},
    HelpPlace{&QWidget::staticMetaObject, "window.md#language-and-theme", "appearance"},
    HelpPlace{&QWidget::staticMetaObject, "alerts.md#in-the-window", "alerts"},
    HelpPlace{&SettingsDialog::staticMetaObject, "profile.md"},
    HelpPlace{&SidebarPane::staticMetaObject, "window.md#pages"},
    HelpPlace{&StatusStrip::staticMetaObject, "window.md#the-status-line"},
    HelpPlace{&ViewDialog::staticMetaObject, "window.md#saved-views"},
};

} // namespace

HelpDesk::HelpDesk(QWidget &window) : QObject(&window)
{
    qApp->installEventFilter(this);
}

HelpDesk::~HelpDesk()
{
    delete m_opened;
}

QString HelpDesk::placeOf(const QWidget *widget)
{
    // Who stands on a tab is about to read what is behind it.
    if (const auto *bar = qobject_cast<const QTabBar *>(widget)) {
        const auto *tabs = qobject_cast<const QTabWidget *>(bar->parentWidget());
        const QWidget *page = tabs ? tabs->currentWidget() : nullptr;
        const auto *area = qobject_cast<const QScrollArea *>(page);
        widget = area ? area->widget() : page ? page : widget;
    }
    for (; widget; widget = widget->parentWidget()) {
        for (const HelpPlace &help : helpPlaces) {
            const bool isIt = !help.name || widget->objectName() == QLatin1StringView(help.name);
            if (isIt && widget->metaObject()->inherits(help.part))
                return QString::fromLatin1(help.place);
        }
    }
    return {};
}

QStringList HelpDesk::places()
{
    QStringList places;
    for (const HelpPlace &help : helpPlaces)
        places << QString::fromLatin1(help.place);
    return places;
}

void HelpDesk::showFor(const QWidget *widget)
{
    const QString place = placeOf(widget);
    showPage(place.isEmpty() ? QString::fromLatin1(GuidePages::first) : place);
}

void HelpDesk::showPage(const QString &place)
{
    if (!m_opened) {
        // Of no window: what is modal to that would keep it from being read.
        m_opened = new HelpWindow;
        m_opened->setAttribute(Qt::WA_DeleteOnClose);
        m_opened->setAttribute(Qt::WA_QuitOnClose, false); // it ends with the other windows
    }
    m_opened->showPage(place);
}

/** A dialog has no actions of the window's: its key comes to whatever has the focus in it. */
bool HelpDesk::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto *key = static_cast<const QKeyEvent *>(event);
    if (key->key() != Qt::Key_F1 || key->modifiers() != Qt::NoModifier || key->isAutoRepeat())
        return false;
    const auto *widget = qobject_cast<const QWidget *>(watched);
    if (!widget || widget->window() == m_opened)
        return false;
    showFor(widget);
    return true;
}

} // namespace lockmaster

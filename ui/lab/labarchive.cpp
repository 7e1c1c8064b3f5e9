// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/labarchive.h"

#include "core/platform/accountname.h"
#include "core/text/literaltext.h"
#include "ui/kit/passingnote.h"
#include "ui/kit/savefile.h"
#include "ui/lab/labthread.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileDialog>
#include <QPointer>

namespace lockmaster {

namespace {

const char recordingSuffix[] = "lockrun";

/** `election-20260301-093015`, by this machine's clock. */
QString suggestedName(const LabRecording &recording)
{
    const QString what =
        recording.election ? QStringLiteral("election") : recording.experiments.front().id;
    return what + QDateTime::currentDateTime().toString(QStringLiteral("-yyyyMMdd-hhmmss"));
}

} // namespace

RecordingOrigin originHere()
{
    return {systemClock().wallNow(), accountName(),
            QStringLiteral("Lockmaster ") + QCoreApplication::applicationVersion(), true};
}

LabArchive::LabArchive(QWidget &page, QObject *parent) : QObject(parent), m_page(page) {}

void LabArchive::askWhereToSave(const LabRecording &recording)
{
    lockmaster::askWhereToSave(
        this, m_page.window(), tr("Save the run"),
        {{tr("Recordings of the lab (*.%1)").arg(QLatin1String(recordingSuffix)),
          QLatin1String(recordingSuffix)}},
        suggestedName(recording),
        [this, recording](const QString &path, size_t) { save(recording, path); });
}

void LabArchive::askWhatToOpen()
{
    QFileDialog *const dialog = makeOpenDialog(m_page.window(), tr("Open a run"));
    dialog->setNameFilters({tr("Recordings of the lab (*.%1)").arg(QLatin1String(recordingSuffix)),
                            tr("Numbers of who led, as Leaders exports them (*.json)"),
                            tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &LabArchive::open);
    dialog->open();
}

void LabArchive::save(const LabRecording &recording, const QString &path)
{
    runAside([recording, path, to = QPointer<LabArchive>(this)] {
        const auto text = playableText(recording);
        const QString why = text ? saveWhole(*text, path) : errorText(text.error());
        QMetaObject::invokeMethod(
            qApp,
            [to, path, why] {
                if (!to)
                    return;
                if (why.isEmpty()) {
                    showPassingNote(to->m_page, LabArchive::tr("Saved: %1").arg(literalText(path)));
                    emit to->saved(path);
                } else {
                    to->tellFailed(tr("Not saved"),
                                   tr("%1 could not be written.").arg(literalText(path)), why);
                }
            },
            Qt::QueuedConnection);
    });
}

void LabArchive::open(const QString &path)
{
    runAside([path, to = QPointer<LabArchive>(this)] {
        auto recording = std::make_shared<Result<LabRecording>>(readRecording(path));
        QMetaObject::invokeMethod(
            qApp,
            [to, path, recording] {
                if (!to)
                    return;
                if (*recording)
                    emit to->opened(**recording);
                else
                    to->tellFailed(tr("Not opened"),
                                   tr("%1 cannot be played.").arg(literalText(path)),
                                   errorText(recording->error()));
            },
            Qt::QueuedConnection);
    });
}

void LabArchive::tellFailed(const QString &title, const QString &text, const QString &why)
{
    showNotDone(m_page, title, text, why);
    emit failed(why);
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "ui/history/reportdesk.h"

#include "core/platform/privatefile.h"
#include "core/report/reportwriters.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/platform/askaside.h"
#include "core/display/locktext.h"
#include "ui/kit/passingnote.h"
#include "ui/kit/savefile.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QRegularExpression>

namespace lockmaster {

namespace {

bool isPage(const QString &path)
{
    return path.endsWith(QStringLiteral(".html"), Qt::CaseInsensitive)
           || path.endsWith(QStringLiteral(".htm"), Qt::CaseInsensitive);
}

/** Without a dot, after which the dialog would not add the ending of the type. */
QString suggestedFile(const ReportOrder &order)
{
    static const QRegularExpression awkward(QStringLiteral("[^\\w-]+"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    constexpr int longest = 40;
    QString name = briefText(literalText(order.lock.name), longest);
    name.replace(awkward, QStringLiteral("-"));
    return QStringLiteral("report-%1-%2")
        .arg(name, localTimeOf(order.from).toString(QStringLiteral("yyyyMMdd-HHmmss")));
}

} // namespace

ReportDesk::ReportDesk(HistoryPlaces places, const Clock &clock, QWidget &widget)
    : QObject(&widget), m_places(std::move(places)), m_clock(clock), m_widget(widget),
      m_givenUp(std::make_shared<std::atomic<bool>>(false))
{
}

ReportDesk::~ReportDesk()
{
    m_givenUp->store(true);
}

void ReportDesk::make(const ReportOrder &order, const QString &path,
                      const std::function<void(const Made &)> &done)
{
    ReportStyle style;
    style.zone = QTimeZone::systemTimeZone();
    style.madeAt = m_clock.wallNow();
    style.madeBy = QStringLiteral("Lockmaster ") + QCoreApplication::applicationVersion();
    const auto work = [places = m_places, order, path, style, givenUp = m_givenUp]() -> Made {
        const auto reader = HistoryReader::open(places.store);
        if (!reader)
            return {{}, errorText(reader.error())};
        (*reader)->setGivenUp(*givenUp);
        const auto report = gatherReport(**reader, places.audit, order, style.madeAt);
        if (!report)
            return {{}, errorText(report.error())};
        Made made{isPage(path) ? reportHtml(*report, style) : reportMarkdown(*report, style), {}};
        if (path.isEmpty() || givenUp->load())
            return made;
        if (const auto written = writePrivateFile(path, made.text, true); !written)
            made.problem = written.error();
        return made;
    };
    askAside<Made>(this, work, done);
}

void ReportDesk::copy(const ReportOrder &order)
{
    make(order, {}, [this](const Made &made) {
        if (!made.problem.isEmpty()) {
            tellFailed(tr("Not copied"), made.problem);
            return;
        }
        QGuiApplication::clipboard()->setText(QString::fromUtf8(made.text));
        tell(tr("The report was copied."));
        emit copied();
    });
}

void ReportDesk::save(const ReportOrder &order)
{
    askWhereToSave(this, m_widget.window(), tr("Save the report"),
                   {{tr("Page with a picture (*.html)"), QStringLiteral("html")},
                    {tr("Markdown (*.md)"), QStringLiteral("md")}},
                   suggestedFile(order),
                   [this, order](const QString &path, size_t) { write(order, path); });
}

void ReportDesk::write(const ReportOrder &order, const QString &path)
{
    make(order, path, [this, path](const Made &made) {
        if (!made.problem.isEmpty()) {
            tellFailed(tr("Not saved"), made.problem);
            return;
        }
        tell(tr("Saved: %1").arg(literalText(path)));
        emit saved(path);
    });
}

void ReportDesk::tell(const QString &text)
{
    delete m_note;
    m_note = showPassingNote(m_widget, text);
}

void ReportDesk::tellFailed(const QString &what, const QString &reason)
{
    showNotDone(m_widget, what, tr("There is no report."), reason);
    emit failed(reason);
}

} // namespace lockmaster

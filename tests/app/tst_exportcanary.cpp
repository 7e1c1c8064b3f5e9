// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/config/secrets.h"
#include "core/history/historyrecorder.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/canarystage.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtexts.h"
#include "ui/window/historycontroller.h"
#include "ui/history/historyview.h"
#include "ui/lanes/lanesexport.h"
#include "ui/lanes/lanesview.h"
#include "ui/leaders/leadersview.h"
#include "ui/window/mainwindow.h"

#include <QSettings>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_exportcanary {

namespace {

constexpr int patience = 60'000;

/** What a picture says beside its pixels. */
QByteArray textsIn(const QByteArray &png)
{
    const QImage image = QImage::fromData(png, "PNG");
    QByteArray all;
    for (const QString &key : image.textKeys())
        all += (key + image.text(key)).toUtf8();
    return all;
}

QByteArray shownBy(const QWidget &window)
{
    return textsOf(window).join(u'\n').toUtf8();
}

} // namespace

/** The same for what the window shows of leaders and of the history, and saves of it. */
class TestExportCanary : public QObject
{
    Q_OBJECT

    CanaryStage m_stage;

    std::vector<BackendSpec> backends() const;
    void noExportTells(LanesView &lanes, const QByteArray &shown) const;

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        const auto started = m_stage.start();
        LOCKMASTER_NEED_SERVER(started);
        const auto made = m_stage.mariaDb().run(QStringLiteral(
            "CREATE TABLE app.service_leader_lock (name VARCHAR(64) PRIMARY KEY, container_id "
            "VARCHAR(64), timestamp DATETIME(3)); INSERT INTO app.service_leader_lock VALUES "
            "('pay', 'web-1', UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)"));
        QVERIFY2(made, made ? "" : qPrintable(made.error().message));
        m_stage.begin();
    }
    void noPageTells();
};

/** Each kind of server: one that takes the password, one that refuses it, one without TLS. */
std::vector<BackendSpec> TestExportCanary::backends() const
{
    const QString password = QString::fromLatin1(canary().toPercentEncoding());
    std::vector<BackendSpec> all;
    for (const bool redis : {false, true}) {
        for (const auto &[name, suffix, more] :
             {std::tuple("works", "", ""), std::tuple("refused", "wrong", ""),
              std::tuple("plain", "", "&tls=verify")}) {
            auto spec = parseBackendUrl(
                m_stage.url(redis, password + QLatin1StringView(suffix), QLatin1StringView(more)));
            if (!spec)
                qFatal("%s", qPrintable(spec.error().message));
            spec->name += QLatin1Char('-') + QLatin1StringView(name);
            spec->poll = 200ms;
            all.push_back(std::move(*spec));
        }
    }
    return all;
}

void TestExportCanary::noExportTells(LanesView &lanes, const QByteArray &shown) const
{
    using Format = LanesExport::Format;
    const auto *saver = lanes.findChild<LanesExport *>();
    QVERIFY(saver && saver->canSave());
    for (const Format format : {Format::VisiblePng, Format::WholePng, Format::VisibleSvg,
                                Format::WholeSvg, Format::Csv, Format::Json}) {
        QByteArray bytes = saver->content(format);
        if (bytes.startsWith("\x89PNG"))
            bytes += textsIn(bytes); // may be compressed
        else
            QVERIFY2(bytes.contains(shown), bytes.constData());
        QVERIFY(!bytes.isEmpty());
        QVERIFY2(!tells(bytes), bytes.constData());
    }
}

void TestExportCanary::noPageTells()
{
    HistorySettings history;
    history.path = m_stage.inHome(QStringLiteral("history.sqlite"));
    history.program = QStringLiteral("test");
    history.pace = 50ms;
    QSettings settings(m_stage.inHome(QStringLiteral("w.ini")), QSettings::IniFormat);
    {
        HistoryRecorder recorder(history);
        Monitor monitor([](const BackendSpec &spec) {
            return makeReader(
                spec, [spec](SteadyTime deadline) { return resolvePassword(spec, deadline); });
        });
        monitor.addTap(&recorder);
        MainWindow window(monitor.store(), SystemNames(), systemClock(), settings, {});
        auto *desk = new HistoryController({history.path, m_stage.inHome({})}, window,
                                           monitor.store(), systemClock());
        window.resize(1280, 720);
        window.show();
        monitor.setBackends(backends());
        monitor.setQuery(window.query());
        const auto settled = [&monitor] {
            const auto &looked = monitor.store().view()->backends;
            return looked.size() == 6
                   && std::all_of(looked.begin(), looked.end(), [](const auto &backend) {
                          return backend->status.state != BackendState::Connecting;
                      });
        };
        QTRY_VERIFY_WITH_TIMEOUT(settled(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(shownBy(window).contains("refused"), patience);
        QByteArray shown = shownBy(window);
        QVERIFY(shown.contains("lock:nightly") && shown.contains("web-3"));

        window.showPage(PageId::Leaders);
        LeadersView &leaders = window.leadersView();
        QTRY_VERIFY_WITH_TIMEOUT(leaders.chosen() && !leaders.lanes().chart()->isEmpty(), patience);
        shown += shownBy(window);
        noExportTells(leaders.lanes(), "web-1");

        window.showPage(PageId::History);
        HistoryView &page = desk->view();
        const auto isListed = [&page] {
            return page.answer() && !page.answer()->problem && page.answer()->page.holds.size() >= 3
                   && !page.lanes().chart()->isEmpty();
        };
        const auto ask = [&page] {
            page.setLive(false);
            page.setLive(true);
        };
        QTRY_VERIFY_WITH_TIMEOUT((QTest::qWait(200), isListed() || (ask(), false)), patience);
        shown += shownBy(window);
        noExportTells(page.lanes(), "web-3");
        QVERIFY2(!tells(shown), shown.constData());
    }
    QVERIFY(QFile::exists(history.path));
    QCOMPARE(m_stage.fileThatTells(), QString());
}

LOCKMASTER_TEST(TestExportCanary, QApplication)

} // namespace tst_exportcanary

#include "tst_exportcanary.moc"

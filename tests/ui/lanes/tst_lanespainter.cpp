// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"
#include "tests/support/lanefixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "core/display/lanetext.h"
#include "ui/kit/picturetitle.h"
#include "ui/lanes/lanesexport.h"
#include "ui/lanes/lanesexportbutton.h"
#include "ui/lanes/lanesfoot.h"
#include "ui/lanes/lanesnobody.h"
#include "ui/lanes/lanespaper.h"
#include "ui/lanes/lanesview.h"

#include <QFile>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPainter>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <ctime>
#include <set>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lanespainter {

namespace {

LanesGeometry geometryOf(const LaneChart &chart, QSize size, SteadyTime from, SteadyTime now)
{
    LanesGeometry geometry;
    geometry.metrics = LanesMetrics::fitting(chart, QFont(), size);
    geometry.size = size;
    geometry.laneCount = int(chart.lanes.size());
    geometry.from = from;
    geometry.now = now;
    geometry.nanosPerPixel = double((now - from).count()) / geometry.lanes().width();
    return geometry;
}

struct Frame {
    QImage image;
    LanesCount count;
};

Frame paintFrame(const LaneChart &chart, const LanesGeometry &geometry,
                 const Colors &colors = lightColors())
{
    Frame frame{QImage(geometry.size, QImage::Format_RGB32), {}};
    LanesAppearance look;
    look.colors = &colors;
    QPainter painter(&frame.image);
    frame.count = paintLanes(painter, chart, geometry, look, QRect(QPoint(0, 0), geometry.size));
    return frame;
}

struct Shown {
    ManualClock clock;
    std::shared_ptr<const LeaderHistory> history;
    LanesView view{clock};
    LanesExport saver{view};

    explicit Shown(LeaderHistory made = {})
    {
        if (made.candidates.empty())
            made = twoFailovers(clock.now(), clock.wallNow());
        history = std::make_shared<const LeaderHistory>(std::move(made));
        view.setChart(std::make_shared<const LaneChart>(laneChart(*history)));
        view.resize(900, 300);
        view.setLive(false);
        saver.setHistory(QStringLiteral("batch <leader>"), QStringLiteral("billing-db"), history,
                         LeaderFigures());
    }
};

} // namespace

class TestLanesPainter : public QObject
{
    Q_OBJECT

private slots:
    /** The worst state has the reddest picture, also where nobody was ever seen to lead. */
    void whatNobodyLeadsIsRedAndSaysSo()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        LeaderHistory history;
        history.since = now - 26min;
        history.wallAtSince = clock.wallNow() - 26min;
        history.vacancies = {{history.since, std::nullopt}};
        LaneChart chart = laneChart(history);
        QCOMPARE(chart.lanes.size(), size_t(1));
        for (const Colors *colors : {&lightColors(), &darkColors()}) {
            const LanesGeometry geometry = geometryOf(chart, {800, 240}, now - 60s, now);
            const QImage image = paintFrame(chart, geometry, *colors).image;
            const QRect lane = geometry.lane(0);
            const QColor danger = colors->danger;
            QCOMPARE(image.pixelColor(lane.left() + 4, lane.center().y()), danger);
            QCOMPARE(image.pixelColor(lane.right() - 8, lane.top() + 4), danger);
            const auto words = nobodyText(chart, geometry, QFont());
            QVERIFY(words);
            QCOMPARE(words->text, u"nobody leads for at least 26 m");
            QVERIFY(geometry.lanes().contains(words->rect));
            QVERIFY(footTexts(chart, geometry, QFont()).empty()); // it is said once
        }
        // With no room for it the foot says it, and what is over is no alarm any more.
        const LanesGeometry wide = geometryOf(chart, {800, 240}, now - 6h, now);
        QVERIFY(!nobodyText(chart, wide, QFont()));
        QCOMPARE(footTexts(chart, wide, QFont()).size(), size_t(1));
        chart.vacancies.front().span.until = now - 1s;
        const LanesGeometry after = geometryOf(chart, {800, 240}, now - 60s, now);
        QVERIFY(!nobodyText(chart, after, QFont()));
        const QRect lane = after.lane(0);
        QVERIFY(paintFrame(chart, after).image.pixelColor(lane.left() + 4, lane.top() + 4)
                != lightColors().danger);
    }

    void whileNobodyLooksNothingIsRed()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        LeaderHistory history;
        history.since = now - 10min;
        history.wallAtSince = clock.wallNow() - 10min;
        history.vacancies = {{history.since, std::nullopt}};
        history.unseen = {{now - 30s, std::nullopt}};
        const LaneChart chart = laneChart(history);
        const LanesGeometry geometry = geometryOf(chart, {800, 240}, now - 40s, now);
        const QImage image = paintFrame(chart, geometry).image;
        const QRect lanes = geometry.lanes();
        for (int x = int(geometry.x(now - 29s)); x < lanes.right(); ++x) {
            const QColor pixel = image.pixelColor(x, lanes.top() + 4);
            QVERIFY2(std::abs(pixel.red() - pixel.blue()) < 60, qPrintable(pixel.name()));
        }
        const auto words = nobodyText(chart, geometry, QFont());
        QVERIFY(words && words->isUnknown);
        QCOMPARE(words->text, u"nobody led when last looked at, 30 s ago");
        const auto brief =
            nobodyText(chart, geometryOf(chart, {800, 240}, now - 5min, now), QFont());
        QVERIFY(!brief || brief->text == u"not known");
        QCOMPARE(nobodyText(chart, geometryOf(chart, {800, 240}, now - 2min, now), QFont())->text,
                 u"not known");
    }

    void handsOfOneColourAreParted()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        LaneChart chart;
        chart.story = LaneChart::Story::Holds;
        chart.since = now - 60s;
        chart.wallAtSince = clock.wallNow() - 60s;
        const auto bar = [&](Micros from, Micros until, const char *owner) {
            LaneChart::Bar made;
            made.span = {now - from, now - until};
            made.text = QString::fromLatin1(owner);
            made.hue = 3;
            return made;
        };
        LaneChart::Lane lane;
        lane.leads = {bar(50s, 30s, "a"), bar(30s, 10s, "b")};
        chart.lanes = {lane};
        const LanesGeometry geometry = geometryOf(chart, {800, 240}, now - 60s, now);
        const int y = geometry.bar(0).center().y() + 4;
        const int x = int(std::lround(geometry.x(now - 30s)));
        const auto seam = [&] { return paintFrame(chart, geometry).image.pixelColor(x, y); };
        QCOMPARE(seam(), lightColors().base);
        chart.lanes[0].leads[1].text = QStringLiteral("a"); // seen anew, and the same owner's
        QVERIFY(seam() != lightColors().base);
    }

    /** A lane without a bar where nobody was asked for would look free. */
    void theTimeThatWasNotAskedForIsNoEmptyLane()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        auto chart = std::make_shared<LaneChart>();
        chart->story = LaneChart::Story::Holds;
        chart->since = now - 60s;
        chart->wallAtSince = clock.wallNow() - 60s;
        chart->until = now - 30s;
        chart->after = QStringLiteral("not asked for");
        LaneChart::Lane lane;
        LaneChart::Bar bar;
        bar.span = {now - 50s, now - 45s};
        lane.leads = {bar};
        chart->lanes = {lane};
        const LanesGeometry geometry = geometryOf(*chart, {800, 240}, now - 60s, now);
        const QImage image = paintFrame(*chart, geometry).image;
        const int y = geometry.lane(0).top() + 4;
        QSet<QRgb> before;
        QSet<QRgb> after;
        for (int i = 0; i < 200; ++i) {
            before.insert(image.pixel(int(geometry.x(now - 44s)) + i, y));
            after.insert(image.pixel(int(geometry.x(now - 29s)) + i, y));
        }
        QVERIFY(after.size() > 1); // hatched
        QVERIFY(!after.contains(lightColors().base.rgb()));
        QVERIFY(before.contains(lightColors().base.rgb()));
        QVERIFY(LaneText::toolTip(*chart, 0, now - 10s, now, 1ms).contains(u"not asked for"));
        // All of it is all that was asked for.
        Shown shown;
        shown.view.setChart(chart);
        shown.view.standAt(now);
        shown.saver.setTables({.kind = QStringLiteral("history"),
                               .name = QStringLiteral("x"),
                               .csv = [] { return QByteArray(); },
                               .json = [](SteadyTime) { return QByteArray(); }});
        const QString until =
            localTimeOf(chart->wallTime(now - 30s)).toString(QStringLiteral("HH:mm:ss"));
        QVERIFY(
            shown.saver.content(LanesExport::Format::WholeSvg).contains(until.toUtf8() + " UTC"));
    }

    void aPictureIsWideEnoughForItsServers()
    {
        Shown shown;
        shown.view.resize(300, 240);
        QFont large = shown.view.font();
        large.setPointSize(24);
        shown.view.setFont(large);
        const QString place =
            QStringLiteral("billing-db.production.internal · service_leader_lock");
        shown.saver.setHistory(QStringLiteral("batch"), place, shown.history, LeaderFigures());
        const QByteArray svg = shown.saver.content(LanesExport::Format::VisibleSvg);
        QVERIFY(svg.contains(place.toUtf8() + " · "));
        QVERIFY(svg.contains("<title>batch · " + place.toUtf8()));
        // A name of a book's length makes no picture of a mile.
        shown.saver.setHistory(QString(5000, u'x'), place, shown.history, LeaderFigures());
        const QImage image =
            QImage::fromData(shown.saver.content(LanesExport::Format::VisiblePng), "PNG");
        QVERIFY(image.width() <= 2 * 1600);
    }

    void whatIsPaintedDoesNotGrowWithTheHistory()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        const QSize size(1280, 720);
        const auto ticks = [&](std::chrono::seconds length) {
            const LaneChart chart = laneChart(longHistory(20, length, now, clock.wallNow()));
            return paintFrame(chart, geometryOf(chart, size, now - 60s, now)).count.ticks;
        };
        const int few = ticks(60s);
        QVERIFY(few >= 20 * 59);
        QVERIFY(ticks(7200s) <= few + 20 * 2);
    }

    void wordsAreReadOverWhatReachesBeforeThem()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        LaneChart chart = laneChart(longHistory(40, 60s, now, clock.wallNow()));
        chart.since = now - 20s;
        chart.before = QStringLiteral("not all are listed");
        const LanesGeometry geometry = geometryOf(chart, {1280, 300}, now - 60s, now);
        const QImage image = paintFrame(chart, geometry).image;
        const QRect lanes = geometry.lanes();
        const int until = int(geometry.x(chart.since)) - 4;
        const QRgb ground = lightColors().window.rgb();
        const QRgb bar = image.pixel(lanes.left() + 40, geometry.bar(1).center().y());
        QVERIFY(bar != ground);
        // Above the last pixels of the lanes, before the first that is known: words, and no bars.
        for (int y = lanes.bottom() - 14; y < lanes.bottom() - 4; ++y) {
            QCOMPARE(image.pixel(until, y), ground);
            for (int x = until - 60; x < until; ++x)
                QVERIFY(image.pixel(x, y) != bar);
        }
    }

    void ticksTooCloseToTellApartAreOne()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        const LaneChart chart = laneChart(longHistory(50, 1h, now, clock.wallNow()));
        const LanesGeometry hour = geometryOf(chart, {3840, 2160}, now - 1h, now);
        const LanesCount wide = paintFrame(chart, hour).count;
        QCOMPARE(wide.bars, 50);
        QCOMPARE(wide.ticks, 50); // one band in each lane
        const LanesGeometry minutes = geometryOf(chart, {3840, 2160}, now - 10min, now);
        QVERIFY(paintFrame(chart, minutes).count.ticks >= 50 * 599);
    }

    void manyTicksStandWhereTheirHeartbeatsAre()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        const LaneChart chart = laneChart(longHistory(3, 1h, now, clock.wallNow()));
        // Past both edges, and nearly as dense as they can be.
        const LanesGeometry geometry = geometryOf(chart, {3840, 200}, now - 18min, now - 20s);
        const QImage image = paintFrame(chart, geometry).image;
        for (int lane = 0; lane < 3; ++lane) {
            const QRect bar = geometry.bar(lane);
            const int top = bar.bottom() + 1 - std::max(3, geometry.metrics.barHeight / 4);
            std::set<int> wanted;
            for (const SteadyTime beat : chart.lanes[size_t(lane)].leads.front().reign->heartbeats)
                wanted.insert(int(std::lround(geometry.x(beat))));
            std::set<int> seen;
            // The text of the bar stands at its left, its right end is round.
            const QRect lanes = geometry.lanes();
            const int first = lanes.left() + lanes.width() / 2;
            const int last = lanes.right() - 8;
            for (int x = first; x <= last; ++x) {
                if (image.pixel(x, bar.bottom()) != image.pixel(x, top - 1))
                    seen.insert(x);
                QCOMPARE(image.pixel(x, top), image.pixel(x, bar.bottom()));
            }
            wanted.erase(wanted.begin(), wanted.lower_bound(first));
            wanted.erase(wanted.upper_bound(last), wanted.end());
            QVERIFY(wanted.size() > 500);
            QVERIFY(seen == wanted);
        }
    }

    void aHoleBetweenHeartbeatsStaysVisible()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        LeaderHistory history = longHistory(1, 1h, now, clock.wallNow());
        Reign reign = *history.reigns.front();
        std::erase_if(reign.heartbeats,
                      [now](SteadyTime at) { return at > now - 30min && at < now - 20min; });
        history.reigns.front() = std::make_shared<const Reign>(reign);
        const LaneChart chart = laneChart(history);
        const LanesGeometry geometry = geometryOf(chart, {1280, 200}, now - 1h, now);
        const Frame frame = paintFrame(chart, geometry);
        QCOMPARE(frame.count.ticks, 2);
        const QRect bar = geometry.bar(0);
        const auto foot = [&](SteadyTime at) {
            return frame.image.pixelColor(int(geometry.x(at)), bar.bottom() - 2);
        };
        const QColor above = frame.image.pixelColor(int(geometry.x(now - 25min)), bar.top() + 4);
        QCOMPARE(foot(now - 25min), above);
        QVERIFY(foot(now - 10min) != above);
    }

    void onlyVisibleLanesArePainted()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        const LaneChart chart = laneChart(longHistory(50, 60s, now, clock.wallNow()));
        const LanesGeometry geometry = geometryOf(chart, {800, 300}, now - 60s, now);
        const int visible = geometry.lanes().height() / geometry.metrics.laneHeight + 1;
        QVERIFY(visible < 20);
        QVERIFY(paintFrame(chart, geometry).count.bars <= visible);
    }

    void aVacancyIsRedAcrossAllLanesAndAnOverlapIsNot()
    {
        const ManualClock clock;
        const SteadyTime now = clock.now();
        const LaneChart chart = laneChart(withOverlap(now, clock.wallNow()));
        for (const Colors *colors : {&lightColors(), &darkColors()}) {
            const LanesGeometry geometry = geometryOf(chart, {1280, 400}, now - 60s, now);
            const Frame frame = paintFrame(chart, geometry, *colors);
            const auto color = [&](SteadyTime at, int y) {
                return frame.image.pixelColor(int(geometry.x(at)), y);
            };
            for (int lane = 0; lane < 3; ++lane) {
                const QColor vacant = color(chart.since + 34500ms, geometry.lane(lane).top() + 3);
                QVERIFY(vacant.red() > vacant.green() + 8);
                QVERIFY(vacant.red() > vacant.blue() + 8);
            }
            const QColor overlap = color(chart.since + 45500ms, geometry.bar(1).bottom() + 6);
            QVERIFY(overlap.blue() > overlap.green() + 8);
        }
    }

    void manyVacanciesInOnePixelAreOneColumn()
    {
        const ManualClock clock;
        LeaderHistory history = twoFailovers(clock.now(), clock.wallNow());
        history.vacancies.clear();
        for (int i = 0; i < 2000; ++i)
            history.vacancies.push_back(
                {history.since + Millis(20 * i), history.since + Millis(20 * i + 5)});
        const LaneChart chart = laneChart(history);
        const LanesGeometry geometry = geometryOf(chart, {800, 300}, clock.now() - 1h, clock.now());
        QVERIFY(paintFrame(chart, geometry).count.columns < 20);
    }

    void namesCanBeReadOnTheirBars()
    {
        for (const Colors *colors : {&lightColors(), &darkColors()}) {
            QVERIFY(contrast(colors->base, colors->accent) >= 4.5);
            QVERIFY(contrast(colors->base, pastColor(*colors)) >= 4.5);
        }
    }

    // Export

    void aPictureHasAllLanesAtTwiceTheSize()
    {
        const ManualClock clock;
        const Shown shown(manyTurns(50, clock.now(), clock.wallNow()));
        QImage image;
        QVERIFY(image.loadFromData(shown.saver.content(LanesExport::Format::VisiblePng), "PNG"));
        QVERIFY(image.width() >= 2 * 640);
        QVERIFY(image.height() >= 2 * 50 * 20);
    }

    void aDrawingIsWellFormed()
    {
        const Shown shown;
        for (const auto format : {LanesExport::Format::VisibleSvg, LanesExport::Format::WholeSvg}) {
            QXmlStreamReader reader(shown.saver.content(format));
            QString title;
            QString words;
            while (!reader.atEnd()) {
                if (reader.readNext() == QXmlStreamReader::StartElement) {
                    if (reader.name() == u"title")
                        title = reader.readElementText();
                    else if (reader.name() == u"text")
                        words += reader.readElementText(QXmlStreamReader::IncludeChildElements);
                }
            }
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            QCOMPARE(title, u"batch <leader> · billing-db");
            // What it shows, where and when is read in it, and not only by the program that made
            // it.
            QVERIFY2(words.contains(u"batch <leader>"), qPrintable(words));
            QVERIFY2(words.contains(u"billing-db · 20"), qPrintable(words));
            QVERIFY2(words.contains(u"without a leader"), qPrintable(words));
        }
    }

    void aTitleTakesRoomOfItsOwnAndLongNamesLoseTheirMiddle()
    {
        const ManualClock clock;
        const Shown shown;
        LanesPicture picture;
        picture.chart = shown.view.chart();
        picture.now = clock.now();
        picture.span = {picture.now - 40s, picture.now - 5s};
        const QSize bare = picture.size();
        picture.title = QStringLiteral("begins ") + QString(4000, u'x') + QStringLiteral(" ends");
        QVERIFY(picture.size().height() > bare.height());
        QCOMPARE(picture.size().width(), bare.width());
        QString first;
        QXmlStreamReader reader(lanesSvg(picture));
        while (!reader.atEnd() && first.isEmpty()) {
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text")
                first = reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
        QVERIFY2(first.startsWith(u"begins") && first.endsWith(u"ends") && first.size() < 400,
                 qPrintable(first));
        QCOMPARE(lanesImage(picture, 1).size(), picture.size());
    }

    /** However many there are, each lane says whose it is, and the whole where and when it was. */
    void aPictureOfManyLanesNamesTheServerOfEach()
    {
        const ManualClock clock;
        const Shown shown;
        auto chart = std::make_shared<LaneChart>(*shown.view.chart());
        const LaneChart::Lane first = chart->lanes.front();
        while (chart->lanes.size() < 30)
            chart->lanes.push_back(first);
        for (size_t lane = 0; lane < chart->lanes.size(); ++lane)
            chart->lanes[lane].detail = QStringLiteral("server-%1").arg(lane);
        LanesPicture picture;
        picture.chart = chart;
        picture.now = clock.now();
        picture.span = {picture.now - 40s, picture.now - 5s};
        picture.title = QStringLiteral("order:42");
        picture.place = QStringLiteral("billing-db");
        for (const int points : {9, 12, 15}) {
            picture.font.setPointSize(points);
            QStringList words;
            QXmlStreamReader reader(lanesSvg(picture));
            while (!reader.atEnd()) {
                if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text")
                    words
                        << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            }
            QVERIFY(words.contains(QStringLiteral("server-0")));
            QVERIFY(words.contains(QStringLiteral("server-29")));
            QVERIFY(!words.filter(QStringLiteral("billing-db · 20")).isEmpty());
        }
    }

    void theStretchIsSaidWithDayAndZone()
    {
        const auto at = [](const char *utc) { return *utcFromText(utc); };
        const QByteArray before = qgetenv("TZ");
        const auto zone = [](const char *name) {
            qputenv("TZ", name);
            tzset();
        };
        zone("Asia/Seoul");
        QCOMPARE(stretchText(at("2026-11-23T07:40:12.000000Z"), at("2026-11-23T07:43:29.000000Z")),
                 QStringLiteral("2026-11-23 16:40:12 – 16:43:29 UTC+09:00"));
        QCOMPARE(stretchText(at("2026-11-23T14:40:12.000000Z"), at("2026-11-23T15:43:29.000000Z")),
                 QStringLiteral("2026-11-23 23:40:12 – 2026-11-24 00:43:29 UTC+09:00"));
        zone("America/St_Johns"); // half an hour, and it sets its clocks
        QCOMPARE(stretchText(at("2026-11-01T04:00:00.000000Z"), at("2026-11-01T05:00:00.000000Z")),
                 QStringLiteral("2026-11-01 01:30:00 UTC-02:30 – 01:30:00 UTC-03:30"));
        if (before.isNull())
            qunsetenv("TZ");
        else
            qputenv("TZ", before);
        tzset();
    }

    void aDrawingNeedsNoPatternsAndKeepsToItsLanes()
    {
        // Few programs show an SVG's patterns, and the generator does not clip.
        const ManualClock clock;
        const Shown shown(withUnseen(clock.now(), clock.wallNow()));
        LanesPicture picture;
        picture.chart = shown.view.chart();
        picture.now = clock.now();
        picture.span = {picture.now - 40s, picture.now - 5s};
        QXmlStreamReader reader(lanesSvg(picture));
        int rects = 0;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            QVERIFY(!reader.attributes().value(QLatin1StringView("fill")).startsWith(u"url("));
            if (reader.name() != u"rect")
                continue;
            ++rects;
            const double left = reader.attributes().value(QLatin1StringView("x")).toDouble();
            const double width = reader.attributes().value(QLatin1StringView("width")).toDouble();
            QVERIFY(left >= 0 && left + width <= picture.width);
        }
        QVERIFY(rects > 20);
    }

    void filesAreWhatWasAskedFor()
    {
        Shown shown;
        const QTemporaryDir directory;
        QSignalSpy saved(&shown.saver, &LanesExport::saved);
        const QString csv = directory.filePath(QStringLiteral("lanes.csv"));
        shown.saver.save(LanesExport::Format::Csv, csv);
        const QString json = directory.filePath(QStringLiteral("lanes.json"));
        shown.saver.save(LanesExport::Format::Json, json);
        QCOMPARE(saved.size(), 2);
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        QVERIFY(table.readAll().contains("\r\nreign,"));
        QFile numbers(json);
        QVERIFY(numbers.open(QIODevice::ReadOnly));
        QVERIFY(QJsonDocument::fromJson(numbers.readAll()).object().contains(u"history"));
    }

    void theEndingThatIsTypedDecides_data()
    {
        using Format = LanesExport::Format;
        QTest::addColumn<QString>("path");
        QTest::addColumn<Format>("chosen");
        QTest::addColumn<Format>("format");
        const auto row = [](const char *path, Format chosen, Format format) {
            QTest::newRow(path) << QString::fromLatin1(path) << chosen << format;
        };
        row("/a/lanes.csv", Format::VisiblePng, Format::Csv);
        row("/a/lanes.JSON", Format::WholeSvg, Format::Json);
        row("/a/lanes.svg", Format::VisiblePng, Format::VisibleSvg);
        row("/a/whole.svg", Format::WholePng, Format::WholeSvg);
        row("/a/whole.png", Format::WholePng, Format::WholePng);
        row("/a/lanes.png", Format::Csv, Format::VisiblePng);
        row("/a.csv/lanes", Format::Json, Format::Json);
        row("/a/lanes.old", Format::Csv, Format::Csv);
    }
    void theEndingThatIsTypedDecides()
    {
        QFETCH(QString, path);
        QFETCH(LanesExport::Format, chosen);
        QTEST(LanesExport::formatFor(path, chosen), "format");
    }

    void whatWasShownWhenItWasAskedForIsSaved()
    {
        Shown shown;
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("lanes.csv"));
        const QByteArray wanted = shown.saver.content(LanesExport::Format::Csv);
        shown.saver.ask();
        auto *dialog = shown.view.window()->findChild<QFileDialog *>();
        QVERIFY(dialog);
        // Another is chosen, or the election ends, while the dialog is open.
        shown.view.setChart(std::make_shared<const LaneChart>());
        shown.saver.setHistory({}, {}, nullptr, {});
        dialog->selectNameFilter(dialog->nameFilters()[4]);
        QSignalSpy saved(&shown.saver, &LanesExport::saved);
        emit dialog->fileSelected(path);
        QCOMPARE(saved.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), wanted);
    }

    void aFileThatCannotBeWrittenIsTold()
    {
        Shown shown;
        QSignalSpy failed(&shown.saver, &LanesExport::failed);
        shown.saver.save(LanesExport::Format::Csv, QStringLiteral("/nowhere/at/all.csv"));
        QCOMPARE(failed.size(), 1);
        QVERIFY(!failed.front()[1].toString().isEmpty());
    }

    void theButtonNeedsSomethingToSave()
    {
        Shown shown;
        LanesExportButton button(shown.view);
        QVERIFY(!button.isEnabled());
        button.setHistory(QStringLiteral("batch"), {}, shown.history);
        QVERIFY(button.isEnabled());
        // Where it was saved stays to be read.
        QWidget &window = *button.window();
        window.resize(800, 400);
        window.show();
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("a <b>.png"));
        const auto savers = shown.view.findChildren<LanesExport *>();
        savers.back()->save(LanesExport::Format::VisiblePng, path);
        const auto notes = button.findChildren<QLabel *>();
        QCOMPARE(notes.size(), 1);
        QVERIFY(notes.front()->isVisible() && notes.front()->text().contains(path));
        QCOMPARE(notes.front()->textFormat(), Qt::PlainText);
        shown.view.setChart(std::make_shared<const LaneChart>());
        button.setHistory(QStringLiteral("batch"), {}, std::make_shared<const LeaderHistory>());
        QVERIFY(!button.isEnabled());
    }

    void nothingIsNotSaved()
    {
        const ManualClock clock;
        LanesView view(clock);
        LanesExport saver(view);
        QVERIFY(!saver.canSave());
        QSignalSpy failed(&saver, &LanesExport::failed);
        saver.save(LanesExport::Format::WholePng, QStringLiteral("/tmp/never.png"));
        QCOMPARE(failed.size(), 1);
    }
};

LOCKMASTER_TEST(TestLanesPainter, QApplication)

} // namespace tst_lanespainter

#include "tst_lanespainter.moc"

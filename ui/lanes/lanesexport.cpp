// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesexport.h"

#include "core/text/momenttext.h"
#include "core/leaders/leaderexport.h"
#include "ui/kit/picturetitle.h"
#include "ui/kit/savefile.h"
#include "ui/lanes/lanespainter.h"
#include "ui/lanes/lanesview.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDateTime>
#include <QPainter>
#include <QSvgGenerator>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** High enough that bars have their full height where there are few. */
constexpr int usualLane = 48;
/** Of more lanes than this the picture would be too high to be shown. */
constexpr int fewLanes = 12;

/** A lane with both lines of its label: only the second tells one server's lock from another's. */
int labelledLane(const LanesPicture &picture)
{
    const auto &lanes = picture.chart->lanes;
    const bool any = std::any_of(lanes.begin(), lanes.end(), [](const LaneChart::Lane &lane) {
        return !lane.detail.isEmpty();
    });
    constexpr int spare = 6; // what two lines need, and a step of the lanes' grid
    return any ? 2 * QFontMetrics(picture.font).height() + spare : 0;
}

LanesMetrics metricsOf(const LanesPicture &picture)
{
    const auto fit = [&picture](int height) {
        return LanesMetrics::fitting(*picture.chart, picture.font, {picture.width, height});
    };
    const LanesMetrics frame = fit(0);
    const int lanes = static_cast<int>(picture.chart->lanes.size());
    const int usual = lanes <= fewLanes ? usualLane : frame.laneHeight;
    const int each = std::max(usual, labelledLane(picture));
    return fit(frame.axisHeight + frame.footHeight + lanes * each);
}

LanesGeometry geometryOf(const LanesPicture &picture)
{
    LanesGeometry geometry;
    geometry.metrics = metricsOf(picture);
    geometry.laneCount = static_cast<int>(picture.chart->lanes.size());
    geometry.size = {picture.width, geometry.metrics.axisHeight + geometry.contentHeight()
                                        + geometry.metrics.footHeight};
    geometry.from = picture.span.from;
    geometry.now = picture.now;
    const auto length = picture.span.until.value_or(picture.now) - picture.span.from;
    geometry.nanosPerPixel =
        std::max(1.0, double(length.count())) / std::max(1, geometry.lanes().width());
    return geometry;
}

PictureTitle titleOf(const LanesPicture &picture)
{
    return {picture.title, picture.place,
            stretchText(picture.chart->wallTime(picture.span.from),
                        picture.chart->wallTime(picture.span.until.value_or(picture.now)))};
}

void paintPicture(QPainter &painter, const LanesPicture &picture, bool isDrawing)
{
    const LanesGeometry geometry = geometryOf(picture);
    const PictureTitle title = titleOf(picture);
    title.paint(painter, picture.font, *picture.colors, picture.width);
    painter.translate(0, title.height(picture.font));
    LanesAppearance look;
    look.font = picture.font;
    look.colors = picture.colors;
    look.isDrawing = isDrawing;
    paintLanes(painter, *picture.chart, geometry, look, QRect(QPoint(0, 0), geometry.size));
}

QByteArray pngOf(const LanesPicture &picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    lanesImage(picture).save(&buffer, "PNG");
    return bytes;
}

struct FormatName {
    LanesExport::Format format;
    QString filter;
    QString suffix;
};

std::array<FormatName, 7> formats()
{
    using Format = LanesExport::Format;
    const QString png = QStringLiteral("png");
    const QString svg = QStringLiteral("svg");
    return {
        {{Format::VisiblePng, LanesExport::tr("Picture of what is visible (*.png)"), png},
         {Format::WholePng, LanesExport::tr("Picture of all of it (*.png)"), png},
         {Format::VisibleSvg, LanesExport::tr("Drawing of what is visible (*.svg)"), svg},
         {Format::WholeSvg, LanesExport::tr("Drawing of all of it (*.svg)"), svg},
         {Format::Csv, LanesExport::tr("Table of everything (*.csv)"), QStringLiteral("csv")},
         {Format::WaitsCsv, LanesExport::tr("Table of who waited (*.csv)"), QStringLiteral("csv")},
         {Format::Json, LanesExport::tr("Numbers (*.json)"), QStringLiteral("json")}}};
}

} // namespace

QSize LanesPicture::size() const
{
    return geometryOf(*this).size + QSize(0, titleOf(*this).height(font));
}

QImage lanesImage(const LanesPicture &picture, double scale)
{
    QImage image((QSizeF(picture.size()) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paintPicture(painter, picture, false);
    painter.end();
    return image;
}

QByteArray lanesSvg(const LanesPicture &picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(picture.size());
    generator.setViewBox(QRect(QPoint(0, 0), picture.size()));
    const QString name = picture.place.isEmpty()
                             ? picture.title
                             : picture.title + QStringLiteral(" · ") + picture.place;
    generator.setTitle(name.toHtmlEscaped());
    QPainter painter(&generator);
    paintPicture(painter, picture, true);
    painter.end();
    return bytes;
}

LanesExport::Format LanesExport::formatFor(const QString &path, Format chosen)
{
    const auto known = formats();
    const auto typed = [&path](const FormatName &one) {
        return path.endsWith(u'.' + one.suffix, Qt::CaseInsensitive);
    };
    if (typed(known.at(size_t(chosen))))
        return chosen;
    const bool whole = chosen == Format::WholePng || chosen == Format::WholeSvg;
    if (whole && typed(known.at(size_t(Format::WholePng))))
        return Format::WholePng;
    if (whole && typed(known.at(size_t(Format::WholeSvg))))
        return Format::WholeSvg;
    const auto other = std::find_if(known.begin(), known.end(), typed);
    return other == known.end() ? chosen : other->format;
}

LanesExport::LanesExport(LanesView &view) : QObject(&view), m_view(view) {}

void LanesExport::setTables(Tables tables)
{
    m_tables = std::move(tables);
}

void LanesExport::setHistory(const QString &name, const QString &place,
                             const std::shared_ptr<const LeaderHistory> &history,
                             const std::optional<LeaderFigures> &figures,
                             const std::optional<LockId> &lock)
{
    if (!history) {
        setTables({});
        return;
    }
    setTables({.kind = QStringLiteral("leaders"),
               .name = name,
               .place = place,
               .csv = [history] { return leaderCsv(*history); },
               .json =
                   [history, figures, lock](SteadyTime now) {
                       const QString program =
                           QStringLiteral("Lockmaster ") + QCoreApplication::applicationVersion();
                       return leaderJson(*history, figures ? &*figures : nullptr, now, program,
                                         lock);
                   }});
}

bool LanesExport::canSave() const
{
    return m_tables.csv && !m_view.chart()->isEmpty();
}

QString LanesExport::suggestedName() const
{
    const QString time = localTimeOf(m_view.chart()->wallTime(m_view.now()))
                             .toString(QStringLiteral("yyyyMMdd-HHmmss"));
    return QStringLiteral("%1-%2-%3").arg(m_tables.kind, fileNameOf(m_tables.name), time);
}

void LanesExport::ask()
{
    if (!canSave())
        return;
    std::vector<SavedKind> kinds;
    std::vector<Format> offered;
    for (const FormatName &format : formats()) {
        if (format.format == Format::WaitsCsv && !m_tables.waitsCsv)
            continue;
        kinds.push_back({format.filter, format.suffix});
        offered.push_back(format.format);
    }
    askWhereToSave(this, m_view.window(), tr("Export the lanes"), kinds, suggestedName(),
                   [this, offered, shown = moment()](const QString &path, size_t kind) {
                       write(contentOf(shown, formatFor(path, offered[kind])), path);
                   });
}

LanesPicture LanesExport::picture(bool whole) const
{
    LanesPicture picture;
    picture.chart = m_view.chart();
    picture.now = m_view.now();
    const SteadyTime end = std::min(picture.now, picture.chart->until.value_or(picture.now));
    // What is known may begin after what was asked for: then there is no more than what is seen.
    picture.span = whole && picture.chart->since < end ? LeaderSpan{picture.chart->since, end}
                                                       : m_view.visibleSpan();
    picture.font = m_view.font();
    picture.colors = &colorsFor(m_view.palette());
    picture.title = m_tables.name;
    picture.place = m_tables.place;
    constexpr int least = 640;
    const int words = titleOf(picture).usualWidth(picture.font);
    picture.width = std::max({least, m_view.viewport()->width(), words});
    return picture;
}

LanesExport::Moment LanesExport::moment() const
{
    return {m_tables, picture(false), picture(true)};
}

QByteArray LanesExport::contentOf(const Moment &moment, Format format)
{
    switch (format) {
    case Format::VisiblePng: return pngOf(moment.visible);
    case Format::WholePng: return pngOf(moment.whole);
    case Format::VisibleSvg: return lanesSvg(moment.visible);
    case Format::WholeSvg: return lanesSvg(moment.whole);
    case Format::Csv: return moment.tables.csv();
    case Format::WaitsCsv: return moment.tables.waitsCsv ? moment.tables.waitsCsv() : QByteArray();
    case Format::Json: return moment.tables.json(moment.whole.now);
    }
    Q_UNREACHABLE();
}

QByteArray LanesExport::content(Format format) const
{
    return canSave() ? contentOf(moment(), format) : QByteArray();
}

void LanesExport::save(Format format, const QString &path)
{
    write(content(format), path);
}

void LanesExport::write(const QByteArray &bytes, const QString &path)
{
    const QString problem = saveWhole(bytes, path);
    if (problem.isEmpty())
        emit saved(path);
    else
        emit failed(path, problem);
}

} // namespace lockmaster

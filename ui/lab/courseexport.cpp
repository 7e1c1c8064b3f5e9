// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/courseexport.h"

#include "core/text/momenttext.h"
#include "ui/kit/colors.h"
#include "ui/kit/picturetitle.h"
#include "ui/lab/courserow.h"

#include <QBuffer>
#include <QDateTime>
#include <QLayout>
#include <QPainter>
#include <QPixmap>
#include <QSvgGenerator>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int courseexportMargin = 8;
constexpr int pictureScale = 2;
/** Of each experiment, in lines of its text. */
constexpr int usualLines = 28;
constexpr int mostLines = 48;

PictureTitle titleOf(const DrawnRuns &drawn)
{
    QStringList titles;
    ServerTime from = drawn.runs.front().begunAt;
    ServerTime until = from;
    for (const DrawnRuns::Run &run : drawn.runs) {
        titles << run.info.title;
        from = std::min(from, run.begunAt);
        until = std::max(until, run.begunAt + run.course.length);
    }
    return {titles.join(QStringLiteral(" · ")), drawn.place, stretchText(from, until)};
}

/** What is never shown is laid out when it is drawn. */
void settle(QWidget &widget)
{
    widget.grab(QRect(0, 0, 1, 1));
}

/** As the page shows them, each as wide as can be read. */
class CoursePicture
{
public:
    CoursePicture(const DrawnRuns &drawn, const QFont &font) : m_title(titleOf(drawn)), m_font(font)
    {
        std::vector<ContentionInfo> infos;
        for (const DrawnRuns::Run &run : drawn.runs)
            infos.push_back(run.info);
        m_row.setVariants(infos);
        for (const DrawnRuns::Run &run : drawn.runs)
            m_row.setCourse(run.info.id, run.course);
        const int line = QFontMetrics(font).height();
        const int count = int(drawn.runs.size());
        const int width = std::clamp(m_title.usualWidth(font), count * usualLines * line,
                                     count * mostLines * line);
        m_row.resize(width, m_row.sizeHint().height());
        settle(m_row);
        m_row.resize(width, m_row.layout()->totalHeightForWidth(width));
        settle(m_row);
    }

    QSize size() const
    {
        return m_row.size()
               + QSize(2 * courseexportMargin, m_title.height(m_font) + courseexportMargin);
    }

    void paint(QPainter &painter)
    {
        const Colors &colors = colorsFor(m_row.palette());
        painter.fillRect(QRect(QPoint(0, 0), size()), colors.base);
        m_title.paint(painter, m_font, colors, size().width());
        m_row.render(&painter, {courseexportMargin, m_title.height(m_font)}, {},
                     QWidget::DrawChildren);
    }

    const QString &name() const { return m_title.title; }

private:
    PictureTitle m_title;
    QFont m_font;
    CourseRow m_row;
};

QByteArray contentOf(const DrawnRuns &drawn, const QFont &font, CourseExportButton::Format format)
{
    CoursePicture picture(drawn, font);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (format == CourseExportButton::Format::Png) {
        QImage image(picture.size() * pictureScale, QImage::Format_RGB32);
        image.setDevicePixelRatio(pictureScale);
        QPainter painter(&image);
        picture.paint(painter);
        painter.end();
        image.save(&buffer, "PNG");
        return bytes;
    }
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(picture.size());
    generator.setViewBox(QRect(QPoint(0, 0), picture.size()));
    generator.setTitle(picture.name().toHtmlEscaped());
    QPainter painter(&generator);
    picture.paint(painter);
    painter.end();
    return bytes;
}

} // namespace

CourseExportButton::CourseExportButton(std::function<DrawnRuns()> source, QWidget *parent)
    : QToolButton(parent), m_source(std::move(source)), m_note(*this)
{
    setText(tr("Export…"));
    setToolTip(tr("Save what is drawn as picture or drawing"));
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QToolButton::clicked, this, &CourseExportButton::ask);
}

QByteArray CourseExportButton::content(Format format) const
{
    const DrawnRuns drawn = m_source();
    return drawn.runs.empty() ? QByteArray() : contentOf(drawn, font(), format);
}

/** What is saved is what is shown at this moment, whatever comes while the dialog is open. */
void CourseExportButton::ask()
{
    const DrawnRuns drawn = m_source();
    if (drawn.runs.empty())
        return;
    const QString png = QStringLiteral("png");
    const QString svg = QStringLiteral("svg");
    const DrawnRuns::Run &first = drawn.runs.front();
    const QString name =
        first.info.id + localTimeOf(first.begunAt).toString(QStringLiteral("-yyyyMMdd-HHmmss"));
    askWhereToSave(this, window(), tr("Export the runs"),
                   {{tr("Picture (*.png)"), png}, {tr("Drawing (*.svg)"), svg}}, name,
                   [this, drawn, png, svg](const QString &path, size_t kind) {
                       const auto ends = [&path](const QString &suffix) {
                           return path.endsWith(u'.' + suffix, Qt::CaseInsensitive);
                       };
                       const bool isDrawing = ends(svg) || (!ends(png) && kind == 1);
                       const QString why = saveWhole(
                           contentOf(drawn, font(), isDrawing ? Format::Svg : Format::Png), path);
                       if (why.isEmpty())
                           m_note.tellSaved(path);
                       else
                           m_note.tellFailed(path, why);
                   });
}

} // namespace lockmaster

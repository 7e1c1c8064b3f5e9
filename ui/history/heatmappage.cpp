// SPDX-License-Identifier: Apache-2.0
#include "ui/history/heatmappage.h"

#include "ui/history/heatmap.h"
#include "ui/kit/colors.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"

#include <QBuffer>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr int heatmappageMargin = 16;

} // namespace

HeatMapPage::HeatMapPage(HeatMap &map, Saving saving, QWidget *parent)
    : QWidget(parent), m_map(map), m_saving(std::move(saving)), m_note(mutedLabel({}, this)),
      m_export(new QToolButton(this)), m_saved(*m_export)
{
    m_export->setText(tr("Export…"));
    m_export->setToolTip(m_saving.toolTip);
    m_export->setFocusPolicy(Qt::StrongFocus);
    connect(m_export, &QToolButton::clicked, this, &HeatMapPage::save);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(heatmappageMargin, 0, heatmappageMargin, 6);
    foot->addWidget(m_note, 1);
    foot->addWidget(m_export, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(&m_map, 1);
    layout->addLayout(foot);
    passFocus(*this, m_map);
}

void HeatMapPage::setPicture(const QString &note, const PictureTitle &title)
{
    m_note->setText(note);
    m_title = title;
    m_export->show();
}

void HeatMapPage::setNothing(const QString &text)
{
    m_map.setNothing(text);
    m_note->clear();
    m_export->hide();
}

QString HeatMapPage::note() const
{
    return m_note->text();
}

QImage HeatMapPage::picture(double scale) const
{
    const QSize map = m_map.wholeSize();
    const int above = m_title.height(font());
    const int wide = std::max(map.width(), m_title.usualWidth(font()));
    constexpr int words = int(Qt::AlignLeft) | int(Qt::TextWordWrap);
    const QRect room(heatmappageMargin, 0, wide - 2 * heatmappageMargin, 1000);
    const int below =
        fontMetrics().boundingRect(room, words, m_note->text()).height() + heatmappageMargin;
    const int high = above + map.height();
    QImage image((QSizeF(wide, high + below) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    const Colors &colors = colorsFor(palette());
    image.fill(colors.base);
    QPainter painter(&image);
    m_title.paint(painter, font(), colors, wide);
    painter.save();
    painter.translate(0, above);
    m_map.paintWhole(painter);
    painter.restore();
    painter.setFont(font());
    painter.setPen(colors.muted);
    painter.drawText(room.translated(0, high), words, m_note->text());
    return image;
}

void HeatMapPage::save()
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture(2).save(&buffer, "PNG");
    askWhereToSave(this, window(), m_saving.title, {{tr("Picture (*.png)"), QStringLiteral("png")}},
                   m_saving.file + fileNameOf(m_title.title),
                   [this, bytes](const QString &path, size_t) {
                       const QString problem = saveWhole(bytes, path);
                       if (problem.isEmpty())
                           m_saved.tellSaved(path);
                       else
                           m_saved.tellFailed(path, problem);
                   });
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lanechart.h"
#include "ui/kit/colors.h"

#include <QFont>
#include <QImage>
#include <QObject>

#include <functional>
#include <optional>

namespace lockmaster {

class LanesView;

/** A picture of the lanes for paper and chat: all lanes, nothing scrolled, one stretch of time. */
struct LanesPicture {
    std::shared_ptr<const LaneChart> chart;
    LeaderSpan span;  ///< what it shows; no end: until `now`
    SteadyTime now{}; ///< where that which lasts is cut off
    QFont font;
    const Colors *colors = &lightColors();
    int width = 1200;
    QString title; ///< what it is of, literal; empty: nothing stands above the lanes
    QString place; ///< where that is, in the line below the title, before the time

    /** As high as its lanes ask for. */
    QSize size() const;
};

/** `scale` pixels for each device independent one. */
QImage lanesImage(const LanesPicture &picture, double scale = 2);
QByteArray lanesSvg(const LanesPicture &picture);

/**
 * Saves what a view shows: as PNG or SVG (what is visible, or all of it), as CSV and JSON. Asks for
 * the file in a dialog of its own that blocks nothing, writes it at once (these are small), and
 * tells what came of it. GUI thread.
 */
class LanesExport final : public QObject
{
    Q_OBJECT

public:
    enum class Format : quint8 { VisiblePng, WholePng, VisibleSvg, WholeSvg, Csv, WaitsCsv, Json };

    /** Lives as long as `view`, whose child it becomes. */
    explicit LanesExport(LanesView &view);

    /** What CSV and JSON tell beside the pictures, made when it is asked for. GUI thread. */
    struct Tables {
        QString kind;    ///< the beginning of a file's name: `leaders`
        QString name;    ///< what follows it, and the title of picture and drawing; literal
        QString place{}; ///< in a picture below that: the backend; literal
        std::function<QByteArray()> csv;
        std::function<QByteArray()> waitsCsv{}; ///< none: nobody is known to have waited
        std::function<QByteArray(SteadyTime now)> json;
    };
    void setTables(Tables tables);
    /**
     * The same for leaders; null: there is nothing to save. JSON says of which `lock` it is, where
     * that is told.
     */
    void setHistory(const QString &name, const QString &place,
                    const std::shared_ptr<const LeaderHistory> &history,
                    const std::optional<LeaderFigures> &figures,
                    const std::optional<LockId> &lock = std::nullopt);
    /** Whether there is anything to save. */
    bool canSave() const;

    /** What is saved is what is shown at this moment, whatever comes while the dialog is open. */
    void ask();
    /** What a file of this name is: its ending tells, and where it is none of ours, what was
     * chosen. */
    static Format formatFor(const QString &path, Format chosen);
    /** Without asking; the file is replaced as a whole or not at all. */
    void save(Format format, const QString &path);
    /** The bytes of that file. */
    QByteArray content(Format format) const;

signals:
    void saved(const QString &path);
    void failed(const QString &path, const QString &reason);

private:
    /** All that a file may tell of one moment. */
    struct Moment {
        Tables tables;
        LanesPicture visible;
        LanesPicture whole;
    };

    Moment moment() const;
    LanesPicture picture(bool whole) const;
    static QByteArray contentOf(const Moment &moment, Format format);
    void write(const QByteArray &bytes, const QString &path);
    QString suggestedName() const;

    LanesView &m_view;
    Tables m_tables;
};

} // namespace lockmaster

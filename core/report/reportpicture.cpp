// SPDX-License-Identifier: Apache-2.0
#include "core/report/reportpicture.h"

#include "core/report/reportclock.h"
#include "core/report/reportdocument.h"
#include "core/report/reportlanes.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockmaster {

namespace {

constexpr double pictureWidth = 960;
constexpr double plotLeft = 184;
constexpr double plotWidth = pictureWidth - plotLeft - 14;
constexpr double axisHeight = 40;
constexpr double laneHeight = 26;
constexpr double barHeight = 14;
constexpr double waitHeight = 8;
constexpr double groupGap = 22;
constexpr double legendHeight = 30;
constexpr double hatchStep = 7;
constexpr double leastWidth = 2;

/** A colour on a light page and on a dark one. */
struct Ink {
    const char *name;
    const char *light;
    const char *dark;
    bool isLine;
};

constexpr std::array inks = {
    Ink{"lm-text", "#1f2328", "#e6edf3", false}, Ink{"lm-mute", "#59636e", "#9aa4af", false},
    Ink{"lm-grid", "#dfe3e8", "#2b3138", true},  Ink{"lm-edge", "#c3cad2", "#444c56", true},
    Ink{"lm-held", "#3b6fd4", "#6b9bf2", false}, Ink{"lm-over", "#c27803", "#e0a33e", false},
    Ink{"lm-lost", "#c93c37", "#f47067", false}, Ink{"lm-vague", "#8590a0", "#7f8a99", false},
    Ink{"lm-wait", "#8a63d2", "#b08ff0", false}, Ink{"lm-gap", "#eff1f4", "#1b2027", false},
    Ink{"lm-hatch", "#b9c1cb", "#4a525c", true}, Ink{"lm-act", "#116329", "#57ab5a", true},
    Ink{"lm-mark", "#116329", "#57ab5a", false},
};

const Ink &ink(QByteArrayView name)
{
    return *std::find_if(inks.begin(), inks.end(),
                         [name](const Ink &one) { return name == one.name; });
}

QByteArray inkOf(QByteArrayView name)
{
    const Ink &one = ink(name);
    return QByteArray(" class=\"") + one.name + (one.isLine ? "\" stroke=\"" : "\" fill=\"")
           + one.light + '"';
}

QByteArray px(double value)
{
    QByteArray text = QByteArray::number(value, 'f', 1);
    if (text.endsWith(".0"))
        text.chop(2);
    return text;
}

QByteArray escaped(const QString &text)
{
    return text.toHtmlEscaped().toUtf8();
}

struct ToneLook {
    ReportBar::Tone tone;
    const char *ink;
};

constexpr std::array toneLooks = {
    ToneLook{ReportBar::Tone::Plain, "lm-held"}, ToneLook{ReportBar::Tone::Expired, "lm-over"},
    ToneLook{ReportBar::Tone::Lost, "lm-lost"}, ToneLook{ReportBar::Tone::NotKnown, "lm-vague"},
    ToneLook{ReportBar::Tone::Waiting, "lm-wait"}};

const char *lookOf(ReportBar::Tone tone)
{
    return std::find_if(toneLooks.begin(), toneLooks.end(),
                        [tone](const ToneLook &one) { return one.tone == tone; })
        ->ink;
}

QString toneText(ReportBar::Tone tone)
{
    switch (tone) {
    case ReportBar::Tone::Plain: return Words::tr("released, replaced, or still held");
    case ReportBar::Tone::Expired: return Words::tr("expired");
    case ReportBar::Tone::Lost: return Words::tr("lost in a failover");
    case ReportBar::Tone::NotKnown: return Words::tr("its end is not known");
    case ReportBar::Tone::Waiting: return Words::tr("waited");
    }
    Q_UNREACHABLE();
}

QString shortNote(Micros least)
{
    return Words::tr("What took less than %1 looks longer here than it was.")
        .arg(durationText(least));
}

class Drawing
{
public:
    Drawing(const LockReport &report, const ReportClock &clock)
        : m_report(report), m_clock(clock), m_holders(holderLanes(report, clock)),
          m_waiters(waiterLanes(report, clock))
    {
        m_lanesEnd = axisHeight + laneHeight * double(std::max<size_t>(1, m_holders.size()));
        m_plotEnd = m_lanesEnd;
        if (!m_waiters.empty())
            m_plotEnd += groupGap + laneHeight * double(m_waiters.size());
    }

    QByteArray draw()
    {
        drawGaps();
        drawAxis();
        for (size_t i = 0; i < m_holders.size(); ++i)
            drawLane(m_holders[i], axisHeight + laneHeight * double(i), barHeight);
        if (m_holders.empty())
            writeText(plotLeft + plotWidth / 2, axisHeight + laneHeight / 2 + 4, "middle",
                      "lm-mute", Words::tr("nobody was seen to hold it"));
        if (!m_waiters.empty()) {
            writeText(plotLeft - 10, m_lanesEnd + 15, "end", "lm-mute", Words::tr("waiting"));
            for (size_t i = 0; i < m_waiters.size(); ++i)
                drawLane(m_waiters[i], m_lanesEnd + groupGap + laneHeight * double(i), waitHeight);
        }
        drawActions();
        drawLegend();
        const double height = m_legendEnd;
        const QByteArray head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + px(pictureWidth) + ' '
            + px(height) + "\" width=\"" + px(pictureWidth) + "\" height=\"" + px(height)
            + "\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n<title>"
            + escaped(subject()) + "</title>\n";
        return head + m_out + "</svg>\n";
    }

private:
    /** Cut out of its page it says what it is of, and where that is. */
    QString subject() const
    {
        const HistoryLock &lock = m_report.order.lock;
        return Words::tr("Who held the lock, and who waited") + QStringLiteral(": ")
               + reportTitle(m_report) + QStringLiteral(" · ") + literalText(lock.backend);
    }

    double placeOf(ServerTime at) const
    {
        const double range = double((m_report.order.until - m_report.order.from).count());
        const double part = double((at - m_report.order.from).count()) / std::max(1.0, range);
        return plotLeft + plotWidth * std::clamp(part, 0.0, 1.0);
    }

    /**
     * With what stands there as a whole: how wide letters are is not known for certain. A `<title>`
     * within a text is drawn by some renderers: it is that of a group.
     */
    void writeText(double x, double y, const char *anchor, QByteArrayView how, const QString &text,
                   const QString &whole = {})
    {
        if (!whole.isEmpty())
            m_out += "<g><title>" + escaped(whole) + "</title>";
        m_out += "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + anchor + '"'
                 + inkOf(how) + '>' + escaped(text)
                 + (whole.isEmpty() ? "</text>\n" : "</text></g>\n");
    }

    void drawLine(double x1, double y1, double x2, double y2, QByteArrayView how)
    {
        m_out += "<path d=\"M" + px(x1) + ' ' + px(y1) + 'L' + px(x2) + ' ' + px(y2) + "\""
                 + inkOf(how) + "/>\n";
    }

    void drawRect(double x, double y, double width, double height, QByteArrayView how,
                  QByteArrayView more, const QString &says = {})
    {
        m_out += "<rect x=\"" + px(x) + "\" y=\"" + px(y) + "\" width=\"" + px(width)
                 + "\" height=\"" + px(height) + '"' + inkOf(how);
        m_out.append(more);
        if (says.isEmpty())
            m_out += "/>\n";
        else
            m_out += "><title>" + escaped(says) + "</title></rect>\n";
    }

    /** Each line of the hatching as far as it is within; without patterns, for old renderers. */
    void hatch(double left, double right)
    {
        const double height = m_plotEnd - axisHeight;
        QByteArray path;
        const int last = int(std::ceil(right / hatchStep));
        for (int line = int(std::floor((left - height) / hatchStep)); line < last; ++line) {
            const double at = line * hatchStep;
            const double begin = std::max(left, at);
            const double end = std::min(right, at + height);
            if (end > begin)
                path += 'M' + px(begin) + ' ' + px(m_plotEnd - (begin - at)) + 'L' + px(end) + ' '
                        + px(m_plotEnd - (end - at));
        }
        if (!path.isEmpty())
            m_out += "<path d=\"" + path + "\" fill=\"none\"" + inkOf("lm-hatch") + "/>\n";
    }

    void drawGaps()
    {
        double drawnTo = 0;
        for (const ReportGap &gap : m_report.gaps) {
            const double left = placeOf(gap.from);
            const double right = std::max(placeOf(gap.until), left + 1);
            if (right <= drawnTo)
                continue;
            drawnTo = right;
            m_anyGap = m_anyGap || !gap.partly;
            m_anyPart = m_anyPart || gap.partly;
            const QString says = (gap.partly ? Words::tr("not read as a whole: %1 to %2")
                                             : Words::tr("not seen: %1 to %2"))
                                     .arg(m_clock.text(gap.from), m_clock.text(gap.until));
            drawRect(left, axisHeight, right - left, m_plotEnd - axisHeight, "lm-gap", "", says);
            if (!gap.partly && right - left >= hatchStep)
                hatch(left, right);
        }
    }

    void drawAxis()
    {
        const QString zone = QString::fromUtf8(m_clock.zone().id());
        writeText(plotLeft - 10, 17, "end", "lm-mute", fittingDrawn(zone, labelColumns), zone);
        QString offsetBefore;
        for (const ReportTick &tick : axisOf(m_report.order, m_clock.zone(), 9)) {
            const double x = placeOf(tick.at);
            drawLine(x, axisHeight, x, m_plotEnd, "lm-grid");
            const char *const anchor = x < plotLeft + 24               ? "start"
                                       : x > plotLeft + plotWidth - 24 ? "end"
                                                                       : "middle";
            writeText(x, 17, anchor, "lm-text", tick.clock);
            // An hour comes twice, or not at all: where the clock is set is to be seen.
            const QString offset = m_clock.offsetBehind(tick.at);
            QStringList below{tick.day};
            if (offset != std::exchange(offsetBefore, offset))
                below << offset;
            writeText(x, 32, anchor, "lm-mute", below.join(u' ').trimmed());
        }
        for (const double y : {axisHeight, m_lanesEnd})
            drawLine(plotLeft, y, plotLeft + plotWidth, y, "lm-edge");
        if (m_plotEnd > m_lanesEnd)
            drawLine(plotLeft, m_plotEnd, plotLeft + plotWidth, m_plotEnd, "lm-edge");
    }

    void drawLane(const ReportLane &lane, double top, double height)
    {
        writeText(plotLeft - 10, top + laneHeight / 2 + 4, "end", "lm-text",
                  fittingDrawn(lane.whole, labelColumns), lane.whole);
        const double y = top + (laneHeight - height) / 2;
        Run run;
        for (const ReportBar &bar : lane.bars) {
            const double left = std::min(placeOf(bar.from), plotLeft + plotWidth - leastWidth);
            const double right = std::max(placeOf(bar.until), left + leastWidth);
            const bool isShort = placeOf(bar.until) - placeOf(bar.from) < leastWidth;
            m_anyShort = m_anyShort || (isShort && bar.until < m_report.order.until);
            m_tones[size_t(bar.tone)] = true;
            if (isShort && run.count > 0 && run.bar->tone == bar.tone && left <= run.right) {
                run.right = std::max(run.right, right);
                ++run.count;
                continue;
            }
            drawRun(run, y, height);
            run = {};
            if (isShort)
                run = {&bar, left, right, 1};
            else
                drawBar(bar, left, right, y, height);
        }
        drawRun(run, y, height);
    }

    /** Short ones that stand so close that they are one to the eye. */
    struct Run {
        const ReportBar *bar = nullptr; ///< the first
        double left = 0;
        double right = 0;
        qint64 count = 0;
    };

    void drawRun(const Run &run, double y, double height)
    {
        if (run.count == 0)
            return;
        const QString says =
            run.count == 1 ? run.bar->says
                           : Words::tr("%1, one after another").arg(QString::number(run.count));
        drawRect(run.left, y, run.right - run.left, height, lookOf(run.bar->tone), "", says);
    }

    /** An end that was not seen fades. */
    void drawBar(const ReportBar &bar, double left, double right, double y, double height)
    {
        constexpr double fade = 6;
        const char *const look = lookOf(bar.tone);
        const bool hasRoom = right - left >= 3 * fade;
        double begin = left;
        double end = right;
        if (bar.openBegin && hasRoom) {
            drawRect(left, y, fade, height, look, " opacity=\".4\"");
            begin += fade;
        }
        if (bar.openEnd && hasRoom) {
            end -= fade;
            drawRect(end, y, fade, height, look, " opacity=\".4\"");
        }
        const bool isRound = !bar.openBegin && !bar.openEnd && right - left >= 6;
        drawRect(begin, y, end - begin, height, look, isRound ? " rx=\"2\"" : "", bar.says);
    }

    void drawActions()
    {
        double drawnTo = 0;
        for (const ReportAction &action : m_report.actions) {
            const ServerTime at = action.first().time;
            if (at < m_report.order.from || at > m_report.order.until)
                continue;
            m_anyAction = true;
            const double x = placeOf(at);
            if (x < drawnTo)
                continue;
            drawnTo = x + 1;
            m_out += "<path d=\"M" + px(x) + ' ' + px(axisHeight) + 'V' + px(m_plotEnd)
                     + "\" stroke-dasharray=\"3 3\"" + inkOf("lm-act") + "/>\n";
            m_out += "<path d=\"M" + px(x - 4) + ' ' + px(axisHeight - 5) + 'h' + px(8) + 'l'
                     + px(-4) + ' ' + px(6) + "z\"" + inkOf("lm-mark") + "><title>"
                     + escaped(Words::tr("done from here: %1").arg(m_clock.text(at)))
                     + "</title></path>\n";
        }
    }

    void drawLegend()
    {
        constexpr double letter = 5.9;
        double x = plotLeft;
        double y = m_plotEnd + 12;
        const auto add = [&](const QString &text, const auto &draw) {
            const double width = 18 + letter * columnsOf(text) + 18;
            if (x > plotLeft && x + width > pictureWidth) {
                x = plotLeft;
                y += 20;
            }
            draw();
            writeText(x + 18, y + 10, "start", "lm-mute", text);
            x += width;
        };
        for (const ToneLook &look : toneLooks) {
            if (m_tones[size_t(look.tone)])
                add(toneText(look.tone), [&] { drawRect(x, y, 12, 12, look.ink, " rx=\"2\""); });
        }
        if (m_anyGap)
            add(Words::tr("not seen"), [&] {
                drawRect(x, y, 12, 12, "lm-gap", "");
                m_out += "<path d=\"M" + px(x) + ' ' + px(y + 12) + "l12 -12M" + px(x) + ' '
                         + px(y + 6) + "l6 -6M" + px(x + 6) + ' ' + px(y + 12)
                         + "l6 -6\" fill=\"none\"" + inkOf("lm-hatch") + "/>\n";
            });
        if (m_anyPart)
            add(Words::tr("not read as a whole"), [&] { drawRect(x, y, 12, 12, "lm-gap", ""); });
        if (m_anyAction)
            add(Words::tr("done from here"), [&] {
                m_out += "<path d=\"M" + px(x + 2) + ' ' + px(y + 3) + "h8l-4 6z\""
                         + inkOf("lm-mark") + "/>\n";
            });
        m_legendEnd = y + (x > plotLeft ? legendHeight - 12 : 0);
        if (!m_anyShort)
            return;
        const auto range = m_report.order.until - m_report.order.from;
        const auto least = std::chrono::duration_cast<Micros>(range * (leastWidth / plotWidth));
        writeText(plotLeft, m_legendEnd + 10, "start", "lm-mute", shortNote(least));
        m_legendEnd += legendHeight - 12;
    }

    const LockReport &m_report;
    const ReportClock &m_clock;
    const std::vector<ReportLane> m_holders;
    const std::vector<ReportLane> m_waiters;
    double m_lanesEnd = 0;
    double m_plotEnd = 0;
    double m_legendEnd = 0;
    std::array<bool, toneLooks.size()> m_tones{};
    bool m_anyShort = false;
    bool m_anyGap = false;
    bool m_anyPart = false;
    bool m_anyAction = false;
    QByteArray m_out;
};

/** One lane as letters: held, not seen, or looked at and neither. */
QString laneText(const ReportLane &lane, const LockReport &report, int columns)
{
    const auto range = report.order.until - report.order.from;
    const auto edge = [&](int column) { return report.order.from + range * column / columns; };
    QString text(columns, u'·');
    for (int i = 0; i < columns; ++i) {
        const ServerTime begin = edge(i);
        const ServerTime end = edge(i + 1);
        const auto within = [begin, end](const auto &it) {
            return it.from < end && (it.until > begin || (it.from == it.until && it.from == begin));
        };
        if (std::any_of(lane.bars.begin(), lane.bars.end(), within))
            text[i] = u'█';
        else if (std::any_of(report.gaps.begin(), report.gaps.end(), [&](const ReportGap &gap) {
                     return !gap.partly && gap.from <= begin && gap.until >= end;
                 }))
            text[i] = u'░';
    }
    return text;
}

} // namespace

QByteArray lanesDrawing(const LockReport &report, const ReportClock &clock)
{
    return Drawing(report, clock).draw();
}

QByteArray darkLanes()
{
    QByteArray rules;
    for (const Ink &one : inks)
        rules += QByteArray(".") + one.name + (one.isLine ? "{stroke:" : "{fill:") + one.dark + '}';
    return rules;
}

QStringList lanesAsText(const LockReport &report, const ReportClock &clock)
{
    constexpr int columns = 60;
    const auto holders = holderLanes(report, clock);
    const auto waiters = waiterLanes(report, clock);
    int widest = 0;
    for (const auto *lanes : {&holders, &waiters}) {
        for (const ReportLane &lane : *lanes)
            widest = std::max(widest, columnsOf(lane.label));
    }
    if (widest == 0)
        return {};
    const QString waiting = Words::tr("waiting:");
    if (!waiters.empty())
        widest = std::max(widest, columnsOf(waiting));
    const auto line = [widest](const QString &label, const QString &behind) {
        return label + QString(widest - columnsOf(label) + 2, u' ') + behind;
    };
    const auto clockOf = [&clock](ServerTime at) {
        const QString text = clockText(localTimeOf(at, clock.zone()), TimeDetail::ToMinute);
        const QString offset = clock.offsetBehind(at);
        return offset.isEmpty() ? text : text + u' ' + offset;
    };
    const QString last = clockOf(report.order.until);
    QStringList lines{
        line({}, clockOf(report.order.from).leftJustified(columns - last.size()) + last)};
    for (const ReportLane &lane : holders)
        lines << line(lane.label, laneText(lane, report, columns));
    if (!waiters.empty())
        lines << waiting;
    for (const ReportLane &lane : waiters)
        lines << line(lane.label, laneText(lane, report, columns));
    const Micros column =
        std::chrono::duration_cast<Micros>((report.order.until - report.order.from) / columns);
    const auto isShort = [column](const ReportBar &bar) { return bar.until - bar.from < column; };
    bool anyShort = false;
    for (const auto *lanes : {&holders, &waiters}) {
        for (const ReportLane &lane : *lanes)
            anyShort = anyShort || std::any_of(lane.bars.begin(), lane.bars.end(), isShort);
    }
    lines << line({}, Words::tr("█ held or waited   ░ not seen   · looked at"));
    if (anyShort)
        lines << line({}, shortNote(column));
    return lines;
}

} // namespace lockmaster

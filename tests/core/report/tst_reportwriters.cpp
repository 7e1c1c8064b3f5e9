// SPDX-License-Identifier: Apache-2.0
#include "core/report/reportclock.h"
#include "core/report/reportlanes.h"
#include "core/report/reporttext.h"
#include "core/report/reportwriters.h"
#include "core/text/momenttext.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_reportwriters {

namespace {

QString words(const char *text)
{
    return QString::fromUtf8(text);
}

ServerTime at(const char *utc)
{
    const auto time = utcFromText(QByteArray(utc).replace(' ', 'T') + QByteArray(".000000Z"));
    return time.value_or(ServerTime{});
}

HistoryHold hold(const QString &owner, const char *from, const char *until, HistoryEnd end)
{
    static qint64 next = 1;
    HistoryHold one;
    one.id = next++;
    one.lock = {words("cache"), words("redis_string"), words("db 0"), "order:42"};
    one.owner = owner;
    one.ownerRaw = owner.toUtf8();
    one.since = at(from);
    one.begin = HistoryBegin::Watched;
    one.until = at(until);
    one.lastSeen = *one.until;
    one.end = end;
    return one;
}

/** Nothing was seen; two hours of a night. */
LockReport emptyReport(const QByteArray &name = "order:42")
{
    LockReport report;
    report.order = {{words("cache"), words("redis_string"), words("db 0"), name},
                    at("2026-11-29 02:00:00"),
                    at("2026-11-29 04:00:00")};
    return report;
}

ReportAction released(const QString &reason)
{
    AuditLine intent;
    intent.id = words("20261129T023000.000000Z-3e0b9eee");
    intent.time = at("2026-11-29 02:30:00");
    intent.user = words("kim");
    intent.host = words("ops");
    intent.intent.action = words("delete");
    intent.intent.owner = words("web-1");
    intent.intent.reason = reason;
    AuditLine outcome = intent;
    outcome.isIntent = false;
    outcome.outcome.outcome = words("released");
    outcome.outcome.heldByKnown = true;
    return {intent, outcome};
}

/** A night in which something went wrong. */
LockReport smallReport()
{
    LockReport report = emptyReport();
    HistoryHold first =
        hold(words("web-1"), "2026-11-29 01:50:00", "2026-11-29 02:30:00", HistoryEnd::Released);
    first.begin = HistoryBegin::FirstSeen;
    first.renewals = 12;
    first.waiters = 2;
    first.findings = {words("no-expiry")};
    HistoryHold second =
        hold(words("web-2"), "2026-11-29 03:10:00", "2026-11-29 03:20:00", HistoryEnd::Unseen);
    report.holds = {first, second};
    HistoryWait wait;
    wait.waiter = words("web-3");
    wait.begin = HistoryBegin::Watched;
    wait.since = at("2026-11-29 02:05:00");
    wait.until = at("2026-11-29 02:06:30");
    wait.lastSeen = *wait.until;
    wait.end = WaitEnd::Left;
    report.waits = {wait};
    ReportGap gap;
    gap.from = at("2026-11-29 03:20:00");
    gap.until = at("2026-11-29 03:30:00");
    gap.wasLost = true;
    gap.why = words("no answer within 3 s");
    report.gaps = {gap};
    HistoryEvent lost;
    lost.at = at("2026-11-29 03:20:03");
    lost.kind = words("backend_lost");
    lost.backend = words("cache");
    lost.detail = gap.why;
    report.events = {lost};
    report.actions = {released(words("worker was dead"))};
    report.seen = 110min;
    report.unseen = 10min;
    report.held = 40min;
    return report;
}

ReportStyle style(const char *zone = "UTC")
{
    return {QTimeZone(zone), at("2026-11-29 09:00:00"), words("lockctl 0.1.0")};
}

const char *const smallMarkdown = R"(# Lock `order:42`

It was seen held 2 times by 2 holders, for 40 m of that time in all. The longest hold was that of `web-1`, from 2026-11-29 01:50:00: ≥ 40 m. The longest wait was that of `web-3`, from 2026-11-29 02:05:00: 1 m 30 s. It was looked at for 1 h 50 m; for 10 m nothing was seen. One action was taken on it from here.

- **Lock:** `order:42`
- **Server:** `cache`
- **Place:** `db 0`
- **System:** `redis_string`
- **Range:** 2026-11-29 02:00:00 to 2026-11-29 04:00:00
- **Times:** UTC, by the clock of the machine that watched
- **Made:** 2026-11-29 09:00:00 by lockctl 0.1.0

```text
          02:00                                                  04:00
web-1     ███████████████·························░░░░░···············
web-2     ···································█████░░░░░···············
waiting:
web-3     ··██····································░░░░░···············
          █ held or waited   ░ not seen   · looked at
          What took less than 2 m looks longer here than it was.
```

## Who held it

| Holder | From | To | Held for | How it ended | Renewals | Most waiters |
|---|---|---|---:|---|---:|---:|
| `web-1` | at least since 2026-11-29 01:50:00 | 2026-11-29 02:30:00 | ≥ 40 m | released | 12 | 2 |
| `web-2` | 2026-11-29 03:10:00 | seen until 2026-11-29 03:20:00 | ≥ 10 m | lost from sight | 0 | – |

Begin and end are those of the looks that showed them. Where an end was not seen, the hold took longer than is told (≥).

## Who waited

| Waiter | From | To | Waited for | What came of it |
|---|---|---|---:|---|
| `web-3` | 2026-11-29 02:05:00 | 2026-11-29 02:06:30 | 1 m 30 s | waited no more |

## What was not seen

| From | To | For | What is known of it |
|---|---|---:|---|
| 2026-11-29 03:20:00 | 2026-11-29 03:30:00 | 10 m | nothing was seen; the server did not answer: no answer within 3 s |

## Findings

| Finding | Appeared | Cleared | Holder |
|---|---|---|---|
| `no-expiry` | during the hold from 2026-11-29 01:50:00 | – | `web-1` |

## What else was told

| When | What happened | To what |
|---|---|---|
| 2026-11-29 03:20:03 | the server did not answer: no answer within 3 s | the server |

## What was done from here

| When | Who | What | Reason | Outcome | Audit id |
|---|---|---|---|---|---|
| 2026-11-29 02:30:00 | `kim@ops` | `delete`, owner `web-1` | `worker was dead` | `released`; held by nobody then | `20261129T023000.000000Z-3e0b9eee` |

## Where this comes from

- Holds, waits, findings and what else was told: Lockmaster's history, of what it saw when it looked. What was over between two looks was not seen.
- What was done from here: the audit log of this machine, and of no other.
)";

const char *const smallHtml =
    R"(<h1>Lock <code>order:42</code></h1>
<p>It was seen held 2 times by 2 holders, for 40 m of that time in all. The longest hold was that of <code>web-1</code>, from 2026-11-29 01:50:00: ≥ 40 m. The longest wait was that of <code>web-3</code>, from 2026-11-29 02:05:00: 1 m 30 s. It was looked at for 1 h 50 m; for 10 m nothing was seen. One action was taken on it from here.</p>
<dl>
<dt>Lock</dt><dd><code>order:42</code></dd>
<dt>Server</dt><dd><code>cache</code></dd>
<dt>Place</dt><dd><code>db 0</code></dd>
<dt>System</dt><dd><code>redis_string</code></dd>
<dt>Range</dt><dd>2026-11-29 02:00:00 to 2026-11-29 04:00:00</dd>
<dt>Times</dt><dd>UTC, by the clock of the machine that watched</dd>
<dt>Made</dt><dd>2026-11-29 09:00:00 by lockctl 0.1.0</dd>
</dl>
)";

const char *const smallHtmlTable =
    R"(<h2>Who waited</h2>
<div class="wide"><table>
<thead><tr><th>Waiter</th><th>From</th><th>To</th><th class="n">Waited for</th><th>What came of it</th></tr></thead>
<tbody>
<tr><td><code>web-3</code></td><td>2026-11-29 02:05:00</td><td>2026-11-29 02:06:30</td><td class="n">1 m 30 s</td><td>waited no more</td></tr>
</tbody></table></div>
)";

/** Names that want to be something else, as Markdown, as HTML, or on a terminal. */
const std::vector<QByteArray> &hostileNames()
{
    static const std::vector<QByteArray> names = {
        "back`tick",
        "``` fence ```",
        "a|b",
        "a\\|b",
        "a\\\\|b|",
        "<script>alert(1)</script>",
        "</code><img src=x onerror=alert(1)>",
        "</title></style></svg><script>x</script>",
        "\" onload=\"alert(1)",
        "' onload='alert(1)",
        "&lt;b&gt; &#60; &amp;",
        "]]> <!-- --> <![CDATA[x]]>",
        "two\nlines\r\n# heading\n| a | b |",
        "\n```\n\n# out",
        "\t- item",
        "**bold** _it_ [link](http://x) ![p](http://x)",
        "http://evil.example www.evil.example a@b.example @team #1 :smile:",
        "right \xe2\x80\xae to \xe2\x81\xa6left\xe2\x80\x8b",
        QByteArray("a\0nul", 5),
        "\x1b[31mred\x1b]0;title\x07",
        "\xff\xfe not text",
        " edge  and  double ",
        "",
        "   ",
        "%1 %2 %n",
        "$`code`$ $(id)",
        "\xed\x95\x9c\xea\xb8\x80 \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
        QByteArray(1000, 'n'),
        QByteArray(1000, '`') + '|',
    };
    return names;
}

/** Everything that others say is this. */
LockReport reportOf(const QByteArray &name)
{
    const QString text = QString::fromUtf8(name);
    LockReport report = smallReport();
    report.order.lock = {text, text, text, name};
    for (HistoryHold &hold : report.holds) {
        hold.owner = text;
        hold.ownerRaw = name;
        hold.findings = {text};
    }
    report.waits.front().waiter = text;
    report.gaps.front().why = text;
    HistoryEvent unknown = report.events.front();
    unknown.kind = text;
    unknown.detail = text;
    HistoryEvent found = unknown;
    found.kind = words("finding_cleared");
    report.events.front().detail = text;
    report.events.insert(report.events.end(), {unknown, found});
    ReportAction &action = report.actions.front();
    for (AuditLine *line : {&*action.intent, &*action.outcome}) {
        line->id = text;
        line->user = text;
        line->host = text;
        line->intent.action = text;
        line->intent.owner = text;
        line->intent.reason = text;
    }
    action.outcome->outcome = {text, text, text, text, true};
    ReportNow now;
    now.at = at("2026-11-29 09:00:00");
    LockRecord record;
    record.state = LockState::Held;
    record.holders = {Holder{name, name.size(), text, 1, nullptr}};
    now.lock = record;
    now.verdict =
        Verdict{Life::Alive, false, text, {{LifeEvidence::Source::Host, Life::Alive, text, {}}}};
    report.now = now;
    return report;
}

QString withoutPicture(const QString &markdown)
{
    static const QRegularExpression fence(words("(`{3,})text\n.*?\n\\1\n"),
                                          QRegularExpression::DotMatchesEverythingOption);
    return QString(markdown).remove(fence);
}

/** Without what stands in it as code. */
QString withoutCode(const QString &markdown)
{
    static const QRegularExpression code(words("`[^`\n]*`|<code>[^<\n]*</code>"));
    return QString(markdown).remove(code);
}

QList<qsizetype> barsOf(const QString &markdown)
{
    QList<qsizetype> bars;
    for (const QString &line : markdown.split(u'\n'))
        bars << line.count(u'|');
    return bars;
}

QString decoded(QString text)
{
    static const QRegularExpression entity(words("&#(\\d+);"));
    for (auto found = entity.match(text); found.hasMatch();
         found = entity.match(text, found.capturedStart() + 1))
        text.replace(found.capturedStart(), found.capturedLength(),
                     QChar(found.captured(1).toInt()));
    return text;
}

/** Elements and their attributes as one text, and all that people read in a page. */
struct Page {
    QSet<QString> shape;
    QString text;
    QString trouble;
};

Page read(const QByteArray &html)
{
    Page page;
    QXmlStreamReader reader(html);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            page.shape << reader.name().toString();
            for (const QXmlStreamAttribute &attribute : reader.attributes())
                page.shape << reader.name().toString() + u'.' + attribute.name().toString();
        } else if (reader.isCharacters()) {
            page.text += reader.text();
        }
    }
    if (reader.hasError())
        page.trouble = reader.errorString();
    return page;
}

qsizetype countOf(const QByteArray &html, const char *what)
{
    return html.count(what);
}

} // namespace

/** A report as Markdown and as HTML. */
class TestReportWriters : public QObject
{
    Q_OBJECT

private slots:
    void aSmallReportAsMarkdown()
    {
        const QString text = QString::fromUtf8(reportMarkdown(smallReport(), style()));
        const QStringList lines = text.split(u'\n');
        const QStringList expected = words(smallMarkdown).split(u'\n');
        for (qsizetype i = 0; i < std::min(lines.size(), expected.size()); ++i)
            QCOMPARE(lines[i], expected[i]);
        QCOMPARE(lines.size(), expected.size());
    }

    void aSmallReportAsHtml()
    {
        const QByteArray html = reportHtml(smallReport(), style());
        QVERIFY(html.contains(smallHtml));
        QVERIFY(html.contains(smallHtmlTable));
        QVERIFY(html.contains("<title>Lock order:42</title>"));
        // Cut out of its page, the drawing still says whose it is, and where that is.
        QVERIFY(html.contains(QByteArray(": Lock order:42 · ")
                              + smallReport().order.lock.backend.toUtf8() + "</title>"));
        QVERIFY(html.contains("prefers-color-scheme:dark"));
        const Page page = read(html);
        QCOMPARE(page.trouble, QString());
        for (const char *never : {"script", "img", "link", "iframe", "use", "image", "style.src"})
            QVERIFY(!page.shape.contains(words(never)));
        for (const char *never : {"href", "src=", "url(", "@import", "javascript"})
            QVERIFY2(!html.contains(never), never);
        // The only address is the name of the drawing's language.
        QCOMPARE(countOf(html, "http"),
                 countOf(html, "http-equiv") + countOf(html, "http://www.w3.org/2000/svg"));
    }

    void thePictureShowsHoldsWaitsGapsAndDeeds()
    {
        const QByteArray html = reportHtml(smallReport(), style());
        // Begun before the report, and so with a faded end; released.
        QCOMPARE(countOf(html, "class=\"lm-held\""), 2 + 1); // and the legend's
        QCOMPARE(countOf(html, "class=\"lm-vague\""), 2 + 1);
        QCOMPARE(countOf(html, "class=\"lm-wait\""), 1 + 1);
        QCOMPARE(countOf(html, "class=\"lm-gap\""), 1 + 1);
        QCOMPARE(countOf(html, "class=\"lm-mark\""), 1 + 1);
        QCOMPARE(countOf(html, "class=\"lm-over\""), 0);
        QVERIFY(
            html.contains("<title>not seen: 2026-11-29 03:20:00 to 2026-11-29 03:30:00</title>"));
        QVERIFY(!html.contains("looks longer here")); // the shortest is wide enough
        QVERIFY(html.contains(">02:00<"));
        QVERIFY(html.contains(">04:00<"));
        QVERIFY(html.contains(">2026-11-29<"));
    }

    void whatNobodySawIsNotClaimed()
    {
        LockReport report = emptyReport();
        ReportGap gap;
        gap.from = report.order.from;
        gap.until = report.order.until;
        gap.isFirst = true;
        report.gaps = {gap};
        report.unseen = 2h;
        const QByteArray text = reportMarkdown(report, style());
        QVERIFY(text.contains("Nothing was seen of it: nobody looked in that time."));
        QVERIFY(text.contains(
            "| 2 h | nothing was seen; nobody recorded it before, as far as is kept |"));
        for (const char *never :
             {"Who held it", "Who waited", "was done from here\n", "## Now", "free", "not held"})
            QVERIFY2(!text.contains(never), never);
        report.gaps.clear();
        report.unseen = 0s;
        report.seen = 2h;
        const QByteArray seen = reportMarkdown(report, style());
        QVERIFY(seen.contains(
            "Nobody was seen to hold it while it was looked at. It was looked at all the time."));
        QVERIFY(!seen.contains("What was not seen"));
        QCOMPARE(read(reportHtml(report, style())).trouble, QString());
        // A single look takes no time.
        report.seen = 0s;
        report.wasLookedAt = true;
        QVERIFY(reportMarkdown(report, style())
                    .contains("\n\nNobody was seen to hold it while it was looked at.\n"));
    }

    void whatIsKnownOfATimeInWhichNobodyLookedIsToldSo()
    {
        LockReport report = smallReport();
        report.seen = 0s;
        report.unseen = 2h;
        QVERIFY(reportMarkdown(report, style())
                    .contains("\n\nNobody looked in that time: what is told of it was seen before "
                              "or afterwards. The longest hold"));
    }

    void whatLiesOutsideHasItsOwnOffset()
    {
        LockReport report = emptyReport();
        report.order.from = at("2026-07-01 00:00:00");
        report.order.until = at("2026-07-01 02:00:00");
        report.clearedUntil = at("2026-02-01 00:00:00");
        const QByteArray text = reportMarkdown(report, style("Europe/Berlin"));
        QVERIFY(text.contains("**Times:** Europe/Berlin (UTC+02:00), by"));
        QVERIFY(text.contains("**Range:** 2026-07-01 02:00:00 to 2026-07-01 04:00:00\n"));
        QVERIFY(text.contains("**Made:** 2026-11-29 10:00:00 +01:00 by"));
        QVERIFY(text.contains("What ended before 2026-02-01 01:00:00 +01:00 was cleared"));
    }

    void wideLettersAreCutInThePictureBeforeItsEdge()
    {
        LockReport report = smallReport();
        report.holds[0].owner = QString(40, u'W');
        report.holds[1].owner = words("ORDER-SERVICE-7");
        const QByteArray html = reportHtml(report, style());
        QVERIFY(html.contains("<g><title>" + QByteArray(40, 'W') + "</title><text"));
        QVERIFY(html.contains('>' + QByteArray(14, 'W') + "\u2026</text></g>"));
        QVERIFY(html.contains("<title>ORDER-SERVICE-7</title><text"));
        QVERIFY(html.contains(">ORDER-SERVICE-7</text></g>"));
        QCOMPARE(fittingDrawn(QString(24, u'n'), 24), QString(24, u'n'));
        QCOMPARE(fittingDrawn(QString(24, u'N'), 24), QString(18, u'N') + QChar(0x2026));
        // In letters each takes as much room as another.
        QVERIFY(reportMarkdown(report, style()).contains('\n' + QByteArray(23, 'W') + "\u2026  "));
    }

    void timesAreThoseOfTheZoneThatIsNamed()
    {
        const QByteArray berlin = reportMarkdown(smallReport(), style("Europe/Berlin"));
        QVERIFY(berlin.contains("**Times:** Europe/Berlin (UTC+01:00), by the clock"));
        QVERIFY(
            berlin.contains("| `web-2` | 2026-11-29 04:10:00 | seen until 2026-11-29 04:20:00 |"));
        const QByteArray kolkata = reportMarkdown(smallReport(), style("Asia/Kolkata"));
        QVERIFY(kolkata.contains("**Times:** Asia/Kolkata (UTC+05:30)"));
        QVERIFY(kolkata.contains("2026-11-29 08:40:00"));
        QVERIFY(reportHtml(smallReport(), style("Asia/Kolkata")).contains(">Asia/Kolkata<"));
    }

    void anHourThatComesTwiceIsToldWithItsOffset()
    {
        LockReport report = emptyReport();
        report.order.from = at("2026-10-25 00:00:00");
        report.order.until = at("2026-10-25 02:00:00");
        report.seen = 2h;
        report.holds = {hold(words("web-1"), "2026-10-25 00:30:00", "2026-10-25 01:30:00",
                             HistoryEnd::Released)};
        const QByteArray text = reportMarkdown(report, style("Europe/Berlin"));
        QVERIFY(text.contains("| 2026-10-25 02:30:00 +02:00 | 2026-10-25 02:30:00 +01:00 | 1 h |"));
        QVERIFY(text.contains(
            "**Times:** Europe/Berlin (UTC+02:00, UTC+01:00 from 2026-10-25 02:00:00 on)"));
        QVERIFY(
            text.contains("**Range:** 2026-10-25 02:00:00 +02:00 to 2026-10-25 03:00:00 +01:00"));
        // The axis as well: of the letters both ends, of the picture where the clock is set.
        QVERIFY2(QRegularExpression(QStringLiteral("02:00 \\+02:00 +03:00 \\+01:00"))
                     .match(QString::fromUtf8(text))
                     .hasMatch(),
                 text.constData());
        const QByteArray html = reportHtml(report, style("Europe/Berlin"));
        QVERIFY(html.contains(">2026-10-25 +02:00<") && html.contains(">+01:00<"));
        // A hold that reaches over a change counts as well, where the report does not.
        LockReport later = emptyReport();
        later.holds = {hold(words("web-1"), "2026-10-20 00:00:00", "2026-11-29 03:00:00",
                            HistoryEnd::Released)};
        QVERIFY(
            reportMarkdown(later, style("Europe/Berlin")).contains("2026-10-20 02:00:00 +02:00"));
        QVERIFY(!ReportClock(QTimeZone("Europe/Berlin"), later).isEven());
        QVERIFY(ReportClock(QTimeZone("UTC"), later).isEven());
        QVERIFY(ReportClock(QTimeZone("Europe/Berlin"), emptyReport()).isEven());
    }

    void theAxisHasRoundTimesOfItsZone()
    {
        const auto marks = [](const char *from, const char *until, const char *zone) {
            ReportOrder order = emptyReport().order;
            order.from = at(from);
            order.until = at(until);
            QStringList texts;
            for (const ReportTick &tick : axisOf(order, QTimeZone(zone), 9))
                texts << (tick.clock + u' ' + tick.day).trimmed();
            return texts.join(words(", "));
        };
        QCOMPARE(marks("2026-11-29 02:00:00", "2026-11-29 03:00:00", "UTC"),
                 words("02:00 2026-11-29, 02:10, 02:20, 02:30, 02:40, 02:50, 03:00"));
        QCOMPARE(marks("2026-11-29 17:55:10", "2026-11-29 18:55:00", "Asia/Kolkata"),
                 words("23:30 2026-11-29, 23:40, 23:50, 00:00 2026-11-30, 00:10, 00:20"));
        QCOMPARE(marks("2026-11-29 02:00:01", "2026-11-29 02:00:04", "UTC"),
                 words("02:00:01 2026-11-29, 02:00:02, 02:00:03, 02:00:04"));
        // The hour comes twice.
        QCOMPARE(marks("2026-10-25 00:00:00", "2026-10-25 03:00:00", "Europe/Berlin"),
                 words("02:00 2026-10-25, 02:30, 02:00, 02:30, 03:00, 03:30, 04:00"));
        QVERIFY(marks("2020-01-01 00:00:00", "2026-01-01 00:00:00", "UTC").count(u',') < 9);
    }

    void manyAreBoundedAndWhatIsLeftOutIsTold()
    {
        LockReport report = emptyReport();
        report.seen = 2h;
        for (int i = 0; i < 1000; ++i) {
            HistoryHold one = hold(QStringLiteral("web-%1").arg(i % 40), "2026-11-29 02:00:00",
                                   "2026-11-29 02:00:00", HistoryEnd::Released);
            one.since += i * 7s;
            one.until = one.since + Millis(1000 + i);
            report.holds.push_back(one);
            HistoryEvent event;
            event.at = one.since;
            event.kind = words("blocked");
            event.lock = report.order.lock;
            report.events.push_back(event);
        }
        const QByteArray text = reportMarkdown(report, style());
        QCOMPARE(text.count("| released |"), 200);
        QVERIFY(
            text.contains("Listed are the 200 longest of 1,000; 800 shorter ones are left out."));
        QVERIFY(text.contains("Listed are the 200 newest of 1,000; 800 older ones are left out."));
        QVERIFY(text.contains("It was seen held 1,000 times by 40 holders"));
        QVERIFY(text.contains("\n28 others"));
        // The longest are listed in the order in which they were.
        QVERIFY(text.indexOf("| 1.8 s |") < text.indexOf("| 1.9 s |"));
        QVERIFY(!text.contains("| 1.7 s |"));
        const QByteArray html = reportHtml(report, style());
        QVERIFY(html.size() < 150'000);
        for (const QByteArray &each : {text, html})
            QVERIFY(each.contains(" looks longer here than it was."));
        // Those who held it longest have lanes: who they are is not decided by their names.
        QVERIFY(html.contains(">web-39</text>") && !html.contains(">web-1</text>"));
        report.olderHolds = true;
        report.listedFrom = at("2026-11-29 02:00:00");
        report.olderWaits = true;
        report.olderActions = true;
        const QByteArray cut = reportMarkdown(report, style());
        QVERIFY(cut.contains(
            "There were more: those that began before 2026-11-29 02:00:00 were not read."));
        QVERIFY(
            cut.contains("\n\nAs far as it was read, from 2026-11-29 02:00:00 on: It was seen held "
                         "at least 1,000 times by 40 holders, for "));
        QVERIFY(cut.contains("There were more: of the waits the newest were read."));
        QVERIFY(cut.contains("Older lines of the audit log were not read."));
    }

    void aHoldBehindAGapMayBeTheOneBefore()
    {
        LockReport report = smallReport();
        report.holds[1].id = report.holds[0].id;
        report.holds[1].owner = words("web-1");
        report.holds[1].ownerRaw = "web-1";
        const QByteArray text = reportMarkdown(report, style());
        QVERIFY(text.contains("It was seen held at least once, for 40 m of that time."));
        QVERIFY(text.contains("lost from sight (perhaps the hold before the gap)"));
    }

    void aFindingHasTheTimesThatWereTold()
    {
        LockReport report = smallReport();
        const auto event = [](const char *when, const char *kind) {
            HistoryEvent one;
            one.at = at(when);
            one.kind = words(kind);
            one.detail = words("no-expiry");
            one.owner = words("web-1");
            return one;
        };
        report.events = {event("2026-11-29 02:10:00", "finding_appeared"),
                         event("2026-11-29 02:20:00", "finding_cleared")};
        QVERIFY(
            reportMarkdown(report, style())
                .contains("| `no-expiry` | 2026-11-29 02:10:00 | 2026-11-29 02:20:00 | `web-1` |"));
        QCOMPARE(reportMarkdown(report, style()).count("during the hold from"), 0);
        report.events = {event("2026-11-29 02:20:00", "finding_cleared")};
        QVERIFY(reportMarkdown(report, style())
                    .contains("| `no-expiry` | before that | 2026-11-29 02:20:00 | `web-1` |"));
    }

    void howItIsNowIsToldOnlyWhereItWasLookedAt()
    {
        LockReport report = smallReport();
        QVERIFY(!reportMarkdown(report, style()).contains("## Now"));
        report.now = ReportNow{at("2026-11-29 09:00:00"), std::nullopt, std::nullopt};
        QVERIFY(reportMarkdown(report, style())
                    .contains("## Now\n\nLooked at for this report at 2026-11-29 09:00:00. It was "
                              "not there.\n"));
        LockRecord record;
        record.state = LockState::Held;
        record.holders = {Holder{"w", 1, words("web-9"), 1, nullptr}};
        report.now->lock = record;
        report.now->verdict =
            Verdict{Life::Alive,
                    false,
                    words("It lives."),
                    {{LifeEvidence::Source::Renewals, Life::Alive, words("Renewed 1 s ago."), {}}}};
        QVERIFY(reportMarkdown(report, style())
                    .contains("It is held. Its holder: `web-9`. It lives.\n\n- Renewals: Renewed 1 "
                              "s ago.\n"));
    }

    void hostileNamesAreLiteralInMarkdown_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (size_t i = 0; i < hostileNames().size(); ++i)
            QTest::addRow("%d", int(i)) << hostileNames()[i];
    }
    void hostileNamesAreLiteralInMarkdown()
    {
        QFETCH(QByteArray, name);
        const QString plain =
            withoutPicture(QString::fromUtf8(reportMarkdown(reportOf("n"), style())));
        const QString all = QString::fromUtf8(reportMarkdown(reportOf(name), style()));
        const QString whole = withoutPicture(all);
        // It stands where any name does: as many lines, as many cells, and nothing that begins
        // something else. A bar ends a cell within code, too.
        QCOMPARE(all.count(u'\n'), reportMarkdown(reportOf("n"), style()).count('\n'));
        QCOMPARE(barsOf(whole), barsOf(plain));
        const QString text = withoutCode(whole);
        for (const QChar active : words("`<>[]*_\\@"))
            QCOMPARE(text.count(active), withoutCode(plain).count(active));
        for (const QChar c : whole)
            QVERIFY(c == u'\n' || c.category() != QChar::Other_Control);
        for (const char *never : {"\u202e", "\u2066", "\u200b", "javascript:", "://", "www."})
            QVERIFY2(!text.contains(words(never)), never);
        // And it is all there.
        const ReportLine line = quoted(name);
        QVERIFY(decoded(whole).contains(line.front().text));
    }

    void hostileNamesAreLiteralInHtml_data() { hostileNamesAreLiteralInMarkdown_data(); }
    void hostileNamesAreLiteralInHtml()
    {
        QFETCH(QByteArray, name);
        const Page plain = read(reportHtml(reportOf(QByteArray(30, 'n')), style()));
        const QByteArray html = reportHtml(reportOf(name), style());
        const Page page = read(html);
        QCOMPARE(page.trouble, QString());
        QVERIFY2((page.shape - plain.shape).isEmpty(),
                 qPrintable(QStringList((page.shape - plain.shape).values()).join(u' ')));
        QVERIFY(page.text.contains(quoted(name).front().text));
        for (const QChar c : QString::fromUtf8(html))
            QVERIFY(
                c == u'\n'
                || (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format));
    }

    void aLongNameIsCutAndItsLengthTold()
    {
        const QByteArray text = reportMarkdown(emptyReport(QByteArray(1000, 'n')), style());
        QVERIFY(text.contains('`' + QByteArray(200, 'n') + "`… (1,000 bytes)"));
        QVERIFY(!text.contains(QByteArray(201, 'n')));
        QVERIFY(reportHtml(emptyReport(QByteArray(1000, 'n')), style())
                    .contains("<code>" + QByteArray(200, 'n') + "</code>… (1,000 bytes)"));
    }

    void spacesThatAPageWouldSwallowAreShown()
    {
        const QByteArray text = reportMarkdown(emptyReport(" a  b\u00a0"), style());
        QVERIFY(text.contains("- **Lock:** `\\x20a \\x20b\\u00a0`"));
        QVERIFY(reportMarkdown(emptyReport(""), style()).contains("- **Lock:** (empty)"));
    }
};

LOCKMASTER_TEST(TestReportWriters, QCoreApplication)

} // namespace tst_reportwriters

#include "tst_reportwriters.moc"

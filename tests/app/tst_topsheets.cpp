// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/texttable.h"
#include "app/lockctl/top/acquiresheet.h"
#include "app/lockctl/top/alertssheet.h"
#include "app/lockctl/top/leaderssheet.h"
#include "app/lockctl/top/listsheets.h"
#include "app/lockctl/top/lockssheet.h"
#include "app/lockctl/top/releasesheet.h"
#include "core/platform/threadsleftbehind.h"
#include "tests/support/alertfixtures.h"
#include "tests/support/fakerelease.h"
#include "tests/support/leaderfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_topsheets {

namespace {

using Code = TopKey::Code;

constexpr int patienceMs = 20'000;
constexpr TextArea whole{0, 0, 80, 20};

QStringList drawn(TopSheet &sheet, const TextArea &area = whole)
{
    TextScreen screen(area.width, area.height);
    sheet.draw(screen, area);
    return screen.lines();
}

/** The line that has the text; empty where none has. */
QString lineWith(const QStringList &lines, const QString &text)
{
    for (const QString &line : lines) {
        if (line.contains(text))
            return line;
    }
    return {};
}

/** Where the line is that begins so; -1: nowhere. */
int rowOf(const QStringList &lines, const QString &start)
{
    for (int row = 0; row < int(lines.size()); ++row) {
        if (lines[row].startsWith(start))
            return row;
    }
    return -1;
}

void type(TopSheet &sheet, const QString &text)
{
    for (const QChar letter : text)
        sheet.press({Code::Text, QString(letter)});
}

} // namespace

/** What `lockctl top` draws and does at keys, without a terminal and without servers. */
class TestTopSheets : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<LockTableModel> m_model;
    std::unique_ptr<LocksSheet> m_locks;
    std::vector<ViewQuery> m_asked;
    QStringList m_told;
    int m_opened = 0;
    LockPointer m_released;

    void publish()
    {
        m_locks->prepare();
        m_feed->publish();
        m_locks->follow();
    }
    /** The row that is in reverse. */
    QString selectedRow(const TextArea &area = whole)
    {
        TextScreen screen(area.width, area.height);
        m_locks->draw(screen, area);
        for (int row = 0; row < screen.height(); ++row) {
            for (const TextScreen::Run &run : screen.runs(row)) {
                if (run.style.isReverse)
                    return screen.lines().at(row);
            }
        }
        return {};
    }

private slots:
    void init()
    {
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_model = std::make_unique<LockTableModel>(*m_store, SystemNames(), m_clock);
        m_asked.clear();
        m_told.clear();
        m_opened = 0;
        m_released.reset();
        m_locks = std::make_unique<LocksSheet>(
            *m_store, *m_model, m_clock,
            LocksSheet::Wishes{[this](const ViewQuery &query) { m_asked.push_back(query); },
                               [this] { ++m_opened; },
                               [this](const LockPointer &lock) { m_released = lock; },
                               {},
                               {},
                               [this](const QString &word) { m_told << word; }});
    }

    void aTextIsCutToItsColumns()
    {
        TextScreen screen(10, 2);
        QCOMPARE(screen.put(0, 0, QStringLiteral("회원:1004:카드"), {}, 10), 10);
        screen.put(1, 8, QStringLiteral("abc"), {}, 10);
        QCOMPARE(screen.lines(),
                 QStringList({QStringLiteral("회원:1004…"), QStringLiteral("        a…")}));
        screen.put(5, 0, QStringLiteral("nowhere"), {}, 10);
        screen.put(0, 12, QStringLiteral("nowhere"), {}, 10);
        QCOMPARE(screen.lines().size(), 2);
    }

    void linesBreakAtWordsAndWithinLongOnes()
    {
        QCOMPARE(wrappedText(QStringLiteral("one two three\nfour"), 8),
                 QStringList(
                     {QStringLiteral("one two"), QStringLiteral("three"), QStringLiteral("four")}));
        QCOMPARE(wrappedText(QStringLiteral("카드카드"), 3),
                 QStringList({QStringLiteral("카"), QStringLiteral("드"), QStringLiteral("카"),
                              QStringLiteral("드")}));
        QCOMPARE(wrappedText(QStringLiteral("카"), 1), QStringList(QStringLiteral("카")));
    }

    void aLineIsTypedAndShownLiterally()
    {
        LineEdit edit(20);
        const char32_t clef = U'\U0001D11E';
        for (const QString &text : {QStringLiteral("a"), QString::fromUcs4(&clef, 1),
                                    QStringLiteral("\u202e"), QStringLiteral("b")})
            edit.take({Code::Text, text});
        edit.take({Code::Left});
        edit.take({Code::Backspace});
        edit.take({Code::Backspace});
        QCOMPARE(edit.text(), QStringLiteral("ab"));
        edit.setText(QStringLiteral("x\u202ey"));
        TextScreen screen(20, 1);
        edit.draw(screen, 0, 0, 20, true);
        QVERIFY(!screen.lines().front().contains(QChar(0x202e)));
        QCOMPARE(screen.cursor->second, textWidth(screen.lines().front()));
        for (int i = 0; i < 40; ++i)
            edit.take({Code::Text, QStringLiteral("z")});
        QCOMPARE(edit.text().size(), 20);
    }

    /** A row is of the lock that stood there, also where another does by now. */
    void aClickChoosesTheLockThatWasSeen()
    {
        m_feed->locks = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
        publish();
        const auto targets = [this](bool takesClicks) {
            TextScreen screen(whole.width, whole.height);
            screen.takesClicks = takesClicks;
            m_locks->draw(screen, whole);
            return screen.targets;
        };
        QVERIFY(targets(false).empty());
        const auto seen = targets(true);
        QCOMPARE(seen.size(), size_t(3));
        QCOMPARE(seen[1].area.row, seen[0].area.row + 1);
        m_feed->locks = {{.name = "0"}, {.name = "a"}, {.name = "b"}};
        publish();
        seen[1].click();
        QVERIFY(selectedRow().contains(QStringLiteral(" b ")));
        QCOMPARE(m_opened, 0);
        seen[2].click();
        QVERIFY(m_told.last().contains(QStringLiteral("not listed any more")));
        QVERIFY(selectedRow().contains(QStringLiteral(" b ")));
        targets(true)[2].click();
        QCOMPARE(m_opened, 1);
        QVERIFY(!m_released);
    }

    void whatIsKnownElsewhereStandsInTheDetails()
    {
        m_feed->locks = {{.name = "a", .owner = "web-3"}};
        std::vector<LockPointer> asked;
        std::optional<LifeEvidence> said;
        m_locks = std::make_unique<LocksSheet>(
            *m_store, *m_model, m_clock,
            LocksSheet::Wishes{[this](const ViewQuery &query) { m_asked.push_back(query); },
                               {},
                               {},
                               {},
                               {},
                               [this](const QString &word) { m_told << word; },
                               [&asked](const LockPointer &lock) { asked.push_back(lock); },
                               [&said](const LockRecord &) { return said; },
                               [](const LockId &id) {
                                   return std::optional(
                                       DetailSection{QStringLiteral("History"),
                                                     {{QStringLiteral("Held before"),
                                                       QString::fromUtf8(id.name + " by web-2"),
                                                       Tone::Plain,
                                                       false,
                                                       {}}}});
                               }});
        publish();
        const auto text = [this] {
            QString all;
            for (const StyledLine &line : detailLines(m_locks->details(), 100)) {
                for (const StyledText &part : line)
                    all += part.text;
                all += u'\n';
            }
            return all;
        };
        QVERIFY(text().contains(QStringLiteral("a by web-2")));
        QVERIFY(text().indexOf(QStringLiteral("web-2"))
                < text().indexOf(QStringLiteral("Witness")));
        m_locks->press({Code::Text, QStringLiteral("v")});
        QCOMPARE(asked.size(), size_t(1));
        QCOMPARE(asked.front()->id.name, QByteArray("a"));
        said.emplace();
        said->source = LifeEvidence::Source::Check;
        said->says = Life::Gone;
        said->text = QStringLiteral("It said gone.");
        QVERIFY2(text().contains(QStringLiteral("Gone")), qPrintable(text()));
    }

    void whatIsInTroubleSaysSo()
    {
        m_feed->locks = {{.name = "order:42", .state = LockState::Blocked, .waiters = 3},
                         {.name = "quiet"}};
        publish();
        const QStringList lines = drawn(*m_locks);
        QVERIFY(lineWith(lines, QStringLiteral("order:42")).startsWith(u"! "));
        QVERIFY(lineWith(lines, QStringLiteral("order:42")).contains(u"blocked"));
        QVERIFY(lineWith(lines, QStringLiteral("quiet")).startsWith(u"  "));
        QVERIFY(lines.front().contains(u"2 locks"));
    }

    /** The owner and the name give way, figures and states do not, down to 40 columns. */
    void noFigureIsCut()
    {
        m_feed->locks = {{.name = QByteArray(200, 'n'),
                          .owner = QByteArray(100, 'o'),
                          .ttl = 36'000'000ms + 59min,
                          .held = 86'400'000ms,
                          .waiters = 12345}};
        publish();
        for (const int width : {40, 60, 80, 119, 200}) {
            const QStringList lines = drawn(*m_locks, {0, 0, width, 20});
            const QString row = lineWith(lines, QStringLiteral("10 h 59 m"));
            QVERIFY2(row.contains(u"nn") && row.contains(u"held"), qPrintable(lines.join(u'\n')));
            for (const QString &line : lines)
                QVERIFY(textWidth(line) <= width);
        }
        QVERIFY(!lineWith(drawn(*m_locks), QStringLiteral("12345")).isEmpty());
    }

    void hostileNamesAreText()
    {
        m_feed->locks = {{.name = "a\x1b[2J\nb\xe2\x80\xae", .owner = "\x07\x1b]0;x\x07"}};
        publish();
        for (const QString &line : drawn(*m_locks)) {
            for (const QChar c : line)
                QVERIFY(c.isPrint());
        }
        // Narrowed to, it is that one still.
        m_locks->press({Code::Text, QStringLiteral("n")});
        QVERIFY(m_asked.back().filter.isExact());
        QVERIFY(m_asked.back().filter.matches(m_model->rowAt(0).lock, m_clock.now()));
        for (const StyledLine &line : detailLines(m_locks->details(), 40)) {
            for (const StyledText &part : line) {
                for (const QChar c : part.text)
                    QVERIFY(c.isPrint());
            }
        }
    }

    /** Until somebody chooses one it is the first; then it is that lock, wherever it goes. */
    void theChosenLockStaysChosen()
    {
        m_feed->locks = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
        publish();
        m_feed->locks.insert(m_feed->locks.begin(), {.name = "first"});
        publish();
        QVERIFY(selectedRow().contains(u"first"));
        m_locks->press({Code::Down});
        m_locks->press({Code::Down});
        QVERIFY(selectedRow().contains(u" b "));
        QCOMPARE(m_asked.back().focus->name, QByteArray("b"));
        std::swap(m_feed->locks.front(), m_feed->locks.back());
        m_feed->locks.insert(m_feed->locks.begin(), {.name = "z"});
        publish();
        QVERIFY(selectedRow().contains(u" b "));
        // Gone: none is chosen, whatever stands there now.
        m_feed->locks = {{.name = "a"}, {.name = "c"}};
        publish();
        QCOMPARE(selectedRow(), QString());
        QVERIFY(m_told.last().contains(u"b is not listed any more"));
        for (const Code code : {Code::Delete, Code::Enter})
            QVERIFY(!m_locks->press({code}));
        QVERIFY(!m_released && m_opened == 0);
        m_locks->press({Code::Up});
        QVERIFY(selectedRow().contains(u" a "));
        m_feed->locks.clear();
        publish();
        QVERIFY(!m_locks->press({Code::Delete}));
        QVERIFY(!m_released);
    }

    /** What stands there is of another filter than the one that was typed. */
    void nothingIsDoneToARowThatIsAboutToGo()
    {
        m_feed->locks = {{.name = "a0"}, {.name = "zz"}};
        publish();
        m_locks->press({Code::Text, QStringLiteral("/")});
        type(*m_locks, QStringLiteral("zz"));
        m_locks->press({Code::Enter});
        for (const TopKey &key : {TopKey{Code::Text, QStringLiteral("x")}, TopKey{Code::Delete},
                                  TopKey{Code::Enter}, TopKey{Code::Text, QStringLiteral("n")}})
            m_locks->press(key);
        QVERIFY(!m_released && m_opened == 0);
        QCOMPARE(m_asked.back().filter.text(), QStringLiteral("zz"));
        m_feed->query = m_asked.back();
        m_feed->locks = {{.name = "zz"}};
        publish();
        m_locks->press({Code::Text, QStringLiteral("x")});
        QCOMPARE(m_released->id.name, QByteArray("zz"));
    }

    void tenThousandAreScrolled()
    {
        for (int i = 0; i < 10'000; ++i)
            m_feed->locks.push_back({.name = "lock-" + QByteArray::number(i)});
        publish();
        m_locks->press({Code::End});
        QVERIFY(selectedRow().contains(u"lock-9999"));
        m_locks->press({Code::PageUp});
        QVERIFY(lineWith(drawn(*m_locks), QStringLiteral("lock-9999")).isEmpty()
                || !selectedRow().contains(u"lock-9999"));
        m_locks->press({Code::Home});
        QVERIFY(selectedRow().contains(u"lock-0 "));
    }

    void aFilterIsTyped()
    {
        m_feed->locks = {{.name = "order:42"}};
        publish();
        m_locks->press({Code::Text, QStringLiteral("/")});
        QVERIFY(m_locks->isTyping());
        // A key that means something elsewhere is text here.
        type(*m_locks, QStringLiteral("xq stat"));
        QVERIFY(drawn(*m_locks).at(1).startsWith(u"Tab: state:"));
        m_locks->press({Code::Tab});
        QVERIFY(drawn(*m_locks).front().contains(u"xq state:"));
        const Filter before = m_asked.back().filter;
        type(*m_locks, QStringLiteral("nonsense"));
        QVERIFY2(m_asked.back().filter.text() == before.text(),
                 qPrintable(m_asked.back().filter.text()));
        m_locks->press({Code::Escape});
        QVERIFY(!m_locks->isTyping());
        QVERIFY(m_asked.back().filter.isEmpty());
        type(*m_locks, QStringLiteral("n"));
        QVERIFY(m_asked.back().filter.isExact());
        QVERIFY(m_asked.back().filter.matches(m_model->rowAt(0).lock, m_clock.now()));
        QVERIFY(!m_released);
    }

    /** Beside a long one there is no room, and below it stands what another filter has found. */
    void aFilterThatIsNotUnderstoodSaysSo()
    {
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_feed->locks = {{.name = "order:42"}};
        publish();
        m_locks->press({Code::Text, QStringLiteral("/")});
        type(*m_locks, QStringLiteral("ttl<5s"));
        const Filter understood = m_asked.back().filter;
        m_feed->query = m_asked.back();
        m_feed->locks.clear();
        m_feed->filteredOut = 1;
        publish();
        QVERIFY2(drawn(*m_locks).join(u' ').contains(u"matches none"),
                 qPrintable(drawn(*m_locks).join(u'\n')));
        m_locks->press({Code::ClearLine});
        type(*m_locks, QStringLiteral("owner:web-3 state:held environment:production "
                                      "system:redis_string ttl<5x"));
        const QString why = Filter::parse(QStringLiteral("ttl<5x")).error().message;
        const QStringList lines = drawn(*m_locks);
        QVERIFY2(lines.mid(1, 3).join(u' ').contains(why), qPrintable(lines.join(u'\n')));
        QVERIFY(!lines.join(u' ').contains(u"matches none"));
        QVERIFY(lines.join(u' ').contains(u"Still shown: what matches"));
        // There is no first hit to go to, and so nothing to do anything to.
        m_locks->press({Code::Enter});
        m_locks->press({Code::Text, QStringLiteral("x")});
        QVERIFY(m_locks->isTyping());
        QVERIFY(!m_released);
        m_locks->press({Code::Escape});
        QVERIFY(!m_locks->isTyping());
        QVERIFY(m_asked.back().filter.isEmpty());
        QVERIFY(!drawn(*m_locks).join(u' ').contains(why));
        QVERIFY(!understood.isEmpty());
    }

    /** A space in quotes is part of the word that is completed. */
    void valuesInQuotesAreCompletedAsAWhole()
    {
        m_feed->backends = {makeStatus(QStringLiteral("prod db"), BackendKind::MySql, m_clock),
                            makeStatus(QStringLiteral("prod cache"), BackendKind::Redis, m_clock)};
        publish();
        const auto typed = [this] { return drawn(*m_locks).front().trimmed(); };
        m_locks->press({Code::Text, QStringLiteral("/")});
        type(*m_locks, QStringLiteral("state:held backend:\"prod d"));
        m_locks->press({Code::Tab});
        QVERIFY2(typed().startsWith(u"/ state:held backend:\"prod db\""), qPrintable(typed()));
        // Of several each has its turn, and the first again.
        m_locks->press({Code::ClearLine});
        type(*m_locks, QStringLiteral("backend:\"prod"));
        m_locks->press({Code::Tab});
        const QString first = typed();
        m_locks->press({Code::Tab});
        QVERIFY(typed() != first);
        QVERIFY2(typed().startsWith(u"/ backend:\"prod"), qPrintable(typed()));
        m_locks->press({Code::Tab});
        QCOMPARE(typed(), first);
        m_locks->press({Code::BackTab});
        QVERIFY(typed() != first);
    }

    void whyNothingIsShownIsSaid()
    {
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        noteFailure(m_feed->backends.front(),
                    {ErrorKind::Network, 0, QStringLiteral("billing-db does not answer."), {}});
        publish();
        const QString all = drawn(*m_locks).join(u'\n');
        QVERIFY2(all.contains(u"billing-db"), qPrintable(all));
        QVERIFY(!all.contains(u"Nothing is held"));
    }

    void whoLeadsIsABar()
    {
        LeaderStory story({.name = "scheduler", .system = QStringLiteral("leader")}, m_clock);
        story.reigns("pod-1", 20s).vacant(10s).reigns("pod-2", 30s);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_feed->leaders = {story.watch()};
        m_feed->locks = {
            {.name = "scheduler", .system = QStringLiteral("leader"), .owner = "pod-2"}};
        LeadersModel model(*m_store, m_clock);
        LeadersSheet sheet(model, m_clock);
        QVERIFY(drawn(sheet).join(u'\n').contains(u"No lock that elects"));
        publish();
        TextScreen screen(80, 20);
        sheet.draw(screen, whole);
        const QStringList lines = screen.lines();
        QVERIFY2(lineWith(lines, QStringLiteral("pod-1")).contains(u"!!!"),
                 qPrintable(lines.join(u'\n')));
        int bars = 0;
        for (int row = 0; row < screen.height(); ++row) {
            for (const TextScreen::Run &run : screen.runs(row))
                bars += run.style.isReverse && run.style.tone == Tone::Held ? 1 : 0;
        }
        QCOMPARE(bars, 2);
    }

    /** Of more than there is room for: one that led first, and does again. */
    void whoLeadsNowHasALaneWhateverThereIsRoomFor()
    {
        LeaderStory story({.name = "scheduler", .system = QStringLiteral("leader")}, m_clock);
        story.reigns("again", 3s);
        for (int i = 0; i < 20; ++i)
            story.reigns("pod-" + QByteArray::number(i), 3s);
        story.reigns("again", 6s);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_feed->leaders = {story.watch()};
        m_feed->locks = {
            {.name = "scheduler", .system = QStringLiteral("leader"), .owner = "again"}};
        LeadersModel model(*m_store, m_clock);
        LeadersSheet sheet(model, m_clock);
        publish();
        TextScreen screen(80, 16);
        sheet.draw(screen, {0, 0, 80, 16});
        const QStringList lines = screen.lines();
        const int lane = rowOf(lines, QStringLiteral("again "));
        QVERIFY2(lane >= 0, qPrintable(lines.join(u'\n')));
        const TextScreen::Run &last = screen.runs(lane).back();
        QVERIFY(last.style.isReverse);
        QCOMPARE(last.column + textWidth(last.text), 80);
        QVERIFY(!lineWith(lines, QStringLiteral("pod-19")).isEmpty());
        QVERIFY(lineWith(lines, QStringLiteral("pod-0 ")).isEmpty());
        QVERIFY(!lines.filter(QRegularExpression(QStringLiteral("^\\+[0-9]+ "))).isEmpty());
    }

    /** What was seen of who leads ends with the last look. */
    void whoLeadsOnAServerThatIsSilentIsNotClaimed()
    {
        LeaderStory story({.name = "scheduler", .system = QStringLiteral("leader")}, m_clock);
        story.reigns("pod-1", 30s);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_feed->leaders = {story.watch()};
        m_feed->locks = {
            {.name = "scheduler", .system = QStringLiteral("leader"), .owner = "pod-1"}};
        m_clock.advance(20s);
        noteFailure(m_feed->backends.front(),
                    {ErrorKind::Network, 0, QStringLiteral("billing-db does not answer."), {}});
        LeadersModel model(*m_store, m_clock);
        LeadersSheet sheet(model, m_clock);
        publish();
        TextScreen screen(80, 20);
        sheet.draw(screen, whole);
        const QStringList lines = screen.lines();
        const int lane = rowOf(lines, QStringLiteral("pod-1 "));
        QVERIFY2(lane >= 0, qPrintable(lines.join(u'\n')));
        QVERIFY2(lines[lane].endsWith(u"??????????"), qPrintable(lines[lane]));
        QVERIFY(!screen.runs(lane).front().style.isBold);
    }

    /** Nobody led as long as it was watched: the worst has a picture, too. */
    void aServiceThatNobodyLeadsHasALane()
    {
        LeaderStory story({.name = "report", .system = QStringLiteral("leader")}, m_clock);
        story.vacant(30s);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_feed->leaders = {story.watch()};
        m_feed->locks = {{.name = "report", .system = QStringLiteral("leader"), .owner = {}}};
        LeadersModel model(*m_store, m_clock);
        LeadersSheet sheet(model, m_clock);
        publish();
        QVERIFY(
            !drawn(sheet).filter(QRegularExpression(QStringLiteral("^nobody +!!!!!"))).isEmpty());
    }

    void aReleaseWantsReasonNameAndItsButton()
    {
        const QTemporaryDir logs;
        ReleaseScript script;
        const FakeReleaseSystem system(script);
        WriteGate gate(m_clock);
        const AuditLog audit(logs.path(), m_clock);
        WriteLifts lifts(gate, audit, QStringLiteral("lockctl"));
        BackendSpec backend;
        backend.name = QStringLiteral("billing");
        backend.environment = Environment::Production;
        backend.readOnly = true;
        m_feed->locks = {
            {.name = "jobs", .backend = backend.name, .system = QStringLiteral("fake")}};
        const auto serverNow = [this] { return ServerTime(m_clock.wallNow().time_since_epoch()); };
        BackendStatus status = makeStatus(backend.name, BackendKind::MySql, m_clock);
        status.server.identity = "server-a";
        status.clock = ClockReading{serverNow(), m_clock.now(), Micros(0)};
        m_feed->backends = {status};
        publish();
        ReleasePreview preview;
        preview.lock = m_model->lockAt(0);
        preview.server = {QByteArrayLiteral("server-a"), serverNow()};
        script.preview = preview;
        int closed = 0;
        std::vector<ReleaseHere> done;
        {
            ReleaseSheet sheet({m_model->rowAt(0).lock.record(), backend.environment,
                                QStringLiteral("Lock table"),
                                [&system](const LockRecord &lock) { return system.actions(lock); }},
                               backend, *m_store,
                               {fakeTools(system, gate, audit, m_clock), &lifts, [] {}, [] {},
                                [&closed] { ++closed; },
                                [&done](const ReleaseHere &here) { done.push_back(here); }});
            const auto shows = [&sheet](const QString &text) {
                return drawn(sheet).join(u'\n').contains(text);
            };
            QVERIFY(shows(QStringLiteral("billing is read-only: this allows writes")));
            QVERIFY(shows(QStringLiteral("[ Release (allows writes) ]")));
            QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("Give a reason")), patienceMs);
            type(sheet, QStringLiteral("OPS-311"));
            sheet.press({Code::Enter});
            type(sheet, QStringLiteral("job"));
            sheet.press({Code::Enter});
            // The name is not the name: neither is anything allowed. At the end there is one line
            // of the log for it.
            QVERIFY(shows(QStringLiteral("Type the lock's name")));
            sheet.press({Code::Tab});
            sheet.press({Code::Enter});
            sheet.press({Code::BackTab});
            sheet.press({Code::BackTab});
            type(sheet, QStringLiteral("s"));
            // Nothing is missing: on to the button, and not by way of the other one.
            sheet.press({Code::Enter});
            // A line end that is pasted presses nothing.
            QVERIFY(!sheet.takesMany({Code::Enter, {}, true}));
            QCOMPARE(closed, 0);
            // What cannot be seen cannot be agreed to.
            for (const TextArea &small : {TextArea{0, 0, 80, 12}, TextArea{0, 0, 30, 8}}) {
                QVERIFY(drawn(sheet, small).join(u' ').contains(u"too little room"));
                sheet.press({Code::Enter});
                QVERIFY(shows(QStringLiteral("[ Release (allows writes) ]")));
            }
            QCOMPARE(closed, 0);
            sheet.press({Code::Enter});
            QVERIFY(shows(QStringLiteral("Writes are being allowed")));
            QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("Released")), patienceMs);
            QCOMPARE(script.steps().filter(QStringLiteral("commit")).size(), 1);
            QCOMPARE(done.size(), size_t(1));
            sheet.press({Code::Enter});
            QCOMPARE(closed, 1);
        }
        QTRY_COMPARE_WITH_TIMEOUT(ThreadsLeftBehind::count(LeftBehind::Releasing), 0, patienceMs);
        const QDir directory(logs.path());
        QFile log(directory.filePath(directory.entryList({QStringLiteral("*.jsonl")}).value(0)));
        QVERIFY(log.open(QIODevice::ReadOnly));
        int allowed = 0;
        for (const QByteArray &line : log.readAll().split('\n'))
            allowed += line.contains("\"intent\"") && line.contains("\"allow-writes\"") ? 1 : 0;
        QCOMPARE(allowed, 1);
    }

    void aLockIsAskedForAsInTheWindow()
    {
        const QTemporaryDir logs;
        WriteGate gate(m_clock);
        const AuditLog audit(logs.path(), m_clock);
        WriteLifts lifts(gate, audit, QStringLiteral("lockctl"));
        BackendSpec backend;
        backend.name = QStringLiteral("cache");
        backend.kind = BackendKind::Redis;
        backend.environment = Environment::Production;
        AcquirePlace place{backend, {}, {}, {}};
        place.system.label = QStringLiteral("SET NX");
        place.system.id = QStringLiteral("redis_string");
        place.form.defaultTtl = 30s;
        std::vector<HoldOrder> taken;
        int closed = 0;
        AcquireSheet sheet({place}, std::nullopt, *m_store,
                           {&lifts, &m_clock, QStringList(),
                            [&taken](const HoldOrder &order) { taken.push_back(order); }, [] {},
                            [&closed] { ++closed; }});
        const auto shows = [&sheet](const QString &text) {
            return drawn(sheet).join(u'\n').contains(text);
        };
        QVERIFY(shows(QStringLiteral("30s")));
        // The name, which stands in for another at first.
        sheet.press({Code::ClearLine});
        type(sheet, QStringLiteral("nightly"));
        QVERIFY(shows(QStringLiteral("Name again")));
        for (int i = 0; i < 5; ++i)
            sheet.press({Code::Enter});
        type(sheet, QStringLiteral("OPS-311"));
        sheet.press({Code::Enter});
        type(sheet, QStringLiteral("nightl"));
        sheet.press({Code::Enter});
        sheet.press({Code::Tab});
        sheet.press({Code::Enter});
        QVERIFY(taken.empty());
        sheet.press({Code::BackTab});
        sheet.press({Code::BackTab});
        type(sheet, QStringLiteral("y"));
        sheet.press({Code::Enter});
        sheet.press({Code::Tab});
        QVERIFY(!sheet.takesMany({Code::Enter, {}, true}));
        sheet.press({Code::Enter});
        QCOMPARE(taken.size(), size_t(1));
        QCOMPARE(taken.front().request.name, QByteArray("nightly"));
        QCOMPARE(taken.front().reason, QStringLiteral("OPS-311"));
        QVERIFY(taken.front().request.ttl == std::optional(Millis(30s)));
        QCOMPARE(closed, 1);
    }

    void alertsAreListedAndLeadToTheirLocks()
    {
        AlertModel model({}, m_clock);
        AlertSubject shown;
        QString told;
        AlertsSheet off(model, nullptr, {{}, {}});
        QVERIFY(drawn(off).join(u'\n').contains(u"No rule is on"));
        AlertWatch watch(
            {}, {}, [](const auto &, const auto &) {}, m_clock);
        AlertsSheet sheet(model, &watch,
                          {[&shown](const AlertSubject &subject) { shown = subject; },
                           [&told](const QString &word) { told = word; }});
        QVERIFY(drawn(sheet).join(u'\n').contains(u"No alert"));
        QVERIFY(!sheet.press({Code::Enter}));
        Alert alert;
        alert.id = QStringLiteral("1");
        alert.rule = QStringLiteral("held-long");
        alert.subject = {QStringLiteral("billing-db"), QStringLiteral("dist_lock"),
                         QStringLiteral("billing.dist_lock"), "order:42"};
        alert.reason = QStringLiteral("It is held for 1 h 2 m by web-3 ") + QString(80, u'x');
        alert.began = m_clock.wallNow();
        alert.told = true;
        auto board = std::make_shared<AlertBoard>();
        board->alerts = {alert};
        model.setBoard(board);
        const QStringList lines = drawn(sheet);
        QVERIFY(!lineWith(lines, QStringLiteral("order:42")).isEmpty());
        QVERIFY(lines.mid(10).join(u' ').contains(u"It is held for 1 h 2 m by web-3"));
        sheet.press({Code::Enter});
        QCOMPARE(shown.name, QByteArray("order:42"));
        m_locks->showOnly(shown.name, shown.backend);
        QVERIFY(m_asked.back().filter.isExact());
    }

    void alertsAreFoldedAndKnownByKind()
    {
        AlertModel model({}, m_clock);
        AlertWatch watch(
            {}, {}, [](const auto &, const auto &) {}, m_clock);
        AlertsSheet sheet(model, &watch, {[](const AlertSubject &) {}, [](const QString &) {}});
        std::vector<Alert> alerts;
        for (int i = 0; i < 20; ++i) {
            alerts.push_back(makeAlert("session:" + QByteArray::number(i), m_clock));
            alerts.back().rule = QStringLiteral("no-expiry");
        }
        alerts.push_back(makeAlert("billing", m_clock));
        alerts.back().severity = AlertSeverity::Serious;
        alerts.back().rule = QStringLiteral("backend-lost");
        alerts.back().reason = QString(60, u'x');
        model.setBoard(boardOf(alerts));
        const auto table = [&] { return drawn(sheet); };
        QVERIFY(table()[1].contains(u"billing"));
        QVERIFY2(table()[2].startsWith(u"▸ ▲ no-expiry  20 new"), qPrintable(table()[2]));
        QVERIFY(sheet.press({Code::Down}));
        sheet.press({Code::Right});
        QVERIFY(!lineWith(table(), QStringLiteral("session:0")).isEmpty());
        sheet.press({Code::Down});
        sheet.press({Code::Left});
        QCOMPARE(model.rowCount(), 22);
        sheet.press({Code::Enter});
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(table().mid(4).join(u' ').contains(u"session:1")); // named below
        QVERIFY(sheet.press({Code::Text, QStringLiteral("a")}));
        QVERIFY(sheet.press({Code::Text, QStringLiteral("A")}));
        QVERIFY(!sheet.press({Code::Text, QStringLiteral("z")}));
    }

    /** One more has come between the screen and the key: nobody has seen it. */
    void onlyAlertsThatWereShownAreAcknowledgedTogether()
    {
        AlertModel model({}, m_clock);
        AlertWatch watch(
            {}, {}, [](const auto &, const auto &) {}, m_clock);
        AlertsSheet sheet(model, &watch, {[](const AlertSubject &) {}, [](const QString &) {}});
        const auto alert = [this](const char *name) {
            Alert each = makeAlert(name, m_clock);
            each.rule = QStringLiteral("no-expiry");
            return each;
        };
        model.setBoard(boardOf({alert("a"), alert("b")}));
        drawn(sheet);
        model.setBoard(boardOf({alert("a"), alert("b"), alert("c")}));
        QCOMPARE(sheet.seenOfKind(0).size(), size_t(2));
        drawn(sheet);
        QCOMPARE(sheet.seenOfKind(0).size(), size_t(3));
    }

    void aClickChoosesTheAlertThatWasSeen()
    {
        AlertModel model({}, m_clock);
        AlertWatch watch(
            {}, {}, [](const auto &, const auto &) {}, m_clock);
        AlertSubject shown;
        AlertsSheet sheet(model, &watch,
                          {[&shown](const AlertSubject &subject) { shown = subject; }, {}});
        Alert b = makeAlert("b", m_clock);
        b.rule = QStringLiteral("b");
        Alert c = makeAlert("c", m_clock);
        c.rule = QStringLiteral("c");
        model.setBoard(boardOf({b, c}));
        TextScreen screen(whole.width, whole.height);
        screen.takesClicks = true;
        sheet.draw(screen, whole);
        QCOMPARE(screen.targets.size(), size_t(2));
        const QByteArray second = model.rowAt(1).alert->subject.name;
        screen.targets[1].click();
        drawn(sheet); // as it is drawn between a click and a key
        sheet.press({Code::Enter});
        QCOMPARE(shown.name, second);
    }

    /** Others come and go above it, and what is pressed is about what was seen. */
    void theChosenAlertStaysChosen()
    {
        AlertModel model({}, m_clock);
        AlertWatch watch(
            {}, {}, [](const auto &, const auto &) {}, m_clock);
        AlertSubject shown;
        QString told;
        AlertsSheet sheet(model, &watch,
                          {[&shown](const AlertSubject &subject) { shown = subject; },
                           [&told](const QString &text) { told = text; }});
        const auto alert = [this](const char *name) {
            Alert each = makeAlert(name, m_clock);
            each.rule = QString::fromLatin1(name); // a kind of its own
            return each;
        };
        const Alert b = alert("b");
        const Alert c = alert("c");
        model.setBoard(boardOf({b, c}));
        drawn(sheet);
        sheet.press({Code::Down});
        const AlertSubject chosen = model.rowAt(1).alert->subject;
        m_clock.advance(std::chrono::seconds(1));
        Alert worse = alert("a");
        worse.severity = AlertSeverity::Serious;
        model.setBoard(boardOf({worse, b, c}));
        // Before anything is drawn anew.
        sheet.press({Code::Enter});
        QCOMPARE(shown, chosen);
        drawn(sheet);
        shown = {};
        model.setBoard(boardOf({worse, chosen == b.subject ? c : b}));
        drawn(sheet);
        sheet.press({Code::Enter});
        QCOMPARE(shown, AlertSubject());
        QVERIFY2(told.contains(u"is over"), qPrintable(told));
        sheet.press({Code::Enter}); // what stands there now has been seen
        QVERIFY(shown != AlertSubject());
    }

    void eventsStandStillForWhoLooksBack()
    {
        EventModel model(*m_store);
        EventsSheet sheet(model);
        for (int i = 0; i < 40; ++i) {
            Event event;
            event.kind = EventKind::Appeared;
            event.backend = QStringLiteral("billing-db");
            event.after = makeLock({.name = "lock-" + QByteArray::number(i)}, m_clock);
            event.seenAt = m_clock.now();
            m_feed->events.push_back(event);
        }
        publish();
        QVERIFY(!lineWith(drawn(sheet), QStringLiteral("lock-39")).isEmpty());
        sheet.press({Code::PageUp});
        const QString top = drawn(sheet).front();
        publish();
        QCOMPARE(drawn(sheet).front(), top);
        QVERIFY(drawn(sheet).back().contains(u"End follows"));
        sheet.press({Code::End});
        QVERIFY(!lineWith(drawn(sheet), QStringLiteral("lock-39")).isEmpty());
    }
};

LOCKMASTER_TEST(TestTopSheets, QCoreApplication)

} // namespace tst_topsheets

#include "tst_topsheets.moc"

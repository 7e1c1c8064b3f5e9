// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/texttable.h"
#include "app/lockctl/top/top.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <atomic>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_top {

namespace {

using Code = TopKey::Code;

constexpr int patienceMs = 60'000;
constexpr int pageCount = 6;

/** A lock that is ours for as long as the test says. */
class Client final : public LockClient
{
public:
    Client(QByteArray name, std::shared_ptr<std::atomic<bool>> ours)
        : m_name(std::move(name)), m_ours(std::move(ours))
    {
    }
    Result<AcquireResult> acquire(const WritePermit &, SteadyTime, std::stop_token) override
    {
        return AcquireResult{true, {}, {}};
    }
    OwnLock own() const override
    {
        return {{std::make_shared<SourceId>(), m_name}, "me", Millis(1h), {}};
    }
    Result<bool> renew(SteadyTime) override { return m_ours->load(); }
    Result<bool> release(SteadyTime) override { return m_ours->load(); }

private:
    QByteArray m_name;
    std::shared_ptr<std::atomic<bool>> m_ours;
};

TopKey letter(char16_t which, bool isAmongMany = false)
{
    return {Code::Text, QString(QChar(which)), isAmongMany};
}

/** What must not leave its line, whatever it is made of. */
const char *const hostileNames[] = {
    "order:42",
    "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d:\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85",
    "\xe2\x9d\xa4\xef\xb8\x8f:heart",
    "\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd:\xf0\x9f\x91\xa9\xe2\x80"
    "\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7",
    "\xed\x9a\x8c\xec\x9b\x90:\xec\xb9\xb4\xeb"
    "\x93\x9c",
    "a\x1b[2J\x07\xe2\x80\xae",
    "e\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81",
    "a-name-that-is-longer-than-most-terminals-are-wide-and-goes-on-and-on-and-on-to-the-very-end"};

} // namespace

/** `lockctl top` as a whole, without a terminal: what stands on its screen after which keys. */
class TestTop : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    WriteGate m_gate;
    std::unique_ptr<AuditLog> m_audit;
    std::unique_ptr<WriteLifts> m_lifts;
    std::shared_ptr<std::atomic<bool>> m_ours;
    std::unique_ptr<HoldController> m_holds;
    std::shared_ptr<FakeBackends> m_fakes;
    std::unique_ptr<Monitor> m_monitor;
    std::unique_ptr<Top> m_top;

    static BackendSpec cache()
    {
        BackendSpec spec;
        spec.name = QStringLiteral("cache");
        spec.kind = BackendKind::Redis;
        return spec;
    }
    int take(const QByteArray &name)
    {
        HoldOrder order;
        order.backend = cache();
        order.system = QStringLiteral("fake");
        order.request.name = name;
        return m_holds->acquire(order);
    }
    bool isIn(int id, HeldLock::State state) const
    {
        const auto &locks = m_holds->locks();
        return std::any_of(locks.begin(), locks.end(), [id, state](const HeldLock &lock) {
            return lock.id == id && lock.state == state;
        });
    }
    QStringList lines(int width = 80, int height = 24)
    {
        return m_top->screen(width, height).lines();
    }
    bool shows(const QString &text, int width = 80, int height = 24)
    {
        return lines(width, height).join(u'\n').contains(text);
    }
    void press(const TopKey &key)
    {
        lines(); // what is pressed is pressed on what is seen
        m_top->press(key);
    }
    void press(char16_t which) { press(letter(which)); }
    Tone toneOf(const QString &text)
    {
        const TextScreen screen = m_top->screen(100, 24);
        for (const TextScreen::Run &run : screen.runs(0)) {
            if (run.text.contains(text))
                return run.style.tone;
        }
        return Tone::Muted;
    }

private slots:
    void init()
    {
        m_audit = std::make_unique<AuditLog>(m_directory.filePath(QStringLiteral("audit")));
        m_lifts = std::make_unique<WriteLifts>(m_gate, *m_audit, QStringLiteral("lockctl"));
        m_ours = std::make_shared<std::atomic<bool>>(true);
        ActionTools tools;
        tools.gate = &m_gate;
        tools.audit = m_audit.get();
        tools.program = QStringLiteral("lockctl");
        tools.passwords = [](const BackendSpec &) -> PasswordSource {
            return [](SteadyTime) -> Result<Secret> { return Secret(); };
        };
        HoldSeams seams;
        seams.client = [ours =
                            m_ours](const HoldOrder &order,
                                    const ActionContext &) -> Result<std::unique_ptr<LockClient>> {
            return std::make_unique<Client>(order.request.name, ours);
        };
        m_holds = std::make_unique<HoldController>(tools, nullptr, seams);
        m_fakes = FakeBackends::create();
        const auto source = fakeSource(QStringLiteral("cache"));
        std::vector<LockRecord> records;
        for (const char *name : hostileNames)
            records.push_back(fakeLock(source, name, name, 40s, systemClock().now()));
        std::sort(records.begin(), records.end(),
                  [](const LockRecord &a, const LockRecord &b) { return a.id.name < b.id.name; });
        m_fakes->setReading(QStringLiteral("cache"),
                            fakeReading({fakeElection(source, std::move(records))}));
        m_monitor = std::make_unique<Monitor>(m_fakes->factory());
        m_top = std::make_unique<Top>(Top::Tools{m_monitor.get(),
                                                 {cache()},
                                                 {},
                                                 tools,
                                                 m_lifts.get(),
                                                 nullptr,
                                                 m_holds.get(),
                                                 {},
                                                 QStringList()},
                                      Filter());
        m_monitor->setBackends({cache()});
        QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("order:42")), patienceMs);
    }
    void cleanup()
    {
        m_top.reset();
        m_monitor.reset();
        m_holds.reset();
        m_lifts.reset();
    }

    /** No other key takes it away, and no other word: it is somebody's work that goes on. */
    void aLostLockIsSaidUntilSomebodySawIt()
    {
        const QString lost = QStringLiteral("LOST: you no longer hold");
        const int id = take("job");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(id, HeldLock::State::Held), patienceMs);
        QVERIFY(toneOf(QStringLiteral("Held")) != Tone::Danger);
        *m_ours = false;
        m_holds->renew(id);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(id, HeldLock::State::Lost), patienceMs);
        for (const char16_t key : std::u16string_view(u"2m3?"))
            press(key);
        QVERIFY(lines()[1].startsWith(lost + QStringLiteral(" job.")));
        QVERIFY(toneOf(QStringLiteral("Held")) == Tone::Danger);
        m_top->press({Code::Escape});
        // Also where somebody writes, and in what is hardly a terminal.
        press(u'1');
        press(u'/');
        press(u'x');
        QVERIFY(shows(lost));
        QVERIFY(shows(lost, 29, 7));
        m_top->press({Code::Escape});
        // Gone to and left again without having been seen, it is not known.
        m_top->press(letter(u'6'));
        m_top->press(letter(u'1'));
        QVERIFY(shows(lost));
        press(u'6');
        QVERIFY(shows(lost));
        press(u'1');
        QVERIFY(!shows(lost));
        QVERIFY(toneOf(QStringLiteral("Held")) != Tone::Danger);
    }

    void severalLostLocksAreCounted()
    {
        const int one = take("job");
        const int other = take("report");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(one, HeldLock::State::Held), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(other, HeldLock::State::Held), patienceMs);
        *m_ours = false;
        m_holds->renew(one);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(one, HeldLock::State::Lost), patienceMs);
        m_holds->renew(other);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(other, HeldLock::State::Lost), patienceMs);
        QVERIFY2(lines()[1].contains(u"the last report"), qPrintable(lines()[1]));
        // What is taken off the list needs no other look.
        m_holds->dismiss(other);
        QVERIFY(lines()[1].contains(u"hold job"));
        m_holds->dismiss(one);
        QVERIFY(!shows(QStringLiteral("LOST")));
    }

    /** Whatever has the keys: what is pasted was meant for something else. */
    void whatIsPastedDoesNothing()
    {
        const int id = take("job");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(id, HeldLock::State::Held), patienceMs);
        const QSignalSpy quits(m_top.get(), &Top::quit);
        const QString locks = lines()[3];
        for (int page = 1; page <= pageCount; ++page) {
            press(char16_t(u'0' + page));
            for (const char16_t key : std::u16string_view(u"qqxaAzevWnobsSR mr?")) {
                press(letter(key, true));
                QVERIFY(shows(QStringLiteral("Several keys came at once")));
            }
            for (const Code code : {Code::Enter, Code::Delete, Code::F5, Code::F1})
                press({code, {}, true});
            QVERIFY2(shows(QStringLiteral("Several keys came at once")),
                     qPrintable(lines().join(u'\n')));
        }
        QVERIFY(isIn(id, HeldLock::State::Held));
        QCOMPARE(quits.count(), 0);
        QVERIFY(!m_monitor->isPaused());
        // What only leads elsewhere is what a slow line gathers.
        press(letter(u'1', true));
        press({Code::Down, {}, true});
        QVERIFY(!shows(QStringLiteral("Several keys")));
        press(letter(u'/', true));
        press(letter(u'x', true));
        QVERIFY(lines()[2].startsWith(u"/ x"));
        m_top->press({Code::Escape});
        press(u'q');
        QCOMPARE(quits.count(), 0);
        press(letter(u'q', true));
        QCOMPARE(quits.count(), 0);
    }

    void aLongMessageIsReadToItsEnd()
    {
        emit m_lifts->failed(
            QStringLiteral("cache"),
            {ErrorKind::Config,
             0,
             QStringLiteral("The audit log in /home/kim/.local/state/lockmaster/audit cannot be "
                            "written, because there is no space left on the device that it is on"),
             {}});
        const QStringList all = lines();
        QVERIFY2(all.last().endsWith(u"device that it is on"), qPrintable(all.join(u'\n')));
        QVERIFY(all.join(u' ').contains(u"cache stays read-only:"));
        QVERIFY(shows(QStringLiteral("order:42")));
        // Where there is hardly room for locks, it is cut, and says so.
        QVERIFY(lines(30, 8).last().endsWith(QChar(0x2026)));
    }

    void oneIsNotSeveral()
    {
        QTranslator english;
        QVERIFY(english.load(QStringLiteral(":/translations/lockmaster_en")));
        QCoreApplication::installTranslator(&english);
        const auto source = fakeSource(QStringLiteral("cache"));
        m_fakes->setReading(
            QStringLiteral("cache"),
            fakeReading({fakeObservation(
                source, {fakeLock(source, "order:42", "web-3", 40s, systemClock().now())})}));
        m_monitor->refresh();
        press(u'5');
        QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("1 lock")), patienceMs);
        QVERIFY2(!shows(QStringLiteral("1 locks")), qPrintable(lines().join(u'\n')));
        ScrolledLines scrolled;
        TextScreen screen(80, 3);
        scrolled.draw(screen, {0, 0, 80, 3}, std::vector<StyledLine>(4, {{QStringLiteral("x")}}));
        QVERIFY2(screen.lines().last().contains(u"2 more lines below"),
                 qPrintable(screen.lines().last()));
        scrolled.scrollBy(1);
        TextScreen next(80, 3);
        scrolled.draw(next, {0, 0, 80, 3}, std::vector<StyledLine>(4, {{QStringLiteral("x")}}));
        QVERIFY2(next.lines().last().endsWith(u"1 more line below"),
                 qPrintable(next.lines().last()));
    }

    void everyPageFitsEveryTerminal_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        for (const char *language : {"en", "ko"}) {
            for (const auto &[width, height] : {std::pair(30, 8), {80, 24}, {400, 100}})
                QTest::addRow("%s %dx%d", language, width, height)
                    << QString::fromLatin1(language) << width << height;
        }
    }
    void everyPageFitsEveryTerminal()
    {
        QFETCH(QString, language);
        QFETCH(int, width);
        QFETCH(int, height);
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(":/translations/lockmaster_") + language));
        QCoreApplication::installTranslator(&translator);
        const int id = take(hostileNames[3]);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(id, HeldLock::State::Held), patienceMs);
        *m_ours = false;
        m_holds->renew(id);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(id, HeldLock::State::Lost), patienceMs);
        const auto check = [&](const QString &what) {
            const TextScreen screen = m_top->screen(width, height);
            QCOMPARE(screen.height(), height);
            for (int row = 0; row < height; ++row) {
                for (const TextScreen::Run &run : screen.runs(row)) {
                    const QString place = QStringLiteral("%1, row %2: %3")
                                              .arg(what)
                                              .arg(row)
                                              .arg(screen.lines().at(row));
                    QVERIFY2(run.column >= 0 && run.column + textWidth(run.text) <= width,
                             qPrintable(place));
                    QVERIFY2(literalText(run.text) == run.text, qPrintable(place));
                }
            }
        };
        for (int page = 1; page <= pageCount; ++page) {
            m_top->press(letter(char16_t(u'0' + page)));
            check(QStringLiteral("page %1").arg(page));
            for (int row = 0; row < int(std::size(hostileNames)); ++row) {
                m_top->press({Code::Down});
                check(QStringLiteral("page %1, row %2").arg(page).arg(row));
            }
            m_top->press(letter(u'?'));
            check(QStringLiteral("help"));
            m_top->press({Code::End});
            check(QStringLiteral("its end"));
            m_top->press({Code::Escape});
        }
        m_top->press(letter(u'1'));
        m_top->press({Code::Home});
        for (const char16_t sheet : std::u16string_view(u"\rxa/")) {
            for (int row = 0; row < int(std::size(hostileNames)); ++row) {
                m_top->press(sheet == u'\r' ? TopKey{Code::Enter} : letter(sheet));
                const QString what =
                    QStringLiteral("sheet '%1', row %2").arg(QChar(sheet)).arg(row);
                check(what);
                for (int key = 0; key < 6; ++key) {
                    m_top->press({Code::Tab});
                    m_top->press(letter(u'\u30ab'));
                    check(what);
                }
                m_top->press({Code::Escape});
                m_top->press({Code::Escape});
                m_top->press({Code::Down});
            }
            m_top->press({Code::Home});
        }
        emit m_lifts->failed(QString(300, u'x'), {ErrorKind::Config, 0, QString(300, u'y'), {}});
        check(QStringLiteral("message"));
    }
};

LOCKMASTER_TEST(TestTop, QCoreApplication)

} // namespace tst_top

#include "tst_top.moc"

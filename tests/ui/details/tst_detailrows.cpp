// SPDX-License-Identifier: Apache-2.0
#include "core/text/literaltext.h"
#include "core/domain/witness.h"
#include "core/verdict/judge.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/detailrows.h"
#include "core/display/locktext.h"

#include <QScopeGuard>
#include <QTest>

#include <ctime>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_detailrows {

namespace {

QString value(const Details &details, const QString &label)
{
    for (const DetailSection &section : details.sections) {
        for (const DetailRow &row : section.rows) {
            if (row.label == label)
                return row.value;
        }
    }
    return {};
}

} // namespace

class TestDetailRows : public QObject
{
    Q_OBJECT

    ManualClock m_clock;

    Details detailsOf(const LockSpec &spec) const
    {
        return DetailRows::ofLock({makeLock(spec, m_clock), {}, {}}, nullptr, {}, m_clock.now());
    }

private slots:
    /** The word stands first, with what it rests on, and nothing of it is said twice. */
    void whetherItsHolderLivesIsTold()
    {
        const auto lock = makeLock(
            {.name = "a",
             .renewals = Renewals{312, m_clock.now() - 52min, m_clock.now() - 4s, {}, 10s}},
            m_clock);
        const auto verdict = judge({*lock, m_clock.now(), {}, {}}, m_clock.now());
        const Details details =
            DetailRows::ofLock({lock, {}, {}}, nullptr, {}, m_clock.now(), nullptr, verdict);
        const DetailFinding &card = details.findings.front();
        QCOMPARE(card.title, QStringLiteral("Alive"));
        QCOMPARE(card.evidence, QStringLiteral("Renewed at most 4 s ago; 312 renewals were seen, "
                                               "about one each 10 s."));
        QCOMPARE(card.tone, Tone::Held);
        QVERIFY(value(details, QStringLiteral("Renewals")).isEmpty());
        // What decides nothing has a section of its own.
        Verdict more = *verdict;
        more.evidence.push_back(
            {LifeEvidence::Source::Session, Life::Unknown, QStringLiteral("It sleeps."), {}});
        QCOMPARE(
            value(DetailRows::ofLock({lock, {}, {}}, nullptr, {}, m_clock.now(), nullptr, more),
                  QStringLiteral("Session")),
            QStringLiteral("It sleeps."));
        // Of what is gone nobody asks any more.
        QVERIFY(DetailRows::ofLock({lock, m_clock.now(), {}}, nullptr, {}, m_clock.now(), nullptr,
                                   verdict)
                    .findings.empty());
        QCOMPARE(DetailRows::card(Verdict()).title, QStringLiteral("Cannot be known"));
    }

    /** It ages without anything else being another: what is selected stays so. */
    void aVerdictThatAgesKeepsTheShape()
    {
        Details before = detailsOf({.name = "a"});
        before.findings = {{QStringLiteral("Alive"), QStringLiteral("1 s ago"), Tone::Held}};
        Details after = before;
        after.findings.front().evidence = QStringLiteral("2 s ago");
        QVERIFY(after != before && after.sameShape(before));
        after.findings.front().title = QStringLiteral("Gone");
        QVERIFY(!after.sameShape(before));
    }

    void whatASignMeansStandsBesideIt()
    {
        const Details free = detailsOf({.name = "a", .state = LockState::Free, .owner = {}});
        QCOMPARE(value(free, QStringLiteral("Owner")), QStringLiteral("– (Held by nobody)"));
        QCOMPARE(value(free, QStringLiteral("Held for")), QStringLiteral("– (Held by nobody)"));
        LockRecord lost = *makeLock({.name = "a", .state = LockState::Unknown}, m_clock);
        lost.holders.clear();
        const Details unknown = DetailRows::ofLock(
            {std::make_shared<const LockRecord>(lost), {}, {}}, nullptr, {}, m_clock.now());
        QVERIFY(value(unknown, QStringLiteral("Owner")).startsWith(QStringLiteral("? (The last")));
        LockRecord undated = *makeLock({.name = "a"}, m_clock);
        undated.heldSince.reset();
        QVERIFY(LockText::heldInWords(undated, m_clock.now()).startsWith(QStringLiteral("? (")));
        for (const LockRecord *lock : {&lost, &undated})
            QVERIFY(!LockText::heldToolTip(*lock).isEmpty());
    }

    void aTokenIsToldFromWords_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isToken");
        QTest::newRow("UUID") << QStringLiteral("550e8400-e29b-41d4-a716-446655440000") << true;
        QTest::newRow("digits") << QStringLiteral("a41f00c2d9e84b6a") << true;
        QTest::newRow("host") << QStringLiteral("web-3:4711") << false;
        QTest::newRow("words") << QStringLiteral("lockmaster kim@ops-1:4711 (migration)") << false;
        QTest::newRow("long word") << QStringLiteral("settlement-scheduler") << false;
        QTest::newRow("empty") << QString() << false;
    }
    void aTokenIsToldFromWords()
    {
        QFETCH(const QString, text);
        QTEST(DetailRows::isToken(text), "isToken");
    }

    /** Whoever has, shares or waits for it: to be compared by eye with the owner above. */
    void tokensAreOfFixedWidthWhereverAnOwnerStands()
    {
        const QString token = QStringLiteral("550e8400-e29b-41d4-a716-446655440000");
        LockRecord lock = *makeLock({.name = "a", .owner = "web-3"}, m_clock);
        const auto holder = [](const QString &label) {
            Holder each;
            each.raw = label.toUtf8();
            each.label = label;
            return each;
        };
        lock.holders = {holder(QStringLiteral("web-3")), holder(QStringLiteral("web-4")),
                        holder(token)};
        lock.waiters.count = 1;
        lock.waiters.list = {Waiter{token, {}, {}}};
        LockShares shares;
        for (const auto &[server, seen, label] :
             {std::tuple{QStringLiteral("a:1"), LockShare::Seen::Holder, token},
              {QStringLiteral("b:1"), LockShare::Seen::Other, QStringLiteral("x")},
              {QStringLiteral("c:1"), LockShare::Seen::Unknown, token}}) {
            LockShare share;
            share.server = server;
            share.seen = seen;
            share.holder = holder(label);
            shares.all.push_back(share);
        }
        lock.shares = std::make_shared<const LockShares>(shares);
        const Details details = DetailRows::ofLock(
            {std::make_shared<const LockRecord>(lock), {}, {}}, nullptr, {}, m_clock.now());
        QStringList fixed;
        for (const DetailSection &section : details.sections) {
            for (const DetailRow &row : section.rows) {
                if (row.verbatim && section.fold.isEmpty())
                    fixed << row.label;
            }
        }
        QCOMPARE(fixed, QStringList({QStringLiteral("Also held by"), QStringLiteral("Waiting"),
                                     QStringLiteral("a:1"), QStringLiteral("c:1")}));
    }

    void aHoldIsCountedOnce()
    {
        LockRecord lock = *makeLock({.name = "a", .system = QStringLiteral("redisson")}, m_clock);
        lock.holders.front().holdCount = 2;
        lock.attributes = std::make_shared<const Attributes>(Attributes{
            {Attribute::Group::Owner, DetailRows::tr("Hold count"), QStringLiteral("2")}});
        const Details details = DetailRows::ofLock(
            {std::make_shared<const LockRecord>(lock), {}, {}}, nullptr, {}, m_clock.now());
        int counts = 0;
        for (const DetailSection &section : details.sections) {
            for (const DetailRow &row : section.rows)
                counts += row.label == DetailRows::tr("Hold count") ? 1 : 0;
        }
        QCOMPARE(counts, 1);
    }

    /** As its holder says it, to the letter. */
    void whyItIsHeldIsTold()
    {
        LockRecord lock = *makeLock({.name = "a"}, m_clock);
        const auto detailsNow = [&] {
            return DetailRows::ofLock({std::make_shared<const LockRecord>(lock), {}, {}}, nullptr,
                                      {}, m_clock.now());
        };
        QCOMPARE(value(detailsNow(), QStringLiteral("Reason")), QString());
        HolderDetail detail;
        detail.reason = QStringLiteral("migration,\n<b>OPS-311</b>");
        lock.holders.front().detail = std::make_shared<const HolderDetail>(detail);
        QCOMPARE(value(detailsNow(), QStringLiteral("Reason")),
                 QStringLiteral("migration,\\n<b>OPS-311</b>"));
    }

    /** The backend's data may be younger than what is shown of such a lock. */
    void whatNobodyCouldReadHasNoDate()
    {
        BackendStatus backend =
            makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock);
        backend.server.identity = "a";
        backend.clock = ClockReading{ServerTime(1000h), m_clock.now(), Micros(0)};
        const auto looked = [&](LockState state, std::optional<SteadyTime> goneAt) {
            const FocusedLock focus{makeLock({.name = "a", .state = state}, m_clock), goneAt, {}};
            const Details details =
                DetailRows::ofLock(focus, &backend, {}, m_clock.now() + 1h, nullptr);
            return decodeWitness(value(details, QStringLiteral("Witness")))->looked;
        };
        QCOMPARE(looked(LockState::Held, {})->at, std::optional(ServerTime(1000h)));
        QVERIFY(!looked(LockState::Unknown, {})->at);
        QVERIFY(!looked(LockState::Held, m_clock.now())->at);
        QCOMPARE(looked(LockState::Unknown, {})->server, QByteArray("a"));
    }

    void whatEachServerHasIsTold()
    {
        LockRecord lock = *makeLock({.name = "a"}, m_clock);
        LockShares shares;
        shares.needed = 2;
        const Holder holder = lock.holders.value(0);
        shares.all = {{QStringLiteral("r1"), LockShare::Seen::Holder, holder, 1, {}},
                      {QStringLiteral("r2"), LockShare::Seen::Other, holder, 1, {}},
                      {QStringLiteral("r3"), LockShare::Seen::Absent, {}, -1, {}},
                      {QStringLiteral("r4"), LockShare::Seen::Unknown, holder, 1, {}},
                      {QStringLiteral("r5"), LockShare::Seen::Unknown, {}, -1, {}}};
        lock.shares = std::make_shared<const LockShares>(shares);
        const Details details = DetailRows::ofLock(
            {std::make_shared<const LockRecord>(lock), {}, {}}, nullptr, {}, m_clock.now());
        QCOMPARE(value(details, QStringLiteral("r1")), literalText(holder.label));
        QVERIFY(value(details, QStringLiteral("r2")).contains(u"somebody else"));
        QCOMPARE(value(details, QStringLiteral("r3")), QStringLiteral("not there"));
        QVERIFY(value(details, QStringLiteral("r4")).contains(holder.label));
        QCOMPARE(value(details, QStringLiteral("r5")), QStringLiteral("did not answer"));
        QVERIFY(std::any_of(details.sections.begin(), details.sections.end(),
                            [](const DetailSection &section) {
                                return section.title == u"On 1 of 5 servers, and it takes 2";
                            }));
    }

    /** Nobody knows that it was held any longer than it was seen. */
    void heldForStandsStillWhileNobodyLooks()
    {
        const BackendStatus backend =
            makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock);
        const FocusedLock focus{
            makeLock({.name = "a", .held = 134s, .basis = HeldBasis::Server}, m_clock), {}, {}};
        const auto heldAfter = [&](Micros time) {
            return value(DetailRows::ofLock(focus, &backend, {}, m_clock.now() + time, nullptr),
                         QStringLiteral("Held for"));
        };
        QVERIFY2(heldAfter(1s).startsWith(QStringLiteral("2 m 15 s")), qPrintable(heldAfter(1s)));
        QVERIFY2(heldAfter(60s).startsWith(QStringLiteral("2 m 14 s")), qPrintable(heldAfter(60s)));
    }

    void theProfilesNoteIsShown()
    {
        const LockNote note{"a*", QStringLiteral("of <b>orders</b>\n"), QStringLiteral("wiki/a")};
        const FocusedLock focus{makeLock({.name = "a"}, m_clock), {}, {}};
        const Details noted = DetailRows::ofLock(focus, nullptr, {}, m_clock.now(), &note);
        QCOMPARE(value(noted, QStringLiteral("Note")), QStringLiteral("of <b>orders</b>\\n"));
        QCOMPARE(value(noted, QStringLiteral("Runbook")), QStringLiteral("wiki/a"));
        const Details plain = DetailRows::ofLock(focus, nullptr, {}, m_clock.now());
        QCOMPARE(value(plain, QStringLiteral("Note")), QString());
        QVERIFY(!noted.sameShape(plain));
    }

    void aLikelyLockSaysSo()
    {
        QVERIFY(!value(detailsOf({.name = "a", .certainty = Certainty::Likely}),
                       QStringLiteral("Recognised"))
                     .isEmpty());
        QVERIFY(value(detailsOf({.name = "a"}), QStringLiteral("Recognised")).isEmpty());
    }

    void aCountThatIsNotExactSaysSo()
    {
        LockRecord lock = *makeLock({.name = "a"}, m_clock);
        const auto shown = [&] {
            return value(DetailRows::ofLock({std::make_shared<const LockRecord>(lock), {}, {}},
                                            nullptr, {}, m_clock.now()),
                         QStringLiteral("Hold count"));
        };
        QCOMPARE(shown(), QString());
        lock.holdCountExact = false;
        QVERIFY(shown().startsWith(QLatin1StringView("at least 1")));
    }

    void whatWasLeftOutIsToldByKind()
    {
        BackendStatus status = makeStatus(QStringLiteral("cache"), BackendKind::Redis, m_clock);
        status.sources = {SourceStatus()};
        status.sources.front().notDecoded = 15;
        status.sources.front().notDecodedKinds = {
            {QStringLiteral("string"), QStringLiteral("session:"), 12},
            {QStringLiteral("list"), QString(), 3}};
        const QString text =
            value(DetailRows::ofBackend(status, {}, m_clock.now()), QStringLiteral("Not decoded"));
        QVERIFY(text.startsWith(
            QLatin1StringView("15\n12 of type string like session:*, 3 of type list\n")));
        QVERIFY(text.contains(QLatin1StringView("match = [\"session:*\"]")));
    }

    void aRunbookLeadsWhereItSaysAndOnlyIntoTheWeb_data()
    {
        QTest::addColumn<QString>("runbook");
        QTest::addColumn<bool>("leads");
        const auto row = [](const char *name, const QString &runbook, bool leads) {
            QTest::newRow(name) << runbook << leads;
        };
        row("https", QStringLiteral("https://wiki.example/locks?a=1&b=2#c"), true);
        row("http", QStringLiteral("http://wiki.example:8080/"), true);
        row("words", QStringLiteral("ask the night shift"), false);
        row("no scheme", QStringLiteral("wiki.example/locks"), false);
        row("a file", QStringLiteral("file:///etc/passwd"), false);
        row("a program", QStringLiteral("javascript:alert(1)"), false);
        row("no host", QStringLiteral("https:///locks"), false);
        row("spaces", QStringLiteral("https://wiki.example/a b"), false);
        row("turned around", QStringLiteral("https://wiki.example/\u202Egpj.exe"), false);
    }
    void aRunbookLeadsWhereItSaysAndOnlyIntoTheWeb()
    {
        QFETCH(const QString, runbook);
        const LockNote note{"a*", {}, runbook};
        const FocusedLock focus{makeLock({.name = "a"}, m_clock), {}, {}};
        const Details noted = DetailRows::ofLock(focus, nullptr, {}, m_clock.now(), &note);
        // Just below what is wrong with it, above what it is.
        const DetailRow &row = noted.sections.front().rows.back();
        QCOMPARE(row.label, DetailRows::tr("Runbook"));
        QCOMPARE(row.value, literalText(runbook));
        QTEST(!row.address.isEmpty(), "leads");
        if (!row.address.isEmpty())
            QCOMPARE(row.address.toString(), runbook);
    }

    /** And once where both clocks show the same. */
    void theExpiryIsSaidLocallyAndInUtc()
    {
        const QByteArray zone = qgetenv("TZ");
        const auto restore = qScopeGuard([&zone] {
            zone.isEmpty() ? qunsetenv("TZ") : qputenv("TZ", zone);
            tzset();
        });
        const auto expiresIn = [this](const char *place) {
            qputenv("TZ", place);
            tzset();
            return value(detailsOf({.name = "a", .ttl = 10s}), QStringLiteral("Expires"));
        };
        QCOMPARE(expiresIn("Asia/Seoul"), QStringLiteral("2026-01-02 12:04:15.000 local\n"
                                                         "2026-01-02 03:04:15.000 UTC"));
        QCOMPARE(expiresIn("UTC"), QStringLiteral("2026-01-02 03:04:15.000 UTC"));
    }

    void heldForSaysWhoseWordItIs()
    {
        QVERIFY(
            value(detailsOf({.name = "a", .basis = HeldBasis::Server}), QStringLiteral("Held for"))
                .contains(QStringLiteral("server")));
        QVERIFY(value(detailsOf({.name = "a"}), QStringLiteral("Held for"))
                    .contains(QStringLiteral("first seen")));
    }

    void whatCannotBeSeenIsNotCalledNobody()
    {
        QVERIFY(value(detailsOf({.name = "a"}), QStringLiteral("Waiting"))
                    .contains(QStringLiteral("cannot")));
        QCOMPARE(value(detailsOf({.name = "a", .waiters = 0}), QStringLiteral("Waiting")),
                 QStringLiteral("0"));
    }

    void aCutOwnerSaysHowMuchIsMissing()
    {
        auto lock = std::make_shared<LockRecord>(*makeLock({.name = "a"}, m_clock));
        lock->holders.front().rawBytes = 1'000'000;
        const Details details = DetailRows::ofLock({lock, {}, {}}, nullptr, {}, m_clock.now());
        QVERIFY(value(details, QString()).contains(QStringLiteral("of 1000000 bytes")));
    }

    void aCountdownKeepsTheShape()
    {
        const Details before = detailsOf({.name = "a", .ttl = 41s});
        Details after = detailsOf({.name = "a", .ttl = 40s});
        QVERIFY(before != after);
        QVERIFY(after.sameShape(before));
        after.warning = QStringLiteral("gone");
        QVERIFY(!after.sameShape(before));
    }

    void otherLocksOfTheOwnerAreLinks()
    {
        FocusedLock focus{
            makeLock({.name = "a"}, m_clock), {}, {PackedLock(*makeLock({.name = "b"}, m_clock))}};
        const Details details = DetailRows::ofLock(focus, nullptr, {}, m_clock.now());
        const auto &rows = details.sections.front().rows;
        QCOMPARE(rows.back().links.size(), size_t(1));
        QCOMPARE(rows.back().links.front().text, QStringLiteral("b"));
    }

    void locksOfOneNameAreToldByTheirServer()
    {
        const auto lock = [this](const char *name, const char *backend) {
            return PackedLock(
                *makeLock({.name = name, .backend = QString::fromLatin1(backend)}, m_clock));
        };
        FocusedLock focus{
            makeLock({.name = "order:42", .backend = QStringLiteral("cache-a")}, m_clock),
            {},
            {lock("order:41", "cache-a"), lock("order:41", "cache-b"), lock("order:42", "cache-b"),
             lock("order:43", "cache-b")}};
        QStringList names;
        const Details details = DetailRows::ofLock(focus, nullptr, {}, m_clock.now());
        for (const DetailRow &row : details.sections.front().rows) {
            for (const DetailLink &link : row.links)
                names << link.text;
        }
        QCOMPARE(
            names,
            (QStringList{QStringLiteral("order:41 (cache-a)"), QStringLiteral("order:41 (cache-b)"),
                         QStringLiteral("order:42 (cache-b)"), QStringLiteral("order:43")}));
    }

    void aGoneLockSaysSo()
    {
        const FocusedLock focus{
            makeLock({.name = "a", .basis = HeldBasis::Server}, m_clock), m_clock.now() + 2s, {}};
        const auto at = [&](SteadyTime now) { return DetailRows::ofLock(focus, nullptr, {}, now); };
        const Details details = at(m_clock.now() + 2s);
        QVERIFY(!details.warning.isEmpty());
        QCOMPARE(value(details, QStringLiteral("State")), QStringLiteral("gone"));
        // What was last seen of it does not go on.
        QCOMPARE(at(m_clock.now() + 1h), details);
    }

    void aSourceThatWasNotReadHasNoCount()
    {
        BackendStatus status = makeStatus(QStringLiteral("db"), BackendKind::MySql, m_clock);
        SourceStatus source;
        source.name = QStringLiteral("user-level locks");
        status.sources = {source};
        const Details details = DetailRows::ofBackend(status, {}, m_clock.now());
        QCOMPARE(value(details, QStringLiteral("Locks")), QStringLiteral("not read completely"));
    }
};

LOCKMASTER_TEST(TestDetailRows, QApplication)

} // namespace tst_detailrows

#include "tst_detailrows.moc"

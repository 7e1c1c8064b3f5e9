// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/checkverdict.h"
#include "app/lockctl/shell/lookreport.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_checkverdict {

namespace {

constexpr SteadyTime now(2h);

/** One backend's look, made by hand. */
struct Looked {
    explicit Looked(const char *backend) : source(fakeSource(QString::fromUtf8(backend)))
    {
        look.status.name = source->backend;
        look.status.state = BackendState::Online;
    }
    LockRecord &add(const QByteArray &name, LockState state = LockState::Held)
    {
        LockRecord lock = fakeLock(source, name, "web-3", 60s, now);
        lock.state = state;
        lock.heldSince = now - 5min;
        lock.heldBasis = HeldBasis::Server;
        lock.waiters.count = 0;
        records.push_back(std::make_unique<LockRecord>(std::move(lock)));
        look.locks.push_back(records.back().get());
        return *records.back();
    }
    CheckedLook checked() const { return {&look, answered}; }

    std::shared_ptr<const SourceId> source;
    std::vector<std::unique_ptr<LockRecord>> records;
    SingleLook look;
    bool answered = true;
};

CheckOptions options(const char *maxHeld = "")
{
    CheckOptions told;
    told.maxHeld = QString::fromUtf8(maxHeld);
    return told;
}

CheckVerdict judge(const Looked &looked, const CheckOptions &told, const QString &filter = {})
{
    const auto limits = checkLimits(told);
    if (!limits)
        return noVerdict(limits.error());
    return checkVerdict({looked.checked()}, true, *Filter::parse(filter), *limits, now);
}

QByteArray words(const CheckVerdict &verdict)
{
    return verdict.line.first(verdict.line.indexOf('|'));
}

QByteArray figures(const CheckVerdict &verdict)
{
    return verdict.line.sliced(verdict.line.indexOf('|') + 1);
}

} // namespace

/** What `check` makes of what was seen. */
class TestCheckVerdict : public QObject
{
    Q_OBJECT

private slots:
    void nothingWrongIsOk();
    void limitsWarnAndAlarm_data();
    void limitsWarnAndAlarm();
    void heldTooLongNamesTheLock();
    void whatIsOnlyLikelyALockIsSaidToBe();
    void expiredLocksAreCounted();
    void findingsAreLookedFor();
    void leaderHasToBeThere_data();
    void leaderHasToBeThere();
    void lockHasToExist();
    void whatMayStandInADeniedTableIsNotMissing();
    void whatAServerListsToNobodyIsNamed();
    void aDeniedTableIsLookedAtOnlyBesideAnother();
    void unknownIsNeverFine();
    void whatCannotBeToldIsSaid();
    void whoIsGoneIsToldByTheOwnCheckAlone();
    void deadBackendIsUnknownUnlessCritical();
    void filterNarrows();
    void lineStaysShortAndWhole();
    void optionsAreUnderstood_data();
    void optionsAreUnderstood();
};

void TestCheckVerdict::nothingWrongIsOk()
{
    Looked db("db");
    db.add("a");
    db.add("b", LockState::Expired);
    db.add("c", LockState::Free);
    const CheckVerdict verdict = judge(db, options("10m"));
    QCOMPARE(verdict.level, CheckLevel::Ok);
    QCOMPARE(verdict.line, QByteArray("LOCKS OK - 3 locks, 1 held, 1 expired|"
                                      "locks=3;;;0 held=1;;;0 expired=1;;;0 no_expiry=0;;;0 "
                                      "unknown=0;;;0 longest_held=300s;;600;0 "
                                      "most_waiters=0;;;0 answered=1;;;0;1"));
}

void TestCheckVerdict::whatIsOnlyLikelyALockIsSaidToBe()
{
    Looked db("db");
    db.add("captcha:9f3a").certainty = Certainty::Likely;
    const CheckVerdict verdict = judge(db, options("1m"));
    QCOMPARE(verdict.level, CheckLevel::Critical);
    QVERIFY2(words(verdict).contains("captcha:9f3a (likely) held"), verdict.line.constData());
}

void TestCheckVerdict::limitsWarnAndAlarm_data()
{
    QTest::addColumn<QString>("limit");
    QTest::addColumn<int>("level");
    const auto row = [](const char *limit, CheckLevel level) {
        QTest::newRow(limit) << QString::fromUtf8(limit) << int(level);
    };
    // Three locks.
    row("3", CheckLevel::Ok);
    row("2", CheckLevel::Critical);
    row("2,", CheckLevel::Warning);
    row(",2", CheckLevel::Critical);
    row("2,3", CheckLevel::Warning);
    row("1,2", CheckLevel::Critical);
    row("3,9", CheckLevel::Ok);
}

void TestCheckVerdict::limitsWarnAndAlarm()
{
    QFETCH(QString, limit);
    QFETCH(int, level);
    Looked db("db");
    for (const char *name : {"a", "b", "c"})
        db.add(name).waiters.count = 3;
    CheckOptions told;
    told.maxLocks = limit;
    QCOMPARE(int(judge(db, told).level), level);
    told = {};
    told.maxWaiters = limit;
    QCOMPARE(int(judge(db, told).level), level);
}

void TestCheckVerdict::heldTooLongNamesTheLock()
{
    Looked db("db");
    db.add("orders").heldSince = now - 12min;
    db.add("cards").heldSince = now - 7min;
    db.add("quick").heldSince = now - 1min;
    const CheckVerdict verdict = judge(db, options("5m,10m"));
    QCOMPARE(verdict.level, CheckLevel::Critical);
    QCOMPARE(words(verdict), QByteArray("LOCKS CRITICAL - 2 of 3 locks: orders held 12 m by web-3 "
                                        "(over 10 m); cards held 7 m by web-3 (over 5 m)"));
    QVERIFY2(figures(verdict).contains("longest_held=720s;300;600;0"), verdict.line.constData());
}

void TestCheckVerdict::expiredLocksAreCounted()
{
    Looked db("db");
    db.add("old", LockState::Expired).lease.deadline = now - 3min;
    db.add("new");
    CheckOptions told;
    told.noExpired = true;
    CheckVerdict verdict = judge(db, told);
    QCOMPARE(verdict.level, CheckLevel::Critical);
    QCOMPARE(words(verdict), QByteArray("LOCKS CRITICAL - 1 of 2 locks: old expired 3 m ago"));
    QVERIFY2(figures(verdict).contains("expired=1;;0;0"), verdict.line.constData());

    told = {};
    told.maxExpired = QStringLiteral("0,1");
    QCOMPARE(judge(db, told).level, CheckLevel::Warning);
    db.add("older", LockState::Expired);
    verdict = judge(db, told);
    QCOMPARE(verdict.level, CheckLevel::Critical);
    QVERIFY2(verdict.line.startsWith("LOCKS CRITICAL - 2 of 3 locks: "), verdict.line.constData());
}

void TestCheckVerdict::findingsAreLookedFor()
{
    Looked db("db");
    db.add("endless").findings.push_back({FindingId::NoExpiry, {}});
    CheckOptions told;
    told.warnFindings = {QStringLiteral("sleeping-holder,no-expiry")};
    QCOMPARE(judge(db, told).level, CheckLevel::Warning);
    told.noFindings = {QStringLiteral("no-expiry")};
    const CheckVerdict verdict = judge(db, told);
    QCOMPARE(verdict.level, CheckLevel::Critical);
    QVERIFY2(words(verdict).startsWith("LOCKS CRITICAL - 1 of 1 locks: endless has no-expiry"),
             verdict.line.constData());
    told.noFindings = {QStringLiteral("unsigned-owner")};
    told.warnFindings.clear();
    QCOMPARE(judge(db, told).level, CheckLevel::Ok);
}

void TestCheckVerdict::leaderHasToBeThere_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("level");
    const auto row = [](const char *title, const char *name, LockState state, CheckLevel level) {
        QTest::newRow(title) << QByteArray(name) << int(state) << int(level);
    };
    row("held", "pay", LockState::Held, CheckLevel::Ok);
    row("expired", "pay", LockState::Expired, CheckLevel::Critical);
    row("free", "pay", LockState::Free, CheckLevel::Critical);
    row("blocked", "pay", LockState::Blocked, CheckLevel::Unknown);
    row("unknown", "pay", LockState::Unknown, CheckLevel::Unknown);
    row("another", "pay2", LockState::Held, CheckLevel::Critical);
}

void TestCheckVerdict::leaderHasToBeThere()
{
    QFETCH(QByteArray, name);
    QFETCH(int, state);
    QFETCH(int, level);
    Looked db("db");
    db.add(name, LockState(state));
    CheckOptions told;
    told.leaders = {QStringLiteral("pay")};
    QCOMPARE(int(judge(db, told).level), level);
}

void TestCheckVerdict::lockHasToExist()
{
    Looked db("db");
    db.add("nightly", LockState::Expired);
    CheckOptions told;
    told.existing = {QStringLiteral("nightly")};
    QCOMPARE(judge(db, told).level, CheckLevel::Ok);
    told.existing.append(QStringLiteral("weekly"));
    const CheckVerdict verdict = judge(db, told);
    QCOMPARE(verdict.level, CheckLevel::Critical);
    QCOMPARE(words(verdict), QByteArray("LOCKS CRITICAL - weekly does not exist"));

    // It may be in what was not read.
    db.answered = false;
    QCOMPARE(judge(db, told).level, CheckLevel::Unknown);
}

/** A server denies a table that is not there as it denies one that holds what is asked for. */
void TestCheckVerdict::whatMayStandInADeniedTableIsNotMissing()
{
    Looked db("db");
    db.add("nightly");
    db.look.status.absent.push_back(
        {QStringLiteral("app.dist_lock"),
         {QStringLiteral("dist_lock")},
         {ErrorKind::Denied, 1142, QStringLiteral("denied"), QString()}});
    CheckOptions told;
    const CheckVerdict plain = judge(db, told);
    QCOMPARE(plain.level, CheckLevel::Ok);
    QCOMPARE(words(plain), QByteArray("LOCKS OK - 1 locks, 1 held (denied: app.dist_lock)"));
    told.existing = {QStringLiteral("job-1")};
    told.leaders = {QStringLiteral("svc")};
    const CheckVerdict missing = judge(db, told);
    QCOMPARE(missing.level, CheckLevel::Unknown);
    QCOMPARE(words(missing),
             QByteArray("LOCKS UNKNOWN - svc was not found (denied: app.dist_lock); "
                        "job-1 was not found (denied: app.dist_lock)"));
}

/** A lock that is not found may be among those that the server lists to nobody. */
void TestCheckVerdict::whatAServerListsToNobodyIsNamed()
{
    Looked db("db");
    db.add("nightly");
    SourceStatus unlisted;
    unlisted.name = QStringLiteral("user-level locks");
    unlisted.systems = {QStringLiteral("user_lock")};
    db.look.status.sources.push_back(unlisted);
    CheckOptions told;
    const CheckVerdict plain = judge(db, told);
    QCOMPARE(plain.level, CheckLevel::Ok);
    QCOMPARE(words(plain), QByteArray("LOCKS OK - 1 locks, 1 held (not listed: user-level locks)"));
    told.existing = {QStringLiteral("job-1")};
    const CheckVerdict missing = judge(db, told);
    QCOMPARE(missing.level, CheckLevel::Unknown);
    QCOMPARE(words(missing), QByteArray("LOCKS UNKNOWN - job-1 was not found "
                                        "(not listed: user-level locks)"));
    // Asked about other systems alone, nothing is left that could hold it.
    for (const char *filter : {"system:dist_lock", "system=leader", "-system:user_lock"}) {
        const CheckVerdict certain = judge(db, told, QString::fromLatin1(filter));
        QCOMPARE(certain.level, CheckLevel::Critical);
        QCOMPARE(words(certain), QByteArray("LOCKS CRITICAL - job-1 does not exist"));
    }
}

/** User-level locks are there on every server, and no reason to call it looked at. */
void TestCheckVerdict::aDeniedTableIsLookedAtOnlyBesideAnother()
{
    BackendStatus status;
    status.state = BackendState::Online;
    const AbsentSource denied{QStringLiteral("app.dist_lock"),
                              {QStringLiteral("dist_lock")},
                              {ErrorKind::Denied, 1142, QStringLiteral("denied"), QString()}};
    SourceStatus users;
    users.name = QStringLiteral("user-level locks");
    users.systems = {QStringLiteral("user_lock")};
    users.complete = true;
    SourceStatus leaders;
    leaders.name = QStringLiteral("app.service_leader_lock");
    leaders.systems = {QStringLiteral("leader")};
    leaders.complete = true;
    status.sources = {users};
    QVERIFY(wasLookedAt(status) && wasReadWhole(status));
    status.absent = {denied};
    QVERIFY(!wasLookedAt(status));
    QVERIFY(!wasAnswered({}, status));
    status.sources = {users, leaders};
    QVERIFY(wasLookedAt(status) && wasAnswered({}, status));
    QVERIFY(!wasReadWhole(status)); // another of that name may stand there
    status.absent.clear();
    status.sources.front().complete = false;
    QVERIFY(wasLookedAt(status) && wasAnswered({}, status));
    QVERIFY(!wasReadWhole(status)); // so may one where nobody lists them
}

void TestCheckVerdict::unknownIsNeverFine()
{
    Looked db("db");
    db.add("lost", LockState::Unknown);
    const CheckVerdict verdict = judge(db, {});
    QCOMPARE(verdict.level, CheckLevel::Unknown);
    QCOMPARE(words(verdict), QByteArray("LOCKS UNKNOWN - 1 of 1 locks: lost cannot be told"));

    // Worse than a warning, not as bad as what is critical for certain.
    CheckOptions told;
    told.maxLocks = QStringLiteral("0,");
    QCOMPARE(judge(db, told).level, CheckLevel::Unknown);
    told.maxLocks = QStringLiteral("0");
    QCOMPARE(judge(db, told).level, CheckLevel::Critical);

    const CheckVerdict none = checkVerdict({}, false, {}, {}, now);
    QCOMPARE(none.level, CheckLevel::Unknown);
}

void TestCheckVerdict::whatCannotBeToldIsSaid()
{
    Looked db("db");
    db.add("told").waiters.count = 1;
    LockRecord &silent = db.add("silent");
    silent.heldSince.reset();
    silent.waiters.count.reset();

    CheckOptions told = options("10m");
    CheckVerdict verdict = judge(db, told);
    QCOMPARE(verdict.level, CheckLevel::Unknown);
    QVERIFY2(verdict.line.contains("is not known of 1 of 2 (--where-known"),
             verdict.line.constData());
    told.whereKnown = true;
    verdict = judge(db, told);
    QCOMPARE(verdict.level, CheckLevel::Ok);
    QVERIFY2(verdict.line.contains("since when is known of 1"), verdict.line.constData());
    QVERIFY2(verdict.line.contains("longest_held=300s"), verdict.line.constData());

    // It is critical whatever the others are.
    told = options("1m");
    QCOMPARE(judge(db, told).level, CheckLevel::Critical);

    told = {};
    told.maxWaiters = QStringLiteral("5");
    QCOMPARE(judge(db, told).level, CheckLevel::Unknown);
    told.whereKnown = true;
    QCOMPARE(judge(db, told).level, CheckLevel::Ok);

    // None tells: nothing was judged.
    Looked mute("mute");
    LockRecord &only = mute.add("only");
    only.heldSince.reset();
    only.waiters.count.reset();
    told.maxHeld = QStringLiteral("10m");
    verdict = judge(mute, told);
    QCOMPARE(verdict.level, CheckLevel::Unknown);
    QVERIFY2(verdict.line.contains("longest_held=U;;600;0 most_waiters=U;"),
             verdict.line.constData());
}

void TestCheckVerdict::whoIsGoneIsToldByTheOwnCheckAlone()
{
    Looked db("db");
    db.add("asked");
    db.add("other");
    db.add("expired", LockState::Expired);
    CheckOptions told;
    told.noGone = true;
    using Source = LifeEvidence::Source;
    const auto judged = [&](const Verdict &asked, const std::optional<Verdict> &other) {
        return checkVerdict(
            {db.checked()}, true, {}, *checkLimits(told), now, {},
            [=](const LockRecord &lock) -> std::optional<Verdict> {
                if (lock.id.name == "expired")
                    return Verdict{Life::Gone, false, {}, {{Source::Check, Life::Gone, {}, {}}}};
                return lock.id.name == "asked" ? asked : other;
            });
    };
    const Verdict gone{Life::Gone, false, {}, {{Source::Check, Life::Gone, {}, {}}}};
    const Verdict lives{Life::Alive, false, {}, {{Source::Check, Life::Alive, {}, {}}}};
    const Verdict untold{
        Life::Alive,
        false,
        {},
        {{Source::Renewals, Life::Alive, {}, {}}, {Source::Check, Life::Unknown, {}, {}}}};
    const Verdict both{
        Life::Unknown,
        true,
        {},
        {{Source::Check, Life::Gone, {}, {}}, {Source::Renewals, Life::Alive, {}, {}}}};

    CheckVerdict verdict = judged(gone, lives);
    QCOMPARE(verdict.level, CheckLevel::Critical);
    QVERIFY2(words(verdict).endsWith("1 of 3 locks: asked is held by web-3, who is gone"),
             verdict.line.constData());
    QCOMPARE(judged(lives, lives).level, CheckLevel::Ok);
    // What is seen of it besides tells nothing of who is gone.
    verdict = judged(lives, untold);
    QCOMPARE(verdict.level, CheckLevel::Unknown);
    QVERIFY2(verdict.line.contains("whether its holder lives is not known of 1 of 2"),
             verdict.line.constData());
    QCOMPARE(judged(gone, std::nullopt).level, CheckLevel::Critical);
    verdict = judged(both, lives);
    QCOMPARE(verdict.level, CheckLevel::Unknown);
    QVERIFY2(verdict.line.contains("asked is held by web-3: what tells of it contradicts itself"),
             verdict.line.constData());

    told.whereKnown = true;
    verdict = judged(lives, untold);
    QCOMPARE(verdict.level, CheckLevel::Ok);
    QVERIFY2(words(verdict).endsWith("whether its holder lives of 1"), verdict.line.constData());
    // Nobody was told of: nothing was judged.
    QCOMPARE(judged(untold, std::nullopt).level, CheckLevel::Unknown);
}

void TestCheckVerdict::deadBackendIsUnknownUnlessCritical()
{
    Looked db("db");
    db.add("orders").heldSince = now - 12min;
    Looked dead("cache");
    dead.answered = false;
    noteFailure(dead.look.status,
                Error{ErrorKind::Network, 0, QStringLiteral("Refused | by 10.0.0.1"),
                      QStringLiteral("Is it running?")});
    const auto verdict = [&](const char *maxHeld) {
        return checkVerdict({db.checked(), dead.checked()}, true, {},
                            *checkLimits(options(maxHeld)), now);
    };
    CheckVerdict said = verdict("20m");
    QCOMPARE(said.level, CheckLevel::Unknown);
    QCOMPARE(words(said),
             QByteArray("LOCKS UNKNOWN - cache: Refused \\x7c by 10.0.0.1. Is it running?"));
    // What is left of the locks must not look like all of them.
    QVERIFY2(figures(said).startsWith("locks=U;;;0 held=U;"), said.line.constData());
    QVERIFY2(figures(said).contains("longest_held=U;;1200;0"), said.line.constData());
    QVERIFY2(figures(said).endsWith("answered=1;;;0;2"), said.line.constData());

    said = verdict("10m");
    QCOMPARE(said.level, CheckLevel::Critical);
    QVERIFY2(words(said).startsWith("LOCKS CRITICAL - 1 of 1 locks: db: orders held 12 m by web-3 "
                                    "(over 10 m); cache: Refused"),
             said.line.constData());
    QCOMPARE(verdict("10m,").level, CheckLevel::Unknown);
}

void TestCheckVerdict::filterNarrows()
{
    Looked db("db");
    db.add("orders").heldSince = now - 12min;
    db.add("cards");
    QCOMPARE(judge(db, options("10m"), QStringLiteral("name:cards")).level, CheckLevel::Ok);
    QCOMPARE(judge(db, options("10m"), QStringLiteral("name:orders")).level, CheckLevel::Critical);
}

void TestCheckVerdict::lineStaysShortAndWhole()
{
    const QByteArray hostile = QByteArray("a|b=9;\n\x1b[31m\xff%1%2'") + QByteArray(300, '|');
    const QByteArray wide = QString(300, QChar(0xac00)).toUtf8();
    Looked db("db");
    for (int i = 0; i < 500; ++i) {
        for (const QByteArray &name : {hostile, wide}) {
            LockRecord &lock = db.add(name + QByteArray::number(i));
            lock.heldSince = now - 12min;
            lock.holders.front().label = QString::fromUtf8(name);
        }
    }
    Looked dead("cache");
    dead.look.status.name = QString::fromUtf8(wide);
    dead.answered = false;
    for (const CheckVerdict &verdict :
         {judge(db, options("10m")), checkVerdict({db.checked(), dead.checked()}, true, {},
                                                  *checkLimits(options("10m")), now)}) {
        QCOMPARE(verdict.level, CheckLevel::Critical);
        QCOMPARE(verdict.line.count('|'), 1);
        QVERIFY(!verdict.line.contains('\n') && !verdict.line.contains('\x1b'));
        QVERIFY2(verdict.line.size() < 1024, verdict.line.constData());
        QVERIFY2(words(verdict).contains(" more"), verdict.line.constData());
        QVERIFY2(words(verdict).contains("a\\x7cb=9;\\n\\x1b[31m\\xff%1%2'"),
                 verdict.line.constData());
    }
    QVERIFY(noVerdict(QString::fromUtf8(hostile + wide)).line.size() < 1024);
    QCOMPARE(noVerdict(QString::fromUtf8(hostile)).line.count('|'), 0);
}

void TestCheckVerdict::optionsAreUnderstood_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said"); // empty: it is understood
    const auto row = [](const char *option, const char *text, const char *said) {
        QTest::addRow("%s '%s'", option, text)
            << QString::fromUtf8(option) << QString::fromUtf8(text) << QString::fromUtf8(said);
    };
    row("held", "10m", "");
    row("held", "0s,1h", "");
    row("held", "10", "--max-held takes a time");
    row("held", "5m,10", "--max-held");
    row("held", "10m,5m", "--max-held");
    row("held", "1m,2m,3m", "--max-held");
    row("held", ",", "--max-held");
    row("waiters", "5", "");
    row("waiters", "-1", "--max-waiters takes a number");
    row("waiters", "many", "--max-waiters");
    row("locks", "9,8", "--max-locks");
    row("expired", "1.5", "--max-expired");
    row("finding", "no-expiry", "");
    row("finding", "no-expiry,zero-lease", "");
    row("finding", "no-expiri", "There are: no-expiry,");
    row("finding", "", "''");
    row("finding", "flapping", "only by watching");
    row("timeout", "1s", "");
    row("timeout", "500ms", "--timeout");
    row("timeout", "1h", "--timeout");
}

void TestCheckVerdict::optionsAreUnderstood()
{
    QFETCH(QString, option);
    QFETCH(QString, text);
    QFETCH(QString, said);
    CheckOptions told;
    if (option == QLatin1StringView("held"))
        told.maxHeld = text;
    else if (option == QLatin1StringView("waiters"))
        told.maxWaiters = text;
    else if (option == QLatin1StringView("locks"))
        told.maxLocks = text;
    else if (option == QLatin1StringView("expired"))
        told.maxExpired = text;
    else if (option == QLatin1StringView("finding"))
        told.noFindings = {text};
    else
        told.timeout = text;
    const auto limits = checkLimits(told);
    QCOMPARE(limits.has_value(), said.isEmpty());
    if (!limits)
        QVERIFY2(limits.error().contains(said), qPrintable(limits.error()));
}

LOCKMASTER_TEST(TestCheckVerdict, QCoreApplication)

} // namespace tst_checkverdict

#include "tst_checkverdict.moc"

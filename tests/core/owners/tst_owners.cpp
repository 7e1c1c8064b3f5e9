// SPDX-License-Identifier: Apache-2.0
#include "core/owners/owners.h"
#include "core/config/profilefile.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_owners {

namespace {

std::shared_ptr<const HolderDetail> detailWith(const char *host, const char *process = "",
                                               std::optional<qint64> connection = {})
{
    HolderDetail detail;
    detail.host = QString::fromLatin1(host);
    detail.process = QString::fromLatin1(process);
    detail.connectionId = connection;
    return std::make_shared<const HolderDetail>(std::move(detail));
}

/** A lock, and somebody who holds it. */
LockRecord lockOf(const QByteArray &name, const QByteArray &owner,
                  std::shared_ptr<const HolderDetail> detail = {},
                  const QString &backend = QStringLiteral("a"))
{
    LockRecord lock = fakeLock(fakeSource(backend), name, owner, 30s);
    lock.holders.front().detail = std::move(detail);
    return lock;
}

std::optional<OwnerId> idOf(const LockRecord &lock, const std::vector<OwnerRule> &rules = {})
{
    return ownerOf(lock, lock.holders.front(), rules);
}

QStringList wordsOf(const std::vector<LockRecord> &locks, const std::vector<OwnerRule> &rules = {})
{
    std::vector<const LockRecord *> pointers;
    for (const LockRecord &lock : locks)
        pointers.push_back(&lock);
    QStringList words;
    for (const Owner &owner : ownersAmong(pointers, rules).owners)
        words << QStringLiteral("%1 %2 %3/%4")
                     .arg(ownerBasisName(owner.id.basis), owner.id.name())
                     .arg(owner.holds.size())
                     .arg(owner.waits.size());
    return words;
}

} // namespace

/** Who holds what in all places: by what is known, and never by likeness. */
class TestOwners : public QObject
{
    Q_OBJECT

private slots:
    void anOwnerIsKnownByOneThing_data()
    {
        QTest::addColumn<LockRecord>("lock");
        QTest::addColumn<QString>("word");
        const auto row = [](const char *name, const LockRecord &lock, const char *word) {
            QTest::newRow(name) << lock << QString::fromLatin1(word);
        };
        row("host", lockOf("l", "web-3:17", detailWith("web-3")), "host web-3");
        row("process", lockOf("l", "9f1c:42", detailWith("", "9f1c")), "process 9f1c");
        row("host before process", lockOf("l", "x", detailWith("web-3", "9f1c")), "host web-3");
        row("address", lockOf("l", "17", detailWith("10.0.3.17", "", 17)), "address 10.0.3.17");
        row("session of this machine", lockOf("l", "17", detailWith("localhost", "", 17)),
            "session a #17");
        row("session", lockOf("l", "17", detailWith("", "", 17)), "session a #17");
        row("text", lockOf("l", "5f0c6d3e"), "text 5f0c6d3e");
        row("everybody's host", lockOf("l", "job@localhost", detailWith("localhost")),
            "text job@localhost");
        row("hostile", lockOf("l", "a\nb"), "text a\\nb");
        row("nothing", lockOf("l", ""), "");
        LockRecord unsignedOwner = lockOf("l", "1");
        unsignedOwner.findings.push_back({FindingId::UnsignedOwner, QStringLiteral("anybody's")});
        row("what anybody writes", unsignedOwner, "");
        LockRecord cut = lockOf("l", "abc");
        cut.holders.front().rawBytes = 5000;
        row("cut", cut, "");
    }
    void anOwnerIsKnownByOneThing()
    {
        QFETCH(LockRecord, lock);
        QFETCH(QString, word);
        const auto id = idOf(lock);
        QCOMPARE(id ? ownerBasisName(id->basis) + u' ' + id->name() : QString(), word);
    }

    void oneIsOneOnAllBackends()
    {
        QCOMPARE(
            wordsOf({lockOf("l1", "web-3:1", detailWith("web-3"), QStringLiteral("a")),
                     lockOf("l2", "ADDED@web-3", detailWith("web-3"), QStringLiteral("b")),
                     lockOf("l3", "web-33:1", detailWith("web-33"), QStringLiteral("a"))}),
            (QStringList{QStringLiteral("host web-3 2/0"), QStringLiteral("host web-33 1/0")}));
        // Sessions count by server; who is called like an address is not at it.
        QCOMPARE(wordsOf({lockOf("l1", "17", detailWith("", "", 17), QStringLiteral("a")),
                          lockOf("l2", "17", detailWith("", "", 17), QStringLiteral("b")),
                          lockOf("l3", "10.0.3.17", detailWith("10.0.3.17")),
                          lockOf("l4", "18", detailWith("10.0.3.17", "", 18))}),
                 (QStringList{
                     QStringLiteral("host 10.0.3.17 1/0"), QStringLiteral("address 10.0.3.17 1/0"),
                     QStringLiteral("session a #17 1/0"), QStringLiteral("session b #17 1/0")}));
    }

    /** Two that are shown alike are two, and who is called so to the letter comes first. */
    void whatIsShownAlikeIsNotOne()
    {
        const LockRecord raw = lockOf("l1", "a\nb");
        const LockRecord typed = lockOf("l2", "a\\nb");
        const OwnerId rawId = idOf(raw).value();
        const OwnerId typedId = idOf(typed).value();
        QCOMPARE(rawId.name(), typedId.name());
        QVERIFY(rawId != typedId);
        const QString name = rawId.name();
        QCOMPARE(ownersCalled(name, {rawId, typedId}), std::set<OwnerId>{typedId});
        QCOMPARE(ownersCalled(name, {rawId}), std::set<OwnerId>{rawId});
        QVERIFY(ownersCalled(QStringLiteral("a"), {rawId, typedId}).empty());
        // Known by different things, and called alike: both.
        const OwnerId host = idOf(lockOf("l3", "x", detailWith("web-3"))).value();
        const OwnerId text = idOf(lockOf("l4", "web-3")).value();
        QCOMPARE(ownersCalled(QStringLiteral("web-3"), {host, text}).size(), size_t(2));
    }

    void theProfileJoins()
    {
        const Profile profile =
            parseProfile("[[owner]]\nname = \"shop\"\nmatch = [\"web-?\", \"10.0.3.17\"]\n"
                         "[[owner]]\nname = \"rest\"\nmatch = [\"*\"]\n");
        QVERIFY(profile.problems.empty());
        QCOMPARE(wordsOf({lockOf("l1", "web-3:1", detailWith("web-3")),
                          lockOf("l2", "17", detailWith("10.0.3.17", "", 17)),
                          lockOf("l3", "web-4"), lockOf("l4", "web-44")},
                         profile.owners),
                 (QStringList{QStringLiteral("rule shop 3/0"), QStringLiteral("rule rest 1/0")}));
    }

    void aRuleThatIsWrongCostsItselfAlone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no name") << QByteArray("match = [\"a\"]");
        QTest::newRow("no patterns") << QByteArray("name = \"a\"");
        QTest::newRow("empty list") << QByteArray("name = \"a\"\nmatch = []");
        QTest::newRow("no list") << QByteArray("name = \"a\"\nmatch = \"a\"");
        QTest::newRow("no texts") << QByteArray("name = \"a\"\nmatch = [1]");
        QTest::newRow("empty pattern") << QByteArray("name = \"a\"\nmatch = [\"\"]");
        QTest::newRow("a name that hides") << QByteArray("name = \"a\\u202e\"\nmatch = [\"a\"]");
    }
    void aRuleThatIsWrongCostsItselfAlone()
    {
        QFETCH(QByteArray, text);
        const Profile profile = parseProfile("[[owner]]\n" + text
                                             + "\n[[owner]]\nname = \"b\"\nmatch = [\"b\"]\n"
                                               "[[backend]]\nurl = \"redis://127.0.0.1\"\n");
        QCOMPARE(profile.problems.size(), size_t(1));
        QVERIFY(!profile.problems.front().costsBackend);
        QCOMPARE(profile.owners.size(), size_t(1));
        QCOMPARE(profile.backends.size(), size_t(1));
    }

    void whatIsHeldCountsAndWhoWaits()
    {
        LockRecord held = lockOf("held", "web-3", detailWith("web-3"));
        held.waiters.list.push_back({QStringLiteral("#18"), 18, {}, true, detailWith("", "", 18)});
        held.waiters.list.push_back({QStringLiteral("#18"), 18, {}, true, detailWith("", "", 18)});
        held.waiters.list.push_back({QStringLiteral("somebody"), {}, {}, true, {}});
        held.heldSince = SteadyTime(50min);
        LockRecord older = lockOf("older", "web-3", detailWith("web-3"));
        older.heldSince = SteadyTime(40min);
        LockRecord expired = lockOf("expired", "web-3", detailWith("web-3"));
        expired.state = LockState::Expired;
        LockRecord unknown = lockOf("unknown", "web-3", detailWith("web-3"));
        unknown.state = LockState::Unknown;
        LockRecord nobody = lockOf("nobody", "");
        // Of one who holds it twice it is one lock.
        held.holders.push_back(held.holders.front());
        const std::vector<LockRecord> locks{held, older, expired, unknown, nobody};
        QCOMPARE(wordsOf(locks), (QStringList{QStringLiteral("host web-3 2/0"),
                                              QStringLiteral("session a #18 0/1")}));
        std::vector<const LockRecord *> pointers;
        for (const LockRecord &lock : locks)
            pointers.push_back(&lock);
        const OwnersFound found = ownersAmong(pointers, {});
        QCOMPARE(found.heldByNobodyKnown, 1);
        QCOMPARE(found.unknown, 1);
        QCOMPARE(found.owners.front().oldest, SteadyTime(40min));
        QCOMPARE(found.owners.front().hosts, QStringList{QStringLiteral("web-3")});
        QCOMPARE(found.owners.front().unknown.size(), size_t(1));
        const OwnerId web3{OwnerBasis::Host, "web-3"};
        const OwnerId waiter{OwnerBasis::Session, "a #18"};
        QList<bool> ofWeb3;
        QList<bool> ofWaiter;
        for (const LockRecord &lock : locks) {
            ofWeb3 << isOf(lock, web3, {});
            ofWaiter << isOf(lock, waiter, {});
        }
        QCOMPARE(ofWeb3, (QList<bool>{true, true, false, true, false}));
        QCOMPARE(ofWaiter, (QList<bool>{true, false, false, false, false}));
        QVERIFY(!isOf(held, {OwnerBasis::Text, "web-3"}, {}));
    }

    /** A text may be anybody's, and of an unknown lock nobody says so any more. */
    void ofAnUnknownLockATextNamesNobodyNew()
    {
        LockRecord held = lockOf("held", "token");
        LockRecord same = lockOf("same", "token");
        LockRecord other = lockOf("other", "1");
        same.state = LockState::Unknown;
        other.state = LockState::Unknown;
        const OwnersFound found = ownersAmong({&other, &same, &held}, {});
        QCOMPARE(found.owners.size(), size_t(1));
        QCOMPARE(found.owners.front().id.name(), QStringLiteral("token"));
        QCOMPARE(found.owners.front().unknown.size(), size_t(1));
        QCOMPARE(found.unknown, 2);
    }
};

LOCKMASTER_TEST(TestOwners, QCoreApplication)

} // namespace tst_owners

#include "tst_owners.moc"

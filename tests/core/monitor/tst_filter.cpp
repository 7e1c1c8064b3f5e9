// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/filterparser.h"

#include "core/text/literaltext.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_filter {

namespace {

const SteadyTime now(1h);

LockRecord lock()
{
    LockRecord record = fakeLock(fakeSource(QStringLiteral("billing-db"),
                                            QStringLiteral("redisson"), QStringLiteral("db 0")),
                                 "User:42:Card", "9f1c-raw:17", 4s, now);
    record.holders.front().label = QStringLiteral("Web-3 (9f1c..)");
    record.holders.front().holdCount = 2;
    HolderDetail detail;
    detail.host = QStringLiteral("web-3.example");
    detail.user = QStringLiteral("app");
    record.holders.front().detail = std::make_shared<const HolderDetail>(detail);
    record.heldSince = now - 10min;
    record.holderIdle = 90s;
    record.waiters.count = 3;
    record.findings = {{FindingId::SleepingHolder, {}}};
    return record;
}

} // namespace

class TestFilter : public QObject
{
    Q_OBJECT

private slots:
    /** `GET_LOCK` may have been entered more often than is told. */
    void aCountThatMayBeHigherProvesNoLimit()
    {
        LockRecord entered = lock();
        entered.holdCountExact = false;
        const auto matches = [&entered](const char *text) {
            return Filter::parse(QString::fromLatin1(text))->matches(entered, now);
        };
        for (const char *unproven : {"count=2", "count<3", "count<=2", "count>2"})
            QVERIFY2(!matches(unproven), unproven);
        for (const char *proven : {"count>1", "count>=2"})
            QVERIFY2(matches(proven), proven);
    }

    void matches_data()
    {
        QTest::addColumn<bool>("expected");
        const auto yes = [](const char *text) { QTest::newRow(text) << true; };
        const auto no = [](const char *text) { QTest::newRow(text) << false; };
        yes("");
        yes("   ");
        yes("card");
        yes("CARD web-3");
        no("card nobody");
        yes("user:42");
        yes("\"user:42:card\"");
        no("\"42 card\"");
        yes("9f1c-raw");
        yes("owner:web-3");
        yes("OWNER:web-3");
        yes("owner:example");
        yes("owner:app");
        no("owner:card");
        yes("name:card");
        no("name:web");
        yes("backend:billing");
        no("backend:cache");
        yes("source:\"db 0\"");
        no("source:\"db 1\"");
        yes("name=User:42:Card");
        yes("NAME=\"User:42:Card\"");
        yes("name=x,User:42:Card");
        yes("name=User:\"42\":Card");
        no("name=user:42:card");
        no("name=User:42");
        no("name=ser:42:Card");
        no("name=\"\"");
        no("-name=User:42:Card");
        yes("-name=User:42");
        yes("owner=9f1c-raw:17");
        yes("owner=\"Web-3 (9f1c..)\"");
        yes("owner=web-3.example");
        yes("owner=app");
        no("owner=web-3");
        no("owner=\"\"");
        yes("backend=billing-db");
        no("backend=billing");
        yes("source=\"db 0\"");
        no("source=db");
        yes("system=redisson");
        yes("system=leader,redisson");
        no("system=redis_string");
        yes("state=held");
        yes("finding=sleeping-holder");
        yes("system:redisson");
        yes("system:redis");
        yes("system:leader,redisson");
        no("system:leader,dist_lock");
        yes("state:held");
        yes("state:Held,blocked");
        no("state:expired");
        yes("finding:sleeping-holder");
        no("finding:no-expiry");
        yes("finding:no-expiry,sleeping-holder");
        yes("certainty:certain");
        no("certainty:likely");
        yes("certainty:likely,Certain");
        yes("ttl<5s");
        no("ttl<4s");
        yes("ttl<=4s");
        yes("ttl=4s");
        yes("ttl>=4s");
        no("ttl>4s");
        yes("ttl>3999ms");
        yes("held>9m");
        no("held>1h");
        yes("idle>1m29s");
        no("idle>1.5m");
        yes("waiters>2");
        no("waiters>3");
        yes("count=2");
        yes("-nobody");
        no("-card");
        no("-owner:web");
        yes("-state:free,expired");
        yes("-ttl>1h");
        yes("card -system:leader ttl<5s waiters>=3");
        no("card -system:redisson ttl<5s");
        yes("-");
        no("a<b");
        no("\"a<5\"");
        no("<5");
        no("job:17");
    }
    void matches()
    {
        QFETCH(bool, expected);
        const auto filter = Filter::parse(QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY2(filter.has_value(), filter ? "" : qPrintable(filter.error().message));
        QCOMPARE(filter->matches(lock(), now), expected);
    }

    void whatIsNotKnownNeverCompares_data()
    {
        QTest::addColumn<bool>("expected");
        QTest::newRow("ttl<1d") << false;
        QTest::newRow("ttl>0s") << false;
        QTest::newRow("held>0s") << false;
        QTest::newRow("idle>=0s") << false;
        QTest::newRow("waiters>=0") << false;
        QTest::newRow("waiters=0") << false;
        QTest::newRow("-waiters>0") << true;
    }
    void whatIsNotKnownNeverCompares()
    {
        QFETCH(bool, expected);
        const LockRecord bare = fakeLock(fakeSource(QStringLiteral("b")), "n", "o");
        const auto filter = Filter::parse(QString::fromUtf8(QTest::currentDataTag()));
        QCOMPARE(filter->matches(bare, now), expected);
    }

    void namesAreFoundAsStoredAndAsShown()
    {
        const auto source = fakeSource(QStringLiteral("b"));
        const auto matches = [&](const QByteArray &name, const QString &text) {
            return Filter::parse(text)->matches(fakeLock(source, name, "o"), now);
        };
        QVERIFY(matches("쿠폰:7", QStringLiteral("쿠폰")));
        QVERIFY(matches("ÄPFEL", QStringLiteral("äpfel")));
        QVERIFY(!matches("쿠폰:7", QStringLiteral("쿠푼")));
        QVERIFY(matches(QByteArray("a\0b", 3), QStringLiteral("name:b")));
        QVERIFY(matches("two\nlines", QStringLiteral("two\\nlines")));
        QVERIFY(matches("say \"hi\"", QStringLiteral("\"say \\\"hi\\\"\"")));
        QVERIFY(matches("owner:x", QStringLiteral("\"owner:x\"")));
        QVERIFY(matches("쿠폰:7", QStringLiteral("name=쿠폰:7")));
        QVERIFY(matches("a=b=", QStringLiteral("name=a=b=")));
        QVERIFY(matches("=", QStringLiteral("name==")));
        QVERIFY(matches("two\nlines", QStringLiteral("name=two\\nlines")));
        QVERIFY(matches("\xff", QStringLiteral("name=\\xff")));
        QVERIFY(!matches("\xff", QStringLiteral("name=\uFFFD")));
        QVERIFY(matches("", QStringLiteral("name=\"\"")));
        QVERIFY(matches("a,b", QStringLiteral("name=\"a,b\"")));
        QVERIFY(!matches("a,b", QStringLiteral("name=a,b")));
    }

    void anExactTermIsOfAnyText_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"daily-close", "", " ", "a b", "a,b", "\"", "\\", "a\\\"b", "-x", "a=b", "쿠폰"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void anExactTermIsOfAnyText()
    {
        QFETCH(QString, text);
        const QString term = Filter::exactTerm(u"name", {QStringLiteral("other"), text});
        const auto filter = Filter::parse(term);
        QVERIFY2(filter, qPrintable(term));
        const auto source = fakeSource(QStringLiteral("b"));
        QVERIFY(filter->matches(fakeLock(source, text.toUtf8(), "o"), now));
        QVERIFY(!filter->matches(fakeLock(source, text.toUtf8() + 'x', "o"), now));
        QVERIFY(!filter->matches(fakeLock(source, 'x' + text.toUtf8(), "o"), now));
    }

    /** As every place is shown, it can be asked for. */
    void aPlaceMayBeWrittenAsItIsShown()
    {
        const QString raw = QString::fromUtf8("a\u202eb");
        const auto source = fakeSource(raw);
        for (const QString &text : {raw, literalText(raw)}) {
            const auto filter = Filter::parse(Filter::exactTerm(u"backend", {text}));
            QVERIFY(filter);
            QVERIFY(filter->matches(fakeLock(source, "n", "o"), now));
            QVERIFY(!filter->matches(fakeLock(fakeSource(QStringLiteral("ab")), "n", "o"), now));
        }
    }

    void anOwnerThatIsNotToldIsNotEmpty()
    {
        const auto filter = Filter::parse(QStringLiteral("owner=\"\""));
        const auto source = fakeSource(QStringLiteral("b"));
        QVERIFY(filter->matches(fakeLock(source, "n", ""), now));
        QVERIFY(!filter->matches(fakeLock(source, "n", "o"), now));
    }

    void mistakesAreShownInPlace_data()
    {
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("word");
        const auto row = [](const char *text, int position, int length, const char *word) {
            QTest::newRow(text) << position << length << QString::fromLatin1(word);
        };
        row("state:gone", 6, 4, "'gone'");
        row("a state:held,lost b", 13, 4, "'lost'");
        row("finding:none", 8, 4, "name-cut");
        row("certainty:sure", 10, 4, "likely");
        row("owner:", 5, 1, "missing");
        row("owner:a,", 5, 3, "missing");
        row("owner: b", 5, 1, "missing");
        row("ttl<", 3, 1, "duration");
        row("ttl<5", 4, 1, "duration");
        row("ttl<fast", 4, 4, "duration");
        row("x ttl>=1w", 7, 2, "duration");
        row("waiters>many", 8, 4, "whole number");
        row("count>1.5", 6, 3, "whole number");
        row("ttl:5s", 0, 4, "ttl<5s");
        row("waiters:2", 0, 8, "waiters>0");
        row("owner<web", 0, 6, "owner=");
        row("owner=", 5, 1, "missing");
        row("owner=a,", 5, 3, "missing");
        row("nmae=web", 0, 5, "name=");
        row("system=redis", 7, 5, "redis_string");
        row("state=gone", 6, 4, "'gone'");
        row("name=\"a b", 5, 4, "not closed");
        row("onwer:web", 0, 6, "owner:");
        row("-stat:held", 1, 5, "state:");
        row("sytem:redisson", 0, 6, "system:");
        row("system:redison,foo", 7, 7, "redis_string");
        row("a tll<5s", 2, 4, "ttl");
        row("wait>=3", 0, 5, "waiters");
        row("card \"open", 5, 5, "not closed");
        row("name:\"a b", 5, 4, "not closed");
    }
    void mistakesAreShownInPlace()
    {
        QFETCH(int, position);
        QFETCH(int, length);
        QFETCH(QString, word);
        const auto filter = Filter::parse(QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY(!filter.has_value());
        QCOMPARE(filter.error().position, position);
        QCOMPARE(filter.error().length, length);
        QVERIFY2(filter.error().message.contains(word), qPrintable(filter.error().message));
    }

    void durations_data()
    {
        QTest::addColumn<std::optional<Micros>>("expected");
        const auto row = [](const char *text, std::optional<Micros> expected) {
            QTest::newRow(text) << expected;
        };
        row("5s", 5s);
        row("250us", 250us);
        row("1.5ms", 1500us);
        row("1m30s", 90s);
        row("2h", 2h);
        row("1d", 24h);
        row("0s", 0s);
        row("", std::nullopt);
        row("5", std::nullopt);
        row("s", std::nullopt);
        row("-5s", std::nullopt);
        row("5 s", std::nullopt);
        row("5x", std::nullopt);
        row("1.2.3s", std::nullopt);
        row("infs", std::nullopt);
        row("1e9d", std::nullopt);
        row("99999999999d", std::nullopt);
    }
    void durations()
    {
        QFETCH(std::optional<Micros>, expected);
        const auto parsed = parseDuration(QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY(parsed == expected);
    }

    void knowsWhetherTimeMatters()
    {
        QVERIFY(!Filter().dependsOnTime());
        QVERIFY(Filter::parse(QStringLiteral("a ttl<5s"))->dependsOnTime());
        QVERIFY(Filter::parse(QStringLiteral("held>1h"))->dependsOnTime());
        QVERIFY(!Filter::parse(QStringLiteral("idle>1h waiters>0 state:held"))->dependsOnTime());
    }

    void emptyTextIsTheEmptyFilter()
    {
        QVERIFY(Filter().isEmpty());
        QVERIFY(Filter::parse(QStringLiteral("  "))->isEmpty());
        QVERIFY(!Filter::parse(QStringLiteral("a"))->isEmpty());
        QCOMPARE(Filter::parse(QStringLiteral("a b"))->text(), QStringLiteral("a b"));
    }

    /** What the window calls a server is one for the filter, too. */
    void aServerIsABackend()
    {
        const auto source = fakeSource(QStringLiteral("cache-auth"));
        for (const char *text : {"server:cache", "Server:AUTH", "server=cache-auth",
                                 "server:x,cache", "-server:billing"}) {
            const auto filter = Filter::parse(QString::fromLatin1(text));
            QVERIFY2(filter, text);
            QVERIFY2(filter->matches(fakeLock(source, "n", "o"), now), text);
            QVERIFY(filter->unknownFields().isEmpty());
        }
        QVERIFY(!Filter::parse(QStringLiteral("server=cache"))
                     ->matches(fakeLock(source, "server=cache", "o"), now));
        // It came later: what is only like it was a text before, such as the begin of a key.
        QVERIFY(Filter::parse(QStringLiteral("servers:job:7")));
        QVERIFY(!Filter::parse(QStringLiteral("backnd:cache")));
    }

    void aTermOfTheSameFieldGivesWay_data()
    {
        QTest::addColumn<QString>("term");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *text, const char *term, const char *expected) {
            QTest::newRow(text) << QString::fromUtf8(term) << QString::fromUtf8(expected);
        };
        row("", "owner=\"b\"", "owner=\"b\"");
        row("owner=\"a\"", "owner=\"b\"", "owner=\"b\"");
        row("  state:held   -owner:\"a b\"  ttl<5s ", "owner=\"b\"",
            "state:held ttl<5s owner=\"b\"");
        row("server:x card", "backend=\"y\"", "card backend=\"y\"");
        row("쿠폰 \"owner:a\"", "owner=\"b\"", "쿠폰 \"owner:a\" owner=\"b\"");
        row("name:a,b", "name=\"c\",\"d\"", "name=\"c\",\"d\"");
    }
    void aTermOfTheSameFieldGivesWay()
    {
        QFETCH(QString, term);
        QFETCH(QString, expected);
        const auto filter = Filter::parse(QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY(filter);
        QCOMPARE(filter->narrowedBy(term), expected);
        QVERIFY(Filter::parse(expected));
    }

    void completions_data()
    {
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *text, const QStringList &expected) {
            QTest::newRow(text) << expected;
        };
        const auto words = [](const char *list) {
            return QString::fromLatin1(list).split(QLatin1Char('|'));
        };
        row("s", words("system:|system=|state:|server:|server=|source:|source="));
        row("server:b", words("server:billing|server:\"big one\""));
        row("card ow", words("owner:|owner="));
        row("-st", words("-state:"));
        row("state:", words("state:held|state:expired|state:free|state:blocked|state:unknown"));
        row("state:held,b", words("state:held,blocked"));
        row("-finding:no", words("-finding:no-expiry"));
        row("certainty:l", words("certainty:likely"));
        row("system:re", words("system:redisson|system:redis_string"));
        row("backend:b", words("backend:billing|backend:\"big one\""));
        row("backend:\"big o", words("backend:\"big one\""));
        row("backend=b", words("backend=billing|backend=\"big one\""));
        row("-system=leader,re", words("-system=leader,redisson|-system=leader,redis_string"));
        row("name=b:s", {});
        row("ttl", words("ttl<"));
        row("zzz", {});
        row("owner:w", {});
        row("state:held", {});
    }
    void completions()
    {
        QFETCH(QStringList, expected);
        const QStringList backends{QStringLiteral("billing"), QStringLiteral("big one")};
        const QStringList systems{QStringLiteral("dist_lock"), QStringLiteral("redisson"),
                                  QStringLiteral("redis_string")};
        const QString text = QString::fromUtf8(QTest::currentDataTag());
        QCOMPARE(Filter::completions(text, backends, systems), expected);
        QVERIFY(Filter::completions(QString(), backends, systems).size() == 21);
    }
};

LOCKMASTER_TEST(TestFilter, QCoreApplication)

} // namespace tst_filter

#include "tst_filter.moc"

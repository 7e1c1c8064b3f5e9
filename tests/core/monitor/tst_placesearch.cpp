// SPDX-License-Identifier: Apache-2.0
#include "core/formats/knownnames.h"
#include "core/monitor/placesearch.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"

#include <QCryptographicHash>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_placesearch {

/** Who looks for something by a few letters finds it, and what matters first. */
class TestPlaceSearch : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    bool m_isWanted = true;
    int m_asked = 0;

    PlacesFound find(const QString &typed)
    {
        return findPlaces(*m_store->view(), PlaceLetters(typed), [this] {
            ++m_asked;
            return m_isWanted;
        });
    }
    static QStringList list(const char *names)
    {
        return QString::fromUtf8(names).split(QStringLiteral(", "));
    }
    static QString nameOf(const Place &place)
    {
        switch (place.kind) {
        case Place::Kind::Server: return QStringLiteral("server ") + place.server->name;
        case Place::Kind::Owner: return QStringLiteral("owner ") + place.owner->id.name();
        case Place::Kind::Lock: break;
        }
        return QStringLiteral("%1 on %2")
            .arg(QString::fromUtf8(place.lock.name()), place.server->name);
    }
    QStringList namesFor(const QString &typed)
    {
        QStringList names;
        for (const Place &place : find(typed).places)
            names << nameOf(place);
        return names;
    }
    void watch(const QString &name)
    {
        m_feed->backends.push_back(makeStatus(name, BackendKind::Redis, m_clock));
    }
    void hold(const QByteArray &name, const QString &backend = QStringLiteral("cache"))
    {
        m_feed->locks.push_back({.name = name, .backend = backend});
    }

private slots:
    void cleanup() { makeNamesKnown(nullptr); }
    void init()
    {
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_feed->query.wantsOwners = true;
        m_isWanted = true;
        m_asked = 0;
        watch(QStringLiteral("cache"));
    }

    /** One name on more servers than are listed. */
    void aServersNameTellsTheSameLocksApart()
    {
        for (int i = 0; i < 120; ++i) {
            const QString name = QStringLiteral("shop-%1").arg(i, 3, 10, QLatin1Char('0'));
            watch(name);
            hold("order:42", name);
            hold("order:421", name);
        }
        m_feed->build({});
        QCOMPARE(namesFor(QStringLiteral("order:42 shop-117")).value(0),
                 QStringLiteral("order:42 on shop-117"));
        QCOMPARE(namesFor(QStringLiteral("order:42 117")),
                 list("order:42 on shop-117, order:421 on shop-117"));
        QVERIFY(namesFor(QStringLiteral("order:43 117")).isEmpty());
        QCOMPARE(find(QStringLiteral("order:42 shop")).fitting, 240);
    }

    void theNameItselfComesBeforeWhatBeginsSo()
    {
        for (const char *name : {"order:420", "reorder:42", "order:42:items", "oxrxdxexrx42",
                                 "my-order:42", "order:42", "coupon"})
            hold(name);
        m_feed->build({});
        QCOMPARE(namesFor(QStringLiteral("order:42")),
                 list("order:42 on cache, order:420 on cache, order:42:items on cache, my-order:42 "
                      "on cache, reorder:42 on cache"));
        QCOMPARE(namesFor(QStringLiteral("order42")),
                 list("order:42 on cache, my-order:42 on cache, order:420 on cache, "
                      "order:42:items on cache, oxrxdxexrx42 on cache, reorder:42 on cache"));
    }

    /** Whatever trouble another one is in that is called nearly so. */
    void theVeryNameIsTheFirst()
    {
        for (const char *name : {"Order:42", "order::42"})
            m_feed->locks.push_back(
                {.name = name, .backend = QStringLiteral("cache"), .state = LockState::Blocked});
        hold("order:42");
        m_feed->build({});
        QCOMPARE(namesFor(QStringLiteral("order:42")).value(0),
                 QStringLiteral("order:42 on cache"));
    }

    /** Of a hash the window shows the name that the profile knows: by that it is looked for. */
    void aLockIsFoundByTheNameThatIsShown()
    {
        const QByteArray hash =
            "schedule-" + QCryptographicHash::hash("nightly", QCryptographicHash::Sha1).toHex();
        hold(hash);
        hold("nightly-report");
        m_feed->build({});
        QCOMPARE(namesFor(QStringLiteral("nightly")), list("nightly-report on cache"));
        auto names = std::make_shared<NameDictionary>();
        QVERIFY(names->add(QStringLiteral("nightly"), QStringLiteral("nightly")));
        makeNamesKnown(names);
        const QString shown = QString::fromLatin1(hash) + QStringLiteral(" on cache");
        QCOMPARE(namesFor(QStringLiteral("nightly")),
                 (QStringList{QStringLiteral("nightly-report on cache"), shown}));
        QCOMPARE(find(QStringLiteral("schedule-nightly")).places.front().fit, Fit::Exact);
        QCOMPARE(namesFor(QStringLiteral("schedule-nightly cache")), QStringList{shown});
        QCOMPARE(namesFor(QString::fromLatin1(hash)), QStringList{shown}); // as it is stored
    }

    void whatIsInTroubleComesFirstAmongEquals()
    {
        hold("job:1");
        m_feed->locks.push_back(
            {.name = "job:3", .backend = QStringLiteral("cache"), .state = LockState::Blocked});
        hold("job:2");
        m_feed->build({});
        QCOMPARE(namesFor(QStringLiteral("job")),
                 list("job:3 on cache, job:1 on cache, job:2 on cache"));
    }

    void serversAndOwnersAreFoundAsWell()
    {
        watch(QStringLiteral("web-cache"));
        m_feed->locks.push_back({.name = "web:1",
                                 .backend = QStringLiteral("cache"),
                                 .owner = "web-3:4711",
                                 .host = QStringLiteral("web-3")});
        m_feed->build({});
        QCOMPARE(namesFor(QStringLiteral("web")),
                 list("server web-cache, owner web-3, web:1 on cache"));
        const PlacesFound found = find(QStringLiteral("web"));
        QCOMPARE(found.servers, 2);
        QCOMPARE(found.owners, 1);
        QCOMPARE(found.locks, 1);
        QCOMPARE(found.fitting, 3);
    }

    void aServerThatDoesNotAnswerComesFirstAndItsLocksAreFound()
    {
        watch(QStringLiteral("cache-2"));
        hold("lost", QStringLiteral("cache-2"));
        m_feed->backends.back().state = BackendState::Offline;
        m_feed->build({});
        QCOMPARE(namesFor(QStringLiteral("cach")), list("server cache-2, server cache"));
        QCOMPARE(namesFor(QStringLiteral("lost")), list("lost on cache-2"));
    }

    void scopeAndFilterHideNothing()
    {
        hold("order:42");
        m_feed->query.filter = *Filter::parse(QStringLiteral("coupon"));
        m_feed->query.scope.backend = QStringLiteral("elsewhere");
        m_feed->build({});
        QVERIFY(m_store->view()->rows.empty());
        QCOMPARE(namesFor(QStringLiteral("order")), list("order:42 on cache"));
    }

    void whatStandsApartIsFoundToo()
    {
        watch(QStringLiteral("lab"));
        hold("election", QStringLiteral("lab"));
        m_feed->build({QStringLiteral("lab")});
        QCOMPARE(namesFor(QStringLiteral("elec")), list("election on lab"));
    }

    void noKindCrowdsOutTheOthers()
    {
        for (int i = 0; i < 100; ++i) {
            watch(QStringLiteral("node-%1").arg(i));
            m_feed->locks.push_back({.name = "node:" + QByteArray::number(i),
                                     .backend = QStringLiteral("node-%1").arg(i),
                                     .owner = "node" + QByteArray::number(i),
                                     .host = QStringLiteral("node%1").arg(i)});
        }
        m_feed->build({});
        const PlacesFound found = find(QStringLiteral("node"));
        QCOMPARE(found.places.size(), PlacesFound::most);
        QCOMPARE(found.fitting, 300);
        const auto count = [&found](Place::Kind kind) {
            return std::count_if(found.places.begin(), found.places.end(),
                                 [kind](const Place &place) { return place.kind == kind; });
        };
        QCOMPARE(count(Place::Kind::Server), 12);
        QCOMPARE(count(Place::Kind::Owner), 12);
        QCOMPARE(count(Place::Kind::Lock), 26);
        // Who is alone has all the room.
        QCOMPARE(find(QStringLiteral("node-")).places.size(), PlacesFound::most);
    }

    void theFirstOfManyAreTheBestOfAll()
    {
        for (int i = 999; i >= 0; --i)
            hold("job:" + QByteArray::number(i).rightJustified(4, '0'));
        m_feed->build({});
        const QStringList names = namesFor(QStringLiteral("job"));
        QCOMPARE(names.size(), qsizetype(PlacesFound::most));
        QCOMPARE(names.front(), QStringLiteral("job:0000 on cache"));
        QCOMPARE(names.last(), QStringLiteral("job:0049 on cache"));
        QCOMPARE(find(QStringLiteral("job")).fitting, 1000);
    }

    void whoIsNotWantedAnyMoreEndsSoon()
    {
        for (int i = 0; i < 20'000; ++i)
            hold("job:" + QByteArray::number(i));
        m_feed->build({});
        m_isWanted = false;
        QVERIFY(find(QStringLiteral("job")).locks < 5000);
        QCOMPARE(m_asked, 1);
    }
};

LOCKMASTER_TEST(TestPlaceSearch, QCoreApplication)

} // namespace tst_placesearch

#include "tst_placesearch.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "core/display/locktablemodel.h"
#include "core/display/locktext.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QItemSelectionModel>
#include <QRandomGenerator>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_locktablemodel {

namespace {

QString cell(const LockTableModel &model, int row, LockColumn column)
{
    return model.index(row, static_cast<int>(column)).data().toString();
}

LockSpec named(const QByteArray &name)
{
    return {.name = name};
}

/** One table model on a store of its own, watched by the model tester. */
struct Bench {
    ManualClock clock;
    LockStore store;
    LockTableModel model{store, {}, clock};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    ViewFeed feed{store, clock};

    Bench()
    {
        feed.backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, clock)};
    }
};

QStringList cells(const LockTableModel &model, int row)
{
    QStringList texts;
    for (int column = 0; column < lockColumnCount; ++column)
        texts.append(cell(model, row, static_cast<LockColumn>(column)));
    return texts;
}

QSet<QString> namesOf(const QItemSelectionModel &selection)
{
    QSet<QString> names;
    for (const QModelIndex &index : selection.selectedRows(int(LockColumn::Name)))
        names.insert(index.data().toString());
    return names;
}

/** What a window would show that reads a cell again only where it is told to. */
class Mirror
{
public:
    explicit Mirror(const LockTableModel &model) : m_model(model)
    {
        using Model = QAbstractItemModel;
        QObject::connect(&model, &Model::rowsInserted, &m_context,
                         [this](const QModelIndex &, int first, int last) {
                             m_rows.insert(m_rows.begin() + first, size_t(last - first + 1), {});
                             read(first, last);
                         });
        QObject::connect(&model, &Model::rowsRemoved, &m_context,
                         [this](const QModelIndex &, int first, int last) {
                             m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
                         });
        QObject::connect(&model, &Model::layoutChanged, &m_context, [this] {
            m_rows.resize(size_t(m_model.rowCount()));
            read(0, m_model.rowCount() - 1);
        });
        QObject::connect(&model, &Model::dataChanged, &m_context,
                         [this](const QModelIndex &first, const QModelIndex &last) {
                             read(first.row(), last.row());
                         });
    }
    const std::vector<QStringList> &rows() const { return m_rows; }

private:
    void read(int first, int last)
    {
        for (int row = first; row <= last; ++row)
            m_rows[size_t(row)] = cells(m_model, row);
    }

    const LockTableModel &m_model;
    std::vector<QStringList> m_rows;
    QObject m_context;
};

/** Some dozens of locks to which anything happens; rarely, to all of them. */
class RandomTown
{
public:
    explicit RandomTown(std::vector<LockSpec> &locks) : m_locks(locks) {}

    int any(int count) { return m_random.bounded(count); }
    void change(int round)
    {
        const int kind = m_random.bounded(100);
        const int size = int(m_locks.size());
        if (kind == 0 && round % 7 == 0)
            m_locks.clear();
        else if (kind < 5)
            std::reverse(m_locks.begin(), m_locks.end());
        else if (kind < 10 && size > 1)
            std::rotate(m_locks.begin(), m_locks.begin() + any(size), m_locks.end());
        else if (size < 40 || kind < 25)
            insert(round, 1 + any(4));
        else if (kind < 45)
            erase(1 + any(4));
        else
            alter(1 + any(6));
    }

private:
    void insert(int round, int count)
    {
        const auto at = m_locks.begin() + any(int(m_locks.size()) + 1);
        std::vector<LockSpec> added;
        for (int i = 0; i < count; ++i)
            added.push_back(named("lock-" + QByteArray::number(round) + '-' + char('a' + i)));
        m_locks.insert(at, added.begin(), added.end());
    }
    void erase(int count)
    {
        for (int i = 0; i < count && !m_locks.empty(); ++i)
            m_locks.erase(m_locks.begin() + any(int(m_locks.size())));
    }
    void alter(int count)
    {
        for (int i = 0; i < count; ++i) {
            LockSpec &lock = m_locks[size_t(any(int(m_locks.size())))];
            switch (any(5)) {
            case 0: lock.owner = "web-" + QByteArray::number(any(1000)); break;
            case 1: lock.state = any(2) == 0 ? LockState::Expired : LockState::Held; break;
            case 2: lock.ttl = Millis(any(100'000)); break;
            case 3: lock.waiters = any(9); break;
            default: lock.ttl.reset(); break;
            }
        }
    }

    std::vector<LockSpec> &m_locks;
    QRandomGenerator m_random{20260102};
};

} // namespace

class TestLockTableModel : public QObject
{
    Q_OBJECT

private slots:
    /** Dashes and question marks mean something else in each column. */
    void headingsAndSignsExplainThemselves()
    {
        Bench bench;
        bench.feed.locks = {{.name = "free", .state = LockState::Free, .owner = {}},
                            {.name = "lost", .state = LockState::Unknown, .owner = {}},
                            {.name = "undated", .held = {}, .basis = HeldBasis::None}};
        bench.feed.publish();
        const LockTableModel &model = bench.model;
        for (int column = 0; column < model.columnCount(); ++column) {
            const auto told = [&](int role) {
                return model.headerData(column, Qt::Horizontal, role).toString();
            };
            QVERIFY2(!told(Qt::ToolTipRole).isEmpty(), qPrintable(told(Qt::DisplayRole)));
            QVERIFY(!told(Qt::AccessibleDescriptionRole).isEmpty());
            for (int row = 0; row < model.rowCount(); ++row) {
                const QModelIndex cell = model.index(row, column);
                const QString text = cell.data().toString();
                if (text != LockText::none() && text != LockText::unknown())
                    continue;
                const QString why = cell.data(Qt::AccessibleDescriptionRole).toString();
                QVERIFY2(why.size() > 5, qPrintable(told(Qt::DisplayRole) + u' ' + text));
                const QString first = why.section(u'\n', 0, 0).toHtmlEscaped();
                QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(first));
            }
        }
    }

    void aLikelyLockIsMarkedAndStandsBack()
    {
        Bench bench;
        bench.feed.locks = {{.name = "a"}, {.name = "b", .certainty = Certainty::Likely}};
        bench.feed.publish();
        const auto at = [&bench](int row, LockColumn column, int role) {
            return bench.model.index(row, int(column)).data(role);
        };
        const auto tone = [&at](int row) {
            return at(row, LockColumn::Name, ToneRole).value<Tone>();
        };
        QCOMPARE(at(0, LockColumn::System, Qt::DisplayRole).toString(),
                 QStringLiteral("dist_lock"));
        QCOMPARE(at(1, LockColumn::System, Qt::DisplayRole).toString(),
                 QStringLiteral("dist_lock?"));
        QVERIFY(at(1, LockColumn::System, Qt::AccessibleTextRole)
                    .toString()
                    .contains(QLatin1StringView("likely")));
        QVERIFY(at(1, LockColumn::System, Qt::ToolTipRole)
                    .toString()
                    .contains(QLatin1StringView("pattern")));
        // The name, which is always shown, is marked as well, and stays as it is to be copied.
        QVERIFY(!at(0, LockColumn::Name, LikelyRole).toBool());
        QVERIFY(at(1, LockColumn::Name, LikelyRole).toBool());
        QCOMPARE(at(1, LockColumn::Name, Qt::DisplayRole).toString(), QStringLiteral("b"));
        QCOMPARE(at(1, LockColumn::Name, Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Lock: b, likely"));
        QVERIFY(at(1, LockColumn::Name, Qt::ToolTipRole)
                    .toString()
                    .contains(QLatin1StringView("Likely a lock")));
        QVERIFY(!at(0, LockColumn::Name, Qt::ToolTipRole)
                     .toString()
                     .contains(QLatin1StringView("ikely")));
        QCOMPARE(tone(0), Tone::Plain);
        QCOMPARE(tone(1), Tone::Muted);
        // What it is doing is told as of any other.
        QCOMPARE(at(1, LockColumn::State, Qt::DisplayRole),
                 at(0, LockColumn::State, Qt::DisplayRole));
        QCOMPARE(at(1, LockColumn::State, ToneRole), at(0, LockColumn::State, ToneRole));
    }

    void anySequenceOfViewsEndsEqualToAFreshModel()
    {
        Bench bench;
        const QSignalSpy resets(&bench.model, &QAbstractItemModel::modelReset);
        RandomTown town(bench.feed.locks);
        const Mirror mirror(bench.model);
        QItemSelectionModel selection(&bench.model);
        QSet<QString> selected;
        for (int round = 0; round < 10'000; ++round) {
            town.change(round);
            bench.feed.publish();

            const LockTableModel fresh(bench.store, {}, bench.clock);
            QCOMPARE(mirror.rows().size(), size_t(fresh.rowCount()));
            QSet<QString> there;
            for (int row = 0; row < fresh.rowCount(); ++row) {
                const QString name = QString::fromUtf8(bench.feed.locks[size_t(row)].name);
                QCOMPARE(mirror.rows()[size_t(row)].at(int(LockColumn::Name)), name);
                there.insert(name);
                if (round % 20 == 0)
                    QCOMPARE(mirror.rows()[size_t(row)], cells(fresh, row));
            }
            // A selection follows its locks for as long as they are there.
            selected.intersect(there);
            QCOMPARE(namesOf(selection), selected);
            if (fresh.rowCount() > 0) {
                const int row = town.any(fresh.rowCount());
                selection.select(bench.model.index(row, 0),
                                 QItemSelectionModel::Toggle | QItemSelectionModel::Rows);
                selected = namesOf(selection);
            }
        }
        QCOMPARE(resets.size(), 0);
    }

    void stateAgesWhenItsToneOrItsBackendDoes()
    {
        Bench bench;
        LockSpec soon = named("soon");
        soon.ttl = 12'500ms; // of a minute
        bench.feed.locks = {soon, named("later")};
        bench.feed.publish();
        const SteadyTime seen = bench.clock.now();
        QVERIFY(!bench.model.stateAgedSince(0, seen));
        bench.clock.advance(1s);
        QVERIFY(bench.model.stateAgedSince(0, seen));
        QVERIFY(!bench.model.stateAgedSince(1, seen));
        bench.clock.advance(1h); // no word of the backend for long
        QVERIFY(bench.model.stateAgedSince(1, seen));
    }

    void selectionFollowsTheLockAndNotTheRow()
    {
        Bench bench;
        bench.feed.locks = {named("a"), named("b"), named("c"), named("d")};
        bench.feed.publish();
        QItemSelectionModel selection(&bench.model);
        const auto select = [&](int row) {
            selection.select(bench.model.index(row, 0),
                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
        };
        select(1);
        select(2);
        bench.feed.locks = {named("d"), named("c"), named("new"), named("a")};
        bench.feed.publish();
        const QModelIndexList rows = selection.selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().data().toString(), QStringLiteral("c"));
        QCOMPARE(rows.front().row(), 1);
    }

    void onlyWhatChangedIsAnnounced()
    {
        Bench bench;
        bench.feed.locks = {named("a"), named("b"), named("c"), named("d")};
        bench.feed.publish();
        const QSignalSpy changed(&bench.model, &QAbstractItemModel::dataChanged);
        const QSignalSpy layout(&bench.model, &QAbstractItemModel::layoutChanged);
        const auto &shown = bench.store.view()->rows;
        std::vector<ViewRow> rows(shown.begin(), shown.end());
        bench.feed.publishRows(rows);
        QCOMPARE(changed.size(), 0);

        rows[2].lock = PackedLock(*makeLock({.name = "c", .owner = "other"}, bench.clock));
        rows[2].mark = RowMark::Changed;
        bench.feed.publishRows(rows);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.front().at(0).toModelIndex().row(), 2);
        QCOMPARE(changed.front().at(1).toModelIndex().row(), 2);
        QCOMPARE(layout.size(), 0);
        QCOMPARE(cell(bench.model, 2, LockColumn::Owner), QStringLiteral("other"));
    }

    void aBackendThatGoesStaleChangesItsRows()
    {
        Bench bench;
        bench.feed.locks = {named("a"), named("b")};
        bench.feed.publish();
        const SharedList<ViewRow> rows = bench.store.view()->rows;
        const QSignalSpy changed(&bench.model, &QAbstractItemModel::dataChanged);
        bench.feed.backends.front().state = BackendState::Stale;
        bench.feed.publishRows(rows);
        QCOMPARE(changed.size(), 1);
    }

    /** An open alert makes a row as loud as one that is stuck, and is said in words, too. */
    void anOpenAlertIsSeen()
    {
        Bench bench;
        LockSpec found = named("c");
        found.findings = {{FindingId::NoExpiry, QStringLiteral("it never ends")}};
        bench.feed.locks = {named("a"), named("b"), found};
        bench.feed.publish();
        const SharedList<ViewRow> rows = bench.store.view()->rows;
        const QSignalSpy changed(&bench.model, &QAbstractItemModel::dataChanged);
        bench.feed.query.alarmed = makeLockSet({rows[1].lock.id(), rows[2].lock.id()});
        bench.feed.publishRows(rows);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(cell(bench.model, 0, LockColumn::State), QStringLiteral("held"));
        QCOMPARE(cell(bench.model, 1, LockColumn::State), QStringLiteral("held · alert"));
        QVERIFY(!bench.model.index(0, 0).data(AlarmRole).toBool());
        QVERIFY(bench.model.index(1, 0).data(AlarmRole).toBool());
        // Beside a finding there is no room for the word: it is said.
        const QModelIndex sign = bench.model.index(2, int(LockColumn::State));
        QVERIFY(sign.data(AlarmRole).toBool());
        QCOMPARE(sign.data().toString(), QStringLiteral("held"));
        QCOMPARE(sign.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("State: held · alert, findings: 1"));
        bench.feed.query.alarmed = nullptr;
        bench.feed.publishRows(rows);
        QCOMPARE(changed.size(), 2);
        QCOMPARE(cell(bench.model, 1, LockColumn::State), QStringLiteral("held"));
    }

    void ttlIsSaidWithItsMeaning_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("ttlMs"); // -1: no expiry
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("tone");
        const auto row = [](const char *name, LockState state, int ttl, const char *text,
                            Tone tone) {
            QTest::newRow(name) << int(state) << ttl << QString::fromUtf8(text) << int(tone);
        };
        row("running", LockState::Held, 41'000, "41 s", Tone::Held);
        row("two units", LockState::Held, 134'000, "2 m 14 s", Tone::Held);
        row("below a fifth", LockState::Held, 9'400, "9.4 s", Tone::Expiring);
        row("over, and no look since", LockState::Held, -500, "0 s", Tone::Expiring);
        row("no expiry", LockState::Held, -1, "∞ none", Tone::NoExpiry);
        row("expired", LockState::Expired, -7'200'000, "−2 h", Tone::Muted);
        row("blocked", LockState::Blocked, 1'000, "1.0 s", Tone::Danger);
        row("unknown", LockState::Unknown, 41'000, "?", Tone::Unknown);
        row("free", LockState::Free, -1, "–", Tone::Muted);
    }
    void ttlIsSaidWithItsMeaning()
    {
        QFETCH(int, state);
        QFETCH(int, ttlMs);
        QFETCH(QString, text);
        QFETCH(int, tone);
        Bench bench;
        LockSpec spec{.name = "x", .state = LockState(state)};
        spec.ttl = ttlMs == -1 ? std::nullopt : std::optional(Millis(ttlMs));
        bench.feed.locks = {spec};
        bench.feed.publish();
        QCOMPARE(cell(bench.model, 0, LockColumn::Ttl), text);
        const QModelIndex ttl = bench.model.index(0, int(LockColumn::Ttl));
        QCOMPARE(int(ttl.data(ToneRole).value<Tone>()), tone);
    }

    void countdownFollowsTheClockWithoutAnUpdate()
    {
        Bench bench;
        bench.feed.locks = {{.name = "x", .ttl = 30s}};
        bench.feed.publish();
        const QModelIndex ttl = bench.model.index(0, int(LockColumn::Ttl));
        QCOMPARE(ttl.data(TtlShareRole).toDouble(), 0.5);
        bench.clock.advance(15s);
        QCOMPARE(ttl.data().toString(), QStringLiteral("15 s"));
        QCOMPARE(ttl.data(TtlShareRole).toDouble(), 0.25);
    }

    void oldDataSaySo()
    {
        Bench bench;
        bench.feed.locks = {named("x")};
        bench.feed.publish();
        QCOMPARE(cell(bench.model, 0, LockColumn::State), QStringLiteral("held"));
        bench.clock.advance(7s);
        QCOMPARE(cell(bench.model, 0, LockColumn::State), QStringLiteral("held, 7 s ago"));
        // Nobody knows that it was held any longer than it was seen.
        const QString held = cell(bench.model, 0, LockColumn::Held);
        bench.clock.advance(60s);
        QCOMPARE(cell(bench.model, 0, LockColumn::Held), held);
    }

    void sinceItWasFirstSeenIsAtLeast()
    {
        Bench bench;
        bench.feed.locks = {{.name = "seen", .basis = HeldBasis::Observed},
                            {.name = "told", .basis = HeldBasis::Server}};
        bench.feed.publish();
        QCOMPARE(cell(bench.model, 0, LockColumn::Held), QStringLiteral("≥ 2 m 14 s"));
        QCOMPARE(cell(bench.model, 1, LockColumn::Held), QStringLiteral("2 m 14 s"));
    }

    void whatIsNotKnownIsNotADash()
    {
        Bench bench;
        bench.feed.locks = {{.name = "unknown", .state = LockState::Unknown, .waiters = 3},
                            {.name = "nobody waits", .waiters = 0},
                            {.name = "cannot be seen"}};
        bench.feed.publish();
        QCOMPARE(cell(bench.model, 0, LockColumn::Waiters), QStringLiteral("?"));
        QCOMPARE(cell(bench.model, 0, LockColumn::Held), QStringLiteral("?"));
        QCOMPARE(cell(bench.model, 1, LockColumn::Waiters), QStringLiteral("0"));
        QCOMPARE(cell(bench.model, 2, LockColumn::Waiters), QStringLiteral("–"));
    }

    void changesAreToldAsFarAsTheyWereSeen()
    {
        Bench bench;
        bench.feed.locks = {named("a"), named("b")};
        bench.feed.publish();
        QCOMPARE(cell(bench.model, 0, LockColumn::Changes), QStringLiteral("–"));
        const LockId id = bench.model.lockAt(0).id;
        const auto publish = [&](qint64 count, bool isLeast) {
            auto changes = std::make_shared<LockChanges>();
            changes->counted = {{id, count}};
            changes->watched = {{QStringLiteral("billing-db"), isLeast, false}};
            auto view = std::make_shared<ViewSnapshot>(*bench.store.view());
            view->changes = changes;
            ViewUpdate update;
            update.view = view;
            update.newRowOfOld = {0, 1};
            bench.store.apply(update);
        };
        const QSignalSpy told(&bench.model, &QAbstractItemModel::dataChanged);
        publish(7, true);
        QCOMPARE(told.size(), 1); // no row is another one, and what they say is
        QCOMPARE(cell(bench.model, 0, LockColumn::Changes), QStringLiteral("≥ 7"));
        QCOMPARE(cell(bench.model, 1, LockColumn::Changes), QStringLiteral("≥ 0"));
        publish(8, false);
        QCOMPARE(cell(bench.model, 0, LockColumn::Changes), QStringLiteral("8"));
        const QModelIndex index = bench.model.index(0, int(LockColumn::Changes));
        const QString toolTip = index.data(Qt::ToolTipRole).toString();
        QVERIFY(toolTip.contains(QStringLiteral("8 changes")));
        QVERIFY(toolTip.contains(QStringLiteral("every 1 s")));
        bench.feed.backends[0].updates = UpdateKind::Tracking;
        bench.feed.publish();
        QVERIFY(!index.data(Qt::ToolTipRole).toString().contains(QStringLiteral("every 1 s")));
    }

    void markupInNamesStaysText()
    {
        Bench bench;
        const QByteArray name = "<b>bold</b>\n<img src=x>";
        bench.feed.locks = {{.name = name, .owner = "<i>me</i>"}};
        bench.feed.publish();
        QCOMPARE(cell(bench.model, 0, LockColumn::Name),
                 QStringLiteral("<b>bold</b>\\n<img src=x>"));
        const QString toolTip = bench.model.index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY(toolTip.contains(QStringLiteral("&lt;b&gt;bold")));
        QVERIFY(!toolTip.contains(QStringLiteral("<img")));
    }

    void everyCellHasAnAccessibleText()
    {
        Bench bench;
        fillShowcase(bench.feed, bench.clock);
        bench.feed.publish();
        for (int row = 0; row < bench.model.rowCount(); ++row) {
            for (int column = 0; column < lockColumnCount; ++column)
                QVERIFY(!bench.model.index(row, column)
                             .data(Qt::AccessibleTextRole)
                             .toString()
                             .isEmpty());
        }
    }

    void tenThousandRowsAreSwappedInOneCall()
    {
        // Without the model tester, which looks at every row and would be all that is measured.
        const ManualClock clock;
        LockStore store;
        QElapsedTimer timer;
        qint64 inModel = 0;
        connect(&store, &LockStore::aboutToUpdate, this, [&timer] { timer.start(); });
        const LockTableModel model(store, {}, clock);
        connect(&store, &LockStore::updated, this, [&] { inModel = timer.nsecsElapsed(); });
        ViewFeed feed(store, clock);
        for (int i = 0; i < 10'000; ++i)
            feed.locks.push_back(named("lock-" + QByteArray::number(i)));
        feed.publish();
        const auto &before = store.view()->rows;
        std::vector<ViewRow> rows(before.begin(), before.end());
        std::rotate(rows.begin(), rows.begin() + 1, rows.end());
        feed.publishRows(rows);
        QCOMPARE(cell(model, 9'999, LockColumn::Name), QStringLiteral("lock-0"));
        qInfo("10,000 rows in another order: %.3f ms in the model", double(inModel) / 1e6);
        QVERIFY(inModel > 0);
    }
};

LOCKMASTER_TEST(TestLockTableModel, QApplication)

} // namespace tst_locktablemodel

#include "tst_locktablemodel.moc"

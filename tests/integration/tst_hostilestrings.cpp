// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "core/lab/servers/privatemariadb.h"
#include "core/leaders/leaderexport.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/hostiletexts.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/manualclock.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"
#include "ui/release/releasecontroller.h"
#include "core/actions/writelifts.h"
#include "ui/details/detailspane.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/mainwindow.h"

#include <QDialog>
#include <QDir>
#include <QJsonArray>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_hostilestrings {

// Names, owners and values that want to be something else, from real servers into every place that
// shows or keeps them: what is there is what is told, and it does nothing.

namespace {

const QByteArray megabyte(1 << 20, 'x');

std::mutex logging;
QStringList logged; // by this process while the window is open, on whatever thread

void log(QtMsgType, const QMessageLogContext &, const QString &text)
{
    const std::lock_guard lock(logging);
    logged << text;
}

} // namespace

class TestHostileStrings : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<SqlSession> m_admin;
    QTemporaryDir m_state;
    int m_locks = 0;

    QString mysqlUrl() const
    {
        return QStringLiteral("mysql://root@127.0.0.1:%1/app?name=billing&password_file=%2")
            .arg(m_mariaDb->port())
            .arg(m_mariaDb->spec().passwordFile);
    }
    QString redisUrl() const
    {
        return QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=lock:*")
            .arg(m_redis->port());
    }
    LockctlOutcome lockctl(const QStringList &arguments) const
    {
        return runLockctl(arguments, {QStringLiteral("XDG_STATE_HOME=") + m_state.path()});
    }
    QStringList both(const char *command, const QStringList &more = {}) const
    {
        return QStringList{QLatin1StringView(command), QStringLiteral("--url"), mysqlUrl(),
                           QStringLiteral("--url"), redisUrl()}
               + more;
    }
    void put(const QByteArray &name, const QByteArray &owner)
    {
        m_redis->run(lockKey("lock:" + name, owner, 600000ms));
        m_admin->run(
            QStringLiteral("INSERT INTO app.dist_lock VALUES (?, ?, NOW(3) + INTERVAL 600 SECOND)"),
            {QString::fromUtf8(name), QString::fromUtf8(owner)});
        m_locks += 2;
    }

private slots:
    void initTestCase();
    void theTerminalShowsThemLiterally();
    void jsonKeepsThemByteForByte();
    void theWindowReadsNoMarkup();
    void theAuditLogKeepsThemInLines();
    void exportsAreNoPrograms();
};

void TestHostileStrings::initTestCase()
{
    PrivateMariaDb::Options options;
    options.initSql = QStringLiteral(
        "CREATE DATABASE app; CREATE TABLE app.dist_lock (name VARCHAR(300) CHARACTER SET utf8mb4 "
        "COLLATE utf8mb4_bin PRIMARY KEY, owner LONGTEXT CHARACTER SET utf8mb4 NOT NULL, "
        "expiry DATETIME(3) NOT NULL);");
    auto mariaDb = PrivateMariaDb::start(options);
    LOCKMASTER_NEED_SERVER(mariaDb);
    m_mariaDb = std::move(*mariaDb);
    m_admin =
        std::make_unique<SqlSession>(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
    QVERIFY2(m_admin->isOpen(), qPrintable(m_admin->error()));
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
    for (const Hostile &hostile : hostiles())
        put(QString::fromUtf8(hostile.bytes).toUtf8(), QString::fromUtf8(hostile.bytes).toUtf8());
    put("megabyte", megabyte);
    m_redis->run(lockKey("lock:\xff\xfe bytes", "\xff\xfe\xc0", 600000ms));
    ++m_locks;
}

void TestHostileStrings::theTerminalShowsThemLiterally()
{
    const LockctlOutcome listed = lockctl(both("list"));
    QCOMPARE(listed.err, QByteArray());
    QCOMPARE(listed.code, 0);
    QVERIFY(listed.out.isValidUtf8());
    const QString out = QString::fromUtf8(listed.out);
    QVERIFY(isPlain(out, true));
    QCOMPARE(out.count(u'\n'), m_locks + 1);
    for (const Hostile &hostile : hostiles()) {
        const QString literal = literalText(QString::fromUtf8(hostile.bytes));
        QVERIFY2(out.contains(QStringLiteral("lock:") + literal), hostile.what);
        QVERIFY2(out.count(literal.left(60)) >= 4, hostile.what); // two names, two owners
    }
    QVERIFY(out.contains(QStringLiteral("lock:\\xff\\xfe bytes")));
    QVERIFY(!out.contains(QString(100, u'x')));
    QCOMPARE(out.count(QStringLiteral("xxxx..")), 2); // cut, and it shows
}

void TestHostileStrings::jsonKeepsThemByteForByte()
{
    const LockctlOutcome listed = lockctl(both("list", {QStringLiteral("--json")}));
    QCOMPARE(listed.code, 0);
    const QStringList violations = listViolations(listed.out);
    QVERIFY2(violations.isEmpty(), qPrintable(violations.join(u'\n')));
    QVERIFY(isPlain(QString::fromUtf8(listed.out), true));
    QMap<QString, QJsonObject> owners;
    for (const QJsonValue &lock : jsonObject(listed.out)[u"locks"].toArray())
        owners[lock[u"backend"].toString() + u' ' + lock[u"name"].toString()] =
            lock[u"owner"].toObject();
    QCOMPARE(owners.size(), m_locks);
    for (const Hostile &hostile : hostiles()) {
        const QString text = QString::fromUtf8(hostile.bytes);
        for (const QString &name :
             {QStringLiteral("billing ") + text, QStringLiteral("cache lock:") + text}) {
            QVERIFY2(owners.contains(name), hostile.what);
            QCOMPARE(owners[name][u"raw"].toString(), text);
            QVERIFY(!owners[name][u"truncated"].toBool());
        }
    }
    for (const char *name : {"billing megabyte", "cache lock:megabyte"}) {
        const QJsonObject owner = owners[QLatin1StringView(name)];
        QCOMPARE(owner[u"raw_bytes"].toInteger(), megabyte.size());
        QVERIFY(owner[u"truncated"].toBool());
    }
}

void TestHostileStrings::theWindowReadsNoMarkup()
{
    BackendSpec redis = m_redis->spec();
    redis.name = QStringLiteral("cache");
    redis.patterns = {"lock:*"};
    BackendSpec sql = m_mariaDb->spec();
    sql.name = QStringLiteral("billing");
    sql.database = QStringLiteral("app");
    sql.urlPassword = m_mariaDb->adminPassword();
    sql.tables = {distLockTable()};
    Monitor monitor([&](const BackendSpec &spec) { return makeReader(spec, passwordOf(spec)); });
    QSettings settings(m_state.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    const auto before = qInstallMessageHandler(log);
    MainWindow window(monitor.store(), SystemNames(), systemClock(), settings, {});
    WriteGate gate;
    const AuditLog audit(m_state.filePath(QStringLiteral("window-audit")));
    ActionTools tools;
    tools.gate = &gate;
    tools.audit = const_cast<AuditLog *>(&audit);
    tools.passwords = &passwordOf;
    tools.program = QStringLiteral("lockmaster");
    WriteLifts lifts(gate, *tools.audit, tools.program);
    ReleaseController releases(tools, monitor.store(), lifts, SystemNames(), &window);
    releases.setBackends({sql, redis});
    connect(&window, &MainWindow::queryChanged, &monitor, &Monitor::setQuery);
    monitor.setBackends({sql, redis});
    monitor.setQuery({});
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(int(monitor.store().view()->rows.size()), m_locks, 30'000);

    std::vector<LockPointer> locks;
    for (const ViewRow &row : monitor.store().view()->rows)
        locks.push_back(row.lock.record());
    for (const LockPointer &lock : locks) {
        const QString literal = literalText(lock->id.name);
        QVERIFY(window.locksView().table().selectLock(lock->id));
        QTRY_VERIFY2_WITH_TIMEOUT(window.details().plainText().contains(literal.left(40)),
                                  qPrintable(literal), 30'000);
        QCOMPARE(wrongIn(window).join(u'\n'), QString());
        releases.release({lock});
        auto *dialog = window.findChild<QDialog *>();
        QVERIFY(dialog);
        QCOMPARE(wrongIn(*dialog).join(u'\n'), QString());
        delete dialog;
    }
    releases.release(locks);
    auto *dialog = window.findChild<QDialog *>();
    QVERIFY(dialog);
    QCOMPARE(wrongIn(*dialog).join(u'\n'), QString());
    delete dialog;
    releases.finish();
    qInstallMessageHandler(before);
    const std::lock_guard lock(logging);
    for (const QString &line : std::as_const(logged)) {
        QVERIFY2(isPlain(line), qPrintable(literalText(line)));
        QVERIFY2(!line.contains(QStringLiteral("bold")) && !line.contains(u"red"),
                 qPrintable(line));
    }
    qInfo("%lld messages, such as: %s", qlonglong(logged.size()), qPrintable(logged.value(0)));
}

void TestHostileStrings::theAuditLogKeepsThemInLines()
{
    const LockctlOutcome listed = lockctl(both("list", {QStringLiteral("--json")}));
    QStringList tried;
    for (const QJsonValue &lock : jsonObject(listed.out)[u"locks"].toArray()) {
        const QString name = lock[u"name"].toString();
        const bool isSql = lock[u"backend"].toString() == u"billing";
        if (isSql == name.contains(u'a'))
            continue; // half of them there, half of them here
        const LockctlOutcome released = lockctl(
            {QStringLiteral("release"), QStringLiteral("--url"), isSql ? mysqlUrl() : redisUrl(),
             QStringLiteral("--witness"), lock[u"witness"].toString(), QStringLiteral("--reason"),
             QStringLiteral("<b>why</b>\u202e\x1b[31m\n=1+1")});
        QVERIFY2(isPlain(QString::fromUtf8(released.out + released.err), true),
                 (released.out + released.err).constData());
        tried << name;
    }
    QVERIFY(tried.size() >= 8);
    const QString directory = m_state.filePath(QStringLiteral("lockmaster/audit"));
    const auto lines = readAudit(directory, 1000);
    QVERIFY(lines);
    QStringList kept;
    for (const AuditLine &line : *lines) {
        if (line.isIntent) {
            kept << QString::fromUtf8(line.intent.lock->name);
            QCOMPARE(line.intent.reason, QStringLiteral("<b>why</b>\u202e\x1b[31m\n=1+1"));
        }
    }
    // What cannot be released safely is refused before it is written down.
    QVERIFY2(kept.size() >= tried.size() - 2, qPrintable(QString::number(kept.size())));
    for (const QString &name : std::as_const(kept))
        QVERIFY(tried.contains(name));
    QCOMPARE(verifyAudit(directory)->faults, QStringList());
    for (const QString &name : QDir(directory).entryList({QStringLiteral("*.jsonl")})) {
        QFile file(directory + u'/' + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray all = file.readAll();
        QVERIFY(all.isValidUtf8() && isPlain(QString::fromUtf8(all), true));
        QCOMPARE(all.count('\n'), qsizetype(lines->size()));
    }
    for (const char *how : {"--last=1000", "--json", "--verify"}) {
        const LockctlOutcome told = lockctl({QStringLiteral("audit"), QLatin1StringView(how)});
        QVERIFY(told.out.isValidUtf8() && isPlain(QString::fromUtf8(told.out + told.err), true));
    }
}

void TestHostileStrings::exportsAreNoPrograms()
{
    const ManualClock clock;
    LeaderHistory history;
    history.since = clock.now();
    history.wallAtSince = clock.wallNow();
    for (const Hostile &hostile : hostiles()) {
        const auto candidate = int(history.candidates.size());
        history.candidates.push_back({hostile.bytes, QString::fromUtf8(hostile.bytes), {}});
        const SteadyTime at = clock.now() + std::chrono::seconds(candidate);
        history.reigns.push_back(
            std::make_shared<const Reign>(Reign{candidate, {at, at + 1s}, {at}, {}, {}}));
        history.marks.push_back(
            {LeaderMark::Kind::Killed, at, candidate, QString::fromUtf8(hostile.bytes)});
    }
    const QByteArray csv = leaderCsv(history);
    QVERIFY(csv.isValidUtf8());
    const QStringList fields = fieldsOf(csv);
    for (const QString &field : fields) {
        QVERIFY2(isPlain(field), qPrintable(field));
        QVERIFY2(field.isEmpty() || !QStringLiteral("=+-@\t\r").contains(field.front()),
                 qPrintable(field));
    }
    const QByteArray json = leaderJson(history, nullptr, clock.now());
    QVERIFY(isPlain(QString::fromUtf8(json), true));
    const QJsonArray candidates = jsonObject(json)[u"history"].toObject()[u"candidates"].toArray();
    QCOMPARE(candidates.size(), qsizetype(hostiles().size()));
    for (qsizetype i = 0; i < candidates.size(); ++i) {
        const Hostile &hostile = hostiles()[size_t(i)];
        const QString literal = literalText(hostile.bytes);
        QVERIFY2(fields.contains(literal) || fields.contains(u'\'' + literal), hostile.what);
        if (hostile.bytes.isValidUtf8())
            QCOMPARE(candidates[i][u"identity"].toString(), QString::fromUtf8(hostile.bytes));
    }
}

LOCKMASTER_TEST(TestHostileStrings, QApplication)

} // namespace tst_hostilestrings

#include "tst_hostilestrings.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privatemariadb.h"
#include "core/redis/redisconnection.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlprivileges {

namespace {

const char *const schema = R"sql(
CREATE DATABASE billing;
CREATE TABLE billing.dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100) NOT NULL,
                                expiry DATETIME NOT NULL);
CREATE TABLE billing.service_leader_lock (name VARCHAR(45) PRIMARY KEY, container_id VARCHAR(45),
                                          timestamp DATETIME NOT NULL);
)sql";

const QByteArray password = "monitor-5b0f";
const QByteArray redissonField = "8743c9c0-0795-4907-87fd-6c719a6b4586:83";
constexpr int denied = 12;

/** The code blocks of a section of docs/guide/privileges.md, as they stand there. */
QStringList documented(const QString &section)
{
    QFile file(QStringLiteral(PRIVILEGES_PAGE));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString page = QString::fromUtf8(file.readAll());
    const QString text = page.section(QStringLiteral("\n## ") + section + u'\n', 1)
                             .section(QStringLiteral("\n## "), 0, 0);
    static const QRegularExpression block(QStringLiteral("\n```(?:sql)?\n(.*?)\n```\n"),
                                          QRegularExpression::DotMatchesEverythingOption);
    QStringList blocks;
    for (auto found = block.globalMatch(text); found.hasNext();)
        blocks << found.next().captured(1);
    return blocks;
}

/** A block for MySQL-like servers, with this test's password, for any host. */
QString asRun(QString sql)
{
    static const QRegularExpression eachTable(
        QStringLiteral("(GRANT [A-Z, ]+ON billing\\.)dist_lock( TO [^;]+;)"));
    sql.replace(QStringLiteral("<password>"), u'\'' + QString::fromLatin1(password) + u'\'');
    sql.replace(QStringLiteral("<host>"), QStringLiteral("'%'"));
    return sql.replace(eachTable, QStringLiteral("\\1dist_lock\\2 \\1service_leader_lock\\2"));
}

RedisCommand asCommand(const QString &line)
{
    RedisCommand command;
    for (const QString &word : line.simplified().split(u' '))
        command.push_back(word.toLatin1());
    return command;
}

/** The lines of a block, each a command, with this test's password. */
std::vector<RedisCommand> asCommands(QString block)
{
    block.replace(QStringLiteral("<password>"), u'>' + QString::fromLatin1(password));
    block.replace(QStringLiteral("<user name>"), QStringLiteral("lockmaster"));
    std::vector<RedisCommand> commands;
    for (const QString &line : block.split(u'\n'))
        commands.push_back(asCommand(line));
    return commands;
}

QString said(const LockctlOutcome &outcome)
{
    return QStringLiteral("%1: %2 %3")
        .arg(outcome.code)
        .arg(QString::fromUtf8(outcome.out), QString::fromUtf8(outcome.err));
}

const char *const everySection[] = {"MySQL 8 and later", "MariaDB 10.5 and later",
                                    "Redis 6 and later, Valkey",
                                    "Releasing and taking rows of tables", "To act as well"};

/** The page's statements that are about an account, as they stand there, for one that is not known.
 */
QStringList accountStatements()
{
    QStringList statements;
    for (const char *section : everySection) {
        for (const QString &block : documented(QString::fromLatin1(section))) {
            for (QString statement : block.split(u';')) {
                if (statement.contains(QStringLiteral("CREATE USER"))
                    || statement.contains(QStringLiteral("GRANT ")))
                    statements << statement.replace(QStringLiteral("'lockmaster"),
                                                    QStringLiteral("'pasted"));
            }
        }
    }
    return statements;
}

/** The same for Redis. */
QStringList aclLines()
{
    QStringList lines;
    for (const char *section : everySection) {
        for (const QString &block : documented(QString::fromLatin1(section))) {
            for (QString line : block.split(u'\n')) {
                if (line.startsWith(QStringLiteral("ACL ")))
                    lines << line.replace(QStringLiteral("lockmaster"), QStringLiteral("pasted"));
            }
        }
    }
    return lines;
}

SteadyTime inAMinute()
{
    return systemClock().now() + std::chrono::minutes(1);
}

struct KnownLock {
    const char *system;
    const char *name;
    const char *owner; ///< empty: whatever it is
};
const KnownLock everyKind[] = {
    {"dist_lock", "close-books", "web-3"}, {"leader", "scheduler", "pod-1"},
    {"user_lock", "import", ""},           {"redis_string", "lock:nightly", "worker-7"},
    {"redisson", "lock:stock", ""},
};

} // namespace

/** The two tiers of docs/guide/privileges.md, applied as they are written there. */
class TestLockctlPrivileges : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<SqlSession> m_admin;
    std::unique_ptr<SqlSession> m_holder; ///< of the user-level lock
    QTemporaryDir m_state;
    QString m_passwordFile;

    QStringList environment() const { return {QStringLiteral("XDG_STATE_HOME=") + m_state.path()}; }
    QStringList urls() const
    {
        return {QStringLiteral("--url"),
                QStringLiteral("mysql://lockmaster@127.0.0.1:%1/billing?name=billing"
                               "&poll_ms=200&password_file=%2")
                    .arg(m_mariaDb->port())
                    .arg(m_passwordFile),
                QStringLiteral("--url"),
                QStringLiteral("redis://lockmaster@127.0.0.1:%1/0?name=cache&match=lock:*"
                               "&poll_ms=200&password_file=%2")
                    .arg(m_redis->port())
                    .arg(m_passwordFile)};
    }
    LockctlOutcome lockctl(const QStringList &arguments) const
    {
        return runLockctl(arguments + urls(), environment());
    }
    QJsonObject lockNamed(const QString &name) const;
    LockctlOutcome release(const KnownLock &lock) const;
    LockctlOutcome acquire(const KnownLock &lock, const QString &name) const;
    void setLocks();
    QStringList sqlOfTheMonitor() const;
    static bool onlyReads(const QString &statement);
    bool onlyReads(const QByteArray &command) const;

private slots:
    void initTestCase();
    void init() { setLocks(); }

    void thePageHasBothTiers();
    void whatIsPastedAsItIsMakesNoAccount();
    void aDefaultTableThatIsNotThereSpoilsNothing();
    void aNamedTableThatIsNotThereIsSaid();
    void whatDoctorSaysHelpsOnMariaDb();
    void whatDoctorSaysHelpsOnRedis();
    void watchingSeesEverything();
    void watchingMayWriteNothing_data() { addKinds(); }
    void watchingMayWriteNothing();
    void watchingSendsNothingThatWrites();
    void actingReleases_data() { addKinds(); }
    void actingReleases();

private:
    static void addKinds();
};

void TestLockctlPrivileges::addKinds()
{
    QTest::addColumn<int>("kind");
    for (int i = 0; i < int(std::size(everyKind)); ++i)
        QTest::addRow("%s", everyKind[i].system) << i;
}

void TestLockctlPrivileges::initTestCase()
{
    PrivateMariaDb::Options options;
    options.metadataLockInfo = false; // the page says how it is installed
    options.initSql = QString::fromUtf8(schema);
    options.arguments = {QStringLiteral("--log-output=TABLE")};
    auto mariaDb = PrivateMariaDb::start(options);
    LOCKMASTER_NEED_SERVER(mariaDb);
    m_mariaDb = std::move(*mariaDb);
    const Endpoint admin = endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword());
    m_admin = std::make_unique<SqlSession>(admin);
    QVERIFY2(m_admin->isOpen(), qPrintable(m_admin->error()));
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);

    m_passwordFile = m_state.filePath(QStringLiteral("password"));
    QFile file(m_passwordFile);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(password);
    file.close();

    const QStringList sql = documented(QStringLiteral("MariaDB 10.5 and later"));
    QVERIFY(sql.size() > 1);
    for (const QString &block : sql.first(2)) {
        const auto granted = m_mariaDb->run(asRun(block));
        QVERIFY2(granted, granted ? "" : qPrintable(granted.error().message));
    }
    for (const QString &acl : documented(QStringLiteral("Redis 6 and later, Valkey")))
        m_redis->runAll(asCommands(acl));
}

/** Whoever forgets to put a password in makes no account that has a known one, or none. */
void TestLockctlPrivileges::whatIsPastedAsItIsMakesNoAccount()
{
    const QString everyRight = QStringLiteral(
        "SELECT JSON_ARRAYAGG(one ORDER BY one) FROM (SELECT CONCAT_WS(' ', User, Host, Priv) AS "
        "one "
        "FROM mysql.global_priv UNION ALL SELECT CONCAT_WS(' ', User, Host, Db, Select_priv, "
        "Insert_priv, Update_priv) FROM mysql.db UNION ALL SELECT CONCAT_WS(' ', User, Host, Db, "
        "Table_name, Table_priv) FROM mysql.tables_priv) AS every_right");
    const QString before = m_admin->value(everyRight).toString();
    QVERIFY(before.contains(QStringLiteral("lockmaster")));
    const QString usual = m_admin->value(QStringLiteral("SELECT @@sql_mode")).toString();
    const auto back = qScopeGuard(
        [&] { m_admin->run(QStringLiteral("SET SESSION sql_mode = '%1'").arg(usual)); });
    // In the first of them a GRANT makes an account without a password.
    for (const QString &mode : {QString(), QStringLiteral("ANSI"), usual}) {
        QVERIFY(m_admin->run(QStringLiteral("SET SESSION sql_mode = '%1'").arg(mode)));
        for (const QString &statement : accountStatements())
            QVERIFY2(!m_admin->run(statement), qPrintable(mode + u' ' + statement));
        QCOMPARE(m_admin->value(everyRight).toString(), before);
    }
    const auto connection = RedisConnection::open(endpointOf(m_redis->spec(), {}), inAMinute());
    QVERIFY(connection);
    const auto accounts = [this] {
        QByteArrayList lines;
        for (const RedisReply &line : m_redis->run({"ACL", "LIST"}).elements)
            lines << line.text;
        return lines;
    };
    const QByteArrayList known = accounts();
    for (const QString &line : aclLines()) {
        const auto reply = (*connection)->command(asCommand(line), inAMinute());
        QVERIFY2(reply && reply->isError(), qPrintable(line));
    }
    QCOMPARE(accounts(), known);
}

void TestLockctlPrivileges::setLocks()
{
    QVERIFY(m_admin->run(QStringLiteral("REPLACE INTO billing.dist_lock VALUES ('close-books', "
                                        "'web-3', NOW() + INTERVAL 1 HOUR)")));
    QVERIFY(m_admin->run(QStringLiteral("REPLACE INTO billing.service_leader_lock VALUES "
                                        "('scheduler', 'pod-1', NOW() + INTERVAL 1 MINUTE)")));
    m_holder =
        std::make_unique<SqlSession>(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
    QCOMPARE(m_holder->value(QStringLiteral("SELECT GET_LOCK('import', 10)")).toInt(), 1);
    m_redis->runAll({lockKey("lock:nightly", "worker-7", std::chrono::hours(1)),
                     {"DEL", "lock:stock"},
                     {"HSET", "lock:stock", redissonField, "1"},
                     {"PEXPIRE", "lock:stock", "3600000"}});
}

QJsonObject TestLockctlPrivileges::lockNamed(const QString &name) const
{
    const LockctlOutcome listed = lockctl({QStringLiteral("list"), QStringLiteral("--json")});
    for (const QJsonValue &lock : jsonObject(listed.out).value(QStringLiteral("locks")).toArray()) {
        if (lock.toObject().value(QStringLiteral("name")).toString() == name)
            return lock.toObject();
    }
    return {};
}

LockctlOutcome TestLockctlPrivileges::release(const KnownLock &lock) const
{
    const QString witness =
        lockNamed(QString::fromLatin1(lock.name)).value(QStringLiteral("witness")).toString();
    return lockctl({QStringLiteral("release"), QStringLiteral("--json"),
                    QStringLiteral("--witness"), witness});
}

LockctlOutcome TestLockctlPrivileges::acquire(const KnownLock &lock, const QString &name) const
{
    QStringList arguments{QStringLiteral("acquire"),  QStringLiteral("--json"),
                          QStringLiteral("--system"), QString::fromLatin1(lock.system),
                          QStringLiteral("--name"),   name,
                          QStringLiteral("--hold"),   QStringLiteral("50ms")};
    const bool redis = QByteArrayView(lock.system).startsWith("redis");
    const QStringList all = urls();
    return runLockctl(arguments + (redis ? all.last(2) : all.first(2)), environment());
}

void TestLockctlPrivileges::thePageHasBothTiers()
{
    QCOMPARE(documented(QStringLiteral("MySQL 8 and later")).size(), 1);
    QCOMPARE(documented(QStringLiteral("MariaDB 10.5 and later")).size(), 3);
    QCOMPARE(documented(QStringLiteral("Redis 6 and later, Valkey")).size(), 3);
    QCOMPARE(documented(QStringLiteral("To act as well")).size(), 2);
    QCOMPARE(accountStatements().size(), 11);
    QCOMPARE(aclLines().size(), 7);
}

void TestLockctlPrivileges::watchingSeesEverything()
{
    const LockctlOutcome listed = lockctl({QStringLiteral("list"), QStringLiteral("--json")});
    QVERIFY2(listed.code == 0, listed.err.constData());
    QCOMPARE(listViolations(listed.out), QStringList());
    for (const KnownLock &lock : everyKind) {
        const QJsonObject seen = lockNamed(QString::fromLatin1(lock.name));
        QCOMPARE(seen.value(QStringLiteral("system")).toString(), QString::fromLatin1(lock.system));
        QCOMPARE(seen.value(QStringLiteral("state")).toString(), QStringLiteral("held"));
        const QString owner =
            seen.value(QStringLiteral("owner")).toObject().value(QStringLiteral("raw")).toString();
        QVERIFY2(*lock.owner == '\0' || owner == QLatin1StringView(lock.owner), lock.name);
    }
    const LockctlOutcome examined = lockctl({QStringLiteral("doctor"), QStringLiteral("--json")});
    QVERIFY2(examined.code == 0, qPrintable(said(examined)));
}

/** The page's account reads a database with a lock table and no leader table. */
void TestLockctlPrivileges::aDefaultTableThatIsNotThereSpoilsNothing()
{
    const QString leaders = QStringLiteral("billing.service_leader_lock");
    QVERIFY(m_admin->run(QStringLiteral("REVOKE SELECT ON billing.service_leader_lock FROM "
                                        "lockmaster@'%'")));
    QVERIFY(m_admin->run(QStringLiteral("RENAME TABLE billing.service_leader_lock TO "
                                        "billing.put_aside")));
    const auto back = qScopeGuard([&] {
        m_admin->run(QStringLiteral("RENAME TABLE billing.put_aside TO "
                                    "billing.service_leader_lock"));
        m_admin->run(QStringLiteral("GRANT SELECT ON billing.service_leader_lock TO "
                                    "lockmaster@'%'"));
    });
    // What this is about: the server does not say that there is none.
    SqlSession monitor([this] {
        Endpoint endpoint = endpointOf(m_mariaDb->spec(), Secret(password));
        endpoint.user = QStringLiteral("lockmaster");
        return endpoint;
    }());
    QVERIFY(monitor.isOpen());
    QVERIFY(!monitor.run(QStringLiteral("SELECT 1 FROM billing.service_leader_lock")));
    QVERIFY2(monitor.error().contains(QStringLiteral("denied")), qPrintable(monitor.error()));

    const LockctlOutcome checked =
        lockctl({QStringLiteral("check"), QStringLiteral("--exists"), QStringLiteral("close-books"),
                 QStringLiteral("--no-expired")});
    QVERIFY2(checked.code == 0, qPrintable(said(checked)));
    QVERIFY2(checked.out.contains("(denied: billing: billing.service_leader_lock)"),
             checked.out.constData());
    QVERIFY2(checked.err.contains("billing.service_leader_lock"), checked.err.constData());
    const LockctlOutcome missing =
        lockctl({QStringLiteral("check"), QStringLiteral("--exists"), QStringLiteral("job-1"),
                 QStringLiteral("--has-leader"), QStringLiteral("svc")});
    QVERIFY2(missing.code == 3, qPrintable(said(missing)));
    const LockctlOutcome led =
        lockctl({QStringLiteral("leaders"), QStringLiteral("--for"), QStringLiteral("1s")});
    QVERIFY2(led.code == 3, qPrintable(said(led)));
    QVERIFY2(!led.err.contains("No leader locks"), led.err.constData());
    const LockctlOutcome examined = lockctl({QStringLiteral("doctor")});
    QVERIFY2(examined.code == 3, qPrintable(said(examined)));
    QVERIFY2(examined.out.contains("[--] Rows of billing.service_leader_lock"),
             examined.out.constData());
    QVERIFY2(examined.out.contains("nor be told whether there is one"), examined.out.constData());
    QVERIFY2(examined.out.contains("GRANT SELECT"), examined.out.constData());
    const LockctlOutcome listed = lockctl({QStringLiteral("list"), QStringLiteral("--json")});
    QVERIFY2(listed.code == 0, qPrintable(said(listed)));
    QCOMPARE(listViolations(listed.out), QStringList());
    const QJsonObject backend =
        jsonObject(listed.out).value(QStringLiteral("backends")).toArray().at(0).toObject();
    for (const QJsonValue &source : backend.value(QStringLiteral("sources")).toArray())
        QVERIFY(source.toObject().value(QStringLiteral("name")) != leaders);
    const QJsonArray absent = backend.value(QStringLiteral("not_looked_at")).toArray();
    QCOMPARE(absent.size(), 1);
    QCOMPARE(absent.at(0).toObject().value(QStringLiteral("source")).toString(), leaders);
    QCOMPARE(absent.at(0).toObject().value(QStringLiteral("kind")).toString(),
             QStringLiteral("denied"));
    // Another of the name may stand there, unless such locks are not asked for.
    const QStringList one{QStringLiteral("list"), QStringLiteral("--name"),
                          QStringLiteral("close-books"), QStringLiteral("--witness")};
    const LockctlOutcome perhapsTwo = lockctl(one);
    QVERIFY2(perhapsTwo.code == 3 && perhapsTwo.out.isEmpty(), qPrintable(said(perhapsTwo)));
    QVERIFY2(perhapsTwo.err.contains("billing.service_leader_lock"), perhapsTwo.err.constData());
    const LockctlOutcome certain =
        lockctl(one + QStringList{QStringLiteral("--system"), QStringLiteral("dist_lock")});
    QVERIFY2(certain.code == 0, qPrintable(said(certain)));
    // In words as well.
    const LockctlOutcome table = lockctl({QStringLiteral("list")});
    QVERIFY2(table.err.contains("billing.service_leader_lock"), table.err.constData());

    // Who asks for such locks alone has been told nothing of them.
    for (const char *command : {"check", "list"}) {
        const LockctlOutcome alone = lockctl(
            {QString::fromLatin1(command), QStringLiteral("--system"), QStringLiteral("leader")});
        QVERIFY2(alone.code == 3, qPrintable(said(alone)));
        QVERIFY2(!alone.err.contains("No locks."), alone.err.constData());
    }
}

void TestLockctlPrivileges::aNamedTableThatIsNotThereIsSaid()
{
    for (const char *account : {"lockmaster", "root"}) {
        const bool isRoot = QByteArrayView(account) == "root";
        const QString url =
            QStringLiteral("mysql://%1@127.0.0.1:%2/billing?name=billing&dist_lock=dist_lock"
                           "&leader=no_such_table&password_file=%3")
                .arg(QString::fromLatin1(account))
                .arg(m_mariaDb->port())
                .arg(isRoot ? m_mariaDb->spec().passwordFile : m_passwordFile);
        for (const char *command : {"check", "list", "doctor"}) {
            const LockctlOutcome outcome = runLockctl(
                {QString::fromLatin1(command), QStringLiteral("--url"), url}, environment());
            QVERIFY2(outcome.code == 3, qPrintable(said(outcome)));
            QVERIFY2((outcome.out + outcome.err).contains("billing.no_such_table"),
                     qPrintable(said(outcome)));
        }
        const LockctlOutcome listed = runLockctl(
            {QStringLiteral("list"), QStringLiteral("--json"), QStringLiteral("--url"), url},
            environment());
        const QJsonObject backend =
            jsonObject(listed.out).value(QStringLiteral("backends")).toArray().at(0).toObject();
        QVERIFY(backend.value(QStringLiteral("not_looked_at")).toArray().isEmpty());
        const QJsonObject source =
            backend.value(QStringLiteral("sources")).toArray().at(1).toObject();
        QCOMPARE(source.value(QStringLiteral("complete")), QJsonValue(false));
        const QJsonObject problem =
            backend.value(QStringLiteral("problems")).toArray().at(0).toObject();
        QCOMPARE(problem.value(QStringLiteral("kind")).toString(),
                 isRoot ? QStringLiteral("not_found") : QStringLiteral("denied"));
        if (!isRoot)
            QCOMPARE(problem.value(QStringLiteral("remedy")).toString(),
                     QStringLiteral("GRANT SELECT ON `billing`.`no_such_table` TO "
                                    "`lockmaster`@`%`;"));
    }
}

namespace {

/** What doctor says is to be done. */
QStringList remediesIn(const LockctlOutcome &examined)
{
    QStringList remedies;
    const QJsonObject backend =
        jsonObject(examined.out).value(QStringLiteral("backends")).toArray().at(0).toObject();
    for (const char *list : {"capabilities", "problems"}) {
        for (const QJsonValue &one : backend.value(QLatin1StringView(list)).toArray()) {
            const QString remedy = one.toObject().value(QStringLiteral("remedy")).toString();
            if (!remedy.isEmpty() && !remedies.contains(remedy))
                remedies.append(remedy);
        }
    }
    return remedies;
}

/** Pastes what doctor says until it says nothing more. @return what was pasted, in order. */
QStringList followed(const std::function<LockctlOutcome()> &doctor,
                     const std::function<QString(const QString &)> &paste, QString &trouble)
{
    constexpr int mostRounds = 6;
    QStringList pasted;
    for (int round = 0; round < mostRounds; ++round) {
        const LockctlOutcome examined = doctor();
        const QStringList remedies = remediesIn(examined);
        if (examined.code == 0 && remedies.isEmpty())
            return pasted;
        for (const QString &remedy : remedies) {
            if (pasted.contains(remedy))
                trouble = QStringLiteral("it did not help: ") + remedy;
            else if (const QString refusal = paste(remedy); !refusal.isEmpty())
                trouble = remedy + QStringLiteral(" is refused: ") + refusal;
            if (!trouble.isEmpty())
                return pasted;
            pasted.append(remedy);
        }
    }
    trouble = QStringLiteral("it never ends");
    return pasted;
}

} // namespace

/** An account with a hostile name that may do nothing but log in, on a server that lists nothing.
 */
void TestLockctlPrivileges::whatDoctorSaysHelpsOnMariaDb()
{
    PrivateMariaDb::Options options;
    options.metadataLockInfo = false;
    options.initSql =
        QString::fromUtf8(schema)
        + QStringLiteral("CREATE TABLE billing.`jo``b's` (name VARCHAR(100) PRIMARY KEY, owner "
                         "VARCHAR(100), expiry DATETIME);"
                         "CREATE USER 'o''br`ien'@'%' IDENTIFIED BY '%1';")
              .arg(QString::fromLatin1(password));
    options.arguments = {
        QStringLiteral("--performance-schema-instrument=wait/lock/metadata/sql/mdl=OFF"),
        QStringLiteral("--performance-schema-consumer-events-statements-history=OFF")};
    const auto server = PrivateMariaDb::start(options);
    LOCKMASTER_NEED_SERVER(server);
    const QString url =
        QStringLiteral("mysql://o'br%60ien@127.0.0.1:%1/?name=poor&dist_lock=billing.dist_lock"
                       "&dist_lock=billing.jo%60b's&leader=billing.service_leader_lock"
                       "&password_file=%2")
            .arg(QString::number((*server)->port()), m_passwordFile);
    const auto doctor = [&] {
        return runLockctl(
            {QStringLiteral("doctor"), QStringLiteral("--json"), QStringLiteral("--url"), url},
            environment());
    };
    const auto paste = [&](const QString &remedy) {
        const auto done = (*server)->run(remedy);
        return done ? QString() : done.error().message;
    };
    QString trouble;
    const QStringList pasted = followed(doctor, paste, trouble);
    qInfo().noquote() << pasted.join(u'\n');
    QVERIFY2(trouble.isEmpty(), qPrintable(trouble));
    for (const char *start : {"GRANT SELECT ON `billing`.`jo``b's` TO `o'br``ien`@`%`;",
                              "GRANT PROCESS ON *.* ", "GRANT SELECT ON performance_schema.* ",
                              "INSTALL SONAME ", "UPDATE performance_schema.setup_instruments ",
                              "UPDATE performance_schema.setup_consumers "}) {
        const bool found =
            std::any_of(pasted.begin(), pasted.end(), [start](const QString &remedy) {
                return remedy.startsWith(QLatin1StringView(start));
            });
        QVERIFY2(found, start);
    }
}

void TestLockctlPrivileges::whatDoctorSaysHelpsOnRedis()
{
    const QString cli = QStandardPaths::findExecutable(QStringLiteral("redis-cli"));
    if (cli.isEmpty())
        QSKIP("redis-cli is not installed");
    m_redis->run({"ACL", "SETUSER", "po\"or", "on", '>' + password, "+ping", "+select"});
    const auto gone = qScopeGuard([this] { m_redis->run({"ACL", "DELUSER", "po\"or"}); });
    const auto doctor = [&] {
        return runLockctl(
            {QStringLiteral("doctor"), QStringLiteral("--json"), QStringLiteral("--url"),
             QStringLiteral("redis://po%22or@127.0.0.1:%1/0?name=poor&match=lock:*&match=a%20b:*"
                            "&password_file=%2")
                 .arg(QString::number(m_redis->port()), m_passwordFile)},
            environment());
    };
    const auto paste = [&](const QString &remedy) {
        QProcess redisCli;
        redisCli.start(cli, {QStringLiteral("-p"), QString::number(m_redis->port())});
        redisCli.write(remedy.toUtf8() + '\n');
        redisCli.closeWriteChannel();
        if (!redisCli.waitForFinished(60'000))
            return QStringLiteral("no answer");
        const QString answer = QString::fromUtf8(redisCli.readAll()).trimmed();
        return answer == u"OK" ? QString() : answer + QStringLiteral(" ");
    };
    QString trouble;
    const QStringList pasted = followed(doctor, paste, trouble);
    qInfo().noquote() << pasted.join(u'\n');
    QVERIFY2(trouble.isEmpty(), qPrintable(trouble));
    QVERIFY(pasted.size() > 5);
}

void TestLockctlPrivileges::watchingMayWriteNothing()
{
    QFETCH(const int, kind);
    const KnownLock &lock = everyKind[kind];
    const LockctlOutcome released = release(lock);
    QVERIFY2(released.code == denied, qPrintable(said(released)));
    // What stands in the way is named, or what to do about it.
    QVERIFY2(!jsonObject(released.out).value(QStringLiteral("message")).toString().isEmpty(),
             released.out.constData());
    QCOMPARE(lockNamed(QString::fromLatin1(lock.name)).value(QStringLiteral("state")).toString(),
             QStringLiteral("held"));
    if (QByteArrayView(lock.system) == "user_lock")
        return; // taking one needs no right
    const LockctlOutcome taken = acquire(lock, QStringLiteral("lock:tried"));
    QVERIFY2(taken.code == denied, qPrintable(said(taken)));
    QVERIFY(lockNamed(QStringLiteral("lock:tried")).isEmpty());
}

/** `Query SELECT ...`: what was sent, as the general log has it. */
bool TestLockctlPrivileges::onlyReads(const QString &statement)
{
    static const QRegularExpression reads(QStringLiteral(
        "^(Connect|Init DB|Quit|Ping|Close stmt|Reset stmt|(Query|Prepare|Execute) "
        "(SELECT|SHOW|SET NAMES|SET SESSION|SET STATEMENT max_statement_time=[0-9.]+ FOR SELECT))"
        "\\b"));
    static const QRegularExpression locks(
        QStringLiteral(
            "FOR UPDATE|SHARE MODE|FOR SHARE|\\b(GET|RELEASE)_LOCK|OUTFILE|;|\\bSLEEP\\("),
        QRegularExpression::CaseInsensitiveOption);
    return reads.match(statement).hasMatch() && !locks.match(statement).hasMatch();
}

/** `scan 0`: a command and its first word, as `MONITOR` shows them. */
bool TestLockctlPrivileges::onlyReads(const QByteArray &command) const
{
    const QByteArray name = command.left(command.indexOf(' '));
    const QByteArrayList never{"keys", "monitor", "eval", "evalsha", "config", "debug", "script"};
    const RedisReply writing = m_redis->run({"ACL", "CAT", "write"});
    return !never.contains(name)
           && std::none_of(writing.elements.begin(), writing.elements.end(),
                           [&name](const RedisReply &one) { return one.text == name; });
}

/** Without repetitions, in the order of the text. */
QStringList TestLockctlPrivileges::sqlOfTheMonitor() const
{
    QStringList statements;
    const QString all =
        m_admin
            ->value(QStringLiteral(
                "SELECT JSON_ARRAYAGG(DISTINCT CONCAT(command_type, ' ', CONVERT(argument USING "
                "utf8mb4))) FROM mysql.general_log WHERE user_host LIKE '%[lockmaster]%'"))
            .toString();
    for (const QJsonValue &one : QJsonDocument::fromJson(all.toUtf8()).array())
        statements << one.toString();
    return statements;
}

/**
 * What the servers were sent while both were watched and their locks came and went:
 * `LOCKMASTER_TRACE_MINUTES` tells for how long, a few seconds otherwise.
 */
void TestLockctlPrivileges::watchingSendsNothingThatWrites()
{
    QVERIFY(m_admin->run(QStringLiteral("SET SESSION group_concat_max_len = 10000000")));
    QVERIFY(m_admin->run(QStringLiteral("SET GLOBAL general_log = ON")));
    QTcpSocket monitor;
    monitor.connectToHost(QStringLiteral("127.0.0.1"), m_redis->port());
    QVERIFY(monitor.waitForConnected());
    monitor.write("MONITOR\r\n");
    QVERIFY(monitor.waitForReadyRead());
    // Through the socket, so that the trace tells these from what is watched.
    Endpoint socket = endpointOf(m_redis->spec(), {});
    socket.socketPath = m_redis->socketPath();
    const auto writer = RedisConnection::open(socket, inAMinute());
    QVERIFY(writer);

    const auto watch = startLockctl(
        QStringList{QStringLiteral("watch"), QStringLiteral("--json")} + urls(), environment());
    const double minutes = qEnvironmentVariable("LOCKMASTER_TRACE_MINUTES").toDouble();
    const qint64 traceMs = std::max<qint64>(5'000, qint64(minutes * 60'000));
    QHash<QByteArray, qint64> commands;
    QElapsedTimer timer;
    timer.start();
    qint64 events = 0;
    for (int round = 0; timer.elapsed() < traceMs; ++round) {
        QVERIFY(m_admin->run(QStringLiteral("UPDATE billing.dist_lock SET owner = CONCAT('web-', "
                                            "%1), expiry = NOW() + INTERVAL 1 HOUR")
                                 .arg(round)));
        QVERIFY((*writer)->pipeline(
            {{"SET", "lock:nightly", "worker-" + QByteArray::number(round)}}, inAMinute()));
        watch->waitForReadyRead(150);
        events += watch->readAllStandardOutput().count('\n');
        watch->readAllStandardError();
        monitor.waitForReadyRead(150);
        while (monitor.canReadLine()) {
            static const QRegularExpression line(
                QStringLiteral("^\\+[0-9.]+ \\[\\d+ ([^\\]]+)\\] \"([^\"]*)\"(?: \"([^\"]*)\")?"));
            const auto match = line.match(QString::fromLatin1(monitor.readLine()));
            if (match.hasMatch() && !match.captured(1).startsWith(QStringLiteral("unix:")))
                ++commands[match.captured(2).toLower().toLatin1() + ' '
                           + match.captured(3).toLower().toLatin1()];
        }
    }
    QVERIFY(watch->state() == QProcess::Running);
    watch->terminate();
    QVERIFY(watch->waitForFinished());
    QVERIFY(m_admin->run(QStringLiteral("SET GLOBAL general_log = OFF")));
    QVERIFY(events > 10);

    const QStringList statements = sqlOfTheMonitor();
    QVERIFY(statements.size() > 5);
    for (const QString &statement : statements)
        QVERIFY2(onlyReads(statement), qPrintable(statement));
    qint64 sent = 0;
    for (auto command = commands.begin(); command != commands.end(); ++command) {
        QVERIFY2(onlyReads(command.key()), command.key().constData());
        sent += command.value();
    }
    QVERIFY(sent > 50);
    qInfo().noquote() << QStringLiteral("%1 s: %2 statements, %3 Redis commands of %4 kinds")
                             .arg(timer.elapsed() / 1000)
                             .arg(m_admin
                                      ->value(QStringLiteral(
                                          "SELECT COUNT(*) FROM mysql.general_log WHERE user_host "
                                          "LIKE '%[lockmaster]%'"))
                                      .toLongLong())
                             .arg(sent)
                             .arg(commands.size());
}

void TestLockctlPrivileges::actingReleases()
{
    QFETCH(const int, kind);
    const QStringList acting = documented(QStringLiteral("To act as well"));
    const auto granted = m_mariaDb->run(asRun(acting.front()));
    QVERIFY2(granted, granted ? "" : qPrintable(granted.error().message));
    m_redis->runAll(asCommands(acting.back()));
    const KnownLock &lock = everyKind[kind];
    const LockctlOutcome released = release(lock);
    QVERIFY2(released.code == 0, qPrintable(said(released)));
    const LockctlOutcome taken = acquire(lock, QStringLiteral("lock:tried"));
    QVERIFY2(taken.code == 0, qPrintable(said(taken)));
}

LOCKMASTER_TEST(TestLockctlPrivileges, QCoreApplication)

} // namespace tst_lockctlprivileges

#include "tst_lockctlprivileges.moc"

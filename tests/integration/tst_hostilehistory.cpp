// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"
#include "core/history/historyreader.h"
#include "core/lab/servers/privatemariadb.h"
#include "core/monitor/lockstore.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/hookserver.h"
#include "tests/support/hostiletexts.h"
#include "tests/support/httpget.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"
#include "ui/history/historymodel.h"
#include "ui/history/historysearch.h"
#include "ui/history/historytable.h"
#include "ui/history/historyview.h"
#include "ui/lanes/lanesexport.h"
#include "ui/lanes/lanesview.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <QXmlStreamReader>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_hostilehistory {

namespace {

constexpr int patience = 60'000;

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

/** As TOML writes it, whatever is in it. */
QByteArray tomlText(const QString &text)
{
    QByteArray out;
    for (const uint code : text.toUcs4())
        out += "\\U" + QByteArray::number(code, 16).rightJustified(8, '0');
    return '"' + out + '"';
}

} // namespace

/**
 * What hostile names and owners become where the past is told and where alerts are: `lockctl serve`
 * watches real servers, and everything else reads what it left.
 */
class TestHostileHistory : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    QTemporaryDir m_directory;
    QStringList m_names; ///< of the locks that have no expiry
    QString m_then;      ///< when all of them were held

    QString file(const char *name) const { return m_directory.filePath(words(name)); }
    QString store() const { return file("state/lockmaster/history.sqlite"); }
    QStringList profile() const { return {words("--config"), file("lockmaster.toml")}; }
    LockctlOutcome lockctl(const QStringList &arguments) const
    {
        return runLockctl(arguments, {words("XDG_STATE_HOME=") + file("state")});
    }
    QList<QByteArray> commandLines() const
    {
        QFile told(file("told"));
        if (!told.open(QIODevice::ReadOnly))
            return {};
        const QByteArray all = told.readAll().trimmed();
        return all.isEmpty() ? QList<QByteArray>() : all.split('\n');
    }
    void writeProfile(const QByteArray &webhook) const;
    void checkNews(const QList<QByteArray> &news) const;
    /** A page of all that was recorded. */
    static void showAll(HistoryView &view);

private slots:
    void initTestCase();
    void alertsAreOneLineOfJsonEach();
    void alertRulesAreListedLiterally();
    void recordedLocksAreListedLiterally();
    void recordedTablesAreNoPrograms();
    void leadersAreListedLiterally();
    void pageReadsNoMarkup();
    void picturesHoldOnlyText();
};

void TestHostileHistory::initTestCase()
{
    PrivateMariaDb::Options options;
    options.initSql = words(
        "CREATE DATABASE app; CREATE TABLE app.service_leader_lock (name VARCHAR(300) CHARACTER "
        "SET utf8mb4 COLLATE utf8mb4_bin PRIMARY KEY, container_id LONGTEXT CHARACTER SET utf8mb4, "
        "timestamp DATETIME(3) NOT NULL);");
    auto mariaDb = PrivateMariaDb::start(options);
    LOCKMASTER_NEED_SERVER(mariaDb);
    m_mariaDb = std::move(*mariaDb);
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
    SqlSession admin(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
    QVERIFY2(admin.isOpen(), qPrintable(admin.error()));
    // Its first second is waited for: by then the recording below may be over.
    const auto isOld = [&admin] {
        return admin
                   .value(words("SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS "
                                "WHERE VARIABLE_NAME = 'UPTIME'"))
                   .toInt()
               > 0;
    };
    QVERIFY(QTest::qWaitFor(isOld, patience));
    for (const Hostile &hostile : hostiles()) {
        const QString text = QString::fromUtf8(hostile.bytes);
        m_names << words("lock:") + text;
        m_redis->run({"SET", m_names.back().toUtf8(), text.toUtf8()});
        QVERIFY(admin.run(words("INSERT INTO app.service_leader_lock VALUES (?, ?, NOW(3))"),
                          {text, text}));
    }
    QVERIFY(admin.run(words("INSERT INTO app.service_leader_lock VALUES ('megabyte', "
                            "REPEAT('x', 1048576), NOW(3))")));
    m_names << words("lock:megabyte");
    m_redis->run({"SET", "lock:megabyte", QByteArray(1 << 20, 'x')});
}

void TestHostileHistory::writeProfile(const QByteArray &webhook) const
{
    QFile address(file("address"));
    QVERIFY(address.open(QIODevice::WriteOnly));
    address.write(webhook + '\n');
    address.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    QFile profile(file("lockmaster.toml"));
    QVERIFY(profile.open(QIODevice::WriteOnly));
    QByteArray text = "[alerts]\ncommand = [\"/usr/bin/tee\", \"-a\", \"" + file("told").toUtf8()
                      + "\"]\nwebhook_url_file = \"" + file("address").toUtf8()
                      + "\"\n[[alert]]\nname = \"no-expiry\"\nfor = \"0s\"\n";
    for (size_t i = 0; i < hostiles().size(); ++i) {
        const QString hostile = QString::fromUtf8(hostiles()[i].bytes);
        text += "[[alert]]\nname = \"rule-" + QByteArray::number(qlonglong(i))
                + "\"\nwhen = \"waiters\"\nabove = 900\nscope = "
                + tomlText(QString(hostile).replace(u' ', u'_'))
                + "\n[[lock]]\npattern = " + tomlText(words("*") + hostile.mid(1, 3) + u'*')
                + "\nnote = " + tomlText(hostile) + "\nrunbook = " + tomlText(hostile) + '\n';
    }
    text += "[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:"
            + QByteArray::number(m_redis->port())
            + "/0\"\nmatch = [\"lock:*\"]\npoll = \"200ms\"\n[[backend]]\nname = "
              "\"billing\"\nurl = \"mysql://root@127.0.0.1:"
            + QByteArray::number(m_mariaDb->port())
            + "/app?leader=service_leader_lock&lease_ms=1500&password_file="
            + m_mariaDb->spec().passwordFile.toUtf8() + "\"\npoll = \"200ms\"\n";
    profile.write(text);
}

void TestHostileHistory::checkNews(const QList<QByteArray> &news) const
{
    QStringList names;
    for (const QByteArray &line : news) {
        QVERIFY2(isPlain(QString::fromUtf8(line.trimmed())), line.constData());
        QCOMPARE(alertViolations(line.trimmed() + '\n'), QStringList());
        const QJsonObject told = jsonObject(line);
        const QJsonObject lock = told[u"lock"].toObject();
        names << lock[u"name"].toString();
        QVERIFY(isPlain(told[u"text"].toString()));
        QVERIFY(isPlain(told[u"reason"].toString()));
        QVERIFY(isPlain(lock[u"owner"].toString()));
        QVERIFY(told[u"text"].toString().contains(literalText(names.back())));
    }
    names.sort();
    QStringList expected = m_names;
    expected.sort();
    QCOMPARE(names, expected);
}

void TestHostileHistory::alertsAreOneLineOfJsonEach()
{
    HookServer hook;
    writeProfile(hook.address("/hook"));
    const auto serving = startLockctl(
        QStringList{words("serve"), words("--listen"), words("127.0.0.1:0")} + profile(),
        {words("XDG_STATE_HOME=") + file("state")});
    const quint16 port = quint16(QUrl(QString::fromUtf8(nextLine(*serving)).trimmed()).port(0));
    QVERIFY(port > 0);
    QTRY_COMPARE_WITH_TIMEOUT(hook.delivered().size(), m_names.size(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(commandLines().size(), m_names.size(), patience);
    checkNews(hook.delivered());
    checkNews(commandLines());
    const QByteArray metrics = httpGet(port, "/metrics").body;
    QVERIFY(metrics.contains("lockmaster_alerts_firing"));
    QVERIFY(isPlain(QString::fromUtf8(metrics), true));
    m_then = utcText(systemClock().wallNow()).first(19) + u'Z';
    // Half of what is to be read of the past is over.
    for (qsizetype i = 0; i < m_names.size(); i += 2)
        m_redis->run({"DEL", m_names[i].toUtf8()});
    QTRY_COMPARE_WITH_TIMEOUT(commandLines().size(), m_names.size() + (m_names.size() + 1) / 2,
                              patience);
    serving->terminate();
    QVERIFY(serving->waitForFinished(patience));
    const QString said = QString::fromUtf8(serving->readAllStandardError());
    QVERIFY2(said.contains(words("alert began: no-expiry: lock:<b>bold</b>")), qPrintable(said));
    QVERIFY2(isPlain(said, true), qPrintable(said));
}

void TestHostileHistory::alertRulesAreListedLiterally()
{
    for (const QStringList &more :
         {QStringList(), QStringList{words("--json")}, QStringList{words("--try")},
          QStringList{words("--try"), words("--json")}}) {
        const LockctlOutcome told = lockctl(QStringList{words("alerts")} + profile() + more);
        QCOMPARE(told.code, 0);
        QVERIFY2(isPlain(QString::fromUtf8(told.out + told.err), true),
                 (told.out + told.err).constData());
        QVERIFY2(told.out.contains("rule-6"), told.out.constData());
        if (more.contains(words("--json")))
            QCOMPARE(rulesViolations(told.out), QStringList());
    }
}

void TestHostileHistory::recordedLocksAreListedLiterally()
{
    const LockctlOutcome json = lockctl({words("history"), words("--json")});
    QCOMPARE(json.code, 0);
    QCOMPARE(historyViolations(json.out), QStringList());
    QVERIFY(isPlain(QString::fromUtf8(json.out), true));
    QStringList names;
    for (const QJsonValue &hold : jsonObject(json.out)[u"holds"].toArray())
        names << hold[u"name"].toString();
    for (const QString &name : std::as_const(m_names))
        QVERIFY2(names.contains(name), qPrintable(literalText(name)));

    QList<QStringList> asked = {{}, {words("--waits")}, {words("--at"), m_then}};
    for (const QString &name : std::as_const(m_names)) {
        if (!name.contains(QChar(u'\0'))) // which no argument can hold
            asked << QStringList{words("--lock"), name};
        if (!name.contains(QChar(u'\0')))
            asked << QStringList{words("--owner"), name.mid(5)};
    }
    for (const QStringList &more : std::as_const(asked)) {
        const LockctlOutcome text = lockctl(QStringList{words("history")} + more);
        const QString all = QString::fromUtf8(text.out + text.err);
        QVERIFY2(isPlain(all, true), qPrintable(all));
        QVERIFY2(text.code == 0 || more.value(0) == u"--at", qPrintable(all));
        if (more.value(0) == u"--lock")
            QVERIFY2(all.contains(literalText(more[1]).left(60)), qPrintable(all));
    }
}

void TestHostileHistory::recordedTablesAreNoPrograms()
{
    for (const QStringList &more :
         {QStringList(), QStringList{words("--waits")}, QStringList{words("--at"), m_then}}) {
        const LockctlOutcome csv = lockctl(QStringList{words("history"), words("--csv")} + more);
        QVERIFY(csv.out.isValidUtf8());
        QVERIFY(csv.out.contains(",name,"));
        for (const QString &field : fieldsOf(csv.out)) {
            QVERIFY2(isPlain(field), qPrintable(field));
            QVERIFY2(field.isEmpty() || !words("=+-@\t\r").contains(field.front()),
                     qPrintable(field));
        }
    }
}

void TestHostileHistory::leadersAreListedLiterally()
{
    for (const char *how : {"--json", "--for"}) {
        QStringList asked{words("leaders"), words("--for"), words("2s")};
        if (words(how) == words("--json"))
            asked << words(how);
        const LockctlOutcome told = lockctl(asked + profile());
        QCOMPARE(told.code, 0);
        const QString all = QString::fromUtf8(told.out + told.err);
        QVERIFY2(isPlain(all, true), qPrintable(all));
        QVERIFY(told.out.size() < 256 << 10);
        if (words(how) == words("--json")) {
            QCOMPARE(leadersViolations(told.out), QStringList());
            QCOMPARE(jsonObject(told.out)[u"leaders"].toArray().size(), m_names.size());
            continue;
        }
        for (const Hostile &hostile : hostiles())
            QVERIFY2(all.contains(literalText(QString::fromUtf8(hostile.bytes))), hostile.what);
    }
}

void TestHostileHistory::showAll(HistoryView &view)
{
    QSignalSpy answered(&view, &HistoryView::answerShown);
    view.resize(1076, 600);
    view.show();
    view.setLive(true);
    view.search().setSpan(HistorySearch::Span::All);
    QTRY_VERIFY_WITH_TIMEOUT(!answered.isEmpty() && !view.isMessageShown(), patience);
}

void TestHostileHistory::pageReadsNoMarkup()
{
    LockStore locks;
    HistoryView view({store(), {}}, locks, systemClock());
    showAll(view);
    const QAbstractItemModel &model = *view.table().model();
    QCOMPARE_GE(model.rowCount(), int(m_names.size()));
    QCOMPARE(wrongIn(view).join(u'\n'), QString());
    QStringList shown;
    for (int row = 0; row < model.rowCount(); ++row)
        shown << model.index(row, HistoryModel::Lock).data().toString();
    for (const QString &name : std::as_const(m_names)) {
        QVERIFY2(shown.contains(literalText(name)), qPrintable(literalText(name)));
        QSignalSpy answered(&view, &HistoryView::answerShown);
        view.showLock({words("cache"), words("redis_string"), words("db 0"), name.toUtf8()});
        QVERIFY(answered.wait(patience));
        QVERIFY2(!view.isMessageShown(), qPrintable(literalText(name)));
        QCOMPARE(model.index(0, HistoryModel::Lock).data().toString(), literalText(name));
        QCOMPARE(wrongIn(view).join(u'\n'), QString());
    }
}

void TestHostileHistory::picturesHoldOnlyText()
{
    LockStore locks;
    HistoryView view({store(), {}}, locks, systemClock());
    showAll(view);
    const auto *saving = view.findChild<LanesExport *>();
    QVERIFY(saving);
    using Format = LanesExport::Format;
    QXmlStreamReader svg(saving->content(Format::WholeSvg));
    QString drawn;
    while (!svg.atEnd()) {
        svg.readNext();
        static const QStringList known = {
            words("svg"),     words("title"),  words("desc"),   words("defs"), words("g"),
            words("path"),    words("rect"),   words("text"),   words("line"), words("polyline"),
            words("polygon"), words("circle"), words("ellipse")};
        if (svg.isStartElement())
            QVERIFY2(known.contains(svg.name()), qPrintable(svg.name().toString()));
        if (svg.isCharacters())
            drawn += svg.text().toString() + u'\n';
    }
    QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
    QVERIFY2(isPlain(drawn, true), qPrintable(drawn));
    QVERIFY2(drawn.contains(words("lock:<b>bold</b>")) || drawn.contains(words("<b>bold</b>")),
             qPrintable(drawn));
    QVERIFY(saving->content(Format::WholePng).startsWith("\x89PNG"));
    const QByteArray json = saving->content(Format::Json);
    QCOMPARE(historyViolations(json), QStringList());
    QVERIFY(isPlain(QString::fromUtf8(json), true));
    for (const QString &field : fieldsOf(saving->content(Format::Csv))) {
        QVERIFY2(isPlain(field), qPrintable(field));
        QVERIFY2(field.isEmpty() || !words("=+-@\t\r").contains(field.front()), qPrintable(field));
    }
}

LOCKMASTER_TEST(TestHostileHistory, QApplication)

} // namespace tst_hostilehistory

#include "tst_hostilehistory.moc"

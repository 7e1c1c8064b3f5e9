// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/contentionreport.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_contentionreport {

namespace {

ContentionReport someReport()
{
    ContentionReport report;
    report.id = QStringLiteral("cards-unlocked");
    report.happened = QStringLiteral("Cards issued: 20.");
    report.violations = 18;
    report.asExpected = true;
    report.figures = {{QStringLiteral("requests"), QStringLiteral("Requests"), 20},
                      {QStringLiteral("cards"), QStringLiteral("Cards"), 20},
                      {QStringLiteral("most_at_once"), QStringLiteral("Most at once"), 20},
                      {QStringLiteral("intruders"), QStringLiteral("Intruders"), 19}};
    report.events = QStringList{QStringLiteral("0.000 s  Request 1 counts: cards 0"),
                                QStringLiteral("0.500 s  Request 1 issues a card")};
    return report;
}

} // namespace

class TestContentionReport : public QObject
{
    Q_OBJECT

private slots:
    void jsonHoldsAll();
    void textHoldsAll();
    void whatWentOtherwiseIsTold();
};

void TestContentionReport::jsonHoldsAll()
{
    const QByteArray json = contentionJson(someReport(), 4294967295U);
    QCOMPARE(contentionViolations(json).join(u'\n'), QString());
    QVERIFY(json.endsWith("}\n") && json.count('\n') == 1);
    const QJsonObject report = jsonObject(json);
    QCOMPARE(report.value(QStringLiteral("seed")).toDouble(), 4294967295.0);
    QCOMPARE(report.value(QStringLiteral("violations")).toInt(), 18);
    QCOMPARE(
        report.value(QStringLiteral("figures")).toObject().value(QStringLiteral("cards")).toInt(),
        20);
    QCOMPARE(report.value(QStringLiteral("events")).toArray().size(), 2);
}

void TestContentionReport::textHoldsAll()
{
    const QStringList lines = QString::fromUtf8(contentionText(someReport())).split(u'\n');
    QCOMPARE(lines.at(0), QStringLiteral("Card limit without a lock"));
    QVERIFY(lines.at(1).startsWith(QStringLiteral("expected: A user may have two cards.")));
    QCOMPARE(lines.at(2), QStringLiteral("happened: Cards issued: 20."));
    QCOMPARE(lines.at(3), QStringLiteral("as expected; violations: 18"));
    QCOMPARE(lines.at(5), QStringLiteral("  Requests      20"));
    QCOMPARE(lines.at(7), QStringLiteral("  Most at once  20"));
    QCOMPARE(lines.at(10), QStringLiteral("  0.000 s  Request 1 counts: cards 0"));
}

void TestContentionReport::whatWentOtherwiseIsTold()
{
    ContentionReport report = someReport();
    report.asExpected = false;
    QVERIFY(contentionText(report).contains("\nNOT as expected; violations: 18\n"));
    QCOMPARE(jsonObject(contentionJson(report, 1)).value(QStringLiteral("as_expected")),
             QJsonValue(false));
}

LOCKMASTER_TEST(TestContentionReport, QCoreApplication)

} // namespace tst_contentionreport

#include "tst_contentionreport.moc"

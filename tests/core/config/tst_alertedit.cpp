// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_alertedit {

namespace {

QString words(const char *text)
{
    return QString::fromUtf8(text);
}

AlertRule ruleOf(const QByteArray &toml, const char *name)
{
    for (const AlertRule &rule : parseProfile(toml).alerts.rules) {
        if (rule.name == words(name))
            return rule;
    }
    return {};
}

/** A built-in rule with one thing otherwise. */
template<class Change>
AlertRule changed(const QByteArray &toml, const char *name, const Change &change)
{
    AlertRule rule = ruleOf(toml, name);
    change(rule);
    return rule;
}

} // namespace

/** Rules are written into a profile, and all else in it stays byte for byte. */
class TestAlertEdit : public QObject
{
    Q_OBJECT

private slots:
    void aBuiltInRuleSaysOnlyWhatIsOtherwise()
    {
        const QByteArray before = "# mine\n[[backend]]\nname = \"cache\"\n"
                                  "url = \"redis://127.0.0.1\"  # the shop's\n";
        const AlertRule rule = changed(before, "held-long", [](AlertRule &r) { r.over = 2h; });
        const auto after = editAlertRules(before, {rule});
        QVERIFY(after);
        QCOMPARE(*after, before + "\n[[alert]]\nname = \"held-long\"\nover = \"2h\"\n");
        // And back again: it is said where it was said.
        const auto back = editAlertRules(
            *after, {changed(*after, "held-long", [](AlertRule &r) { r.over = 1h; })});
        QVERIFY(back);
        QCOMPARE(*back, before + "\n[[alert]]\nname = \"held-long\"\nover = \"1h\"\n");
    }

    void whatIsWrittenIsChangedWhereItStands()
    {
        const QByteArray before = "[alerts]\r\nquiet = \"22:00-07:00\" # nights\r\n\r\n"
                                  "[[alert]] # slow ones\r\n"
                                  "  when = \"held\"\r\n"
                                  "  name = \"slow\"   # by the team\r\n"
                                  "  over = \"10m\"    # agreed in OPS-7\r\n"
                                  "  colour = \"red\"\r\n"
                                  "\r\n"
                                  "[[alert]]\r\nname = \"no-expiry\"\r\nenabled = false\r\n";
        const AlertRule slow = changed(before, "slow", [](AlertRule &r) {
            r.over = 90min;
            r.enabled = false;
            r.lasting = 5s;
        });
        const AlertRule expiry =
            changed(before, "no-expiry", [](AlertRule &r) { r.enabled = true; });
        const auto after = editAlertRules(before, {slow, expiry});
        QVERIFY(after);
        QByteArray wanted = before;
        wanted.replace("over = \"10m\"    # agreed in OPS-7\r\n  colour = \"red\"\r\n",
                       "over = \"90m\"    # agreed in OPS-7\r\n  colour = \"red\"\r\n"
                       "  enabled = false\r\n  for = \"5s\"\r\n");
        wanted.replace("\"no-expiry\"\r\nenabled = false", "\"no-expiry\"\r\nenabled = true");
        QCOMPARE(*after, wanted);
    }

    void aNewRuleIsAddedWhole()
    {
        AlertRule rule = newAlertRule(words("orders"), AlertKind::Waiters);
        rule.above = 7;
        rule.scope = words("name:order:*");
        const auto after = editAlertRules({}, {rule});
        QVERIFY(after);
        QCOMPARE(*after, QByteArray("[[alert]]\nname = \"orders\"\nwhen = \"waiters\"\nabove = 7\n"
                                    "scope = \"name:order:*\"\n"));
        QCOMPARE(ruleOf(*after, "orders"), rule);
    }

    /** Of every kind, whatever is in it, reading gives what was written. */
    void everyKindIsReadBack()
    {
        std::vector<AlertRule> rules;
        for (const AlertKindTraits &kind : alertKinds()) {
            AlertRule rule = newAlertRule(words("own ") + kind.name, kind.kind);
            using Limit = AlertKindTraits::Limit;
            if (kind.limit == Limit::Over || kind.limit == Limit::OverOrUsual)
                rule.over = 1500ms;
            if (kind.limit == Limit::OverOrUsual || kind.limit == Limit::OverOrRhythm)
                rule.leastHolds = 99;
            if (kind.limit == Limit::Above)
                rule.above = 3;
            rule.finding = FindingId::ZeroLease;
            rule.lasting = 7s;
            rule.enabled = false;
            if (kind.limit != Limit::Finding)
                rule.finding = FindingId::NoExpiry;
            rules.push_back(rule);
        }
        const auto after = editAlertRules("# begins\n", rules);
        QVERIFY2(after, after ? "" : qPrintable(after.error().message));
        const Profile read = parseProfile(*after);
        QVERIFY(read.problems.empty());
        for (const AlertRule &rule : rules)
            QCOMPARE(ruleOf(*after, rule.name.toUtf8().constData()), rule);
        QCOMPARE(editAlertRules(*after, rules).value_or(QByteArray()),
                 *after); // nothing left to say
    }

    void ofOnesOwnOneIsTakenOut()
    {
        const QByteArray text = "# ours\n[[alert]]\nname = \"a\"\nwhen = \"held\"\nover = \"5m\"\n"
                                "\n[[alert]]\nname = \"b\"\nwhen = \"held\"\nover = \"7m\"\n"
                                "colour = \"red\"\n";
        const QStringList a{QStringLiteral("a")};
        AlertRule b = ruleOf(text, "b");
        b.over = 9min;
        const auto after = editAlertRules(text, {b}, a);
        QVERIFY2(after, after ? "" : qPrintable(after.error().message));
        QVERIFY(after->startsWith("# ours\n") && after->contains("colour = \"red\""));
        QVERIFY(!after->contains("\"a\"") && after->contains("9m"));
        const auto none = editAlertRules(*after, {}, {QStringLiteral("b")});
        QVERIFY2(none, none ? "" : qPrintable(none.error().message));
        QVERIFY(parseProfile(*none).alerts.rules == builtInAlertRules());
        QVERIFY(!editAlertRules(*none, {}, a));
        QVERIFY(!editAlertRules("alert = [{name = \"a\", when = \"held\", over = \"5m\"}, "
                                "{name = \"b\", when = \"held\", over = \"5m\"}]\n",
                                {}, a));
    }

    void everyBuiltInRuleIsSwitched()
    {
        std::vector<AlertRule> rules = builtInAlertRules();
        for (AlertRule &rule : rules)
            rule.enabled = !rule.enabled;
        const auto after = editAlertRules({}, rules);
        QVERIFY(after);
        QVERIFY(parseProfile(*after).alerts.rules == rules);
        QCOMPARE(after->count("when"), 0);
    }

    void whatCannotBeEditedSafelyIsLeft_data()
    {
        QTest::addColumn<QByteArray>("toml");
        QTest::newRow("not toml") << QByteArray("[[alert]\nname = \"held-long\"\n");
        QTest::newRow("inline") << QByteArray("alert = [{name = \"held-long\", over = \"3h\"}]\n");
        QTest::newRow("wrong in itself")
            << QByteArray("[[alert]]\nname = \"held-long\"\nover = 7\nfor = \"soon\"\n");
    }
    void whatCannotBeEditedSafelyIsLeft()
    {
        QFETCH(const QByteArray, toml);
        const AlertRule rule = changed({}, "held-long", [](AlertRule &r) {
            r.enabled = false;
            r.lasting = 4s;
        });
        const auto after = editAlertRules(toml, {rule});
        QVERIFY(!after);
        QCOMPARE(after.error().kind, ErrorKind::Config);
        QVERIFY(!after.error().remedy.isEmpty());
    }

    void whatNoProfileTakesIsRefused()
    {
        const AlertRule rule = changed({}, "held-long", [](AlertRule &r) { r.over = 1ms; });
        QVERIFY(!editAlertRules({}, {rule}));
        // Said as the profile itself would say it, and not as a matter of its layout.
        const AlertRule silent = changed({}, "not-taken", [](AlertRule &r) { r.over = 2h; });
        const auto refused = editAlertRules({}, {silent});
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(words("needs 'scope'")),
                 qPrintable(refused.error().message));
        AlertRule named = newAlertRule(words("a\nb"), AlertKind::Waiters);
        QVERIFY(!editAlertRules({}, {named}));
    }
};

LOCKMASTER_TEST(TestAlertEdit, QCoreApplication)

} // namespace tst_alertedit

#include "tst_alertedit.moc"

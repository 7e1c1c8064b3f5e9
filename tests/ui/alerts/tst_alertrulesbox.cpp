// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"
#include "core/domain/error.h"
#include "tests/support/testprogram.h"
#include "ui/alerts/alertrulesbox.h"
#include "ui/kit/durationedit.h"

#include <QMessageBox>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_alertrulesbox {

/** The rules in the settings: changed here, counting once they are saved. */
class TestAlertRulesBox : public QObject
{
    Q_OBJECT

    std::unique_ptr<AlertRulesBox> m_box;
    std::vector<AlertRule> m_saved;
    std::vector<std::optional<AlertRule>> m_shown; ///< as each change found it
    QStringList m_removed;
    Result<void> m_outcome;

    void choose(const char *name)
    {
        const std::vector<AlertRule> rules = builtInAlertRules();
        for (size_t row = 0; row < rules.size(); ++row) {
            if (rules[row].name == QString::fromLatin1(name))
                m_box->list().setCurrentRow(int(row));
        }
    }
    QString line() const { return m_box->list().currentItem()->text(); }

private slots:
    void init()
    {
        m_saved.clear();
        m_outcome = {};
        m_box = std::make_unique<AlertRulesBox>();
        m_box->setSave([this](const std::vector<AlertRuleChange> &changes) {
            m_saved.clear();
            m_shown.clear();
            m_removed.clear();
            for (const AlertRuleChange &change : changes) {
                if (change.after)
                    m_saved.push_back(*change.after);
                else
                    m_removed << change.before->name;
                m_shown.push_back(change.before);
            }
            return m_outcome;
        });
        m_box->setRules(builtInAlertRules());
        m_box->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_box.get()));
    }
    void cleanup() { m_box.reset(); }

    void eachRuleHasWhatItsKindHas()
    {
        const auto fields = [this] {
            return QStringList{m_box->overEdit().isVisible() ? QStringLiteral("over") : QString(),
                               m_box->aboveBox().isVisible() ? QStringLiteral("above") : QString(),
                               m_box->holdsBox().isVisible() ? QStringLiteral("holds") : QString()}
                .join(u' ')
                .simplified();
        };
        choose("held-long");
        QCOMPARE(fields(), QStringLiteral("over"));
        QCOMPARE(m_box->overEdit().number().value(), 1);
        QCOMPARE(m_box->overEdit().unit().currentText(), QStringLiteral("hours"));
        choose("held-unusual");
        QCOMPARE(fields(), QStringLiteral("over holds"));
        choose("many-waiters");
        QCOMPARE(fields(), QStringLiteral("above"));
        QCOMPARE(m_box->lastingEdit().value(), Micros(30s));
        choose("no-expiry");
        QCOMPARE(fields(), QString());
        QVERIFY(
            m_box->sentence().text().contains(QStringLiteral("the finding no-expiry, for 1 m")));
        QVERIFY(m_box->sentence().text().contains(QStringLiteral("-system:")));
        choose("not-taken");
        QCOMPARE(m_box->overEdit().number().text(), QStringLiteral("as its own rhythm says"));
        QVERIFY(!m_box->hasChanges()); // looking changes nothing
    }

    void whatIsChangedIsSavedTogether()
    {
        choose("held-long");
        m_box->overEdit().number().setValue(3);
        QCOMPARE(line(), QStringLiteral("● held-long"));
        QVERIFY(m_box->sentence().text().contains(QStringLiteral("held for more than 3 h")));
        choose("many-waiters");
        m_box->aboveBox().setValue(7);
        m_box->list().currentItem()->setCheckState(Qt::Unchecked);
        QVERIFY(m_box->hasChanges() && m_box->saveButton().isEnabled());
        m_box->saveButton().click();
        QCOMPARE(m_saved.size(), size_t(2));
        QCOMPARE(m_saved[0].over, Micros(3h));
        QVERIFY(m_saved[1].above == 7 && !m_saved[1].enabled);
        // The profile says so now.
        std::vector<AlertRule> now = builtInAlertRules();
        for (AlertRule &rule : now) {
            for (const AlertRule &saved : m_saved) {
                if (saved.name == rule.name)
                    rule = saved;
            }
        }
        m_box->setRules(now);
        QVERIFY(!m_box->hasChanges() && !m_box->saveButton().isEnabled());
        QVERIFY(!line().contains(u'●'));
    }

    /** A number that is being typed is not made into another unit. */
    void typingIsLeftAlone()
    {
        choose("many-waiters");
        QSpinBox &number = m_box->lastingEdit().number();
        number.setFocus();
        number.selectAll();
        QTest::keyClicks(&number, QStringLiteral("120"));
        QCOMPARE(number.value(), 120);
        QCOMPARE(m_box->lastingEdit().unit().currentText(), QStringLiteral("seconds"));
        QVERIFY(m_box->sentence().text().contains(QStringLiteral("for 2 m")));
    }

    void whatCannotBeSavedStaysChangedAndSaysWhy()
    {
        m_outcome = tl::make_unexpected(
            Error{ErrorKind::Denied, 0, QStringLiteral("no room on the disk"), {}});
        choose("held-long");
        m_box->overEdit().unit().setCurrentIndex(4);
        m_box->saveButton().click();
        QVERIFY(m_box->told().text().contains(QStringLiteral("no room on the disk")));
        QVERIFY(m_box->hasChanges());
        m_box->putBackButton().click();
        QVERIFY(!m_box->hasChanges() && m_box->told().text().isEmpty());
        QCOMPARE(m_box->overEdit().value(), Micros(1h));
        m_box->setSave({}, QStringLiteral("a sandbox"));
        choose("backend-lost");
        m_box->list().currentItem()->setCheckState(Qt::Unchecked);
        QVERIFY(!m_box->saveButton().isEnabled());
        QCOMPARE(m_box->told().text(), QStringLiteral("a sandbox"));
    }

    /** What somebody else wrote meanwhile counts, and what is changed here stays changed. */
    void theProfileMayChangeMeanwhile()
    {
        choose("held-long");
        m_box->overEdit().number().setValue(3);
        std::vector<AlertRule> other = builtInAlertRules();
        other[0].enabled = false;
        m_box->setRules(other);
        QCOMPARE(m_box->list().item(0)->checkState(), Qt::Unchecked);
        QCOMPARE(line(), QStringLiteral("● held-long"));
        QCOMPARE(m_box->overEdit().value(), Micros(3h));
        m_box->saveButton().click();
        QCOMPARE(m_saved.size(), size_t(1));
    }

    /** Of the same rule what both changed is kept apart, and what both changed of it is not saved.
     */
    void theSameRuleMayChangeMeanwhile()
    {
        choose("held-long");
        m_box->overEdit().number().setValue(3);
        const size_t row = size_t(m_box->list().currentRow());
        std::vector<AlertRule> other = builtInAlertRules();
        other[row].scope = QStringLiteral("system:redisson");
        m_box->setRules(other);
        QVERIFY2(m_box->told().text().contains(QStringLiteral("meanwhile: held-long. That stays")),
                 qPrintable(m_box->told().text()));
        QVERIFY(m_box->sentence().text().contains(QStringLiteral("system:redisson")));
        m_box->saveButton().click();
        QCOMPARE(m_saved.size(), size_t(1));
        QCOMPARE(m_saved[0].over, Micros(3h));
        QCOMPARE(m_saved[0].scope, QStringLiteral("system:redisson"));
        QCOMPARE(m_shown[0], std::optional(other[row]));

        std::vector<AlertRule> same = other;
        same[row].over = 2h;
        m_box->setRules(same);
        QVERIFY2(m_box->told().text().contains(QStringLiteral("not saved over that")),
                 qPrintable(m_box->told().text()));
        QCOMPARE(m_box->overEdit().value(), Micros(3h));
        m_box->saveButton().click();
        QCOMPARE(m_shown[0], std::optional(other[row])); // which the profile is not any more
        m_box->putBackButton().click();
        QCOMPARE(m_box->overEdit().value(), Micros(2h));
        m_box->overEdit().number().setValue(4);
        m_box->saveButton().click();
        QCOMPARE(m_shown[0], std::optional(same[row]));
    }

    void aRuleOfOnesOwnCanBeTakenOut()
    {
        std::vector<AlertRule> rules = builtInAlertRules();
        AlertRule own = newAlertRule(QStringLiteral("own"), AlertKind::Held);
        own.over = 5min;
        rules.push_back(own);
        m_box->setRules(rules);
        choose("held-long");
        QVERIFY(!m_box->removeButton().isEnabled());
        const int row = int(rules.size()) - 1;
        m_box->list().setCurrentRow(row);
        QVERIFY(m_box->removeButton().isEnabled());
        m_box->removeButton().click();
        QCOMPARE(m_box->list().count(), int(rules.size()));
        QVERIFY(m_box->hasChanges() && m_removed.isEmpty());
        m_box->putBackButton().click();
        QVERIFY(!m_box->hasChanges());
        m_box->list().setCurrentRow(row);
        m_box->removeButton().click();
        // Another rule of the profile is nothing to it; one that was changed comes back.
        std::vector<AlertRule> other = rules;
        other[0].enabled = false;
        m_box->setRules(other);
        QVERIFY(m_box->hasChanges());
        m_box->saveButton().click();
        QCOMPARE(m_removed, QStringList{QStringLiteral("own")});
        QCOMPARE(m_shown, std::vector<std::optional<AlertRule>>{own});
        other.back().over = 7min;
        m_box->setRules(other);
        QVERIFY(!m_box->hasChanges());
        QVERIFY2(m_box->told().text().contains(QStringLiteral("own")),
                 qPrintable(m_box->told().text()));
        m_box->setRules(builtInAlertRules());
        QVERIFY(!m_box->hasChanges());
    }

    void aRuleOfOnesOwnIsWrittenAndTheTextOfOthersRead()
    {
        choose("held-long");
        QVERIFY(!m_box->toml().isVisible());
        m_box->tomlButton().click();
        QVERIFY(m_box->toml().isVisible() && m_box->toml().isReadOnly());
        QCOMPARE(m_box->toml().toPlainText(), QStringLiteral("[[alert]]\nname = \"held-long\"\n"));
        m_box->overEdit().number().setValue(3);
        QVERIFY(m_box->toml().toPlainText().contains(QStringLiteral("over = \"3h\"")));
        m_box->putBack();
        m_box->list().setCurrentRow(m_box->list().count() - 1);
        QVERIFY(m_box->toml().isVisible() && !m_box->toml().isReadOnly());
        QVERIFY(!m_box->hasChanges());
        m_box->toml().setPlainText(QStringLiteral("[[alert]]\nname = \"x\"\nwhen = \"no\"\n"));
        QVERIFY(m_box->hasChanges());
        m_box->saveButton().click();
        QVERIFY(m_box->told().text().contains(QStringLiteral("line 3")));
        QVERIFY(m_saved.empty());
        m_box->toml().setPlainText(
            QStringLiteral("[[alert]]\nname = \"x\"\nwhen = \"waiters\"\nabove = 3\n"));
        m_box->saveButton().click();
        QCOMPARE(m_saved.size(), size_t(1));
        QCOMPARE(m_saved[0].above, 3);
        QVERIFY(!m_box->hasChanges());
    }

    void allThatIsWrittenIsSaved()
    {
        m_box->list().setCurrentRow(m_box->list().count() - 1);
        m_box->toml().setPlainText(
            QStringLiteral("[[alert]]\nname = \"x\"\nwhen = \"waiters\"\nabove = 3\n\n"
                           "[[alert]]\nname = \"y\"\nwhen = \"held\"\nover = \"5m\"\n"));
        m_box->saveButton().click();
        QCOMPARE(m_saved.size(), size_t(2));
        QCOMPARE(m_saved[0].name, QStringLiteral("x"));
        QCOMPARE(m_saved[1].name, QStringLiteral("y"));
        QVERIFY(!m_box->hasChanges());
    }

    void lengthsAreToldInTheLargestUnit_data()
    {
        QTest::addColumn<qint64>("millis");
        QTest::addColumn<QString>("told");
        QTest::newRow("none") << qint64(0) << "0 seconds";
        QTest::newRow("odd") << qint64(1500) << "1,500 ms";
        QTest::newRow("90 m") << qint64(5'400'000) << "90 minutes";
        QTest::newRow("a day") << qint64(86'400'000) << "1 days";
    }
    void lengthsAreToldInTheLargestUnit()
    {
        QFETCH(const qint64, millis);
        QFETCH(const QString, told);
        DurationEdit edit(QStringLiteral("x"));
        edit.setRange(0s, 24h * 365);
        edit.setValue(Millis(millis));
        QCOMPARE(edit.number().text() + u' ' + edit.unit().currentText(), told);
        QCOMPARE(edit.value(), Micros(Millis(millis)));
    }

    /** What one typed into another rule is not lost by the way. */
    void whoPutsOneBackMayKeepTheOthers()
    {
        choose("many-waiters");
        m_box->aboveBox().setValue(7);
        choose("held-long");
        m_box->overEdit().number().setValue(3);
        const auto ask = [this](const QString &text) {
            m_box->putBackButton().click();
            auto *asked = m_box->findChild<QMessageBox *>();
            QVERIFY(asked && asked->text().contains(QStringLiteral("many-waiters")));
            QCOMPARE(asked->defaultButton(), asked->button(QMessageBox::Cancel));
            for (QAbstractButton *each : asked->buttons()) {
                if (each->text().remove(u'&') == text)
                    each->click();
            }
            delete asked;
        };
        ask(QStringLiteral("Cancel"));
        QCOMPARE(m_box->overEdit().value(), Micros(3h));
        ask(QStringLiteral("Put the chosen one back"));
        QCOMPARE(m_box->overEdit().value(), Micros(1h));
        QVERIFY(m_box->hasChanges());
        choose("many-waiters");
        QCOMPARE(m_box->aboveBox().value(), 7);
        choose("held-long");
        m_box->overEdit().number().setValue(3);
        ask(QStringLiteral("Put all back"));
        QVERIFY(!m_box->hasChanges());
    }

    void unitsBeginAtOneLine()
    {
        m_box->resize(900, 500);
        for (const char *name : {"held-long", "held-unusual", "not-taken"}) {
            choose(name);
            const auto left = [this](const DurationEdit &edit, const QComboBox &unit) {
                return edit.mapTo(m_box.get(), unit.pos()).x();
            };
            DurationEdit &over = m_box->overEdit();
            DurationEdit &lasting = m_box->lastingEdit();
            QTRY_COMPARE(left(over, over.unit()), left(lasting, lasting.unit()));
        }
        QVERIFY(m_box->overEdit().number().width() > 0);
    }
};

LOCKMASTER_TEST(TestAlertRulesBox, QApplication)

} // namespace tst_alertrulesbox

#include "tst_alertrulesbox.moc"

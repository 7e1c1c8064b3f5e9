// SPDX-License-Identifier: Apache-2.0
#include "tests/support/historyshowcase.h"
#include "tests/support/testprogram.h"
#include "ui/alerts/alerttrialbox.h"
#include "ui/servers/backenddialog.h"
#include "ui/kit/textsize.h"
#include "ui/servers/profileeditor.h"
#include "ui/window/settingsdialog.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_settingsdialog {

namespace {

const QByteArray text = "# kept\n"
                        "[[backend]]\n"
                        "name = \"cache\" # the shop's\n"
                        "url = \"redis://127.0.0.1:6379/0\"\n";

} // namespace

class TestSettingsDialog : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_path = m_dir->filePath(QStringLiteral("lockmaster.toml"));
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    void anAddedServerIsInTheFileAndTheComments()
    {
        ProfileEditor editor(m_path);
        QVERIFY(editor.reload().has_value());
        QSignalSpy changed(&editor, &ProfileEditor::changed);
        BackendSpec added;
        added.kind = BackendKind::Redis;
        added.name = QStringLiteral("other");
        QVERIFY(editor.put({}, added).has_value());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(editor.profile().backends.size(), size_t(2));
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith(text));
    }

    void aRemovedServerIsGone()
    {
        ProfileEditor editor(m_path);
        QVERIFY(editor.reload().has_value());
        QVERIFY(editor.remove(QStringLiteral("cache")).has_value());
        QVERIFY(editor.profile().backends.empty());
    }

    void removingAsksFirst()
    {
        ProfileEditor editor(m_path);
        QVERIFY(editor.reload().has_value());
        Theme theme;
        QSettings settings(m_dir->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        TextSize size(settings);
        SettingsDialog dialog(editor, true, {}, theme, size, settings);
        dialog.show();
        dialog.removeServer(QStringLiteral("cache"));
        auto *box = dialog.findChild<QMessageBox *>();
        QVERIFY(box);
        QCOMPARE(box->textFormat(), Qt::PlainText);
        box->button(QMessageBox::Cancel)->click();
        QCOMPARE(editor.profile().backends.size(), size_t(1));
    }

    void editingOpensTheServersValues()
    {
        ProfileEditor editor(m_path);
        QVERIFY(editor.reload().has_value());
        Theme theme;
        QSettings settings(m_dir->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        TextSize size(settings);
        SettingsDialog dialog(editor, true, {}, theme, size, settings);
        dialog.show();
        dialog.editServer(QStringLiteral("cache"));
        auto *edit = dialog.findChild<BackendDialog *>();
        QVERIFY(edit);
        QCOMPARE(edit->backend().name, QStringLiteral("cache"));
        QVERIFY(edit->problem().isEmpty());
        edit->accept();
        QCOMPARE(dialog.findChild<QListWidget *>(QStringLiteral("servers"))->count(), 1);
    }

    void aProblemInTheProfileIsShownWithItsLine()
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append));
        file.write("colour = 3\n");
        file.close();
        ProfileEditor editor(m_path);
        QVERIFY(editor.reload().has_value());
        Theme theme;
        QSettings settings(m_dir->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        TextSize size(settings);
        SettingsDialog dialog(editor, true, {}, theme, size, settings);
        QStringList texts;
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            texts.append(label->text());
        QVERIFY2(texts.join(QLatin1Char('|')).contains(QStringLiteral("line 5")),
                 qPrintable(texts.join(QLatin1Char('|'))));
    }

    void aRuleIsTriedOnTheHistory()
    {
        test::HistoryShowcase past;
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append));
        file.write(
            "[[alert]]\nname = \"long\"\nwhen = \"held\"\nover = \"10m\"\nenabled = false\n");
        file.close();
        ProfileEditor editor(m_path);
        QVERIFY(editor.reload().has_value());
        Theme theme;
        QSettings settings(m_dir->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        TextSize size(settings);
        SettingsDialog dialog(editor, true, {}, theme, size, settings);
        dialog.setHistory(past.store(), past.clock);
        auto *box = dialog.findChild<AlertTrialBox *>();
        QVERIFY(box);
        const int draft = box->ruleChoice().count() - 1;
        QVERIFY(box->ruleChoice().itemText(draft - 1).startsWith(QStringLiteral("long: ")));
        QVERIFY(box->ruleChoice().itemText(draft - 1).endsWith(QStringLiteral("(off)")));
        box->ruleChoice().setCurrentIndex(draft - 1);
        box->button().click();
        const auto isTold = [box](const char *word) {
            return box->outcome().text().contains(QString::fromLatin1(word));
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold("Would have fired"), 30'000);
        QVERIFY2(isTold(" times in the last week"), qPrintable(box->outcome().text()));
        QVERIFY(box->times().count() > 0);
        QVERIFY(box->times().item(0)->text().contains(QStringLiteral("invoice-run"))
                || box->times().item(0)->text().contains(QStringLiteral("daily-close")));

        // One that is saved nowhere.
        box->ruleChoice().setCurrentIndex(draft);
        QVERIFY(box->outcome().text().isEmpty());
        box->draft().setPlainText(QStringLiteral("[[alert]]\nname = \"x\"\nwhen = \"no\"\n"));
        box->button().click();
        QVERIFY2(isTold("line 3"), qPrintable(box->outcome().text()));
        box->draft().setPlainText(
            QStringLiteral("[[alert]]\nname = \"x\"\nwhen = \"held\"\nover = \"100h\"\n"));
        box->button().click();
        QTRY_VERIFY_WITH_TIMEOUT(isTold("Would not have fired"), 30'000);
        QCOMPARE(box->times().count(), 0);

        // What was cancelled tells nothing.
        box->button().click();
        box->button().click();
        QVERIFY(box->outcome().text().isEmpty());
        QTest::qWait(50);
        QVERIFY(box->outcome().text().isEmpty());
        QCOMPARE(editor.profile().alerts.rules.size(), builtInAlertRules().size() + 1);
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_path;
};

LOCKMASTER_TEST(TestSettingsDialog, QApplication)

} // namespace tst_settingsdialog

#include "tst_settingsdialog.moc"

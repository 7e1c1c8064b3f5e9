// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/config/typedpasswords.h"
#include "tests/support/historyshowcase.h"
#include "tests/support/testprogram.h"
#include "ui/alerts/alertrulesbox.h"
#include "ui/alerts/alerttrialbox.h"
#include "ui/servers/backenddialog.h"
#include "ui/kit/textsize.h"
#include "ui/servers/profileeditor.h"
#include "ui/window/helpdesk.h"
#include "ui/window/settingsdialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLockFile>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_settingsdialog {

namespace {

const QByteArray text = "# kept\n"
                        "[[backend]]\n"
                        "name = \"cache\" # the shop's\n"
                        "url = \"redis://127.0.0.1:6379/0\"\n";

/** The settings of the profile that stands there. */
struct Opened {
    std::unique_ptr<ProfileEditor> editor;
    std::unique_ptr<Theme> theme = std::make_unique<Theme>();
    std::unique_ptr<QSettings> settings;
    std::unique_ptr<TextSize> size;
    std::unique_ptr<SettingsDialog> dialog;

    explicit Opened(const QTemporaryDir &place)
        : editor(
            std::make_unique<ProfileEditor>(place.filePath(QStringLiteral("lockmaster.toml")))),
          settings(std::make_unique<QSettings>(place.filePath(QStringLiteral("s.ini")),
                                               QSettings::IniFormat)),
          size(std::make_unique<TextSize>(*settings))
    {
        if (!editor->reload())
            qFatal("no profile");
        dialog = std::make_unique<SettingsDialog>(*editor, true, ReaderFactory(), *theme, *size,
                                                  *settings);
        dialog->show();
    }
};

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
        const Opened opened(*m_dir);
        ProfileEditor &editor = *opened.editor;
        SettingsDialog &dialog = *opened.dialog;
        dialog.removeServer(QStringLiteral("cache"));
        auto *box = dialog.findChild<QMessageBox *>();
        QVERIFY(box);
        QCOMPARE(box->textFormat(), Qt::PlainText);
        box->button(QMessageBox::Cancel)->click();
        QCOMPARE(editor.profile().backends.size(), size_t(1));
    }

    void editingOpensTheServersValues()
    {
        const Opened opened(*m_dir);
        SettingsDialog &dialog = *opened.dialog;
        dialog.editServer(QStringLiteral("cache"));
        auto *edit = dialog.findChild<BackendDialog *>();
        QVERIFY(edit);
        QCOMPARE(edit->backend().name, QStringLiteral("cache"));
        QVERIFY(edit->problem().isEmpty());
        edit->accept();
        QCOMPARE(dialog.findChild<QListWidget *>(QStringLiteral("servers"))->count(), 1);
    }

    /** It is there for the very backend that the profile has then, and nowhere in the file. */
    void aTypedPasswordIsNotWritten()
    {
        const Opened opened(*m_dir);
        ProfileEditor &editor = *opened.editor;
        SettingsDialog &dialog = *opened.dialog;
        dialog.setKeychain({.isThere = [] { return true; }, .keep = {}});
        std::vector<BackendSpec> typed;
        QStringList kept;
        bool wasThere = true;
        connect(&dialog, &SettingsDialog::passwordTyped, this,
                [&](const BackendSpec &backend, const Secret &password) {
                    typed.push_back(backend);
                    QCOMPARE(password.reveal(), QByteArray("hunter2"));
                    wasThere = editor.profile().backends.size() > 1;
                });
        connect(&dialog, &SettingsDialog::passwordToKeep, this,
                [&kept](const BackendSpec &backend, const Secret &) { kept << backend.name; });
        dialog.addServer();
        auto *edit = dialog.findChild<BackendDialog *>();
        BackendSpec draft =
            *parseBackendUrl(QStringLiteral("mysql://app:hunter2@db1.example:3307/billing"));
        draft.name = QStringLiteral("billing");
        edit->setDraft(draft);
        edit->setKeychain(true);
        for (auto *box : edit->findChildren<QCheckBox *>()) {
            if (box->text().remove(u'&').contains(u"keychain"))
                box->setChecked(true);
        }
        edit->accept();
        QCOMPARE(typed.size(), size_t(1));
        QVERIFY(!wasThere); // nothing connects without it
        QCOMPARE(kept, QStringList{QStringLiteral("billing")});
        const BackendSpec &added = editor.profile().backends.back();
        QCOMPARE(TypedPasswords::identity(added), TypedPasswords::identity(typed.front()));
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray written = file.readAll();
        QVERIFY(written.contains("billing"));
        QVERIFY(!written.contains("hunter2"));
    }

    /** Another program writes it just now: the form stays, and nobody has the password yet. */
    void aRefusedSaveKeepsTheForm()
    {
        const Opened opened(*m_dir);
        SettingsDialog &dialog = *opened.dialog;
        int typed = 0;
        connect(&dialog, &SettingsDialog::passwordTyped, this, [&typed] { ++typed; });
        dialog.addServer();
        auto *edit = dialog.findChild<BackendDialog *>();
        BackendSpec draft = *parseBackendUrl(QStringLiteral("mysql://app:hunter2@db1.example/x"));
        draft.name = QStringLiteral("billing");
        edit->setDraft(draft);
        QLockFile theirs(m_path + QStringLiteral(".lock"));
        QVERIFY(theirs.lock());
        edit->accept();
        QVERIFY(edit->isVisible());
        QCOMPARE(edit->backend().name, QStringLiteral("billing"));
        QCOMPARE(typed, 0);
        theirs.unlock();
        edit->accept();
        QVERIFY(!edit->isVisible());
        QCOMPARE(typed, 1);
        QCOMPARE(opened.editor->profile().backends.size(), size_t(2));
    }

    /** What a colleague writes while it is open is told there, and stays. */
    void anOpenDialogUndoesNothing()
    {
        const Opened opened(*m_dir);
        SettingsDialog &dialog = *opened.dialog;
        QByteArray password;
        connect(
            &dialog, &SettingsDialog::passwordTyped, this,
            [&password](const BackendSpec &, const Secret &typed) { password = typed.reveal(); });
        dialog.editServer(QStringLiteral("cache"));
        auto *edit = dialog.findChild<BackendDialog *>();
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append));
        file.write("environment = \"production\"\nmatch = [\"a:*\"]\n");
        file.close();
        QVERIFY(opened.editor->reload());
        QStringList texts;
        for (const QLabel *label : edit->findChildren<QLabel *>())
            texts << label->text();
        QVERIFY2(!texts.filter(QStringLiteral("environment, read_only, match")).isEmpty(),
                 qPrintable(texts.join(u'|')));
        auto *paste = edit->findChild<QLineEdit *>(QStringLiteral("paste"));
        paste->insert(QStringLiteral("redis-cli -h 127.0.0.1 -a hunter2"));
        edit->accept();
        QVERIFY(!edit->isVisible());
        const BackendSpec &saved = opened.editor->profile().backends.front();
        QVERIFY(saved.environment == Environment::Production && saved.readOnly);
        QCOMPARE(saved.patterns, std::vector<QByteArray>{"a:*"});
        QCOMPARE(password, QByteArray("hunter2"));
    }

    /** A password is typed for the server that is shown. */
    void aPasswordGoesToNoOtherServer()
    {
        const Opened opened(*m_dir);
        SettingsDialog &dialog = *opened.dialog;
        int typed = 0;
        connect(&dialog, &SettingsDialog::passwordTyped, this, [&typed] { ++typed; });
        dialog.editServer(QStringLiteral("cache"));
        auto *edit = dialog.findChild<BackendDialog *>();
        BackendSpec draft = edit->backend();
        draft.urlPassword = Secret("hunter2");
        edit->setDraft(draft);
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[[backend]]\nname = \"cache\"\nurl = \"redis://elsewhere:6379/0\"\n");
        file.close();
        edit->accept();
        QCOMPARE(opened.editor->profile().backends.front().host, QStringLiteral("elsewhere"));
        QCOMPARE(typed, 0);
    }

    void aDuplicateHasANameOfItsOwn()
    {
        const Opened opened(*m_dir);
        ProfileEditor &editor = *opened.editor;
        SettingsDialog &dialog = *opened.dialog;
        dialog.duplicateServer(QStringLiteral("cache"));
        auto *edit = dialog.findChild<BackendDialog *>();
        QVERIFY(edit);
        QVERIFY2(edit->problem().isEmpty(), qPrintable(edit->problem()));
        edit->accept();
        QCOMPARE(editor.profile().backends.size(), size_t(2));
        BackendSpec copy = editor.profile().backends.back();
        QCOMPARE(copy.name, QStringLiteral("cache-2"));
        copy.name = QStringLiteral("cache");
        QVERIFY(copy == editor.profile().backends.front());
    }

    void aProblemInTheProfileIsShownWithItsLine()
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append));
        file.write("colour = 3\n");
        file.close();
        const Opened opened(*m_dir);
        SettingsDialog &dialog = *opened.dialog;
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
        const Opened opened(*m_dir);
        ProfileEditor &editor = *opened.editor;
        SettingsDialog &dialog = *opened.dialog;
        dialog.setHistory(past.store(), past.clock);
        auto *box = dialog.findChild<AlertTrialBox *>();
        QVERIFY(box);
        auto *rules = dialog.findChild<AlertRulesBox *>();
        const int draft = rules->list().count() - 1;
        QCOMPARE(rules->list().item(draft - 1)->text(), QStringLiteral("long"));
        QCOMPARE(rules->list().item(draft - 1)->checkState(), Qt::Unchecked);
        rules->list().setCurrentRow(draft - 1);
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
        rules->list().setCurrentRow(draft);
        QVERIFY(box->outcome().text().isEmpty());
        rules->toml().setPlainText(QStringLiteral("[[alert]]\nname = \"x\"\nwhen = \"no\"\n"));
        box->button().click();
        QVERIFY2(rules->told().text().contains(QStringLiteral("line 3")),
                 qPrintable(rules->told().text()));
        rules->toml().setPlainText(
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

    /** What the rule says is in the file, and all else in it stays. */
    void aRuleIsSavedIntoTheProfile()
    {
        ProfileEditor editor(m_path);
        QVERIFY(editor.reload().has_value());
        Theme theme;
        QSettings settings(m_dir->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        TextSize size(settings);
        SettingsDialog dialog(editor, true, {}, theme, size, settings);
        dialog.show();
        auto *rules = dialog.findChild<AlertRulesBox *>();
        QVERIFY(rules->canSave());
        const auto unchecked = [rules] {
            rules->list().item(0)->setCheckState(Qt::Unchecked); // backend-lost
        };
        unchecked();
        dialog.reject();
        auto *box = dialog.findChild<QMessageBox *>();
        QVERIFY(box && dialog.isVisible());
        box->button(QMessageBox::Cancel)->click();
        QVERIFY(dialog.isVisible() && rules->hasChanges());
        delete box;
        dialog.reject();
        dialog.findChild<QMessageBox *>()->button(QMessageBox::Save)->click();
        QVERIFY(!dialog.isVisible() && !rules->hasChanges());
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), text + "\n[[alert]]\nname = \"backend-lost\"\nenabled = false\n");
        QVERIFY(!editor.profile().alerts.rules.front().enabled);
        // Nothing to be asked any more; and what is thrown away is.
        dialog.show();
        dialog.reject();
        QVERIFY(!dialog.isVisible());
    }

    void eachTabHasItsHelp()
    {
        const Opened opened(*m_dir);
        auto *tabs = opened.dialog->findChild<QTabWidget *>();
        QStringList places;
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            places << HelpDesk::placeOf(tabs->tabBar());
        }
        QCOMPARE(places, (QStringList{QStringLiteral("profile.md"), QStringLiteral("formats.md"),
                                      QStringLiteral("window.md#language-and-theme"),
                                      QStringLiteral("alerts.md#in-the-window")}));
        auto *rules = opened.dialog->findChild<AlertRulesBox *>();
        QCOMPARE(HelpDesk::placeOf(&rules->saveButton()),
                 QStringLiteral("alerts.md#trying-a-rule"));
    }

    void withoutAProfileItSaysWhyNothingIsSaved()
    {
        ProfileEditor editor(m_path);
        QVERIFY(editor.reload().has_value());
        Theme theme;
        QSettings settings(m_dir->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        TextSize size(settings);
        SettingsDialog dialog(editor, false, {}, theme, size, settings);
        dialog.show();
        auto *rules = dialog.findChild<AlertRulesBox *>();
        rules->list().item(0)->setCheckState(Qt::Unchecked);
        QVERIFY(rules->hasChanges() && !rules->saveButton().isEnabled());
        QVERIFY(rules->told().text().contains(QStringLiteral("no profile to save to")));
        dialog.reject();
        QVERIFY(!dialog.isVisible());
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_path;
};

LOCKMASTER_TEST(TestSettingsDialog, QApplication)

} // namespace tst_settingsdialog

#include "tst_settingsdialog.moc"

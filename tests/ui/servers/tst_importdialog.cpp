// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/kit/lockdelegate.h"
#include "ui/servers/importdialog.h"
#include "ui/servers/profileeditor.h"

#include "core/trust/commandtrust.h"

#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace lockmaster;

namespace tst_importdialog {

namespace {

constexpr int patience = 20'000;

FoundServer found(const QString &host, const QByteArray &password = {}, const QString &ssh = {})
{
    FoundServer server;
    server.spec.kind = BackendKind::Redis;
    server.spec.host = host;
    server.spec.urlPassword = Secret(password);
    server.spec.tunnel.ssh = ssh;
    return server;
}

FoundServer unusable()
{
    FoundServer server = found(QStringLiteral("x"));
    server.name = QStringLiteral("<b>warehouse</b>");
    server.fault = QStringLiteral("It is another kind.");
    return server;
}

QPushButton *buttonOf(const QDialog &dialog, const QString &text)
{
    for (QPushButton *button : dialog.findChildren<QPushButton *>()) {
        if (button->text().remove(u'&').startsWith(text))
            return button;
    }
    return nullptr;
}

} // namespace

/** Choosing among servers that other programs know. */
class TestImportDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void whatIsNewIsAddedAndTrusted();
    void whatIsUncheckedStays();
    void passwordsGoToTheKeychainIfAsked_data();
    void passwordsGoToTheKeychainIfAsked();
    void aFileAddsItsOwn();
    void whatCannotBeWrittenIsTold();
    void whereNothingIsFoundItSaysWhere();
    void whyAServerCannotBeWatchedStandsInItsRow();
    void whichFileItIsIsSeen();

private:
    ImportDialog::Tools tools(std::vector<FoundServer> servers);
    QString path() const { return m_home->filePath(QStringLiteral("lockmaster.toml")); }
    static QTreeWidget &list(const ImportDialog &dialog)
    {
        return *dialog.findChild<QTreeWidget *>();
    }
    static QLabel &problem(const ImportDialog &dialog)
    {
        return *dialog.findChild<QLabel *>(QStringLiteral("problem"));
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<ProfileEditor> m_profile;
    QStringList m_kept;
};

void TestImportDialog::initTestCase()
{
    static const QTemporaryDir state;
    qputenv("XDG_STATE_HOME", QFile::encodeName(state.path()));
}

void TestImportDialog::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_profile = std::make_unique<ProfileEditor>(path());
    m_kept.clear();
}

void TestImportDialog::whyAServerCannotBeWatchedStandsInItsRow()
{
    FoundServer server;
    server.spec.name = QStringLiteral("warehouse");
    server.fault = QStringLiteral("It is a PostgreSQL.");
    const ImportDialog dialog(tools({server}));
    const QTreeWidgetItem *row = list(dialog).topLevelItem(0);
    QVERIFY2(row->text(1).endsWith(QStringLiteral(": It is a PostgreSQL.")),
             qPrintable(row->text(1)));
    QCOMPARE(row->sizeHint(1).height(), LockDelegate::rowHeight());
}

/** Its name is the end of a path, which is cut in the middle. */
void TestImportDialog::whichFileItIsIsSeen()
{
    ImportDialog::Tools from = tools({found(QStringLiteral("c0"))});
    const QString directory = u'/' + QString(250, u'd') + u'/';
    for (const char *file : {"aaa.json", "mmm.json"})
        from.found.found.push_back(
            {directory + QString::fromLatin1(file), {found(QLatin1String(file))}});
    ImportDialog dialog(std::move(from));
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    constexpr int column = 2;
    const auto drawn = [&](int row) {
        QTreeWidget &all = list(dialog);
        const QModelIndex index = all.indexFromItem(all.topLevelItem(row), column);
        QImage image(all.columnWidth(column), 30, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        QStyleOptionViewItem option;
        option.rect = image.rect();
        option.font = all.font();
        option.fontMetrics = all.fontMetrics();
        all.itemDelegateForIndex(index)->paint(&painter, option, index);
        return image;
    };
    QVERIFY(drawn(1) != drawn(2));
}

ImportDialog::Tools TestImportDialog::tools(std::vector<FoundServer> servers)
{
    ImportDialog::Tools tools;
    tools.known = m_profile->profile().backends;
    tools.found.found = {{QStringLiteral("/home/me/file"), std::move(servers)}};
    tools.add = [this](const std::vector<BackendSpec> &backends) {
        return m_profile->add(backends);
    };
    return tools;
}

void TestImportDialog::whatIsNewIsAddedAndTrusted()
{
    BackendSpec mine = found(QStringLiteral("c0")).spec;
    mine.name = QStringLiteral("mine");
    QVERIFY(m_profile->put({}, mine));
    ImportDialog dialog(
        tools({found(QStringLiteral("c0")), found(QStringLiteral("c1"), {}, QStringLiteral("gate")),
               unusable()}));
    dialog.show();
    QCOMPARE(list(dialog).topLevelItemCount(), 3);
    QCOMPARE(list(dialog).topLevelItem(0)->text(1),
             QStringLiteral("redis://c0/0: watched as mine"));
    QVERIFY(!list(dialog).topLevelItem(0)->data(0, Qt::CheckStateRole).isValid());
    QCOMPARE(list(dialog).topLevelItem(1)->checkState(0), Qt::Checked);
    QCOMPARE(list(dialog).topLevelItem(2)->text(0), QStringLiteral("<b>warehouse</b>"));
    list(dialog).setCurrentItem(list(dialog).topLevelItem(1));
    const auto says = [&](const QString &text) {
        const auto labels = dialog.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel *label) { return label->text().contains(text); });
    };
    QVERIFY(says(QStringLiteral("connect through gate")));
    QTest::keyClick(&list(dialog), Qt::Key_Down);
    QVERIFY(says(QStringLiteral("It is another kind.")));
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(accepted.size(), 1);
    QCOMPARE(m_profile->profile().backends.size(), size_t(2));
    const BackendSpec &added = m_profile->profile().backends[1];
    QCOMPARE(added.tunnel.ssh, QStringLiteral("gate"));
    QCOMPARE(isTrusted(foreignCommand(added.tunnel)).value(), true);
}

void TestImportDialog::whatIsUncheckedStays()
{
    ImportDialog dialog(tools({found(QStringLiteral("c0")), found(QStringLiteral("c1"))}));
    dialog.show();
    QVERIFY(buttonOf(dialog, QStringLiteral("Import 2 servers")));
    list(dialog).setFocus();
    QTest::keyClick(&list(dialog), Qt::Key_Space);
    QPushButton *button = buttonOf(dialog, QStringLiteral("Import 1 server"));
    QVERIFY(button);
    QTest::keyClick(&list(dialog), Qt::Key_Down);
    QTest::keyClick(&list(dialog), Qt::Key_Space);
    QVERIFY(!button->isEnabled());
    QTest::keyClick(&list(dialog), Qt::Key_Space);
    button->click();
    QCOMPARE(m_profile->profile().backends.size(), size_t(1));
    QCOMPARE(m_profile->profile().backends[0].host, QStringLiteral("c1"));
}

void TestImportDialog::passwordsGoToTheKeychainIfAsked_data()
{
    QTest::addColumn<bool>("asked");
    QTest::addColumn<bool>("works");
    QTest::newRow("asked") << true << true;
    QTest::newRow("asked, refused") << true << false;
    QTest::newRow("not asked") << false << true;
}

void TestImportDialog::passwordsGoToTheKeychainIfAsked()
{
    QFETCH(bool, asked);
    QFETCH(bool, works);
    ImportDialog::Tools with =
        tools({found(QStringLiteral("c0"), "hush"), found(QStringLiteral("c1"))});
    with.keychain.isThere = [] { return true; };
    with.keychain.keep = [&](const BackendSpec &backend, const Secret &password) -> Result<void> {
        m_kept << backend.name + u'=' + QString::fromUtf8(password.reveal());
        if (works)
            return {};
        return failure(ErrorKind::Denied, QStringLiteral("It is locked."));
    };
    ImportDialog dialog(std::move(with));
    dialog.show();
    auto *keep = dialog.findChild<QCheckBox *>();
    QTRY_VERIFY_WITH_TIMEOUT(keep->isVisible(), patience);
    keep->setChecked(asked);
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    buttonOf(dialog, QStringLiteral("Import 2"))->click();
    QCOMPARE(m_profile->profile().backends.size(), size_t(2));
    if (works)
        QTRY_COMPARE_WITH_TIMEOUT(accepted.size(), 1, patience);
    else
        QTRY_VERIFY_WITH_TIMEOUT(problem(dialog).text().contains(u"c0:6379/0: It is locked."),
                                 patience);
    QCOMPARE(m_kept, asked ? QStringList{QStringLiteral("c0:6379/0=hush")} : QStringList());
    QFile profile(path());
    QVERIFY(profile.open(QIODevice::ReadOnly));
    QVERIFY(!profile.readAll().contains("hush"));
}

void TestImportDialog::aFileAddsItsOwn()
{
    ImportDialog dialog(tools({found(QStringLiteral("c0"))}));
    dialog.show();
    const QString file = m_home->filePath(QStringLiteral("export.json"));
    const auto write = [&](const QByteArray &text) {
        QFile out(file);
        return out.open(QIODevice::WriteOnly) && out.write(text) == text.size();
    };
    QVERIFY(write("no servers"));
    dialog.addFile(file);
    QVERIFY(problem(dialog).isVisible() && problem(dialog).text().contains(file));
    QCOMPARE(list(dialog).topLevelItemCount(), 1);
    QVERIFY(write(R"([{"host": "c0", "port": 6379}, {"host": "c2", "port": 6379}])"));
    dialog.addFile(file);
    dialog.addFile(file);
    QVERIFY(!problem(dialog).isVisible());
    QCOMPARE(list(dialog).topLevelItemCount(), 3);
    QVERIFY(buttonOf(dialog, QStringLiteral("Import 2 servers")));
}

void TestImportDialog::whatCannotBeWrittenIsTold()
{
    QFile out(path());
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write("[[backend\n") > 0);
    out.close();
    ImportDialog dialog(tools({found(QStringLiteral("c0"))}));
    dialog.show();
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    buttonOf(dialog, QStringLiteral("Import 1"))->click();
    QCOMPARE(accepted.size(), 0);
    QVERIFY(problem(dialog).isVisible());
    QVERIFY2(problem(dialog).text().contains(u"TOML"), qPrintable(problem(dialog).text()));
}

void TestImportDialog::whereNothingIsFoundItSaysWhere()
{
    ImportDialog dialog(tools({}));
    dialog.show();
    QVERIFY(!buttonOf(dialog, QStringLiteral("Import"))->isEnabled());
    QVERIFY(buttonOf(dialog, QStringLiteral("Open a file")));
}

LOCKMASTER_TEST(TestImportDialog, QApplication)

} // namespace tst_importdialog

#include "tst_importdialog.moc"

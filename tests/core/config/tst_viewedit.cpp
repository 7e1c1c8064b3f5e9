// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_viewedit {

namespace {

const QByteArray server =
    "# the shop\n[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1\"\n";

SavedView viewOf(const char *name)
{
    SavedView view;
    view.name = QString::fromUtf8(name);
    return view;
}

SavedView rich()
{
    SavedView view = viewOf("주문 \"slow\"");
    view.filter = QStringLiteral("name:order held>1m");
    view.environment = Environment::Unset;
    view.backend = QStringLiteral("cache");
    view.source = QStringLiteral("db 0");
    view.system = QStringLiteral("redisson");
    view.finding = FindingId::NoExpiry;
    view.sort = LockColumn::Held;
    view.descending = true;
    view.columns = {LockColumn::Held, LockColumn::Name, LockColumn::Changes, LockColumn::State};
    return view;
}

} // namespace

/** Views stand in a profile, and all else in it stays byte for byte. */
class TestViewEdit : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsRead()
    {
        const auto first = editView(server, {}, rich());
        QVERIFY(first);
        QVERIFY(first->startsWith(server + "\n[[view]]\n"));
        const auto both = editView(*first, {}, viewOf("all"));
        QVERIFY(both);
        const Profile profile = parseProfile(*both);
        QVERIFY(profile.problems.empty());
        QCOMPARE(profile.views.size(), 2U);
        QVERIFY(profile.views[0] == rich());
        QVERIFY(profile.views[1] == viewOf("all"));
        const auto none = editView(*both, QStringLiteral("all"), std::nullopt)
                              .and_then([](const QByteArray &toml) {
                                  return editView(toml, rich().name, std::nullopt);
                              });
        QVERIFY(none);
        QCOMPARE(none->trimmed(), server.trimmed());
    }

    void aViewIsChangedWhereItStands()
    {
        const QByteArray before = "[[view]] # of the night shift\r\n"
                                  "  filter = \"state:expired\"   # first of all\r\n"
                                  "  name = \"night\"\r\n"
                                  "  colour = \"red\"\r\n"
                                  "\r\n"
                                  "[[backend]]\r\nname = \"cache\"\r\nurl = \"redis://h\"\r\n";
        SavedView view = viewOf("by night");
        view.filter = QStringLiteral("state:expired,blocked");
        view.sort = LockColumn::Ttl;
        const auto after = editView(before, QStringLiteral("night"), view);
        QVERIFY2(after, qPrintable(after ? QString() : after.error().message));
        QByteArray wanted = before;
        wanted.replace("\"state:expired\"", "\"state:expired,blocked\"");
        wanted.replace("\"night\"", "\"by night\"");
        wanted.replace("  colour = \"red\"\r\n", "  colour = \"red\"\r\n  sort = \"ttl\"\r\n");
        QCOMPARE(*after, wanted);
    }

    void whatIsWrongCostsThatViewAlone_data()
    {
        QTest::addColumn<QByteArray>("section");
        QTest::addColumn<QByteArray>("told");
        const auto row = [](const char *name, const char *section, const char *told) {
            QTest::newRow(name) << QByteArray(section) << QByteArray(told);
        };
        row("no name", "filter = \"a\"\n", "needs a 'name'");
        row("a name that cannot be seen", "name = \"a\\u202eb\"\n", "'name' takes");
        row("a name of spaces", "name = \" a \"\n", "'name' takes");
        row("a filter", "name = \"a\"\nfilter = \"ttl<\"\n", "The view 'a': 'filter' takes");
        row("a filter with what cannot be seen", "name = \"a\"\nfilter = \"a\\u202eb\"\n",
            "The view 'a': 'filter' takes a filter that can be seen");
        row("a filter with lines", "name = \"a\"\nfilter = \"a\\nb\"\n", "'filter' takes");
        row("a filter far behind", "name = \"a\"\nfilter = \"a      -name:b\"\n", "'filter' takes");
        row("a filter that is a number", "name = \"a\"\nfilter = 5\n", "'filter' takes");
        row("a column", "name = \"a\"\ncolumns = [\"name\", \"colour\"]\n", "'columns' takes");
        row("one column twice", "name = \"a\"\ncolumns = [\"ttl\", \"ttl\"]\n", "'columns' takes");
        row("no columns", "name = \"a\"\ncolumns = []\n", "'columns' takes");
        row("an order", "name = \"a\"\nsort = \"colour\"\n", "'sort' takes");
        row("an environment", "name = \"a\"\nenvironment = \"mars\"\n", "'environment' takes");
        row("a finding", "name = \"a\"\nfinding = \"?\"\n", "'finding' takes");
        row("a source of no server", "name = \"a\"\nsource = \"db 0\"\n", "needs the 'backend'");
        row("one name twice", "name = \"good\"\n", "as well");
    }
    void whatIsWrongCostsThatViewAlone()
    {
        QFETCH(const QByteArray, section);
        QFETCH(const QByteArray, told);
        const Profile profile =
            parseProfile(server + "[[view]]\nname = \"good\"\n[[view]]\n" + section);
        QCOMPARE(profile.backends.size(), 1U);
        QCOMPARE(profile.views.size(), 1U);
        QCOMPARE(profile.views.front().name, QStringLiteral("good"));
        QCOMPARE(profile.problems.size(), 1U);
        const ProfileProblem &problem = profile.problems.front();
        QVERIFY(!problem.costsBackend);
        QVERIFY(problem.line > 5);
        QVERIFY2(problem.message.toUtf8().contains(told), qPrintable(problem.message));
    }

    void whatStandsAroundAFilterIsNoPartOfIt()
    {
        const QByteArray spaces(500, ' ');
        const Profile profile = parseProfile("[[view]]\nname = \"a\"\nfilter = \"" + spaces
                                             + "-name:b" + spaces + "\"\n");
        QCOMPARE(profile.views.size(), 1U);
        QCOMPARE(profile.views.front().filter, QStringLiteral("-name:b"));
    }

    void anUnknownKeyIsARemark()
    {
        const Profile profile = parseProfile("[[view]]\nname = \"a\"\ncolour = \"red\"\n");
        QCOMPARE(profile.views.size(), 1U);
        QCOMPARE(profile.problems.size(), 1U);
    }

    void whatIsNoListOfTablesIsTold()
    {
        for (const char *text : {"view = 5\n", "[view]\nname = \"a\"\n", "view = [1, 2]\n"}) {
            const Profile profile = parseProfile(server + "\n" + text);
            QVERIFY(profile.views.empty());
            QVERIFY(!profile.problems.empty());
            // Above the first section it is of the profile, below of what it stands in.
            QCOMPARE(profile.backends.size(), 1U);
        }
    }

    void thereAreOnlySoMany()
    {
        QByteArray many = server;
        for (int i = 0; i < 201; ++i)
            many += "[[view]]\nname = \"v" + QByteArray::number(i) + "\"\n";
        const Profile profile = parseProfile(many);
        QCOMPARE(profile.views.size(), 200U);
        QCOMPARE(profile.problems.size(), 1U);
        QVERIFY(!editView(many, {}, viewOf("one more")));
    }

    void namesAreUnique()
    {
        const QByteArray toml = "[[view]]\nname = \"a\"\n\n[[view]]\nname = \"b\"\n";
        QVERIFY(!editView(toml, {}, viewOf("a")));
        QVERIFY(!editView(toml, QStringLiteral("b"), viewOf("a")));
        QVERIFY(editView(toml, QStringLiteral("b"), viewOf("c")));
        // One that could not be read has its name all the same.
        QVERIFY(!editView("[[view]]\nname = \"x\"\nsort = 5\n", {}, viewOf("x")));
    }

    void whatCannotBeEditedIsLeftAlone()
    {
        QVERIFY(!editView("[[view]\n", {}, viewOf("a")));
        QVERIFY(!editView(server, QStringLiteral("a"), viewOf("b")));
        QVERIFY(!editView(server, {}, viewOf("")));
        SavedView wrong = viewOf("a");
        wrong.filter = QStringLiteral("ttl<");
        QVERIFY(!editView(server, {}, wrong));
        const QByteArray commented = "[[view]]\nname = \"a\"\ncolumns = [\"name\", # first\n"
                                     "  \"ttl\"]\n";
        SavedView other = parseProfile(commented).views.front();
        other.columns = {LockColumn::Name};
        QVERIFY(!editView(commented, QStringLiteral("a"), other));
        const QByteArray inOne = "view = [{name = \"a\"}]\n";
        other = viewOf("b");
        QVERIFY(!editView(inOne, {}, other));
    }
};

LOCKMASTER_TEST(TestViewEdit, QCoreApplication)

} // namespace tst_viewedit

#include "tst_viewedit.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/backendspec.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatfile.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QTest>

#include <set>

using namespace lockmaster;

namespace tst_formatfile {

namespace {

constexpr char whole[] = R"(id = "mine"
title = "Mine"
description = { en = "Locks of mine" }
source = "here"
names = ["my_locks"]

[[table]]
key = ["name"]
owner = "holder"
instance = ["token"]
end = { column = "until", unit = "ms" }

[table.release]
how = "set"
set = { until = "zero" }
means = { en = "Whoever asks next takes it." }
)";

/** `whole` with one thing written otherwise. */
QByteArray with(const char *before, const char *after)
{
    QByteArray text(whole);
    if (!text.contains(before))
        qFatal("nothing to replace");
    return text.replace(before, after);
}

constexpr char wholeKeys[] = R"(id = "mine"
title = "Mine"
description = { en = "Locks of mine" }
source = "here"

[[keys]]
type = "hash"
match = "jobs:*:taken"
holder = "uuid"
time = { means = "taken", unit = "ms" }

[keys.release]
how = "delete"
means = { en = "Whoever asks next takes it." }
with_last = [{ key = "jobs:{1}:queue" }]
)";

QByteArray withKeys(const char *before, const char *after)
{
    QByteArray text(wholeKeys);
    if (!text.contains(before))
        qFatal("nothing to replace");
    return text.replace(before, after);
}

} // namespace

/** Format files: what they say, and that nothing else can be said in them. */
class TestFormatFile : public QObject
{
    Q_OBJECT

private slots:
    void whatIsSaidIsTaken()
    {
        const ParsedFormat parsed = parseFormat(whole);
        QVERIFY2(parsed.format,
                 qPrintable(parsed.problems.empty() ? QString() : parsed.problems[0].message));
        QCOMPARE(parsed.format->id, QStringLiteral("mine"));
        QCOMPARE(parsed.format->description.korean, QStringLiteral("Locks of mine"));
        QCOMPARE(parsed.format->tables.size(), size_t(1));
        const FormatTable &table = parsed.format->tables.front();
        QCOMPARE(table.owner, QStringLiteral("holder"));
        QCOMPARE(table.end->time.unit, TimeUnit::Milliseconds);
        QCOMPARE(table.held.by, FormatHeld::By::Row);
        QCOMPARE(table.release.sets.size(), size_t(1));
        QCOMPARE(table.allColumns(), QStringLiteral("name token until holder").split(u' '));
    }

    void keysAreTaken()
    {
        const ParsedFormat parsed = parseFormat(wholeKeys);
        QVERIFY2(parsed.format,
                 qPrintable(parsed.problems.empty() ? QString() : parsed.problems[0].message));
        QVERIFY(parsed.format->isOfKeys());
        const FormatKeys &keys = parsed.format->keys.front();
        QCOMPARE(keys.type, FormatKeys::Type::Hash);
        QCOMPARE(keys.holder.is, FormatShape::Is::Uuid);
        QCOMPARE(keys.time->means, FormatEnd::Means::Taken);
        QCOMPARE(keys.withLast.front().key, QStringLiteral("jobs:{1}:queue"));
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QByteArray &text, int line, const char *says) {
            QTest::newRow(name) << text << line << QString::fromUtf8(says);
        };
        row("no toml", "id = ", 1, "");
        row("unknown word", with("owner =", "onwer ="), 9, "onwer");
        row("unknown word within", with("unit = \"ms\"", "unti = \"ms\""), 11, "unti");
        row("unknown unit", with("\"ms\"", "\"minutes\""), 11, "datetime, s, ms, real-s");
        row("id with signs", with("\"mine\"", "\"Mine; x\""), 1, "small letters");
        row("a title that moves the terminal", with("\"Mine\"", "\"\\u001b[2JMine\""), 2,
            "hidden characters");
        row("a column that hides", with("\"holder\"", "\"hold\\u202eer\""), 9, "hidden characters");
        row("no key", with("key = [\"name\"]\n", ""), 7, "'key' is missing");
        row("writes the key", with("until = \"zero\" }", "name = \"zero\" }"), 7, "key");
        row("unknown value", with("\"zero\"", "\"NOW()\""), 15, "one-more");
        row("no columns to set", with("set = { until = \"zero\" }\n", ""), 13, "'set'");
        row("deletes and sets", with("how = \"set\"", "how = \"delete\""), 13, "'set'");
        row("says nothing of letting go",
            with("means = { en = \"Whoever asks next takes it.\" }", ""), 13, "'means' is missing");
        row("a field of nothing",
            with("unit = \"ms\" }", "unit = \"ms\", means = \"beat\", lasts = "
                                    "\"5s\", lasts_field = \"most\" }"),
            11, "'lasts_field'");
        row("a process of nobody",
            with("owner = \"holder\"", "process = { column = \"node\", of = \"mine\" }"), 9,
            "'process'");
        row("a process of a sentence",
            with("instance", "process = { column = \"node\", of = \"No word\" }\ninstance"), 10,
            "'of'");
        row("an end lasts", with("unit = \"ms\" }", "unit = \"ms\", lasts = \"5s\" }"), 11,
            "lasts");
        row("how long is missing", with("unit = \"ms\" }", "unit = \"ms\", means = \"beat\" }"), 11,
            "'lasts'");
        row("no duration",
            with("unit = \"ms\" }", "unit = \"ms\", means = \"beat\", lasts = \"soon\" }"), 11,
            "10m");
        row("held by nobody's word",
            with("[table.release]", "held = { by = \"owner\" }\n[table.release]")
                .replace("owner = ", "#"),
            7, "owner");
        row("name of other columns", with("key =", "name = \"{token}\"\nkey ="), 7, "token");
        row("name with quotes", with("key =", "name = \"it's\"\nkey ="), 7, "'name'");
        row("pattern with quotes",
            with("key =", "only = { column = \"a\", like = \"x' OR '1\" }\nkey ="), 7, "'like'");
        row("permits of nothing",
            with("owner =", "held = { by = \"permits\", column = \"n\", of = 0 }\nowner ="), 9,
            "at least 1");
        row("upkeep of rows that say it themselves",
            with("owner =", "held = { upkeep = [\"STATE_ACCESS\"] }\nowner ="), 9, "'upkeep'");
        row("least of a row", with("owner =", "held = { least = 1 }\nowner ="), 9, "'least'");
        row("counted of nothing",
            with("[table.release]",
                 "[[table.counted]]\ntable = \"w\"\nlabel = { en = \"w\" }\n[table.release]"),
            13, "'where' is missing");
        row("counted by no column",
            with("[table.release]", "[[table.counted]]\ntable = \"w\"\nwhere = { a = 1 }\n"
                                    "label = { en = \"w\" }\n[table.release]"),
            13, "names of a table");
        row("too much is counted",
            with("[table.release]", (QByteArray("[[table.counted]]\ntable = \"w\"\nwhere = { a = "
                                                "\"name\" }\nlabel = { en = \"w\" }\n")
                                         .repeated(5)
                                     + "[table.release]")
                                        .constData()),
            7, "At most 4");
        row("goes along with a deletion",
            with("how = \"set\"\nset = { until = \"zero\" }",
                 "how = \"delete\"\nalso = { table = \"w\", where = { a = \"name\" }, set = { b = "
                 "\"null\" } }"),
            15, "how = \"set\"");
        row("goes along and takes another's column",
            with("set = { until = \"zero\" }", "set = { until = \"zero\" }\nalso = { table = "
                                               "\"w\", where = { a = \"name\" }, set = "
                                               "{ b = \"column:c\" } }"),
            16, "column:NAME");
        row("wakes in two ways",
            withKeys("with_last",
                     "wakes = [{ channel = \"c:{1}\", list = \"l:{1}\", text = \"1\" }]"
                     "\nwith_last"),
            15, "either");
        row("wakes everybody",
            withKeys("with_last", "wakes = [{ channel = \"all\", text = \"1\" }]\nwith_last"), 15,
            "{1}");
        row("wakes for ever",
            withKeys("with_last", "wakes = [{ list = \"l:{1}\", text = \"1\" }]\nwith_last"), 15,
            "'lasts'");
        row("waits nowhere", withKeys("holder =", "waiting = { }\nholder ="), 9, "one of");
        row("any key", withKeys("match = \"jobs:*:taken\"\n", ""), 6, "'match' is missing");
        row("every key", withKeys("jobs:*:taken", "*"), 6, "not * alone");
        row("two stars", withKeys("jobs:*:taken", "*:*"), 6, "one *");
        row("a class of keys", withKeys("jobs:*:taken", "[a]*"), 6, "'match'");
        row("unknown signature", withKeys("\"uuid\"", "\"guid\""), 9, "base64-N");
        row("a time of none", withKeys("type = \"hash\"", "type = \"set\""), 6, "'time'");
        row("another's key", withKeys("jobs:{1}:queue", "accounts"), 15, "{1}");
        row("another's member",
            withKeys("{ key = \"jobs:{1}:queue\" }", "{ key = \"all\", member = \"x\" }"), 15,
            "{1}");
        row("sets a key", withKeys("\"delete\"", "\"set\""), 13, "never, delete");
        row("names of keys", withKeys("source =", "names = [\"a\"]\nsource ="), 0, "'names'");
        row("tables and keys",
            QByteArray(wholeKeys) + QByteArray(whole).mid(QByteArray(whole).indexOf("[[table]]")),
            0, "either [[table]] or [[keys]]");
        row("no table", QByteArray(whole).left(QByteArray(whole).indexOf("[[table]]")), 0, "table");
    }

    void mistakesAreNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(QString, says);
        const ParsedFormat parsed = parseFormat(text);
        QVERIFY(!parsed.format);
        const bool isTold =
            std::any_of(parsed.problems.begin(), parsed.problems.end(), [&](const auto &problem) {
                return (line == 0 || problem.line == line) && problem.message.contains(says);
            });
        QStringList all;
        for (const FormatProblem &problem : parsed.problems)
            all << QStringLiteral("%1: %2").arg(problem.line).arg(problem.message);
        QVERIFY2(isTold, qPrintable(all.join(u'\n')));
    }

    void whatComesWithTheProgramIsWhole()
    {
        std::set<QString> ids;
        for (const LockFormatPointer &format : shippedFormats()) {
            QVERIFY(format);
            QVERIFY2(ids.insert(format->id).second, qPrintable(format->id));
            QVERIFY2(format->clock.isEmpty() || clockSpecFromText(format->clock),
                     qPrintable(format->id));
            QVERIFY(format->description.korean != format->description.english);
            std::set<QString> versions;
            for (const FormatTable &table : format->tables) {
                QVERIFY2(versions.insert(table.version).second, qPrintable(format->id));
                QVERIFY(table.release.means.korean != table.release.means.english);
                const auto isEpoch = table.end && table.end->time.unit != TimeUnit::DateTime;
                QVERIFY2(!isEpoch || format->clock.isEmpty(), qPrintable(format->id));
            }
        }
        const QStringList files = QDir(QStringLiteral(":/formats")).entryList(QDir::Files);
        QVERIFY(!files.isEmpty());
        QCOMPARE(qsizetype(ids.size()), files.size());
        QVERIFY(knownFormat(u"liquibase"));
        QVERIFY(!knownFormat(u"dist_lock"));
    }
};

LOCKMASTER_TEST(TestFormatFile, QCoreApplication)

} // namespace tst_formatfile

#include "tst_formatfile.moc"

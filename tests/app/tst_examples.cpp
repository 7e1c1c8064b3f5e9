// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/commands.h"
#include "app/lockctl/lab/labcommands.h"
#include "app/lockctl/shell/checklimits.h"
#include "app/lockctl/shell/filteroption.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatwords.h"
#include "core/config/backendurl.h"
#include "core/config/urlsplit.h"
#include "core/domain/alertrule.h"
#include "core/domain/witness.h"
#include "tests/app/docexamples.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_examples {

using lockmaster::test::sourceText; // and not that of what is shown

namespace {

/** What `list --witness` prints here. */
const QString someWitness = QStringLiteral("lm1.of-the-list");

/**
 * Programs beside lockctl that examples use, none of which is run: a new one has to be thought
 * about here. Is it safe when it is pasted as it stands, and where what feeds it failed?
 */
const QStringList otherPrograms = {
    QStringLiteral("ssh"),       // forwards a port of a host that has to be replaced
    QStringLiteral("install"),   // copies the profile to where the service reads it
    QStringLiteral("systemctl"), // switches that service on
    QStringLiteral("jq"),        // reads what is printed; nothing acts on what it prints
    QStringLiteral("dev"),       // builds and tests in the source tree
    QStringLiteral("apt"),       // installs the packages that were made there
};

/** The words of each `lockctl` that an example starts. */
using Calls = QList<QStringList>;

/** Runs examples in a shell that has nothing but stubs. */
class Shell
{
public:
    Shell()
    {
        const QString recorder = QStringLiteral("#!/bin/sh\n"
                                                "printf '%s\\036' \"$@\" >> '%1'\n"
                                                "printf '\\035' >> '%1'\n"
                                                "case \" $* \" in *' --witness '*)\n"
                                                "  [ \"$1\" = list ] && echo %2;; esac\n"
                                                "exit 0\n");
        write(QStringLiteral("bin/lockctl"), QString(recorder)
                                                 .replace(QStringLiteral("%1"), record())
                                                 .replace(QStringLiteral("%2"), someWitness));
        for (const QString &program : otherPrograms)
            write((program == u"dev" ? QString() : QStringLiteral("bin/")) + program,
                  QStringLiteral("#!/bin/sh\nexit 0\n"));
        // What comes after the image's name is the image's lockctl's.
        write(QStringLiteral("bin/podman"),
              QStringLiteral("#!/bin/sh\n"
                             "while [ $# -gt 0 ]; do\n"
                             "  word=$1; shift\n"
                             "  [ \"$word\" = localhost/lockctl ] && exec lockctl \"$@\"\n"
                             "done\n"
                             "exit 0\n"));
    }

    /** None where something else than a stub was started. */
    std::optional<Calls> run(const QString &line, QByteArray *said)
    {
        QFile::remove(record());
        QProcess shell;
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("PATH"), m_place.filePath(QStringLiteral("bin")));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(m_place.path());
        shell.setProcessChannelMode(QProcess::MergedChannels);
        shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), line});
        if (!shell.waitForFinished(60'000))
            return std::nullopt;
        *said = shell.readAll();
        if (shell.exitStatus() != QProcess::NormalExit || shell.exitCode() != 0
            || said->contains("not found"))
            return std::nullopt;
        return recorded();
    }

private:
    QString record() const { return m_place.filePath(QStringLiteral("calls")); }

    void write(const QString &name, const QString &text)
    {
        QDir(m_place.path()).mkpath(QStringLiteral("bin"));
        QFile file(m_place.filePath(name));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(name));
        file.write(text.toUtf8());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    Calls recorded() const
    {
        QFile file(record());
        Calls calls;
        if (!file.open(QIODevice::ReadOnly))
            return calls;
        for (const QByteArray &call : file.readAll().split('\035')) {
            QStringList words = QString::fromUtf8(call).split(QChar(036));
            words.removeLast();
            if (!words.isEmpty())
                calls.append(words);
        }
        return calls;
    }

    QTemporaryDir m_place;
};

bool isFor(const Options &options, const char *command)
{
    return options.command->name == QByteArrayView(command);
}

/** Why the options mean nothing, though they can be parsed; empty where they do. */
QString nonsenseIn(const Options &options)
{
    for (const QString &url : options.urls) {
        if (const auto spec = parseBackendUrl(url); !spec)
            return spec.error().message;
    }
    if (!filterOption(options))
        return QStringLiteral("its filter cannot be understood");
    if (isFor(options, "check")) {
        if (const auto limits = checkLimits(options.check); !limits)
            return limits.error();
    }
    const bool takes = isFor(options, "acquire") || isFor(options, "run");
    if (takes && (options.hold.name.isEmpty() || options.hold.system.isEmpty()))
        return QStringLiteral("it does not say which lock is taken");
    return {};
}

/** The commands that people are told of, and what stands behind `lab`. */
QStringList everyCommand()
{
    QStringList names;
    for (const Command &command : commands()) {
        if (*command.summary)
            names.append(QString::fromLatin1(command.name));
    }
    for (const Experiment &experiment : labExperiments())
        names.append(QStringLiteral("lab ") + experiment.id);
    names.append(QStringLiteral("lab replay"));
    return names;
}

/** An option as --help tells of it. */
struct HelpedOption {
    QString name;
    bool takesValue = false;
};

QList<HelpedOption> helpedOptions(const QString &command)
{
    static const QRegularExpression line(
        QStringLiteral("^  (?:-[a-z],\\s*)?(--[a-z][a-z-]*)(?: (?!Excludes)([A-Z])| *|$)"),
        QRegularExpression::MultilineOption);
    QStringList words = command.split(u' ', Qt::SkipEmptyParts);
    const auto parsed = parseCommandLine(words << QStringLiteral("--help"), commands());
    QList<HelpedOption> options;
    for (auto found = line.globalMatch(std::get<Usage>(parsed).text); found.hasNext();) {
        const auto match = found.next();
        options.append({match.captured(1), !match.captured(2).isEmpty()});
    }
    return options;
}

/** The names of a command's options, those that every command has included. */
QSet<QString> optionsOf(const QString &command)
{
    QSet<QString> names;
    for (const HelpedOption &option : helpedOptions(command))
        names.insert(option.name.sliced(2));
    return names;
}

QSet<QString> everyOption()
{
    QSet<QString> names;
    for (const QString &command : everyCommand())
        names += optionsOf(command);
    return names + optionsOf({});
}

/** What `pattern` finds in a text. */
QSet<QString> optionsIn(const QString &text, const QString &pattern)
{
    QSet<QString> names;
    for (auto found = QRegularExpression(pattern).globalMatch(text); found.hasNext();)
        names.insert(found.next().captured(1));
    return names;
}

/** What stands in one of them only; empty where nothing does. */
QString differenceOf(const QSet<QString> &one, const QSet<QString> &other)
{
    return QStringList(((one - other) + (other - one)).values()).join(u' ');
}

/** A contention experiment in the manual's synopsis. */
const QString anyExperiment = QStringLiteral("lab experiment");

/** The completion's knowledge of commands: the words behind each, `=` where a value follows. */
QString takesFunction()
{
    const auto optionsAsWords = [](const QString &command) {
        const QSet<QString> global = command.isEmpty() ? QSet<QString>() : optionsOf({});
        QStringList words;
        for (const HelpedOption &option : helpedOptions(command)) {
            if (!global.contains(option.name.sliced(2)))
                words.append(option.takesValue ? option.name + u'=' : option.name);
        }
        return words;
    };
    QStringList names;
    QStringList experiments;
    for (const QString &command : everyCommand())
        (command.contains(u' ') ? experiments : names).append(command.section(u' ', -1));
    QString function = QStringLiteral("_lockctl_takes()\n{\n    takes=\"%1\"\n    case $1 in\n")
                           .arg(optionsAsWords({}).join(u' '));
    const auto add = [&function](const QString &command, const QStringList &words) {
        function +=
            QStringLiteral("        '%1') takes+=\" %2\" ;;\n").arg(command, words.join(u' '));
    };
    add({}, names);
    for (const QString &command : everyCommand())
        add(command, optionsAsWords(command) + (command == u"lab" ? experiments : QStringList()));
    return function + QStringLiteral("    esac\n}\n");
}

/** The lock systems that the help lists, as the completion writes words. */
QString systemWords()
{
    const auto parsed =
        parseCommandLine({QStringLiteral("acquire"), QStringLiteral("--help")}, commands());
    return std::get<Usage>(parsed)
        .text.section(QStringLiteral("The lock system: "), 1)
        .section(QStringLiteral("  --"), 0, 0)
        .simplified()
        .remove(u',');
}

/** What bash offers behind each of these command lines, the last word of each begun. */
QList<QStringList> completions(const QStringList &begun)
{
    QString script = QStringLiteral(
        "_init_completion() { words=(\"${COMP_WORDS[@]}\"); cword=$COMP_CWORD; "
        "cur=${words[cword]}; prev=${words[cword-1]}; }\n"
        "__ltrim_colon_completions() { :; }; _filedir() { COMPREPLY=(file); }; "
        "_command_offset() { :; }; compopt() { :; }; lockctl() { :; }\n"
        "offer() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _lockctl; "
        "echo \"offers ${COMPREPLY[*]}\"; }\n");
    script += sourceText(QStringLiteral("packaging/completion/lockctl")) + u'\n';
    for (const QString &line : begun)
        script += QStringLiteral("offer lockctl %1\n").arg(line);
    QProcess bash;
    bash.start(QStringLiteral("bash"), {QStringLiteral("--norc")});
    bash.write(script.toUtf8());
    bash.closeWriteChannel();
    QList<QStringList> offered;
    if (!bash.waitForFinished(60'000))
        return offered;
    for (const QString &line : QString::fromUtf8(bash.readAllStandardOutput()).split(u'\n')) {
        if (line.startsWith(QStringLiteral("offers")))
            offered.append(line.split(u' ', Qt::SkipEmptyParts).sliced(1));
    }
    return offered;
}

/** Whether it prints the witness of a lock that is named to the letter, or nothing. */
bool choosesOneLock(const Options &options)
{
    return isFor(options, "list") && options.witness && options.lockNames.size() == 1;
}

} // namespace

/** Every command line that people are shown, as a shell and the real option parser take it. */
class TestExamples : public QObject
{
    Q_OBJECT

    Shell m_shell;

private slots:
    void everyExampleIsUnderstood_data();
    void everyExampleIsUnderstood();
    void nothingTakesTheFirstOfMany();
    void noTerminalIsSentNamesAsTheyAre();
    void helpsExamplesAreUnderstood();
    void everyOptionIsInTheManual();
    void everyOptionIsInTheGuide();
    void everyFormatIsInTheGuide();
    void theRightsOfEveryFormatAreInTheGuide();
    void everyKindOfAlertIsInTheGuide();
    void completionIsWrittenFromTheCommands();
    void everyOptionIsCompleted();
    void thereAreRecipes();
    void whatIsNotKnownFails();

private:
    QString troubleWith(const QString &line);
};

void TestExamples::everyExampleIsUnderstood_data()
{
    QTest::addColumn<QString>("line");
    for (const DocExample &example : documentedExamples())
        QTest::newRow(qPrintable(example.where + u' ' + example.line)) << example.line;
}

/** What is wrong with an example; empty where nothing is. */
QString TestExamples::troubleWith(const QString &line)
{
    QByteArray said;
    const std::optional<Calls> calls = m_shell.run(line, &said);
    if (!calls)
        return QStringLiteral("it starts what nobody has classified, or is no shell: ")
               + QString::fromUtf8(said);
    bool oneWasChosen = false;
    for (const QStringList &words : *calls) {
        for (const QString &word : words) {
            if (findUrlPassword(word.toUtf8()).length > 0)
                return QStringLiteral("a password stands in ") + word;
        }
        const auto parsed = parseCommandLine(words, commands());
        if (const auto *usage = std::get_if<Usage>(&parsed)) {
            if (usage->isError)
                return usage->text;
            continue;
        }
        const auto &options = std::get<Options>(parsed);
        if (const QString nonsense = nonsenseIn(options); !nonsense.isEmpty())
            return nonsense;
        if (isFor(options, "release") && options.release.witness == someWitness) {
            if (!oneWasChosen)
                return QStringLiteral("it lets go of a lock that was not named to the letter");
        } else if (isFor(options, "release") && options.release.witness == u"-") {
            return QStringLiteral("what fails in front of a pipe is told to nobody");
        } else if (isFor(options, "release") && decodeWitness(options.release.witness)) {
            return QStringLiteral("its witness is one");
        }
        oneWasChosen = oneWasChosen || choosesOneLock(options);
    }
    return {};
}

void TestExamples::everyExampleIsUnderstood()
{
    QFETCH(QString, line);
    const QString trouble = troubleWith(line);
    QVERIFY2(trouble.isEmpty(), qPrintable(trouble));
}

void TestExamples::nothingTakesTheFirstOfMany()
{
    static const QRegularExpression first(QStringLiteral(
        "\\.locks\\[0\\]|grep -m ?1|head -n? ?1|\\bkill -9 |xargs|curl [^|]*\\| *(ba)?sh"));
    for (const DocExample &example : documentedExamples())
        QVERIFY2(!first.match(example.line).hasMatch(), qPrintable(example.where));
}

/** Whoever writes a lock chooses its name: escape sequences, and U+009B, which is one as well. */
void TestExamples::noTerminalIsSentNamesAsTheyAre()
{
    static const QRegularExpression escapes(
        QStringLiteral("\\bjq (-[a-z]*a[a-z]*|--ascii-output) "));
    static const QRegularExpression raw(
        QStringLiteral("\\bjq ([^'\"]* )?(-[a-zA-Z]*[rj]|--raw-output|--join-output)"));
    int found = 0;
    for (const DocExample &example : documentedExamples()) {
        if (!example.line.contains(QStringLiteral("jq ")))
            continue;
        ++found;
        QVERIFY2(escapes.match(example.line).hasMatch(), qPrintable(example.where));
        QVERIFY2(!raw.match(example.line).hasMatch(), qPrintable(example.where));
    }
    QVERIFY(found >= 3);
}

void TestExamples::helpsExamplesAreUnderstood()
{
    int found = 0;
    for (const QString &command : QStringList(QString()) + everyCommand()) {
        QStringList words = command.split(u' ', Qt::SkipEmptyParts);
        const auto parsed = parseCommandLine(words << QStringLiteral("--help"), commands());
        for (QString line : std::get<Usage>(parsed).text.split(u'\n')) {
            if (!line.startsWith(QStringLiteral("  lockctl ")))
                continue;
            line =
                line.trimmed().section(QStringLiteral("   "), 0, 0); // what it does stands behind
            const QString trouble = troubleWith(line);
            QVERIFY2(trouble.isEmpty(), qPrintable(line + QStringLiteral(": ") + trouble));
            ++found;
        }
    }
    QVERIFY(found >= 3);
}

void TestExamples::everyOptionIsInTheManual()
{
    const QString fl = QStringLiteral("\\bFl Fl ([a-z-]+)");
    const QString manual = sourceText(QStringLiteral("packaging/man/lockctl.1"));
    const QSet<QString> global = optionsOf({});
    QHash<QString, QSet<QString>> uses;
    for (const QString &use :
         manual.section(QStringLiteral(".Sh "), 2, 2).split(QStringLiteral(".Nm\n"))) {
        const QString name = use.section(u'\n', 0, 0).section(QStringLiteral(".Cm "), 1);
        const bool isAny = use.contains(QStringLiteral("\n.Ar experiment\n"));
        uses[isAny ? anyExperiment : name] += optionsIn(use, fl) - global;
    }
    QHash<QString, QSet<QString>> taken{{QString(), {}}};
    for (const QString &command : everyCommand()) {
        const bool isAny =
            command.startsWith(u"lab ") && command != u"lab failover" && command != u"lab replay";
        if (command != u"lab") // which takes what stands behind an experiment, to no end
            taken[isAny ? anyExperiment : command] += optionsOf(command) - global;
    }
    taken[QStringLiteral("lab")] = {};
    for (const QString &name : QStringList(uses.keys() + taken.keys())) {
        QVERIFY2(uses.contains(name) && taken.contains(name), qPrintable(name));
        QVERIFY2(uses[name] == taken[name],
                 qPrintable(name + u' ' + differenceOf(uses[name], taken[name])));
    }
    const QString explained = manual.section(QStringLiteral(".Sh "), 3);
    QCOMPARE(differenceOf(optionsIn(explained, fl), everyOption()), QString());
}

/** Its tables stand on several pages; the page of the command line names no other. */
void TestExamples::everyOptionIsInTheGuide()
{
    const QString dashes = QStringLiteral("(?<![\\w-])--([a-z][a-z-]+)");
    const QString page = sourceText(QStringLiteral("docs/guide/command-line.md"));
    for (const Command &command : commands()) {
        const QRegularExpression row(
            QStringLiteral("\n\\| `%1[ `]").arg(QLatin1StringView(command.name)));
        QCOMPARE(page.contains(row), *command.summary != 0);
    }
    for (const QString &line : page.split(u'\n')) {
        if (line.startsWith(u"| `--")) {
            const QSet<QString> named = optionsIn(line.section(u'|', 1, 1), dashes);
            QVERIFY2((named - everyOption()).isEmpty(), qPrintable(line));
        }
    }
    QSet<QString> told = optionsIn(page, dashes);
    for (const char *other : {"without-a-window", "alerts", "history"})
        told += optionsIn(
            sourceText(QStringLiteral("docs/guide/%1.md").arg(QLatin1StringView(other))), dashes);
    QCOMPARE(differenceOf(everyOption() - told, {}), QString());
}

void TestExamples::everyFormatIsInTheGuide()
{
    const QString page = sourceText(QStringLiteral("docs/guide/formats.md"));
    for (const LockFormatPointer &format : shippedFormats())
        QVERIFY2(page.contains(QStringLiteral("\n| `%1` | ").arg(format->id)),
                 qPrintable(format->id));
}

/** Which rights on its table; of keys the guide's account may send all that letting go takes. */
void TestExamples::theRightsOfEveryFormatAreInTheGuide()
{
    const QString path = QStringLiteral("docs/guide/privileges.md");
    QString page = sourceText(path);
    QString rows;
    const auto told = [](const QStringList &rights) {
        return rights.isEmpty() ? QStringLiteral("-")
                                : u'`' + rights.join(QStringLiteral("`, `")) + u'`';
    };
    for (const LockFormatPointer &format : shippedFormats()) {
        const FormatRights rights = rightsOf(*format);
        if (!format->isOfKeys())
            rows += QStringLiteral("| `%1` | %2 | %3 |\n")
                        .arg(format->id,
                             told(rights.release)
                                 + (rights.alsoOn.isEmpty()
                                        ? QString()
                                        : QStringLiteral(", also on ") + told(rights.alsoOn)),
                             told(rights.take));
        for (const QString &right : format->isOfKeys() ? rights.release : QStringList())
            QVERIFY2(page.contains(u' ' + right), qPrintable(right));
    }
    static const QRegularExpression written(
        QStringLiteral(
            "(?<=\\| format \\| to let go \\| to take \\|\n\\|---\\|---\\|---\\|\n).*?(?=\n\n)"),
        QRegularExpression::DotMatchesEverythingOption);
    rows.chop(1);
    if (qEnvironmentVariableIsSet("LOCKMASTER_WRITE_COMPLETION"))
        writeSource(path, page.replace(written, rows));
    QCOMPARE(written.match(page).captured(), rows);
}

void TestExamples::everyKindOfAlertIsInTheGuide()
{
    const auto page = [](const char *name) {
        return sourceText(QStringLiteral("docs/guide/%1.md").arg(QLatin1StringView(name)));
    };
    for (const AlertKindTraits &kind : alertKinds()) {
        QVERIFY2(page("alerts").contains(QStringLiteral("\n| `%1` | ").arg(kind.name)),
                 kind.name.data());
        QVERIFY2(page("profile").contains(QStringLiteral("`\"%1\"`").arg(kind.name)),
                 kind.name.data());
        QVERIFY2(page("json").contains(QStringLiteral("`%1`").arg(kind.name)), kind.name.data());
    }
}

void TestExamples::completionIsWrittenFromTheCommands()
{
    static const QRegularExpression written(QStringLiteral("_lockctl_takes\\(\\)\n\\{.*?\n\\}\n"),
                                            QRegularExpression::DotMatchesEverythingOption);
    const QString path = QStringLiteral("packaging/completion/lockctl");
    static const QRegularExpression systems(QStringLiteral(
        "(?<=--system\\)\n            mapfile -t COMPREPLY < <\\(compgen -W \")[^\"]*"));
    QString script = sourceText(path);
    if (qEnvironmentVariableIsSet("LOCKMASTER_WRITE_COMPLETION"))
        writeSource(path, script.replace(written, takesFunction()).replace(systems, systemWords()));
    QCOMPARE(written.match(script).captured(), takesFunction());
    QCOMPARE(systems.match(script).captured(), systemWords());
}

void TestExamples::everyOptionIsCompleted()
{
    QStringList begun{QStringLiteral("''"), QStringLiteral("lab ''")};
    for (const QString &name : everyCommand()) {
        begun.append(name + QStringLiteral(" --"));
        for (const HelpedOption &option : helpedOptions(name))
            begun.append(name + u' ' + option.name + QStringLiteral(" ''"));
    }
    const QList<QStringList> offered = completions(begun);
    QCOMPARE(offered.size(), begun.size());
    qsizetype at = 2;
    for (const QString &name : everyCommand()) {
        QVERIFY2(offered.at(name.contains(u' ') ? 1 : 0).contains(name.section(u' ', -1)),
                 qPrintable(name));
        const QStringList options = offered.at(at++);
        for (const HelpedOption &option : helpedOptions(name)) {
            QVERIFY2(options.contains(option.name), qPrintable(name + u' ' + option.name));
            // Where its value is to stand, no other option is offered.
            const QStringList values = offered.at(at++);
            const bool offersOptions =
                !values.filter(QRegularExpression(QStringLiteral("^--"))).isEmpty();
            QVERIFY2(!(option.takesValue && offersOptions), qPrintable(name + u' ' + option.name));
        }
    }
}

void TestExamples::thereAreRecipes()
{
    QVERIFY(documentedExamples().size() > 50);
    QVERIFY(releaseRecipes().size() >= 3);
}

/** The test itself: what was in the README, and the like, is refused. */
void TestExamples::whatIsNotKnownFails()
{
    for (const char *line :
         {"lockctl list --colour red", "redis-cli DEL lock",
          "lockctl release --witness \"$(lockctl "
          "list --filter name:daily-close --witness)\"",
          "lockctl list --filter name:daily-close --json | jq -r '.locks[0].witness' | "
          "lockctl release --witness -",
          "lockctl list --url redis://:secret@cache", "lockctl check --max-held often",
          "lockctl list --filter 'ttl<5'", "lockctl list --url mysql://db?colour=red",
          "lockctl run -- backup.sh", "lockctl list 'open"})
        QVERIFY2(!troubleWith(QString::fromLatin1(line)).isEmpty(), line);
}

LOCKMASTER_TEST(TestExamples, QCoreApplication)

} // namespace tst_examples

#include "tst_examples.moc"

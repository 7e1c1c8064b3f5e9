// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/stopsignal.h"
#include "app/lockctl/shell/urlsecrets.h"
#include "app/lockmaster/session.h"
#include "core/config/ownformats.h"
#include "core/config/profilefile.h"
#include "core/platform/heap.h"
#include "core/text/literallog.h"
#include "core/platform/privatememory.h"
#include "core/platform/threadsleftbehind.h"
#include "core/domain/error.h"
#include "core/transport/cryptolifetime.h"
#include "core/tunnels/sshquestions.h"
#include "core/tunnels/tunnels.h"
#include "ui/lab/labthread.h"
#include "ui/kit/icons.h"
#include "ui/kit/roomystyle.h"
#include "ui/kit/windowplace.h"
#include "ui/kit/scrollaccessible.h"
#include "core/display/translations.h"
#include "ui/window/windowsettings.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QHash>
#include <QLocale>
#include <QSettings>
#include <QTextStream>

#include <algorithm>
#include <cstdlib>

namespace {

using namespace lockmaster;

constexpr int usageError = 2;

int refuse(const QString &message)
{
    QTextStream(stderr) << "lockmaster: " << message << '\n';
    return usageError;
}

/** What Qt takes for itself; `true`: with a value. */
const QHash<QString, bool> &qtOptions()
{
    static const QHash<QString, bool> options = [] {
        QHash<QString, bool> all{{QStringLiteral("reverse"), false},
                                 {QStringLiteral("nograb"), false},
                                 {QStringLiteral("dograb"), false},
                                 {QStringLiteral("widgetcount"), false}};
        for (const char *name :
             {"platform", "platformpluginpath", "platformtheme", "plugin", "geometry",
              "qwindowgeometry", "qwindowicon", "qwindowtitle", "icon", "title", "session",
              "display", "style", "stylesheet", "fontengine", "qmljsdebugger"})
            all.insert(QString::fromLatin1(name), true);
        return all;
    }();
    return options;
}

/** The arguments without those of Qt, which are known before there is a display to ask. */
QStringList withoutQtArguments(const QStringList &all)
{
    QStringList ours;
    for (qsizetype at = 0; at < all.size(); ++at) {
        const QString &argument = all[at];
        const qsizetype dashes = argument.startsWith(u"--") ? 2 : argument.startsWith(u'-') ? 1 : 0;
        const QString name = argument.mid(dashes).section(u'=', 0, 0);
        const auto option = qtOptions().constFind(name);
        if (dashes == 0 || option == qtOptions().constEnd())
            ours << argument;
        else if (*option && !argument.contains(u'='))
            ++at;
    }
    return ours;
}

/** Without one Qt ends the process as if it had crashed. */
bool hasDisplay(const QStringList &all)
{
    const bool isChosen = std::any_of(all.begin(), all.end(), [](const QString &argument) {
        return argument.contains(u"-platform") || argument.contains(u"-display");
    });
    return isChosen || !qEnvironmentVariableIsEmpty("DISPLAY")
           || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
           || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

QtMessageHandler logBefore = nullptr;

/** While the application is made: Qt would end the process as if it had crashed. */
void refuseWithoutWindows(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (type != QtFatalMsg) {
        logBefore(type, context, text);
        return;
    }
    logBefore(QtWarningMsg, context, text);
    refuse(QStringLiteral("No window can be opened: what DISPLAY, WAYLAND_DISPLAY or "
                          "QT_QPA_PLATFORM names does not answer, or lets nobody in. Start it on a "
                          "desktop; in a terminal, lockctl does the same."));
    std::_Exit(usageError);
}

} // namespace

int main(int argc, char **argv)
{
    if (const auto asked = askedBySsh(argc, argv))
        return *asked;
    const SteadyTime begun = systemClock().now();
    logLiterally();
    keepMemoryPrivate();
    keepHeapJoined();
    keepCryptoToTheEnd();
    const GuardedArguments guarded = guardArguments(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockmaster"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKMASTER_VERSION));

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("See every live lock of a system."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption config(QStringLiteral("config"), QStringLiteral("Profile to read."),
                                    QStringLiteral("FILE"));
    const QCommandLineOption url(QStringLiteral("url"),
                                 QStringLiteral("Watch this backend; may repeat."),
                                 QStringLiteral("URL"));
    const QCommandLineOption backend(QStringLiteral("backend"),
                                     QStringLiteral("Watch only this one; may repeat."),
                                     QStringLiteral("NAME"));
    const QCommandLineOption sandbox(
        QStringLiteral("sandbox"),
        QStringLiteral("Watch a private MariaDB and Redis with locks of every kind."));
    const QCommandLineOption traffic(
        QStringLiteral("traffic"),
        QStringLiteral("Let processes take and leave locks in the sandbox; it always does."));
    QCommandLineOption screenshot(QStringLiteral("screenshot"), {}, QStringLiteral("FILE"));
    screenshot.setFlags(QCommandLineOption::HiddenFromHelp);
    const QCommandLineOption theme(
        QStringLiteral("theme"), QStringLiteral("system, light or dark."), QStringLiteral("THEME"));
    parser.addOptions({config, url, backend, sandbox, traffic, theme, screenshot});
    if (!parser.parse(QStringList(QStringLiteral("lockmaster"))
                      + withoutQtArguments(guarded.arguments)))
        return refuse(parser.errorText() + QStringLiteral(" See --help."));
    if (!parser.positionalArguments().isEmpty())
        return refuse(QStringLiteral("'%1' is not an option; see --help.")
                          .arg(parser.positionalArguments().constFirst()));
    if (parser.isSet(QStringLiteral("version")) || parser.isSet(QStringLiteral("help"))) {
        QCoreApplication application(argc, argv);
        installTranslations(QLocale());
        if (parser.isSet(QStringLiteral("version")))
            parser.showVersion();
        parser.showHelp();
    }
    if (!hasDisplay(guarded.arguments))
        return refuse(QStringLiteral("There is no display: neither DISPLAY nor WAYLAND_DISPLAY is "
                                     "set. Start it on a desktop; in a terminal, lockctl does the "
                                     "same."));

    logBefore = qInstallMessageHandler(refuseWithoutWindows);
    QApplication application(argc, argv);
    RoomyStyle::install();
    keepWindowsOnScreens();
    installScrollAccessibility();
    qInstallMessageHandler(logBefore);
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Lockmaster"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.lockmaster.Lockmaster"));
    QGuiApplication::setWindowIcon(applicationIcon());
    const QString remembered = WindowSettings::defaultPath();
    const QLocale language = WindowSettings::isReadable(remembered)
                                 ? chosenLanguage(QSettings(remembered, QSettings::IniFormat))
                                 : QLocale();
    QLocale::setDefault(language);
    installTranslations(language);

    if (guarded.foundPassword) {
        QTextStream(stderr)
            << "lockmaster: A password in a URL may be seen by other users and stays "
               "in your shell's history. Use a password file or "
               "LOCKMASTER_PASSWORD.\n";
    }

    SessionOptions options;
    options.formatProblems = loadOwnFormats();
    options.configPath = parser.value(config);
    options.names = parser.values(backend);
    options.begun = begun;
    options.sandbox = parser.isSet(sandbox);
    options.screenshot = parser.value(screenshot);
    ServersOfProfile profile;
    if (parser.isSet(url)) {
        profile = serversOfProfile(options.configPath.isEmpty() ? defaultProfilePath()
                                                                : options.configPath);
    }
    for (const QString &unread : std::as_const(profile.unread))
        QTextStream(stderr) << "lockmaster: " << unread << '\n';
    for (const QString &text : parser.values(url)) {
        auto spec = parseBackendUrl(text, profile);
        if (!spec)
            return refuse(errorText(spec.error()));
        options.backends.push_back(std::move(*spec));
    }
    if (parser.isSet(theme)) {
        options.theme = themeChoiceFromName(parser.value(theme));
        if (!options.theme)
            return refuse(QStringLiteral("--theme takes system, light or dark."));
    }

    int code = 0;
    {
        // What is held is let go of while this listens still.
        const StopSignal stop;
        Session session(std::move(options));
        QObject::connect(&stop, &StopSignal::requested, &session, &Session::end);
        session.window().show();
        session.start();
        code = QApplication::exec();
    }
    // An experiment must leave no table on the operator's server; nor may it keep the program.
    constexpr std::chrono::seconds patience(10);
    const bool experimentsEnded = awaitAside(patience);
    endTunnels();
    // A thread that is stuck in the system must not keep the program, nor see it taken apart.
    if (!experimentsEnded || ThreadsLeftBehind::count() > 0)
        std::_Exit(code);
    return code;
}

// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/stopsignal.h"
#include "app/lockctl/urlsecrets.h"
#include "app/lockmaster/session.h"
#include "core/actions/holddesk.h"
#include "core/actions/releasesession.h"
#include "core/config/backendurl.h"
#include "core/domain/heap.h"
#include "core/domain/privatememory.h"
#include "core/history/historyrecorder.h"
#include "core/transport/cryptolifetime.h"
#include "ui/models/labthread.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QTextStream>
#include <QTranslator>

#include <cstdlib>

namespace {

using namespace lockmaster;

constexpr int usageError = 2;

/** The desktop's language, where we speak it; English otherwise. */
void installTranslations(QApplication &application)
{
    const auto install = [&application](const QString &name, const QString &directory) {
        auto *translator = new QTranslator(&application);
        if (translator->load(QLocale(), name, QStringLiteral("_"), directory))
            QCoreApplication::installTranslator(translator);
    };
    install(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(QStringLiteral("lockmaster"), QStringLiteral(":/translations"));
}

int refuse(const QString &message)
{
    QTextStream(stderr) << "lockmaster: " << message << '\n';
    return usageError;
}

QStringList argumentsOf(int argc, char **argv)
{
    QStringList list;
    for (int i = 1; i < argc; ++i)
        list << QString::fromLocal8Bit(argv[i]);
    return list;
}

/** `all` without what Qt took for itself; `masked` and `left` are the same without passwords. */
QStringList withoutQtArguments(const QStringList &all, const QStringList &masked,
                               const QStringList &left)
{
    QStringList ours;
    qsizetype at = 0;
    for (const QString &argument : left) {
        while (at < masked.size() && masked[at] != argument)
            ++at;
        if (at < all.size())
            ours << all[at++];
    }
    return ours;
}

} // namespace

int main(int argc, char **argv)
{
    const SteadyTime begun = systemClock().now();
    keepMemoryPrivate();
    keepHeapJoined();
    keepCryptoToTheEnd();
    const GuardedArguments guarded = guardArguments(argc, argv);
    const QStringList masked = argumentsOf(argc, argv);
    QApplication application(argc, argv);
    const QStringList ours = withoutQtArguments(guarded.arguments, masked, argumentsOf(argc, argv));
    QCoreApplication::setApplicationName(QStringLiteral("lockmaster"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKMASTER_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Lockmaster"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.lockmaster.Lockmaster"));
    QGuiApplication::setWindowIcon(applicationIcon());
    installTranslations(application);

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
    if (!parser.parse(QStringList(QStringLiteral("lockmaster")) + ours))
        return refuse(parser.errorText() + QStringLiteral(" See --help."));
    if (parser.isSet(QStringLiteral("version")))
        parser.showVersion();
    if (parser.isSet(QStringLiteral("help")))
        parser.showHelp();

    if (guarded.foundPassword) {
        QTextStream(stderr)
            << "lockmaster: A password in a URL may be seen by other users and stays "
               "in your shell's history. Use a password file or "
               "LOCKMASTER_PASSWORD.\n";
    }

    SessionOptions options;
    options.configPath = parser.value(config);
    options.names = parser.values(backend);
    options.begun = begun;
    options.sandbox = parser.isSet(sandbox);
    options.screenshot = parser.value(screenshot);
    for (const QString &text : parser.values(url)) {
        auto spec = parseBackendUrl(text);
        if (!spec)
            return refuse(spec.error().message + QLatin1Char(' ') + spec.error().remedy);
        options.backends.push_back(std::move(*spec));
    }
    if (parser.isSet(theme)) {
        options.theme = themeChoiceFromName(parser.value(theme));
        if (!options.theme)
            return refuse(QStringLiteral("--theme takes system, light or dark."));
    }
    if (!parser.positionalArguments().isEmpty())
        return refuse(QStringLiteral("'%1' is not an option; see --help.")
                          .arg(parser.positionalArguments().constFirst()));

    int code = 0;
    {
        Session session(std::move(options));
        const StopSignal stop;
        QObject::connect(&stop, &StopSignal::requested, &session, &Session::end);
        session.window().show();
        session.start();
        code = QApplication::exec();
    }
    // An experiment must leave no table on the operator's server; nor may it keep the program.
    constexpr std::chrono::seconds patience(10);
    const bool experimentsEnded = awaitAside(patience);
    // A thread that is stuck in the system must not keep the program, nor see it taken apart.
    if (!experimentsEnded || Monitor::threadsLeftBehind() > 0 || HoldDesk::threadsLeftBehind() > 0
        || ReleaseSession::threadsLeftBehind() > 0 || HistoryRecorder::leftBehindCount() > 0
        || AlertWatch::leftBehindCount() > 0) {
        std::_Exit(code);
    }
    return code;
}

// SPDX-License-Identifier: Apache-2.0
#include "app/lockmaster/session.h"
#include "core/config/backendurl.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QTextStream>
#include <QTranslator>

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

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockmaster"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKMASTER_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Lockmaster"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.lockmaster.Lockmaster"));
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
    const QCommandLineOption theme(
        QStringLiteral("theme"), QStringLiteral("system, light or dark."), QStringLiteral("THEME"));
    parser.addOptions({config, url, backend, sandbox, theme});
    parser.process(application);

    SessionOptions options;
    options.configPath = parser.value(config);
    options.names = parser.values(backend);
    options.sandbox = parser.isSet(sandbox);
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

    Session session(std::move(options));
    session.window().show();
    session.start();
    return QApplication::exec();
}

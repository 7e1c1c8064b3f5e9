// SPDX-License-Identifier: Apache-2.0
#include "core/display/translations.h"

#include "core/text/durationunits.h"
#include "core/text/plainwords.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QSettings>
#include <QTranslator>

namespace lockmaster {

namespace {

class OwnTranslator final : public QTranslator
{
public:
    using QTranslator::QTranslator;

    QString translate(const char *context, const char *text, const char *about,
                      int count) const override
    {
        return PlainWords::areWanted() ? QString()
                                       : QTranslator::translate(context, text, about, count);
    }
};

} // namespace

void installTranslations(const QLocale &locale)
{
    const auto install = [](const QLocale &spoken, const QString &name, const QString &directory) {
        auto *translator = new OwnTranslator(QCoreApplication::instance());
        if (translator->load(spoken, name, QStringLiteral("_"), directory))
            QCoreApplication::installTranslator(translator);
    };
    const QString ours = QStringLiteral(":/translations");
    install(QLocale(QLocale::English), QStringLiteral("lockmaster"), ours);
    if (locale.language() != QLocale::English) {
        install(locale, QStringLiteral("qtbase"),
                QLibraryInfo::path(QLibraryInfo::TranslationsPath));
        install(locale, QStringLiteral("lockmaster"), ours);
    }
    speakDurationUnits();
}

QList<QLocale> spokenLanguages()
{
    return {QLocale(QLocale::English), QLocale(QLocale::Korean)};
}

QLocale chosenLanguage(const QSettings &settings)
{
    const QString chosen = settings.value(languageKey).toString();
    for (const QLocale &spoken : spokenLanguages()) {
        if (spoken.name() == chosen)
            return spoken;
    }
    return QLocale();
}

} // namespace lockmaster

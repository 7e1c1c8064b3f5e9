// SPDX-License-Identifier: Apache-2.0
#include "ui/help/guidepages.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

/** Outside of any namespace, as the macro asks; a static library does not take its files along. */
static void takeGuide()
{
    Q_INIT_RESOURCE(guide);
}

namespace lockmaster {

namespace {

QString readPage(const QString &path)
{
    takeGuide();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/** The window itself is beside it, and shows more than a picture of it. */
QString withoutPictures(const QString &markdown)
{
    static const QRegularExpression picture(QStringLiteral("^!\\[[^\\]]*\\]\\([^)]*\\)\\n*"),
                                            QRegularExpression::MultilineOption);
    QString text = markdown;
    return text.remove(picture);
}

/** As the forge that shows the guide makes it: small letters, hyphens, no other signs. */
QString anchorOf(const QString &heading)
{
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            anchor += c;
        else if (c == u' ')
            anchor += u'-';
    }
    return anchor;
}

/** Of the guide in the program's language; none where it is not written in it. */
QString folderOfLanguage()
{
    //: The folder of the guide in this language; empty: it is not written in it.
    const QString folder =
        QCoreApplication::translate("lockmaster::GuidePages", "(none)", "a folder's name");
    return QStringLiteral(":/guide/%1/").arg(folder);
}

} // namespace

QStringList GuidePages::names()
{
    takeGuide();
    QStringList names = QDir(QStringLiteral(":/guide"))
                            .entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
    const QString begin = QString::fromLatin1(first);
    // In the order in which the first one names them; what it does not name comes last.
    const QString contents = englishText(begin);
    const auto place = [&](const QString &name) {
        const qsizetype at = contents.indexOf(QStringLiteral("](%1)").arg(name));
        return name == begin ? -1 : at < 0 ? contents.size() : at;
    };
    std::stable_sort(names.begin(), names.end(), [&](const QString &one, const QString &other) {
        return place(one) < place(other);
    });
    return names;
}

QString GuidePages::text(const QString &name)
{
    const QString own = readPage(folderOfLanguage() + name);
    return own.isEmpty() ? englishText(name) : withoutPictures(own);
}

bool GuidePages::isLeftInEnglish(const QString &name)
{
    takeGuide();
    const QDir folder(folderOfLanguage());
    return folder.exists() && !folder.exists(name);
}

QString GuidePages::englishText(const QString &name)
{
    return withoutPictures(readPage(QStringLiteral(":/guide/") + name));
}

QStringList GuidePages::anchors(const QString &englishText)
{
    static const QRegularExpression heading(QStringLiteral("^#{1,6} +(.*)$"));
    QStringList anchors;
    QHash<QString, int> seen;
    bool isCode = false;
    for (const QString &line : englishText.split(u'\n')) {
        if (line.trimmed().startsWith(u"```"))
            isCode = !isCode;
        const auto match = heading.match(line);
        if (isCode || !match.hasMatch())
            continue;
        const QString anchor = anchorOf(match.captured(1).trimmed());
        const int before = seen[anchor]++;
        anchors << (before == 0 ? anchor : QStringLiteral("%1-%2").arg(anchor).arg(before));
    }
    return anchors;
}

} // namespace lockmaster

// SPDX-License-Identifier: Apache-2.0
#include "tests/app/docexamples.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace lockmaster::test {

namespace {

const QString root = QStringLiteral(SOURCE_ROOT);

QStringList linesOf(const QString &path)
{
    QFile file(root + u'/' + path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return QString::fromUtf8(file.readAll()).split(u'\n');
}

bool goesOn(const QString &line)
{
    return line.endsWith(u'\\') || line.endsWith(u'|') || line.endsWith(QStringLiteral("&&"));
}

/** What a crontab's line runs; any other line as it is. */
QString withoutTimes(const QString &line)
{
    static const QRegularExpression times(QStringLiteral("^(?:[-0-9*/,]+\\s+){5}"));
    return QString(line).remove(times);
}

class Collector
{
public:
    void takeMarkdown(const QString &path)
    {
        QString fence;
        const QStringList lines = linesOf(path);
        for (m_number = 1; m_number <= lines.size(); ++m_number) {
            const QString line = lines.at(m_number - 1);
            m_where = path;
            if (line.trimmed().startsWith(QStringLiteral("```"))) {
                fence = fence.isEmpty() ? line.trimmed() : QString();
                continue;
            }
            const bool isShell = fence == u"```sh";
            const QString inside = withoutTimes(line.trimmed());
            if (isShell || (!fence.isEmpty() && inside.startsWith(QStringLiteral("lockctl "))))
                takeLine(inside);
            else if (fence.isEmpty() && !line.startsWith(u'#'))
                takeProse(line);
        }
    }

    void takeManual(const QString &path)
    {
        const QStringList lines = linesOf(path);
        for (m_number = 1; m_number <= lines.size(); ++m_number) {
            m_where = path;
            const QString start = QStringLiteral(".Dl $ ");
            QString line = lines.at(m_number - 1);
            if (line.startsWith(start))
                takeLine(line.sliced(start.size())
                             .replace(QStringLiteral("\\(dq"), QStringLiteral("\"")));
        }
    }

    QList<DocExample> take() { return std::move(m_examples); }

private:
    void takeLine(const QString &line)
    {
        if (line.isEmpty() || line.startsWith(u'#'))
            return;
        QString &begun = m_begun;
        begun += begun.isEmpty() ? line : u' ' + line;
        if (goesOn(begun)) {
            if (begun.endsWith(u'\\'))
                begun.chop(1);
            return;
        }
        add(std::exchange(m_begun, {}));
    }

    void takeProse(const QString &line)
    {
        static const QRegularExpression code(QStringLiteral("`(lockctl [^`]+ [^`]*)`"));
        for (auto found = code.globalMatch(line); found.hasNext();) {
            const QString command = found.next().captured(1);
            if (!command.contains(QStringLiteral("...")))
                add(command);
        }
    }

    void add(const QString &line)
    {
        m_examples.append({QStringLiteral("%1:%2").arg(m_where).arg(m_number), line});
    }

    QList<DocExample> m_examples;
    QString m_where;
    QString m_begun;
    qsizetype m_number = 0;
};

} // namespace

QList<DocExample> documentedExamples()
{
    Collector collector;
    for (const char *page : {"README.md", "CONTRIBUTING.md"})
        collector.takeMarkdown(QString::fromLatin1(page));
    for (const QString &folder : {QStringLiteral("docs"), QStringLiteral("docs/guide")}) {
        for (const QString &page : QDir(root + u'/' + folder).entryList({QStringLiteral("*.md")}))
            collector.takeMarkdown(folder + u'/' + page);
    }
    for (const char *page : {"packaging/man/lockctl.1", "packaging/man/lockmaster.1"})
        collector.takeManual(QString::fromLatin1(page));
    return collector.take();
}

QString sourceText(const QString &path)
{
    return linesOf(path).join(u'\n');
}

void writeSource(const QString &path, const QString &text)
{
    QFile file(root + u'/' + path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0)
        qFatal("cannot write %s", qPrintable(path));
}

QList<DocExample> releaseRecipes()
{
    QList<DocExample> recipes = documentedExamples();
    recipes.removeIf([](const DocExample &example) {
        return !example.line.contains(QStringLiteral("lockctl release "))
               || !example.line.contains(QStringLiteral("lockctl list "));
    });
    return recipes;
}

} // namespace lockmaster::test

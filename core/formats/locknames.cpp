// SPDX-License-Identifier: Apache-2.0
#include "core/formats/locknames.h"

#include "core/formats/formatcatalogue.h"
#include "core/formats/tomlkeys.h"

#include <QDir>
#include <QFile>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype mostDatabases = 1000; ///< whose rules are kept

quint32 crc32(const QByteArray &bytes)
{
    quint32 crc = 0xffffffff;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

qint32 javaHash(const QString &text)
{
    quint32 hash = 0;
    for (const QChar unit : text)
        hash = 31 * hash + unit.unicode();
    return qint32(hash);
}

QString withDatabase(QString text, const QString &database)
{
    return text.replace(QLatin1StringView("{db}"), database);
}

QByteArray numberText(const LockNameNumber &number, const QString &database)
{
    const QString text = withDatabase(number.text, database);
    if (number.of == LockNameNumber::Of::JavaHash)
        return QByteArray::number(javaHash(text));
    // The product of two that fit 32 bits fits 64.
    quint64 value = quint64(number.times) * crc32(text.toUtf8());
    if (number.modulo > 0)
        value %= quint64(number.modulo);
    return QByteArray::number(value);
}

LockNameNumber readNumber(TomlKeys &keys)
{
    static const Vocabulary<LockNameNumber::Of> hashes = {
        {u"crc32", LockNameNumber::Of::Crc32}, {u"java-hash", LockNameNumber::Of::JavaHash}};
    LockNameNumber number;
    number.of = keys.word(u"of", hashes);
    number.text = keys.needText(u"text");
    const auto integer = [&keys](QStringView key, qint64 fallback) {
        const TomlNode *node = keys.find(key, TomlNode::Type::Integer, Words::tr("a whole number"));
        if (!node)
            return fallback;
        constexpr qint64 most = qint64(1) << 32;
        if (node->integer < 1 || node->integer > most)
            keys.refuse(Words::tr("'%1' takes %2.").arg(key, Words::tr("a whole number")), node);
        return node->integer;
    };
    number.times = integer(u"times", 1);
    number.modulo = integer(u"modulo", 0);
    return number;
}

LockNameRule readRule(TomlKeys &keys)
{
    LockNameRule rule;
    rule.name = keys.needText(u"name");
    within(keys, u"number", [&rule](TomlKeys &number) { rule.number = readNumber(number); });
    rule.about = keys.bothLanguages(u"about");
    if (rule.about.english.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"about")));
    if (rule.name.contains(QLatin1StringView("{number}")) != rule.number.has_value())
        keys.refuse(Words::tr("'number' goes with {number} in the name."));
    if (rule.name.count(u'*') > 1 || rule.name == u"*" || rule.name == u"{number}*")
        keys.refuse(Words::tr("'name' takes at most one *, and not it alone."));
    return rule;
}

std::vector<LockNameFile> readLockNameFiles()
{
    (void)shippedFormats(); // which takes these files along: they are in the same resource
    std::vector<LockNameFile> files;
    const QDir folder(QStringLiteral(":/locknames"));
    for (const QString &name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        // That each is whole is what its test says.
        if (ParsedLockNames parsed = parseLockNames(file.readAll()); parsed.file)
            files.push_back(*std::move(parsed.file));
    }
    return files;
}

} // namespace

ParsedLockNames parseLockNames(const QByteArray &toml)
{
    ParsedLockNames parsed;
    const TomlText text = parseToml(toml);
    if (text.error) {
        parsed.problems.push_back({text.error->line, text.error->column, text.error->message});
        return parsed;
    }
    TomlKeys keys(text.root, parsed.problems);
    LockNameFile file;
    file.title = keys.needText(u"title");
    file.source = keys.needText(u"source");
    file.rules =
        readEach<LockNameRule>(keys, u"user_lock", QStringLiteral("[[user_lock]]"), readRule);
    if (file.rules.empty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"[[user_lock]]")));
    keys.tellUnknown();
    if (parsed.problems.empty())
        parsed.file = std::move(file);
    return parsed;
}

const std::vector<LockNameFile> &shippedLockNames()
{
    static const std::vector<LockNameFile> files = readLockNameFiles();
    return files;
}

const std::vector<LockNameBook::Rule> &LockNameBook::rulesFor(const QString &database)
{
    if (const auto known = m_rules.constFind(database); known != m_rules.cend())
        return *known;
    if (m_rules.size() >= mostDatabases)
        m_rules.clear();
    std::vector<Rule> rules;
    for (const LockNameFile &file : shippedLockNames()) {
        for (const LockNameRule &rule : file.rules) {
            const bool needsDatabase = rule.name.contains(QLatin1StringView("{db}")) || rule.number;
            if (needsDatabase && database.isEmpty())
                continue;
            QString name = withDatabase(rule.name, database);
            if (rule.number)
                name.replace(QLatin1StringView("{number}"),
                             QString::fromLatin1(numberText(*rule.number, database)));
            const qsizetype star = name.lastIndexOf(u'*');
            const bool hasStar = rule.name.contains(u'*');
            rules.push_back({&file, &rule, (hasStar ? name.left(star) : name).toLower().toUtf8(),
                             hasStar ? name.mid(star + 1).toLower().toUtf8() : QByteArray(),
                             hasStar});
        }
    }
    // A name in full says more than the begin of one.
    std::stable_partition(rules.begin(), rules.end(),
                          [](const Rule &rule) { return !rule.hasStar; });
    std::vector<Rule> &kept = m_rules[database];
    kept = std::move(rules);
    return kept;
}

std::optional<NamedProduct> LockNameBook::find(const QByteArray &name, const QString &database)
{
    const QByteArray lower = name.toLower();
    for (const Rule &each : rulesFor(database)) {
        const qsizetype around = each.before.size() + each.behind.size();
        const bool fits = each.hasStar ? lower.size() > around && lower.startsWith(each.before)
                                             && lower.endsWith(each.behind)
                                       : lower == each.before;
        if (!fits)
            continue;
        const QString middle =
            each.hasStar ? QString::fromUtf8(name.sliced(each.before.size(), name.size() - around))
                         : QString();
        const auto filled = [&](QString text) {
            return withDatabase(std::move(text), database)
                .replace(QLatin1StringView("{1}"), middle);
        };
        return NamedProduct{each.file->title,
                            {filled(each.rule->about.english), filled(each.rule->about.korean)}};
    }
    return std::nullopt;
}

} // namespace lockmaster

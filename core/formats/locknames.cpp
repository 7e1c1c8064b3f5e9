// SPDX-License-Identifier: Apache-2.0
#include "core/formats/locknames.h"

#include "core/formats/formatcatalogue.h"
#include "core/formats/tomlkeys.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype mostDatabases = 1000; ///< whose rules are kept
constexpr size_t mostHashTables = 16;
constexpr qsizetype mostAnswers = 20'000;
constexpr qsizetype sha1Digits = 40;
constexpr qsizetype fewestDigits = 8; ///< fewer are no proof of anything
constexpr qsizetype mostKnown = 500;  ///< of one rule
constexpr qsizetype longestName = 64; ///< that MySQL takes
constexpr QLatin1StringView placeOfDatabase("{db}");
constexpr QLatin1StringView placeOfName("{name}");
constexpr QLatin1StringView placeOfHash("{sha1}");

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
    return text.replace(placeOfDatabase, database);
}

NamedProduct productOf(const LockNameFile &file, const LockNameRule &rule, const QString &database,
                       const QString &plainName)
{
    const auto filled = [&](const QString &text) {
        return withDatabase(text, database).replace(placeOfName, plainName);
    };
    return {file.title, {filled(rule.about.english), filled(rule.about.korean)}};
}

/** The first that has a name keeps it. */
void addWhole(QHash<QByteArray, NamedProduct> &whole, const QString &name,
              const NamedProduct &product)
{
    const QByteArray key = name.toLower().toUtf8();
    if (!whole.contains(key))
        whole.insert(key, product);
}

QByteArray numberText(const LockNameNumber &number, const QString &database)
{
    const QString text = withDatabase(number.text, database);
    const int base = number.isHex ? 16 : 10;
    if (number.of == LockNameNumber::Of::JavaHash)
        return QByteArray::number(javaHash(text), base);
    // The product of two that fit 32 bits fits 64.
    quint64 value = quint64(number.times) * crc32(text.toUtf8());
    if (number.modulo > 0)
        value %= quint64(number.modulo);
    return QByteArray::number(value, base);
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
    number.isHex = keys.flag(u"hex");
    return number;
}

LockNameHash readHash(TomlKeys &keys)
{
    LockNameHash hash;
    hash.text = keys.needText(u"text");
    hash.known = keys.texts(u"known", mostKnown);
    hash.takesOthers = keys.flag(u"others");
    if (!hash.text.contains(placeOfName))
        keys.refuse(Words::tr("'text' has {name} in it."));
    return hash;
}

LockNameRule readRule(TomlKeys &keys)
{
    LockNameRule rule;
    rule.name = keys.needText(u"name");
    within(keys, u"number", [&rule](TomlKeys &number) { rule.number = readNumber(number); });
    within(keys, u"sha1", [&rule](TomlKeys &hash) { rule.hash = readHash(hash); });
    rule.about = keys.bothLanguages(u"about");
    if (rule.about.english.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"about")));
    if (rule.name.contains(QLatin1StringView("{number}")) != rule.number.has_value())
        keys.refuse(Words::tr("'number' goes with {number} in the name."));
    if (rule.name.contains(placeOfHash) != rule.hash.has_value()
        || (rule.hash && rule.name.contains(u'*')))
        keys.refuse(Words::tr("'sha1' goes with {sha1} in the name, and no *."));
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

const LockNameBook::Rules &LockNameBook::rulesFor(const QString &database)
{
    if (const auto known = m_rules.constFind(database); known != m_rules.cend())
        return *known;
    if (m_rules.size() >= mostDatabases)
        m_rules.clear();
    Rules rules;
    for (const LockNameFile &file : shippedLockNames()) {
        for (const LockNameRule &rule : file.rules) {
            const bool needsDatabase = rule.name.contains(placeOfDatabase) || rule.number
                                       || (rule.hash && rule.hash->text.contains(placeOfDatabase));
            if (needsDatabase && database.isEmpty())
                continue;
            if (rule.hash) {
                rules.hashed.push_back(hashedBy(file, rule, database));
                continue;
            }
            QString name = withDatabase(rule.name, database);
            if (rule.number)
                name.replace(QLatin1StringView("{number}"),
                             QString::fromLatin1(numberText(*rule.number, database)));
            const qsizetype star = rule.name.contains(u'*') ? name.lastIndexOf(u'*') : -1;
            if (star < 0)
                addWhole(rules.whole, name, productOf(file, rule, database, {}));
            else
                rules.patterns.push_back({&file, &rule, name.left(star).toLower().toUtf8(),
                                          name.mid(star + 1).toLower().toUtf8()});
        }
    }
    Rules &kept = m_rules[database];
    kept = std::move(rules);
    return kept;
}

/** How the names of a rule look whose hashes only a lookup is worth working out. */
LockNameBook::Hashed LockNameBook::hashedBy(const LockNameFile &file, const LockNameRule &rule,
                                            const QString &database)
{
    const QString around = withDatabase(rule.name, database);
    const qsizetype at = around.indexOf(placeOfHash);
    const QByteArray before = around.left(at).toLower().toUtf8();
    const QByteArray behind = around.mid(at + placeOfHash.size()).toLower().toUtf8();
    const qsizetype digits = std::clamp<qsizetype>(longestName - before.size(), 0, sha1Digits);
    const qsizetype left = std::max<qsizetype>(longestName - before.size() - digits, 0);
    return {
        &file, &rule, before, behind.left(left), digits, withDatabase(rule.hash->text, database)};
}

/** What was hashed to these digits; null: it is not known. Worked out once for each text. */
const QString *LockNameBook::plainOf(const Hashed &hashed, const QByteArray &digits)
{
    // Two rules may hash the same of other names. They live as long as the program.
    const HashTable id{hashed.rule, hashed.digits, hashed.text};
    if (!m_hashes.contains(id)) {
        if (m_hashOrder.size() >= mostHashTables) {
            m_hashes.erase(m_hashOrder.front());
            m_hashOrder.pop_front();
        }
        m_hashOrder.push_back(id);
        QHash<QByteArray, QString> &table = m_hashes[id];
        const auto add = [&](const QString &plain) {
            const QByteArray hash =
                QCryptographicHash::hash(QString(hashed.text).replace(placeOfName, plain).toUtf8(),
                                         QCryptographicHash::Sha1);
            const QByteArray key = hash.toHex().left(hashed.digits);
            if (!table.contains(key))
                table.insert(key, plain);
        };
        const LockNameHash &said = *hashed.rule->hash;
        std::for_each(said.known.begin(), said.known.end(), add);
        if (m_dictionary && said.takesOthers)
            std::for_each(m_dictionary->plainNames().begin(), m_dictionary->plainNames().end(),
                          add);
    }
    const QHash<QByteArray, QString> &table = m_hashes[id];
    const auto found = table.constFind(digits);
    return found == table.cend() ? nullptr : &*found;
}

std::optional<NamedProduct> LockNameBook::findHashed(const Rules &rules, const QByteArray &lower,
                                                     const QString &database)
{
    static const auto isDigit = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    };
    for (const Hashed &each : rules.hashed) {
        if (each.digits < fewestDigits
            || lower.size() != each.before.size() + each.digits + each.behind.size()
            || !lower.startsWith(each.before) || !lower.endsWith(each.behind))
            continue;
        const QByteArray digits = lower.sliced(each.before.size(), each.digits);
        if (!std::all_of(digits.begin(), digits.end(), isDigit))
            continue;
        if (const QString *plain = plainOf(each, digits))
            return productOf(*each.file, *each.rule, database, *plain);
    }
    return std::nullopt;
}

std::optional<NamedProduct> LockNameBook::find(const QByteArray &name, const QString &database)
{
    if (auto names = namesKnown(); names != m_dictionary) {
        m_hashes.clear();
        m_hashOrder.clear();
        m_answers.clear();
        m_dictionary = std::move(names);
    }
    const std::pair<QByteArray, QString> asked(name, database);
    if (const auto known = m_answers.constFind(asked); known != m_answers.cend())
        return *known;
    if (m_answers.size() >= mostAnswers)
        m_answers.clear();
    auto answer = workOut(name, database);
    m_answers.insert(asked, answer);
    return answer;
}

/** A name in full says more than the begin of one. */
std::optional<NamedProduct> LockNameBook::workOut(const QByteArray &name, const QString &database)
{
    const QByteArray lower = name.toLower();
    const Rules &rules = rulesFor(database);
    if (const auto whole = rules.whole.constFind(lower); whole != rules.whole.cend())
        return *whole;
    if (auto hashed = findHashed(rules, lower, database))
        return hashed;
    for (const Pattern &each : rules.patterns) {
        const qsizetype around = each.before.size() + each.behind.size();
        if (lower.size() <= around || !lower.startsWith(each.before)
            || !lower.endsWith(each.behind))
            continue;
        NamedProduct product = productOf(*each.file, *each.rule, database, {});
        const QString middle =
            QString::fromUtf8(name.sliced(each.before.size(), name.size() - around));
        for (QString *text : {&product.about.english, &product.about.korean})
            text->replace(QLatin1StringView("{1}"), middle);
        return product;
    }
    return std::nullopt;
}

} // namespace lockmaster

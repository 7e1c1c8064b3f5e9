// SPDX-License-Identifier: Apache-2.0
#include "core/display/shownwords.h"
#include "core/display/translations.h"
#include "core/domain/alertrule.h"
#include "core/text/durationtext.h"
#include "core/text/plainwords.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_koreanwords {

namespace {

const QString translations = QStringLiteral(SOURCE_ROOT "/resources/translations/");

QString fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/** A row of the glossary. */
struct Term {
    QString english; ///< `*`: of any text
    QString korean;
    QRegularExpression never; ///< an empty pattern: nothing
    QRegularExpression asWord;
};

std::vector<Term> glossary()
{
    std::vector<Term> terms;
    const QString text = fileText(translations + QStringLiteral("glossary_ko.tsv"));
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList parts = line.split(u'\t');
        if (line.startsWith(u'#') || parts.size() != 3)
            continue;
        const QString never = parts[2] == u"-" ? QString() : parts[2];
        terms.push_back({parts[0], parts[1], QRegularExpression(never),
                         QRegularExpression(
                             QStringLiteral("\\b%1s?\\b").arg(QRegularExpression::escape(parts[0])),
                             QRegularExpression::CaseInsensitiveOption)});
    }
    return terms;
}

/** Without the key that leads to it, and what only a label has behind it. */
QString bareText(QString text)
{
    static const QRegularExpression key(QStringLiteral("\\(&\\w\\)"));
    static const QRegularExpression end(QStringLiteral("[…:]+$"));
    return text.remove(key).remove(u'&').remove(end).trimmed();
}

/** What is wrong with a text by the glossary; empty: nothing. */
QString faultOf(const std::vector<Term> &terms, const QString &english, const QString &korean)
{
    const QString bare = bareText(english);
    for (const Term &term : terms) {
        const bool isAny = term.english == u"*";
        if (!isAny && bare == term.english && bareText(korean) != term.korean)
            return QStringLiteral("is %1").arg(term.korean);
        if (term.never.pattern().isEmpty() || !(isAny || term.asWord.match(bare).hasMatch()))
            continue;
        if (const auto found = term.never.match(korean); found.hasMatch())
            return QStringLiteral("has “%1”; it is %2").arg(found.captured(), term.korean);
    }
    return {};
}

/** What readers see as words of a page: without examples, code and where links lead. */
QString proseOf(QString markdown)
{
    static const QRegularExpression code(QStringLiteral("```.*?```|`[^`\\n]*`|\\]\\([^)]*\\)"),
                                         QRegularExpression::DotMatchesEverythingOption);
    return markdown.remove(code);
}

} // namespace

/** The program as its Korean readers have it. */
class TestKoreanWords : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(QLocale(QStringLiteral("ko_KR"))); }

    void lengthsHaveKoreanUnits()
    {
        QCOMPARE(durationText(134s), QStringLiteral("2분 14초"));
        QCOMPARE(durationText(14 * 24h + 2h), QStringLiteral("14일 2시간"));
        QCOMPARE(durationText(3h + 12min), QStringLiteral("3시간 12분"));
        QCOMPARE(durationText(-3100ms), QStringLiteral("-3.1초"));
        QCOMPARE(durationText(0s), QStringLiteral("0초"));
        QCOMPARE(durationText(40ms), QStringLiteral("40 ms"));
        QCOMPARE(ageText(3s), QStringLiteral("3초"));
        QCOMPARE(briefDurationText(850ms), QStringLiteral("0.85초"));
        QCOMPARE(preciseDurationText(61s), QStringLiteral("1분 01.000초"));
        QCOMPARE(exactDurationText(1002ms), QStringLiteral("1.002초"));
        QCOMPARE(periodText(500ms), QStringLiteral("0.5초"));
        // What the profile and lockctl take does not change.
        QCOMPARE(durationProfileText(90s), QStringLiteral("90s"));
        const PlainWords plain; // nor what is written for other programs
        QCOMPARE(durationText(134s), QStringLiteral("2 m 14 s"));
    }

    void wordsOfDataAreShownInKorean()
    {
        QCOMPARE(sourceText(QStringLiteral("user-level locks")), QStringLiteral("사용자 레벨 락"));
        QCOMPARE(sourceText(QStringLiteral("app.dist_lock")), QStringLiteral("app.dist_lock"));
        QCOMPARE(reachedText(QStringLiteral("plaintext")), QStringLiteral("평문"));
        QCOMPARE(reachedText(QStringLiteral("TLSv1.3")), QStringLiteral("TLSv1.3"));
        QCOMPARE(reachedText(QStringLiteral("plaintext via a via b")),
                 QStringLiteral("평문 (a via b 경유)"));
        QCOMPARE(reachedText(QString()), QString());
        QCOMPARE(backendStateText(BackendState::Online), QStringLiteral("온라인"));
        // Of the one who leads, and not that there is one.
        QCOMPARE(QCoreApplication::translate("lockmaster::LabWords", "leads"),
                 QStringLiteral("리더"));
    }

    void eachRuleThatCameWithTheProgramHasAKoreanName()
    {
        for (const AlertRule &rule : builtInAlertRules()) {
            const QString title = alertRuleTitle(rule.name);
            QVERIFY2(!title.contains(rule.name), qPrintable(title));
            // By which the profile and lockctl know it.
            QCOMPARE(alertRuleTitleAndName(rule.name),
                     QStringLiteral("%1 (%2)").arg(title, rule.name));
            const PlainWords plain;
            QCOMPARE(alertRuleTitle(rule.name), rule.name);
            QCOMPARE(alertRuleTitleAndName(rule.name), rule.name);
        }
        QCOMPARE(alertRuleTitle(QStringLiteral("daily close")), QStringLiteral("daily close"));
    }

    void eachThingHasOneWord()
    {
        const std::vector<Term> terms = glossary();
        QVERIFY(terms.size() > 40);
        for (const Term &term : terms)
            QVERIFY2(term.never.isValid(), qPrintable(term.english));
        QVERIFY(!faultOf(terms, QStringLiteral("Try again."), QStringLiteral("다시 하세요."))
                     .isEmpty());
        QVERIFY(!faultOf(terms, QStringLiteral("&Reason:"), QStringLiteral("까닭(&R)")).isEmpty());

        QFile file(translations + QStringLiteral("lockmaster_ko.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QStringList faults;
        QString english;
        qsizetype texts = 0;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (xml.name() == u"source") {
                english = xml.readElementText();
                ++texts;
            } else if (xml.name() == u"translation") {
                const QString korean =
                    xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
                if (const QString fault = faultOf(terms, english, korean); !fault.isEmpty())
                    faults << QStringLiteral("“%1” %2: %3").arg(english, fault, korean);
            }
        }
        QVERIFY(!xml.hasError() && texts > 3000);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    void theGuideHasTheSameWords()
    {
        const std::vector<Term> terms = glossary();
        const QDir guide(QStringLiteral(SOURCE_ROOT "/docs/guide/ko"));
        const QStringList pages = guide.entryList({QStringLiteral("*.md")});
        QVERIFY(pages.size() > 20);
        QStringList faults;
        for (const QString &page : pages) {
            for (const QString &line : proseOf(fileText(guide.filePath(page))).split(u'\n')) {
                if (const QString fault = faultOf(terms, {}, line); !fault.isEmpty())
                    faults << QStringLiteral("%1: %2: %3").arg(page, fault, line);
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }
};

LOCKMASTER_TEST(TestKoreanWords, QCoreApplication)

} // namespace tst_koreanwords

#include "tst_koreanwords.moc"

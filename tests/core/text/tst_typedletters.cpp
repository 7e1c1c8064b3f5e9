// SPDX-License-Identifier: Apache-2.0
#include "core/text/typedletters.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_typedletters {

class TestTypedLetters : public QObject
{
    Q_OBJECT

    static Fit fit(const char *typed, const QByteArray &text)
    {
        return TypedLetters(QString::fromUtf8(typed)).fit(QByteArrayView(text));
    }

private slots:
    void aTextFitsInOneWay_data()
    {
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Fit>("fit");
        const auto row = [](const char *typed, const char *text, Fit fit) {
            QTest::addRow("%s in %s", typed, text) << QByteArray(typed) << QByteArray(text) << fit;
        };
        row("order:42", "order:42", Fit::Exact);
        row("order:42", "Order:42", Fit::Whole);
        row("order:42", "order::42", Fit::Whole);
        row("Order:42", "oRDER:42", Fit::Whole);
        row("order42", "order:42", Fit::Whole);
        row("order 42", "order:42", Fit::Whole);
        row("  order:42 ", "order:42", Fit::Exact);
        row("order:42", "order-42", Fit::None);
        row("order:4", "order:42", Fit::Beginning);
        row("save the", "Save the list…", Fit::Beginning);
        row("order42", "order:421", Fit::Words);
        row("42", "order:42", Fit::Words);
        row("lo hi", "lock history", Fit::Words);
        row("lohi", "lock history", Fit::Words);
        row("ol7", "orderLock7", Fit::Words);
        row("ol", "orderLock7", Fit::Words);
        row("o:4", "order:42", Fit::Words);
        row("or42", "or:der:order:42", Fit::Words); // not with the first "or" alone
        row("der", "order:42", Fit::Inside);
        row("der:4", "order:42", Fit::Inside);
        row("odr2", "order:42", Fit::Letters);
        row("24o", "order:42", Fit::None);
        row("orderx", "order:42", Fit::None);
        row("정산", "일일-정산", Fit::Words);
        row("일일정산", "일일-정산", Fit::Whole);
        row("ÄNDERN", "ändern", Fit::Whole);
        row("ä", "änderung-Ä", Fit::Beginning);
        row("x", "", Fit::None);
        row("", "order:42", Fit::None);
        row(" ", "a b", Fit::None);
    }
    void aTextFitsInOneWay()
    {
        QFETCH(QByteArray, typed);
        QFETCH(QByteArray, text);
        QTEST(fit(typed.constData(), text), "fit");
    }

    /** Bytes of two characters that are not there are not taken for one that was typed. */
    void aCharacterIsFoundWholeOrNotAtAll()
    {
        // U+AC00 is ea b0 80; these two have those bytes, one after another.
        QCOMPARE(fit("\uac00", "\uac01\ub000"), Fit::None);
        QCOMPARE(fit("\uac00", "\ub000x\uac00"), Fit::Words);
        QCOMPARE(fit("\uac00\ub000", "\uac00-a-\ub000"), Fit::Words);
    }

    void whatIsShownCanBeTyped()
    {
        QCOMPARE(fit("a\\nb", "a\nb"), Fit::Exact);
        QCOMPARE(fit("\\x00", QByteArray("a\0b", 3)), Fit::Words);
        QCOMPARE(fit("\\u202e", "right \u202e to left"), Fit::Words);
        QCOMPARE(fit("\\xff", "\xff\xfe"), Fit::Beginning);
    }

    void aLongTextThatWasPastedIsFound()
    {
        const QByteArray name = QByteArray("Registry-").repeated(20);
        const QByteArray part = name.mid(3, 120);
        QCOMPARE(fit(name.constData(), name), Fit::Exact);
        QCOMPARE(fit(part.constData(), name), Fit::Inside);
        QCOMPARE(fit((part + 'x').constData(), name), Fit::None);
        // All the letters that have a place of their own, and one more.
        const QByteArray most = QByteArray("ab").repeated(31) + 'c';
        QCOMPARE(fit(most.constData(), most + "d"), Fit::Beginning);
        QCOMPARE(fit((most + 'd').constData(), most + "de"), Fit::Beginning);
    }

    void aHugeNameIsLookedThroughToItsEnd()
    {
        QByteArray name = QByteArray(16 * 1024, 'x');
        QCOMPARE(fit("end", name), Fit::None);
        name += ":end";
        QCOMPARE(fit("end", name), Fit::Words);
    }
};

LOCKMASTER_TEST(TestTypedLetters, QCoreApplication)

} // namespace tst_typedletters

#include "tst_typedletters.moc"

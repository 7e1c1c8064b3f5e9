// SPDX-License-Identifier: Apache-2.0
#include "core/domain/witness.h"

#include <QTest>

using namespace lockmaster;

namespace {

LockRecord record()
{
    LockRecord lock;
    lock.id.source = std::make_shared<const SourceId>(
        SourceId{QStringLiteral("billing"), QStringLiteral("dist_lock"), QStringLiteral("a.b")});
    lock.id.name = "daily-close";
    lock.holders = {{"web-3", 5, QStringLiteral("web-3"), 1, nullptr}};
    lock.lease.hasExpiry = true;
    lock.lease.stored = 1'700'000'000'000'000;
    return lock;
}

} // namespace

class TestWitness : public QObject
{
    Q_OBJECT

private slots:
    void textFormReadsBackWhole()
    {
        const Witness witness = witnessOf(record());
        const auto back = decodeWitness(encodeWitness(witness));
        QVERIFY(back.has_value());
        QCOMPARE(*back, witness);
    }

    void renewalChangesTheLeaseAndNotTheInstance()
    {
        LockRecord renewed = record();
        renewed.lease.stored += 1;
        QCOMPARE(witnessOf(renewed).instance, witnessOf(record()).instance);
        QVERIFY(witnessOf(renewed).lease != witnessOf(record()).lease);
    }

    void learningTheShapeIsNoOtherInstance()
    {
        LockRecord fair = record();
        fair.variant = QStringLiteral("fair");
        QVERIFY(sameInstance(fair, record()));
        QVERIFY(!sameContent(fair, record()));
        QCOMPARE(witnessOf(fair), witnessOf(record()));
    }

    void anotherHolderChangesTheInstance_data()
    {
        QTest::addColumn<QByteArray>("raw");
        QTest::newRow("other text") << QByteArray("web-4");
        QTest::newRow("other case") << QByteArray("WEB-3");
        QTest::newRow("trailing space") << QByteArray("web-3 ");
        QTest::newRow("trailing NUL") << QByteArray("web-3\0", 6);
        QTest::newRow("empty") << QByteArray("");
    }
    void anotherHolderChangesTheInstance()
    {
        QFETCH(QByteArray, raw);
        LockRecord other = record();
        other.holders.front().raw = raw;
        QVERIFY(witnessOf(other).instance != witnessOf(record()).instance);
    }

    void aValueIsNotTakenForItsOwnDigest()
    {
        LockRecord longOwner = record();
        longOwner.holders.front().raw = QByteArray(100, 'x');
        const LockRecord copy = longOwner;
        longOwner.holders.front().raw = QByteArray(100, 'y');
        QVERIFY(witnessOf(longOwner).instance != witnessOf(copy).instance);
    }

    void longNamesAndOwnersStayShort()
    {
        LockRecord huge = record();
        huge.id.name = QByteArray(1'000'000, 'n');
        huge.holders.front().raw = QByteArray(1024, 'o');
        const QString text = encodeWitness(witnessOf(huge));
        QVERIFY2(text.size() < 400, qPrintable(QString::number(text.size())));
        QVERIFY(decodeWitness(text).has_value());
    }

    void foreignTextIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QString();
        QTest::newRow("no prefix") << QStringLiteral("abc");
        QTest::newRow("prefix only") << QStringLiteral("lm1.");
        QTest::newRow("not base64") << QStringLiteral("lm1.%%%");
        QTest::newRow("another shape") << QStringLiteral("lm1.gA");
        QString cut = encodeWitness(witnessOf(record()));
        cut.chop(5);
        QTest::newRow("cut off") << cut;
    }
    void foreignTextIsRefused()
    {
        QFETCH(QString, text);
        QVERIFY(!decodeWitness(text).has_value());
    }
};

QTEST_GUILESS_MAIN(TestWitness)
#include "tst_witness.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/domain/witness.h"
#include "tests/support/testprogram.h"

#include <QCborArray>
#include <QCborValue>
#include <QTest>

#include <limits>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_witness {

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

    /** As programs before this one wrote them. */
    void recordedWitnessesStayAsTheyAre()
    {
        LockRecord lock = record();
        const QString undated = QStringLiteral(
            "lm1.h2diaWxsaW5naWRpc3RfbG9ja2NhLmJLZGFpbHktY2xvc2X0S4VAQEV3ZWItMwUBS4L1GwAGCiQYHkAA");
        QCOMPARE(encodeWitness(witnessOf(lock)), undated);
        QCOMPARE(decodeWitness(undated).value(), witnessOf(lock));

        const ServerMoment followed{"12345678", ServerTime(Millis(1'700'000'000'123)), 3};
        const QByteArray dated =
            "lm2.i2diaWxsaW5naWRpc3RfbG9ja2NhLmJLZGFpbHktY2xvc2X0S4VAQEV3ZWItMwUBS4L1GwAGCiQYHkAA"
            "SDEyMzQ1Njc4GwAAAYvP5Wh79QM";
        QCOMPARE(encodedWitnessOf(lock, followed), dated);
        QCOMPARE(decodeWitness(QString::fromLatin1(dated)).value(), witnessOf(lock, followed));

        lock.id.source = std::make_shared<const SourceId>(SourceId{
            QStringLiteral("\ud68c\uc6d0"), QStringLiteral("redisson"), QStringLiteral("db 0")});
        lock.id.name = QByteArray(200, 'n');
        lock.node = "n1";
        lock.session = QByteArray(65, 's');
        lock.holders.push_back({"", 0, QString(), -2, nullptr});
        lock.lease.hasExpiry = false;
        lock.lease.stored = -1;
        const QByteArray shortened =
            "lm2.imbtmozsm5BocmVkaXNzb25kZGIgMFggG-Y8wL3mvUXcuyBblqfmmRWTSP0bE2DhPCfhJ3VhisT1WDKI"
            "Qm4xgVggN1ofAJRuB5vaaCDUlM-BHBX0lgSkhK554iQ5jvTbVMNFd2ViLTMFAUAAIUOC9CBA9vQ";
        QCOMPARE(encodedWitnessOf(lock, {}), shortened);
        QCOMPARE(decodeWitness(QString::fromLatin1(shortened)).value(),
                 witnessOf(lock, ServerMoment()));
    }

    void whatEachOfSeveralServersHadIsKept()
    {
        using Seen = LockShare::Seen;
        LockRecord lock = record();
        LockShares shares;
        shares.needed = 2;
        const auto add = [&](Seen seen, const QByteArray &instance, qint64 stored) {
            LockShare share{QStringLiteral("r"), seen, {}, stored, instance};
            if (!instance.isEmpty())
                share.holder = Holder();
            shares.all.push_back(share);
        };
        add(Seen::Holder, "12345678", 10);
        add(Seen::Other, "abcdefgh", 11);
        add(Seen::Absent, {}, -1);
        add(Seen::Unknown, "12345678", 12); // as seen before, which is no evidence
        lock.shares = std::make_shared<const LockShares>(shares);
        const Witness witness = witnessOf(lock, ServerMoment());
        const auto back = decodeWitness(encodeWitness(witness));
        QVERIFY(back);
        QCOMPARE(*back, witness);
        const std::vector<WitnessedShare> expected{{"12345678", 10, true, false},
                                                   {"abcdefgh", 11, true, true},
                                                   {{}, -1, true, false},
                                                   {{}, -1, false, false}};
        QVERIFY(sharesOf(*back) == expected);
        QCOMPARE(encodedWitnessOf(lock, ServerMoment()), encodeWitness(witness).toLatin1());
        QVERIFY(sharesOf(witnessOf(record())).empty());
        // Any other lease says nothing of servers.
        Witness odd = witness;
        odd.lease = "\x9f";
        QVERIFY(sharesOf(odd).empty());
    }

    /** Witnesses are kept, and sent from one version to another: the bytes are part of the format.
     */
    void textFormIsCborWhateverTheSizes_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<qint64>("number");
        QTest::newRow("nothing") << 0 << qint64(0);
        QTest::newRow("as many as fit beside the kind") << 23 << qint64(23);
        QTest::newRow("one more") << 24 << qint64(24);
        QTest::newRow("two bytes") << 128 << qint64(256);
        QTest::newRow("four bytes") << 100 << qint64(65536);
        QTest::newRow("eight bytes") << 300 << (qint64(1) << 33);
        QTest::newRow("negative") << 1 << qint64(-1);
        QTest::newRow("smallest") << 1 << std::numeric_limits<qint64>::min();
        QTest::newRow("largest") << 1 << std::numeric_limits<qint64>::max();
    }
    void textFormIsCborWhateverTheSizes()
    {
        QFETCH(int, size);
        QFETCH(qint64, number);
        LockRecord lock = record();
        lock.id.source = std::make_shared<const SourceId>(
            SourceId{QString(size, u'\u00e9'), QStringLiteral("leader"), QStringLiteral("\ud55c")});
        lock.id.name = QByteArray(size % 129, 'n');
        lock.holders.front().rawBytes = number;
        lock.lease.stored = number;
        const Witness witness = witnessOf(lock);
        const QCborArray fields{witness.source.backend,   witness.source.system,
                                witness.source.name,      QCborValue(witness.name),
                                witness.nameHashed,       QCborValue(witness.instance),
                                QCborValue(witness.lease)};
        const QByteArray text = fields.toCborValue().toCbor().toBase64(
            QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
        QCOMPARE(encodeWitness(witness), QStringLiteral("lm1.") + QString::fromLatin1(text));
        QCOMPARE(witness.lease, (QCborArray{true, number}.toCborValue().toCbor()));
        const QCborArray instance{QCborValue(QByteArray()), QCborValue(QByteArray()),
                                  QCborValue(lock.holders.front().raw), number, 1};
        QCOMPARE(witness.instance, instance.toCborValue().toCbor());

        const ServerMoment looked{"12345678", ServerTime(Millis(1'700'000'000'123)), 1};
        QCborArray dated = fields;
        dated.append(QCborValue(looked.server));
        dated.append(qint64(1'700'000'000'123));
        dated.append(true);
        const QByteArray longer = dated.toCborValue().toCbor().toBase64(
            QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
        QCOMPARE(encodeWitness(witnessOf(lock, looked)),
                 QStringLiteral("lm2.") + QString::fromLatin1(longer));
        QCOMPARE(encodedWitnessOf(lock, looked), encodeWitness(witnessOf(lock, looked)).toLatin1());

        // That several follow is one field more: any older witness reads as before.
        const ServerMoment followed{looked.server, looked.at, 3};
        dated.append(3);
        const QByteArray longest = dated.toCborValue().toCbor().toBase64(
            QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
        const QByteArray several = "lm2." + longest;
        QCOMPARE(encodedWitnessOf(lock, followed), several);
        QCOMPARE(encodeWitness(witnessOf(lock, followed)).toLatin1(), several);
        QCOMPARE(decodeWitness(QString::fromLatin1(several))->looked->followers, qint64(3));
    }

    void whereAndWhenItWasSeenReadsBack()
    {
        for (const ServerMoment &looked :
             {ServerMoment(), ServerMoment{"12345678", {}, 0},
              ServerMoment{{}, ServerTime(Millis(1'700'000'000'123)), 1},
              ServerMoment{"12345678", {}, 2}, ServerMoment{{}, {}, 65'535}}) {
            const Witness witness = witnessOf(record(), looked);
            const auto back = decodeWitness(encodeWitness(witness));
            QVERIFY(back.has_value());
            QCOMPARE(*back, witness);
            QCOMPARE(back->looked, std::optional(looked));
        }
        // As programs before this one wrote it.
        const auto undated = decodeWitness(encodeWitness(witnessOf(record())));
        QVERIFY(undated && !undated->looked);
        // A witness counts in milliseconds.
        const Witness precise =
            witnessOf(record(), ServerMoment{{}, ServerTime(Micros(1'234'567)), 0});
        QCOMPARE(decodeWitness(encodeWitness(precise)).value(), precise);
    }

    /** By which words a row was read is told, and is no part of which lock it is. */
    void theFormatsMarkReadsBack()
    {
        LockRecord lock = record();
        SourceId source = *lock.id.source;
        source.format = QByteArray::fromHex("0011223344556677");
        const LockRecord unmarked = lock;
        lock.id.source = std::make_shared<const SourceId>(source);
        for (const qint64 followers : {0, 1, 3}) {
            const ServerMoment looked{"12345678", ServerTime(Millis(1'700'000'000'123)), followers};
            const auto back = decodeWitness(QString::fromLatin1(encodedWitnessOf(lock, looked)));
            QVERIFY(back.has_value());
            QCOMPARE(back->source.format, source.format);
            QCOMPARE(back->looked->followers, followers);
            QCOMPARE(*back, witnessOf(unmarked, looked));
        }
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
        QCOMPARE(encodedWitnessOf(huge, {}),
                 encodeWitness(witnessOf(huge, ServerMoment())).toLatin1());
        QVERIFY2(text.size() < 400, qPrintable(QString::number(text.size())));
        QVERIFY(decodeWitness(text).has_value());
    }

    void foreignTextIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QString dated = encodeWitness(witnessOf(record(), ServerMoment()));
        QTest::newRow("empty") << QString();
        QTest::newRow("no prefix") << QStringLiteral("abc");
        QTest::newRow("prefix only") << QStringLiteral("lm1.");
        QTest::newRow("not base64") << QStringLiteral("lm1.%%%");
        QTest::newRow("another shape") << QStringLiteral("lm1.gA");
        QTest::newRow("dated, and undated") << dated.replace(0, 4, QStringLiteral("lm1."));
        QTest::newRow("undated, and dated")
            << encodeWitness(witnessOf(record())).replace(0, 4, QStringLiteral("lm2."));
        QTest::newRow("before all time")
            << encodeWitness(witnessOf(record(), ServerMoment{{}, ServerTime(-1h), 0}));
        QTest::newRow("after all time") << encodeWitness(
            witnessOf(record(), ServerMoment{{}, ServerTime(std::chrono::years(20'000)), 0}));
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

LOCKMASTER_TEST(TestWitness, QCoreApplication)

} // namespace tst_witness

#include "tst_witness.moc"

// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/windowplace.h"
#include "ui/kit/ttldelegate.h"
#include "tests/support/testprogram.h"
#include "ui/kit/density.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/textsize.h"

#include <QPainter>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_textsize {

/** How large the text is, and what follows it. */
class TestTextSize : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<TextSize> m_size;

    static double points() { return QApplication::font().pointSizeF(); }

private slots:
    void init()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("w.ini")),
                                                 QSettings::IniFormat);
        m_settings->clear();
        m_size = std::make_unique<TextSize>(*m_settings);
    }
    void cleanup()
    {
        m_size->setPercent(TextSize::usual);
        m_size.reset();
    }

    void everyFontFollows()
    {
        const double usual = points();
        QWidget window;
        auto *plain = new QLabel(&window);
        QLabel *const title = titleLabel(1.6, QStringLiteral("Title"), &window);
        auto *bold = new QLabel(&window);
        QFont font = bold->font();
        font.setBold(true);
        bold->setFont(font);
        QSignalSpy changed(m_size.get(), &TextSize::changed);
        for (const int percent : {150, 80, 200, 100}) {
            m_size->setPercent(percent);
            QCOMPARE(m_size->percent(), percent);
            for (const auto &[label, scale] :
                 {std::pair{plain, 1.0}, std::pair{title, 1.6}, std::pair{bold, 1.0}}) {
                const double wanted = usual * percent / 100 * scale;
                QVERIFY2(qAbs(label->font().pointSizeF() - wanted) < 0.1,
                         qPrintable(
                             QStringLiteral("%1 %2").arg(label->font().pointSizeF()).arg(wanted)));
            }
            QVERIFY(bold->font().bold());
        }
        QCOMPARE(changed.size(), 4);
    }

    void itGoesByStepsAndNoFurther()
    {
        m_size->larger();
        QCOMPARE(m_size->percent(), 110);
        for (int i = 0; i < 20; ++i)
            m_size->larger();
        QCOMPARE(m_size->percent(), TextSize::percents.back());
        for (int i = 0; i < 20; ++i)
            m_size->smaller();
        QCOMPARE(m_size->percent(), TextSize::percents.front());
        m_size->setPercent(120); // not offered: somebody wrote it by hand
        QVERIFY(m_size->percent() == 110 || m_size->percent() == 125);
    }

    /** Each screen keeps its own, from one start to the next. */
    void itIsRememberedForTheScreen()
    {
        const double usual = points();
        m_size->setPercent(150);
        m_size->follow(nullptr); // one that nobody knows
        QCOMPARE(m_size->percent(), TextSize::usual);
        QCOMPARE(points(), usual);
        m_size->follow(QGuiApplication::primaryScreen());
        QCOMPARE(m_size->percent(), 150);
        m_size = std::make_unique<TextSize>(*m_settings);
        QCOMPARE(m_size->percent(), 150);
        QVERIFY(qAbs(points() - usual * 1.5) < 0.1);
    }

    /** A third more rows where somebody wants them, at once and at the next start; never cut text.
     */
    void rowsAreCloseTogetherWhereWanted()
    {
        QTableView table;
        makePlainTable(table, QStringLiteral("Table"));
        const auto height = [&table] { return table.verticalHeader()->defaultSectionSize(); };
        const int usual = height();
        Density::setCompact(*m_settings, true);
        QVERIFY(height() * 4 <= usual * 3 + 3);
        m_size->setPercent(200);
        QVERIFY(height() >= QFontMetrics(QApplication::font()).height());
        m_size->setPercent(TextSize::usual);
        QSettings none(m_directory.filePath(QStringLiteral("none.ini")), QSettings::IniFormat);
        Density::restore(none);
        QCOMPARE(height(), usual);
        Density::restore(*m_settings);
        QVERIFY(height() < usual);
        Density::setCompact(*m_settings, false);
        QCOMPARE(height(), usual);
    }

    void rowsAndColumnsGrowWithTheText()
    {
        QStandardItemModel model(3, 2);
        QTableView table;
        table.setModel(&model);
        makePlainTable(table, QStringLiteral("Table"));
        table.horizontalHeader()->resizeSection(0, 80);
        const int usual = table.rowHeight(0);
        QCOMPARE(usual, LockDelegate::rowHeight());
        m_size->setPercent(200);
        QVERIFY(LockDelegate::rowHeight() > usual);
        QCOMPARE(table.rowHeight(0), LockDelegate::rowHeight());
        QVERIFY(table.rowHeight(0) > table.fontMetrics().height());
        QCOMPARE(table.columnWidth(0), 160);
        m_size->setPercent(100);
        QCOMPARE(table.rowHeight(0), usual);
        QCOMPARE(table.columnWidth(0), 80);
    }

    /** Where nothing scrolls aside, columns stop growing, and are as they were before again. */
    void smallerAgainIsAsBefore()
    {
        QStandardItemModel model(3, 3);
        QTableView table;
        table.resize(400, 200);
        table.setModel(&model);
        makePlainTable(table, QStringLiteral("Table"));
        table.horizontalHeader()->setStretchLastSection(true);
        for (int column = 0; column < 2; ++column)
            table.setColumnWidth(column, 100);
        table.show();
        for (int again = 0; again < 3; ++again) {
            m_size->setPercent(200);
            QVERIFY(table.columnWidth(0) > 100 && table.columnWidth(0) < 200);
            m_size->setPercent(100);
            QCOMPARE(table.columnWidth(0), 100);
        }
    }

    /** What is written in pixels would be small beside larger words. */
    void lengthsInPixelsFollow()
    {
        QCOMPARE(scaledByText(72), 72);
        const auto barWidth = [] {
            QStandardItemModel model(1, 1);
            model.setData(model.index(0, 0), 1.0, TtlShareRole);
            model.setData(model.index(0, 0), QVariant::fromValue(Tone::Danger), ToneRole);
            const RowEffects none;
            const TtlDelegate delegate(none);
            QImage image(400, 40, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            QStyleOptionViewItem option;
            option.rect = image.rect();
            option.palette = QApplication::palette();
            delegate.paint(&painter, option, model.index(0, 0));
            painter.end();
            const int row = image.height() - 4;
            int wide = 0;
            for (int x = 0; x < image.width(); ++x)
                wide += image.pixelColor(x, row).red() > image.pixelColor(x, row).blue() + 60;
            return wide;
        };
        QVERIFY2(qAbs(barWidth() - 72) <= 2, qPrintable(QString::number(barWidth())));
        m_size->setPercent(150);
        QCOMPARE(scaledByText(72), 108);
        QVERIFY2(qAbs(barWidth() - 108) <= 2, qPrintable(QString::number(barWidth())));
        QWidget window;
        restoreWindowPlace(window, {}, {300, 200});
        QCOMPARE(window.size(), QSize(450, 300));
    }
};

LOCKMASTER_TEST(TestTextSize, QApplication)

} // namespace tst_textsize

#include "tst_textsize.moc"

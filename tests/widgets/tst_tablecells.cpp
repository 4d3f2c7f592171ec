// Where the parts of a table's cells stand, so that none lies on another.

#include "core/report/kernelreport.h"
#include "tests/support/support.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>

namespace ws {
namespace {

TEST(ShareCell, theBarEndsBeforeTheDigits)
{
    const auto run = test::runOfWork({{"0", "7", 0, 3'000, "gemm"}});
    auto *model = new ReportModel(kernelReport(run, std::make_shared<const KernelTable>(*kernelTable(*run))));
    TablePane pane(model, QStringLiteral("test"));
    QTableView *view = pane.view();
    const QModelIndex share = view->model()->index(0, model->columnOf("share"));
    ASSERT_TRUE(share.isValid());
    ASSERT_GT(share.data().toDouble(), 0.99);
    QStyleOptionViewItem option;
    option.widget = view;
    option.font = view->font();
    option.fontMetrics = view->fontMetrics();
    option.palette = view->palette();
    const auto *cells = view->itemDelegate();
    for (const int width : {cells->sizeHint(option, share).width(), 200}) {
        QImage image(width, 20, QImage::Format_RGB32);
        image.fill(Qt::white);
        option.rect = image.rect();
        QPainter painter(&image);
        cells->paint(&painter, option, share);
        painter.end();
        int bar = 0; // its last pixel; no digit is as high
        while (bar < width && (bar < 6 || image.pixel(bar, 3) != qRgb(255, 255, 255)))
            ++bar;
        EXPECT_GE(bar, 30) << width;
        EXPECT_LE(bar, width - 15 - option.fontMetrics.horizontalAdvance(QStringLiteral("100.0")) - 4) << width;
    }
}

TEST(NameCell, aLongNameKeepsToALineWhereSentencesWrap)
{
    ReportTable table{QStringLiteral("wrapped"), QStringLiteral("Wrapped")};
    table.columns = {{"meaning", QStringLiteral("Meaning"), CellKind::Name},
                     {"name", QStringLiteral("Name"), CellKind::Name}};
    table.rowCount = 1;
    table.cell = [](size_t, size_t column) {
        const QString text = QStringLiteral("f<int, 4, float> and more ").repeated(12);
        return ReportCell(column == 0 ? text + u'.' : text);
    };
    TablePane pane(new ReportModel(table), QStringLiteral("wrapped"));
    pane.view()->setWordWrap(true);
    const auto *cells = pane.view()->itemDelegate();
    const auto heightOf = [&](int column) {
        QStyleOptionViewItem option;
        option.initFrom(pane.view());
        option.widget = pane.view();
        option.features |= QStyleOptionViewItem::WrapText;
        option.rect = QRect(0, 0, 200, 20);
        return cells->sizeHint(option, pane.view()->model()->index(0, column)).height();
    };
    EXPECT_GT(heightOf(0), 3 * pane.fontMetrics().height());
    EXPECT_LT(heightOf(1), 2 * pane.fontMetrics().height());
}

} // namespace
} // namespace ws

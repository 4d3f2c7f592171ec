// Where the arrow of a sorted table stands in the style of the application.

#include "core/report/kernelreport.h"
#include "widgets/toolkit/elidingheader.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/theme.h"

#include <gtest/gtest.h>

#include <QStyleOptionHeader>
#include <QTableView>

namespace ws {
namespace {

TEST(SortArrow, standsInTheMiddleAtTheRightOfTheTitle)
{
    struct Probe : ElidingHeader
    {
        using ElidingHeader::ElidingHeader;
        QStyleOptionHeader shown(int section) const
        {
            QStyleOptionHeader option;
            initStyleOption(&option);
            initStyleOptionForIndex(&option, section);
            option.rect = QRect(0, 0, sectionSize(section), height());
            return option;
        }
    };
    Theme::instance().install();
    TablePane pane(new ReportModel(kernelReport(nullptr, nullptr)), QStringLiteral("test"));
    auto *header = new Probe(pane.view());
    pane.view()->setHorizontalHeader(header);
    pane.resize(800, 300);
    pane.show();
    header->setSortIndicatorShown(true);
    header->setSortIndicator(0, Qt::DescendingOrder);
    const QStyleOptionHeader option = header->shown(0);
    const QRect arrow = header->style()->subElementRect(QStyle::SE_HeaderArrow, &option, header);
    EXPECT_NEAR(arrow.center().y(), option.rect.center().y(), 1);
    EXPECT_GE(arrow.left(), option.rect.right() - 15);
    EXPECT_LE(arrow.right(), option.rect.right() - 2);
}

} // namespace
} // namespace ws

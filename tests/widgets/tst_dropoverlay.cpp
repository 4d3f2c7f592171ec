// Where a dropped file goes.
#include "widgets/compare/dropoverlay.h"

#include <gtest/gtest.h>

#include <QApplication>

namespace ws {
namespace {

const QRect area(100, 50, 1001, 600);

TEST(DropZones, everyPointOfTheAreaBelongsToExactlyOneZone)
{
    for (const Qt::Orientation direction : {Qt::Horizontal, Qt::Vertical})
        for (const bool withMiddle : {true, false})
            for (int x = area.left(); x <= area.right(); x += 7)
                for (int y = area.top(); y <= area.bottom(); y += 7) {
                    const DropZone zone = dropZoneAt(area, {x, y}, direction, withMiddle);
                    ASSERT_NE(zone, DropZone::None);
                    ASSERT_TRUE(withMiddle || zone != DropZone::Middle);
                    int owners = 0;
                    for (const DropZone each : {DropZone::First, DropZone::Middle, DropZone::Second})
                        owners += dropZoneRect(area, each, direction, withMiddle).contains(x, y);
                    ASSERT_LE(owners, 1);
                }
    EXPECT_EQ(dropZoneAt(area, {99, 60}, Qt::Horizontal, true), DropZone::None);
    EXPECT_EQ(dropZoneAt(area, {500, 49}, Qt::Horizontal, true), DropZone::None);
}

TEST(DropZones, halvesAreLeftAndRightOrTopAndBottomWithAMiddleBetween)
{
    EXPECT_EQ(dropZoneAt(area, {110, 300}, Qt::Horizontal, true), DropZone::First);
    EXPECT_EQ(dropZoneAt(area, area.center(), Qt::Horizontal, true), DropZone::Middle);
    EXPECT_EQ(dropZoneAt(area, {1090, 300}, Qt::Horizontal, true), DropZone::Second);
    EXPECT_EQ(dropZoneAt(area, {1090, 60}, Qt::Vertical, true), DropZone::First);
    EXPECT_EQ(dropZoneAt(area, {110, 640}, Qt::Vertical, false), DropZone::Second);
}

TEST(DropOverlay, oneTextAloneFillsTheArea)
{
    QWidget parent;
    parent.resize(400, 300);
    parent.show();
    DropOverlay overlay(&parent);
    overlay.setTexts({}, QStringLiteral("both"), {}, Qt::Horizontal);
    EXPECT_EQ(overlay.zoneAt({1, 1}), DropZone::Middle);
    EXPECT_EQ(overlay.zoneAt({399, 299}), DropZone::Middle);
    EXPECT_EQ(overlay.zoneAt({-1, 1}), DropZone::None);
    overlay.setTexts(QStringLiteral("left"), QStringLiteral("open"), QStringLiteral("right"), Qt::Horizontal);
    EXPECT_EQ(overlay.zoneAt({1, 1}), DropZone::First);
    overlay.show();
    parent.resize(800, 200);
    QApplication::processEvents();
    EXPECT_EQ(overlay.size(), parent.size());
    EXPECT_EQ(overlay.zoneAt({700, 100}), DropZone::Second);
}

} // namespace
} // namespace ws

#pragma once
// A stage chart over a small run, for its tests.

#include "widgets/mapping/mappingmodel.h"
#include "widgets/session/stagecolours.h"
#include "widgets/stages/chartexport.h"
#include "widgets/stages/chartscene.h"
#include "widgets/stages/chartsources.h"
#include "widgets/stages/pivotmodel.h"
#include "widgets/stages/stagechart.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/tablepane.h"

#include "tests/support/modeltester.h"
#include "tests/widgets/timelineruns.h"

#include <QApplication>
#include <QBarSet>
#include <QChart>
#include <QHelpEvent>
#include <QLineF>
#include <QStackedBarSeries>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

namespace ws::test::chart {

/// 60 µs of gemm, 30 of attention, 10 of a copy; 150 µs long.
inline RunPtr chartRun()
{
    RunMaker maker;
    maker.kernel("7", 0, 60'000, "gemm_a");
    maker.kernel("7", 60'000, 20'000, "attn_fwd");
    maker.kernel("7", 100'000, 10'000, "attn_bwd");
    maker.kernel("7", 140'000, 10'000, "copy");
    return maker.finish();
}

class StageChartTest : public testing::Test
{
protected:
    StageChartTest() : controller(&session, MappingLibrary(folder.path()))
    {
        StageMapping mapping{"own", "test", MappingForm::Nested, {}, {}};
        mapping.setJoined(std::vector<StageRule>{{"gemm", "linear", "cublas"},
                                                 {"attn_fwd", "attention", "forward"},
                                                 {"attn", "attention", "backward"},
                                                 {".*", "other", "rest"}});
        controller.document()->load(mapping);
        controller.chooseRuns(StageRuns::All);
    }
    void open(RunPtr run)
    {
        session.add(std::move(run));
        settle();
    }
    void settle()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !controller.isBusy(); }));
        QCoreApplication::processEvents();
    }
    ChartData data(const ChartOptions &options = {}) const { return chartData(chartSources(controller), options); }
    QRgb colourOf(const char *name) const
    {
        const StringId id = session.pane()->run()->strings.find(name);
        return id < session.pane()->context().colourOfName().size() ? session.pane()->context().colourOfName()[id] : 0;
    }

    QTemporaryDir folder;
    Session session;
    StageController controller;
};

inline size_t segmentNamed(const ChartData &data, const char *label)
{
    for (size_t i = 0; i < data.segments.size(); ++i)
        if (data.segments[i].label == QLatin1String(label))
            return i;
    ADD_FAILURE() << "no segment " << label;
    return 0;
}

} // namespace ws::test::chart

// Exports of the Stages panel: pictures and tables.

#include "widgets/stages/stagespanel.h"

#include "core/analysis/stages/stageconflicts.h"
#include "core/report/csv.h"
#include "core/report/stageexport.h"
#include "widgets/stages/chartexport.h"
#include "widgets/stages/chartsources.h"
#include "widgets/stages/stagechart.h"
#include "widgets/toolkit/plaintext.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ws {
namespace {

/// A file has no chip that says what the numbers are of.
QString exportLabel(const ChartSource &source)
{
    return source.owner->focus ? StagesPanel::tr("%1, only %2").arg(source.label, source.owner->focus.title)
                               : source.label;
}

std::vector<StageExportRun> exportRuns(const StageController &controller)
{
    std::vector<StageExportRun> runs;
    for (const ChartSource &source : chartSources(controller))
        runs.push_back({exportLabel(source).toStdString(), source.classes, *source.sums, source.nonGpu});
    return runs;
}

QString baseName(const StageController &controller)
{
    const RunPtr run = controller.session()->pane()->run();
    return run ? QFileInfo(run->info.stamp.path).completeBaseName() : QStringLiteral("stages");
}

void listRules(CsvWriter &csv, const ChartSource &source, MappingLevel level)
{
    const std::vector<RuleStats> stats = ruleStats(*source.classes, level, *source.sums);
    const std::vector<LabelRule> &rules = source.classes->rules(level);
    for (size_t row = 0; row < rules.size(); ++row) {
        const RuleStats &s = stats[row];
        csv << exportLabel(source) << source.classes->mapping.name()
            << (level == MappingLevel::Stage ? "Stage" : "Substage") << row + 1 << (rules[row].enabled ? "yes" : "no")
            << rules[row].regex << rules[row].label << s.matched << s.won << s.sum.count << s.sum.totalNs
            << s.sum.elapsedNs << s.problem;
        csv.endRow();
    }
}

} // namespace

/// The dialog itself asks before a file is replaced; what then stands there may be replaced.
void StagesPanel::saveText(const QString &title, const QString &name, const std::string &text)
{
    const QString path = QFileDialog::getSaveFileName(this, title, name, tr("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    if (const auto written = writeWholeFile(path, text, Existing::Replace); !written)
        warnPlainly(this, title, written.error().text());
}

void StagesPanel::exportChartAs()
{
    const QString title = tr("Export chart");
    QString path = QFileDialog::getSaveFileName(this, title, baseName(*m_controller) + QStringLiteral("-stages.svg"),
                                                tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
    if (path.isEmpty())
        return;
    ChartPicture picture;
    picture.size = m_chart->size().expandedTo({720, 480});
    if (const auto written = exportChart(m_chart->data(), picture, path, Existing::Replace); !written)
        warnPlainly(this, title, written.error().text());
}

void StagesPanel::exportResultCsv()
{
    saveText(tr("Export kernels with substages"), QStringLiteral("result.csv"), resultCsv(exportRuns(*m_controller)));
}

void StagesPanel::exportPivotCsv()
{
    saveText(tr("Export pivot"), baseName(*m_controller) + QStringLiteral("-pivot.csv"),
             pivotCsv(exportRuns(*m_controller)));
}

void StagesPanel::exportMappingCsv()
{
    std::string text;
    CsvWriter csv(text);
    for (const char *column : {"run", "mapping", "list", "row", "enabled", "regex", "label", "names_matched",
                               "names_taken", "instances", "total_ns", "elapsed_ns", "problem"})
        csv << column;
    csv.endRow();
    for (const ChartSource &source : chartSources(*m_controller))
        for (MappingLevel level : {MappingLevel::Stage, MappingLevel::Substage})
            listRules(csv, source, level);
    saveText(tr("Export mapping with hits"), baseName(*m_controller) + QStringLiteral("-mapping.csv"), text);
}

} // namespace ws

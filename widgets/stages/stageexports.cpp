#include "widgets/stages/stageexports.h"

#include "core/analysis/stages/stageconflicts.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/report/csv.h"
#include "core/report/html/htmlpage.h"
#include "core/report/html/stagerundocument.h"
#include "core/report/stageexport.h"
#include "widgets/session/viewcaption.h"
#include "widgets/stages/chartexport.h"
#include "widgets/stages/chartsources.h"
#include "widgets/stages/charttitles.h"
#include "widgets/toolkit/exports.h"
#include "widgets/toolkit/plaintext.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ws {
namespace {

/// A file has no chip that names the scope of the numbers.
QString withFocus(const QString &label, const ChartSource &source)
{
    const Focus &focus = source.owner->focus;
    return focus ? StageExports::tr("%1, only %2").arg(label, focus.title) : label;
}

void listRules(CsvWriter &csv, const ChartSource &source, MappingLevel level)
{
    const std::vector<RuleStats> stats = ruleStats(*source.classes, level, *source.sums);
    const std::vector<LabelRule> &rules = source.classes->rules(level);
    for (size_t row = 0; row < rules.size(); ++row) {
        const RuleStats &s = stats[row];
        csv << withFocus(source.label, source) << source.classes->mapping.name()
            << (level == MappingLevel::Stage ? "Stage" : "Substage") << row + 1 << (rules[row].enabled ? "yes" : "no")
            << rules[row].regex << rules[row].label << s.matched << s.won << s.sum.count << s.sum.totalNs
            << s.sum.elapsedNs << s.problem;
        csv.endRow();
    }
}

} // namespace

/// The column names are those of the command line.
std::vector<StageExportRun> StageExports::runs() const
{
    std::vector<StageExportRun> runs;
    for (const ChartSource &source : chartSources(*m_controller)) {
        const std::string file = QFileInfo(source.run->info.stamp.path).fileName().toStdString();
        const std::string label =
            modelEngine(source.classes->mapping, source.givenLabel.toStdString(), file, source.part, runs.size());
        runs.push_back({withFocus(QString::fromStdString(label), source).toStdString(), source.classes, *source.sums,
                        source.nonGpu, showsModules(source)});
    }
    return runs;
}

/// The runs of the bars, a line each, and their mappings.
QStringList StageExports::caption() const
{
    QStringList runs, mappings;
    for (const ChartSource &source : chartSources(*m_controller)) {
        if (const StageRun *run = m_controller->find(source.run))
            runs << viewCaption(*run->context, {}, {}).join(QStringLiteral("  ·  "));
        mappings << source.mapping;
    }
    runs.removeDuplicates();
    mappings.removeDuplicates();
    return runs.mid(0, 8) << tr("Stages by the mapping %1").arg(listed(mappings));
}

QString StageExports::baseName() const
{
    const RunPtr run = m_controller->session()->pane()->run();
    return run ? QFileInfo(run->info.stamp.path).completeBaseName() : QStringLiteral("stages");
}

/// The dialog itself asks before it replaces a file; then the file may be replaced.
void StageExports::saveText(const QString &title, const QString &name, const std::string &text) const
{
    const QString path =
        QFileDialog::getSaveFileName(m_parent, title, Exports::instance().proposed(name), tr("CSV (*.csv)"));
    if (!path.isEmpty())
        write(title, path, text);
}

void StageExports::write(const QString &title, const QString &path, const std::string &text) const
{
    if (const auto written = writeWholeFile(path, text, Existing::Replace); written)
        emit Exports::instance().written(path);
    else
        warnPlainly(m_parent, title, written.error().text());
}

void StageExports::saveChart(const ChartData &data, QSize size) const
{
    ChartPicture picture;
    picture.size = size.expandedTo({720, 480});
    Picture chart = chartPicture(data);
    if (wantsCaption())
        chart.caption = caption();
    savePicture(chart, picture, tr("Export chart"), baseName() + QStringLiteral("-stages.svg"), m_parent);
}

void StageExports::saveResult() const
{
    saveText(tr("Export kernels with substages"), QStringLiteral("result.csv"), resultCsv(runs()));
}

void StageExports::savePivot() const
{
    saveText(tr("Export pivot"), baseName() + QStringLiteral("-pivot.csv"), pivotCsv(runs()));
}

void StageExports::savePage()
{
    const QString title = tr("Export page");
    const QString path = QFileDialog::getSaveFileName(
        m_parent, title, Exports::instance().proposed(QStringLiteral("result.html")), tr("HTML (*.html)"));
    if (path.isEmpty())
        return;
    StageRunsRequest request{{}, runs(), {}, textsLanguage()};
    const std::vector<ChartSource> sources = chartSources(*m_controller);
    for (size_t i = 0; i < sources.size(); ++i)
        request.sources.push_back(
            {sources[i].run, toText(request.runs[i].label), sources[i].classes->mapping, sources[i].mapping});
    m_page.start([request = std::move(request)](
                     const Progress &) { return reportHtml({htmlArticle(stageRunsDocument(request))}); },
                 [this, title, path](const auto &page) {
                     if (page)
                         write(title, path, **page);
                     else
                         warnPlainly(m_parent, title, page.error().text());
                 });
}

void StageExports::saveMapping() const
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
    saveText(tr("Export mapping with hits"), baseName() + QStringLiteral("-mapping.csv"), text);
}

} // namespace ws

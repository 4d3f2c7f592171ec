// The tables of what is said of a run: step, finding, trust, run.

#include "core/report/sql/tablemaker.h"

#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/rankplace.h"
#include "core/report/trustreport.h"

#include <QCoreApplication>

namespace ws {
namespace {

void addStepTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(
        sqlRun, "step",
        QT_TRANSLATE_NOOP("Core", "steps of an engine or a training loop; where none is named, inferred periods"),
        NeedsSteps);
    const Run &run = sqlRun.run();
    const auto step = [&sqlRun](size_t row) -> const Step & { return sqlRun.steps().steps[row]; };
    const auto ofWork = [step](int64_t Step::*figure) {
        return [step, figure](size_t row) { return step(row).activities ? SqlCell(step(row).*figure) : SqlCell(); };
    };
    maker.integer("slice", "slice.id", QT_TRANSLATE_NOOP("Core", "its box in the timeline"),
                  [&sqlRun, step](size_t row) { return sqlRun.numberOf(step(row).slice); });
    maker.times(
        [step](size_t row) {
            return step(row).wall.end > step(row).wall.begin ? step(row).wall.begin : SqlTimes::none;
        },
        [step](size_t row) { return step(row).wall.end - step(row).wall.begin; });
    maker.named(
        "name", QT_TRANSLATE_NOOP("Core", "of the annotation, or of the kernel that begins a period"),
        [step](size_t row) { return step(row).name; }, 10);
    maker.text("phase", QT_TRANSLATE_NOOP("Core", "prefill, decode, mixed … where the name says it"),
               [step](size_t row) { return sqlText(std::string_view(step(row).phase)); });
    maker.integer("batch", "", QT_TRANSLATE_NOOP("Core", "requests, where the name says it"),
                  [step](size_t row) { return sqlOptional(step(row).batch); });
    maker.integer("tokens", "", QT_TRANSLATE_NOOP("Core", "where the name says it"),
                  [step](size_t row) { return sqlOptional(step(row).tokens); });
    maker.integer("gpu_start_ns", "ns", QT_TRANSLATE_NOOP("Core", "first begin of its work"),
                  ofWork(&Step::gpuStartNs));
    maker.integer("gpu_end_ns", "ns", QT_TRANSLATE_NOOP("Core", "last end of its work"), ofWork(&Step::gpuEndNs));
    maker.integer("gpu_ns", "ns", QT_TRANSLATE_NOOP("Core", "summed durations of its work"),
                  [step](size_t row) { return step(row).gpuNs; });
    maker.integer("gpu_busy_ns", "ns", QT_TRANSLATE_NOOP("Core", "the same with overlaps counted once"),
                  [step](size_t row) { return step(row).gpuBusyNs; });
    maker.integer("activities", "", QT_TRANSLATE_NOOP("Core", "how much work it launched"),
                  [step](size_t row) { return sqlNumber(step(row).activities); });
    maker.integer("is_cut", "",
                  QT_TRANSLATE_NOOP("Core", "1: begin or end are not in the recording, its sums are too small"),
                  [&sqlRun](size_t row) {
                      const auto &cuts = sqlRun.stepCuts();
                      return int64_t(row < cuts.size() && cuts[row].isCut());
                  });
    maker.integer("is_inferred", "", QT_TRANSLATE_NOOP("Core", "1: a period of kernels that repeat, no named step"),
                  [&sqlRun](size_t) { return int64_t(sqlRun.areStepsInferred()); });
    maker.addTo(
        tables, [&sqlRun] { return sqlRun.steps().steps.size(); }, [&run] { return run.timeline.lanes.size() + 20; });
}

void addFindingTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "finding", QT_TRANSLATE_NOOP("Core", "what holds a unit of work back, with evidence"),
                        NeedsFindings);
    const Run &run = sqlRun.run();
    const auto shown = [&sqlRun](size_t row) -> const OverviewFinding & { return sqlRun.overview().findings[row]; };
    const auto place = [shown](size_t row) -> const FindingPlace * {
        const auto &places = shown(row).finding.places;
        return places.empty() ? nullptr : &places.front();
    };
    const auto ifAny = [](int64_t figure) { return figure ? SqlCell(figure) : SqlCell(); };
    maker.text("rule", QT_TRANSLATE_NOOP("Core", "its stable word"),
               [shown](size_t row) { return sqlText(std::string_view(shown(row).finding.id)); });
    maker.text("kind", QT_TRANSLATE_NOOP("Core", "win: time that a unit could win; note: of the recording"),
               [shown](size_t row) -> SqlCell {
                   return std::string_view(shown(row).finding.kind == FindingKind::Win ? "win" : "note");
               });
    maker.text("device", QT_TRANSLATE_NOOP("Core", "as in the file, a text: '0'"), [&run, shown](size_t row) {
        const uint16_t device = shown(row).finding.device;
        return device < run.gpu.devices.size() ? sqlText(run, run.gpu.devices[device]) : SqlCell();
    });
    maker.integer("ns", "ns", QT_TRANSLATE_NOOP("Core", "of the unit"),
                  [shown, ifAny](size_t row) { return ifAny(shown(row).finding.ns); });
    maker.integer("win_ns", "ns", QT_TRANSLATE_NOOP("Core", "that a unit could win at most"), [shown](size_t row) {
        const Finding &finding = shown(row).finding;
        return finding.kind == FindingKind::Win && finding.ns ? SqlCell(finding.winNs) : SqlCell();
    });
    maker.real("share", "", QT_TRANSLATE_NOOP("Core", "of the unit's time, 0 to 1"),
               [shown](size_t row) { return shown(row).finding.share; });
    maker.integer("count", "", QT_TRANSLATE_NOOP("Core", "gaps, calls, kernels, copies or units that it is made of"),
                  [shown, ifAny](size_t row) { return ifAny(int64_t(shown(row).finding.count)); });
    maker.text("name", QT_TRANSLATE_NOOP("Core", "the kernel, call or operator that it names"),
               [shown](size_t row) { return sqlText(std::string_view(shown(row).finding.name)); });
    maker.text("text", QT_TRANSLATE_NOOP("Core", "the finding in words"),
               [shown](size_t row) { return sqlText(shown(row).text.toStdString()); });
    maker.text("advice", QT_TRANSLATE_NOOP("Core", "what to try"),
               [shown](size_t row) { return sqlText(shown(row).advice.toStdString()); });
    maker.integer("slice", "slice.id", QT_TRANSLATE_NOOP("Core", "its gravest place"),
                  [&sqlRun, place](size_t row) { return place(row) ? sqlRun.numberOf(place(row)->slice) : SqlCell(); });
    maker.integer("begin_ns", "ns", QT_TRANSLATE_NOOP("Core", "of the gravest place"),
                  [place](size_t row) { return place(row) ? SqlCell(place(row)->range.begin) : SqlCell(); });
    maker.integer("end_ns", "ns", QT_TRANSLATE_NOOP("Core", "of the gravest place"),
                  [place](size_t row) { return place(row) ? SqlCell(place(row)->range.end) : SqlCell(); });
    maker.setFoundInWork();
    maker.addTo(
        tables, [&sqlRun] { return sqlRun.overview().findings.size(); }, [] { return size_t(10); });
}

void addTrustTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "trust", QT_TRANSLATE_NOOP("Core", "what in the recording makes numbers false"),
                        NeedsTrust);
    const auto finding = [&sqlRun](size_t row) -> const TrustFinding & { return sqlRun.trust()[row]; };
    const auto numbers = [](uint16_t bits) {
        std::string words;
        for (uint16_t bit = 1; bit <= lastTrustNumber; bit = uint16_t(bit << 1))
            if (bits & bit)
                words += (words.empty() ? "" : " ") + std::string(trustNumberId(TrustNumber(bit)));
        return sqlText(std::move(words));
    };
    maker.text("rule", QT_TRANSLATE_NOOP("Core", "its stable word"),
               [finding](size_t row) { return sqlText(std::string_view(finding(row).id)); });
    maker.integer("count", "", QT_TRANSLATE_NOOP("Core", "how many events it concerns"),
                  [finding](size_t row) { return sqlNumber(finding(row).count); });
    maker.integer("of_count", "", QT_TRANSLATE_NOOP("Core", "of how many"),
                  [finding](size_t row) { return finding(row).of ? sqlNumber(finding(row).of) : SqlCell(); });
    maker.integer("ns", "ns", QT_TRANSLATE_NOOP("Core", "how much time it concerns"),
                  [finding](size_t row) { return finding(row).ns ? SqlCell(finding(row).ns) : SqlCell(); });
    maker.text("withholds", QT_TRANSLATE_NOOP("Core", "numbers that mean nothing because of it: gpu-idle gap-causes …"),
               [finding, numbers](size_t row) { return numbers(finding(row).withholds); });
    maker.text("marks", QT_TRANSLATE_NOOP("Core", "numbers that are not exact because of it"),
               [finding, numbers](size_t row) { return numbers(finding(row).marks); });
    maker.text("text", QT_TRANSLATE_NOOP("Core", "what it means, in words"),
               [finding](size_t row) { return sqlText(trustText(finding(row)).toStdString()); });
    maker.text("how_much", QT_TRANSLATE_NOOP("Core", "how much of the recording it concerns, in words"),
               [finding](size_t row) { return sqlText(trustHowMuch(finding(row)).toStdString()); });
    maker.integer("slice", "slice.id", QT_TRANSLATE_NOOP("Core", "its gravest place"), [&sqlRun, finding](size_t row) {
        return finding(row).places.empty() ? SqlCell() : sqlRun.numberOf(finding(row).places.front().slice);
    });
    maker.setFoundInWork();
    maker.addTo(
        tables, [&sqlRun] { return sqlRun.trust().size(); }, [] { return size_t(10); });
}

void addRunTable(const SqlRun &sqlRun, std::vector<SqlTable> &tables)
{
    SqlTableMaker maker(sqlRun, "run", QT_TRANSLATE_NOOP("Core", "the file, one row"));
    const Run &run = sqlRun.run();
    const auto ifTimeline = [&run](int64_t ns) { return run.timeline.hasOrigin ? SqlCell(ns) : SqlCell(); };
    maker.text("file", QT_TRANSLATE_NOOP("Core", "as it was named"),
               [&sqlRun](size_t) { return sqlText(sqlRun.name()); });
    maker.text("format", QT_TRANSLATE_NOOP("Core", "kineto, chrome, nsys-sqlite …"),
               [&run](size_t) { return sqlText(std::string_view(run.info.format)); });
    maker.integer("is_complete", "", QT_TRANSLATE_NOOP("Core", "0: a part of the content is missing"),
                  [&run](size_t) { return int64_t(run.info.complete); });
    maker.text(
        "fit", QT_TRANSLATE_NOOP("Core", "yes, limits or no: whether the recording can be relied on"),
        [&sqlRun, &run](size_t) { return SqlCell(fitVerdictId(fitOf(run, sqlRun.trust()).verdict)); }, NeedsTrust);
    maker.integer("origin_ns", "ns",
                  QT_TRANSLATE_NOOP("Core", "the smallest time stamp of the file: 0 of all other times"),
                  [&run, ifTimeline](size_t) { return ifTimeline(run.timeline.originNs); });
    maker.integer("base_time_ns", "ns", QT_TRANSLATE_NOOP("Core", "to be added to the origin for the time since 1970"),
                  [&run](size_t) { return sqlOptional(run.info.baseTimeNs); });
    maker.integer("span_ns", "ns", QT_TRANSLATE_NOOP("Core", "from the origin to the last end"),
                  [&run, ifTimeline](size_t) { return ifTimeline(run.timeline.spanNs); });
    maker.integer("events", "", QT_TRANSLATE_NOOP("Core", "of the file"),
                  [&run](size_t) { return sqlNumber(run.info.totalEvents); });
    maker.integer("untimed", "",
                  QT_TRANSLATE_NOOP("Core", "work of the devices without a time in the file: it is in no table"),
                  [&run](size_t) { return sqlNumber(run.gpu.untimed.size()); });
    maker.text("gpu", QT_TRANSLATE_NOOP("Core", "name of the first device with work"), [&run](size_t) {
        return run.gpu.devices.empty() ? SqlCell() : sqlText(gpuModelOf(run, run.gpu.devices.front()).toStdString());
    });
    maker.integer("rank", "", QT_TRANSLATE_NOOP("Core", "of the file or its name"),
                  [&run](size_t) { return sqlOptional(rankPlaceOf(run).rank); });
    maker.integer("world_size", "", QT_TRANSLATE_NOOP("Core", "ranks of the job"),
                  [&run](size_t) { return sqlOptional(worldSizeOf(run)); });
    maker.text("mapping", QT_TRANSLATE_NOOP("Core", "the mapping in force, that stages are told by"),
               [&sqlRun](size_t) { return sqlText(sqlRun.mapping().name()); });
    maker.addTo(tables, [] { return size_t(1); });
}

} // namespace

void addDerivedTables(const SqlRun &run, std::vector<SqlTable> &tables)
{
    addStepTable(run, tables);
    addFindingTable(run, tables);
    addTrustTable(run, tables);
    addRunTable(run, tables);
}

} // namespace ws

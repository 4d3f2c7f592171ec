#include "core/report/stackreport.h"

#include "core/base/texts.h"
#include "core/report/devicenames.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace ws {
namespace {

using nlohmann::ordered_json;

class StackReport
{
    Q_DECLARE_TR_FUNCTIONS(StackReport)
public:
    static ReportColumn nameColumn(StackBy by);
    static QString withoutFrame(StackBy by);
    static QString withoutStack() { return StackReport::tr("(no stack recorded)"); }
    static QString withoutLaunch() { return StackReport::tr("(no known launch)"); }
    template <class Row>
    static ReportTable table(const std::shared_ptr<const Run> &run, StackBy by,
                             std::shared_ptr<const std::vector<Row>> rows, int64_t allNs);
};

struct Rest
{
    QString name;
    StackSum sum;
};

ReportColumn StackReport::nameColumn(StackBy by)
{
    switch (by) {
    case StackBy::Line:
        return {"line", StackReport::tr("Source line"), CellKind::Name,
                StackReport::tr(
                    "The innermost own frame of the call stack that launched the work: not of torch, triton, numpy or "
                    "Python itself")};
    case StackBy::Stack:
        return {"stack", StackReport::tr("Call stack"), CellKind::Name, StackReport::tr("The outermost frame first")};
    case StackBy::Operator:
        break;
    }
    return {"operator", StackReport::tr("Operator"), CellKind::Name,
            StackReport::tr("The innermost one around the launch")};
}

QString StackReport::withoutFrame(StackBy by)
{
    return by == StackBy::Operator ? StackReport::tr("(no operator)") : StackReport::tr("(no own frame)");
}

template <class Row>
ReportTable StackReport::table(const std::shared_ptr<const Run> &run, StackBy by,
                               std::shared_ptr<const std::vector<Row>> rows, int64_t allNs)
{
    const auto share = [allNs](int64_t ns) { return allNs ? double(ns) / double(allNs) : 0.0; };
    std::vector<RowColumn<Row>> columns{
        {nameColumn(by), [](const Row &row) { return ReportCell(row.name); }},
        {{"gpu_ns", StackReport::tr("GPU work"), CellKind::Time,
          StackReport::tr("Summed duration of the GPU work that it launched"), false, true},
         [](const Row &row) { return ReportCell(row.sum.gpuNs); }},
        {{"share", StackReport::tr("Share"), CellKind::Share, StackReport::tr("Of the summed duration of all GPU work"),
          false, true},
         [share](const Row &row) { return ReportCell(share(row.sum.gpuNs)); }},
        {{"activities", StackReport::tr("Activities"), CellKind::Count, StackReport::tr("Kernels, copies and fills"),
          false, true},
         [](const Row &row) { return countCell(row.sum.activities); }},
    };
    ReportTable table{QStringLiteral("stacks"), StackReport::tr("Call stacks"), run};
    setRows<Row>(table, std::move(columns), std::move(rows));
    return table;
}

/// Rests without work are no rows.
void addRests(ReportTable &table, const std::vector<Rest> &rests, int64_t allNs)
{
    auto rows = std::make_shared<std::vector<Rest>>();
    for (const Rest &rest : rests)
        if (rest.sum.activities)
            rows->push_back(rest);
    const size_t first = table.rowCount;
    table.cell = [cell = table.cell, rows, first, allNs](size_t row, size_t column) -> ReportCell {
        if (row < first)
            return cell(row, column);
        const Rest &rest = (*rows)[row - first];
        switch (column) {
        case 0:
            return rest.name;
        case 1:
            return rest.sum.gpuNs;
        case 2:
            return allNs ? double(rest.sum.gpuNs) / double(allNs) : 0.0;
        default:
            return countCell(rest.sum.activities);
        }
    };
    table.rowCount += rows->size();
    table.restRows = rows->size();
}

/// Nodes with work of their own, by time.
std::vector<uint32_t> launchingNodes(const CallStacks &stacks)
{
    std::vector<uint32_t> nodes;
    for (uint32_t i = 0; i < stacks.nodes.size(); ++i)
        if (stacks.nodes[i].self.activities)
            nodes.push_back(i);
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](uint32_t a, uint32_t b) { return stacks.nodes[a].self.gpuNs > stacks.nodes[b].self.gpuNs; });
    return nodes;
}

std::string folded(std::string_view frame)
{
    std::string text(frame);
    std::replace(text.begin(), text.end(), ';', ',');
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    return text;
}

void addLine(std::string &out, const std::string &stack, const StackSum &sum)
{
    if (sum.activities)
        out += stack + ' ' + std::to_string(sum.gpuNs) + '\n';
}

ordered_json rowJson(std::vector<std::string_view> frames, const StackSum &sum)
{
    return {{"frames", std::move(frames)}, {"gpuNs", sum.gpuNs}, {"activities", sum.activities}};
}

constexpr const char *byName(StackBy by)
{
    return by == StackBy::Line ? "line" : by == StackBy::Stack ? "stack" : "operator";
}

ordered_json documentOf(StackBy by, ordered_json rows, int64_t otherLinkedNs, int64_t noStackNs, int64_t unlinkedNs)
{
    return {{"schema", 1},
            {"by", byName(by)},
            {"rows", std::move(rows)},
            {"noOwnFrameNs", otherLinkedNs},
            {"noStackNs", noStackNs},
            {"unlinkedNs", unlinkedNs}};
}

} // namespace

ReportTable lineReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const SourceLines> &lines,
                       StackBy by)
{
    if (!lines)
        return StackReport::table<SourceLine>(run, by, nullptr, 0);
    ReportTable table = StackReport::table<SourceLine>(run, by, {lines, &lines->rows}, lines->all.gpuNs);
    addRests(table,
             {{StackReport::withoutFrame(by), lines->noFrame},
              {StackReport::withoutStack(), lines->notRecorded},
              {StackReport::withoutLaunch(), lines->notLinked}},
             lines->all.gpuNs);
    nameDevice(table);
    chooseUnits(table);
    return table;
}

ReportTable stackReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const CallStacks> &stacks)
{
    if (!stacks)
        return StackReport::table<Rest>(run, StackBy::Stack, nullptr, 0);
    auto rows = std::make_shared<std::vector<Rest>>();
    for (const uint32_t node : launchingNodes(*stacks)) {
        QStringList frames;
        for (const std::string_view frame : framesOf(*stacks, node))
            frames << toText(frame);
        rows->push_back({frames.join(QStringLiteral("; ")), stacks->nodes[node].self});
    }
    ReportTable table = StackReport::table<Rest>(run, StackBy::Stack, rows, stacks->all.gpuNs);
    addRests(table,
             {{StackReport::withoutStack(), stacks->notRecorded}, {StackReport::withoutLaunch(), stacks->notLinked}},
             stacks->all.gpuNs);
    nameDevice(table);
    chooseUnits(table);
    return table;
}

ordered_json linesJson(const SourceLines &lines, StackBy by)
{
    ordered_json rows = ordered_json::array(), ofScript = ordered_json::array();
    int64_t otherNs = lines.noFrame.gpuNs + lines.notRecorded.gpuNs;
    for (const SourceLine &line : lines.rows) {
        (line.isOfScript ? ofScript : rows).push_back(rowJson({line.name}, line.sum));
        otherNs += line.isOfScript ? line.sum.gpuNs : 0;
    }
    ordered_json document = documentOf(by, std::move(rows), otherNs, lines.notRecorded.gpuNs, lines.notLinked.gpuNs);
    if (!ofScript.empty())
        document["scriptRows"] = std::move(ofScript);
    return document;
}

ordered_json stacksJson(const CallStacks &stacks)
{
    ordered_json rows = ordered_json::array();
    for (const uint32_t node : launchingNodes(stacks))
        rows.push_back(rowJson(framesOf(stacks, node), stacks.nodes[node].self));
    return documentOf(StackBy::Stack, std::move(rows), stacks.notRecorded.gpuNs, stacks.notRecorded.gpuNs,
                      stacks.notLinked.gpuNs);
}

std::string foldedStacks(const CallStacks &stacks)
{
    std::string out;
    for (const uint32_t node : launchingNodes(stacks)) {
        std::string stack;
        for (const std::string_view frame : framesOf(stacks, node))
            stack.append(stack.empty() ? "" : ";").append(folded(frame));
        addLine(out, stack, stacks.nodes[node].self);
    }
    addLine(out, StackReport::withoutStack().toStdString(), stacks.notRecorded);
    addLine(out, StackReport::withoutLaunch().toStdString(), stacks.notLinked);
    return out;
}

std::string foldedLines(const SourceLines &lines, StackBy by)
{
    std::string out;
    for (const SourceLine &line : lines.rows)
        addLine(out, folded(line.name), line.sum);
    addLine(out, StackReport::withoutFrame(by).toStdString(), lines.noFrame);
    addLine(out, StackReport::withoutStack().toStdString(), lines.notRecorded);
    addLine(out, StackReport::withoutLaunch().toStdString(), lines.notLinked);
    return out;
}

} // namespace ws

// communication.json: {step: {"p2p" | "collective": {NAME@GROUP: {"Communication Time Info": {…}, "Communication
// Bandwidth Info": {"HCCS": {…}, "SDMA": {…}}}}}}; communication_matrix.json has the links between ranks ("0-3") in
// place of the two.

#include "core/readers/ascend/ascendtables.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"

#include "core/base/jsonbounds.h"
#include "core/base/texts.h"
#include "core/readers/toolkit/textlines.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace ws {
namespace {

using CommunicationJson = nlohmann::json;

constexpr std::string_view timeInfo = "Communication Time Info";
constexpr std::string_view bandwidthInfo = "Communication Bandwidth Info";

/// All digits, never an exponent.
std::string plainNumber(double value)
{
    std::array<char, 400> text; // longer than any double
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed).ptr;
    return {text.data(), end};
}

/// Columns come as they are met; rows are padded at the end.
class Collector
{
public:
    explicit Collector(std::string report)
    {
        m_table.kind = "ascend";
        m_table.report = m_table.title = std::move(report);
        m_table.reportNamedInFile = false;
    }

    void beginRow() { m_table.rows.emplace_back(); }

    void set(const std::string &column, const CommunicationJson &value, bool asText = false)
    {
        if (value.is_number() && !asText)
            cell(column, unitOfNumber(column)) = value.get<double>();
        else if (value.is_string())
            cell(column, Unit::Text) = value.get<std::string>();
        else if (value.is_number())
            cell(column, Unit::Text) = plainNumber(value.get<double>());
    }

    Table finish()
    {
        for (auto &row : m_table.rows)
            row.resize(m_table.columns.size());
        return std::move(m_table);
    }

private:
    static Unit unitOfNumber(const std::string &column)
    {
        const Unit unit = unitOfHeader(column);
        return unit == Unit::Text ? Unit::Number : unit;
    }

    Cell &cell(const std::string &column, Unit unit)
    {
        auto place = m_table.columnIndex(column);
        if (place < 0) {
            place = static_cast<int>(m_table.columns.size());
            m_table.columns.push_back({column, unit});
        }
        auto &row = m_table.rows.back();
        row.resize(std::max(row.size(), m_table.columns.size()));
        return row[static_cast<size_t>(place)];
    }

    Table m_table;
};

/// The transfers of a transport; a transport without transfers has no columns.
void addBandwidth(Collector &rows, const CommunicationJson &transports)
{
    for (const auto &[transport, info] : transports.items()) {
        const auto size = info.is_object() ? info.find("Transit Size(MB)") : info.end();
        if (!info.is_object() || size == info.end() || !size->is_number() || size->get<double>() == 0)
            continue;
        for (const auto &[key, value] : info.items())
            rows.set(transport + ' ' + key, value);
    }
}

void addOperation(Collector &rows, const CommunicationJson &operation)
{
    if (const auto info = operation.find(timeInfo); info != operation.end() && info->is_object())
        for (const auto &[key, value] : info->items())
            rows.set(key, value, key.starts_with("Start"));
    if (const auto info = operation.find(bandwidthInfo); info != operation.end() && info->is_object())
        addBandwidth(rows, *info);
}

/// Where an operation stands: in a rank's own files the step is outermost and holds "collective" and "p2p", in those of
/// a cluster the ranks of a group are outermost ("(0, 1, 2, 3)", "p2p") and hold the steps.
struct OperationPlace
{
    std::string step, kind, operation;
};

void beginRow(Collector &rows, const OperationPlace &place)
{
    const size_t at = place.operation.rfind('@');
    rows.beginRow();
    rows.set("Step", place.step);
    rows.set("Kind", place.kind);
    rows.set("Name", place.operation.substr(0, at));
    if (at != place.operation.npos)
        rows.set("Group", place.operation.substr(at + 1));
}

bool isOperation(const CommunicationJson &json)
{
    return json.is_object() && (json.contains(timeInfo) || json.contains(bandwidthInfo));
}

void addOperations(Collector &rows, const OperationPlace &place, const CommunicationJson &operation, bool isMatrix)
{
    const bool isOfRanks =
        !isMatrix && !isOperation(operation) && std::any_of(operation.begin(), operation.end(), isOperation);
    if (!isMatrix && !isOfRanks) {
        beginRow(rows, place);
        addOperation(rows, operation);
        return;
    }
    for (const auto &[part, info] : operation.items()) {
        if (!info.is_object() || (!isMatrix && !isOperation(info)))
            continue;
        beginRow(rows, place);
        rows.set(isMatrix ? "Link" : "Rank", part);
        if (!isMatrix) {
            addOperation(rows, info);
            continue;
        }
        for (const auto &[key, value] : info.items())
            rows.set(key, value);
    }
}

Table tableOf(const CommunicationJson &outer, bool isMatrix)
{
    Collector rows(isMatrix ? "communication_matrix" : "communication");
    for (const auto &[first, inner] : outer.items()) {
        if (!inner.is_object())
            continue;
        for (const auto &[second, operations] : inner.items()) {
            if (!operations.is_object())
                continue;
            const bool isOfCluster = !first.starts_with("step") && second.starts_with("step");
            for (const auto &[name, operation] : operations.items())
                if (operation.is_object())
                    addOperations(rows, {isOfCluster ? second : first, isOfCluster ? first : second, name}, operation,
                                  isMatrix);
        }
    }
    return rows.finish();
}

} // namespace

Match matchAscendCommunication(const Head &head)
{
    std::string storage;
    const std::string_view text = headText(head, storage);
    const auto has = [&](std::string_view part) { return text.find(part) != text.npos; };
    if (!trimmed(text.substr(0, 256)).starts_with('{') || has("\"ph\"") || has("\"traceEvents\""))
        return Match::No;
    const bool isMatrix = has("\"Transport Type\"") && has("\"Transit Size(MB)\"");
    return has("\"Communication Time Info\"") || isMatrix ? Match::Certain : Match::No;
}

Result<RunPtr> readAscendCommunication(ByteSource &source, Progress &progress)
{
    constexpr JsonBounds bounds{16, 1'000'000};
    auto run = std::make_shared<Run>();
    const auto text = readText(source, progress, *run);
    if (!text)
        return text.error();
    const CommunicationJson steps = CommunicationJson::parse(boundedJson(*text, bounds), nullptr, false);
    if (!steps.is_object())
        return Error{ErrorKind::Malformed, Core::tr("the JSON is damaged or ends early; copy the file again"),
                     source.path(), -1};
    run->tables.push_back(tableOf(steps, text->find(timeInfo) == text->npos));
    run->info.format = "ascend-table";
    return RunPtr(run);
}

} // namespace ws

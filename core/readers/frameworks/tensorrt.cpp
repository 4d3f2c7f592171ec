#include "core/readers/frameworks/tensorrt.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/ruledtext.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t maxColumnsOfJson = 64;

bool isProfile(std::string_view text)
{
    return text.find("\"timeMs\"") != text.npos && text.find("\"averageMs\"") != text.npos;
}

bool isTimes(std::string_view text)
{
    return text.find("\"startComputeMs\"") != text.npos && text.find("\"endComputeMs\"") != text.npos;
}

Unit unitOfKey(std::string_view key)
{
    return key.ends_with("Ms") ? Unit::Milliseconds : key == "percentage" ? Unit::Percent : Unit::Number;
}

/// One object as a row; new keys become columns.
void addObject(const Json &object, Table &table)
{
    std::vector<Cell> row(table.columns.size());
    for (const auto &[key, value] : object.items()) {
        int column = table.columnIndex(key);
        if (column < 0) {
            if (!table.rows.empty() || table.columns.size() >= maxColumnsOfJson)
                continue; // the first object has all
            column = static_cast<int>(table.columns.size());
            table.columns.push_back({key, value.is_string() ? Unit::Text : unitOfKey(key)});
            row.emplace_back();
        }
        if (value.is_string())
            row[size_t(column)] = value.get<std::string>();
        else if (value.is_number())
            row[size_t(column)] = value.get<double>();
    }
    table.rows.push_back(std::move(row));
}

/// "nan" and "inf" where a number should be, as null.
std::string withoutNan(const std::string &text)
{
    std::string clean;
    clean.reserve(text.size());
    bool isQuoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        isQuoted = isQuoted != (text[i] == '"' && (i == 0 || text[i - 1] != '\\'));
        const std::string_view rest = std::string_view(text).substr(i);
        if (!isQuoted && (rest.starts_with("-nan") || rest.starts_with("-inf") || rest.starts_with("nan") ||
                          rest.starts_with("inf"))) {
            clean += "null";
            i += text[i] == '-' ? 3 : 2;
        } else {
            clean += text[i];
        }
    }
    return clean;
}

/// `, { "name" : "a "b"", "timeMs" : 1.5, … }`: the name ends before the last key that follows it.
std::optional<Json> parseLine(std::string_view line)
{
    const size_t open = line.find('{'), close = line.rfind('}');
    if (open == line.npos || close == line.npos || close < open)
        return std::nullopt;
    const std::string_view body = line.substr(open, close - open + 1);
    Json object = Json::parse(withoutNan(std::string(body)), nullptr, false);
    if (object.is_object())
        return object;
    constexpr std::string_view name = "\"name\" : \"", next = "\", \"timeMs\"";
    const size_t begin = body.find(name), end = body.rfind(next);
    if (begin == body.npos || end == body.npos || end < begin + name.size())
        return std::nullopt;
    Json rest = Json::parse("{" + withoutNan(std::string(body.substr(end + 3))), nullptr, false);
    if (!rest.is_object())
        return std::nullopt;
    object = Json::object();
    object["name"] = body.substr(begin + name.size(), end - begin - name.size());
    for (const auto &[key, value] : rest.items())
        object[key] = value;
    return object;
}

/// The objects of a file; `complete`: none is missing.
std::vector<Json> objectsOfJson(const std::string &text, bool &complete, Diagnostics &diagnostics)
{
    Json all = Json::parse(withoutNan(text), nullptr, false);
    std::vector<Json> objects;
    if (all.is_array()) {
        for (Json &item : all)
            if (item.is_object())
                objects.push_back(std::move(item));
        return objects;
    }
    const auto lines = splitLines(text);
    for (const TextLine &line : lines) {
        const std::string_view content = trimmed(line.text);
        if (auto object = parseLine(content))
            objects.push_back(std::move(*object));
        else if (content.find('{') != content.npos)
            diagnostics.add("bad-row", Core::tr("Entries that are no valid JSON were left out."),
                            static_cast<int64_t>(line.offset), content);
    }
    complete = trimmedRight(text).ends_with(']');
    if (!complete)
        diagnostics.add("truncated", Core::tr("The file ends without its closing bracket; rows may be missing."));
    return objects;
}

} // namespace

Match matchTensorRt(const Head &head)
{
    std::string storage;
    const std::string_view text = trimmed(headText(head, storage));
    if (head.container == Container::Sqlite || !text.starts_with('[') || text.find("\"ph\"") != text.npos)
        return Match::No;
    return isProfile(text) || isTimes(text) ? Match::Certain : Match::No;
}

Result<RunPtr> readTensorRt(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    const auto text = readText(source, progress, *run);
    if (!text)
        return text.error();
    bool complete = true;
    Table table;
    table.kind = "tensorrt";
    table.report = isProfile(*text) ? "layers" : "inferences";
    table.title = table.report;
    table.line = 1;
    if (!isProfile(*text))
        table.columns.push_back({"#", Unit::Number});
    for (const Json &object : objectsOfJson(*text, complete, run->diagnostics)) {
        if (object.size() == 1 && object.contains("count") && object["count"].is_number()) {
            run->info.facts.emplace_back(Core::tr("Iterations").toStdString(), object["count"].dump());
            continue;
        }
        addObject(object, table);
        if (!table.columns.empty() && table.columns.front().name == "#")
            table.rows.back().front() = double(table.rows.size());
    }
    for (std::vector<Cell> &row : table.rows)
        row.resize(table.columns.size());
    if (table.rows.empty())
        return Error{ErrorKind::Malformed, Core::tr("the JSON of trtexec holds no layer and no inference"),
                     source.path(), 0};
    run->info.format = "tensorrt-json";
    run->info.complete = run->info.complete && complete;
    run->tables.push_back(std::move(table));
    progress.phase = Phase::Done;
    return RunPtr(std::move(run));
}

bool findTensorRtLayers(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = page[at];
    const size_t time = line.find("Time"), layer = line.find("Layer");
    if (time == line.npos || layer == line.npos || line.size() > 1000)
        return false;
    const bool nameIsFirst = layer < time; // until 8.0
    const size_t begin = nameIsFirst ? layer : time;
    const auto names = splitAtGaps(line.substr(begin));
    const bool isHeader =
        names.size() >= 4 && names.size() <= 5 && names[nameIsFirst ? 0 : names.size() - 1] == "Layer" &&
        names[nameIsFirst ? 1 : 0].starts_with("Time") && line.find("Avg.") != line.npos && line.find('%') != line.npos;
    if (!isHeader)
        return false;
    const std::string_view prefix = line.substr(0, begin); // "[11/18/2023-17:34:03] [I]    "
    const size_t bracket = prefix.rfind(']');
    const std::string_view mark = bracket == prefix.npos ? std::string_view() : prefix.substr(0, bracket + 1);
    Table table;
    table.kind = "tensorrt";
    table.report = "layers";
    table.line = page.line(at).number;
    for (const std::string_view name : names)
        table.columns.push_back({std::string(name), name == "Layer"               ? Unit::Text
                                                    : name.find('%') != name.npos ? Unit::Percent
                                                                                  : Unit::Milliseconds});
    page.take(at);
    constexpr size_t nearLines = 4;
    for (size_t i = at - std::min(at, nearLines); i < at; ++i) // "=== Profile (14590 iterations ) ==="
        if (const size_t open = page[i].find("Profile ("); open != line.npos)
            if (const auto runs = parseNumber(page[i].substr(open + 9, page[i].find(' ', open + 9) - open - 9));
                runs && page[i].find(" iterations", open) != line.npos)
                table.totals["runs"] = *runs;
    for (size_t i = at + 1; i < page.size(); ++i) {
        const std::string_view row = trimmed(withoutPrefix(page[i], mark));
        if (row.empty())
            break;
        std::vector<std::string_view> cells;
        std::string_view rest = row;
        for (size_t k = 0; k + 1 < names.size(); ++k) { // numbers from their side, the name is the rest
            const size_t blank =
                nameIsFirst ? rest.find_last_of(" \t") : std::min(rest.find_first_of(" \t"), rest.size());
            if (blank == rest.npos || blank == rest.size())
                break;
            cells.push_back(nameIsFirst ? rest.substr(blank + 1) : rest.substr(0, blank));
            rest = trimmed(nameIsFirst ? rest.substr(0, blank) : rest.substr(blank));
        }
        if (nameIsFirst)
            std::ranges::reverse(cells);
        cells.insert(nameIsFirst ? cells.begin() : cells.end(), rest);
        std::vector<Cell> typed;
        bool fits = cells.size() == names.size();
        for (size_t k = 0; fits && k < cells.size(); ++k) {
            typed.push_back(cellOf(cells[k], table.columns[k].unit));
            fits = table.columns[k].unit == Unit::Text || !std::holds_alternative<std::string>(typed.back());
        }
        if (!fits) {
            if (!mark.empty() && hasPrefix(page[i], mark) && parseNumber(row.substr(0, row.find(' '))))
                found.diagnostics.add("odd-row",
                                      Core::tr("Lines of a table that do not fit its columns were left out."),
                                      static_cast<int64_t>(page.line(i).offset), page[i]);
            break;
        }
        page.take(i);
        if (rest == "Total") { // no layer
            found.facts.emplace_back(Core::tr("Time of all layers").toStdString(), row);
            break;
        }
        table.rows.push_back(std::move(typed));
    }
    if (table.rows.empty())
        return false;
    table.title = TextPage::title(table.report, page.place(at, {}), table.line);
    found.tables.push_back(std::move(table));
    return true;
}

} // namespace ws

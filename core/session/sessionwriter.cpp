#include "core/session/sessionfile.h"

#include <nlohmann/json.hpp>

#include <span>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

std::string utf8(const QString &text)
{
    return text.toStdString();
}

void addText(Json &json, const char *key, const std::string &text)
{
    if (!text.empty())
        json[key] = text;
}

void addText(Json &json, const char *key, const QString &text)
{
    addText(json, key, utf8(text));
}

Json jsonOf(TimeRange range)
{
    return {range.begin, range.end};
}

void addRange(Json &json, const char *key, const std::optional<TimeRange> &range)
{
    if (range)
        json[key] = jsonOf(*range);
}

Json jsonOf(const SavedFile &file)
{
    Json json = Json::object();
    addText(json, "relative", file.relative);
    addText(json, "absolute", file.absolute);
    addText(json, "sha256", file.sha256);
    if (file.size >= 0)
        json["size"] = file.size;
    return json;
}

Json jsonOf(const SliceAddress &slice)
{
    Json json = {{"row", trackKindWord(slice.kind)},
                 {"process", slice.process},
                 {"thread", slice.thread},
                 {"startNs", slice.startNs}};
    if (slice.durationNs >= 0)
        json["durationNs"] = slice.durationNs;
    json["name"] = slice.name;
    return json;
}

Json jsonOf(const RowAddress &row)
{
    Json json = {{"row", row.row}};
    if (row.row == "track" || row.row == "instants")
        json["kind"] = trackKindWord(row.kind);
    addText(json, "process", row.process);
    addText(json, "name", row.name);
    addText(json, "key", row.key);
    if (row.number)
        json["number"] = row.number;
    return json;
}

Json jsonOf(const GroupAddress &group)
{
    Json json = {{"group", group.group}};
    addText(json, "process", group.process);
    return json;
}

Json jsonOf(const SavedNote &note);
Json jsonOf(const SavedEdit &edit);
Json jsonOf(const SavedRun &run);
Json jsonOf(const SavedTable &table);
Json jsonOf(const SavedQuery &query);

template <class Element> void addList(Json &json, const char *key, const std::vector<Element> &list)
{
    for (const Element &element : list)
        json[key].push_back(jsonOf(element));
}

Json jsonOf(const SavedRows &rows)
{
    Json json = Json::object();
    if (rows.python)
        json["python"] = true;
    addList(json, "pinned", rows.pinned);
    addList(json, "hidden", rows.hidden);
    addList(json, "folded", rows.folded);
    addList(json, "foldedGroups", rows.foldedGroups);
    addText(json, "filter", rows.filter);
    return json;
}

Json jsonOf(const SavedWork &work)
{
    Json json = {{"count", work.count}, {"totalNs", work.totalNs}, {"lanes", work.lanes}, {"spans", Json::array()}};
    for (const auto &[first, last] : work.spans)
        json["spans"].push_back({first, last});
    for (const SavedWork::Lit &lit : work.lit)
        json["lit"].push_back({lit.lane, lit.first, lit.last});
    return json;
}

Json jsonOf(const SavedFocus &focus)
{
    Json json = {{"title", utf8(focus.title)}};
    if (focus.step)
        json["step"] = *focus.step;
    addText(json, "phase", focus.phase);
    if (focus.work)
        json["work"] = jsonOf(*focus.work);
    return json;
}

Json jsonOf(const SavedHighlight &highlight)
{
    Json json = {{"title", utf8(highlight.title)}};
    if (!highlight.names.empty())
        json["names"] = highlight.names;
    if (highlight.work)
        json["work"] = jsonOf(*highlight.work);
    return json;
}

Json jsonOf(const SavedNote &note)
{
    Json json = {{"text", utf8(note.text)}, {"time", jsonOf(note.time)}};
    if (note.slice)
        json["slice"] = jsonOf(*note.slice);
    return json;
}

Json jsonOf(const SavedEdit &edit)
{
    Json json = {{"edit", utf8(edit.text)}};
    if (!edit.isOn)
        json["off"] = true;
    return json;
}

Json jsonOf(const SavedPart &part)
{
    Json json = Json::object();
    addText(json, "name", part.name);
    if (part.phase >= 0)
        json["phase"] = part.phase;
    if (!part.tables.empty())
        json["tables"] = part.tables;
    return json;
}

Json jsonOf(const SavedQuery &query)
{
    return {{"name", query.name}, {"sql", query.sql}};
}

Json jsonOf(const SavedTable &table)
{
    Json json = {{"id", table.id}};
    addText(json, "sort", table.sort);
    if (table.descending)
        json["descending"] = true;
    if (table.hidden)
        json["hidden"] = *table.hidden;
    return json;
}

Json jsonOf(const StageMapping &mapping)
{
    return Json::parse(writeMappings(std::span(&mapping, 1)));
}

Json jsonOf(const StepSource &steps)
{
    return {{steps.by == StepSource::Pattern ? "pattern" : "anchor", utf8(steps.text)}};
}

Json jsonOf(const SavedRun &run)
{
    Json json = {{"file", jsonOf(run.file)}};
    if (run.originNs)
        json["originNs"] = *run.originNs;
    addText(json, "label", run.label);
    addRange(json, "range", run.range);
    addRange(json, "visible", run.visible);
    if (run.mark)
        json["mark"] = *run.mark;
    if (run.scroll)
        json["scroll"] = run.scroll;
    if (run.rows != SavedRows())
        json["rows"] = jsonOf(run.rows);
    if (run.selection)
        json["selection"] = jsonOf(*run.selection);
    if (run.steps.by != StepSource::Names)
        json["steps"] = jsonOf(run.steps);
    if (run.focus)
        json["focus"] = jsonOf(*run.focus);
    if (run.highlight)
        json["highlight"] = jsonOf(*run.highlight);
    addList(json, "notes", run.notes);
    addList(json, "edits", run.edits);
    if (run.part)
        json["part"] = jsonOf(*run.part);
    if (run.mapping)
        json["mapping"] = jsonOf(*run.mapping);
    return json;
}

} // namespace

std::string writeSession(const SavedSession &session)
{
    Json json = {{"warpscopeSession", sessionVersion}, {"program", "Warpscope " WARPSCOPE_VERSION}};
    json["runs"] = Json::array();
    addList(json, "runs", session.runs);
    addList(json, "job", session.job);
    addList(json, "jobEdits", session.jobEdits);
    json["active"] = session.active;
    addText(json, "panel", session.panel);
    if (!session.stageRuns.empty())
        json["stageRuns"] = session.stageRuns;
    addList(json, "tables", session.tables);
    addList(json, "queries", session.queries);
    if (session.collapseIdleNs)
        json["collapseIdleNs"] = session.collapseIdleNs;
    if (session.pair)
        json["pair"] = {{"runs", session.pair->runs},
                        {"linked", session.pair->linked},
                        {"alignedAt", session.pair->alignedAt},
                        {"times", session.pair->times}};
    if (!session.mapping.stages.empty() || !session.mapping.substages.empty())
        json["mapping"] = jsonOf(session.mapping);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n'; // names may be no UTF-8
}

} // namespace ws

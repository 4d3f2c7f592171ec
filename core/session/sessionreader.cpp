#include "core/base/jsonbounds.h"
#include "core/base/texts.h"
#include "core/session/jsonfields.h"
#include "core/session/sessionfile.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace ws {
namespace {

using Json = SessionJson;

constexpr qint64 maxSessionBytes = qint64(256) << 20;
constexpr std::string_view firstKey = "\"warpscopeSession\"";

/// Two integers, the first not larger: a range, or a moment.
bool readTimes(const Json &json, TimeRange &range)
{
    return json.is_array() && json.size() == 2 && JsonFields::number(json[0], range.begin, -farthestNs, farthestNs) &&
           JsonFields::number(json[1], range.end, -farthestNs, farthestNs) && range.begin <= range.end;
}

void readRange(const JsonFields &fields, const char *key, std::optional<TimeRange> &value)
{
    const Json *json = fields.find(key);
    if (!json)
        return;
    TimeRange range;
    if (!readTimes(*json, range) || range.length() == 0)
        return fields.report(key);
    value = range;
}

/// Reads an object into a value: `read(fields, value)`.
template <class Value, class Read>
void readObject(const JsonFields &fields, const char *key, std::optional<Value> &value, Read read)
{
    if (const Json *json = fields.find(key))
        read(JsonFields(*json, fields.placeOf(key), fields.problem()), value.emplace());
}

template <class Value, class Read>
void readList(const JsonFields &fields, const char *key, std::vector<Value> &list, Read read)
{
    fields.each(key, [&](const Json &json, std::string place) {
        read(JsonFields(json, std::move(place), fields.problem()), list.emplace_back());
    });
}

void readKind(const JsonFields &fields, const char *key, TrackKind &kind)
{
    std::string word;
    fields.read(key, word);
    if (!word.empty() && !trackKindOf(word, kind))
        fields.report(key);
}

void readFile(const JsonFields &fields, SavedFile &file)
{
    fields.read("relative", file.relative);
    fields.read("absolute", file.absolute);
    fields.read("sha256", file.sha256);
    fields.read("size", file.size);
    if (file.relative.isEmpty() && file.absolute.isEmpty())
        fields.report("absolute");
}

void readSlice(const JsonFields &fields, SliceAddress &slice)
{
    readKind(fields, "row", slice.kind);
    fields.read("process", slice.process);
    fields.read("thread", slice.thread);
    fields.read("startNs", slice.startNs, -farthestNs, farthestNs);
    fields.read("durationNs", slice.durationNs);
    fields.read("name", slice.name);
}

void readRow(const JsonFields &fields, RowAddress &row)
{
    fields.read("row", row.row);
    readKind(fields, "kind", row.kind);
    fields.read("process", row.process);
    fields.read("name", row.name);
    fields.read("key", row.key);
    fields.read("number", row.number);
}

void readGroup(const JsonFields &fields, GroupAddress &group)
{
    fields.read("group", group.group);
    fields.read("process", group.process);
}

void readRows(const JsonFields &fields, SavedRows &rows)
{
    fields.read("python", rows.python);
    readList(fields, "pinned", rows.pinned, readRow);
    readList(fields, "hidden", rows.hidden, readRow);
    readList(fields, "folded", rows.folded, readRow);
    readList(fields, "foldedGroups", rows.foldedGroups, readGroup);
    fields.read("filter", rows.filter);
}

/// Numbers of an array of that size.
template <size_t size> bool readNumbers(const Json &json, std::array<uint32_t, size> &numbers)
{
    if (!json.is_array() || json.size() != size)
        return false;
    for (size_t i = 0; i < size; ++i)
        if (!JsonFields::number(json[i], numbers[i], 0, UINT32_MAX))
            return false;
    return true;
}

void readWork(const JsonFields &fields, SavedWork &work)
{
    fields.read("count", work.count);
    fields.read("totalNs", work.totalNs);
    fields.read("lanes", work.lanes);
    fields.each("spans", [&](const Json &json, const std::string &) {
        std::array<uint32_t, 2> span{};
        const uint32_t before = work.spans.empty() ? 0 : work.spans.back().second;
        if (!readNumbers(json, span) || span[0] >= span[1] || span[0] < before)
            fields.report("spans");
        else
            work.spans.emplace_back(span[0], span[1]);
    });
    fields.each("lit", [&](const Json &json, const std::string &) {
        std::array<uint32_t, 3> lit{};
        if (!readNumbers(json, lit) || lit[1] >= lit[2])
            fields.report("lit");
        else
            work.lit.push_back({lit[0], lit[1], lit[2]});
    });
}

void readFocus(const JsonFields &fields, SavedFocus &focus)
{
    fields.read("title", focus.title);
    if (fields.find("step"))
        fields.read("step", focus.step.emplace());
    fields.read("phase", focus.phase);
    readObject(fields, "work", focus.work, readWork);
}

void readTexts(const JsonFields &fields, const char *key, std::vector<std::string> &texts)
{
    fields.each(key, [&](const Json &json, const std::string &) {
        json.is_string() ? texts.push_back(json.get<std::string>()) : fields.report(key);
    });
}

void readHighlight(const JsonFields &fields, SavedHighlight &highlight)
{
    fields.read("title", highlight.title);
    readTexts(fields, "names", highlight.names);
    readObject(fields, "work", highlight.work, readWork);
}

void readNote(const JsonFields &fields, SavedNote &note)
{
    fields.read("text", note.text);
    if (const Json *time = fields.find("time"); !time || !readTimes(*time, note.time))
        fields.report("time");
    readObject(fields, "slice", note.slice, readSlice);
}

void readEdit(const JsonFields &fields, SavedEdit &edit)
{
    bool isOff = false;
    fields.read("edit", edit.text);
    fields.read("off", isOff);
    edit.isOn = !isOff;
}

void readPart(const JsonFields &fields, SavedPart &part)
{
    fields.read("name", part.name);
    fields.read("phase", part.phase);
    fields.each("tables", [&](const Json &json, const std::string &) {
        int table = 0;
        JsonFields::number(json, table, 0, INT_MAX) ? part.tables.push_back(table) : fields.report("tables");
    });
}

void readSteps(const JsonFields &fields, StepSource &steps)
{
    for (const auto &[key, by] : {std::pair("pattern", StepSource::Pattern), std::pair("anchor", StepSource::Anchor)})
        if (fields.find(key)) {
            steps.by = by;
            fields.read(key, steps.text);
        }
}

void readMapping(const JsonFields &fields, const char *key, StageMapping &mapping)
{
    const Json *json = fields.find(key);
    if (!json)
        return;
    const Result<MappingFile> file = readMappings(json->dump(-1, ' ', false, Json::error_handler_t::replace));
    if (file && file->mappings.size() == 1)
        mapping = file->mappings.front();
    else
        fields.report(key);
}

void readRun(const JsonFields &fields, SavedRun &run)
{
    if (const Json *file = fields.find("file"))
        readFile(JsonFields(*file, fields.placeOf("file"), fields.problem()), run.file);
    else
        fields.report("file");
    if (fields.find("originNs"))
        fields.read("originNs", run.originNs.emplace(), -farthestNs, farthestNs);
    fields.read("label", run.label);
    readRange(fields, "range", run.range);
    readRange(fields, "visible", run.visible);
    if (fields.find("mark"))
        fields.read("mark", run.mark.emplace(), -farthestNs, farthestNs);
    fields.read("scroll", run.scroll);
    if (const Json *rows = fields.find("rows"))
        readRows(JsonFields(*rows, fields.placeOf("rows"), fields.problem()), run.rows);
    readObject(fields, "selection", run.selection, readSlice);
    if (const Json *steps = fields.find("steps"))
        readSteps(JsonFields(*steps, fields.placeOf("steps"), fields.problem()), run.steps);
    readObject(fields, "focus", run.focus, readFocus);
    readObject(fields, "highlight", run.highlight, readHighlight);
    readList(fields, "notes", run.notes, readNote);
    readList(fields, "edits", run.edits, readEdit);
    readObject(fields, "part", run.part, readPart);
    if (fields.find("mapping"))
        readMapping(fields, "mapping", run.mapping.emplace());
}

void readPair(const JsonFields &fields, SavedPair &pair, size_t runs)
{
    const Json *members = fields.find("runs");
    std::array<uint32_t, 2> numbers{};
    if (!members || !readNumbers(*members, numbers) || numbers[0] == numbers[1] ||
        std::max(numbers[0], numbers[1]) >= runs)
        return fields.report("runs");
    pair.runs = {numbers[0], numbers[1]};
    fields.read("linked", pair.linked);
    fields.read("alignedAt", pair.alignedAt);
    const Json *times = fields.find("times");
    for (size_t side = 0; times && side < 2; ++side)
        if (!times->is_array() || times->size() != 2 ||
            !JsonFields::number((*times)[side], pair.times[side], -farthestNs, farthestNs))
            return fields.report("times");
}

void readTable(const JsonFields &fields, SavedTable &table)
{
    fields.read("id", table.id);
    fields.read("sort", table.sort);
    fields.read("descending", table.descending);
    if (fields.find("hidden"))
        readTexts(fields, "hidden", table.hidden.emplace());
}

void readQuery(const JsonFields &fields, SavedQuery &query)
{
    fields.read("name", query.name);
    fields.read("sql", query.sql);
}

SavedSession sessionOf(const JsonFields &fields)
{
    SavedSession session;
    readList(fields, "runs", session.runs, readRun);
    readList(fields, "job", session.job, readFile);
    readList(fields, "jobEdits", session.jobEdits, readEdit);
    fields.read("active", session.active, 0, std::max<int64_t>(0, int64_t(session.runs.size()) - 1));
    fields.read("panel", session.panel);
    fields.read("stageRuns", session.stageRuns);
    readList(fields, "tables", session.tables, readTable);
    readList(fields, "queries", session.queries, readQuery);
    fields.read("collapseIdleNs", session.collapseIdleNs, 0, farthestNs);
    readObject(fields, "pair", session.pair,
               [&](const JsonFields &pair, SavedPair &value) { readPair(pair, value, session.runs.size()); });
    readMapping(fields, "mapping", session.mapping);
    return session;
}

} // namespace

bool isSessionFile(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(64);
    const std::string_view text(head.constData(), static_cast<size_t>(head.size()));
    const size_t brace = text.find_first_not_of(" \t\r\n");
    if (brace == text.npos || text[brace] != '{')
        return false;
    const size_t key = text.find_first_not_of(" \t\r\n", brace + 1);
    return key != text.npos && text.substr(key).starts_with(firstKey);
}

Result<SavedSession> readSession(std::string_view json, const QString &fileName)
{
    const Json parsed = Json::parse(boundedJson(json, {32, 5000}), nullptr, false);
    if (!parsed.is_object() || !parsed.contains("warpscopeSession"))
        return Error{ErrorKind::Malformed, Core::tr("this is no session of Warpscope"), fileName};
    std::string problem;
    const JsonFields fields(parsed, {}, problem);
    int64_t version = 0;
    fields.read("warpscopeSession", version, 1);
    if (version > sessionVersion)
        return Error{
            ErrorKind::Unsupported,
            Core::tr("the session was saved by a newer Warpscope (version %1 of the format, this program reads "
                     "up to %2)")
                .arg(version)
                .arg(sessionVersion),
            fileName};
    SavedSession session = sessionOf(fields);
    if (!problem.empty())
        return Error{ErrorKind::Malformed,
                     Core::tr("the session is damaged: “%1” is not as it must be").arg(toText(problem)), fileName};
    return session;
}

Result<SavedSession> loadSession(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return Error{ErrorKind::NotFound, Core::tr("there is no such file"), path};
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Unreadable, Core::tr("the file cannot be read"), path};
    if (file.size() > maxSessionBytes)
        return Error{ErrorKind::TooLarge, Core::tr("a session has at most 256 MiB"), path};
    const QByteArray bytes = file.readAll();
    return readSession({bytes.constData(), static_cast<size_t>(bytes.size())}, path);
}

QStringList placesOf(const SavedFile &file, const QString &sessionPath)
{
    const QDir folder = QFileInfo(sessionPath).absoluteDir();
    QStringList places;
    if (!file.relative.isEmpty())
        places << QDir::cleanPath(folder.absoluteFilePath(file.relative));
    if (!file.absolute.isEmpty())
        places << file.absolute;
    const QString name = QFileInfo(file.absolute.isEmpty() ? file.relative : file.absolute).fileName();
    if (!name.isEmpty())
        places << folder.absoluteFilePath(name);
    places.removeDuplicates();
    return places;
}

} // namespace ws

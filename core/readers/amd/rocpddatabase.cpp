#include "core/readers/amd/rocpddatabase.h"

#include "core/base/texts.h"
#include "core/readers/amd/rocmwords.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *regions = "rocpd_region";
constexpr const char *samples = "rocpd_sample";

} // namespace

RocpdDatabase::RocpdDatabase(const SqliteFile &file, Run &run, Progress &progress)
    : DatabaseTimeline(file, run, progress), m_grids(run.strings), m_devices(run, m_builder)
{
    for (std::string &suffix : RocpdPart::suffixesIn(file))
        m_parts.push_back(std::make_unique<RocpdPart>(file, run.strings, std::move(suffix)));
}

bool RocpdDatabase::read()
{
    for (const auto &part : m_parts)
        for (const char *table : {regions, samples, "rocpd_kernel_dispatch", "rocpd_memory_copy"})
            expect(part->table(table));
    m_devices.setByStream(hasStreams());
    for (size_t part = 0; part < m_parts.size(); ++part)
        readPart(part);
    if (m_cancelled)
        return false;
    m_dispatches.check(m_run.diagnostics);
    nameTracks();
    readInfo();
    countRows(m_marks, m_samples);
    return true;
}

void RocpdDatabase::readPart(size_t part)
{
    m_part = part;
    m_calls.clear();
    RocpdPart &tables = *m_parts[part];
    readRegions(tables);
    std::sort(m_calls.begin(), m_calls.end());
    readSamples(tables);
    readKernels(tables);
    readCopies(tables);
    readAllocations(tables);
    readCounters(tables);
}

/// Ids of calls are unique within a process.
uint64_t RocpdDatabase::packed(int64_t id) const
{
    constexpr int bits = 48;
    return uint64_t(m_part) << bits | (static_cast<uint64_t>(id) & ((uint64_t(1) << bits) - 1));
}

/// The call that caused something: the row's own id, its parent's, or the one given from outside; 0: none is in the
/// file.
uint64_t RocpdDatabase::link(const SqliteRows &rows, int eventColumn) const
{
    for (const int column : {RocpdPart::Call, RocpdPart::Parent, RocpdPart::External}) {
        const int64_t id = rows.integer(eventColumn + column);
        if (id > 0 && std::binary_search(m_calls.begin(), m_calls.end(), packed(id)))
            return packed(id);
    }
    return 0;
}

/// Columns track_id, pid, tid from `firstColumn` on.
RocpdDatabase::Place RocpdDatabase::placeOf(const RocpdPart &part, const SqliteRows &rows, int firstColumn) const
{
    const Place *track = rows.isNull(firstColumn) ? nullptr : part.track(rows.integer(firstColumn));
    Place place = track ? *track : Place();
    if (!rows.isNull(firstColumn + 1))
        place.pid = rows.integer(firstColumn + 1);
    if (!rows.isNull(firstColumn + 2))
        place.tid = rows.integer(firstColumn + 2);
    place.pid = part.pid(place.pid);
    return place;
}

/// {"message": "forward"} is what a marker says.
StringId RocpdDatabase::messageOf(const SqliteRows &rows, int column)
{
    const std::string_view text = rows.text(column);
    if (text.size() < 3)
        return 0;
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("message") || !json["message"].is_string())
        return 0;
    return m_run.strings.intern(json["message"].get_ref<const std::string &>());
}

void RocpdDatabase::readRegions(RocpdPart &part)
{
    if (!start(part.table(regions), {"start", "end", "name_id"}))
        return;
    enum { Row, Start, End, Name, Track, Pid, Tid, Event };
    SqliteRows rows = part.select(regions, {"start", "end", "name_id", "track_id", "pid", "tid"});
    m_keys.begin(part.table(regions));
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        const std::string_view word = m_run.text(part.category(rows.integer(Event + RocpdPart::Category)));
        const uint16_t category = m_builder.category(word.empty() ? "region" : word, kindOfRocmDomain(word));
        const CategoryKind kind = m_builder.kindOf(category);
        const StringId message =
            kind == CategoryKind::UserAnnotation ? messageOf(rows, Event + RocpdPart::Extra) : StringId(0);
        const StringId name = message ? message : part.text(rows.integer(Name));
        const Place place = placeOf(part, rows, Track);
        const StringId pid = number(place.pid), tid = number(part.tid(place.tid));
        if (const std::string *label = part.threadName(place.tid))
            m_threads[{pid, tid}] = *label;
        int64_t id = rows.integer(Event + RocpdPart::Call);
        id = id > 0 ? id : rows.integer(Event + RocpdPart::External);
        const uint64_t key = m_keys.key(rows.integer(Row));
        const uint32_t track = m_builder.cpuTrack(pid, tid);
        if (kind != CategoryKind::Launch || id <= 0) {
            m_builder.addSlice(track, begin, duration, name, category, key);
            continue;
        }
        m_calls.push_back(packed(id));
        m_builder.addLaunch(track, begin, duration, name, category, key, packed(id));
    }
    finishTable(part.table(regions), rows);
}

/// Points in time; those that carry a counter's value are curves (readCounters).
void RocpdDatabase::readSamples(RocpdPart &part)
{
    if (!start(part.table(samples), {"timestamp"}))
        return;
    std::set<int64_t> measured;
    for (const auto &[ofValue, ofSample] : {std::pair("event_id", "event_id"), std::pair("sample_id", "id")}) {
        if (!part.has("rocpd_pmc_event", ofValue) || !part.has(samples, ofSample))
            continue;
        SqliteRows rows =
            m_file.query("SELECT DISTINCT S.rowid FROM " + sqlName(part.table("rocpd_pmc_event")) + " P JOIN " +
                         sqlName(part.table(samples)) + " S ON S." + ofSample + " = P." + ofValue);
        while (rows.next())
            measured.insert(rows.integer(0));
    }
    enum { Row, Time, Name, Track, Pid, Tid, Event };
    SqliteRows rows = part.select(samples, {"timestamp", "name_id", "track_id", "pid", "tid"});
    m_keys.begin(part.table(samples));
    while (rows.next() && tick()) {
        if (rows.isNull(Time) || measured.contains(rows.integer(Row)) || !isTime(rows, Time)) {
            untick();
            continue;
        }
        const std::string_view word = m_run.text(part.category(rows.integer(Event + RocpdPart::Category)));
        StringId name = messageOf(rows, Event + RocpdPart::Extra);
        name = name ? name : part.text(rows.integer(Name));
        name = name ? name : part.trackName(rows.integer(Track));
        const Place place = placeOf(part, rows, Track);
        m_builder.addInstant(rows.integer(Time), name,
                             m_builder.category(word.empty() ? "sample" : word, kindOfRocmDomain(word)),
                             number(place.pid), number(part.tid(place.tid)), m_keys.key(rows.integer(Row)));
        ++m_marks;
    }
    finishTable(part.table(samples), rows);
}

void RocpdDatabase::nameTracks()
{
    for (const auto &[thread, name] : m_threads)
        m_builder.nameThread(
            thread.first, thread.second,
            m_run.strings.intern("thread " + std::string(m_run.text(thread.second)) + " (" + name + ')'));
    m_devices.nameUsed();
    for (const auto &part : m_parts) {
        SqliteRows rows = m_file.select(part->table("rocpd_info_process"), {"pid", "command"});
        while (rows.next())
            if (const StringId pid = number(rows.integer(1)); !m_devices.isUsed(pid))
                m_builder.process(pid).name = m_run.strings.intern(rows.text(2));
    }
}

void RocpdDatabase::readInfo()
{
    RunInfo &info = m_run.info;
    Json &data = (*info.header)["rocpd"] = Json::array();
    for (const auto &part : m_parts) {
        Json about = Json::object();
        SqliteRows tags =
            m_file.query("SELECT tag, value FROM " + sqlName(part->table("rocpd_metadata")) + " LIMIT 100");
        while (tags.next())
            about[std::string(tags.text(0))] = tags.text(1);
        SqliteRows rows = m_file.select(part->table("rocpd_info_node"), {"hostname", "release"});
        if (rows.next())
            about["host"] = rows.text(1);
        if (about.contains("schema_version") && data.empty())
            info.facts.emplace_back("rocpd", "schema " + about["schema_version"].get<std::string>());
        if (about.contains("host"))
            info.facts.emplace_back(Core::tr("host").toStdString(), about["host"].get<std::string>());
        data.push_back(std::move(about));
    }
    std::string tables;
    for (const std::string &table : m_file.tables())
        tables += (tables.empty() ? "" : ", ") + table;
    info.facts.emplace_back(Core::tr("tables").toStdString(), tables);
}

} // namespace ws

#include "core/readers/chrome/eventdigest.h"

#include "core/model/timelinebuilder.h"
#include "core/model/workforms.h"

#include <algorithm>

namespace ws {
namespace {

using namespace json;

// A thread forgets what it has met when that is as much: files of distinct names. The categories of one piece more than
// these still have numbers of 16 bits.
constexpr size_t maxTexts = 65'536;
constexpr size_t maxTextBytes = size_t(8) << 20;
constexpr size_t maxCategories = 16'384;

size_t knownSlot(TrackKind kind, std::string_view pid, std::string_view tid)
{
    const auto last = [](std::string_view s) { return s.empty() ? 0u : static_cast<unsigned char>(s.back()); };
    return (last(pid) * 5 + last(tid) + tid.size() + size_t(kind) * 4) & 15;
}

} // namespace

uint64_t idNumber(std::string_view id)
{
    uint64_t number = 0;
    if (toUnsigned(id, number))
        return number;
    return std::hash<std::string_view>()(id);
}

std::string_view streamOf(std::string_view tid)
{
    if (tid.substr(0, 7) == "stream ")
        tid.remove_prefix(7);
    return tid;
}

void EventDigest::clear()
{
    records.clear();
    work.clear();
    ops.clear();
    launches.clear();
    waits.clear();
    flowIds.clear();
    others.clear();
    texts.clear();
    rows.clear();
    categories.clear();
    isFirst = false;
}

void EventDigester::begin(EventDigest &digest)
{
    digest.clear();
    m_digest = &digest;
    if (!m_texts || m_texts->size() > maxTexts || m_texts->memoryBytes() > maxTextBytes ||
        m_categories.size() > maxCategories) {
        *this = EventDigester();
        m_digest = &digest;
        m_texts = std::make_shared<StringPool>();
        digest.isFirst = true;
    }
    digest.textOwner = m_texts;
}

void EventDigester::end()
{
    for (; m_textsBefore < m_texts->size(); ++m_textsBefore)
        m_digest->texts.push_back(m_texts->view(static_cast<StringId>(m_textsBefore)));
}

void EventDigester::add(const ChromeEvent &event, uint64_t offset)
{
    if (!addRegular(event, offset))
        addOther(event, offset);
}

void EventDigester::addOther(const ChromeEvent &event, uint64_t offset)
{
    const auto detail = static_cast<uint32_t>(m_digest->others.size());
    m_digest->others.push_back(event);
    m_digest->records.push_back({0, 0, offset, 0, 0, detail, 0, EventRecord::Kind::Other, false});
}

/// False: something about it needs the run, or a diagnostic.
bool EventDigester::addRegular(const ChromeEvent &event, uint64_t offset)
{
    constexpr std::string_view phases = "Xstf";
    if (!event.hasPhase || event.phase.size() != 1 || phases.find(event.phase[0]) == phases.npos)
        return false;
    const bool isSlice = event.phase[0] == 'X';
    int64_t time = 0, duration = 0;
    if (!microsToNs(event.ts, time) || time > farthestNs || time < -farthestNs)
        return false;
    if (isSlice && !event.dur.empty() && (!microsToNs(event.dur, duration) || duration < 0))
        return false;
    if (isSlice && event.category.empty())
        return false;
    if (isSlice)
        addSlice(event, time, boundedDuration(time, duration), offset);
    else
        addFlow(event, time, offset);
    return true;
}

uint32_t EventDigester::number(std::string_view raw, bool mayHaveEscapes)
{
    if (mayHaveEscapes && raw.find('\\') != raw.npos)
        return m_texts->intern(unescape(raw));
    return m_texts->intern(raw);
}

uint32_t EventDigester::row(TrackKind kind, std::string_view pid, std::string_view tid, std::string_view process)
{
    KnownRow &known = m_knownRows[knownSlot(kind, pid, tid)];
    const auto isSame = [](const std::string &a, std::string_view b) { // operator== is a call for each
        return a.size() == b.size() && (b.empty() || std::memcmp(a.data(), b.data(), b.size()) == 0);
    };
    if (known.kind == kind && isSame(known.pid, pid) && isSame(known.tid, tid) &&
        (process.empty() ? known.process.empty() : isSame(known.process, process)))
        return known.number;
    const EventDigest::Row row{kind, number(pid), number(tid), process.empty() ? 0 : number(process)};
    uint32_t &entry =
        row.process ? m_rowsOfProcesses.try_emplace({row.pid, row.tid, row.process}, m_rowCount).first->second
                    : m_rows[size_t(kind)].try_emplace(uint64_t(row.pid) << 32 | row.tid, m_rowCount).first->second;
    if (entry == m_rowCount) { // it is new
        m_digest->rows.push_back(row);
        ++m_rowCount;
    }
    known = {kind, std::string(pid), std::string(tid), std::string(process), entry};
    return entry;
}

EventDigester::CategoryUse EventDigester::category(std::string_view raw)
{
    if (raw.empty())
        return {};
    if (raw == m_lastCategory)
        return m_lastCategoryUse;
    const uint32_t text = number(raw);
    auto found = m_categories.find(text);
    if (found == m_categories.end()) {
        const auto next = static_cast<uint16_t>(m_categories.size() + 1); // 0: none
        m_digest->categories.push_back(text);
        found = m_categories.emplace(text, CategoryUse{next, kindOfCategory(m_texts->view(text)), raw == "cuda_sync"})
                    .first;
    }
    m_lastCategory = raw;
    m_lastCategoryUse = found->second;
    return m_lastCategoryUse;
}

void EventDigester::addSlice(const ChromeEvent &event, int64_t start, int64_t duration, uint64_t offset)
{
    using Kind = EventRecord::Kind;
    const CategoryUse use = category(event.category);
    EventRecord record{start, duration, offset, 0, 0, 0, use.number, Kind::Slice, false};
    record.name = number(event.name, event.nameEscaped);
    if (isGpuWork(use.kind)) {
        gpuWork(event, record, use.kind);
    } else if (use.kind == CategoryKind::GpuAnnotation) {
        record.kind = Kind::Label;
        record.row = row(TrackKind::GpuAnnotation, event.pid, streamOf(event.tid));
    } else {
        record.row = row(TrackKind::CpuThread, event.pid, event.tid);
    }
    if (use.kind == CategoryKind::Launch) {
        if (const LaunchArgs args = launchArgs(event.args, *m_texts); args.correlation || args.externalId) {
            record.kind = Kind::Launch;
            record.detail = static_cast<uint32_t>(m_digest->launches.size());
            m_digest->launches.push_back(args);
        }
    } else if (use.kind == CategoryKind::CpuOp) {
        record.kind = Kind::Op;
        record.detail = static_cast<uint32_t>(m_digest->ops.size());
        m_digest->ops.push_back(opDetail(event.args, hasModel(record.name), *m_texts));
    } else if (use.isSync) {
        if (const WaitArgs wait = waitArgs(event.name, event.args); wait.kind != WaitArgs::Other) {
            m_digest->waits.push_back(wait);
            record.detail = static_cast<uint32_t>(m_digest->waits.size());
        }
    }
    record.isModule = use.kind == CategoryKind::Python && event.name.starts_with(modulePrefix);
    m_digest->records.push_back(record);
}

bool EventDigester::hasModel(uint32_t name)
{
    if (name >= m_hasModel.size())
        m_hasModel.resize(std::max<size_t>(name + 1, 2 * m_hasModel.size()));
    uint8_t &known = m_hasModel[name];
    if (!known)
        known = workFormOf(m_texts->view(name)).form == WorkForm::None ? 1 : 2;
    return known == 2;
}

void EventDigester::gpuWork(const ChromeEvent &event, EventRecord &record, CategoryKind kind)
{
    WorkArgs args = workArgs(event.args, *m_texts);
    if (kind != CategoryKind::Kernel && isBareCopyName(event.name))
        record.name = m_texts->intern(copyName(event.name, event.args));
    const std::string_view stream = args.stream.empty() ? streamOf(event.tid) : args.stream;
    record.kind = EventRecord::Kind::GpuWork;
    const bool isOwn = args.device.empty() || args.device == event.pid;
    record.row = row(TrackKind::GpuStream, args.device.empty() ? event.pid : args.device, stream,
                     isOwn ? std::string_view() : event.pid);
    if (!args.collective.empty() && kind == CategoryKind::Kernel)
        args.detail.matchName = collectiveName(*m_texts, record.name, unescape(args.collective));
    record.detail = static_cast<uint32_t>(m_digest->work.size());
    m_digest->work.push_back(args.detail);
}

void EventDigester::addFlow(const ChromeEvent &event, int64_t time, uint64_t offset)
{
    using Kind = EventRecord::Kind;
    const Kind kind = event.phase[0] == 's' ? Kind::FlowStart : event.phase[0] == 't' ? Kind::FlowStep : Kind::FlowEnd;
    const uint32_t thread = row(TrackKind::CpuThread, event.pid, event.tid);
    const auto detail = static_cast<uint32_t>(m_digest->flowIds.size());
    m_digest->flowIds.push_back(idNumber(event.id));
    m_digest->records.push_back({time, 0, offset, 0, thread, detail, category(event.category).number, kind, false});
}

} // namespace ws

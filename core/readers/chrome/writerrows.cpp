#include "core/readers/chrome/writerrows.h"

#include "core/readers/chrome/jsonscan.h"

#include <algorithm>
#include <initializer_list>

namespace ws {
namespace {

using namespace json;

constexpr size_t mostNames = 4096; ///< of a kind, in a hostile file

void note(std::set<std::string, std::less<>> &all, std::string_view text)
{
    if (!text.empty() && all.size() < mostNames && !all.contains(text))
        all.emplace(text.find('\\') == text.npos ? std::string(text) : unescape(text));
}

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `words` in lower case.
bool beginsWithAny(std::string_view name, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) {
        return name.size() >= word.size() && std::ranges::equal(name.substr(0, word.size()), word, {}, lowered);
    });
}

bool hasAny(std::string_view name, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != name.npos; });
}

void addSigns(const ChromeEvent &event, TraceSigns &signs)
{
    note(signs.pids, event.pid);
    if (event.phase != "M") {
        note(signs.categories, event.category);
        if (event.phase == "X" && !event.args.empty() && signs.args.size() < mostNames)
            forEachMember(event.args, [&](const Member &m) { note(signs.args, m.key); });
        return;
    }
    note(signs.metadata, event.name);
    forEachMember(event.args.empty() ? std::string_view("{}") : event.args, [&](const Member &m) {
        if (m.key == "name")
            note(event.name == "process_name" ? signs.processes : signs.threads, m.token());
    });
}

} // namespace

TraceSigns signsOf(std::string_view head)
{
    TraceSigns signs;
    std::string padded(head);
    padded.append(scanPadding, '\0');
    const char *const begin = padded.data(), *const end = begin + head.size();
    const char *p = findNextEvent(begin, end);
    const std::string_view header(begin, static_cast<size_t>((p ? p : end) - begin));
    for (const std::string_view key : {"span_indx", "schemaVersion"})
        if (header.find(key) != header.npos)
            signs.headerKeys.emplace(key);
    while (p) {
        ChromeEvent event;
        const char *behind = p;
        if (scanEvent(behind, end, event) != ScanStatus::Ok) {
            p = findNextEvent(p + 1, end);
            continue;
        }
        if (event.hasPhase)
            addSigns(event, signs);
        p = behind < end ? findNextEvent(behind - 1, end) : nullptr;
    }
    return signs;
}

CategoryKind kindOfWork(std::string_view name)
{
    if (beginsWithAny(name, {"memset", "[cuda memset", "fillbuffer"}))
        return CategoryKind::Memset;
    if (beginsWithAny(name, {"memcpy", "[cuda memcpy", "copyhostto", "copydeviceto"}))
        return CategoryKind::Memcpy;
    if (!beginsWithAny(name, {"zecommandlist", "clenqueue", "urenqueue"}))
        return CategoryKind::Kernel;
    return hasAny(name, {"Fill"})                    ? CategoryKind::Memset
           : hasAny(name, {"Copy", "Read", "Write"}) ? CategoryKind::Memcpy
                                                     : CategoryKind::Kernel;
}

const WriterKind *writerOf(const TraceSigns &signs)
{
    static const WriterKind *const all[] = {&tensorflow1Writer, &rocprofV1Writer, &unitraceWriter,
                                            &xlaWriter,         &paddleWriter,    &torchLegacyWriter,
                                            &protonWriter,      &onnxWriter,      &onetraceWriter};
    const auto found = std::ranges::find_if(all, [&](const WriterKind *kind) { return kind->match(signs); });
    return found == std::end(all) ? nullptr : *found;
}

uint32_t SlicesByThread::innermost(const ArrowEnd &at)
{
    constexpr int mostAsked = 1000; // short calls within a long one
    if (!m_isSorted)
        for (auto &[thread, entries] : m_threads)
            std::ranges::stable_sort(entries, {}, &Entry::start);
    m_isSorted = true;
    const auto found = m_threads.find({at.pid, at.tid});
    if (found == m_threads.end())
        return UINT32_MAX;
    const auto &entries = found->second;
    auto entry = std::ranges::upper_bound(entries, at.time, {}, &Entry::start);
    for (int asked = 0; entry != entries.begin() && asked < mostAsked; ++asked)
        if ((--entry)->end >= at.time)
            return entry->index;
    return UINT32_MAX;
}

void WriterRows::know(const RowNames &names)
{
    for (const auto &[pid, name] : names.processes)
        nameProcess(text(pid), text(name));
    for (const auto &[row, name] : names.threads)
        nameThread(text(row.first), text(row.second), text(name));
}

/// Whether the name came too late.
bool WriterRows::learn(std::map<std::pair<StringId, StringId>, std::string> &known, StringId pid, StringId tid,
                       StringId name)
{
    const auto [entry, isNew] = known.try_emplace({pid, tid}, view(name));
    if (isNew || entry->second == view(name))
        return false;
    const bool isLate = entry->second.empty();
    entry->second = view(name);
    return isLate;
}

bool WriterRows::nameProcess(StringId pid, StringId name)
{
    m_isLate |= learn(m_processes, pid, 0, name);
    if (m_names.processes.size() < mostNames)
        m_names.processes[std::string(view(pid))] = view(name);
    return false;
}

bool WriterRows::nameThread(StringId pid, StringId tid, StringId name)
{
    m_isLate |= learn(m_threads, pid, tid, name);
    if (m_names.threads.size() < mostNames)
        m_names.threads[{std::string(view(pid)), std::string(view(tid))}] = view(name);
    return false;
}

std::string_view WriterRows::nameOf(std::map<std::pair<StringId, StringId>, std::string> &known, StringId pid,
                                    StringId tid)
{
    return known.try_emplace({pid, tid}).first->second;
}

std::string_view WriterRows::processName(StringId pid)
{
    return nameOf(m_processes, pid, 0);
}

std::string_view WriterRows::threadName(StringId pid, StringId tid)
{
    return nameOf(m_threads, pid, tid);
}

uint32_t WriterRows::stream(StringId device, StringId stream, std::string_view word)
{
    if (m_devices.insert(device).second) {
        Process &process = m_builder.process(device);
        if (!process.labels)
            process.labels = text(std::string(word) + ' ' + std::string(view(device)));
    }
    return m_builder.track(TrackKind::GpuStream, device, stream);
}

void WriterRows::addWork(uint32_t track, const HeldSlice &slice, CategoryKind kind, const GpuDetail &detail)
{
    const std::string_view category = kind == CategoryKind::Memcpy   ? "gpu_memcpy"
                                      : kind == CategoryKind::Memset ? "gpu_memset"
                                                                     : "kernel";
    m_builder.addGpuWork(track, slice.start, slice.duration, slice.name, m_builder.category(category), slice.offset,
                         detail);
}

void WriterRows::addBeside(StringId device, StringId row, const HeldSlice &slice, StringId name)
{
    m_builder.addSlice(m_builder.cpuTrack(device, row), slice.start, slice.duration, name ? name : slice.name,
                       m_builder.category(besideStreams), slice.offset);
}

void WriterRows::addSlice(const HeldSlice &slice, std::string_view category, CategoryKind kind)
{
    const uint16_t index = m_builder.category(category, kind);
    StringId pid = slice.pid, tid = slice.tid;
    place(pid, tid);
    const uint32_t track = m_builder.cpuTrack(pid, tid);
    m_builder.addSlice(track, slice.start, slice.duration, slice.name, index, slice.offset);
    if (kind == CategoryKind::Launch)
        m_builder.seeCall(track);
}

} // namespace ws

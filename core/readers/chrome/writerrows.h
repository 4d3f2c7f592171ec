#pragma once
// Chrome traces of other writers than Kineto and Ascend: which of their rows are a GPU's, which slices are kernels,
// copies, calls and operators, and what only repeats times. Each writer has a class and a file of its own. The reader
// asks who wrote a trace before its first event, from the head of the file; where the head does not tell (sorted or
// merged files), from the names and categories of the whole file, which it then reads once more. Traces of these
// writers are read by one thread in the order of the file, since a row's meaning depends on its name. Rejected: asking
// for each event of any file who wrote it, which costs the traces of Kineto time.

#include "core/model/timelinebuilder.h"
#include "core/readers/chrome/chromeevent.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// What the head of a file, or all of it, tells of its writer.
struct TraceSigns
{
    std::set<std::string, std::less<>> processes; ///< their names
    std::set<std::string, std::less<>> threads;   ///< their names; only from the head
    std::set<std::string, std::less<>> categories, pids, headerKeys;
    std::set<std::string, std::less<>> metadata; ///< names of metadata events; only from the head
    std::set<std::string, std::less<>> args;     ///< keys of the arguments of slices; only from the head

    /// Whether one of the processes has a name that `test` accepts.
    template <class Test> bool hasProcess(Test test) const
    {
        return std::any_of(processes.begin(), processes.end(), test);
    }
};

TraceSigns signsOf(std::string_view head);

/// Names of rows by their ids in the file.
struct RowNames
{
    std::map<std::string, std::string> processes;                       ///< by pid
    std::map<std::pair<std::string, std::string>, std::string> threads; ///< by pid and tid
};

/// A slice as it is in the file.
struct WriterSlice
{
    const ChromeEvent &event;
    StringId pid, tid, name;
    int64_t start, duration; ///< ns; the start absolute
    uint64_t offset;
};

/// A slice that waits until the whole file has been read.
struct HeldSlice
{
    HeldSlice(const WriterSlice &slice)
        : start(slice.start), duration(slice.duration), offset(slice.offset), pid(slice.pid), tid(slice.tid),
          name(slice.name)
    {
    }
    int64_t end() const { return start + duration; }

    int64_t start, duration;
    uint64_t offset;
    StringId pid, tid, name;
};

/// Where an arrow begins or ends.
struct ArrowEnd
{
    StringId pid = 0, tid = 0;
    int64_t time = 0;
};

/// Slices of CPU threads by time: which one an arrow begins in.
class SlicesByThread
{
public:
    void add(StringId pid, StringId tid, int64_t start, int64_t end, uint32_t index)
    {
        m_threads[{pid, tid}].push_back({start, end, index});
        m_isSorted = false;
    }
    /// The index of the slice that began last of those open at that time, its end included; UINT32_MAX: none.
    uint32_t innermost(const ArrowEnd &at);

private:
    struct Entry
    {
        int64_t start, end;
        uint32_t index;
    };
    std::map<std::pair<StringId, StringId>, std::vector<Entry>> m_threads;
    bool m_isSorted = true;
};

class WriterRows
{
public:
    WriterRows(Run &run, TimelineBuilder &builder) : m_run(run), m_builder(builder) {}
    virtual ~WriterRows() = default;

    /// Names that an earlier reading of the file has found.
    void know(const RowNames &names);
    const RowNames &names() const { return m_names; }
    /// A name came after slices of its row: the file is to be read again with all names known.
    bool hasLateNames() const { return m_isLate; }

    /// False: the reader names the process or thread as it names any.
    virtual bool nameProcess(StringId pid, StringId name);
    virtual bool nameThread(StringId pid, StringId tid, StringId name);
    /// Replaces rounded times by exact ones where the arguments have them. Without the clock's origin where the events
    /// have times relative to it.
    virtual void correct(const ChromeEvent &, int64_t & /*start*/, int64_t & /*duration*/) {}
    /// The process and thread under which everything else of this row is shown.
    virtual void place(StringId & /*pid*/, StringId & /*tid*/) {}
    /// False: the slice is as any other.
    virtual bool take(const WriterSlice &slice) = 0;
    /// The begin or end of a slice (phases B and E), without a duration. False: it is as any other.
    virtual bool takePair(const WriterSlice &) { return false; }
    /// False: what is not taken is read as Kineto's.
    virtual bool ownsAll() const { return true; }
    /// False: the flow is as any other.
    virtual bool takeFlow(const ChromeEvent &, Flows::Kind, const ArrowEnd &) { return false; }
    /// The whole file has been read.
    virtual void release() {}

protected:
    /// Empty: not named (yet).
    std::string_view processName(StringId pid);
    std::string_view threadName(StringId pid, StringId tid);

    std::string_view view(StringId text) const { return m_run.text(text); }
    StringId text(std::string_view view) { return m_run.strings.intern(view); }
    StringId number(uint64_t value) { return text(std::to_string(value)); }

    /// The row of a stream. `word`: of the device, as in "GPU 0".
    uint32_t stream(StringId device, StringId stream, std::string_view word = "GPU");
    void addWork(uint32_t track, const HeldSlice &slice, CategoryKind kind, const GpuDetail &detail);
    /// A slice in a row of the device that repeats times, or is no work.
    void addBeside(StringId device, StringId row, const HeldSlice &slice, StringId name = 0);
    void addSlice(const HeldSlice &slice, std::string_view category, CategoryKind kind);

    Run &m_run;
    TimelineBuilder &m_builder;

private:
    std::string_view nameOf(std::map<std::pair<StringId, StringId>, std::string> &known, StringId pid, StringId tid);
    bool learn(std::map<std::pair<StringId, StringId>, std::string> &known, StringId pid, StringId tid, StringId name);

    RowNames m_names;
    std::map<std::pair<StringId, StringId>, std::string> m_processes, m_threads; ///< empty: asked for in vain so far
    std::set<StringId> m_devices;
    bool m_isLate = false;
};

struct WriterKind
{
    const char *name; ///< for the File tab
    bool (*match)(const TraceSigns &);
    std::unique_ptr<WriterRows> (*make)(Run &run, TimelineBuilder &builder);
};

/// Null: Kineto, Ascend, or a writer that is not known.
const WriterKind *writerOf(const TraceSigns &signs);

extern const WriterKind xlaWriter, tensorflow1Writer, onnxWriter, paddleWriter, protonWriter, torchLegacyWriter,
    rocprofV1Writer, unitraceWriter, onetraceWriter;

/// "Memcpy" for names of copies ("MemcpyH2D", "MEMCPYHtoD", "CopyDeviceToHost", "zeCommandListAppendMemoryCopy"),
/// "Memset" for those that fill memory, else a kernel's.
CategoryKind kindOfWork(std::string_view name);

} // namespace ws

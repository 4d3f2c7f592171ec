#include "tracegen.h"

#include "tracegen_damage.h"
#include "tracegen_truth.h"

#include <algorithm>

namespace ws::tracegen {
namespace {

constexpr size_t pieceSize = 1 << 14;

Options sane(Options options)
{
    options.layers = std::clamp(options.layers, 1, 1000);
    options.devices = std::clamp(options.devices, 1, 64);
    options.streams = std::clamp(options.streams, 1, 64);
    options.threads = std::clamp(options.threads, 1, 256);
    options.pythonShare = std::clamp(options.pythonShare, 0.0, 0.95);
    return options;
}

class Generation
{
public:
    Generation(const Options &options, const Sink &sink)
        : m_options(sane(options)), m_catalogue(m_options.layers), m_sink(sink), m_writer(m_options),
          m_relayout(m_options.layout, sink)
    {
    }

    Truth run();

private:
    void plan();
    void writeSection(Section section);
    void write(const Event &event, const Step &step);
    void writeMetadata();
    void writeThreadMetadata(int worker);
    void metadata(std::string_view name, int32_t pid, int32_t tid, std::string_view key, const std::string &value);
    void closing();
    void written(char phase);
    void flush();

    Options m_options;
    Catalogue m_catalogue;
    const Sink &m_sink;
    Writer m_writer;
    Relayout m_relayout;
    TruthCollector m_truth;
    DamagePlan m_damage{m_options, 0};
    int64_t m_steps = 0, m_total = 0, m_ordinal = 0;
    int64_t m_firstNs = 0, m_lastNs = 0;
    bool m_cut = false;
};

/// Simulates the run once without writing: the first byte already needs the number of steps and events, and the end.
void Generation::plan()
{
    m_options.launchTruth = m_options.launchTruth && m_options.events < launchTruthLimit;
    Options quick = m_options;
    quick.launchTruth = false;
    Simulator simulator(quick, m_catalogue);
    Step step;
    const bool counted = m_options.steps > 0;
    while (counted ? m_steps < m_options.steps : m_total < m_options.events || m_steps == 0) {
        simulator.next(step);
        m_total += step.eventCount();
        ++m_steps;
    }
    m_firstNs = simulator.firstNs();
    m_lastNs = simulator.lastNs() + 2'500'000;
    m_damage = DamagePlan(m_options, m_total);
    m_truth.start(m_options, m_steps, m_total);
}

void Generation::flush()
{
    std::string &text = m_writer.text();
    if (m_options.progress)
        m_options.progress(m_total ? double(m_ordinal) / double(m_total) : 1.0);
    if (m_options.layout == Layout::Native)
        m_sink(text);
    else
        m_relayout.write(text);
    text.clear();
}

void Generation::written(char phase)
{
    m_truth.phase(phase);
    if (m_writer.text().size() >= pieceSize)
        flush();
}

void Generation::write(const Event &event, const Step &step)
{
    if (m_cut)
        return;
    Mutation mutation;
    const DamagePlan::Verdict verdict = m_damage.judge(event, m_ordinal++, mutation);
    if (verdict == DamagePlan::Verdict::Drop)
        return;
    const size_t start = m_writer.text().size();
    m_writer.event(event, mutation);
    if (verdict == DamagePlan::Verdict::CutHere) {
        m_writer.text().resize(start + (m_writer.text().size() - start) / 2);
        m_cut = true;
        return;
    }
    m_truth.event(event, step, mutation);
    written(TruthCollector::phaseOf(event.kind));
}

void Generation::writeSection(Section section)
{
    Options quick = m_options;
    quick.launchTruth = m_options.launchTruth && section == Gpu;
    Simulator simulator(quick, m_catalogue);
    Step step;
    for (int64_t i = 0; i < m_steps && !m_cut; ++i) {
        simulator.next(step);
        std::vector<Event> &events = step.sections[section];
        if (m_damage.reverses(m_ordinal))
            std::reverse(events.begin(), events.end());
        for (const Event &event : events)
            write(event, step);
        if (section == Gpu && m_options.metadata == Metadata::Repeated && !m_cut)
            writeThreadMetadata(int(i % m_options.threads));
    }
}

void Generation::metadata(std::string_view name, int32_t pid, int32_t tid, std::string_view key,
                          const std::string &value)
{
    Event event;
    event.name = name;
    event.pid = pid;
    event.tid = tid;
    event.ts = m_firstNs + 171'385;
    m_writer.metadata(event, key, value);
    written('M');
}

void Generation::writeThreadMetadata(int worker)
{
    const Simulator ids(m_options, m_catalogue);
    const int32_t pid = ids.processId();
    for (const int32_t tid : {ids.threadId(worker), ids.backwardThreadId(worker)}) {
        if (tid != ids.threadId(worker) && !m_options.backward)
            continue;
        metadata("thread_name", pid, tid, "name", "\"thread " + std::to_string(tid) + " (python3)\"");
        metadata("thread_sort_index", pid, tid, "sort_index", std::to_string(tid));
    }
}

void Generation::writeMetadata()
{
    const Simulator ids(m_options, m_catalogue);
    const int32_t pid = ids.processId();
    if (!m_options.kernelsOnly) {
        metadata("process_name", pid, 0, "name", "\"python3\"");
        metadata("process_labels", pid, 0, "labels", "\"CPU\"");
        metadata("process_sort_index", pid, 0, "sort_index", std::to_string(pid));
    }
    for (int device = 0; device < m_options.devices; ++device) {
        metadata("process_name", device, 0, "name", "\"python3\"");
        metadata("process_labels", device, 0, "labels", "\"GPU " + std::to_string(device) + "\"");
        metadata("process_sort_index", device, 0, "sort_index", std::to_string(5000000 + device));
        for (int i = 0; i < m_options.streams; ++i) {
            const int stream = ids.streamId(i);
            metadata("thread_name", device, stream, "name", "\"stream " + std::to_string(stream) + " \"");
            metadata("thread_sort_index", device, stream, "sort_index", std::to_string(stream));
        }
    }
    for (int worker = 0; worker < m_options.threads && !m_options.kernelsOnly; ++worker)
        writeThreadMetadata(worker);
}

/// The text after the events of a recording that ended properly.
void Generation::closing()
{
    if (m_options.metadata != Metadata::None)
        writeMetadata();
    m_writer.profilerSpan(m_firstNs, m_lastNs - m_firstNs - 2'000'000);
    written('X');
    m_writer.instant("Iteration Start: PyTorch Profiler", "Traces", "Trace PyTorch Profiler", m_firstNs);
    written('i');
    m_writer.instant("Record Window End", "", "", m_lastNs);
    written('i');
    m_writer.footer();
}

Truth Generation::run()
{
    plan();
    m_writer.header();
    for (const Section section : {Ops, PythonFrames, MemoryEvents, Gpu, Labels})
        writeSection(section);
    if (!m_cut)
        closing();
    flush();
    if (m_options.layout != Layout::Native)
        m_relayout.finish();
    return m_truth.finish(m_damage.description());
}

} // namespace

Truth generate(const Options &options, const Sink &sink)
{
    return Generation(options, sink).run();
}

std::string generateText(const Options &options, Truth *truth)
{
    std::string text;
    Truth result = generate(options, [&](std::string_view piece) { text += piece; });
    if (truth)
        *truth = std::move(result);
    return text;
}

} // namespace ws::tracegen

#include "tracegen_simulator.h"

namespace ws::tracegen {

int64_t Step::eventCount() const
{
    int64_t count = 0;
    for (const std::vector<Event> &section : sections)
        count += int64_t(section.size());
    return count;
}

void Step::clear()
{
    for (std::vector<Event> &section : sections)
        section.clear();
    texts.clear();
    launches.clear();
    name = {};
}

Simulator::Simulator(const Options &options, const Catalogue &catalogue)
    : m_options(options), m_catalogue(catalogue), m_state(options.seed * 0x9E3779B97F4A7C15ull + 1),
      m_startNs(4026150068462228), m_lastNs(m_startNs), m_workers(size_t(options.threads)),
      m_streams(size_t(options.devices), std::vector<Stream>(size_t(options.streams))),
      m_allocated(size_t(options.devices), 61203283968), m_reserved(size_t(options.devices), 62411243520),
      m_blocks(size_t(options.devices))
{
    for (Worker &worker : m_workers)
        worker.now = m_startNs + 400'000 + int64_t(random(300'000));
}

/// splitmix64: the same numbers with every standard library, unlike <random>'s distributions.
uint32_t Simulator::random(uint32_t below)
{
    uint64_t z = (m_state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return uint32_t(((z & 0xFFFFFFFFu) * below) >> 32);
}

int64_t Simulator::jitter(int64_t ns, int percent)
{
    const int64_t width = ns * percent / 100;
    return width > 0 ? ns - width + int64_t(random(uint32_t(2 * width + 1))) : ns;
}

Event &Simulator::add(Section section, Kind kind, int64_t ts, int64_t dur, std::string_view name)
{
    if (kind == Kind::Python || kind == Kind::Module)
        ++m_pythonCount;
    else
        ++m_otherCount;
    Event &event = m_step->sections[section].emplace_back();
    event.kind = kind;
    event.pid = pid;
    event.tid = m_thread;
    event.ts = ts;
    event.dur = dur;
    event.name = name;
    return event;
}

void Simulator::enterPython(Kind kind, std::string_view name, int64_t moduleId)
{
    if (m_inGraph || m_options.kernelsOnly || m_options.pythonShare <= 0)
        return;
    std::vector<Event> &frames = m_step->sections[PythonFrames];
    const int64_t parent = m_pythonStack.empty() ? 0 : frames[m_pythonStack.back()].b;
    m_pythonStack.push_back(frames.size());
    Event &frame = add(PythonFrames, kind, m_now, 0, name);
    frame.a = parent;
    frame.b = m_pythonId++;
    frame.c = moduleId;
    frame.d = m_eventIndex++;
    advance(300 + random(900));
}

void Simulator::leavePython()
{
    if (m_inGraph || m_options.kernelsOnly || m_options.pythonShare <= 0)
        return;
    advance(100 + random(400));
    Event &frame = m_step->sections[PythonFrames][m_pythonStack.back()];
    frame.dur = m_now - frame.ts;
    m_pythonStack.pop_back();
}

void Simulator::leafPython(std::string_view name, int64_t ns)
{
    const int64_t parent = m_step->sections[PythonFrames][m_pythonStack.back()].b;
    Event &frame = add(PythonFrames, Kind::Python, m_now, ns, name);
    frame.a = parent;
    frame.b = m_pythonId++;
    frame.c = -1;
    frame.d = m_eventIndex++;
    advance(ns + 40 + random(160));
}

/// Adds small frames until the trace has its share of Python events again.
void Simulator::padPython()
{
    // no frames on the autograd thread: the stack belongs to the launching one
    if (m_inGraph || m_options.kernelsOnly || m_pythonStack.empty() || m_thread != threadId(m_worker))
        return;
    const double ratio = m_options.pythonShare / (1 - m_options.pythonShare);
    const int64_t wanted = int64_t(double(m_otherCount) * ratio);
    while (m_pythonCount < wanted) {
        enterPython(Kind::Python, outerFrames()[random(uint32_t(outerFrames().size()))]);
        for (uint32_t n = 1 + random(9); n > 0; --n)
            leafPython(leafFrames()[random(uint32_t(leafFrames().size()))], 60 + random(500));
        leavePython();
    }
}

void Simulator::enterOp(std::string_view name, std::string_view shapes, int64_t sequence, int64_t forwardThread)
{
    if (m_inGraph || m_options.kernelsOnly)
        return;
    m_opStack.push_back(m_step->sections[Ops].size());
    Event &event = add(Ops, Kind::CpuOp, m_now, 0, name);
    event.extra = shapes;
    event.a = m_externalId++;
    event.b = sequence;
    event.c = forwardThread;
    event.d = m_eventIndex++;
    advance(jitter(1800, 40));
}

void Simulator::leaveOp()
{
    if (m_inGraph || m_options.kernelsOnly)
        return;
    advance(jitter(700, 40));
    Event &event = m_step->sections[Ops][m_opStack.back()];
    event.dur = m_now - event.ts;
    m_opStack.pop_back();
    if (m_opStack.empty())
        padPython();
}

int64_t Simulator::addFlow(Kind kind, int64_t id, int64_t ts)
{
    if (m_options.flows && !m_options.kernelsOnly)
        add(Ops, kind, ts, 0, "fwdbwd").a = id;
    return id;
}

void Simulator::next(Step &step)
{
    step.clear();
    m_step = &step;
    m_worker = int(m_stepIndex % m_options.threads);
    m_device = int((m_worker + m_stepIndex / m_options.threads) % m_options.devices);
    Worker &worker = m_workers[size_t(m_worker)];
    m_thread = threadId(m_worker);
    m_now = worker.now;
    m_grads.clear();
    for (Stream &stream : m_streams[size_t(m_device)])
        stream.labelStart = stream.labelEnd = 0;
    if (m_options.backward) {
        trainingStep();
    } else {
        // of eight steps one is a prefill, one mixes both, one decodes without a graph, five decode with one
        const int32_t turn = worker.stepCount % 8;
        const bool mixed = turn == 4;
        inferenceStep(turn == 0 || mixed, mixed, m_options.graphs && turn != 0 && !mixed && turn != 7);
    }
    worker.now = m_now;
    ++worker.stepCount;
    ++m_stepIndex;
    m_lastNs = std::max(m_lastNs, m_now);
    for (const Stream &stream : m_streams[size_t(m_device)])
        m_lastNs = std::max(m_lastNs, stream.end);
}

} // namespace ws::tracegen

#include "tracegen_truth.h"

#include "tracegen_writer.h"

#include <algorithm>

namespace ws::tracegen {
namespace {

constexpr int64_t busyLimit = 2'000'000;

std::vector<std::string> copies(const std::vector<std::string_view> &views)
{
    return {views.begin(), views.end()};
}

void appendString(std::string &json, std::string_view text)
{
    json += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\')
            json += '\\';
        json += c;
    }
    json += '"';
}

void appendField(std::string &json, std::string_view key, int64_t value)
{
    appendString(json, key);
    json += ": " + std::to_string(value) + ", ";
}

void appendList(std::string &json, std::string_view key, const std::vector<std::string> &values)
{
    appendString(json, key);
    json += ": [";
    for (size_t i = 0; i < values.size(); ++i) {
        json += i ? ", " : "";
        appendString(json, values[i]);
    }
    json += ']';
}

void appendActivity(std::string &json, const Activity &activity)
{
    json += "  {";
    appendField(json, "correlation", activity.correlation);
    appendField(json, "device", activity.device);
    appendField(json, "stream", activity.stream);
    appendField(json, "startNs", activity.startNs);
    appendField(json, "durNs", activity.durNs);
    for (const auto &[key, value] : {std::pair<std::string_view, const std::string &>{"name", activity.name},
                                     {"op", activity.op},
                                     {"step", activity.step}}) {
        appendString(json, key);
        json += ": ";
        appendString(json, value);
        json += ", ";
    }
    appendList(json, "modules", activity.modules);
    json += ", ";
    appendList(json, "modulesAll", activity.modulesAll);
    json += ", ";
    appendList(json, "captured", activity.captured);
    json += '}';
}

} // namespace

char TruthCollector::phaseOf(Kind kind)
{
    switch (kind) {
    case Kind::Memory:
        return 'i';
    case Kind::Counter:
        return 'C';
    case Kind::FlowStart:
    case Kind::ForwardFlow:
        return 's';
    case Kind::FlowEnd:
    case Kind::BackwardFlow:
        return 'f';
    default:
        return 'X';
    }
}

void TruthCollector::start(const Options &options, int64_t steps, int64_t totalEvents)
{
    m_truth.steps = steps;
    m_annotated = !options.kernelsOnly;
    if (totalEvents <= busyLimit)
        m_intervals.resize(size_t(options.devices));
}

void TruthCollector::event(const Event &event, const Step &step, const Mutation &mutation)
{
    if (!isGpuWork(event.kind))
        return;
    const int64_t dur = mutation.withoutDur || mutation.negativeDur ? 0 : event.dur;
    NameTotal &total = m_names[event.name];
    ++total.count;
    total.totalNs += dur;
    if (m_truth.gpuActivities == 0 || event.ts < m_truth.firstGpuNs)
        m_truth.firstGpuNs = event.ts;
    m_truth.lastGpuNs = std::max(m_truth.lastGpuNs, event.ts + dur);
    ++m_truth.gpuActivities;
    m_truth.gpuTotalNs += dur;
    if (!m_intervals.empty())
        m_intervals[size_t(event.pid)].push_back({event.ts, event.ts + dur});
    if (event.truth < 0)
        return;
    const Launch &launch = step.launches[size_t(event.truth)];
    Activity &activity = m_truth.activities.emplace_back();
    activity.correlation = event.b;
    activity.device = event.pid;
    activity.stream = event.tid;
    activity.startNs = event.ts;
    activity.durNs = dur;
    activity.name = event.name;
    activity.op = launch.op;
    if (m_annotated)
        activity.step = step.name;
    activity.modules = copies(launch.modules);
    activity.modulesAll = copies(launch.modulesAll);
    activity.captured = copies(launch.captured);
}

int64_t TruthCollector::unionOf(std::vector<Interval> &intervals)
{
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval &a, const Interval &b) { return a.start < b.start; });
    int64_t busy = 0, end = INT64_MIN;
    for (const Interval &interval : intervals) {
        const int64_t from = std::max(interval.start, end);
        if (interval.end > from) {
            busy += interval.end - from;
            end = interval.end;
        }
    }
    return busy;
}

Truth TruthCollector::finish(std::string damaged)
{
    for (size_t i = 0; i < m_phases.size(); ++i) {
        if (m_phases[i])
            m_truth.byPhase[char(i)] = m_phases[i];
        m_truth.events += m_phases[i];
    }
    for (const auto &[name, total] : m_names)
        m_truth.gpuNames.emplace(name, total);
    for (std::vector<Interval> &intervals : m_intervals)
        m_truth.busyNs.push_back(unionOf(intervals));
    m_truth.damaged = std::move(damaged);
    return std::move(m_truth);
}

std::string truthToJson(const Truth &truth)
{
    std::string json = "{";
    appendField(json, "events", truth.events);
    appendField(json, "steps", truth.steps);
    appendField(json, "gpuActivities", truth.gpuActivities);
    appendField(json, "gpuTotalNs", truth.gpuTotalNs);
    appendField(json, "firstGpuNs", truth.firstGpuNs);
    appendField(json, "lastGpuNs", truth.lastGpuNs);
    json += "\n\"damaged\": ";
    appendString(json, truth.damaged);
    json += ",\n\"busyNs\": [";
    for (size_t i = 0; i < truth.busyNs.size(); ++i)
        json += (i ? ", " : "") + std::to_string(truth.busyNs[i]);
    json += "],\n\"byPhase\": {";
    const char *comma = "";
    for (const auto &[phase, count] : truth.byPhase) {
        json += comma;
        appendString(json, std::string(1, phase));
        json += ": " + std::to_string(count);
        comma = ", ";
    }
    json += "},\n\"gpuNames\": {";
    comma = "\n";
    for (const auto &[name, total] : truth.gpuNames) {
        json += comma;
        appendString(json, name);
        json +=
            ": {\"count\": " + std::to_string(total.count) + ", \"totalNs\": " + std::to_string(total.totalNs) + "}";
        comma = ",\n";
    }
    json += "},\n\"activities\": [";
    comma = "\n";
    for (const Activity &activity : truth.activities) {
        json += comma;
        appendActivity(json, activity);
        comma = ",\n";
    }
    return json + "]}\n";
}

} // namespace ws::tracegen

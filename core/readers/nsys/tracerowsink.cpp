#include "core/readers/nsys/tracerowsink.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/textlines.h"

namespace ws {
TraceRowSink::TraceRowSink(Run &run)
    : m_run(run), m_builder(run), m_kernel(m_builder.category("kernel")), m_memcpy(m_builder.category("gpu_memcpy")),
      m_memset(m_builder.category("gpu_memset"))
{
}

void TraceRowSink::take(const TraceRowBatch &batch, Known &known)
{
    for (const TraceRowBatch::Finding &finding : batch.findings())
        m_run.diagnostics.add(finding.kind, finding.message, finding.offset, finding.text, finding.count);
    for (size_t i = known.tracks.size(); i < batch.streams().size(); ++i)
        known.tracks.push_back(trackOf(batch.streams()[i].first, batch.streams()[i].second));
    for (size_t i = known.texts.size(); i < batch.texts().size(); ++i) {
        const std::string_view text = batch.texts().view(static_cast<StringId>(i));
        known.texts.push_back(m_run.strings.intern(text));
        known.categories.push_back(categoryOf(text));
    }
    for (const TraceRowBatch::Row &row : batch.rows())
        add(row, known);
}

void TraceRowSink::add(const TraceRowBatch::Row &row, const Known &known)
{
    int64_t duration = row.duration;
    if (duration < 0) {
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"), row.offset);
        duration = 0;
    }
    if (row.start + duration > farthestNs) {
        m_run.diagnostics.add("absurd-time", Core::tr("times of more than a hundred years; taken as 0"), row.offset);
        duration = 0;
    }
    GpuDetail detail;
    detail.correlation = row.correlation;
    detail.grid = known.texts[row.grid];
    m_builder.addGpuWork(known.tracks[row.stream], row.start, duration, known.texts[row.name],
                         known.categories[row.name], static_cast<uint64_t>(row.offset), detail);
}

uint16_t TraceRowSink::categoryOf(std::string_view name) const
{
    if (!name.starts_with("[CUDA "))
        return m_kernel;
    return name.find("memset") != name.npos ? m_memset : name.find("memcpy") != name.npos ? m_memcpy : m_kernel;
}

/// "NVIDIA A100-SXM4-80GB (0)" is device 0 of that name.
uint32_t TraceRowSink::trackOf(std::string_view device, std::string_view stream)
{
    std::string_view number = device, model;
    const size_t open = device.rfind('(');
    if (device.ends_with(')') && open != device.npos && open + 2 < device.size()) {
        number = device.substr(open + 1, device.size() - open - 2);
        if (number.find_first_not_of("0123456789") == number.npos)
            model = trimmed(device.substr(0, open));
        else
            number = device;
    }
    const StringId pid = m_run.strings.intern(number);
    if (!model.empty()) {
        Process &process = m_builder.process(pid);
        process.name = m_run.strings.intern(model);
        process.labels = m_run.strings.intern("GPU " + std::string(number));
    }
    return m_builder.track(TrackKind::GpuStream, pid, m_run.strings.intern(stream));
}

} // namespace ws

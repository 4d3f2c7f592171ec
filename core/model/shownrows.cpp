#include "core/model/shownrows.h"

namespace ws {

LoadPreview::RowName ShownRows::nameOf(const Run &run, const Track &track, const ThreadNames &names) const
{
    LoadPreview::RowName name;
    name.isGpu = track.kind == TrackKind::GpuStream || track.kind == TrackKind::GpuAnnotation;
    constexpr size_t longest = 200; // bytes; nobody sees more, and hostile ones are copied ten times a second
    name.process = run.text(track.pid).substr(0, longest);
    const auto label = names.find(uint64_t(track.pid) << 32 | track.tid);
    name.label =
        run.text(label != names.end() && label->second.first ? label->second.first : track.tid).substr(0, longest);
    return name;
}

void ShownRows::write(LoadPreview &preview, const Run &run, const std::vector<RawTrack> &raw, const ThreadNames &names)
{
    if (!preview.isDue())
        return;
    LoadPreview::Writer writer(preview);
    for (size_t track = 0; track < raw.size(); ++track) {
        const uint32_t size = raw[track].size();
        auto shown = m_shown.find(track);
        if (size == 0 || (shown == m_shown.end() && writer.rowCount() >= LoadPreview::maxRows))
            continue;
        if (shown == m_shown.end()) {
            shown = m_shown.try_emplace(track, Shown{writer.rowCount(), 0}).first;
            writer.addRow();
        }
        auto &[row, slices] = shown->second;
        writer.setName(row, nameOf(run, run.timeline.tracks[track], names)); // names may come after the slices
        for (; slices < size; ++slices)
            writer.add(row, raw[track].startOf(slices), raw[track].durationOf(slices));
    }
}

} // namespace ws

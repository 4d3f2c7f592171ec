// A run as sections of a packed file.

#include "core/base/texts.h"
#include "core/io/remote/remotecache.h"
#include "core/readers/packed/packcolumns.h"
#include "core/readers/packed/packedrun.h"
#include "core/readers/packed/packmeta.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

class RunWriter
{
public:
    RunWriter(const Run &run, PackPurpose purpose, QIODevice &device, const Progress *progress)
        : m_run(run), m_sends(purpose == PackPurpose::Send), m_progress(progress), m_writer(device)
    {
    }

    /// False: the device failed, or it was cancelled.
    bool write(std::span<const PackSection> more)
    {
        for (const PackSection &section : more)
            m_good = m_good && m_writer.add(section);
        Json meta = packMeta(m_run);
        if (m_sends) // folders are nobody's business
            meta["source"]["path"] = shownName(m_run.info.stamp.path).toStdString();
        text("meta", meta.dump(-1, ' ', false, Json::error_handler_t::replace));
        strings();
        lanes();
        counters();
        forEachPackedColumn(m_run, [this](const char *name, const auto &values, PackCoding coding) {
            if (!values.empty() && !(m_sends && isRepeated(name)))
                column(name, values, coding);
        });
        return m_good && m_writer.end();
    }

private:
    template <class T> void column(const char *name, const T *values, size_t count, PackCoding coding)
    {
        m_good = m_good && !(m_progress && m_progress->isCancelled());
        if (!m_good)
            return;
        PackSection section{name, uint32_t(m_sends ? coding : PackCoding::Raw), sizeof(T), count, {}};
        std::string coded;
        if (m_sends) {
            coded = codedBytes(coding, values, count, sizeof(T));
            section.bytes = std::as_bytes(std::span(coded.data(), coded.size()));
        } else {
            section.bytes = std::as_bytes(std::span(values, count));
        }
        m_good = m_writer.add(section);
    }
    template <class T> void column(const char *name, const ValueColumn<T> &values, PackCoding coding)
    {
        column(name, values.data(), values.size(), coding);
    }
    template <class T> void column(const char *name, const NarrowColumn<T> &values, PackCoding coding)
    {
        if (!m_sends) {
            const auto bytes = std::as_bytes(std::span(values.bytes().data(), values.bytes().size()));
            m_good = m_good && m_writer.add({name, uint32_t(PackCoding::Narrow), values.width(), values.size(), bytes});
            return;
        }
        column(name, values.wide(), coding);
    }
    void text(const char *name, const std::string &text)
    {
        column(name, reinterpret_cast<const uint8_t *>(text.data()), text.size(), PackCoding::Bytes);
    }

    void strings()
    {
        std::string all;
        std::vector<uint32_t> sizes;
        for (StringId id = 1; id < m_run.strings.size(); ++id) {
            all += m_run.text(id);
            sizes.push_back(static_cast<uint32_t>(m_run.text(id).size()));
        }
        text("names", all);
        column("name.size", sizes.data(), sizes.size(), PackCoding::Numbers);
    }

    using Parts = std::vector<std::span<const std::byte>>;
    void raw(const char *name, uint32_t elementBytes, const Parts &parts)
    {
        m_good = m_good && !(m_progress && m_progress->isCancelled());
        uint64_t bytes = 0;
        for (const auto part : parts)
            bytes += part.size();
        if (m_good && bytes)
            m_good = m_writer.add({name, uint32_t(PackCoding::Raw), elementBytes, bytes / elementBytes, {}}, parts);
    }
    template <class T, class Member> void coded(const char *name, Member member, PackCoding coding)
    {
        ValueColumn<T> all;
        for (const Lane &lane : m_run.timeline.lanes)
            for (size_t i = 0; i < lane.size(); ++i)
                all.push_back((lane.*member)[i]);
        column(name, std::as_const(all).data(), all.size(), coding);
    }
    template <class T> void joined(const char *name, ValueColumn<T> Lane::*member, PackCoding coding)
    {
        if (m_sends)
            return coded<T>(name, member, coding);
        Parts parts;
        for (const Lane &lane : m_run.timeline.lanes)
            parts.push_back(std::as_bytes(std::span((lane.*member).data(), (lane.*member).size())));
        raw(name, sizeof(T), parts);
    }
    template <class T>
    void joined(const char *name, const char *bytesName, NarrowColumn<T> Lane::*member, PackCoding coding)
    {
        if (m_sends)
            return coded<T>(name, member, coding);
        Parts parts;
        for (const Lane &lane : m_run.timeline.lanes)
            parts.push_back(std::as_bytes(std::span((lane.*member).bytes().data(), (lane.*member).bytes().size())));
        raw(bytesName, 1, parts);
    }

    void lanes()
    {
        using enum PackCoding;
        joined("lane.start", &Lane::start, Differences);
        joined("lane.duration", &Lane::duration, Numbers);
        joined("lane.name", "lane.nameBytes", &Lane::name, Numbers);
        joined("lane.category", "lane.categoryBytes", &Lane::category, Numbers);
        joined("lane.text", "lane.textBytes", &Lane::text, Differences);
        std::vector<uint32_t> lane, index;
        std::vector<int64_t> ns;
        for (uint32_t l = 0; l < m_run.timeline.lanes.size(); ++l)
            for (const auto &[i, duration] : m_run.timeline.lanes[l].longDurations) {
                lane.push_back(l);
                index.push_back(i);
                ns.push_back(duration);
            }
        column("long.lane", lane.data(), lane.size(), Differences);
        column("long.index", index.data(), index.size(), Differences);
        column("long.ns", ns.data(), ns.size(), Numbers);
    }

    void counters()
    {
        std::vector<int64_t> times;
        std::vector<double> values;
        for (const CounterSeries &series : m_run.timeline.counters) {
            times.insert(times.end(), series.time.begin(), series.time.end());
            values.insert(values.end(), series.value.begin(), series.value.end());
        }
        column("counter.time", times.data(), times.size(), PackCoding::Differences);
        column("counter.value", values.data(), values.size(), PackCoding::Bytes);
    }

    /// GPU work repeats what its slices say; what is sent says it once.
    bool isRepeated(std::string_view name)
    {
        if (name != "gpu.start" && name != "gpu.duration" && name != "gpu.name")
            return false;
        const GpuWork &gpu = m_run.gpu;
        const Timeline &t = m_run.timeline;
        if (!m_repeats) {
            m_repeats = true;
            for (size_t i = 0; i < gpu.size() && *m_repeats; ++i)
                m_repeats = gpu.start[i] == t.start(gpu.slice[i]) && gpu.duration[i] == t.duration(gpu.slice[i]) &&
                            gpu.name[i] == t.name(gpu.slice[i]);
        }
        return *m_repeats;
    }

    const Run &m_run;
    const bool m_sends;
    const Progress *m_progress;
    PackWriter m_writer;
    bool m_good = true;
    std::optional<bool> m_repeats;
};

} // namespace

Result<bool> writePacked(const Run &run, PackPurpose purpose, QIODevice &device, const Progress *progress,
                         std::span<const PackSection> more)
{
    if (RunWriter(run, purpose, device, progress).write(more))
        return true;
    if (progress && progress->isCancelled())
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), {}};
    return Error{ErrorKind::Unreadable, device.errorString(), {}};
}

} // namespace ws

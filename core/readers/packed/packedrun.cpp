#include "core/readers/packed/packedrun.h"

#include "core/base/jsonbounds.h"
#include "core/base/parallel.h"
#include "core/base/texts.h"
#include "core/io/remote/remotecache.h"
#include "core/model/eventtext.h"
#include "core/readers/packed/packcolumns.h"
#include "core/readers/packed/packmeta.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <numeric>
#include <stdexcept>

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
                column(name, values.data(), values.size(), coding);
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

/// Says where the texts of events are.
class PackedText : public EventText
{
public:
    explicit PackedText(QString source) : m_source(std::move(source)) {}
    Result<Json> event(const Run &run, EventRef) const override
    {
        return Error{ErrorKind::Unsupported,
                     Core::tr("arguments of events are not in a packed run, but in the trace that it was made from: %1")
                         .arg(m_source),
                     run.info.stamp.path};
    }

private:
    const QString m_source;
};

struct Fault : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

class RunReader
{
public:
    RunReader(const PackSections &sections, Run &run) : m_sections(sections), m_run(run) {}

    /// Throws where the sections are no run.
    void read()
    {
        m_run.storage = m_sections.owner();
        const ValueColumn<uint8_t> meta = column<uint8_t>("meta");
        const std::string_view text(reinterpret_cast<const char *>(meta.data()), meta.size());
        m_sizes = applyPackMeta(Json::parse(boundedJson(text, {.depth = 80, .members = 2000})), m_run);
        m_work.emplace_back([this] { strings(); });
        lanes();
        m_work.emplace_back([this] { counters(); });
        forEachPackedColumn(m_run, [this](const char *name, auto &values, PackCoding) {
            using T = typename std::remove_reference_t<decltype(values)>::value_type;
            m_work.emplace_back([this, name, &values] { values = column<T>(name); });
        });
        parallelFor({0, m_work.size()}, 1, [this](size_t i) { m_work[i](); });
        longDurations();
        repeatWork();
        if (const std::string fault = faultOfRun(m_run); !fault.empty())
            throw Fault(fault);
    }

private:
    template <class T> ValueColumn<T> column(std::string_view name) const
    {
        const PackSection *section = m_sections.find(name);
        if (!section || section->count == 0)
            return {};
        if (section->coding == uint32_t(PackCoding::Raw) && section->elementBytes == sizeof(T) &&
            section->bytes.size() / sizeof(T) == section->count && section->bytes.size() % sizeof(T) == 0 &&
            reinterpret_cast<uintptr_t>(section->bytes.data()) % alignof(T) == 0)
            return ValueColumn<T>::showing({reinterpret_cast<const T *>(section->bytes.data()), section->count});
        auto values = codedValues<T>(*section);
        if (!values)
            throw Fault("a column is no coding of its values: " + std::string(name));
        return std::move(*values);
    }

    void strings()
    {
        const ValueColumn<uint8_t> all = column<uint8_t>("names");
        const ValueColumn<uint32_t> sizes = column<uint32_t>("name.size");
        size_t at = 0;
        for (const uint32_t size : sizes) {
            const auto next = static_cast<StringId>(m_run.strings.size());
            if (size == 0 || size > all.size() - at ||
                m_run.strings.intern({reinterpret_cast<const char *>(std::as_const(all).data()) + at, size}) != next)
                throw Fault("a name that is cut, or there twice");
            at += size;
        }
    }

    /// A part of a joined column: shown where the whole is, else copied.
    template <class T> static ValueColumn<T> part(const ValueColumn<T> &whole, uint64_t begin, uint64_t count)
    {
        if (begin > whole.size() || count > whole.size() - begin)
            throw Fault("a row without its slices");
        const std::span<const T> values(whole.data() + begin, count);
        if (whole.memoryBytes() == 0)
            return ValueColumn<T>::showing(values);
        ValueColumn<T> copy;
        copy.assign(values.begin(), values.end());
        return copy;
    }

    template <class T> void lanesOf(const char *name, ValueColumn<T> Lane::*member)
    {
        m_work.emplace_back([this, name, member] {
            const ValueColumn<T> whole = column<T>(name);
            uint64_t at = 0;
            for (size_t lane = 0; lane < m_sizes.lanes.size(); at += m_sizes.lanes[lane++])
                m_run.timeline.lanes[lane].*member = part(whole, at, m_sizes.lanes[lane]);
            if (at != whole.size())
                throw Fault("slices without a row");
        });
    }
    template <class T>
    void lanesOf(const char *name, const char *bytesName, NarrowColumn<T> Lane::*member, size_t width)
    {
        m_work.emplace_back([this, name, bytesName, member, width] {
            if (m_sections.find(bytesName))
                narrowBytes<T>(bytesName, member, width);
            else
                narrowValues<T>(name, member, width);
        });
    }
    template <class T> void narrowBytes(const char *name, NarrowColumn<T> Lane::*member, size_t width)
    {
        const ValueColumn<uint8_t> whole = column<uint8_t>(name);
        uint64_t at = 0;
        for (size_t lane = 0; lane < m_sizes.lanes.size(); ++lane) {
            const uint64_t size = m_sizes.lanes[lane];
            const uint32_t each = m_sizes.widths[lane][width];
            if (each > sizeof(T) || size > whole.size())
                throw Fault("a row without its slices");
            const uint64_t bytes = size ? size * each + NarrowColumn<T>::padding : 0;
            if (!(m_run.timeline.lanes[lane].*member).show(part(whole, at, bytes), size, each))
                throw Fault("a row without its slices");
            at += bytes;
        }
    }
    template <class T> void narrowValues(const char *name, NarrowColumn<T> Lane::*member, size_t width)
    {
        const ValueColumn<T> whole = column<T>(name);
        uint64_t at = 0;
        for (size_t lane = 0; lane < m_sizes.lanes.size(); ++lane) {
            const uint64_t size = m_sizes.lanes[lane];
            const uint32_t each = m_sizes.widths[lane][width];
            if (each < 1 || each > sizeof(T) || size > whole.size() - at)
                throw Fault("a row without its slices");
            NarrowColumn<T> &column = m_run.timeline.lanes[lane].*member;
            const uint64_t largest = ~uint64_t(0) >> (64 - 8 * each);
            column.resizeForOverwrite(size, largest);
            for (size_t i = 0; i < size; ++i)
                column.set(i, static_cast<T>(std::min<uint64_t>(whole[at + i], largest)));
            at += size;
        }
    }

    void lanes()
    {
        lanesOf<int64_t>("lane.start", &Lane::start);
        lanesOf<uint32_t>("lane.duration", &Lane::duration);
        lanesOf<StringId>("lane.name", "lane.nameBytes", &Lane::name, 0);
        lanesOf<uint16_t>("lane.category", "lane.categoryBytes", &Lane::category, 1);
        lanesOf<uint64_t>("lane.text", "lane.textBytes", &Lane::text, 2);
    }

    void longDurations()
    {
        const auto lane = column<uint32_t>("long.lane"), index = column<uint32_t>("long.index");
        const auto ns = column<int64_t>("long.ns");
        if (lane.size() != index.size() || lane.size() != ns.size())
            throw Fault("columns of different lengths");
        for (size_t i = 0; i < lane.size(); ++i) {
            if (lane[i] >= m_run.timeline.lanes.size())
                throw Fault("a slice that is not there");
            m_run.timeline.lanes[lane[i]].longDurations.emplace_back(index[i], ns[i]);
        }
    }

    void counters()
    {
        const auto times = column<int64_t>("counter.time");
        const auto values = column<double>("counter.value");
        uint64_t at = 0;
        for (size_t i = 0; i < m_sizes.counters.size(); at += m_sizes.counters[i++]) {
            CounterSeries &series = m_run.timeline.counters[i];
            series.time = part(times, at, m_sizes.counters[i]);
            series.value = part(values, at, m_sizes.counters[i]);
            const auto all = std::as_const(series.value);
            if (!all.empty())
                std::tie(series.min, series.max) =
                    std::pair(*std::min_element(all.begin(), all.end()), *std::max_element(all.begin(), all.end()));
        }
    }

    void repeatWork()
    {
        GpuWork &gpu = m_run.gpu;
        if (!gpu.start.empty() || gpu.slice.empty())
            return;
        const Timeline &t = m_run.timeline;
        const size_t n = gpu.slice.size();
        gpu.start.resizeForOverwrite(n);
        gpu.duration.resizeForOverwrite(n);
        gpu.name.resizeForOverwrite(n);
        const auto &slices = std::as_const(gpu.slice);
        for (size_t i = 0; i < n; ++i) {
            const EventRef slice = slices[i];
            if (slice.lane >= t.lanes.size() || slice.index >= t.lanes[slice.lane].size() ||
                slice.index >= t.lanes[slice.lane].duration.size() || slice.index >= t.lanes[slice.lane].name.size())
                throw Fault("a slice that is not there");
            gpu.start[i] = t.start(slice);
            gpu.duration[i] = t.duration(slice);
            gpu.name[i] = t.name(slice);
        }
    }

    const PackSections &m_sections;
    Run &m_run;
    PackSizes m_sizes;
    std::vector<std::function<void()>> m_work;
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

Result<std::shared_ptr<Run>> unpackRun(const PackSections &sections, const QString &path)
{
    const auto run = std::make_shared<Run>();
    try {
        RunReader(sections, *run).read();
        return run;
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &e) {
        return Error{
            ErrorKind::Malformed,
            Core::tr("the packed run contradicts itself (%1); pack the trace again").arg(QString::fromUtf8(e.what())),
            path};
    }
}

Match matchPacked(const Head &head)
{
    return head.bytes.starts_with(packMagic) ? Match::Certain : Match::No;
}

Result<RunPtr> readPacked(ByteSource &source, Progress &progress)
{
    const Result<PackSections> sections = PackSections::read(source, progress);
    if (!sections)
        return sections.error();
    if (sections->isCut())
        return Error{ErrorKind::Malformed,
                     Core::tr("the packed run ends early: the file is cut; copy or download it again"), source.path(),
                     source.packedPosition()};
    Result<std::shared_ptr<Run>> run = unpackRun(*sections, source.path());
    if (!run)
        return run.error();
    RunInfo &info = (*run)->info;
    info.facts.emplace_back(Core::tr("Packed from").toStdString(), info.stamp.path.toStdString());
    (*run)->eventText = std::make_shared<PackedText>(info.stamp.path);
    info.stamp = source.stamp();
    return RunPtr(std::move(*run));
}

} // namespace ws

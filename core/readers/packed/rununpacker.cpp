// Sections of a packed file as a run.

#include "core/base/jsonbounds.h"
#include "core/base/parallel.h"
#include "core/base/texts.h"
#include "core/readers/packed/packcolumns.h"
#include "core/readers/packed/packedrun.h"
#include "core/readers/packed/packmeta.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <tuple>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

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
        m_sizes = applyPackMeta(Json::parse(boundedJson(text, {.depth = 80, .members = 20'000})), m_run);
        m_work.emplace_back([this] { strings(); });
        lanes();
        m_work.emplace_back([this] { counters(); });
        forEachPackedColumn(m_run, [this](const char *name, auto &values, PackCoding) {
            m_work.emplace_back([this, name, &values] { read(name, values); });
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

    template <class T> void read(const char *name, ValueColumn<T> &values) const { values = column<T>(name); }
    template <class T> void read(const char *name, NarrowColumn<T> &values) const
    {
        const PackSection *section = m_sections.find(name);
        if (!section || section->coding != uint32_t(PackCoding::Narrow)) {
            values = NarrowColumn<T>::of(column<T>(name));
            return;
        }
        const auto *bytes = reinterpret_cast<const uint8_t *>(section->bytes.data());
        if (!values.show(ValueColumn<uint8_t>::showing({bytes, section->bytes.size()}), section->count,
                         section->elementBytes))
            throw Fault("a column is no coding of its values: " + std::string(name));
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

} // namespace ws

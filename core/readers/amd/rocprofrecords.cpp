#include "core/readers/amd/rocprofrecords.h"

#include "core/readers/amd/jsoncursor.h"
#include "core/readers/amd/rocprofkeys.h"

#include <nlohmann/json.hpp>

#include <array>

namespace ws {
namespace {

class Handler : public nlohmann::json_sax<nlohmann::json>
{
public:
    Handler(RocprofContent &content, StringPool &strings, Progress &progress, const char *begin, const char *const *at)
        : m_content(content), m_strings(strings), m_grids(strings), m_progress(progress), m_begin(begin), m_at(at)
    {
    }

    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t number) override { return integer(number); }
    bool number_unsigned(number_unsigned_t number) override { return integer(static_cast<int64_t>(number)); }
    bool number_float(number_float_t number, const string_t &) override
    {
        if (m_key == "value")
            m_value = number;
        return value();
    }
    bool string(string_t &text) override;
    bool binary(binary_t &) override { return value(); }
    bool key(string_t &key) override
    {
        m_key = std::move(key);
        return true;
    }
    bool start_object(std::size_t) override;
    bool end_object() override;
    bool start_array(std::size_t) override
    {
        open(true);
        return true;
    }
    bool end_array() override
    {
        close();
        return true;
    }
    bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &) override
    {
        m_content.complete = false;
        m_content.errorAt = static_cast<int64_t>(position);
        return false;
    }

private:
    struct Open
    {
        std::string key; ///< under which it stands; empty in an array
        bool isArray;
    };

    bool value()
    {
        m_key.clear();
        return true;
    }
    bool integer(int64_t number);
    void open(bool isArray) { m_open.push_back({std::exchange(m_key, {}), isArray}); }
    void close()
    {
        m_open.pop_back();
        m_key.clear();
    }
    RocprofSection sectionHere() const;
    void begin(RocprofSection section);
    void end();
    void endRecord();
    RocprofProcess &process() { return m_content.processes.back(); }
    StringId intern(const char *name)
    {
        const auto found = m_texts.find(name);
        return found == m_texts.end() ? 0 : m_strings.intern(found->second);
    }

    RocprofContent &m_content;
    StringPool &m_strings;
    LaunchGrids m_grids;
    Progress &m_progress;
    const char *m_begin;
    const char *const *m_at;
    std::vector<Open> m_open;
    std::string m_key;
    RocprofSection m_section = RocprofSection::None; ///< of the record that is open …
    size_t m_depth = 0;                              ///< … and how many containers were open before it
    int64_t m_offset = 0;
    std::array<int64_t, numbers> m_numbers{};
    std::unordered_map<std::string, std::string> m_texts; ///< of the record, by key
    std::vector<std::string> m_operations;
    uint32_t m_firstValue = 0;
    double m_value = 0;
    int64_t m_counter = 0;
    RocprofKind m_kind = RocprofKind::Call;
    std::string m_name; ///< scratch
};

constexpr int64_t notTold = -1;

RocprofSection Handler::sectionHere() const
{
    // { "rocprofiler-sdk-tool": [ { SECTION …
    constexpr size_t process = 3;
    if (m_open.size() < process || m_open[1].key != "rocprofiler-sdk-tool")
        return RocprofSection::None;
    if (m_open.size() == process)
        return m_key == "metadata" ? RocprofSection::Metadata : RocprofSection::None;
    if (!m_open.back().isArray)
        return RocprofSection::None;
    const std::string &list = m_open[process].key;
    if (m_open.size() == process + 1)
        return list == "agents"           ? RocprofSection::Agent
               : list == "kernel_symbols" ? RocprofSection::Kernel
               : list == "counters"       ? RocprofSection::Counter
                                          : RocprofSection::None;
    const std::string &inner = m_open[process + 1].key;
    if (m_open.size() != process + 2)
        return RocprofSection::None;
    if (list == "strings")
        return inner == "buffer_records" ? RocprofSection::Word
               : inner == "marker_api"   ? RocprofSection::Message
                                         : RocprofSection::None;
    return list == "buffer_records" || (list == "callback_records" && inner == "counter_collection")
               ? RocprofSection::Record
               : RocprofSection::None;
}

bool Handler::start_object(std::size_t)
{
    if (m_open.size() == 2 && m_open[1].key == "rocprofiler-sdk-tool")
        m_content.processes.emplace_back();
    if (m_section == RocprofSection::None && !m_content.processes.empty())
        if (const RocprofSection section = sectionHere(); section != RocprofSection::None)
            begin(section);
    open(false);
    return true;
}

void Handler::begin(RocprofSection section)
{
    m_section = section;
    m_depth = m_open.size();
    m_offset = *m_at - m_begin - 1;
    m_numbers.fill(notTold);
    m_texts.clear();
    m_operations.clear();
    m_firstValue = static_cast<uint32_t>(process().values.size());
    if (section != RocprofSection::Record)
        return;
    const std::string &list = m_open.back().key;
    m_kind = list == "kernel_dispatch"      ? RocprofKind::Kernel
             : list == "memory_copy"        ? RocprofKind::Copy
             : list == "marker_api"         ? RocprofKind::Marker
             : list == "counter_collection" ? RocprofKind::Counted
                                            : RocprofKind::Call;
}

bool Handler::integer(int64_t number)
{
    if (m_section != RocprofSection::None && m_open.size() > m_depth) {
        const bool isTop = m_open.size() == m_depth + 1;
        m_name = isTop ? std::string() : m_open.back().key.empty() ? "[]" : m_open.back().key;
        m_name += '.';
        m_name += m_key;
        if (const auto found = rocprofNumbers.find(m_name); found != rocprofNumbers.end())
            m_numbers[found->second] = number;
        else if (m_name == "counter_id.handle")
            m_counter = number;
        else if (m_key == "value")
            m_value = static_cast<double>(number);
    }
    return value();
}

bool Handler::string(string_t &text)
{
    if (m_section == RocprofSection::Word && m_open.back().isArray)
        m_operations.push_back(std::move(text));
    else if (m_section == RocprofSection::Metadata && m_open.back().isArray && m_open.back().key == "command")
        process().command += (process().command.empty() ? "" : " ") + text;
    else if (m_open.size() == m_depth + (m_section == RocprofSection::Metadata ? 2 : 1) &&
             m_section != RocprofSection::None && m_section != RocprofSection::Record)
        m_texts[m_key] = std::move(text);
    return value();
}

bool Handler::end_object()
{
    close();
    if (m_section == RocprofSection::None)
        return true;
    if (m_open.size() == m_depth) {
        end();
        m_section = RocprofSection::None;
    } else if (m_kind == RocprofKind::Counted && m_section == RocprofSection::Record && m_open.back().isArray &&
               m_open.back().key == "records") {
        process().values.emplace_back(m_counter, m_value);
    }
    return (++m_progress.events & 0xFFF) != 0 || !m_progress.isCancelled();
}

void Handler::end()
{
    RocprofProcess &p = process();
    const auto text = [this](const char *name) {
        const auto found = m_texts.find(name);
        return found == m_texts.end() ? std::string() : found->second;
    };
    switch (m_section) {
    case RocprofSection::Metadata:
        p.pid = m_numbers[Pid];
        p.host = text("hostname");
        break;
    case RocprofSection::Agent: {
        constexpr int64_t gpu = 2; // ROCPROFILER_AGENT_TYPE_GPU
        const std::string product = text("product_name");
        p.agents[m_numbers[Handle]] = {m_numbers[Type] == gpu,
                                       m_numbers[GpuIndex] >= 0 ? m_numbers[GpuIndex] : m_numbers[NodeIndex],
                                       product.empty() ? text("name") : product};
        break;
    }
    case RocprofSection::Word:
        p.words.emplace_back(text("kind"), std::move(m_operations));
        break;
    case RocprofSection::Message:
        p.messages[m_numbers[Key]] = intern("value");
        break;
    case RocprofSection::Kernel: {
        StringId name = intern("formatted_kernel_name");
        for (const char *other : {"demangled_kernel_name", "kernel_name"})
            name = name ? name : intern(other);
        p.kernels[m_numbers[KernelId]] = {name, intern("kernel_name")};
        break;
    }
    case RocprofSection::Counter:
        p.counters[m_numbers[Handle]] = intern("name");
        break;
    case RocprofSection::Record:
        endRecord();
        break;
    case RocprofSection::None:
        break;
    }
}

void Handler::endRecord()
{
    const auto &n = m_numbers;
    if (n[Start] == notTold || n[End] == notTold)
        return;
    RocprofRecord record;
    record.kind = m_kind;
    record.offset = m_offset;
    record.start = n[Start];
    record.end = n[End];
    record.word = n[Kind];
    record.operation = n[Operation];
    record.thread = n[Thread];
    record.correlation = n[Correlation];
    record.kernel = n[KernelId];
    record.dispatch = n[Dispatch];
    record.agent = n[Agent];
    record.queue = n[Queue];
    record.stream = n[Stream];
    record.from = n[From];
    record.to = n[To];
    record.grid = m_grids.textOfItems({n[GridX], n[GridY], n[GridZ]}, {n[BlockX], n[BlockY], n[BlockZ]});
    record.firstValue = m_firstValue;
    record.valueCount = static_cast<uint32_t>(process().values.size()) - m_firstValue;
    process().records.push_back(record);
}

} // namespace

RocprofContent parseRocprof(std::string_view json, StringPool &strings, Progress &progress)
{
    RocprofContent content;
    const char *reached = json.data();
    Handler handler(content, strings, progress, json.data(), &reached);
    const char *const end = json.data() + json.size();
    nlohmann::json::sax_parse(JsonCursor{json.data(), &reached}, JsonCursor{end, &reached}, &handler);
    return content;
}

} // namespace ws

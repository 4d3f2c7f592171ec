#include "core/readers/frameworks/protontree.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace ws {
namespace {

constexpr size_t maxMetrics = 200;
constexpr size_t shownParents = 12;
constexpr size_t longestPath = 400;

/// Takes the events of both forms and keeps the nodes.
class TreeSink
{
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    struct Node
    {
        size_t parent = SIZE_MAX;
        size_t depth = 0;
        std::string name;
        std::vector<std::pair<size_t, Cell>> metrics; ///< (index into metricNames, value)
    };

    bool null() { return true; }
    bool boolean(bool) { return true; }
    bool number_integer(number_integer_t value) { return number(double(value)); }
    bool number_unsigned(number_unsigned_t value) { return number(double(value)); }
    bool number_float(number_float_t value, const string_t &) { return number(value); }
    bool binary(binary_t &) { return true; }
    bool string(string_t &text)
    {
        if (state() == State::Frame && m_key == "name")
            m_nodes[m_open.back()].name = text;
        else if (state() == State::Metrics)
            addMetric(Cell(text));
        else if (state() == State::Device)
            addFact(text);
        return true;
    }
    bool key(string_t &text)
    {
        m_key = text;
        return true;
    }
    bool start_object(size_t)
    {
        switch (state()) {
        case State::Top:
            m_states.push_back(State::List); // one tree without its array
            return start_object(0);
        case State::List:
            if (m_nodes.empty())
                return openNode();
            m_states.push_back(State::DeviceTypes);
            return true;
        case State::Children:
            return openNode();
        case State::Node:
            m_states.push_back(m_key == "frame" ? State::Frame : m_key == "metrics" ? State::Metrics : State::Other);
            return true;
        case State::DeviceTypes:
            m_deviceType = m_key;
            m_states.push_back(State::Devices);
            return true;
        case State::Devices:
            m_facts.emplace_back(m_deviceType + " " + m_key, std::string());
            m_states.push_back(State::Device);
            return true;
        default:
            m_states.push_back(State::Other);
            return true;
        }
    }
    bool end_object()
    {
        if (state() == State::Node)
            m_open.pop_back();
        return pop();
    }
    bool start_array(size_t)
    {
        m_states.push_back(state() == State::Top                           ? State::List
                           : state() == State::Node && m_key == "children" ? State::Children
                                                                           : State::Other);
        return true;
    }
    bool end_array() { return pop(); }
    bool parse_error(size_t at, const std::string &, const nlohmann::detail::exception &)
    {
        m_errorAt = static_cast<int64_t>(at);
        return false;
    }

    const std::vector<Node> &nodes() const { return m_nodes; }
    const std::vector<std::string> &metricNames() const { return m_metricNames; }
    const std::vector<std::pair<std::string, std::string>> &facts() const { return m_facts; }
    int64_t errorAt() const { return m_errorAt; }
    void failAt(size_t at) { m_errorAt = static_cast<int64_t>(at); }

private:
    enum class State : uint8_t { Top, List, Node, Frame, Metrics, Children, DeviceTypes, Devices, Device, Other };

    State state() const { return m_states.back(); }
    bool pop()
    {
        if (m_states.size() > 1)
            m_states.pop_back();
        return true;
    }
    bool openNode()
    {
        Node node;
        node.parent = m_open.empty() ? SIZE_MAX : m_open.back();
        node.depth = m_open.size();
        m_open.push_back(m_nodes.size());
        m_nodes.push_back(std::move(node));
        m_states.push_back(State::Node);
        return true;
    }
    bool number(double value)
    {
        if (state() == State::Metrics)
            addMetric(Cell(value));
        else if (state() == State::Device)
            addFact(std::to_string(std::llround(std::clamp(value, -9e15, 9e15))));
        return true;
    }
    void addMetric(Cell value)
    {
        auto place = m_metrics.find(m_key);
        if (place == m_metrics.end()) {
            if (m_metricNames.size() == maxMetrics)
                return;
            place = m_metrics.emplace(m_key, m_metricNames.size()).first;
            m_metricNames.push_back(m_key);
        }
        m_nodes[m_open.back()].metrics.emplace_back(place->second, std::move(value));
    }
    void addFact(const std::string &value)
    {
        std::string &fact = m_facts.back().second;
        if (fact.size() < longestPath)
            fact += (fact.empty() ? "" : ", ") + m_key + " " + value;
    }

    std::vector<State> m_states{State::Top};
    std::vector<size_t> m_open; ///< nodes around this one
    std::vector<Node> m_nodes;
    std::vector<std::string> m_metricNames;
    std::map<std::string, size_t, std::less<>> m_metrics;
    std::vector<std::pair<std::string, std::string>> m_facts;
    std::string m_key, m_deviceType;
    int64_t m_errorAt = -1;
};

/// MessagePack as the events of a JSON parser; its maps and arrays say their size before.
class PackedTree
{
public:
    PackedTree(std::string_view bytes, TreeSink &sink) : m_bytes(bytes), m_sink(sink) {}

    /// False: the bytes end early or are none.
    bool run()
    {
        do {
            if (m_at >= m_bytes.size() || !value())
                return fail();
            closeFinished();
        } while (!m_open.empty());
        return true;
    }

private:
    struct Open
    {
        uint64_t left; ///< values, and keys of a map
        bool isMap;
    };

    bool fail()
    {
        m_sink.failAt(m_at);
        return false;
    }

    void closeFinished()
    {
        while (!m_open.empty() && m_open.back().left == 0) {
            if (m_open.back().isMap)
                m_sink.end_object();
            else
                m_sink.end_array();
            m_open.pop_back();
        }
    }

    bool take(size_t size, uint64_t &number)
    {
        if (size > m_bytes.size() - m_at)
            return false;
        number = 0;
        for (size_t i = 0; i < size; ++i)
            number = number << 8 | static_cast<uint8_t>(m_bytes[m_at + i]);
        m_at += size;
        return true;
    }

    bool text(uint64_t size, bool isKey, bool isText)
    {
        if (size > m_bytes.size() - m_at)
            return false;
        std::string content(m_bytes.substr(m_at, size));
        m_at += size;
        if (isText)
            repairUtf8(content);
        return !isText ? true : isKey ? m_sink.key(content) : m_sink.string(content);
    }

    bool open(uint64_t count, bool isMap)
    {
        m_open.push_back({isMap ? 2 * count : count, isMap});
        return isMap ? m_sink.start_object(count) : m_sink.start_array(count);
    }

    bool sized(size_t bytes, bool isKey, uint8_t base)
    {
        uint64_t size = 0;
        if (!take(bytes, size))
            return false;
        switch (base) {
        case 's':
            return text(size, isKey, true);
        case 'b':
            return text(size, isKey, false);
        case 'x':
            return text(size + 1, isKey, false);
        default:
            return open(size, base == 'm');
        }
    }

    bool fixedNumber(uint8_t type)
    {
        uint64_t bits = 0;
        const size_t size = type == 0xCA ? 4 : type == 0xCB ? 8 : size_t(1) << (type & 3);
        if (!take(size, bits))
            return false;
        if (type == 0xCA)
            return m_sink.number_float(double(std::bit_cast<float>(uint32_t(bits))), {});
        if (type == 0xCB)
            return m_sink.number_float(std::bit_cast<double>(bits), {});
        if (type < 0xD0)
            return m_sink.number_unsigned(bits);
        const unsigned shift = unsigned(64 - 8 * size);
        return m_sink.number_integer(static_cast<int64_t>(bits << shift) >> shift);
    }

    bool value()
    {
        const bool isKey = !m_open.empty() && m_open.back().isMap && m_open.back().left % 2 == 0;
        if (!m_open.empty())
            --m_open.back().left;
        const auto type = static_cast<uint8_t>(m_bytes[m_at++]);
        if (type < 0x80)
            return m_sink.number_unsigned(type);
        if (type < 0xA0)
            return open(type & 0x0F, type < 0x90);
        if (type < 0xC0)
            return text(type & 0x1F, isKey, true);
        if (type >= 0xE0)
            return m_sink.number_integer(static_cast<int8_t>(type));
        if (type >= 0xCA && type <= 0xD3)
            return fixedNumber(type);
        if (type >= 0xD4 && type <= 0xD8) // an extension of 1 to 16 bytes
            return text((uint64_t(1) << (type - 0xD4)) + 1, isKey, false);
        switch (type) {
        case 0xC0:
            return m_sink.null();
        case 0xC2:
        case 0xC3:
            return m_sink.boolean(type == 0xC3);
        case 0xC4:
        case 0xC5:
        case 0xC6:
            return sized(size_t(1) << (type - 0xC4), isKey, 'b');
        case 0xC7:
        case 0xC8:
        case 0xC9:
            return sized(size_t(1) << (type - 0xC7), isKey, 'x');
        case 0xD9:
        case 0xDA:
        case 0xDB:
            return sized(size_t(1) << (type - 0xD9), isKey, 's');
        case 0xDC:
        case 0xDD:
            return sized(type == 0xDC ? 2 : 4, isKey, 'a');
        case 0xDE:
        case 0xDF:
            return sized(type == 0xDE ? 2 : 4, isKey, 'm');
        default:
            return false;
        }
    }

    std::string_view m_bytes;
    TreeSink &m_sink;
    size_t m_at = 0;
    std::vector<Open> m_open;
};

bool isMessagePack(std::string_view bytes)
{
    const auto first = bytes.empty() ? uint8_t(0) : static_cast<uint8_t>(bytes.front());
    return (first >= 0x80 && first < 0xA0) || first == 0xDC || first == 0xDD;
}

bool holdsNodes(std::string_view bytes)
{
    const auto has = [bytes](std::string_view text) { return bytes.find(text) != bytes.npos; };
    return has("children") && has("frame") && has("metrics");
}

/// "time (ns)", in older versions "Time (ns)".
std::string lowerCase(std::string_view name)
{
    std::string text(name);
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

Unit unitOfMetric(const std::string &name, const std::vector<TreeSink::Node> &nodes, size_t metric)
{
    for (const TreeSink::Node &node : nodes)
        for (const auto &[index, value] : node.metrics)
            if (index == metric && std::holds_alternative<std::string>(value))
                return Unit::Text;
    if (name == "count" || name.starts_with("num_"))
        return Unit::Count;
    if (name == "bytes")
        return Unit::Bytes;
    const Unit unit = unitOfHeader(name);
    return unit == Unit::Text ? Unit::Number : unit;
}

std::string pathOf(const std::vector<TreeSink::Node> &nodes, size_t node)
{
    std::string path;
    size_t count = 0;
    for (size_t at = nodes[node].parent; at != SIZE_MAX; at = nodes[at].parent) {
        if (++count > shownParents || path.size() > longestPath)
            return "… › " + path;
        path = nodes[at].name + (path.empty() ? "" : " › " + path);
    }
    return path;
}

Table tableOfTree(const TreeSink &sink)
{
    const auto &nodes = sink.nodes();
    Table table;
    table.kind = "proton";
    table.report = "tree";
    table.title = table.report;
    table.line = 1;
    table.columns = {{"Name", Unit::Text}, {"Depth", Unit::Number}, {"Within", Unit::Text}};
    std::vector<size_t> order(sink.metricNames().size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto rank = [&](size_t metric) {
        const std::string name = lowerCase(sink.metricNames()[metric]);
        return name == "time (ns)" ? 0 : name == "count" ? 1 : name.starts_with("device") ? 3 : 2;
    };
    std::ranges::stable_sort(order, {}, rank);
    std::vector<size_t> columnOf(order.size());
    int time = -1, count = -1;
    for (const size_t metric : order) {
        columnOf[metric] = table.columns.size();
        const std::string &name = sink.metricNames()[metric];
        if (lowerCase(name) == "time (ns)")
            time = int(table.columns.size());
        if (lowerCase(name) == "count")
            count = int(table.columns.size());
        table.columns.push_back({name, unitOfMetric(lowerCase(name), nodes, metric)});
    }
    for (size_t i = 0; i < nodes.size(); ++i) {
        std::vector<Cell> row(table.columns.size());
        row[0] = nodes[i].name;
        row[1] = double(nodes[i].depth);
        if (nodes[i].parent != SIZE_MAX)
            row[2] = pathOf(nodes, i);
        for (const auto &[metric, value] : nodes[i].metrics)
            row[columnOf[metric]] = value;
        table.rows.push_back(std::move(row));
        const bool isWork = nodes[i].depth > 0 && table.numberAt(i, time) > 0 && table.numberAt(i, count) > 0;
        table.rowKinds.push_back(isWork ? RowKind::DeviceWork : RowKind::Annotation);
    }
    return table;
}

} // namespace

Match matchProtonTree(const Head &head)
{
    if (head.container == Container::Sqlite || !holdsNodes(head.bytes))
        return Match::No;
    if (isMessagePack(head.bytes))
        return Match::Certain;
    std::string storage;
    const std::string_view text = trimmed(headText(head, storage));
    const bool isJson = text.starts_with('[') || text.starts_with('{');
    const bool isOther = text.find("\"traceEvents\"") != text.npos || text.find("\"ph\"") != text.npos;
    const bool isTree = text.find("\"children\"") != text.npos && text.find("\"frame\"") != text.npos &&
                        text.find("\"metrics\"") != text.npos;
    return isJson && !isOther && isTree ? Match::Certain : Match::No;
}

Result<RunPtr> readProtonTree(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    TreeSink sink;
    if (isMessagePack(source.head().bytes)) {
        const auto bytes = source.readAll(progress);
        if (!bytes)
            return bytes.error();
        run->info.stamp = source.stamp();
        run->info.container = source.container();
        run->info.complete = !source.isIncomplete();
        PackedTree(*bytes, sink).run();
    } else {
        const auto text = readText(source, progress, *run);
        if (!text)
            return text.error();
        nlohmann::json::sax_parse(*text, &sink);
    }
    if (sink.nodes().empty())
        return Error{ErrorKind::Malformed, Core::tr("the tree of Triton's Proton has no node"), source.path(),
                     sink.errorAt()};
    if (sink.errorAt() >= 0) {
        run->info.complete = false;
        run->diagnostics.add("truncated", Core::tr("The tree is damaged or cut; nodes from there on are missing."),
                             sink.errorAt());
    }
    run->info.format = "proton-tree";
    run->info.facts = sink.facts();
    run->tables.push_back(tableOfTree(sink));
    progress.phase = Phase::Done;
    return RunPtr(std::move(run));
}

} // namespace ws

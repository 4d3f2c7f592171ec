#include "app/cli/mcpanswers.h"

#include "core/base/format.h"
#include "core/report/trustreport.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace ws::cli {
namespace {

constexpr size_t rowsWithin = 20; ///< of an array in a row that is itself one of many
constexpr size_t listed = 200;    ///< of an array of single values
constexpr size_t longText = 2000, shortText = 200;

/// Cut where a character begins.
std::string cutText(const std::string &text, size_t bytes)
{
    size_t end = bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end;
    return text.substr(0, end) + "…";
}

class PageCopy
{
public:
    PageCopy(McpPage page, size_t within, size_t textBytes) : m_page(page), m_within(within), m_textBytes(textBytes) {}

    McpJson copy(const McpJson &value, const std::string &at, bool isWithinRow)
    {
        if (value.is_object()) {
            McpJson object = McpJson::object();
            for (const auto &[key, member] : value.items())
                object[key] = copy(member, at + '/' + key, isWithinRow);
            return object;
        }
        if (value.is_array())
            return copyArray(value, at, isWithinRow);
        if (value.is_string() && value.get_ref<const std::string &>().size() > m_textBytes) {
            ++m_cutTexts;
            return cutText(value.get_ref<const std::string &>(), m_textBytes);
        }
        return value;
    }

    McpJson more() const
    {
        McpJson more = nullptr;
        if (m_isCut)
            more["offset"] = m_page.offset + m_page.limit;
        if (!m_rows.empty())
            more["rows"] = m_rows;
        if (!m_inner.empty())
            more["cut_within_rows"] = m_inner;
        if (m_cutTexts > 0)
            more["cut_texts"] = m_cutTexts;
        return more;
    }

private:
    McpJson copyArray(const McpJson &value, const std::string &at, bool isWithinRow)
    {
        McpJson array = McpJson::array();
        const size_t size = value.size();
        const bool isOfRows = size > 0 && value.front().is_structured(); // else names, numbers, sentences
        const bool isPaged = isOfRows && !isWithinRow && size > m_page.limit;
        const size_t limit = isPaged ? m_page.limit : isWithinRow ? m_within : std::max(m_page.limit, listed);
        const size_t begin = isPaged ? std::min(m_page.offset, size) : 0;
        const size_t end = begin + std::min(limit, size - begin);
        for (size_t k = begin; k < end; ++k)
            array.push_back(copy(value[k], at + '/' + std::to_string(k), isWithinRow || isPaged));
        if (isPaged) {
            m_rows[at] = size;
            m_isCut = m_isCut || end < size;
        } else if (end < size && m_inner.size() < rowsWithin) {
            m_inner[at] = size;
        }
        return array;
    }

    McpPage m_page;
    size_t m_within, m_textBytes;
    bool m_isCut = false;
    McpJson m_rows = McpJson::object(), m_inner = McpJson::object();
    size_t m_cutTexts = 0;
};

struct Need
{
    const char *rule;
    const char *needs;
};

/// What a recording would have to hold, by the rule that withholds.
constexpr Need needs[] = {
    {"no-known-gpu",
     "a recording with the GPU's activities (ProfilerActivity.CUDA, nsys profile -t cuda), or the name of "
     "the GPU's row, given as --gpu-row NAME when the server is started"},
    {"cpu-alone", "a recording with the device's activities (ProfilerActivity.CUDA, XPU or PrivateUse1)"},
    {"calls-alone", "the files with the GPU's work of the same recording (kernel_trace.csv, memory_copy_trace.csv)"},
    {"no-gpu-work", "a recording with the GPU's activities (ProfilerActivity.CUDA, nsys profile -t cuda)"},
    {"empty-capture",
     "a recording in which the profiler collected the GPU's activities: launches are there, work is not"},
    {"no-timeline", "the trace that the tables were made from, opened itself"},
    {"filtered-calls", "the recording before calls were taken out of it"},
    {"whole-graphs", "graphs recorded node by node (nsys profile --cuda-graph-trace=node)"},
    {"before-launch", "a recording in which the clocks of CPU and GPU agree"},
    {"lost-graphs", "a recording that holds the work of graphs"},
    {"lost-head", "a recording that begins after the profiler has warmed up"},
    {"lost-tail", "a recording that ends after the GPU has finished"},
    {"lost-launches", "a shorter recording, or one with larger buffers, so that no work is dropped"},
    {"failed-calls", "a recording of a run in which no call of CUDA returns an error"},
    {"rounded-starts", "the table as the profiler wrote it, not as a spreadsheet saved it"},
    {"before-dispatch", "timestamps.csv or pmc_perf.csv of the same folder"},
    {"rounded-durations", "the table as the profiler wrote it, not as a spreadsheet saved it"},
    {"missing-dispatches", "a recording of all dispatches, without a filter of kernels"},
    {"missing-tasks", "the table with all rows that the profiler wrote"},
    {"collective-parts", "msprof's trace of the same iteration with its collectives (msprof_*.json, or HCCL's)"},
    {"no-metric-values", "a measurement of metrics that the device has (ncu --query-metrics), or of sections "
                         "(ncu --set full)"},
    {"kernel-counters", "a recording without hardware counters (rocprofv3 --sys-trace)"},
    {"lost-kind", "a recording with kernels and copies"},
    {"no-computation", "the recording with all of the GPU's work, not communication alone"},
};

std::string needsOf(const std::string &rule)
{
    const auto found = std::ranges::find_if(needs, [&](const Need &need) { return rule == need.rule; });
    return found != std::end(needs) ? found->needs : "a recording without what the reason names";
}

/// A sentence ends as one, and is said once.
void append(std::string &all, const std::string &sentence)
{
    if (sentence.empty() || all.find(sentence) != std::string::npos)
        return;
    const bool isEnded = all.empty() || all.ends_with('.') || all.ends_with(':') || all.ends_with(';');
    all += (all.empty() ? "" : isEnded ? " " : "; ") + sentence;
}

/// Members of these names, wherever they stand, become null.
void clear(McpJson &json, std::span<const char *const> names)
{
    if (json.is_array())
        for (McpJson &value : json)
            clear(value, names);
    if (!json.is_object())
        return;
    for (auto member = json.begin(); member != json.end(); ++member)
        if (std::ranges::any_of(names, [&](const char *name) { return member.key() == name; }))
            member.value() = nullptr;
        else
            clear(member.value(), names);
}

std::string joined(const McpJson &texts)
{
    std::string all;
    for (const McpJson &text : texts)
        if (text.is_string())
            append(all, text.get<std::string>());
    return all;
}

std::vector<McpDoubt> replayDoubts(const McpJson &answer)
{
    if (answer.value("verdict", "") != "refused")
        return {};
    return {{{"predictedNs", "wins", "boundBy"},
             joined(answer["why"]),
             "a recording whose replay is near it: `reason` says what is missing"}};
}

std::vector<McpDoubt> compareDoubts(const McpJson &answer)
{
    if (!answer.contains("comparability"))
        return {};
    const McpJson &comparability = answer["comparability"];
    if (answer.value("verdict", "") != "inconclusive" && comparability.value("ok", true))
        return {};
    return {{{"verdict"},
             joined(comparability["reasons"]),
             "two recordings of the same work with the same settings, at least eight steps of each"}};
}

std::vector<McpDoubt> limitsDoubts(McpJson &answer)
{
    constexpr double enough = 0.8;
    const McpJson &covered = answer["covered"];
    const double known = covered.value("gpuNs", 0.0), all = covered.value("ofNs", 0.0);
    const double share = all > 0 ? known / all : 0;
    std::vector<McpDoubt> doubts;
    if (share < enough) {
        answer["sum"] = nullptr;
        doubts.push_back({{"sum"},
                          "The need of operators is known for " + formatPercent(share).toStdString() +
                              " of the GPU work that is no communication; below 80 % nothing is said of the whole.",
                          "a recording with shapes (record_shapes=True), of graphs also one of their capture, given as "
                          "`capture`"});
    }
    if (answer["device"]["peaks"].is_null())
        doubts.push_back({{"ofLimit"},
                          "What the device can do is not known.",
                          "the device's figures, given as `peak` and `bandwidth`"});
    return doubts;
}

std::vector<McpDoubt> ranksDoubts(const McpJson &answer)
{
    if (!answer.contains("verdict") || !answer["verdict"].is_object())
        return {};
    const std::string basis = answer["verdict"].value("basis", "");
    if (basis == "sufficient")
        return {};
    return {{{"verdict"},
             joined(answer["sentences"]),
             basis == "one rank" ? "the traces of the other ranks, in one folder"
                                 : "recordings of the same steps by all ranks, at least five steps each"}};
}

/// A row of kind "unattributed" is GPU work that no module is known of.
std::vector<McpDoubt> modulesDoubts(const McpJson &answer)
{
    if (!answer.contains("phases"))
        return {};
    for (const McpJson &tree : answer["phases"])
        for (const McpJson &row : tree["rows"])
            if (row.value("kind", "") == "module")
                return {};
    return {{{"modules"},
             "The file holds no call of a module, so which module the work is of is not known.",
             "a recording with calls of nn.Module (with_modules=True or with_stack=True), of graphs also one of their "
             "capture, given as `capture`"}};
}

/// Adds the idle time of each `byCause`, or `idle` of a budget, and the part of it without a cause.
void addCauses(const McpJson &json, int64_t &idle, int64_t &unknown)
{
    if (!json.is_object() || !json.contains("unknown"))
        return;
    for (const auto &[cause, ns] : json.items())
        idle += ns.is_number_integer() ? ns.get<int64_t>() : 0;
    unknown += json["unknown"].is_number_integer() ? json["unknown"].get<int64_t>() : 0;
}

/// Of `gaps` all gaps of all devices, of `overview` those of the unit.
std::vector<McpDoubt> causesDoubts(const McpJson &answer)
{
    constexpr double enough = 0.8;
    int64_t idle = 0, unknown = 0;
    if (answer.contains("devices"))
        for (const McpJson &device : answer["devices"])
            addCauses(device.value("byCause", McpJson()), idle, unknown);
    if (answer.contains("budget") && answer["budget"].is_object())
        addCauses(answer["budget"].value("idle", McpJson()), idle, unknown);
    const double known = idle > 0 ? double(idle - unknown) / double(idle) : 1;
    if (known >= enough)
        return {};
    return {{{"gap-causes"},
             "The cause is known for " + formatPercent(known).toStdString() +
                 " of the idle time: of the rest the launch of the work that ends it is not in the file, or several "
                 "calls may be it.",
             "a recording that holds the calls that launch the GPU's work"}};
}

std::vector<McpDoubt> sqlDoubts(const McpJson &answer)
{
    if (!answer.contains("emptyTables") || answer["emptyTables"].empty())
        return {};
    std::vector<std::string> tables = answer["emptyTables"];
    std::string names;
    for (const std::string &table : tables)
        names += (names.empty() ? "" : ", ") + table;
    return {{tables, "The file has nothing for these tables, so the answer says nothing of them: " + names + '.',
             "a recording that holds what these tables are of"}};
}

} // namespace

std::string mcpText(const McpJson &json)
{
    return json.dump(-1, ' ', false, McpJson::error_handler_t::replace);
}

McpJson bounded(const McpJson &whole, McpPage &page, size_t maxBytes, McpJson &more)
{
    size_t within = rowsWithin, text = longText;
    for (;;) {
        PageCopy copy(page, within, text);
        McpJson answer = copy.copy(whole, {}, false);
        more = copy.more();
        const bool isSmallest = page.limit == 1 && within == 1 && text == shortText;
        if (isSmallest || mcpText(answer).size() <= maxBytes)
            return answer;
        if (page.limit > 1) {
            page.limit /= 2;
        } else {
            within = 1;
            text = shortText;
        }
    }
}

McpJson cannotAnswer(const std::vector<McpDoubt> &doubts)
{
    if (doubts.empty())
        return nullptr;
    McpJson of = McpJson::array();
    std::string reason, needed;
    for (const McpDoubt &doubt : doubts) {
        for (const std::string &one : doubt.of)
            if (std::ranges::find(of, McpJson(one)) == of.end())
                of.push_back(one);
        append(reason, doubt.reason);
        append(needed, doubt.needs);
    }
    return {{"of", of}, {"reason", reason}, {"needs", needed}};
}

std::vector<McpDoubt> doubtsOf(const Fit &fit, uint16_t numbers)
{
    std::vector<McpDoubt> doubts;
    const McpJson json = fitJson(fit);
    for (size_t k = 0; k < fit.reasons.size(); ++k) {
        McpDoubt doubt;
        // Of tables nothing is withheld, since nothing of the kind is in them.
        const uint16_t unknown =
            fit.reasons[k].id == "no-timeline" ? uint16_t(GpuIdle | GapCauses) : fit.reasons[k].withholds;
        for (uint16_t number = 1; number && number <= lastTrustNumber; number = static_cast<uint16_t>(number << 1))
            if (unknown & numbers & number)
                doubt.of.emplace_back(trustNumberId(TrustNumber(number)));
        if (doubt.of.empty())
            continue;
        const McpJson &said = json["reasons"][k];
        for (const char *part : {"what", "howMuch", "consequence"})
            if (const std::string text = said.value(part, ""); !text.empty())
                append(doubt.reason, text + (text.back() == '.' ? "" : "."));
        doubt.needs = needsOf(fit.reasons[k].id);
        doubts.push_back(std::move(doubt));
    }
    return doubts;
}

void withhold(const std::string &tool, McpJson &answer, const Fit &fit, uint16_t numbers)
{
    constexpr std::array idle = {"idleNs",    "idle",          "byCause",         "busyNs",
                                 "busyShare", "exposedCommNs", "exposedMemcpyNs", "gpuBusyNs"};
    constexpr std::array causes = {"byCause", "cause", "fill", "evidence", "evidenceNs", "launcher", "line", "within"};
    constexpr std::array gap = {"durationNs", "madeOf", "unrecordedNs"};
    constexpr std::array predicted = {"predictedNs", "lowNs", "highNs", "boundBy", "wins"};
    uint16_t withheld = 0;
    for (const TrustFinding &reason : fit.reasons)
        withheld |= reason.withholds;
    withheld &= numbers;
    const bool isOfGaps = tool == "gaps";
    if (withheld & GpuIdle)
        clear(answer, idle);
    if (withheld & GpuIdle && isOfGaps) // what looks idle may not be, so it has no length and no cause
        clear(answer, gap);
    if (withheld &
        (isOfGaps ? GapCauses | GpuIdle : GapCauses)) // of other answers only the sums: the rest obeys already
        clear(answer, std::span(causes).first(isOfGaps ? causes.size() : 1));
    if (withheld && tool == "replay")
        clear(answer, predicted);
}

std::vector<McpDoubt> doubtsIn(const std::string &command, McpJson &answer, const std::vector<McpDoubt> &known)
{
    if (command == "replay")
        return replayDoubts(answer);
    if (command == "compare")
        return compareDoubts(answer);
    if (command == "limits")
        return limitsDoubts(answer);
    if (command == "ranks")
        return ranksDoubts(answer);
    if (command == "modules")
        return modulesDoubts(answer);
    const bool areCausesWithheld = std::ranges::any_of(known, [](const McpDoubt &doubt) {
        return std::ranges::find(doubt.of, trustNumberId(GapCauses)) != doubt.of.end();
    });
    if ((command == "gaps" || command == "overview") && !areCausesWithheld)
        return causesDoubts(answer);
    if (command == "sql")
        return sqlDoubts(answer);
    return {};
}

} // namespace ws::cli

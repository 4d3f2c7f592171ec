#include "core/readers/foreignfiles.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>
#include <initializer_list>

namespace ws {
namespace {

/// The kind of a file, as a clause, and what to open instead.
struct Refusal
{
    const char *what;
    const char *instead;
};

constexpr const char *ascend = QT_TRANSLATE_NOOP("Core", "a file of Ascend's profiler (torch_npu) with its settings");
constexpr const char *ascendInstead = QT_TRANSLATE_NOOP(
    "Core", "open the trace_view.json or msprof_*.json next to it (torch_npu writes it with export_type "
            "Text)");
constexpr const char *proton =
    QT_TRANSLATE_NOOP("Core", "a tree of sums of Triton's Proton (.hatchet), which does not say when kernels ran");
constexpr const char *protonInstead = QT_TRANSLATE_NOOP(
    "Core", "record with proton.start(NAME, data=\"trace\") and open the .chrome_trace that it writes; "
            "proton-viewer shows the tree");

/// JSON whose head holds all the texts.
struct JsonMark
{
    std::initializer_list<std::string_view> texts;
    Refusal refusal;
};

const JsonMark jsonMarks[] = {
    {{"\"common_config\"", "\"ProfilerActivity.NPU\""}, {ascend, ascendInstead}},
    {{"\"ASCEND_GLOBAL_LOG_LEVEL\""}, {ascend, ascendInstead}},
    {{"\"nodes\"", "\"rf_id\"", "\"fw_parent\""},
     {QT_TRANSLATE_NOOP("Core", "an execution trace of PyTorch (ExecutionTraceObserver), which holds no times"),
      QT_TRANSLATE_NOOP("Core", "open the trace that torch.profiler exported in the same run")}},
    {{"speedscope.app/file-format-schema"},
     {QT_TRANSLATE_NOOP("Core", "a profile for speedscope"),
      QT_TRANSLATE_NOOP("Core", "open the trace of the GPU profiler that it was made from")}},
    {{"\"children\"", "\"frame\"", "\"metrics\""}, {proton, protonInstead}},
    {{"\"callFrame\"", "\"hitCount\""},
     {QT_TRANSLATE_NOOP("Core", "a CPU profile of Chrome or Node.js"),
      QT_TRANSLATE_NOOP("Core", "record with \"Performance\" and save that trace")}},
};

/// Packed in a way that is not unpacked here: begins with `start`, and `rest` stands at `at`. No text is like this.
struct ArchiveMark
{
    std::string_view start;
    size_t at;
    std::string_view rest;
    Refusal refusal;
};

const ArchiveMark archiveMarks[] = {
    {"",
     256, // behind the empty name of a link
     {"\0ustar", 6},
     {QT_TRANSLATE_NOOP("Core", "a tar archive"),
      QT_TRANSLATE_NOOP("Core", "unpack it with tar -xf and open the traces in it; those of the ranks of one job "
                                "can be opened together")}},
    {"\x28\xb5\x2f\xfd",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a file packed with zstd"), QT_TRANSLATE_NOOP("Core", "unpack it with zstd -d")}},
    {"\xfd"
     "7zXZ",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a file packed with xz"), QT_TRANSLATE_NOOP("Core", "unpack it with xz -d")}},
    {"BZh",
     4,
     "1AY&SY",
     {QT_TRANSLATE_NOOP("Core", "a file packed with bzip2"), QT_TRANSLATE_NOOP("Core", "unpack it with bzip2 -d")}},
    {"7z\xbc\xaf",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a 7z archive"),
      QT_TRANSLATE_NOOP("Core", "unpack it with 7z x and open the trace in it")}},
};

bool hasAll(std::string_view text, const std::initializer_list<std::string_view> &parts)
{
    return std::all_of(parts.begin(), parts.end(), [&](std::string_view part) { return text.find(part) != text.npos; });
}

std::optional<Refusal> jsonRefusal(std::string_view text)
{
    const std::string_view start = trimmed(text.substr(0, 256));
    if (start.empty() || (start.front() != '{' && start.front() != '[') || text.find("\"traceEvents\"") != text.npos ||
        text.find("\"ph\"") != text.npos)
        return std::nullopt;
    for (const JsonMark &mark : jsonMarks)
        if (hasAll(text, mark.texts))
            return mark.refusal;
    return std::nullopt;
}

/// What ncu prints with --print-summary: the least, largest and mean figure of several launches.
std::optional<Refusal> textRefusal(std::string_view text)
{
    const auto has = [text](std::string_view part) { return text.find(part) != text.npos; };
    if (!has(", Invocations ") || !has("    Section: ") || !has(" Minimum ") || !has(" Average"))
        return std::nullopt;
    return Refusal{
        QT_TRANSLATE_NOOP("Core", "a summary of Nsight Compute (--print-summary), which has no single launches"),
        QT_TRANSLATE_NOOP("Core", "print the launches: ncu --import REPORT --page details")};
}

/// A pickle of protocol 2 to 5: its first byte and number, and for a snapshot its keys as plain text.
bool isMemorySnapshot(std::string_view bytes)
{
    return bytes.size() > 4 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 &&
           (bytes.find("segments") != bytes.npos || bytes.find("device_traces") != bytes.npos);
}

std::optional<Refusal> binaryRefusal(const Head &head)
{
    const std::string_view bytes = head.bytes;
    for (const ArchiveMark &mark : archiveMarks)
        if (bytes.starts_with(mark.start) && bytes.size() > mark.at && bytes.substr(mark.at).starts_with(mark.rest))
            return mark.refusal;
    const auto first = bytes.empty() ? uint8_t(0) : static_cast<uint8_t>(bytes.front());
    const bool isPackedList = (first >= 0x80 && first < 0xA0) || first == 0xDC || first == 0xDD; // of MessagePack
    if (isPackedList && hasAll(bytes, {"children", "frame", "metrics"}))
        return Refusal{proton, protonInstead};
    if (bytes.find('\0') == bytes.npos && !bytes.starts_with("\x80"))
        return std::nullopt;
    if (isMemorySnapshot(bytes))
        return Refusal{QT_TRANSLATE_NOOP("Core", "a memory snapshot of PyTorch (a pickle)"),
                       QT_TRANSLATE_NOOP("Core", "look at it with pytorch.org/memory_viz, or open a trace of "
                                                 "torch.profiler")};
    return std::nullopt;
}

Error errorOf(const Refusal &refusal, const QString &path)
{
    return {ErrorKind::Unsupported,
            Core::tr("this is %1. It cannot be read: %2").arg(Core::tr(refusal.what), Core::tr(refusal.instead)), path};
}

} // namespace

std::optional<Error> foreignFile(const Head &head, const QString &path)
{
    if (head.container == Container::Sqlite)
        return std::nullopt;
    std::optional<Refusal> refusal = binaryRefusal(head);
    if (!refusal) {
        std::string storage;
        const std::string_view text = headText(head, storage);
        refusal = jsonRefusal(text);
        if (!refusal)
            refusal = textRefusal(text);
    }
    if (!refusal)
        return std::nullopt;
    return errorOf(*refusal, path);
}

std::optional<Error> foreignDatabase(const std::vector<std::string> &tables, const QString &path)
{
    const auto has = [&](std::string_view start) {
        return std::any_of(tables.begin(), tables.end(),
                           [start](const std::string &table) { return table.starts_with(start); });
    };
    if (has("STRING_IDS") || has("COMPUTE_TASK_INFO") || has("CANN_API") || has("AscendTask"))
        return errorOf(
            {QT_TRANSLATE_NOOP("Core", "a database of Ascend's profiler (torch_npu, msprof)"), ascendInstead}, path);
    return std::nullopt;
}

} // namespace ws

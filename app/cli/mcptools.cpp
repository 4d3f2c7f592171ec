#include "app/cli/mcptools.h"

#include "app/cli/mcppicture.h"
#include "app/cli/mcptooltable.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/io/readroots.h"
#include "core/model/parts.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ws::cli {
namespace {

constexpr size_t answerBytes = 100'000;
constexpr size_t keptBytes = 16 << 20, keptDocuments = 4;
constexpr size_t mostRows = 1000;
constexpr qsizetype listedFiles = 2000;
constexpr int64_t maxOffset = 100'000'000;
constexpr std::chrono::seconds longestCall{120};

McpJson textContent(const std::string &text)
{
    return {{"type", "text"}, {"text", text}};
}

/// A result that says what was wrong with the call.
McpJson failure(const std::string &text)
{
    return {{"content", McpJson::array({textContent(text)})}, {"isError", true}};
}

McpJson success(const McpJson &answer)
{
    return {{"content", McpJson::array({textContent(mcpText(answer))})}, {"structuredContent", answer}};
}

bool isOfType(const McpJson &value, std::string_view type)
{
    const auto isTexts = [&] {
        return value.is_array() && value.size() <= 64 &&
               std::ranges::all_of(value, [](const McpJson &one) { return one.is_string(); });
    };
    return type == "string"    ? value.is_string()
           : type == "integer" ? value.is_number_integer()
           : type == "number"  ? value.is_number()
           : type == "boolean" ? value.is_boolean()
           : type == "files"   ? isTexts() && !value.empty()
                               : isTexts();
}

QString optionText(const McpJson &value)
{
    return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

/// Ends what runs after a time, unless it has ended before.
class Deadline
{
public:
    Deadline(Progress &progress, std::chrono::seconds time)
        : m_thread([this, &progress, time] {
              std::unique_lock lock(m_mutex);
              if (m_wake.wait_for(lock, time, [this] { return m_isOver; }))
                  return;
              m_hasPassed = true;
              progress.cancel();
          })
    {
    }
    ~Deadline()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isOver = true;
        }
        m_wake.notify_one();
        m_thread.join();
    }
    bool hasPassed()
    {
        const std::lock_guard lock(m_mutex);
        return m_hasPassed;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_isOver = false, m_hasPassed = false;
    std::thread m_thread;
};

/// What has tools of its own is left out.
void shortenSummary(McpJson &summary)
{
    for (const char *key : {"kernels", "stages"})
        summary.erase(key);
    if (summary.contains("tables"))
        for (McpJson &table : summary["tables"]) {
            table["rowCount"] = table["rows"].size();
            table.erase("rows");
        }
}

McpJson taken(const McpJson &from, std::initializer_list<const char *> keys)
{
    McpJson part = McpJson::object();
    for (const char *key : keys)
        if (from.contains(key))
            part[key] = from[key];
    return part;
}

/// The part of its command's document that a tool is about.
McpJson shaped(const std::string &tool, McpJson whole)
{
    if (whole.is_array()) {
        for (McpJson &one : whole)
            one = shaped(tool, one);
        return {{"recordings", std::move(whole)}};
    }
    if (tool == "open")
        shortenSummary(whole);
    if (tool == "fit")
        return taken(whole, {"run", "fit", "withheld", "leftOut", "limits"});
    if (tool == "findings")
        return taken(whole, {"run", "headline", "budget", "findings", "rest", "leftOut", "limits"});
    return whole;
}

/// What a query rests on, by the tables and columns that it names.
uint16_t numbersOfQuery(const std::string &query)
{
    struct Word
    {
        const char *pattern; ///< of whole words
        int numbers;
    };
    constexpr Word words[] = {{"gpu|collective", GpuCounts | GpuTimes},
                              {"gap|\\w*busy\\w*", GpuIdle | GapCauses},
                              {"finding", GpuCounts | GpuTimes | GpuIdle | GapCauses | LaunchDelays},
                              {"delay_ns", LaunchDelays},
                              {"step", StepTimes},
                              {"operator|module|layer", Linked},
                              {"bus_bandwidth|algorithm_bandwidth", Collectives}};
    const QString text = QString::fromStdString(query);
    int numbers = 0;
    for (const Word &word : words) {
        const QRegularExpression named(QStringLiteral("\\b(%1)\\b").arg(QLatin1String(word.pattern)),
                                       QRegularExpression::CaseInsensitiveOption);
        numbers |= text.contains(named) ? word.numbers : 0;
    }
    return uint16_t(numbers);
}

} // namespace

struct McpTools::Call
{
    const McpTool *tool = nullptr;
    McpJson given;
    QStringList files; ///< arguments of the command: PATH or PATH#PART, canonical
    QStringList paths; ///< of these without parts
    QStringList options;
    McpPage page = {};

    std::string text(const char *key) const { return given.value(key, ""); }
};

/// Either `json`, or why there is none: `error` is of the call, `refusal` of what the file holds.
struct McpTools::Document
{
    McpJson json;
    QStringList notes = {}, command = {};
    std::string error = {}, refusal = {};
    bool hasMoreRows = false; ///< of a query
};

McpTools::McpTools(McpOptions options) : m_options(std::move(options)), m_runs(m_options.memoryBytes)
{
    setReadRoots(m_options.roots.folders() + QStringList{MappingLibrary::userFolder()});
}

const McpTool *McpTools::find(const std::string &name) const
{
    for (const McpTool &tool : mcpTools())
        if (name == tool.name)
            return &tool;
    return nullptr;
}

bool McpTools::has(const std::string &name) const
{
    return find(name) != nullptr;
}

McpJson McpTools::list() const
{
    McpJson tools = McpJson::array();
    for (const McpTool &tool : mcpTools())
        if (*tool.command || !pictureProgram().isEmpty()) // only what works is listed
            tools.push_back(describeTool(tool, !*tool.command && !m_options.out.isEmpty()));
    return tools;
}

std::optional<std::string> McpTools::readFiles(Call &call, const McpParameter &parameter, const McpJson &value)
{
    const bool isOfFile = !*parameter.option; // else a value of an option, as a capture
    for (const McpJson &one : value.is_array() ? value : McpJson::array({value})) {
        const QString given = QString::fromStdString(one.get<std::string>());
        Result<QString> path = m_options.roots.find(given);
        QString part;
        if (const qsizetype hash = given.lastIndexOf(u'#'); !path && hash > 0) {
            part = given.mid(hash);
            path = m_options.roots.find(given.left(hash));
        }
        if (!path)
            return path.error().text().toStdString();
        if (const std::string named = call.text("part"); part.isEmpty() && !named.empty() && isOfFile)
            part = u'#' + QString::fromStdString(named);
        if (isOfFile)
            call.paths << *path;
        if (isOfFile)
            call.files << *path + part;
        else
            call.options << QString::fromLatin1(parameter.option) + u'=' + *path + part;
    }
    return std::nullopt;
}

std::optional<std::string> McpTools::readArguments(Call &call, const McpJson &given)
{
    call.given = given;
    for (const auto &[key, value] : given.items()) {
        const bool isPage = *call.tool->command && (key == "offset" || key == "limit");
        const auto known =
            std::ranges::find_if(call.tool->parameters, [&](const auto &one) { return key == one.name; });
        if (!isPage && known == call.tool->parameters.end())
            return "there is no argument “" + key + "”; the tool's inputSchema lists them";
        if (const std::string type = isPage ? "integer" : known->type; !isOfType(value, type))
            return "“" + key + "” must be of type " +
                   (type == "files" || type == "strings" ? "array of strings" : type);
    }
    for (const McpParameter &parameter : call.tool->parameters) {
        const std::string name = parameter.name;
        if (!given.contains(name)) {
            if (parameter.isRequired)
                return "the argument “" + name + "” is missing";
            continue;
        }
        const McpJson &value = given[name];
        const bool isPath = name == "file" || name == "a" || name == "b" || std::string_view(parameter.type) == "files";
        if (isPath) {
            if (auto problem = readFiles(call, parameter, value))
                return problem;
        } else if (name == "mapping" && QFileInfo::exists(optionText(value).section(u'#', 0, 0))) {
            const auto path = m_options.roots.find(optionText(value).section(u'#', 0, 0));
            if (!path)
                return path.error().text().toStdString();
            const QString rest = optionText(value).section(u'#', 1);
            call.options << QStringLiteral("--mapping=") + *path + (rest.isEmpty() ? rest : u'#' + rest);
        } else if (*parameter.option && value.is_boolean()) {
            if (value.get<bool>())
                call.options << QString::fromLatin1(parameter.option);
        } else if (*parameter.option) {
            for (const McpJson &one : value.is_array() ? value : McpJson::array({value}))
                call.options << QString::fromLatin1(parameter.option) + u'=' + optionText(one);
        }
    }
    const int64_t offset = given.value("offset", int64_t(0)), limit = given.value("limit", int64_t(50));
    if (offset < 0 || offset > maxOffset || limit < 1 || limit > int64_t(mostRows))
        return std::string("offset is 0 or more, limit from 1 to 1000");
    call.page = {size_t(offset), size_t(limit)};
    return std::nullopt;
}

McpTools::Document McpTools::run(const char *name, const QStringList &arguments, Progress &progress)
{
    const auto command =
        std::ranges::find_if(commands(), [&](const Command &one) { return std::string_view(one.name) == name; });
    Document document;
    document.command = QStringList{QString::fromLatin1(name)} + arguments;
    Embedding embedding;
    embedding.progress = &progress;
    embedding.load = [&](const QString &file) -> Result<RunPtr> {
        const Result<QString> path = m_options.roots.find(file);
        return path ? m_runs.load(*path, progress) : Result<RunPtr>(path.error());
    };
    embedding.tables = [&](std::vector<RunPtr> runs, const StageMapping &mapping,
                           const std::vector<std::string> &names) {
        return m_runs.tables(std::move(runs), mapping, names);
    };
    Deadline deadline(progress, longestCall);
    embed(&embedding);
    const int exit = runCommand(*command, arguments);
    embed(nullptr);
    m_runs.settle(int64_t(embedding.out.capacity()));
    document.notes = embedding.errors;
    const std::string said = embedding.errors.join(QStringLiteral("; ")).toStdString();
    if (exit == Ok) // an analysis that cannot be ended early has come to its end
        document.json = McpJson::parse(embedding.out, nullptr, false);
    else if (deadline.hasPassed())
        document.error = "it took more than " + std::to_string(longestCall.count()) + " s and was ended";
    else if (progress.isCancelled())
        document.error = "cancelled";
    else if (embedding.unread)
        document.error = embedding.unread->text().toStdString();
    else if (exit == Unreadable)
        document.refusal = said;
    else
        document.error = said;
    if (document.json.is_discarded())
        document.error = "the answer could not be made";
    return document;
}

/// `event`: the slice and its arguments.
McpTools::Document McpTools::ownDocument(const Call &call, Progress &progress)
{
    const std::string slice = call.given["slice"].dump();
    const auto asked = [&](const std::string &query) {
        return run("sql",
                   {QStringLiteral("--json"), QStringLiteral("--"), call.files.front(), QString::fromStdString(query)},
                   progress);
    };
    Document found =
        asked("SELECT id AS slice, start_ns, duration_ns, name, category, kind, process, thread, depth, parent "
              "FROM slice WHERE id = " +
              slice);
    if (!found.error.empty() || !found.refusal.empty())
        return found;
    if (found.json["rows"].empty()) {
        found.error = "there is no slice " + slice;
        return found;
    }
    Document arguments = asked("SELECT key, value, type FROM args(" + slice + ")");
    McpJson json = {{"slice", found.json["rows"][0]}, {"args", nullptr}};
    if (arguments.error.empty() && arguments.refusal.empty())
        json["args"] = arguments.json["rows"];
    else
        arguments.notes << QStringLiteral("args: ") + QString::fromStdString(arguments.error + arguments.refusal);
    arguments.error.clear();
    arguments.refusal.clear();
    arguments.json = std::move(json);
    return arguments;
}

McpTools::Document McpTools::document(const Call &call, Progress &progress)
{
    const std::string tool = call.tool->name;
    if (tool == "event")
        return ownDocument(call, progress);
    QStringList arguments{QStringLiteral("--json")};
    arguments += call.options;
    if (tool == "sql") {
        const size_t rows = call.page.offset + call.page.limit;
        arguments << QStringLiteral("--rows=%1").arg(rows) << QStringLiteral("--memory=512");
    }
    arguments << QStringLiteral("--") << call.files;
    if (tool == "sql")
        arguments << QString::fromStdString(call.text("query"));
    std::string key = tool == "sql" ? std::string() : arguments.join(QChar(0)).toStdString() + call.tool->command;
    for (const QString &path : call.paths) {
        const FileStamp stamp = FileStamp::of(path);
        if (QFileInfo(path).isDir())
            key.clear();
        else if (!key.empty())
            key += '|' + std::to_string(stamp.size) + '|' + std::to_string(stamp.modifiedMs);
    }
    const auto kept = std::ranges::find(m_kept, key, &std::pair<std::string, std::string>::first);
    const bool areOpen = std::ranges::all_of(call.paths, [&](const QString &path) {
        return std::ranges::find(m_runs.all(), path, &OpenRun::path) != m_runs.all().end();
    });
    if (!key.empty() && areOpen && kept != m_kept.end()) {
        Document document;
        document.command = QStringList{QString::fromLatin1(call.tool->command)} + arguments;
        document.json = McpJson::parse(kept->second, nullptr, false);
        for (const QString &path : call.paths)
            static_cast<void>(m_runs.load(path, progress)); // open, and now the last one used
        return document;
    }
    Document document = run(call.tool->command, arguments, progress);
    document.hasMoreRows = tool == "sql" && document.json.is_object() && document.json.value("cut", false);
    if (!key.empty() && document.json.is_structured() && document.notes.isEmpty()) {
        std::string text = mcpText(document.json);
        if (text.size() <= keptBytes)
            m_kept.emplace_back(key, std::move(text));
        if (m_kept.size() > keptDocuments)
            m_kept.erase(m_kept.begin());
    }
    return document;
}

std::vector<std::shared_ptr<const Fit>> McpTools::fitsOf(const Call &call, const Progress &progress)
{
    std::vector<std::shared_ptr<const Fit>> fits;
    for (qsizetype k = 0; k < call.paths.size(); ++k) {
        const auto open = std::ranges::find(m_runs.all(), call.paths[k], &OpenRun::path);
        if (open == m_runs.all().end()) {
            fits.push_back(nullptr);
            continue;
        }
        const QString part = call.files[k].mid(call.paths[k].size() + 1);
        const Result<Selected> selected = selectPartOrMean(open->run, {call.paths[k], part});
        const RunPtr run = !selected ? open->run : selected->stepsOf ? selected->stepsOf : selected->run;
        fits.push_back(m_runs.fitOf(run, progress));
    }
    return fits;
}

McpJson McpTools::provenance(const Call &call, const std::vector<std::shared_ptr<const Fit>> &fits,
                             const Progress &progress)
{
    McpJson files = McpJson::array();
    for (qsizetype k = 0; k < call.paths.size(); ++k) {
        const QString &path = call.paths[k];
        const FileStamp stamp = FileStamp::of(path);
        McpJson file = {{"file", path.toStdString()}};
        if (const QString part = call.files[k].mid(path.size() + 1); !part.isEmpty())
            file["part"] = part.toStdString();
        if (QFileInfo(path).isFile()) {
            const QString hash = m_runs.hashOf(path, progress);
            file["bytes"] = stamp.size;
            file["modified_ms"] = stamp.modifiedMs;
            file["sha256"] = hash.isEmpty() ? McpJson(nullptr) : McpJson(hash.toStdString());
        }
        const auto open = std::ranges::find(m_runs.all(), path, &OpenRun::path);
        if (open != m_runs.all().end()) {
            file["format"] = open->run->info.format;
            file["range_ns"] =
                open->run->timeline.tracks.empty() ? McpJson(nullptr) : McpJson::array({0, open->run->timeline.spanNs});
        }
        if (fits[size_t(k)])
            file["fit"] = fitVerdictId(fits[size_t(k)]->verdict);
        files.push_back(std::move(file));
    }
    McpJson made = {{"program", "warpscope-cli " WARPSCOPE_VERSION}, {"files", files}};
    const bool hasMapping = std::ranges::any_of(
        call.tool->parameters, [](const McpParameter &one) { return std::string_view(one.option) == "--mapping"; });
    if (hasMapping || std::string_view(call.tool->command) == "overview")
        made["mapping"] = call.given.value("mapping", std::string(defaultMappingName));
    if (call.given.contains("step"))
        made["step"] = call.given["step"];
    return made;
}

McpJson McpTools::fileList() const
{
    McpJson files = McpJson::array(), open = McpJson::array(), roots = McpJson::array();
    const QStringList paths = m_options.roots.files(listedFiles);
    for (const QString &path : paths)
        files.push_back({{"file", path.toStdString()}, {"bytes", QFileInfo(path).size()}});
    for (const OpenRun &run : m_runs.all())
        open.push_back({{"file", run.path.toStdString()}, {"memory_bytes", run.bytes}});
    for (const QString &root : m_options.roots.folders())
        roots.push_back(root.toStdString());
    return {{"roots", roots},
            {"files", files},
            {"all_listed", paths.size() < listedFiles},
            {"open", open},
            {"derived_bytes", m_runs.tableBytes()},
            {"memory_limit_bytes", m_options.memoryBytes}};
}

McpJson McpTools::answer(Call &call, Progress &progress)
{
    const bool isList = call.paths.isEmpty();
    Document found;
    if (isList)
        found.json = fileList();
    else
        found = document(call, progress);
    if (!found.error.empty())
        return failure(found.error);
    const auto fits = fitsOf(call, progress);
    std::vector<McpDoubt> doubts;
    McpJson json = nullptr;
    if (!found.refusal.empty())
        doubts.push_back({{}, found.refusal, call.tool->needs});
    else
        json = shaped(call.tool->name, std::move(found.json));
    const bool isOfQuery = call.tool->name == std::string_view("sql");
    const uint16_t numbers = isOfQuery ? numbersOfQuery(call.text("query")) : call.tool->numbers;
    std::vector<McpDoubt> ofRecordings;
    for (const auto &fit : fits)
        if (fit) {
            std::ranges::copy(doubtsOf(*fit, numbers), std::back_inserter(ofRecordings));
            withhold(call.tool->name, json, *fit, numbers);
        }
    if (json.is_object()) // what is null by now needs no second reason
        std::ranges::copy(doubtsIn(call.tool->command, json, ofRecordings), std::back_inserter(doubts));
    std::ranges::move(ofRecordings, std::back_inserter(doubts));
    McpJson more;
    const McpJson page = bounded(json, call.page, answerBytes, more);
    if (found.hasMoreRows) { // how many is not known
        more["offset"] = call.page.offset + call.page.limit;
        more.erase("rows");
    }
    McpJson result = {{"tool", call.tool->name},
                      {"answer", page},
                      {"cannot_answer", cannotAnswer(doubts)},
                      {"more", more},
                      {"notes", McpJson::array()},
                      {"provenance", provenance(call, fits, progress)}};
    if (found.refusal.empty() && !isOfQuery) // what that prints is in the answer
        for (const QString &note : found.notes)
            result["notes"].push_back(note.toStdString());
    return success(result);
}

McpJson McpTools::picture(const Call &call, Progress &progress)
{
    const bool isStages = call.text("what") == "stages";
    if (!isStages && !call.text("what").empty() && call.text("what") != "timeline")
        return failure("“what” is timeline or stages");
    McpPicture wanted{call.files.front(), isStages};
    wanted.width = int(std::clamp<int64_t>(call.given.value("width", int64_t(1280)), 320, 1920));
    wanted.height = int(std::clamp<int64_t>(call.given.value("height", int64_t(720)), 240, 1200));
    wanted.fromNs = call.given.value("from_ns", int64_t(-1));
    wanted.toNs = call.given.value("to_ns", int64_t(-1));
    if (isStages && call.given.contains("from_ns"))
        return failure("the chart of stages is of the whole recording: it takes no range");
    if (call.given.contains("from_ns") != call.given.contains("to_ns") || (wanted.toNs >= 0 && wanted.fromNs < 0) ||
        wanted.toNs < wanted.fromNs)
        return failure("from_ns and to_ns are the begin and the end of a range, both or none of them");
    McpJson answer = nullptr;
    std::vector<McpDoubt> doubts;
    QByteArray png;
    if (pictureProgram().isEmpty()) {
        doubts.push_back(
            {{}, "warpscope-cli cannot paint, and warpscope is neither beside it nor on PATH.", call.tool->needs});
    } else {
        const Result<QByteArray> made = paintPicture(wanted, m_options.roots.folders(), progress);
        if (!made)
            return failure(made.error().text().toStdString());
        png = *made;
        answer = {
            {"width", wanted.width}, {"height", wanted.height}, {"bytes", png.size()}, {"mime_type", "image/png"}};
        if (!m_options.out.isEmpty()) {
            const Result<QString> file = keepPicture(png, m_options.out, call.paths.front(), m_pictures);
            if (!file)
                return failure(file.error().text().toStdString());
            answer["file"] = file->toStdString();
        }
    }
    const std::vector<std::shared_ptr<const Fit>> none(size_t(call.paths.size()));
    McpJson result = success({{"tool", call.tool->name},
                              {"answer", answer},
                              {"cannot_answer", cannotAnswer(doubts)},
                              {"more", nullptr},
                              {"notes", McpJson::array()},
                              {"provenance", provenance(call, none, progress)}});
    if (!png.isEmpty() && m_options.out.isEmpty())
        result["content"].insert(
            result["content"].begin(),
            McpJson{{"type", "image"}, {"data", png.toBase64().toStdString()}, {"mimeType", "image/png"}});
    return result;
}

int64_t McpTools::keptMemory() const
{
    size_t bytes = 0;
    for (const auto &[key, document] : m_kept)
        bytes += key.size() + document.size();
    return int64_t(bytes);
}

McpJson McpTools::call(const std::string &name, const McpJson &arguments, Progress &progress)
{
    Call call;
    call.tool = find(name);
    if (!call.tool)
        return failure("there is no tool “" + name + "”");
    if (!arguments.is_object())
        return failure("arguments must be an object");
    if (auto problem = readArguments(call, arguments))
        return failure(*problem);
    McpJson result = *call.tool->command ? answer(call, progress) : picture(call, progress);
    while (keptMemory() > m_options.memoryBytes / 8)
        m_kept.erase(m_kept.begin());
    m_runs.trim(keptMemory());
    return result;
}

} // namespace ws::cli

#include "core/readers/chrome/chromereader.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/readers/chrome/ascendlinks.h"
#include "core/readers/chrome/chosenrows.h"
#include "core/readers/chrome/chromefeeder.h"
#include "core/readers/chrome/chrometext.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>

namespace ws {

namespace {

/// "01/16/2023-21:22:10] [TRT] …" and "INFO] …" behind a bracket, which are no JSON.
bool isStampOfALog(std::string_view text)
{
    text = text.substr(0, 256);
    const size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos || !isalnum(static_cast<unsigned char>(text[begin])))
        return false;
    const std::string_view word = text.substr(begin, text.find_first_of(",] \t\r\n", begin) - begin);
    return word.find_first_not_of("0123456789+-.eE") != word.npos && word != "true" && word != "false" &&
           word != "null";
}

/// "![build](https://…)](https://…)", "**bold**](./page.md)" and "Documentation](https://…)" behind a bracket: a link
/// of Markdown, with which a README begins.
bool isMarkdown(std::string_view text)
{
    const size_t link = text.find("](");
    const bool isWord = !text.empty() && isalpha(static_cast<unsigned char>(text.front()));
    return text.starts_with("![") || (text.starts_with("**") && link != text.npos) ||
           (isWord && text.find_first_of("\"\n") > link && link != text.npos);
}

} // namespace

Match matchChromeTrace(const Head &head)
{
    std::string_view text = head.bytes;
    if (text.substr(0, 3) == "\xEF\xBB\xBF")
        text.remove_prefix(3);
    const size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || (text[first] != '{' && text[first] != '['))
        return Match::No;
    if (text.find("\"traceEvents\"") != text.npos || text.find("\"ph\"") != text.npos)
        return Match::Certain;
    const std::string_view inner = text.substr(first + 1);
    return text[first] == '[' && (isStampOfALog(inner) || isMarkdown(inner)) ? Match::No : Match::Possible;
}

Result<RunPtr> readChromeTrace(ByteSource &source, Progress &progress)
{
    return readChromeTrace(source, progress, {});
}

namespace {

bool isTrace(const ChromeRecording &recording, const ByteSource &source, size_t left)
{
    const ChromeParser &parser = recording.parser;
    const RunInfo &info = recording.run->info;
    const auto withoutPhase = info.byPhase.find("None");
    const bool events = info.totalEvents > (withoutPhase == info.byPhase.end() ? 0 : withoutPhase->second);
    const bool looksLikeEvents =
        parser.elements() == 0 && (left == 0 || matchChromeTrace(source.head()) == Match::Certain);
    return !parser.isForeign() && parser.hasTraceEvents() && (!parser.isBareArray() || events || looksLikeEvents);
}

/// Gives the lines of what was lost their sizes.
void sayLoss(const ChromeParser::Loss &loss, Run &run)
{
    const auto message = [&run](const char *kind, const QString &text) {
        if (run.diagnostics.find(kind))
            run.diagnostics.add(kind, {}, -1, {}, 0).message = text;
    };
    if (loss.damagedBytes)
        message("bad-event",
                Core::tr("events that are not valid JSON; %1 of text were skipped, the events around them are kept")
                    .arg(formatBytes(loss.damagedBytes)));
    const QString trailing =
        Core::tr("text behind the end of the trace was not read: %1").arg(formatBytes(loss.trailingBytes));
    message(
        "trailing-text",
        loss.trailingEvents
            ? Core::tr("%1 with %2 events of another trace").arg(trailing, formatCount(int64_t(loss.trailingEvents)))
            : trailing);
    if (loss.foreignHeads == 0)
        return;
    const QString mixed =
        Core::tr("two programs wrote into this file, at the same time or one behind the cut trace of the other: the "
                 "events of both are mixed, and links between them may be wrong");
    const QString lost = Core::tr("%1 of text were lost").arg(formatBytes(loss.damagedBytes));
    run.diagnostics.add("mixed-traces",
                        Core::tr("%1. Record again with a file for each process")
                            .arg(loss.damagedBytes ? clauses({mixed, lost}) : mixed),
                        -1, {}, loss.foreignHeads);
}

/// `left`: an item that the content cuts; null: another recording follows.
void sayEnd(const ChromeRecording &recording, const ByteSource &source, const TextLeft *left)
{
    Run &run = *recording.run;
    const ChromeParser &parser = recording.parser;
    const bool isClosed = parser.isClosed() && (!left || left->size == 0);
    run.info.complete = isClosed && (!left || !source.isIncomplete()) && !run.diagnostics.find("trailing-text") &&
                        !run.diagnostics.find("mixed-traces") && !run.diagnostics.find("further-traces");
    if (left && !source.damage().isEmpty())
        run.diagnostics.add(damageKind(source), source.damage(), left->offset);
    if (isClosed)
        return;
    Diagnostic &d = run.diagnostics.add(
        "truncated",
        left->size ? Core::tr("the trace ends within an event; that event and all after it are missing")
                   : Core::tr("the trace ends without its closing bracket; events may be missing at the end"),
        left->offset);
    d.beginNs = recording.sink.lastTime() == INT64_MIN ? -1 : recording.sink.lastTime();
}

/// What is known of the run when all its events have come. Errors: those of TimelineBuilder::finish().
Result<bool> finish(ChromeRecording &recording, ByteSource &source, Progress &progress)
{
    Run &run = *recording.run;
    RunInfo &info = run.info;
    info.stamp = source.stamp();
    info.container = source.container();
    info.format = recording.sink.isAscend()                                                    ? "ascend"
                  : recording.sink.writer() && recording.sink.writer()->ownsAll()              ? "chrome"
                  : recording.sink.hasKinetoEvents() || info.header->contains("schemaVersion") ? "kineto"
                                                                                               : "chrome";
    const auto base = info.header->find("baseTimeNanoseconds");
    if (base != info.header->end() && base->is_number_integer()) {
        const auto ns = base->get<int64_t>();
        if (ns <= farthestNs && ns >= -farthestNs) // the sum with an event's time fits
            info.baseTimeNs = ns;
    }
    auto finished = recording.sink.builder().finish(progress);
    if (!finished)
        return finished;
    run.diagnostics.countTimesFrom(run.timeline.originNs);
    if (recording.sink.isAscend())
        linkAscend(run);
    run.seek = source.seekIndex();
    if (run.seek)
        run.eventText = std::make_shared<ChromeText>();
    return finished;
}

} // namespace

namespace {

/// What a whole file tells of its writer: the recording that it begins with.
TraceSigns wholeSigns(const Run &run)
{
    TraceSigns signs;
    for (const Process &process : run.timeline.processes)
        if (process.name)
            signs.processes.emplace(run.text(process.name));
    for (const Category &category : run.timeline.categories)
        if (category.name)
            signs.categories.emplace(run.text(category.name));
    for (const Track &track : run.timeline.tracks)
        signs.pids.emplace(run.text(track.pid));
    for (const auto &[key, value] : run.info.header->items())
        signs.headerKeys.emplace(key);
    return signs;
}

/// Who wrote the file, where its head did not tell or names of rows came after their slices; nothing: it is read.
std::optional<KnownWriter> betterKnown(const KnownWriter &known, ChromeRecording &recording)
{
    if (WriterRows *rows = recording.sink.writer())
        return rows->hasLateNames() ? std::optional(KnownWriter{known.kind, rows->names()}) : std::nullopt;
    const Run &run = *recording.run;
    const WriterKind *kind = recording.sink.isAscend() ? nullptr : writerOf(wholeSigns(run));
    // The user's word counts only where nothing in the file is known to be GPU work.
    const bool isChosen = !kind && !gpuRows().isEmpty() && run.gpu.size() == 0 && run.gpu.untimed.size() == 0;
    if (!kind && !isChosen)
        return std::nullopt;
    KnownWriter better{isChosen ? &chosenWriter : kind};
    for (const Process &process : run.timeline.processes)
        if (process.name)
            better.names.processes.emplace(run.text(process.pid), run.text(process.name));
    return better;
}

/// Nothing: cancelled. `source` becomes another one where the file had to be read again.
std::optional<ChromeContent> feedKnown(std::reference_wrapper<ByteSource> &source, std::unique_ptr<ByteSource> &again,
                                       Progress &progress, const TraceSharing &sharing, KnownWriter &writer)
{
    writer.kind = writerOf(signsOf(source.get().head().bytes));
    if (!writer.kind && !gpuRows().isEmpty() && !source.get().again())
        writer.kind = &chosenWriter; // a pipe cannot be read a second time
    constexpr int mostReadings = 3; // the writer by the names of processes, then those of threads
    for (int reading = 1;; ++reading) {
        std::optional<ChromeContent> content = feed(source, progress, sharing, writer);
        if (!content)
            return content;
        for (ChromeRecording &recording : content->recordings) {
            recording.run->info.stamp = source.get().stamp(); // the name of a file of msprof tells its device
            recording.sink.close();
        }
        const auto better = reading < mostReadings ? betterKnown(writer, content->recordings.front()) : std::nullopt;
        auto next = better ? source.get().again() : nullptr;
        if (!next)
            return content;
        writer = *better;
        source = *next;
        again = std::move(next);
    }
}

} // namespace

Result<RunPtr> readChromeTrace(ByteSource &file, Progress &progress, const TraceSharing &sharing)
{
    std::reference_wrapper<ByteSource> place(file);
    std::unique_ptr<ByteSource> again;
    KnownWriter writer;
    std::optional<ChromeContent> content = feedKnown(place, again, progress, sharing, writer);
    ByteSource &source = place;
    if (!content)
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
    auto &recordings = content->recordings;
    int64_t events = 0;
    for (ChromeRecording &recording : recordings) {
        events += int64_t(recording.run->info.totalEvents);
        if (writer.kind && *writer.kind->name)
            recording.run->info.facts.emplace_back(Core::tr("Written by").toStdString(), writer.kind->name);
    }
    progress.events = events;
    ChromeRecording &first = recordings.front();
    if (!isTrace(first, source, recordings.size() > 1 ? 0 : content->left.size))
        return Error{
            ErrorKind::UnknownFormat,
            Core::tr(
                "this JSON is not a trace: neither an object with \"traceEvents\" nor an array of events with \"ph\"; "
                "open the trace that the profiler exported"),
            source.path(), first.parser.isForeign() ? 0 : -1};
    if (content->isLimited)
        recordings.back().run->diagnostics.add(
            "further-traces", Core::tr("the file holds more than %1 traces one after the other; the rest was not read")
                                  .arg(formatCount(int64_t(maxRecordings))));
    for (ChromeRecording &recording : recordings) {
        sayLoss(recording.parser.loss(), *recording.run);
        sayEnd(recording, source, &recording == &recordings.back() ? &content->left : nullptr);
        if (const auto finished = finish(recording, source, progress); !finished)
            return finished.error();
    }
    for (size_t i = 0; i < recordings.size() && recordings.size() > 1; ++i) {
        recordings[i].run->info.recording = uint32_t(i + 1);
        recordings[i].run->info.facts.emplace_back(
            Core::tr("Recording").toStdString(),
            Core::tr("%1 of %2 in this file").arg(i + 1).arg(recordings.size()).toStdString());
        if (i > 0)
            first.run->others.push_back(recordings[i].run);
    }
    return RunPtr(first.run);
}

} // namespace ws

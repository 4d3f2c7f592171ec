#pragma once
// Gives the whole content, piece by piece, to the parser of the trace that it belongs to; see TracePieces for who
// parses what. A file may hold several traces one after the other (concatenated files, members of a gzip file, arrays):
// each becomes a recording of its own, since processes, clocks and correlations of one mean nothing in another.

#include "core/readers/chrome/chromeparser.h"
#include "core/readers/chrome/chromereader.h"

#include <deque>

namespace ws {

/// An incomplete item at the end of the content.
struct TextLeft
{
    size_t size = 0;    ///< bytes; 0: there is none
    int64_t offset = 0; ///< where it begins, or the end of the content
};

struct ChromeRecording
{
    ChromeRecording(Progress &progress, int64_t begin, const WriterKind *writer)
        : run(std::make_shared<Run>()), sink(*run, progress, writer), parser(*run->info.header, sink), begin(begin)
    {
    }

    std::shared_ptr<Run> run;
    ChromeSink sink;
    ChromeParser parser;
    int64_t begin; ///< byte of the content
};

/// What the content holds, at least one; others than the first are traces.
struct ChromeContent
{
    std::deque<ChromeRecording> recordings;
    TextLeft left;
    bool isLimited = false; ///< there are more recordings than are read
};

constexpr size_t maxRecordings = 64;

/// Who wrote the traces, and the names of rows as far as they are known before the first event.
struct KnownWriter
{
    const WriterKind *kind = nullptr; ///< null: Kineto, Ascend, or not known
    RowNames names = {};
};

/// Nothing: cancelled. Buffers and threads are gone when it returns.
std::optional<ChromeContent> feed(ByteSource &source, Progress &progress, const TraceSharing &sharing,
                                  const KnownWriter &writer);

} // namespace ws

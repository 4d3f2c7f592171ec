#pragma once
// One trace of Chrome's JSON, piece by piece: object with traceEvents, bare array, array without its end, an event a
// line without any array; header keys before or after. Takes the text in pieces of any size and keeps none of it. A
// damaged event is counted and skipped; findNextEvent finds the next one. Where another trace follows the end of this
// one, the parser stops in front of it (see ChromeRecording); objects one after the other whose events name no process
// and stand on rows of their own (Triton's Proton writes one a stream) are one trace.

#include "core/readers/chrome/chromesink.h"
#include "core/readers/chrome/tracepieces.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ws {

class ChromeParser
{
public:
    /// Keys of the top level go to `header`, everything else to `sink`.
    ChromeParser(nlohmann::ordered_json &header, ChromeSink &sink) : m_header(header), m_sink(sink) {}

    /// Takes as many whole items as `text` holds and returns how many bytes it consumed; the rest must be at the
    /// beginning of the next call. `offset`: place of text[0] in the content. `last`: nothing follows. `text` is
    /// followed by json::scanPadding readable bytes. `stretches`: of the digest that the sink has learned last, in the
    /// order of the text; those that begin where an event begins are taken instead of parsing them.
    size_t feed(std::string_view text, int64_t offset, bool last, std::span<const EventStretch> stretches = {});

    /// The content cannot be a trace: not JSON, or its top level is neither an object nor an array.
    bool isForeign() const { return m_foreign; }
    bool hasTraceEvents() const { return m_hasEvents; }
    bool isBareArray() const { return m_bare; }
    /// The JSON was closed properly. Lines of single events need no bracket.
    bool isClosed() const { return m_state == State::Done || (m_isLines && !m_resyncing); }
    /// Elements of the array, of any type.
    uint64_t elements() const { return m_elements; }

    /// Behind the end, at the first byte that feed() has not consumed, another trace seems to begin.
    bool isBeforeAnother() const { return m_isBeforeAnother; }
    /// What begins at `begin` and was read up to `now` is no trace: it counts as text behind the end. `inLine`: as does
    /// the rest of the line.
    void goOnBehind(int64_t begin, int64_t now, bool inLine);

    /// What could not be read.
    struct Loss
    {
        int64_t damagedBytes = 0;    ///< of damaged events and what lies around them
        int64_t trailingBytes = 0;   ///< of text behind the end
        uint64_t trailingEvents = 0; ///< that seem to be in it
        uint64_t foreignHeads = 0;   ///< beginnings of other traces among the events, and events behind the end
    };
    const Loss &loss() const { return m_loss; }

private:
    enum class State { Start, Top, Events, Done };
    enum class Step { Continue, NeedMore };
    enum class Answer { No, Yes, NeedMore };

    Step start(const char *&p, const char *end);
    Step topLevel(const char *&p, const char *end);
    Step events(const char *&p, const char *end, bool last);
    Step event(const char *&p, const char *end, bool last);
    bool takeStretch(const char *&p);
    void reopen(const char *p, const char *end);
    Step behindEnd(const char *&p, const char *end);
    Step trailing(const char *&p, const char *end);
    Answer belongsHere(const char *p, const char *end);
    Answer isEventLine(const char *p, const char *end) const;
    Step learnLayout(const char *p, const char *end);
    Step damaged(const char *&p, const char *end, bool last);
    Answer isRealEvent(const char *from, const char *p, const char *end) const;
    Answer endsArray(const char *p, const char *end) const;
    void skip(const char *from, const char *to, const char *end);
    bool needsMore(const char *p, const char *end, size_t limit) const;
    bool isShort(const char *p, const char *end) const;
    void addHeader(std::string_view key, std::string_view text, int64_t offset);
    int64_t at(const char *p) const { return m_offset + (p - m_begin); }

    nlohmann::ordered_json &m_header;
    ChromeSink &m_sink;
    std::span<const EventStretch> m_stretches; ///< of the current piece, those ahead
    State m_state = State::Start;
    const char *m_begin = nullptr; ///< of the current piece
    int64_t m_offset = 0;
    uint64_t m_elements = 0;
    bool m_bare = false;
    bool m_hasEvents = false;
    bool m_foreign = false;
    bool m_resyncing = false; ///< within a damaged event whose end has not come yet
    bool m_trailing = false;  ///< text after the end has been reported
    bool m_last = false;      ///< nothing follows the current piece
    bool m_isInLine = false;  ///< of text behind the end
    bool m_isLines = false;   ///< events without an array around them
    bool m_isBeforeAnother = false;
    bool m_namesNoProcess = false;        ///< the first event does not
    std::vector<std::string> m_firstRows; ///< rows of the first events of objects that were taken together
    std::optional<bool> m_ownLine;        ///< each event begins a line; not known before the first one has come
    Loss m_loss;
};

} // namespace ws

#pragma once
// Chrome trace JSON, piece by piece: object with traceEvents, bare array, array without its end; header keys before or
// after. Takes the text in pieces of any size and keeps none of it. A damaged event is counted and skipped;
// findNextEvent finds the next one.

#include "core/readers/chrome/chromesink.h"
#include "core/readers/chrome/tracepieces.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

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
    /// The JSON was closed properly.
    bool isClosed() const { return m_state == State::Done; }
    /// Elements of the array, of any type.
    uint64_t elements() const { return m_elements; }

private:
    enum class State { Start, Top, Events, Done };
    enum class Step { Continue, NeedMore };

    Step topLevel(const char *&p, const char *end);
    Step events(const char *&p, const char *end, bool last);
    Step event(const char *&p, const char *end, bool last);
    bool takeStretch(const char *&p);
    void reopen(const char *p, const char *end);
    const char *trailing(const char *p, const char *end);
    Step damaged(const char *&p, const char *end, bool last);
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
};

} // namespace ws

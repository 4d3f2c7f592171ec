#pragma once
// Chrome trace JSON, piece by piece: object with traceEvents, bare array, array without its end; header keys before or
// after. Takes the text in pieces of any size and keeps none of it. A damaged event is counted and skipped;
// findNextEvent finds the next one.

#include "core/readers/chrome/chromeevents.h"
#include <nlohmann/json.hpp>

#include <string>

namespace ws {

class ChromeParser
{
public:
    /// Keys of the top level go to `header`, everything else to `events`.
    ChromeParser(nlohmann::ordered_json &header, ChromeEvents &events) : m_header(header), m_sink(events) {}

    /// Takes as many whole items as `text` holds and returns how many bytes it consumed; the rest must be at the
    /// beginning of the next call. `offset`: place of text[0] in the content. `last`: nothing follows. `text` is
    /// followed by json::scanPadding readable bytes.
    size_t feed(std::string_view text, int64_t offset, bool last);

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
    Step damaged(const char *&p, const char *end, bool last);
    void addHeader(std::string_view key, std::string_view text, int64_t offset);
    int64_t at(const char *p) const { return m_offset + (p - m_begin); }

    nlohmann::ordered_json &m_header;
    ChromeEvents &m_sink;
    State m_state = State::Start;
    const char *m_begin = nullptr; ///< of the current piece
    int64_t m_offset = 0;
    uint64_t m_elements = 0;
    bool m_bare = false;
    bool m_hasEvents = false;
    bool m_foreign = false;
    bool m_resyncing = false; ///< within a damaged event whose end has not come yet
};

} // namespace ws

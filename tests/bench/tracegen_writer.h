#pragma once
// Turns events into the text that Kineto writes: its key order, its spacing (which differs between kinds of events),
// three decimals for times. The other layouts are made from this text, so that there is only one writer.

#include "tracegen_simulator.h"

namespace ws::tracegen {

/// The effect of damage on one event.
struct Mutation
{
    std::string_view name; ///< instead of the event's own; empty: none
    bool stringTimes = false;
    bool negativeDur = false;
    bool withoutDur = false;
};

class Writer
{
public:
    explicit Writer(const Options &options) : m_options(options) { m_text.reserve(1 << 16); }

    void header();
    void footer();
    void event(const Event &event, const Mutation &mutation);
    void metadata(const Event &event, std::string_view key, std::string_view value);
    void profilerSpan(int64_t ts, int64_t dur);
    void instant(std::string_view name, std::string_view pid, std::string_view tid, int64_t ts);

    std::string &text() { return m_text; }

private:
    void put(std::string_view text) { m_text += text; }
    void number(int64_t value);
    void time(int64_t ns, bool quoted);
    void begin();
    void head(char phase, std::string_view category, const Event &event, const Mutation &mutation);
    void times(const Event &event, const Mutation &mutation);
    void externalId(int64_t id);
    void cpuOp(const Event &event);
    void annotation(const Event &event);
    void pythonFrame(const Event &event);
    void runtime(const Event &event);
    void kernel(const Event &event);
    void bytes(const Event &event);
    void memory(const Event &event, const Mutation &mutation);
    void flow(const Event &event, char phase, std::string_view category, const Mutation &mutation);
    void counter(const Event &event, const Mutation &mutation);
    void arguments(const Event &event);

    const Options &m_options;
    std::string m_text;
    bool m_first = true;
};

/// Rewrites native text into another layout, piece by piece.
class Relayout
{
public:
    Relayout(Layout layout, Sink out) : m_layout(layout), m_out(std::move(out)) {}
    void write(std::string_view text);
    void finish();

private:
    void structural(char c);
    void newLine();
    void endToken();
    void flushOpening();

    Layout m_layout;
    Sink m_out;
    std::string m_buffer;
    size_t m_tokenStart = std::string::npos; ///< of a number or a word in m_buffer
    int m_depth = 0;
    bool m_inString = false, m_escaped = false;
    bool m_opened = false; ///< a bracket was opened and nothing has followed yet
};

} // namespace ws::tracegen

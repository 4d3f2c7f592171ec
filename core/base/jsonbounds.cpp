#include "core/base/jsonbounds.h"

#include "core/base/format.h"
#include "core/base/texts.h"

#include <cstdint>
#include <vector>

namespace ws {
namespace {

class Bounder
{
public:
    Bounder(std::string_view json, const JsonBounds &bounds) : m_json(json), m_bounds(bounds)
    {
        m_out.reserve(json.size() + 64);
    }

    std::string run()
    {
        for (m_at = 0; m_at < m_json.size(); ++m_at) {
            const char c = m_json[m_at];
            if (c == '"')
                string();
            else if (c == '{' || c == '[')
                open(c);
            else if (c == '}' || c == ']')
                close(c);
            else if (c == ',')
                comma();
            else
                put(c);
        }
        return std::move(m_out);
    }
    bool isCut() const { return m_isCut; }

private:
    struct Container
    {
        bool isObject;
        uint64_t members; ///< before the current one
    };

    bool isShown() const { return m_depth <= m_bounds.depth && m_skippedIn == 0; }
    void put(char c)
    {
        if (isShown())
            m_out += c;
    }

    /// At its opening quote; leaves the place at the closing one.
    void string()
    {
        const size_t begin = m_at++;
        while (m_at < m_json.size() && m_json[m_at] != '"')
            m_at += m_json[m_at] == '\\' ? 2 : 1;
        if (isShown())
            m_out += m_json.substr(begin, m_at + 1 - begin);
    }

    void open(char c)
    {
        ++m_depth;
        if (m_depth <= m_bounds.depth)
            m_open.push_back({c == '{', 0});
        if (m_depth == m_bounds.depth + 1 && m_skippedIn == 0) {
            m_isCut = true;
            m_out += '"' + Core::tr("… (nested in more than %1 levels)").arg(m_bounds.depth).toStdString() + '"';
        }
        put(c);
    }

    void close(char c)
    {
        if (m_skippedIn && m_depth == m_skippedIn) {
            const uint64_t rest = m_open.back().members + 1 - m_bounds.members;
            m_out += R"(,"…":")" + Core::tr("%1 more members").arg(formatCount(int64_t(rest))).toStdString() + '"';
            m_skippedIn = 0;
        }
        put(c);
        if (m_depth == 0)
            return;
        if (m_depth <= m_bounds.depth)
            m_open.pop_back();
        --m_depth;
    }

    void comma()
    {
        if (m_depth == 0 || m_depth > m_bounds.depth)
            return put(',');
        Container &container = m_open.back();
        ++container.members;
        if (container.isObject && container.members == m_bounds.members && m_skippedIn == 0) {
            m_isCut = true;
            m_skippedIn = m_depth;
        }
        put(',');
    }

    std::string_view m_json;
    JsonBounds m_bounds;
    std::string m_out;
    std::vector<Container> m_open; ///< down to the bound
    size_t m_at = 0;
    size_t m_depth = 0;
    size_t m_skippedIn = 0; ///< depth of the object whose further members are left out; 0: none
    bool m_isCut = false;
};

} // namespace

std::string boundedJson(std::string_view json, const JsonBounds &bounds, bool *isCut)
{
    Bounder bounder(json, bounds);
    std::string text = bounder.run();
    if (isCut)
        *isCut = bounder.isCut();
    return text;
}

} // namespace ws

#pragma once
// Reading the fields of a JSON object into plain values: an absent key keeps the default, a value of another type or
// out of range is a problem that names its place ("runs[1].range"). The first problem counts.

#include <nlohmann/json_fwd.hpp>

#include <QString>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace ws {

using SessionJson = nlohmann::ordered_json;

class JsonFields
{
public:
    /// `json` and `problem` outlive it; `place` names the object ("runs[1]").
    JsonFields(const SessionJson &json, std::string place, std::string &problem);

    /// Null: absent, or null.
    const SessionJson *find(const char *key) const;
    std::string placeOf(const char *key) const;
    std::string &problem() const { return m_problem; }
    void report(const char *key) const; ///< null: the object itself

    void read(const char *key, std::string &value) const;
    void read(const char *key, QString &value) const;
    void read(const char *key, bool &value) const;
    template <class Number>
    void read(const char *key, Number &value, int64_t min = 0, int64_t max = largest<Number>()) const
    {
        if (const auto found = integer(key, min, max))
            value = static_cast<Number>(*found);
    }
    /// Calls `take(element, place)` for each element of an array.
    void each(const char *key, const std::function<void(const SessionJson &element, std::string place)> &take) const;

    /// False: no integer, or out of range.
    template <class Number> static bool number(const SessionJson &json, Number &value, int64_t min, int64_t max)
    {
        const auto found = integerOf(json, min, max);
        value = found ? static_cast<Number>(*found) : value;
        return found.has_value();
    }

private:
    template <class Number> static constexpr int64_t largest()
    {
        return sizeof(Number) < sizeof(int64_t) ? static_cast<int64_t>(std::numeric_limits<Number>::max()) : INT64_MAX;
    }
    static std::optional<int64_t> integerOf(const SessionJson &json, int64_t min, int64_t max);
    std::optional<int64_t> integer(const char *key, int64_t min, int64_t max) const;

    const SessionJson &m_json;
    std::string m_place;
    std::string &m_problem;
};

} // namespace ws

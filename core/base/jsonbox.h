#pragma once
// A JSON value behind a pointer, for structures whose header half the program includes: nlohmann's header costs a
// second of every compilation that sees it. Copies are deep, as of the value itself.

#include <nlohmann/json_fwd.hpp>

#include <memory>

namespace ws {

class JsonBox
{
public:
    JsonBox(); ///< an empty object
    JsonBox(const JsonBox &other);
    JsonBox(JsonBox &&other) noexcept = default; ///< `other` may only be assigned to or destroyed afterwards
    JsonBox &operator=(JsonBox other) noexcept;
    ~JsonBox();

    nlohmann::ordered_json &operator*() { return *m_value; }
    const nlohmann::ordered_json &operator*() const { return *m_value; }
    nlohmann::ordered_json *operator->() { return m_value.get(); }
    const nlohmann::ordered_json *operator->() const { return m_value.get(); }

private:
    std::unique_ptr<nlohmann::ordered_json> m_value;
};

} // namespace ws

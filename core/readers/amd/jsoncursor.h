#pragma once
// A text as nlohmann's parser takes it, which says how far the parser has come: the place of an object in the file.

#include <cstddef>
#include <iterator>

namespace ws {

struct JsonCursor
{
    using difference_type = std::ptrdiff_t;
    using value_type = char;
    using pointer = const char *;
    using reference = const char &;
    using iterator_category = std::input_iterator_tag;

    const char *at;
    const char **reached; ///< behind the last character taken

    reference operator*() const { return *at; }
    JsonCursor &operator++()
    {
        *reached = ++at;
        return *this;
    }
    JsonCursor operator++(int)
    {
        JsonCursor before = *this;
        ++*this;
        return before;
    }
    bool operator==(const JsonCursor &other) const { return at == other.at; }
    bool operator!=(const JsonCursor &other) const { return at != other.at; }
};

} // namespace ws

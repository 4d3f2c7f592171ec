#pragma once
// Interned UTF-8 text. A trace of ten million events has some thousand distinct names, so an event holds a 32-bit id.
// Ids are dense and start at 0, the empty text: arrays indexed by name are plain vectors. Rejected: QString (2 bytes a
// character), unordered_map<string> (a node per entry, four times slower to intern).

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace ws {

using StringId = uint32_t;

class StringPool
{
public:
    StringPool();
    StringPool(StringPool &&) noexcept = default;
    StringPool &operator=(StringPool &&) noexcept = default;

    StringId intern(std::string_view text);
    /// The id of a text that is already there, or UINT32_MAX.
    StringId find(std::string_view text) const;
    /// Valid as long as the pool lives, even when it is moved.
    std::string_view view(StringId id) const { return m_views[id]; }
    size_t size() const { return m_views.size(); }
    size_t memoryBytes() const;

private:
    std::string_view store(std::string_view text);
    void grow();

    std::vector<std::string_view> m_views;
    std::vector<uint64_t> m_slots; ///< hash's upper 32 bits << 32 | id + 1; 0: free
    std::vector<std::unique_ptr<char[]>> m_blocks;
    size_t m_left = 0;
    char *m_next = nullptr;
    size_t m_blockBytes = 0;
};

} // namespace ws

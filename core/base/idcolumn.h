#pragma once
// Numbers by which events refer to one another, as they come one by one: four bytes each until one of them needs eight.
// Rejected: NarrowColumn (it has to know the largest first).

#include "core/base/valuecolumn.h"

#include <limits>

namespace ws {

class IdColumn
{
public:
    using value_type = uint64_t;

    size_t size() const { return m_isWide ? m_wide.size() : m_narrow.size(); }
    bool empty() const { return size() == 0; }
    uint64_t operator[](size_t i) const { return m_isWide ? m_wide[i] : m_narrow[i]; }

    void reserve(size_t count) { m_isWide ? m_wide.reserve(count) : m_narrow.reserve(count); }
    void push_back(uint64_t id)
    {
        makeRoomFor(id);
        if (m_isWide)
            m_wide.push_back(id);
        else
            m_narrow.push_back(static_cast<uint32_t>(id));
    }
    void resize(size_t count, uint64_t id)
    {
        makeRoomFor(id);
        if (m_isWide)
            m_wide.resize(count, id);
        else
            m_narrow.resize(count, static_cast<uint32_t>(id));
    }
    void clear() { *this = {}; }
    /// Calls it with the column that holds the numbers, so that a loop over them asks for their width once.
    template <class Visit> decltype(auto) visit(Visit visit) const
    {
        return m_isWide ? visit(m_wide) : visit(m_narrow);
    }

private:
    void makeRoomFor(uint64_t id)
    {
        if (m_isWide || id <= std::numeric_limits<uint32_t>::max())
            return;
        m_isWide = true;
        m_wide.assign(std::as_const(m_narrow).begin(), std::as_const(m_narrow).end());
        m_narrow.clear();
    }

    ValueColumn<uint32_t> m_narrow; ///< empty once one is wide
    ValueColumn<uint64_t> m_wide;
    bool m_isWide = false;
};

} // namespace ws

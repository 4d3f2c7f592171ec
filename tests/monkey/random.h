#pragma once
// Chance that a seed repeats on every machine; the distributions of the standard library differ between libraries.

#include <cstddef>
#include <cstdint>
#include <random>

namespace ws::monkey {

class Random
{
public:
    explicit Random(uint64_t seed) : m_engine(seed) {}

    /// 0 … count - 1; 0 when there is nothing to choose from.
    int below(int64_t count) { return count > 0 ? static_cast<int>(m_engine() % static_cast<uint64_t>(count)) : 0; }
    int between(int first, int last) { return first + below(int64_t(last) - first + 1); }
    bool chance(int percent) { return below(100) < percent; }
    template <class List> auto pick(const List &list)
    {
        return list[static_cast<decltype(list.size())>(below(static_cast<int64_t>(list.size())))];
    }

private:
    std::mt19937_64 m_engine;
};

} // namespace ws::monkey

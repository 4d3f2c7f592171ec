#pragma once
// How often tests repeat what they do at random.

#include <cstddef>

namespace ws::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isSanitized = true;
#else
constexpr bool isSanitized = false;
#endif

/// `count`, and a fifth of it under a sanitizer: there each takes five to ten times as long, and what all of them find
/// the other builds find.
constexpr int repetitions(int count)
{
    return isSanitized ? (count + 4) / 5 : count;
}

} // namespace ws::test

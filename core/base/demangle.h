#pragma once
// C++ names as people write them. Profilers of AMD and old ones of NVIDIA write the compiler's own: _Z4gemmPf, on AMD
// with ".kd" behind it (kernel descriptor). A name is what stands in the file, everywhere; the readable form is made
// where a person reads it, and where a rule or a search may mean either.

#include <string>
#include <string_view>

namespace ws {

/// The readable form of a mangled name, any other name as it is. What this compiler's library cannot read in full gives
/// the qualified name with "<…>". Names of more than 16 KiB stay as they are: the time is not linear.
std::string demangled(std::string_view name);

/// The same, made once for each distinct name and kept as long as the program runs (up to 100,000 names, the others
/// stay as they are); other names give back their own characters. Any thread.
std::string_view shownName(std::string_view name);

/// True when shownName() may differ from the name.
inline bool isMangled(std::string_view name)
{
    return name.size() > 2 && name[0] == '_' && name[1] == 'Z';
}

} // namespace ws

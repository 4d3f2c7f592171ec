#pragma once
// Kernel names run to thousands of characters; a label shows 5 to 60. It keeps the distinguishing parts: the leading
// words, the tile of a Cijk_ name (MT256x192x64), the functor inside at::native's elementwise templates. Mangled names
// are demangled first. In a list, names that would look alike show in brackets where they differ, word by word:
// "par_ranged2d_kernel[PdV_kernel 2]". Rejected: plain cutting at the end (hundreds of kernels begin with the same 200
// characters); showing everything between the common beginning and the common end (as long as the names themselves).

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// Python's names of objects without where they lie in memory: "<built-in method items of dict object at 0x7f…>" →
/// "dict.items"; "<f object at 0x7f…>" → "<f object>". Other names stay.
std::string withoutAddress(std::string_view name);

/// The short form of a readable name at its full length: without return type, template arguments and argument list.
std::string uncutShortName(const std::string &full);

/// At most `max` characters; "…" is one character (3 bytes). Names that are short enough stay as they are, except for
/// "void " and the argument list.
std::string shortName(std::string_view name, size_t max = 60);

/// Short names for a list of names, in its order; two different names never get the same short name, equal ones do,
/// and those that differ only in an object's address (withoutAddress()).
/// Where shortName() makes them equal, the words that differ are shown in brackets; where `max` leaves no room for
/// them, a number ("… #2"). Below 12 characters names may be as long as 12. Takes time linear in the length of all
/// names.
std::vector<std::string> shortNames(std::span<const std::string_view> names, size_t max = 60);

/// "void ns::foo<int>(float *) [clone .kd]" → "ns::foo<int>": the function's qualified name with template arguments,
/// demangled, without blanks and anonymous namespaces, which every tool writes in its own way. It finds the same kernel
/// in the files of two tools.
std::string kernelSignature(std::string_view name);
/// A signature without namespaces and without what tells the type of a constant, for the tools differ in it:
/// "a::foo<b::c,(bool)1,4ul>" → "foo<c,1,4>".
std::string bareSignature(std::string_view signature);
/// "triton_", "triton__0d1d2de (+3)": what Triton's compiler calls every fused kernel where names are not to be unique;
/// only the types of arguments may be in it.
bool isSharedName(std::string_view name);
/// The signature "a::foo<int>" → "foo".
std::string kernelBaseName(std::string_view signature);

} // namespace ws

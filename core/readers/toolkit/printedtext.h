#pragma once
// The text that a profiler printed, where a document holds it in another form than the terminal's: the outputs of a
// notebook's cells, a string with "\n" within a line of a log. Each line keeps the place in the document that it came
// from. Rejected: a JSON document in memory, which knows no places.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ws {

struct PrintedText
{
    struct Origin
    {
        int64_t number = 0; ///< 1-based line of the document
        size_t offset = 0;  ///< byte of the document
    };
    std::string text;
    std::vector<Origin> origins;                         ///< of each line of the text, in its order
    std::vector<std::pair<Origin, std::string>> leftOut; ///< lines of tables that fit their columns in no way
};

/// A document of Jupyter, by its first bytes or as a whole.
bool isNotebook(std::string_view text);

/// Nothing where the document is the printed text itself, as nearly all are.
std::optional<PrintedText> printedText(std::string_view document);

} // namespace ws

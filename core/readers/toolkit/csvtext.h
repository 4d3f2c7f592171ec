#pragma once
// CSV as profilers write it (RFC 4180 quotes, line breaks inside quotes) and as spreadsheets save it again (semicolons,
// tabs, decimal commas). Works on the whole text because a record may span lines.

#include "core/readers/toolkit/textvalues.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

using CsvRecord = std::vector<std::string>;

class CsvText
{
public:
    CsvText(std::string_view text, size_t offset, char delimiter) : m_text(text), m_at(offset), m_delimiter(delimiter)
    {
    }

    /// The next record; nothing at the end of the text. A blank line is a record with one empty field.
    /// At most `maxFields` fields are kept.
    std::optional<CsvRecord> next();
    size_t offset() const { return m_at; }
    /// The next record is the one at that byte.
    void goTo(size_t offset) { m_at = offset; }
    /// A quote was opened and never closed; its line was taken as is.
    bool hadOpenQuote() const { return m_openQuote; }
    bool hadTooManyFields() const { return m_tooManyFields; }

    static constexpr size_t maxFields = 20000;

private:
    bool quotedField(std::string &field);
    void plainField(std::string &field);

    std::string_view m_text;
    size_t m_at;
    char m_delimiter;
    bool m_openQuote = false;
    bool m_tooManyFields = false;
};

/// The decimal sign of the numbers behind a header line. Spreadsheets of countries with a decimal comma divide fields
/// by
/// ';', but so do others: where the first 64 KiB have more numbers that only a point explains ("607.98") than numbers
/// that only a comma explains ("607,98"), the point is one.
DecimalSign decimalSign(std::string_view rows, char delimiter);

/// ',', ';' or tab: the one that divides this header line into the max number of fields.
char csvDelimiter(std::string_view headerLine);

} // namespace ws

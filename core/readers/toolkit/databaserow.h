#pragma once
// One row of a database, fetched again when a person looks at the slice that was made from it.

#include "core/model/eventtext.h"
#include "core/model/run.h"
#include "core/readers/toolkit/sqlitefile.h"

#include <optional>
#include <string>
#include <vector>

namespace ws {

/// The database of a run, opened again. Errors: NotFound, Unreadable (it has changed since it was loaded).
Result<std::unique_ptr<SqliteFile>> reopenDatabase(const Run &run);

/// All columns of a row as they stand, NULLs left out, after {"table", "row"}; nothing when it is not there.
std::optional<nlohmann::ordered_json> databaseRow(const SqliteFile &file, const std::string &table, int64_t row);

/// Which row of which table a slice was made from, in the 40 bits that a slice has for the place of its text. Row ids
/// of merged databases are large (process << 32 | number): their upper halves are numbered in the order they appear.
class RowKeys
{
public:
    struct Place
    {
        std::string table;
        int64_t row;
    };
    /// Keys that follow are of this table.
    void begin(std::string_view table);
    uint64_t key(int64_t row);
    /// Nothing for rows beyond the first 255 upper halves.
    std::optional<Place> place(uint64_t key) const;

private:
    struct Page
    {
        std::string table;
        int64_t high;
    };
    std::vector<Page> m_pages;
    std::string m_table;
    size_t m_last = SIZE_MAX; ///< page of the key before
};

class DatabaseText : public EventText
{
public:
    /// Puts into `row` what its ids mean.
    using Describe = void (*)(const SqliteFile &file, const RowKeys::Place &place, nlohmann::ordered_json &row);

    DatabaseText(RowKeys keys, Describe describe) : m_keys(std::move(keys)), m_describe(describe) {}
    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;

private:
    RowKeys m_keys;
    Describe m_describe;
};

} // namespace ws

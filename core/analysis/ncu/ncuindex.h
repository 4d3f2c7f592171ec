#pragma once
// Rows of Nsight Compute by the forms of a kernel's name: tools write it with the whole signature, without namespaces
// and casts, or the function alone.

#include "core/analysis/ncu/ncurows.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace ws {

class NcuIndex
{
public:
    explicit NcuIndex(std::vector<NcuRow> rows);

    struct Found
    {
        NcuRow row;        ///< the longest one; others of its grid fill the metrics that it lacks
        uint64_t rows = 0; ///< 0: none has the name
    };
    /// The rows of a name count as taken from then on.
    Found find(const std::string &name);
    /// Rows that no name took.
    uint64_t alone() const;

private:
    static constexpr size_t forms = 4;
    static std::string nameIn(size_t form, const std::string &name);
    std::vector<size_t> rowsOfName(size_t form, const std::string &name) const;

    std::vector<NcuRow> m_rows;
    std::vector<uint8_t> m_taken;
    std::array<std::map<std::string, std::vector<size_t>>, forms> m_byName;
};

} // namespace ws

#pragma once
// The names of a module tree, each distinct one once: for filtering a million rows while the user types (one search
// over one lower-case text instead of a comparison per row), for sorting by name, and the short forms of kernels.
// Made in a worker thread, immutable.

#include "core/base/namepattern.h"
#include "core/model/moduletree.h"

#include <QStringList>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

struct NodeMatches
{
    std::vector<uint8_t> rows; ///< by row of the tree: 1 when its name matches
    QString problem;           ///< the number of names the pattern gave up on; empty: none
};

class NodeNames
{
public:
    explicit NodeNames(const ModuleTree &tree);

    /// By row of the tree: 1 when its name contains the text, case ignored (ASCII letters).
    std::vector<uint8_t> containing(const QString &text) const;
    /// The same for a regular expression, in a worker thread. Nothing when cancelled.
    std::optional<NodeMatches> matching(const NamePattern &pattern, const Progress *progress = nullptr) const;
    /// Position of a row's name in alphabetical order.
    uint32_t rank(uint32_t row) const { return m_rank[m_nameOf[row]]; }
    /// Short forms of a kernel's name, widest first; empty for all else.
    const QStringList &forms(uint32_t row) const { return m_forms[m_nameOf[row]]; }

private:
    std::vector<uint8_t> spread(const std::vector<uint8_t> &byName) const;
    std::string_view name(size_t i) const { return std::string_view(m_names[i]); }

    std::vector<uint32_t> m_nameOf; ///< by row
    std::vector<std::string> m_names;
    std::vector<QStringList> m_forms;
    std::vector<uint32_t> m_rank;
    std::string m_lower;          ///< all names in lower case, a line each
    std::vector<size_t> m_begins; ///< where each begins in m_lower
};

} // namespace ws

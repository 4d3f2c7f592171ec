#include "core/analysis/compare/rowpairs.h"

#include "core/analysis/collectives/collectives.h"
#include "core/base/texts.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ws {
namespace {

constexpr uint32_t noRow = UINT32_MAX;
constexpr size_t shortestClip = 16;   ///< bytes; shorter beginnings say nothing
constexpr double oftenAligned = 0.25; ///< of the instances of the rarer of two kernels

/// Kernels of PyTorch's loops over elements: what they compute stands in the template's arguments, not in the name.
bool isGenericTemplate(std::string_view name)
{
    if (name.find("at::native::") == name.npos)
        return false;
    const std::string family = kernelFamily(name);
    return family.find("elementwise") != family.npos || family.find("reduce_kernel") != family.npos ||
           family.find("apply") != family.npos;
}

class RowPairing
{
public:
    RowPairing(const WorkKeys &a, const WorkKeys &b) : m_a(a), m_b(b)
    {
        m_result.rowOfA.assign(a.keys.size(), noRow);
        m_result.rowOfB.assign(b.keys.size(), noRow);
    }

    /// Keys of equal text, where the text is not used twice on a side.
    template <class TextOf> void byText(TextOf textOf, DiffRow::Match match)
    {
        std::unordered_map<std::string, std::pair<uint32_t, uint32_t>> found; // key in A, number of them
        for (uint32_t k = 0; k < m_a.keys.size(); ++k)
            if (const std::string text = textOf(m_a.keys[k]); m_result.rowOfA[k] == noRow && !text.empty()) {
                auto &[key, count] = found[text];
                key = k;
                ++count;
            }
        std::unordered_map<std::string, std::pair<uint32_t, uint32_t>> other;
        for (uint32_t k = 0; k < m_b.keys.size(); ++k)
            if (const std::string text = textOf(m_b.keys[k]); m_result.rowOfB[k] == noRow && !text.empty()) {
                auto &[key, count] = other[text];
                key = k;
                ++count;
            }
        for (uint32_t k = 0; k < m_a.keys.size(); ++k) { // in the order of A
            if (m_result.rowOfA[k] != noRow)
                continue;
            const auto own = found.find(textOf(m_a.keys[k])), there = other.find(textOf(m_a.keys[k]));
            if (own != found.end() && there != other.end() && own->second.second == 1 && there->second.second == 1)
                add({k}, {there->second.first}, match);
        }
    }

    /// A name that its table cuts, with the only one that begins so.
    void byClippedNames()
    {
        for (uint32_t k = 0; k < m_a.keys.size(); ++k)
            if (m_result.rowOfA[k] == noRow)
                if (const auto other = onlyBeginning(m_a.keys[k].text, m_b, m_result.rowOfB); other != noRow)
                    add({k}, {other}, DiffRow::Family);
        for (uint32_t k = 0; k < m_b.keys.size(); ++k)
            if (m_result.rowOfB[k] == noRow)
                if (const auto other = onlyBeginning(m_b.keys[k].text, m_a, m_result.rowOfA); other != noRow)
                    add({other}, {k}, DiffRow::Family);
    }

    /// All that is left of one operation of NCCL becomes one row: another algorithm or version does the same work.
    void byCollective()
    {
        std::map<std::string, std::pair<std::vector<uint32_t>, std::vector<uint32_t>>> operations;
        for (uint32_t k = 0; k < m_a.keys.size(); ++k)
            if (m_result.rowOfA[k] == noRow)
                operations[ncclOperation(m_a.keys[k].text)].first.push_back(k);
        for (uint32_t k = 0; k < m_b.keys.size(); ++k)
            if (m_result.rowOfB[k] == noRow)
                operations[ncclOperation(m_b.keys[k].text)].second.push_back(k);
        for (const auto &[operation, keys] : operations)
            if (!operation.empty() && !keys.first.empty() && !keys.second.empty())
                add(keys.first, keys.second, DiffRow::Family);
    }

    /// Kernels that ran in each other's place: all that are connected so become one row.
    void byAlignment(const Run &runA, const Run &runB, const AlignedPairs &pairs)
    {
        std::map<std::pair<uint32_t, uint32_t>, uint64_t> together;
        std::vector<uint64_t> countA(m_a.keys.size()), countB(m_b.keys.size());
        for (const auto &[x, y] : pairs) {
            const uint32_t a = m_a.of(runA.gpu, x), b = m_b.of(runB.gpu, y);
            if (m_result.rowOfA[a] != noRow || m_result.rowOfB[b] != noRow)
                continue;
            ++together[{a, b}];
            ++countA[a];
            ++countB[b];
        }
        std::vector<uint32_t> parent(m_a.keys.size() + m_b.keys.size());
        for (uint32_t k = 0; k < parent.size(); ++k)
            parent[k] = k;
        const auto root = [&](uint32_t k) {
            while (parent[k] != k)
                k = parent[k] = parent[parent[k]];
            return k;
        };
        for (const auto &[keys, count] : together)
            if (double(count) >= oftenAligned * double(std::min(countA[keys.first], countB[keys.second])))
                parent[root(uint32_t(m_a.keys.size()) + keys.second)] = root(keys.first);
        std::map<uint32_t, std::pair<std::vector<uint32_t>, std::vector<uint32_t>>> groups;
        for (uint32_t a = 0; a < m_a.keys.size(); ++a)
            if (countA[a])
                groups[root(a)].first.push_back(a);
        for (uint32_t b = 0; b < m_b.keys.size(); ++b)
            if (countB[b])
                groups[root(uint32_t(m_a.keys.size()) + b)].second.push_back(b);
        for (const auto &[at, group] : groups)
            if (!group.first.empty() && !group.second.empty())
                add(group.first, group.second, DiffRow::Order);
    }

    /// The only kernel of each run.
    void byLoneKernels()
    {
        const auto loneOf = [](const WorkKeys &of) {
            uint32_t lone = noRow;
            for (uint32_t k = 0; k < of.keys.size(); ++k)
                if (of.keys[k].kind == CategoryKind::Kernel) {
                    if (lone != noRow || of.keys[k].isCommunication)
                        return noRow;
                    lone = k;
                }
            return lone;
        };
        const uint32_t a = loneOf(m_a), b = loneOf(m_b);
        if (a != noRow && b != noRow && m_result.rowOfA[a] == noRow && m_result.rowOfB[b] == noRow)
            add({a}, {b}, DiffRow::Lone);
    }

    /// Kernels of other names where all else of both runs is the same: every pair so far has as many calls on both
    /// sides, and each kernel that is left has a counterpart, and no other, with the same launches.
    void byLaunches(const Run &runA, const Run &runB)
    {
        if (runA.gpu.grid.empty() || runB.gpu.grid.empty())
            return;
        std::map<uint32_t, uint64_t> callsOfA, callsOfB; // by row
        const auto leftA = launchesLeft(m_a, runA, m_result.rowOfA, callsOfA),
                   leftB = launchesLeft(m_b, runB, m_result.rowOfB, callsOfB);
        if (!leftA || !leftB || leftA->empty() || callsOfA.empty() || callsOfA != callsOfB ||
            !std::ranges::equal(*leftA, *leftB, {}, &Launches::value_type::first, &Launches::value_type::first))
            return;
        for (auto a = leftA->begin(), b = leftB->begin(); a != leftA->end(); ++a, ++b)
            add({a->second}, {b->second}, DiffRow::Launches);
    }

    RowPairs finish()
    {
        for (uint32_t k = 0; k < m_a.keys.size(); ++k)
            if (m_result.rowOfA[k] == noRow)
                add({k}, {}, DiffRow::None);
        for (uint32_t k = 0; k < m_b.keys.size(); ++k)
            if (m_result.rowOfB[k] == noRow)
                add({}, {k}, DiffRow::None);
        return std::move(m_result);
    }

    void add(const std::vector<uint32_t> &a, const std::vector<uint32_t> &b, DiffRow::Match match)
    {
        DiffRow row;
        row.match = match;
        row.key = join(m_a, a, row.a.names);
        const std::string inB = join(m_b, b, row.b.names);
        const WorkKeys::Key &first = a.empty() ? m_b.keys[b.front()] : m_a.keys[a.front()];
        row.work = first.kind == CategoryKind::Memcpy ? DiffRow::Copy
                   : first.isCommunication            ? DiffRow::Communication
                                                      : DiffRow::Computation;
        if (a.empty())
            row.key = inB;
        else if (!b.empty() && inB != row.key)
            row.keyB = inB;
        for (const uint32_t key : a)
            m_result.rowOfA[key] = uint32_t(m_result.rows.size());
        for (const uint32_t key : b)
            m_result.rowOfB[key] = uint32_t(m_result.rows.size());
        m_result.rows.push_back(std::move(row));
    }

private:
    using Launches = std::map<std::map<std::string_view, uint64_t>, uint32_t>; ///< key by its calls of each grid

    /// The kernels without a row; `calls`: of those with one. Nothing where two have the same launches, where a grid is
    /// not in the file, or where a collective is left.
    static std::optional<Launches> launchesLeft(const WorkKeys &keys, const Run &run,
                                                const std::vector<uint32_t> &rowOf, std::map<uint32_t, uint64_t> &calls)
    {
        std::map<uint32_t, std::map<std::string_view, uint64_t>> grids;
        for (size_t i = 0; i < run.gpu.size(); ++i) {
            const uint32_t key = keys.of(run.gpu, i);
            if (rowOf[key] != noRow)
                ++calls[rowOf[key]];
            else if (keys.keys[key].isCommunication || (run.gpu.kind[i] == CategoryKind::Kernel && !run.gpu.grid[i]))
                return {};
            else
                ++grids[key][run.text(run.gpu.grid[i])];
        }
        Launches left;
        for (const auto &[key, launches] : grids)
            if (!left.emplace(launches, key).second)
                return {};
        return left;
    }

    /// The only free key that begins like a clipped text ("abc…", "abc..."); noRow: none, or several.
    static uint32_t onlyBeginning(std::string_view text, const WorkKeys &keys, const std::vector<uint32_t> &rowOf)
    {
        const bool clipped = text.ends_with("…") || text.ends_with("...");
        if (!clipped || text.size() < 3 + shortestClip)
            return noRow;
        text.remove_suffix(3); // both have three bytes
        uint32_t found = noRow;
        for (uint32_t k = 0; k < keys.keys.size(); ++k)
            if (rowOf[k] == noRow && keys.keys[k].text.starts_with(text)) {
                if (found != noRow)
                    return noRow;
                found = k;
            }
        return found;
    }

    /// The first text, and how many more.
    static std::string join(const WorkKeys &keys, const std::vector<uint32_t> &which, std::vector<StringId> &names)
    {
        for (const uint32_t key : which)
            names.insert(names.end(), keys.keys[key].names.begin(), keys.keys[key].names.end());
        if (which.empty())
            return {};
        std::string text = keys.keys[which.front()].text;
        if (which.size() > 1)
            text += " (+" + std::to_string(which.size() - 1) + ")";
        return text;
    }

    const WorkKeys &m_a, &m_b;
    RowPairs m_result;
};

} // namespace

RowPairs pairRows(const WorkKeys &a, const WorkKeys &b, DiffBy by, const Run &runA, const Run &runB,
                  const AlignedPairs *aligned)
{
    RowPairing pairing(a, b);
    pairing.byText([](const WorkKeys::Key &key) { return key.text; }, DiffRow::Exact);
    const auto alias = [](const WorkKeys::Key &key) { return key.alias; };
    if (by == DiffBy::Kernel) {
        pairing.byText(alias, DiffRow::Exact); // the same kernel, written differently
        pairing.byClippedNames();
        pairing.byCollective();
        if (aligned)
            pairing.byAlignment(runA, runB, *aligned);
        pairing.byText(
            [](const WorkKeys::Key &key) {
                return key.kind == CategoryKind::Kernel && !isGenericTemplate(key.text) ? kernelFamily(key.text) : "";
            },
            DiffRow::Family);
        if (aligned) { // of two parts of a document, nothing says that they are of one program
            pairing.byLoneKernels();
            pairing.byLaunches(runA, runB);
        }
    } else if (by == DiffBy::Row) {
        pairing.byClippedNames();
    } else if (by == DiffBy::Line) {
        pairing.byText(alias, DiffRow::Exact); // the same function, further down or up in its file
    } else if (by == DiffBy::Operator) {
        pairing.byText(alias, DiffRow::Family);
    } else if (by == DiffBy::Module) {
        pairing.byText(alias, DiffRow::Module);
    }
    return pairing.finish();
}

} // namespace ws

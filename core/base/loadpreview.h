#pragma once
// What is there of a timeline while its file is being read: its rows, and how many slices each has over time. The
// reader writes ten times a second, a view reads whenever it paints. Times fall into bins, which double in width when
// the span outgrows them, so memory and painting do not depend on the size of the file. Rejected: the slices themselves
// (they lie in arrays that grow, and are not sorted).

#include "core/base/timerange.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ws {

class LoadPreview
{
public:
    static constexpr size_t binCount = 8192;
    static constexpr size_t maxRows = 128; ///< later ones are left out

    struct RowName
    {
        std::string process, label;
        bool isGpu = false;
        bool operator==(const RowName &) const = default;
    };
    /// Of one row from one time to another, in equal parts: how many slices lie over one another on average, 0 (idle)
    /// to mostSlices.
    using Density = std::vector<float>;
    static constexpr int64_t mostSlices = 64;

    /// `interval`: how often the reader writes.
    explicit LoadPreview(std::chrono::milliseconds interval = std::chrono::milliseconds(100)) : m_interval(interval) {}

    /// Of the reader, who alone calls it; views wait while it lives.
    class Writer
    {
    public:
        explicit Writer(LoadPreview &preview) : m_preview(preview), m_lock(preview.m_mutex) {}
        size_t rowCount() const { return m_preview.m_rows.size(); }
        void addRow() { m_preview.m_rows.emplace_back(); } ///< at most maxRows
        void setName(size_t row, RowName name) { m_preview.m_rows[row].name = std::move(name); }
        /// Absolute ns; `duration` is not negative, and the end fits 64 bits.
        void add(size_t row, int64_t start, int64_t duration);

    private:
        LoadPreview &m_preview;
        std::lock_guard<std::mutex> m_lock;
    };

    /// Whether it is time to write again. Of the reader.
    bool isDue();

    TimeRange span() const; ///< of what is there, absolute ns; without length: nothing
    std::vector<RowName> rows() const;
    /// One for each of `rows`.
    std::vector<Density> densities(const std::vector<size_t> &rows, TimeRange range, size_t parts) const;

    /// What is known of the run before its columns are here, as text for a terminal; empty: nothing.
    void setOverview(std::string text);
    std::string overview() const;

    /// The digests of the run (core/session/digestfile.h) before its columns are here; empty: none came.
    void setDigests(std::string bytes);
    std::string digests() const;
    /// Called by the reader when they have come; set before it begins.
    std::function<void()> digestsCame;

    /// What the view was moved to, absolute ns, for the timeline that takes its place; none: it was left as it is. For
    /// the thread of the views only.
    std::optional<TimeRange> chosen;

private:
    struct Row
    {
        RowName name;
        std::vector<int64_t> edgeNs; ///< by bin: time of slices that begin or end within it
        std::vector<int32_t> cover;  ///< by bin: how many more slices cover it than the bin before
    };

    void makeRoom(int64_t begin, int64_t end);
    void regrid(int shift, int64_t firstBin);
    std::vector<int64_t> busyNs(const Row &row) const;

    mutable std::mutex m_mutex; ///< guards the rest
    std::string m_overview, m_digests;
    std::vector<Row> m_rows;
    int m_shift = 0;        ///< a bin is 2 to the power of it ns wide; 0: there is no slice yet
    int64_t m_firstBin = 0; ///< absolute time of bin 0, in bins
    TimeRange m_span{0, 0};
    std::chrono::milliseconds m_interval; ///< of the reader, as the next
    std::chrono::steady_clock::time_point m_due;
};

} // namespace ws

#pragma once
// The two tables of vLLM's gputrc2graph.py: result.csv (one row per kernel name) and the pivot Substage × Model_Engine.

#include "core/analysis/stages/stagebreakdown.h"
#include "core/report/csv.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <span>
#include <string>

namespace ws {

struct StageExportRun
{
    std::string label; ///< column "Model_Engine", see originalLabel()
    std::shared_ptr<const Classification> classes;
    NameSums sums;
    NonGpu nonGpu;
    bool byName = false; ///< the names are modules of a layerwise profile: each is a substage, no mapping has rules

    std::string_view substageOf(size_t name) const;
};

enum class Rounding : uint8_t {
    Full,     ///< full precision, seconds with at most nine decimals
    Original, ///< as the script: GPU and total seconds rounded to 0.1 before they are subtracted, pivot cells to 0.01,
              ///< the last row adds the rounded cells, columns ordered by the text after the label's last '_'
};

/// "model_engine_file_index", as the script names a bar (".nsys-rep" is left out).
std::string originalLabel(const StageMapping &mapping, std::string_view fileName, size_t index);

/// Column "Model_Engine": the name that the user gave the run, else originalLabel(), with the part of the run or file
/// after a '#'. `index` counts the columns.
std::string modelEngine(const StageMapping &mapping, std::string_view given, std::string_view fileName,
                        std::string_view part, size_t index);

/// Model_Engine,Substage,Instances,Name,Elapsed Time (sec); by substage, then run, then time. The row CPU(non-GPU) has
/// one instance; it is omitted without a known total time.
/// ForSpreadsheets: names that a spreadsheet would run as formulas get an apostrophe.
std::string resultCsv(std::span<const StageExportRun> runs, Rounding rounding = Rounding::Full,
                      CsvStyle style = CsvStyle::Raw);

/// [{"stage", "substage", "count", "totalNs", "elapsedNs"}], in the order of the rules. Of a file without a timeline
/// what no rule takes has the field "names": [{"name", "count", "totalNs", "elapsedNs"}], the longest first. `byName`:
/// a row of stage "module" for each name instead, the longest first.
nlohmann::ordered_json stageRowsJson(const Classification &classes, const NameSums &sums, bool byName = false);

/// The rows of modules: each name is the substage of a stage "module", the longest first.
std::vector<StageRow> moduleRows(const Classification &classes, const NameSums &sums);
inline constexpr std::string_view moduleStage = "module";

/// A row a substage (by name), a column a run, the last row is total_elapsed_sec. A substage that a run lacks is 0;
/// CPU(non-GPU) of a run without a total is blank.
std::string pivotCsv(std::span<const StageExportRun> runs, Rounding rounding = Rounding::Full,
                     CsvStyle style = CsvStyle::Raw);

} // namespace ws

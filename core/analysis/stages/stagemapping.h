#pragma once
// A mapping from kernel names to stages: ordered lists of regex → label, first match wins, as vLLM's gputrc2graph.py
// reads them. The nested JSON form has two independent lists (Stage, Substage), so it keeps the two lists; while their
// regexes agree row by row, joined() gives one list of rules for an editor. Rejected: one list with two labels only (it
// cannot hold vLLM's own nested files), a tree of rules (order is lost).

#include "core/base/diagnostics.h"
#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

constexpr uint32_t noColour = UINT32_MAX;
constexpr size_t maxMappingRules = 2000;            ///< per list; further rules of a file are ignored and named
constexpr size_t maxPatternBytes = size_t(1) << 15; ///< longer regexes and labels are ignored and named

/// The label of names that no rule takes.
inline constexpr std::string_view unmatchedLabel = "unmatched";

struct LabelRule
{
    std::string regex; ///< Python syntax, searched anywhere in the name, case-sensitive
    std::string label;
    bool enabled = true;
    uint32_t colour = noColour; ///< 0xRRGGBB, or noColour: from the stage's name
    bool operator==(const LabelRule &) const = default;
};

/// One row of both lists together.
struct StageRule
{
    std::string regex;
    std::string stage;
    std::string substage;
    bool enabled = true;
    uint32_t colour = noColour;
    bool operator==(const StageRule &) const = default;
};

enum class MappingForm : uint8_t {
    Nested, ///< engine → model → layer_anno → {Stage, Substage} → {regex: label}
    Flat,   ///< engine → model → {regex: label}; the label is the substage
};

enum class MappingLevel : uint8_t { Stage, Substage };

struct StageMapping
{
    std::string engine;
    std::string model;
    MappingForm form = MappingForm::Nested; ///< the form it was read in, and is written in where possible
    std::vector<LabelRule> stages;
    std::vector<LabelRule> substages;

    std::string name() const { return engine + "/" + model; }
    /// The two lists have the same regexes, switches and colours in the same order.
    bool isJoined() const;
    /// Both lists as one; empty unless isJoined().
    std::vector<StageRule> joined() const;
    void setJoined(std::span<const StageRule> rules);
    /// Every stage is the one that a flat file implies: the flat form loses nothing.
    bool canBeFlat() const;
    bool operator==(const StageMapping &) const = default;
};

/// The stage a label of a flat mapping belongs to: "memory" for "non-gpu-H_D_memops", else "gpu".
std::string_view flatStage(std::string_view label);

/// The regex takes every name (".*" and similar): the last rule of most mappings.
bool isCatchAll(std::string_view regex);

/// The regex refers to what a kernel's arguments say of it. Such a regex is matched against "NAME|collective=allreduce"
/// or "NAME|hlo=loop fusion", all others against the name alone, so that "reduce" does not take all-reduces.
bool asksForArguments(std::string_view regex);
/// What such a regex sees, without what the arguments say.
std::string_view withoutArguments(std::string_view name);

struct MappingFile
{
    std::vector<StageMapping> mappings;                    ///< in the file's order
    Diagnostics diagnostics;                               ///< duplicate keys, ignored rules, invalid regexes …
    const StageMapping *find(std::string_view name) const; ///< "engine/model"; null: not in the file
};

enum class RegexCheck : uint8_t {
    Compile,
    None, ///< built-in mappings: the tests check them, and compiling takes a third of the program's start
};
/// Reads either form, also both in one file. Duplicate keys keep the first place and the last value, as Python does.
/// Errors: Malformed (not JSON, or without a mapping), TooLarge.
Result<MappingFile> readMappings(std::string_view json, const QString &fileName = {},
                                 RegexCheck check = RegexCheck::Compile);
/// Errors: also NotFound and Unreadable.
Result<MappingFile> loadMappings(const QString &path);

/// The mappings as JSON, engines grouped, rules in order. Data unknown to gputrc2graph.py (colours, disabled rules,
/// a duplicate regex) goes to "layer_anno_warpscope", which that script ignores: next to "layer_anno" in the nested
/// form, at the top level in the flat form.
std::string writeMappings(std::span<const StageMapping> mappings);

} // namespace ws

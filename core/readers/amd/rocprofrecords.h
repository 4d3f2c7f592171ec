#pragma once
// The records of a rocprofv3 JSON file, parsed event by event: a record of 700 bytes becomes 96, no tree is built.

#include "core/base/progress.h"
#include "core/readers/toolkit/launchgrids.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ws {

enum class RocprofKind : uint8_t { Kernel, Copy, Call, Marker, Counted };

struct RocprofRecord
{
    RocprofKind kind = RocprofKind::Call;
    int64_t offset = 0; ///< of its text in the unpacked content
    int64_t start = 0, end = 0;
    int64_t word = 0, operation = 0; ///< indices into RocprofProcess::words
    int64_t thread = 0, correlation = 0;
    int64_t kernel = 0, dispatch = -1, agent = -1, queue = 0, stream = -1;
    int64_t from = -1, to = -1; ///< agents of a copy
    StringId grid = 0;
    uint32_t firstValue = 0, valueCount = 0; ///< of RocprofProcess::values
};

struct RocprofAgent
{
    bool isGpu = false;
    int64_t index = 0; ///< among the GPUs
    std::string model;
};

/// One element of "rocprofiler-sdk-tool".
struct RocprofProcess
{
    int64_t pid = 0;
    std::string command, host;
    std::vector<RocprofRecord> records;
    std::vector<std::pair<std::string, std::vector<std::string>>> words; ///< kinds of records and their operations
    std::unordered_map<int64_t, RocprofAgent> agents;                    ///< by handle
    std::unordered_map<int64_t, std::pair<StringId, StringId>> kernels;  ///< by id: name for people, symbol
    std::unordered_map<int64_t, StringId> counters;                      ///< by handle
    std::unordered_map<int64_t, StringId> messages;                      ///< of markers, by correlation
    std::vector<std::pair<int64_t, double>> values;                      ///< counter, value
};

struct RocprofContent
{
    std::vector<RocprofProcess> processes;
    bool complete = true;
    int64_t errorAt = -1; ///< byte at which it is no JSON
};

RocprofContent parseRocprof(std::string_view json, StringPool &strings, Progress &progress);

} // namespace ws

#pragma once
// Names of NVTX ranges that PyTorch's emit_nvtx gives to operators: "aten::bmm, op_id = 22484, sizes = [[1, 2048, 768],
// …], input_op_ids = […]". They are ranges here, no operators: shapes are in the names, the types of the elements are
// not.

#include "core/model/run.h"

namespace ws {

enum class OperatorRanges : uint8_t { None, Names, Shapes };

/// O(names of the run).
OperatorRanges operatorRanges(const Run &run);

} // namespace ws

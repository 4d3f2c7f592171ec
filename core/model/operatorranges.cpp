#include "core/model/operatorranges.h"

#include <algorithm>

namespace ws {

OperatorRanges operatorRanges(const Run &run)
{
    auto found = OperatorRanges::None;
    for (StringId id = 0; id < run.strings.size() && found != OperatorRanges::Shapes; ++id) {
        const std::string_view name = run.text(id);
        const size_t operatorAt = name.find("::"), number = name.find(", op_id = ");
        if (number == name.npos || operatorAt > number)
            continue;
        const bool hasShapes = name.find(", sizes = [[") != name.npos;
        found = std::max(found, hasShapes ? OperatorRanges::Shapes : OperatorRanges::Names);
    }
    return found;
}

} // namespace ws

#include "core/model/table.h"

namespace ws {

const char *unitName(Unit unit)
{
    switch (unit) {
    case Unit::Text:
        return "text";
    case Unit::Number:
        return "number";
    case Unit::Count:
        return "count";
    case Unit::Percent:
        return "percent";
    case Unit::Nanoseconds:
        return "ns";
    case Unit::Microseconds:
        return "us";
    case Unit::Milliseconds:
        return "ms";
    case Unit::Seconds:
        return "s";
    case Unit::Bytes:
        return "bytes";
    case Unit::Megabytes:
        return "MB";
    }
    return "text";
}

int Table::columnIndex(std::string_view name) const
{
    for (size_t i = 0; i < columns.size(); ++i)
        if (columns[i].name == name)
            return static_cast<int>(i);
    return -1;
}

} // namespace ws

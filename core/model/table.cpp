#include "core/model/table.h"

#include "core/base/texts.h"

#include <algorithm>

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

double Table::numberAt(size_t row, int column) const
{
    const double *value = column < 0 ? nullptr : std::get_if<double>(&rows[row][static_cast<size_t>(column)]);
    return value ? *value : 0;
}

std::string_view Table::nameAt(size_t row, int column) const
{
    const auto *text = column < 0 ? nullptr : std::get_if<std::string>(&rows[row][static_cast<size_t>(column)]);
    return text ? std::string_view(*text) : std::string_view();
}

QString toolTitle(std::string_view kind)
{
    if (kind.starts_with("torch"))
        return Core::tr("torch profiler");
    if (kind.starts_with("ncu"))
        return QStringLiteral("Nsight Compute");
    if (kind == "nsys")
        return QStringLiteral("Nsight Systems");
    if (kind == "rocprof")
        return QStringLiteral("rocprof");
    if (kind == "nvprof" || kind == "unitrace")
        return QString::fromLatin1(kind.data(), qsizetype(kind.size()));
    if (kind == "paddle")
        return QStringLiteral("PaddlePaddle");
    if (kind == "deepspeed")
        return QStringLiteral("DeepSpeed");
    if (kind == "tensorrt")
        return QStringLiteral("TensorRT");
    if (kind == "proton")
        return QStringLiteral("Triton Proton");
    return kind == "ascend" ? Core::tr("Ascend profiler") : Core::tr("report");
}

QString shownTitle(std::string_view title)
{
    constexpr std::string_view word = "line ", between = ", ";
    const size_t at = title.rfind(word);
    const std::string_view number = at == title.npos ? std::string_view() : title.substr(at + word.size());
    if (number.empty() || !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }))
        return toText(title);
    if (at == 0)
        return Core::tr("line %1").arg(toText(number));
    const std::string_view place = title.substr(0, at);
    return place.ends_with(between)
               ? Core::tr("%1, line %2").arg(toText(place.substr(0, at - between.size())), toText(number))
               : toText(title);
}

} // namespace ws
